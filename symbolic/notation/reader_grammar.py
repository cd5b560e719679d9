"""What the parts of the grammar ask of one another; `reader.Reader` brings them together."""

from __future__ import annotations

from symbolic.notation import tree as t
from symbolic.notation.lexer import Token
from symbolic.notation.names import Spelling
from symbolic.notation.reader_cursor import Cursor


class Grammar(Cursor):
    """The rules by name; each part gives some of them."""

    def statement(self) -> t.Node:
        """An expression, or a chain of relations."""
        raise NotImplementedError

    def expression(self) -> t.Node:
        """A sum of terms."""
        raise NotImplementedError

    def term(self) -> t.Node:
        """A product, with its quotients."""
        raise NotImplementedError

    def factor(self) -> t.Node:
        """An atom with its powers, scripts and primes."""
        raise NotImplementedError

    def script(self) -> t.Node:
        """What stands behind ^ or _: a group, or one atom."""
        raise NotImplementedError

    def reference(self) -> t.Node:
        """A name with its subscript, applied when it is a function."""
        raise NotImplementedError

    def sized(self, name: str, start: int) -> t.Node:
        """I or 𝟏 with the size at hand."""
        raise NotImplementedError

    def bracket(self) -> t.Node:
        """A bracketed expression, tuple, set or row."""
        raise NotImplementedError

    def body(self) -> t.Node:
        """The rest of the product, to + − or an explicit ·."""
        raise NotImplementedError

    def side_sign(self) -> bool:
        """Is the sign at hand the side of a limit?"""
        raise NotImplementedError

    def body_about(self, names: list[str]) -> t.Node:
        """The body, and the terms behind it to the last that speaks of one of the names."""
        raise NotImplementedError

    def indices(self, axes: int) -> list[t.Node]:
        """The indices of an entry."""
        raise NotImplementedError

    def entry(self, node: t.Node) -> t.Node:
        """The entry of `node` whose indices stand at hand."""
        raise NotImplementedError

    def environment(self) -> t.Node:
        """A matrix or cases environment."""
        raise NotImplementedError

    def big(self) -> t.Node:
        """∑, ∏, ∫, lim."""
        raise NotImplementedError

    def partial(self) -> t.Node:
        """∂f/∂x in any form."""
        raise NotImplementedError

    def nabla(self) -> t.Node:
        """∇f in any form."""
        raise NotImplementedError

    def under(self) -> t.Node:
        """\\underset{i}{\\operatorname{argmin}}."""
        raise NotImplementedError

    def leibniz(self) -> t.Node | None:
        """d f/d x, when that stands here."""
        raise NotImplementedError

    def built_in(self, name: str, start: int) -> t.Node | None:
        """A built-in function, operator or constant."""
        raise NotImplementedError

    def applied(self, name: str, start: int) -> t.Node:
        """A declared function with its arguments."""
        raise NotImplementedError

    def digits(self) -> t.Node:
        """A number behind a mark."""
        raise NotImplementedError

    def ones_like(self) -> t.Node:
        """𝟙[…]."""
        raise NotImplementedError

    def optimum(self, kind: str, start: int) -> t.Node:
        """min_c body."""
        raise NotImplementedError

    def relation_in_bracket(self) -> t.Chain | None:
        """The relation in the bracket at hand."""
        raise NotImplementedError

    def norm_kind(self) -> str:
        """The kind below a norm."""
        raise NotImplementedError

    def tex_argument(self) -> t.Node:
        """A group, or one token."""
        raise NotImplementedError

    def atom(self) -> t.Node:
        """One atom."""
        raise NotImplementedError

    def fraction(self) -> t.Node:
        """\\frac{a}{b}."""
        raise NotImplementedError

    def plain_reference(self) -> t.Node:
        """A name with its subscript, never applied."""
        raise NotImplementedError

    def collect(self, name: str, at: int, use: str = "") -> None:
        """Note an undeclared name, or stop."""
        raise NotImplementedError

    def arguments(self) -> tuple[t.Node, ...]:
        """The arguments in the bracket at hand."""
        raise NotImplementedError

    def above(self) -> t.Node | None:
        """The upper bound at hand."""
        raise NotImplementedError

    def bare_indices(self) -> list[str]:
        """The letters that an operator without braces below binds."""
        raise NotImplementedError

    def integral(self, start: int) -> t.Node:
        """∫ body dx, after its sign."""
        raise NotImplementedError

    def limit(self, start: int) -> t.Limit:
        """lim_{x→a} body, after its name."""
        raise NotImplementedError

    def fresh_names(self) -> list[str]:
        """The names that a condition binds."""
        raise NotImplementedError

    def unapplied(self, node: t.Node) -> bool:
        """Is `node` a function without its argument?"""
        raise NotImplementedError

    def postfix(self, node: t.Node) -> t.Node:
        """`node` with the powers, scripts and primes behind it."""
        raise NotImplementedError

    def conditional_arguments(self) -> tuple[t.Node, ...]:
        """The arguments of a density, its conditions included."""
        raise NotImplementedError

    def deviation(self, name: str, start: int) -> t.Node | None:
        """SD(X), the root of the variance."""
        raise NotImplementedError

    def operator(self, kind: str, start: int) -> t.Node | None:
        """An operator of probability with its bracket."""
        raise NotImplementedError

    def spoken(self) -> list[t.Node]:
        """What stands between the commas of a density's bracket."""
        raise NotImplementedError

    def one_claim(self) -> t.Node:
        """A claim with its quantifier."""
        raise NotImplementedError

    def in_brackets(self, content: list[Token]) -> bool:
        """Does one bracket hold a whole superscript?"""
        raise NotImplementedError

    def unindexed(self, name: str, start: int) -> t.Node:
        """A subscript on a declared name that takes none."""
        raise NotImplementedError

    def blank(self) -> t.Node | None:
        """The dot that leaves a place open."""
        raise NotImplementedError

    def items(self) -> list[t.Node]:
        """Expressions between commas."""
        raise NotImplementedError

    def law_applied(self, start: int) -> t.Node | None:
        """A named law with its arguments."""
        raise NotImplementedError

    def space(self) -> t.Node:
        """ℝ^{m×n}."""
        raise NotImplementedError

    def parted_indices(self) -> None:
        """Part the letters of a subscript."""
        raise NotImplementedError

    def bounds(self) -> list[t.Bound]:
        """What hangs on a big operator."""
        raise NotImplementedError

    def sentence(self) -> t.Node:
        """A claim with its remarks."""
        raise NotImplementedError

    def claim(self) -> t.Node:
        """A statement that may speak of several things at once."""
        raise NotImplementedError

    def braces(self) -> t.Node | None:
        """A set by its members or its condition."""
        raise NotImplementedError

    def evaluated(self, node: t.Node, start: int) -> t.Node:
        """The value of `node` at what hangs on the bar at hand."""
        raise NotImplementedError

    def left_dot(self) -> t.Node:
        """\\left. … \\right|_{x=0}."""
        raise NotImplementedError

    def region_integral(self, start: int) -> t.Node:
        """∫_D body dx dy."""
        raise NotImplementedError

    def differential_alone(self, start: int) -> t.Node | None:
        """dx outside of quotients and integrals."""
        raise NotImplementedError

    def relation(self) -> str:
        """The relation sign at hand."""
        raise NotImplementedError

    def right_side(self, sign: str, left: t.Node) -> t.Node:
        """What stands behind a relation."""
        raise NotImplementedError

    def interval(self) -> t.Node | None:
        """An interval in the bracket at hand."""
        raise NotImplementedError

    def differential(self) -> tuple[int, int]:
        """(index of the d, tokens of d and its variable) of the differential that closes an integral."""
        raise NotImplementedError

    def is_differential(self, k: int) -> bool:
        """Does a differential stand at token k?"""
        raise NotImplementedError

    def parted_differential(self, k: int) -> tuple[int, int]:
        """Part `xdx` into x, d, x."""
        raise NotImplementedError

    def is_entry(self) -> bool:
        """Is the variable at hand an entry by its subscript?"""
        raise NotImplementedError

    def evaluates(self) -> bool:
        """Does the bar at hand say where something is evaluated?"""
        raise NotImplementedError

    def difference(self, node: t.Node) -> t.Node | None:
        """[F]_a^b."""
        raise NotImplementedError

    def words(self) -> str:
        """The words of prose at hand."""
        raise NotImplementedError

    def part_differential(self, at: int) -> None:
        """Part the letters of `dxy` at token `at`."""
        raise NotImplementedError

    def variable(self) -> t.Node:
        """A name or an entry, no function applied."""
        raise NotImplementedError

    def one_set(self) -> t.Node:
        """One of the sets that a sign may join."""
        raise NotImplementedError

    def set_expression(self) -> t.Node:
        """ℝ^{m×n}, an interval, a finite set, or a name."""
        raise NotImplementedError

    def law(self) -> t.Node | None:
        """A named law."""
        raise NotImplementedError

    def differentiated(self, node: t.Node, order: int) -> t.Node:
        """x′."""
        raise NotImplementedError

    def bracket_follows_script(self) -> bool:
        """Does a bracket stand behind the script at hand?"""
        raise NotImplementedError

    def raised(self, node: t.Node, power: t.Node | None, start: int) -> t.Node:
        """`node` to a power, if there is one."""
        raise NotImplementedError

    def subscript_before_power(self, spelling: Spelling) -> None:
        """Put a subscript before a power."""
        raise NotImplementedError

    def label_first(self, spelling: Spelling) -> None:
        """Put a label before a subscript."""
        raise NotImplementedError

    def labelled(self, spelling: Spelling) -> Spelling:
        """`spelling` with the label at hand."""
        raise NotImplementedError

    def opens(self, at: int) -> bool:
        """Does a round bracket stand there?"""
        raise NotImplementedError

    def cumulant(self, name: str, content: list[Token], after: int, start: int) -> t.Node | None:
        """κ_r(X)."""
        raise NotImplementedError

    def is_ordered(self, node: t.Node) -> bool:
        """Is it the k-th smallest, x_{(k)}?"""
        raise NotImplementedError

    def word_below(self) -> bool:
        """Does a function's name stand alone as the subscript?"""
        raise NotImplementedError

    def family_label(self, node: t.Node, name: str, start: int) -> t.Node:
        """x^{(i)}."""
        raise NotImplementedError

    def symbol_order(self) -> t.Node | None:
        """The n of dⁿ."""
        raise NotImplementedError

    def of_order(self, order: t.Node, sign: str, opening: int, start: int) -> t.Node:
        """dⁿf/dxⁿ."""
        raise NotImplementedError

    def lone_differential(self, start: int) -> t.Node | None:
        """dx with nothing between."""
        raise NotImplementedError

    def superscript(self, node: t.Node) -> t.Node:
        """What stands behind ^."""
        raise NotImplementedError

    def may_bind(self, letter: str) -> bool:
        """Is a letter beside an index another index?"""
        raise NotImplementedError

    def measure_behind(self, at: int) -> bool:
        """Does dF(x) stand at token `at`?"""
        raise NotImplementedError

    def lay_out(self) -> None:
        """Drop what is dress from the row."""
        raise NotImplementedError

    def system(self) -> t.Node | None:
        """Claims one below the other behind a brace."""
        raise NotImplementedError

    def by_places(self, start: int) -> t.Node | None:
        """∂_1 f(x, y)."""
        raise NotImplementedError
