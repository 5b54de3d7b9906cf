"""Benchmark of tree generation: processor time per tree, for constraints that are more or less rarely met."""

import sys
from collections.abc import Callable
from functools import partial
from itertools import islice
from time import process_time
from typing import NamedTuple

from measure import Row, Section, watched

from treesolve.authoring.constraint import read_constraints
from treesolve.authoring.trainer_pool import Trainer, pool
from treesolve.authoring.tree_generator import TreeGenerator
from treesolve.authoring.tree_request import TreeRequest
from treesolve.model.convention import CONVENTIONS, DEFAULT
from treesolve.model.kind import Kind
from treesolve.model.tree_shape import read_shape
from treesolve.search.solution import solve

ROUNDS, QUICK_ROUNDS = 9, 3

_CHANCE = (Kind.MAX, Kind.CHANCE, Kind.MIN)


class Case(NamedTuple):
    """Trees of a shape that meet a constraint, the bar in milliseconds per tree, and the number of trees per round."""

    shape: str
    constraint: str
    bar: int | None
    trees: int = 50
    levels: tuple[Kind, ...] = ()


CASES = (
    Case("3x2x3x2", "pruned=5..8", 5),
    Case("3x2x3x2", "pruned=18..", 3),
    Case("3x3", "pruned=3", 4),
    Case("3x3x3", "pruned=12", 9),
    Case("3x3x3", "pruned=16", 80, 10),
    Case("3x3x3x3", "pruned=5", None, 3),
    Case("2x2x2x2", "deep-cut", None),
    Case("3x2x3x2", "cuts=6", None),
    Case("3x3x3", "unique-play", None),
    Case("3x3x3", "lectures-differ=haw,cs188", None),
    Case("3x2x3x2", "separates=all", None, 10),
    Case("3x2x3", "star1-cut=2", None, 10, _CHANCE),
    Case("3x2x3", "best-differs-from-unweighted", None, 10, _CHANCE),
)


def measured(quick: bool) -> list[Section]:
    """Return the times per tree, and the times and memory of whole tasks."""
    rounds = QUICK_ROUNDS if quick else ROUNDS
    return [
        ("Generating trees, one after the other: time for each", [_generating(case, rounds) for case in CASES]),
        ("Generating trees as a whole", _whole(rounds)),
    ]


def _request(shape: str, constraint: str, levels: tuple[Kind, ...] = ()) -> TreeRequest:
    return TreeRequest(read_shape(shape), levels=levels, constraints=read_constraints([constraint]))


def _generating(case: Case, rounds: int) -> Row:
    """Return the milliseconds per tree, excluding the setup of the generator; each round has another seed."""
    request = _request(case.shape, case.constraint, case.levels)
    seconds = []
    for seed in range(rounds):
        generator = TreeGenerator(request, seed)
        seconds.append(_seconds(partial(_generate, generator, case.trees)) * 1000 / case.trees)
    return Row(f"{case.constraint}, {case.shape}", tuple(seconds), case.bar, " ms")


def _generate(generator: TreeGenerator, count: int) -> None:
    assert len(list(islice(generator, count))) == count


def _whole(rounds: int) -> list[Row]:
    command = [sys.executable, "-m", "treesolve", "generate", "--shape", "3x2x3x2", "--seed", "7"]
    small, large = (watched([*command, "--count", str(count)]) for count in (5000, 20_000))
    pools = [partial(_pool, name) for name, convention in CONVENTIONS.items() if convention.cuts]
    separating = solve(next(iter(TreeGenerator(_request("3x2x3x2", "pruned=5"), 1))), DEFAULT)
    (separates,) = read_constraints(["separates=all"])
    tests = [1000 * _seconds(lambda: separates.confused(separating)) for _ in range(3 * rounds)]
    return [
        Row("a test of separates=all, 3x2x3x2", tuple(tests), 10, " ms"),
        Row("a trainer's pool of 140 trees, by convention", tuple(map(_seconds, pools)), 10, " s"),
        Row("peak memory for 20,000 trees / for 5,000", (large.mebibytes / small.mebibytes,), 1.25),
    ]


def _pool(name: str) -> None:
    assert len(list(pool(Trainer(convention=CONVENTIONS[name])))) == 140


def _seconds(work: Callable[[], object]) -> float:
    begin = process_time()
    work()
    return process_time() - begin
