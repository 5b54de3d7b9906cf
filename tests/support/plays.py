"""Searches to be played, for tests of the page's scripts."""

import json
from typing import Any

from tests.support.places import ROOT
from tests.support.trainers import ran
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.rendering.practice_page import PracticePage
from treesolve.search.solution import solve

TREES = {"cut": ("((6 5) (2 9))", "cs188"), "deep": ("((5 (7 3)) (2 (6 8) 9) ((8 4) (1 2)))", "cs188")}


def exercise_to_play(name: str, language: str = "en") -> tuple[PracticePage, dict[str, Any]]:
    """Return the exercise of that tree, and the search to be played in it as the script reads it."""
    text, convention = TREES[name]
    exercise = PracticePage(solve(read(text, "x.tree"), CONVENTIONS[convention]), language=language)
    return exercise, json.loads(exercise.played.embedded if exercise.played else "null")


def walked_through(walks: int, fixtures: list[dict[str, Any]]) -> int:
    """How many steps so many walks through these searches made, if all went well (tests/rendering/play_walks.mjs)."""
    walker = (ROOT / "tests/rendering/play_walks.mjs").read_text("utf-8")
    return int(ran(walker, fixtures=fixtures, walks=walks))
