"""A class as it hands in: one exercise, everybody in own words, some wrong, some beyond what is read.

Vocabulary

    habit       how somebody departs from what is expected: a part left out, a word nobody knows, a remark
"""

import random
import re
from collections.abc import Callable
from pathlib import Path

from tests.journeys.test_forms_of_answers import ASKED, written, wrong
from tests.support.answers import right_answer
from treesolve.grading.grade import Grader
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import Answer
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read

TREE = """title: Three moves
convention: aima
points: values 4, pruned 4, order 2, best 1
tree: ((31 12 8) (20 40 60) (14 5 2))
"""

_PRUNED = re.compile(
    r"^(?:[a-d]\) )?(?:pruned:|Beschnitten:|Gepruned:|prunned:|abgeschnitten =|cut off ->)", re.MULTILINE
)
_BEST = re.compile(r"^(?:[a-d]\) )?(?:best:|best =|Bester Zug:|bst move:|Zug|best move:)", re.MULTILINE)

HABITS: tuple[tuple[float, Callable[[str], str]], ...] = (
    (0.02, lambda text: _PRUNED.sub("Weggekickt:", text)),
    (0.02, lambda text: _PRUNED.sub("weggekickt :", text)),
    (0.01, lambda text: text + "\nThe rest is on the back of the sheet.\n"),
    (0.01, lambda text: text + "\nIch war mir nicht sicher, ob hier >= oder > gemeint ist.\n"),
    (0.03, lambda text: _BEST.sub("Ich würde ganz klar gehen zu", text)),
    (0.01, lambda text: _PRUNED.sub("Pruned: I think that all of this is cut, so", text)),
)
"""How often somebody has each habit, and what it does to the text of an answer."""


def marker() -> Grader:
    """The exercise of the class."""
    return Grader(read(TREE), CONVENTIONS["aima"], Rubric(points=ASKED))


def handed_in(count: int = 200, seed: int = 18) -> dict[str, str]:
    """The answers of a class, by student: half are right, the others have up to three mistakes or leave parts out."""
    rng, grader = random.Random(seed), marker()
    return {str(5001 + number): _text(grader, rng).replace("student: 4711\n", "") for number in range(count)}


def _text(grader: Grader, rng: random.Random) -> str:
    answer = right_answer(grader.solution, tuple(ASKED))
    for _ in range(rng.choice([0, 0, 0, 1, 1, 2, 3])):
        answer = wrong(grader, answer, rng)
    text = written(grader.tree, _shortened(answer, rng), rng)
    for share, habit in HABITS:
        if rng.random() < share:
            text = habit(text)
    return text


def _shortened(answer: Answer, rng: random.Random) -> Answer:
    """The answer, now and then without some of its values."""
    values = dict(answer.values or {})
    if rng.random() < 0.1 and len(values) > 2:
        del values[rng.choice(sorted(values))]
    return answer._replace(values=values)


def write_class(folder: Path, count: int = 200, seed: int = 18) -> None:
    """Write the tree, and the answers in a folder beside it."""
    (folder / "x.tree").write_text(TREE, encoding="utf-8")
    (folder / "in").mkdir()
    for student, text in handed_in(count, seed).items():
        (folder / "in" / f"{student}.txt").write_text(text, encoding="utf-8")
