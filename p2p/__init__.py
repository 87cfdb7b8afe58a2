"""Everything between peers: cryptography, messages, the table protocol, the network edge."""
