"""Cumulants of blocks of random entries, as far as the given fixes them; what it leaves open stays a raw moment.

`RULES` is the one ordered table: the first rule that applies gives the cumulant.  A cumulant that no rule gives is
written through the raw moment atom E[x_I x_J …], so that every identity between moments still holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from symbolic.algebra.functions import mean
from symbolic.algebra.indices import delta, entry
from symbolic.algebra.poly import ONE, ZERO, Poly, product, symbol
from symbolic.algebra.situation import Situation
from symbolic.given import queries
from symbolic.notation.tree import Node
from symbolic.rules.laws import SCALAR_LAWS
from symbolic.rules.laws_arrays import ARRAY_LAWS
from symbolic.rules.moments_cumulants import cumulant_of, moment_of
from symbolic.rules.moments_models import Model, Occurrence, model_of, parameters
from symbolic.rules.moments_raw import law_moment

Block = tuple[Occurrence, ...]


@dataclass(frozen=True)
class CumulantRule:
    """name, the sentence a reader sees, the identity in LaTeX, and block → cumulant (None where it does not apply)."""

    name: str
    text: str
    latex: str
    apply: Callable[[Block, Situation], Poly | None]


def moment(occurrences: Sequence[Occurrence], situation: Situation) -> Poly:
    """E[Π occurrences]."""
    block = tuple(sorted(occurrences, key=_order))
    memory = situation.memory
    if ("E", block) not in memory:
        memory["E", block] = _moment(block, situation)
    found: Poly = memory["E", block]
    return found


def _order(occurrence: Occurrence) -> tuple[str, ...]:
    return (occurrence.name, *(index.key for index in occurrence.indices))


def _moment(block: Block, situation: Situation) -> Poly:
    on, joined = _joined(block, situation)
    direct = law_moment(joined, situation) if on == ONE else None
    if direct is not None:
        return direct
    if on == ONE and len(block) > 1 and known_cumulant(joined, situation) is None:
        return raw_moment(joined, situation)
    return moment_of(block, lambda part: cumulant(part, situation))


def cumulant(block: Block, situation: Situation) -> Poly:
    """κ(block): as the rules give it, else through the raw moment."""
    memory = situation.memory
    if ("κ", block) not in memory:
        on, joined = _joined(block, situation)
        known = known_cumulant(joined, situation) if on else ZERO
        if known is None:
            known = cumulant_of(joined, lambda part: _raw_or_moment(part, joined, situation))
        memory["κ", block] = on * known
    found: Poly = memory["κ", block]
    return found


def _raw_or_moment(part: Block, whole: Block, situation: Situation) -> Poly:
    return raw_moment(part, situation) if part == whole else moment(part, situation)


def known_cumulant(block: Block, situation: Situation) -> Poly | None:
    """The cumulant of entries already joined where they must coincide, if the given fixes it."""
    for rule in RULES:
        value = rule.apply(block, situation)
        if value is not None:
            if len(block) > 1:
                situation.note(rule.name, rule.text)
            return value
    return None


def _joined(block: Block, situation: Situation) -> tuple[Poly, Block]:
    """(Π δ, block): entries of one name that are independent unless they are one are made one."""
    name = block[0].name
    if any(other.name != name for other in block):
        return ONE, block
    on, places = model_of(name, situation).unified([other.indices for other in block])
    return on, tuple(Occurrence(name, place) for place in places)


def atom_of(occurrence: Occurrence) -> Poly:
    return entry(occurrence.name, occurrence.indices) if occurrence.indices else symbol(occurrence.name)


def raw_moment(block: Block, situation: Situation) -> Poly:
    """E[Π block] kept as it is, at the place that stands for all places with one law."""
    if len({other.name for other in block}) == 1:
        model = model_of(block[0].name, situation)
        block = _represented(block, model)
        _lack_of_components(block, model, situation)
        return _kept(block, situation) + _on_the_diagonal(block, model, situation)
    _lack_of_independence(block, situation)
    return _kept(block, situation)


def _kept(block: Block, situation: Situation) -> Poly:
    return unresolved(product(atom_of(other) for other in block), situation)


def unresolved(body: Poly, situation: Situation) -> Poly:
    """The atom E[body], or E[body | Y] while Y is held fixed."""
    from symbolic.rules.conditional import kept_given

    kept = kept_given(body, situation)
    return mean(body) if kept is None else kept


def _represented(block: Block, model: Model) -> Block:
    if all(other.indices == block[0].indices for other in block):
        place = model.representative(block[0].indices)
        return tuple(Occurrence(model.name, place) for _ in block)
    return block


def _on_the_diagonal(block: Block, model: Model, situation: Situation) -> Poly:
    """δ_ij (E[x_i²] - its atom): where the indices coincide a second moment may be known."""
    if len(block) != 2 or block[0] == block[1]:
        return ZERO
    first, second = block
    on = product(delta(a, b) for a, b in zip(first.indices, second.indices, strict=True))
    if not on:
        return ZERO
    known = known_cumulant((first, first), situation)
    if known is None:
        return ZERO
    square = known + cumulant((first,), situation) ** 2
    return on * (square - _kept((first, first), situation))


def _lack_of_components(block: Block, model: Model, situation: Situation) -> None:
    if any(other.indices != block[0].indices for other in block) and not model.entries_apart:
        situation.lack(f"{_spelled(model.name)} : independent components")


def _lack_of_independence(block: Block, situation: Situation) -> None:
    names = sorted({other.name for other in block})
    for a, b in combinations(names, 2):
        if queries.independent(situation.table, a, b) is None:
            situation.lack(queries.missing_independence((a, b)))


def _spelled(name: str) -> str:
    from symbolic.notation.names import unicode_name

    return unicode_name(name)


def use_all(answer: queries.Answer, situation: Situation) -> None:
    for sentence in answer.sentences:
        situation.use(sentence)


# What the rules say.


def _one_name(block: Block, situation: Situation) -> Model | None:
    names = {other.name for other in block}
    return model_of(block[0].name, situation) if len(names) == 1 else None


def _at_one_place(block: Block) -> bool:
    return all(other.indices == block[0].indices for other in block)


def _independent_names(block: Block, situation: Situation) -> Poly | None:
    """κ vanishes when the block falls into two independent parts."""
    names = sorted({other.name for other in block})
    for size in range(1, len(names) // 2 + 1):
        for part in combinations(names, size):
            answer = queries.independent_groups(situation.table, part, set(names) - set(part))
            if answer is not None:
                use_all(answer, situation)
                return ZERO
    return None


def _array_law(block: Block, situation: Situation) -> Poly | None:
    model = _one_name(block, situation)
    law = model.symbol.law if model is not None else None
    if model is None or law is None or law.name not in ARRAY_LAWS:
        return None
    if model.family and len({other.indices[0] for other in block}) > 1:
        return None
    model.use("law")
    places = [other.indices[int(model.family) :] for other in block]
    return ARRAY_LAWS[law.name].cumulant(places, *(model.array(node) for node in law.parameters))


def _mean(block: Block, situation: Situation) -> Poly | None:
    model = _one_name(block, situation)
    return model.mean(block[0].indices) if model is not None and len(block) == 1 else None


def _variance(block: Block, situation: Situation) -> Poly | None:
    model = _one_name(block, situation)
    if model is None or len(block) != 2 or not _at_one_place(block):
        return None
    return model.variance(block[0].indices)


def _second_moment(block: Block, situation: Situation) -> Poly | None:
    """Cov(x_I, x_J) = E[x_I x_J] - E[x_I] E[x_J]."""
    model = _one_name(block, situation)
    if model is None or len(block) != 2:
        return None
    raw = model.second(block[0].indices, block[1].indices)
    return None if raw is None else raw - cumulant(block[:1], situation) * cumulant(block[1:], situation)


def _covariance_matrix(block: Block, situation: Situation) -> Poly | None:
    model = _one_name(block, situation)
    if model is None or len(block) != 2 or "covariance" not in model.symbol.moments:
        return None
    return model.covariance(block[0].indices, block[1].indices)


def _uncorrelated(block: Block, situation: Situation) -> Poly | None:
    """Cov(x_i, x_j) = δ_ij Var(x_i)."""
    model = _one_name(block, situation)
    if model is None or len(block) != 2 or _at_one_place(block):
        return None
    first, second = (other.indices for other in block)
    start = int(model.family)
    axes = []
    if model.symbol.members == "uncorrelated" and not model.symbol.shape:
        axes, said = [0], "members"
    elif model.symbol.components in ("uncorrelated", "iid", "independent") and first[:start] == second[:start]:
        axes, said = list(range(start, model.symbol.axes)), "components"
    if not axes:
        return None
    on = product(delta(first[axis], second[axis]) for axis in axes)
    model.use(said)
    return on * cumulant((block[0], block[0]), situation) if on else ZERO


def _normal(block: Block, situation: Situation) -> Poly | None:
    """κ of three or more jointly normal quantities vanishes."""
    if len(block) < 3:
        return None
    model = _one_name(block, situation)
    if model is not None:
        law = model.symbol.law
        one_member = not model.family or len({other.indices[0] for other in block}) == 1
        if law is not None and law.name == "normal" and (one_member or model.members_apart):
            model.use("law")
            return ZERO
    answer = queries.jointly_normal(situation.table, {other.name for other in block})
    if answer is None or any(model_of(other.name, situation).family for other in block):
        return None
    use_all(answer, situation)
    return ZERO


def _scalar_law(block: Block, situation: Situation) -> Poly | None:
    model = _one_name(block, situation)
    law = model.symbol.law if model is not None else None
    if model is None or law is None or law.name == "normal" or law.name not in SCALAR_LAWS or not _at_one_place(block):
        return None
    row, values = SCALAR_LAWS[law.name], parameters(model, block[0].indices)
    if not row.exists(len(block), *values):
        return None
    if row.limit is not None:
        situation.note("existence", f"the moment of order {len(block)} exists as the claim takes for granted")
    return row.cumulant(len(block), *values)


def _symmetric(block: Block, situation: Situation) -> Poly | None:
    """Odd central moments of a symmetric law vanish, and with them the odd cumulants."""
    model = _one_name(block, situation)
    if model is None or len(block) < 3 or len(block) % 2 == 0 or "symmetric law" not in model.symbol.signs:
        return None
    if not (_at_one_place(block) or not model.family):
        return None
    model.use("symmetric law")
    return ZERO


def _higher(block: Block, situation: Situation) -> Poly | None:
    """κ_3 = μ_3, κ_4 = μ_4 - 3σ⁴ = (excess kurtosis) σ⁴."""
    model = _one_name(block, situation)
    if model is None or len(block) not in (3, 4) or not _at_one_place(block):
        return None
    place = block[0].indices
    if len(block) == 3:
        return model.stated("third moment", place)
    variance = cumulant(block[:2], situation)
    fourth = model.stated("fourth moment", place)
    if fourth is not None:
        return fourth - 3 * variance**2
    excess = model.stated("excess kurtosis", place)
    return None if excess is None else excess * variance**2


def _cross_covariance(block: Block, situation: Situation) -> Poly | None:
    if len(block) != 2 or block[0].name == block[1].name:
        return None
    first, second = block
    answer = queries.cross_covariance(situation.table, first.name, second.name)
    if answer is None or not isinstance(answer.value, Node):
        return None
    use_all(answer, situation)
    return model_of(first.name, situation).value(answer.value, first.indices + second.indices)


RULES: tuple[CumulantRule, ...] = (
    CumulantRule(
        "independence", "independent quantities have no common cumulant: the expectation of their product is the"
        " product of their expectations", r"\mathbb{E}[XY]=\mathbb{E}[X]\,\mathbb{E}[Y]", _independent_names),
    CumulantRule("law of a random array", "the joint moments of the law", r"\kappa(x_I,x_J,\ldots)", _array_law),
    CumulantRule("mean", "the stated mean", r"\mathbb{E}[x]=\mu", _mean),
    CumulantRule(
        "variance", "the second moment is the variance plus the squared mean",
        r"\mathbb{E}[x^2]=\operatorname{Var}(x)+\mathbb{E}[x]^2", _variance),
    CumulantRule(
        "covariance matrix", "the stated covariance", r"\operatorname{Cov}(x_i,x_j)=\Sigma_{ij}", _covariance_matrix),
    CumulantRule("second moment", "the stated second moment", r"\mathbb{E}[x_ix_j]=S_{ij}", _second_moment),
    CumulantRule(
        "uncorrelated components", "different components are uncorrelated",
        r"\operatorname{Cov}(x_i,x_j)=\delta_{ij}\operatorname{Var}(x_i)", _uncorrelated),
    CumulantRule(
        "normal law", "moments of a normal law come from its mean and covariance alone (Isserlis)",
        r"\kappa_r=0\ (r\ge3)", _normal),
    CumulantRule("named law", "the moments of the stated law", r"\mathbb{E}[x^k]", _scalar_law),
    CumulantRule(
        "symmetric law", "odd central moments of a symmetric law vanish", r"\mathbb{E}[(x-\mu)^{2k+1}]=0", _symmetric),
    CumulantRule(
        "third and fourth moments", "the stated central moments",
        r"\kappa_3=\mu_3,\ \kappa_4=\mu_4-3\sigma^4", _higher),
    CumulantRule(
        "cross-covariance", "the stated covariance of the two", r"\operatorname{Cov}(x_i,y_j)=S_{ij}",
        _cross_covariance),
)  # fmt: skip
