"""The mental poker of patte: no I/O, no clock, no games; entropy is a parameter."""
