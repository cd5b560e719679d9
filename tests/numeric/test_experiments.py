"""Joint laws keep each array's statement and what is stated of them together, and break what is not."""

from collections.abc import Callable

import numpy as np
import pytest

from numeric import Chooser, Ensemble, TooLarge
from numeric.experiments import Experiment, Relations, all_pairs, blocks, experiments, is_even
from numeric.families import Stated

IID = Stated((2,), mean=0, variance=1, components="iid")
FREE = Stated((2,), mean=0.5, variance=1.5)
SCALAR = Stated((), mean=0.3, variance=1.7)
S = np.array([[2.0, 0.6], [0.6, 1.1]])


def run(stated: dict[str, Stated], relations: Relations | None = None, **kwargs: int) -> list[Experiment]:
    found = experiments(stated, relations or Relations(), Chooser(np.random.default_rng(3)), **kwargs)
    assert found
    return found


def means(found: list[Experiment], f: Callable[..., np.ndarray]) -> list[float]:
    return [float(e.joint().mean(f)) for e in found]


PAIRS = [
    ({"x": IID, "y": IID}, Relations()), ({"x": IID, "y": IID}, Relations(all_pairs("x", "y"))),
    ({"x": SCALAR, "y": SCALAR}, Relations()),
    ({"x": SCALAR, "y": SCALAR}, Relations(uncorrelated=all_pairs("x", "y"))),
    ({"x": IID, "y": FREE}, Relations()), ({"x": FREE, "y": FREE}, Relations(uncorrelated=all_pairs("x", "y"))),
    ({"x": FREE, "y": FREE}, Relations(cross={("x", "y"): np.array([[0.4, 0.1], [-0.2, 0.3]])})),
    ({"x": SCALAR, "y": SCALAR}, Relations(cross={("y", "x"): np.array(0.5)})),
    ({"x": IID, "y": SCALAR}, Relations(jointly_normal=all_pairs("x", "y"))),
    ({"x": Stated((), mean=1, variance=2, law="normal"), "y": SCALAR}, Relations()),
]


@pytest.mark.parametrize("stated, relations", PAIRS)
def test_each_array_keeps_its_statement(stated: dict[str, Stated], relations: Relations) -> None:
    for experiment in run(stated, relations):
        joint = experiment.joint()
        for name, column in zip(experiment.order, joint.columns, strict=True):
            own = Ensemble((column,), joint.weights)
            wanted = stated[name]
            assert own.mean() == pytest.approx(np.broadcast_to(wanted.mean, wanted.shape), abs=1e-11)
            assert own.variance() == pytest.approx(np.broadcast_to(wanted.variance, wanted.shape), abs=1e-11)
            if wanted.components == "iid":
                for p, q in ((1, 1), (2, 1), (1, 2)):
                    mixed = float(own.mean(lambda x, p=p, q=q: x[:, 0] ** p * x[:, 1] ** q))
                    apart = float(own.average(column[:, 0] ** p)) * float(own.average(column[:, 0] ** q))
                    assert mixed == pytest.approx(apart, abs=1e-10)


def test_stated_independence_holds_and_unstated_is_broken() -> None:
    stated = {"q": IID, "k": IID}
    for experiment in run(stated, Relations(all_pairs("q", "k"))):
        assert len(experiment.laws) == 2
    squares = means(run(stated), lambda q, k: (q * k).sum(axis=1) ** 2)
    assert max(squares) - min(squares) > 0.5
    crossed = means(run(stated), lambda q, k: (q * k).sum(axis=1))
    assert max(crossed) == pytest.approx(2) and min(crossed) < 0.1


def test_uncorrelated_is_kept_and_no_more() -> None:
    for member in (SCALAR, FREE):
        found = run({"x": member, "y": member}, Relations(uncorrelated=all_pairs("x", "y")))
        for experiment in found:
            covariance = experiment.joint().covariance()
            size = member.size
            assert covariance[:size, size:] == pytest.approx(np.zeros((size, size)), abs=1e-11)

        def tie(joint: Ensemble) -> float:
            x, y = (c.reshape(joint.rows, -1) for c in joint.columns)
            fx, fy = (x + x**2).sum(axis=1), (y + y**2).sum(axis=1)
            return float(joint.average(fx * fy) - joint.average(fx) * joint.average(fy))

        assert max(abs(tie(e.joint())) for e in found) > 0.05


def test_stated_cross_covariance_is_had() -> None:
    cross = np.array([[0.4, 0.1], [-0.2, 0.3]])
    for experiment in run({"x": FREE, "y": FREE}, Relations(cross={("x", "y"): cross})):
        assert experiment.joint().covariance()[:2, 2:] == pytest.approx(cross, abs=1e-11)
    found = run({"x": FREE, "y": FREE}, Relations(cross={("x", "y"): cross}))
    fourth = means(found, lambda x, y: (x[:, 0] * y[:, 1]) ** 2)
    assert len({round(v, 6) for v in fourth}) > 3
    with pytest.raises(ValueError, match="not a covariance"):
        run({"x": SCALAR, "y": SCALAR}, Relations(cross={("x", "y"): np.array(3.0)}))


def test_jointly_normal_arrays_are_normal_and_correlated() -> None:
    normal = Stated((2,), mean=0, covariance=S, law="normal")
    (experiment,) = run({"x": normal, "y": normal}, Relations(jointly_normal=all_pairs("x", "y")))
    joint = experiment.joint()
    c = joint.covariance()
    assert c[:2, :2] == pytest.approx(S) and c[2:, 2:] == pytest.approx(S) and np.abs(c[:2, 2:]).min() > 1e-3
    fourth = float(joint.mean(lambda x, y: x[:, 0] * x[:, 1] * y[:, 0] * y[:, 1]))
    assert fourth == pytest.approx(c[0, 1] * c[2, 3] + c[0, 2] * c[1, 3] + c[0, 3] * c[1, 2])


def test_three_arrays() -> None:
    assert blocks(["a", "b", "c"], all_pairs("a", "b", "c")) == [("a",), ("b",), ("c",)]
    assert blocks(["a", "b", "c"], all_pairs("a", "b") | all_pairs("b", "c")) == [("a", "c"), ("b",)]
    found = run({"a": SCALAR, "b": SCALAR, "c": SCALAR})
    thirds = means(found, lambda a, b, c: (a - 0.3) * (b - 0.3))
    assert max(thirds) == pytest.approx(1.7) and min(thirds) < -0.5
    uncorrelated = run({"a": SCALAR, "b": SCALAR, "c": SCALAR}, Relations(uncorrelated=all_pairs("a", "b", "c")))
    assert all(abs(e.joint().covariance()[0, 1:]).max() < 1e-11 for e in uncorrelated)


def test_experiments_fit_and_are_not_cut_in_silence() -> None:
    wide = Stated((5,), mean=0, variance=1, components="iid")
    found = run({"q": wide, "k": wide}, Relations(all_pairs("q", "k")), limit=1100)
    assert all(e.rows <= 1100 for e in found) and len(found) >= 2
    with pytest.raises(TooLarge):
        run({"q": wide, "k": wide}, Relations(all_pairs("q", "k")), limit=1000)


def test_the_same_seed_gives_the_same_experiments() -> None:
    first, second = (run({"x": Stated((2,)), "y": Stated(())}) for _ in range(2))
    for one, other in zip(first, second, strict=True):
        assert one.describe() == other.describe()
        assert all(np.array_equal(a, b) for a, b in zip(one.joint().columns, other.joint().columns, strict=True))


def test_even_laws_are_recognized() -> None:
    assert is_even(Ensemble.of([-2, 0, 2], [0.25, 0.5, 0.25])) and not is_even(Ensemble.of([-2, 1], [1 / 3, 2 / 3]))
    assert not is_even(Ensemble.of([-1, 1], [0.4, 0.6]))
