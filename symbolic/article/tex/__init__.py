"""TeX as authors write it: tokens with their places, definitions of macros, and their expansion within bounds."""
