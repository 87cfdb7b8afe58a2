"""Commit-reveal mental poker: a deck that nobody can choose or see.

No input or output, no clock, no game: entropy is a parameter, a card is its text ("7H"). One file a section of the
scheme, bottom layer first:

- `ristretto`: the group ristretto255, the only module that touches libsodium; `hkdf`, `hedge`: derived and secret
  numbers;
- `fiat_shamir`, `sigma`: proofs for linear relations, written once for every statement;
- `elgamal`: cards, generators, the deck; `round_secret`, `keys`, `coin`: what each seat draws and publishes first;
- `shuffle`, `hand`, `holds_none`, `escrow`: the proofs of a round; `reveal`: everything once more, by plain
  recomputation.

`prove_x(statement, witness, place, hedge)` stands beside `verify_x(statement, proof, place)`, which returns None or
raises ProofError. Bytes that are no value raise EncodingError.
"""
