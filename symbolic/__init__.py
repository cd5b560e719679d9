"""The symbolic math companion: what is said, what follows, how it is written."""
