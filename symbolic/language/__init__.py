"""The data of declared names and assumptions."""
