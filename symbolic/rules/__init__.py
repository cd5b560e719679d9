"""Rules, one module per operation; each module ends in one ordered table."""
