"""A given drafted from an article: from what its prose says of the symbols, and from how its formulas use them."""

from symbolic.drafting.draft import Draft, draft

__all__ = ["Draft", "draft"]
