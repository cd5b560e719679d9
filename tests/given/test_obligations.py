"""What definitions need to make sense."""

from symbolic.given import describe, read_given
from symbolic.given.obligations import obligations
from symbolic.notation.tree import Name, Number


def test_denominators_roots_and_logarithms():
    table = read_given("a, b : real; c > 0; y = 1/a; z = log b; w = 1/c; s = sqrt(a)")
    found = {(o.name, o.condition.first, o.condition.links[0][0]) for o in obligations(table)}
    assert found == {("y", Name("a"), "≠"), ("z", Name("b"), ">"), ("s", Name("a"), "≥")}
    assert all(o.condition.links[0][1] == Number("0") and o.sentence.text for o in obligations(table))


def test_what_a_function_needs_of_its_own_argument_is_no_obligation():
    assert obligations(read_given("f(x) = 1/x")) == []


def test_the_description_says_where_a_definition_makes_sense() -> None:
    said = describe(read_given("a, b : real; r = a/b"))
    assert "r makes sense only where b ≠ 0." in said
    assert "makes sense" not in describe(read_given("a : real; b : positive; r = a/b"))
