"""Work under guard: killable workers, and batches of tasks answered in order."""
