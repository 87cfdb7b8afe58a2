"""The whole protocol of one table, without I/O."""
