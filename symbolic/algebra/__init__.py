"""The component normal form: polynomials over atoms, with sums whose bounds stay symbols."""
