"""Pools of trees for a trainer, made as simply as can be: random trees, and what wrong rules answer in them is what the
wrong searches answer where they ask the same."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.support.oracle import Nested
from tests.support.strategies import planted
from treesolve.analysis.due_question import DueQuestion, due_questions
from treesolve.analysis.misconception import CODES, wrong_solution
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.number_text import write_number
from treesolve.pages.played_search import PlayedSearch
from treesolve.pages.player_film import Player
from treesolve.search.frames import Film
from treesolve.search.solution import Solution, solve

SKILLS = ("values", "bounds", "cuts", "ties", "deep", "unequal", "order")

SIZES = {"small": 13, "medium": 24, "large": 40}
"""The most nodes that a tree of each size has."""

Entry = dict[str, Any]


@cache
def stand_in_pool(lecture: str, trees: int = 40, seed: int = 38) -> Entry:
    """The data of a trainer as its scripts read it, without pictures and films."""
    dice = random.Random(f"{lecture} {seed}")
    found = [tree for tree in _trees(dice, lecture, 4 * trees) if tree["questions"]]
    found.sort(key=lambda tree: _worth(tree), reverse=True)
    chosen = found[:trees]
    met = {rule for tree in chosen for rule in tree["rules"]}
    practised = {question["skill"] for tree in chosen for question in tree["questions"]}
    return {
        "version": 1,
        "id": f"{seed:016x}",
        "lecture": lecture,
        "language": "en",
        "skills": [skill for skill in SKILLS if skill in practised],
        "rules": {code: {"name": code, "said": code} for code in CODES if code in met},
        "trees": chosen,
    }


def _worth(tree: Entry) -> float:
    """How much a tree shows for its length: rules, and skills that are rare, better twice."""
    rare = [question["skill"] for question in tree["questions"] if question["skill"] in ("deep", "ties", "unequal")]
    twice = sum(min(2, rare.count(skill)) for skill in set(rare))
    return (len(tree["rules"]) + 4 * twice) / (20 + len(tree["questions"]))


def _trees(dice: random.Random, lecture: str, count: int) -> Iterator[Entry]:
    for _ in range(count):
        depth = dice.choice((2, 3, 3, 4))
        nested = _grown(dice, depth, dice.choice((6, 9, 20)))
        yield _entry(solve(planted(nested, maximising=dice.random() < 0.7), CONVENTIONS[lecture]))


def _grown(dice: random.Random, depth: int, highest: int) -> Nested:
    most = 3 if depth > 2 else 4
    uneven = 0.12 if depth < 3 else 0
    if depth == 0 or dice.random() < uneven:
        return dice.randint(0, highest)
    return [_grown(dice, depth - 1, highest) for _ in range(dice.randint(2, most))]


def _entry(solution: Solution) -> Entry:
    played = PlayedSearch(solution, Player(Film(solution), told=len(solution.steps)))
    data = {**played.data(), "film": {}}
    count = len(data["names"])
    data["size"] = next((size for size, most in SIZES.items() if count <= most), "large")
    wrong = {code: _answers(solution, code) for code in CODES}
    for question, entry in zip(played.questions, data["questions"], strict=True):
        answers = {code: found.get(_asked(question)) for code, found in wrong.items()}
        by = {code: answer for code, answer in answers.items() if answer not in (None, entry["right"])}
        entry.update({"by": by} if by else {})
    data["rules"] = [code for code in CODES if any(code in entry.get("by", {}) for entry in data["questions"])]
    return data


def _answers(solution: Solution, code: str) -> dict[object, object]:
    wrong = wrong_solution(solution, code)
    return {} if wrong is None else {_asked(question): _written(question) for question in due_questions(wrong)}


def _asked(question: DueQuestion) -> object:
    return question.kind, question.node, question.after


def _written(question: DueQuestion) -> object:
    if not isinstance(question.right, tuple):
        return question.right
    numbers = [write_number(number) for number in question.right]
    return numbers[0] if question.kind == "return" else numbers
