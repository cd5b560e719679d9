"""Articles: their formulas and marks found, judged under the given in force, and kept."""
