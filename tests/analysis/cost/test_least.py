"""The least leaves a search can do with, found by trying everything, beside the formulas that are printed.

The searches are written once more, as textbooks have them; the leaves are not there before they are asked for, and then
each value is tried that stands otherwise to the ones before.
"""

import json
import re
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from click.testing import CliRunner

from treesolve.analysis.cost.count import least_leaves, least_leaves_with_shallow_bounds
from treesolve.analysis.cost.tree_study import Study, least
from treesolve.cli import treesolve
from treesolve.model.convention import CONVENTIONS, Convention

INFINITY = float("inf")

Leaf = Callable[[], float]


class OneMore(Exception):
    """A leaf is asked for that has no value yet."""


class Asked:
    """Gives the leaves their values, one after the other."""

    def __init__(self, given: list[float]) -> None:
        self.left = list(reversed(given))

    def __call__(self) -> float:
        """The value of the next leaf."""
        if not self.left:
            raise OneMore
        return self.left.pop()


def deep(leaf: Leaf, width: int, depth: int, *, strict: bool, hard: bool) -> float:
    """Alpha-beta; fail-hard returns the bound itself."""

    def value(rest: int, alpha: float, beta: float, is_max: bool) -> float:
        if rest == 0:
            return leaf()
        best = -INFINITY if is_max else INFINITY
        for _ in range(width):
            found = value(rest - 1, alpha, beta, not is_max)
            if is_max:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            if alpha > beta or (alpha == beta and not strict):
                break
        return (alpha if is_max else beta) if hard else best

    return value(depth, -INFINITY, INFINITY, True)


def shallow(leaf: Leaf, width: int, depth: int, *, strict: bool) -> float:
    """The same with one bound: what the parent has so far."""

    def value(rest: int, bound: float, is_max: bool) -> float:
        if rest == 0:
            return leaf()
        best = -INFINITY if is_max else INFINITY
        for _ in range(width):
            found = value(rest - 1, best, not is_max)
            best = max(best, found) if is_max else min(best, found)
            passed = best > bound if is_max else best < bound
            if passed or (best == bound and not strict):
                break
        return best

    return value(depth, INFINITY, True)


def places(before: list[float], *, ties: bool) -> Iterator[float]:
    """A value for every way in which a leaf can stand to those before: between two, outside, or equal to one."""
    known = sorted(set(before))
    if not known:
        yield 0.0
        return
    yield known[0] - 1
    yield from ((low + high) / 2 for low, high in pairwise(known))
    yield known[-1] + 1
    if ties:
        yield from known


def fewest(search: Callable[[Leaf], float], *, ties: bool) -> int:
    """The least number of leaves the search asks for, whatever their values are."""
    best = 10**9
    waiting: list[list[float]] = [[]]
    while waiting:
        given = waiting.pop()
        try:
            search(Asked(given))
            best = min(best, len(given))
        except OneMore:
            if len(given) + 1 < best:
                waiting += ([*given, value] for value in places(given, ties=ties))
    return best


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    ("width", "depth", "ties"),
    [
        *((2, depth, True) for depth in (1, 2, 3)),
        *((3, depth, True) for depth in (1, 2)),
        (2, 4, False),
        (4, 2, False),
    ],
)
def test_no_values_do_with_less(width: int, depth: int, ties: bool, strict: bool):
    """The formula of each kind of bounds is reached, and nothing goes below; equal leaves and strict cuts or not."""
    shallow_found = fewest(lambda leaf: shallow(leaf, width, depth, strict=strict), ties=ties)
    deep_found = fewest(lambda leaf: deep(leaf, width, depth, strict=strict, hard=False), ties=ties)
    cut = ">" if strict else ">="
    assert (
        shallow_found
        == least_leaves_with_shallow_bounds(width, depth)
        == least(CONVENTIONS["lang"].override(cut=cut), width, depth)
    )
    exact = CONVENTIONS["aima"].override(cut=cut, returns="value")
    assert deep_found == least_leaves(width, depth) == least(exact, width, depth)


def test_strict_cuts_on_returned_bounds_miss_some():
    """So the formula is not reached, and none is printed."""
    assert [fewest(lambda leaf, d=depth: deep(leaf, 2, d, strict=True, hard=True), ties=True) for depth in (2, 3)] == [
        3,
        6,
    ]  # type: ignore[misc]
    assert least_leaves(2, 3) == 5
    assert least(CONVENTIONS["haw"].override(cut=">"), 2, 3) is None


def test_shallow_bounds_need_eight_leaves_of_sixteen():
    """Not seven; for two children the numbers are Fibonacci's."""
    assert [least_leaves_with_shallow_bounds(2, depth) for depth in range(1, 8)] == [2, 3, 5, 8, 13, 21, 34]
    assert [least_leaves_with_shallow_bounds(3, depth) for depth in range(1, 5)] == [3, 5, 11, 21]
    assert least(CONVENTIONS["lang"], 2, 4) == 8
    assert least(CONVENTIONS["negamax"], 2, 4) == 16


@pytest.mark.parametrize("convention", [one for one in CONVENTIONS.values() if one.cuts], ids=lambda one: one.id)
def test_the_least_number_of_every_lecture_is_what_its_best_order_takes(convention: Convention):
    """Whichever bounds it hands down."""
    for depth, deep, shallow in ((4, 7, 8), (6, 15, 21)):
        (cell,) = Study((2,), (depth,), 1, "1", convention, ("best",)).cells()
        number = shallow if convention.bounds == "shallow" else deep
        assert cell.orders["best"].counts == (least(convention, 2, depth),) == (number,)


def told(*arguments: str) -> str:
    """What the command says."""
    study = ("study", "--branching", "2", "--depth", "4,6", "--seed", "1", "--trials", "6")
    return CliRunner().invoke(treesolve, [*study, *arguments]).stdout


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_not_known_is_not_printed(tmp_path_factory: pytest.TempPathFactory, language: str):
    """Strict cuts on returned bounds: a dash, a note, null, an empty cell."""
    path = tmp_path_factory.mktemp("lecture") / "strict.toml"
    path.write_text('base = "haw"\nid = "strict"\ntitle = "Strict"\ncut = ">"\n')
    lecture = ("-c", str(path), "--language", language)
    text = told(*lecture)
    assert [row.split()[3] for row in re.findall(r"^2  [46]  .*", text, re.MULTILINE)[:2]] == ["–", "–"]
    assert "Knuth" not in text
    assert "√w" not in text
    assert [cell["least"] for cell in json.loads(told(*lecture, "--format", "json"))["cells"]] == [None, None]
    assert told(*lecture, "--format", "html").count("√w") == 0


@pytest.mark.parametrize(("lecture", "most"), [("haw", 9), ("lang", 8)])
def test_as_many_leaves_can_be_pruned_as_the_least_number_leaves(lecture: str, most: int):
    """A tree that prunes more is not found, and that is said with the right number."""
    wish = ("generate", "--shape", "2x2x2x2", "--seed", "1", "-c", lecture, "--want")
    assert CliRunner().invoke(treesolve, [*wish, f"pruned={most}"]).exit_code == 0
    refused = CliRunner().invoke(treesolve, [*wish, f"pruned={most + 1}"])
    assert refused.exit_code != 0
    assert f"The nearest wishes that can be met: pruned={most}." in refused.stderr
