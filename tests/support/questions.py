"""Questions for tests: about random trees in every convention, and what nobody can read."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tests.support.answers import tree_for
from tests.support.effort import dice, until
from treesolve.grading.question.question_registry import KINDS, draw_question
from treesolve.grading.question.tree_question import TreeQuestion
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.notation.reader import read
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution, solve

RUNNING = "((3 12 8) (2 4 6) (14 5 2))"

HOSTILE = (
    *("", " ", "\n", "?", "§$%&", "\x00\x1b[31m", '"', '"""', "((((" * 5000, "))))" * 5000, "[" * 9000, "1" * 20_000),
    *("x" * 20_000, "x <" * 5000, "1 true, " * 4000, "wf" * 9000, "A: " * 5000, "or " * 5000, "-" * 9000, "->" * 9000),
    *(
        *("5 < x < 7 < 9", "x < y", "[5]", "]]5,7[[", "1/0", "x <= 1/0", "A = 1/0", "1e999", "\ud800", "‮", "A\u0300"),
        "0 true",
    ),
    *("99999999999 true", "(((1 2) 3)", "(A B (C))", "A: A A A", "A: B: C:", ": : :", "→→→", "x ∈ ∅ ∪ ∅", "{" * 500),
    *("((" + "(" * 3000 + "1" + ")" * 3000 + "))", "x <= " + "9" * 5000, "none none", "1.2.3 < x", "true", "false"),
)
"""What may stand behind a key, and should not."""


def drawn(
    part: str, convention: Convention, count: int, wanted: Callable[[Any], bool] = lambda _: True, least: int = 1
) -> Iterator[tuple[Solution, TreeQuestion]]:
    """Questions of a kind about random trees of a convention: those of the share of so many trees.

    Where that has brought fewer than the least that are wanted, there are more.
    """
    rng, found = dice(f"{part} {convention.id}"), Counter[bool]()
    for _ in until(lambda: found[True] >= least, range(10 * count), count):
        try:
            solution = solve(tree_for(rng, convention), convention)
        except Unsolvable:
            continue
        question = draw_question(part, solution, rng)
        if question is not None:
            found[wanted(question)] += 1
            yield solution, question


def one(part: str, text: str = RUNNING, convention: str = "haw", seed: int = 0) -> tuple[Solution, TreeQuestion]:
    """Return a question of a kind about a written tree."""
    solution = solve(read(text), CONVENTIONS[convention])
    question = draw_question(part, solution, random.Random(seed))
    assert question is not None
    return solution, question


PAIRS = [(part, convention) for part in KINDS for convention in CONVENTIONS.values()]
"""Every kind in every convention."""
