"""The second witness: a statement becomes experiments for the laboratory, and their outcome a verdict."""
