"""A function of a program held against a formula: the claim read, trials built, both compared, the slip named."""
