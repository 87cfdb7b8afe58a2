"""The command line and the line user interface."""
