"""Small pools of trees for a trainer, one for each of three lectures, as its scripts read them; without pictures.

The trees stand in stand_in_trees.txt, a lecture and a tree a line. They were drawn at random and taken one after the
other, each time the one that adds most rules and rare skills; no rare skill is asked for only once in a tree.
"""

from functools import cache
from pathlib import Path
from typing import Any

from treesolve.analysis.misconception import CODES
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.pages.played_search import TrainedSearch
from treesolve.pages.player_film import Player
from treesolve.search.frames import Film
from treesolve.search.solution import solve

TREES = Path(__file__).with_name("stand_in_trees.txt")

SKILLS = ("values", "bounds", "cuts", "ties", "deep", "unequal", "order")

SIZES = {"small": 13, "medium": 24, "large": 40}
"""The most nodes that a tree of each size has."""

Entry = dict[str, Any]


@cache
def stand_in_pool(lecture: str) -> Entry:
    """The data of a trainer for that lecture."""
    lines = (line.split(" ", 1) for line in TREES.read_text("utf-8").splitlines())
    trees = [_entry(tree, lecture) for name, tree in lines if name == lecture]
    rules = {rule for tree in trees for rule in tree["rules"]}
    practised = {question["skill"] for tree in trees for question in tree["questions"]}
    return {
        "version": 1,
        "id": f"{sum(lecture.encode()):016x}",
        "lecture": lecture,
        "language": "en",
        "skills": [skill for skill in SKILLS if skill in practised],
        "rules": {code: {"name": code, "said": code} for code in CODES if code in rules},
        "trees": trees,
    }


def _entry(tree: str, lecture: str) -> Entry:
    solution = solve(read(tree), CONVENTIONS[lecture])
    data = TrainedSearch(solution, Player(Film(solution), told=len(solution.steps))).data()
    size = next(size for size, most in SIZES.items() if len(solution.tree) <= most)
    return data | {"film": {}, "size": size}
