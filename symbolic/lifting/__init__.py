"""Lifting: from the component normal form back to notation that a mathematician would write."""
