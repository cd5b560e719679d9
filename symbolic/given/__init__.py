"""What is assumed: the text of a given becomes a table, and a table becomes words again."""

from symbolic.given.describe import describe
from symbolic.given.errors import GivenError
from symbolic.given.read import read_given

__all__ = ["GivenError", "describe", "read_given"]
