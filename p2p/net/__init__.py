"""The trio edge: links, hosts, discovery, files."""
