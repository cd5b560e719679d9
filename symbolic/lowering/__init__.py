"""Lowering: from syntax trees to arrays by components, definitions seen through."""
