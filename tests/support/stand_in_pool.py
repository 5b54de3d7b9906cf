"""Pools of trees for a trainer, made as simply as can be: of random trees those that show the most for their length."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.support.oracle import Nested
from tests.support.strategies import planted
from treesolve.analysis.misconception import CODES
from treesolve.model.convention import CONVENTIONS
from treesolve.pages.played_search import TrainedSearch
from treesolve.pages.player_film import Player
from treesolve.search.frames import Film
from treesolve.search.solution import Solution, solve

SKILLS = ("values", "bounds", "cuts", "ties", "deep", "unequal", "order")
RARE = ("ties", "deep", "unequal")

SIZES = {"small": 13, "medium": 24, "large": 40}
"""The most nodes that a tree of each size has."""

Entry = dict[str, Any]


@cache
def stand_in_pool(lecture: str, trees: int = 40, drawn: int = 160) -> Entry:
    """The data of a trainer as its scripts read it, without pictures and films: so many trees out of so many."""
    chosen = _chosen(list(_trees(random.Random(f"pool {lecture}"), lecture, drawn)), trees)
    met = {rule for tree in chosen for rule in tree["rules"]}
    practised = {question["skill"] for tree in chosen for question in tree["questions"]}
    return {
        "version": 1,
        "id": f"{sum(lecture.encode()):016x}",
        "lecture": lecture,
        "language": "en",
        "skills": [skill for skill in SKILLS if skill in practised],
        "rules": {code: {"name": code, "said": code} for code in CODES if code in met},
        "trees": chosen,
    }


def _trees(dice: random.Random, lecture: str, count: int) -> Iterator[Entry]:
    for number in range(count):
        solution = _drawn(dice, lecture)
        while number % 2 and not _is_rich(solution) or len(solution.tree) > SIZES["large"]:
            solution = _drawn(dice, lecture)
        data = TrainedSearch(solution, Player(Film(solution), told=len(solution.steps))).data()
        size = next(size for size, most in SIZES.items() if len(solution.tree) <= most)
        yield data | {"film": {}, "size": size}


def _drawn(dice: random.Random, lecture: str) -> Solution:
    nested = _grown(dice, dice.choice((2, 3, 3, 4)), dice.choice((6, 9, 20)))
    return solve(planted(nested, maximising=dice.random() < 0.7), CONVENTIONS[lecture])


def _is_rich(solution: Solution) -> bool:
    """Whether there are two deep cuts, or two nodes with leaves and others below them."""
    children = solution.tree.children
    mixed = [node for node in solution.visited if len({bool(children[child]) for child in children[node]}) > 1]
    return len(mixed) > 1 or sum(solution.is_deep(cut) for cut in solution.shown_cuts) > 1


def _grown(dice: random.Random, depth: int, highest: int) -> Nested:
    """Complete down to the last level but one, below which some children are leaves."""
    if depth == 0 or (depth == 2 and dice.random() < 0.12):
        return dice.randint(0, highest)
    return [_grown(dice, depth - 1, highest) for _ in range(dice.randint(2, 3 if depth > 2 else 4))]


def _chosen(trees: list[Entry], count: int) -> list[Entry]:
    """One after the other the tree that adds most of what there is least of: rules and rare skills, asked for twice."""
    left, met = [tree for tree in trees if tree["rules"]], dict[str, int]()
    chosen = []
    for _ in range(count):
        best = max(left, key=lambda tree: _worth(tree, met))
        left.remove(best)
        chosen.append(best)
        for name, times in _shown(best).items():
            met[name] = met.get(name, 0) + times
    return chosen


def _worth(tree: Entry, met: dict[str, int]) -> float:
    shown = _shown(tree)
    return sum(times**2 / (1 + met.get(name, 0)) for name, times in shown.items()) / (20 + len(tree["questions"]))


def _shown(tree: Entry) -> dict[str, int]:
    """How often each rule and each rare skill matters in a tree, up to three times."""
    asked = [name for question in tree["questions"] for name in (*question.get("by", {}), question["skill"])]
    return {name: min(3, asked.count(name)) for name in {*asked} - ({*SKILLS} - {*RARE})}
