"""Exported keys answer their own questions, and `grade` gives them full points.

The expected answers come from searches that share no code with the program; the keys are read from the exported text,
by the names in it.
"""

import random
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from tests.integrations.test_moodle_quiz import as_imported
from tests.support.chance_oracle import SEARCHED_CONVENTIONS, drawn, textbook
from tests.support.effort import seeds
from tests.support.nested_trees import nested_tree
from tests.support.oracle import PSEUDOCODE, Path, minimax
from tests.support.rexams import read_exercise
from treesolve.grading.answer_marks import AnswerMarker
from treesolve.grading.exam import Key, key_document, read_key
from treesolve.grading.exercise import Exercise
from treesolve.integrations import rexams
from treesolve.integrations.cs188_solution import agent_test
from treesolve.integrations.quiz import Quiz, quiz
from treesolve.integrations.quiz_pictures import QuizPicture
from treesolve.integrations.rexams import rexams_document
from treesolve.model.answer import PARTS, Answer
from treesolve.model.convention import CONVENTIONS
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree
from treesolve.notation.convention_expression import resolve_expression
from treesolve.notation.number_text import read_decimal
from treesolve.notation.reader import read

POINTS = dict.fromkeys(PARTS, 1)


@pytest.fixture(autouse=True)
def _without_pictures(monkeypatch: pytest.MonkeyPatch):
    """Pictures would take longer than everything else."""
    for name in ("tree_picture", "solution_picture"):
        monkeypatch.setattr(rexams, name, lambda _, name=name: QuizPicture(f"{name}.png", "", bytes([1] * 24)))


class Held(NamedTuple):
    """The answers in a key, by name; None for parts that are not task."""

    values: dict[str, Any]
    windows: dict[str, Any]
    pruned: set[str] | None
    order: list[str] | None
    best: str | None
    value: Any


def searched(tree: Tree, convention: str, chance: str) -> Held:
    """Return the answers of a student of the convention, by its pseudocode."""
    if chance:
        run: Any = textbook(tree, convention, chance)
        returned, windows, leaves = run.returned, run.windows, run.leaves
    else:
        run = PSEUDOCODE[convention](nested_tree(tree), tree.kinds[0] is Kind.MAX)
        returned, windows = ({at(tree, path): v for path, v in found.items()} for found in (run.returned, run.windows))
        leaves = [at(tree, path) for path in run.leaves]
    names, results = tree.names, {**returned, **{leaf: tree.values[leaf] for leaf in leaves}}
    value = returned.get(0, minimax(nested_tree(tree), maximising=tree.kinds[0] is Kind.MAX))
    chosen = [child for child in tree.children[0] if results.get(child, value) == value]
    return Held(
        {names[node]: number for node, number in returned.items()},
        {names[node]: window for node, window in windows.items()},
        {names[leaf] for leaf in tree.leaf_ids} - {names[leaf] for leaf in leaves},
        [names[leaf] for leaf in leaves],
        names[chosen[0]] if chosen else None,
        value,
    )


def at(tree: Tree, path: Path) -> int:
    """Return the node at the end of a path."""
    node = 0
    for index in path:
        node = tree.children[node][index]
    return node


def number(text: str) -> Any:
    """Return a number without its bound sign and the name of its node."""
    plain = re.sub("[<>=≤≥ A-Z]", "", text).replace(",", ".").replace("−", "-").replace("∞", "inf")
    return read_decimal(plain)


def named(text: str) -> list[str]:
    """Return the nodes skipped by a cut that can be chosen."""
    return re.split(", | and ", text.partition(":")[0])


def held(tree: Tree, fields: Iterable[tuple[str, str, list[str]]]) -> Held:
    """Return the right answers in the fields of a key: the part, the label and the right texts of each."""
    found: dict[str, Any] = {"values": {}, "windows": {}, "pruned": None, "order": None, "best": None, "value": None}
    for part, label, right in fields:
        if part == "values":
            found[part][label.removesuffix(" =")] = number(right[0])
        elif part == "windows":
            found[part].setdefault(label.split()[-2], []).append(number(right[0]))
        elif part == "pruned":
            cuts = [name for one in right if "nothing" not in one for name in named(one)]
            below = [leaf for name in cuts for leaf in tree.subtree(tree.names.index(name))]
            found[part] = {tree.names[leaf] for leaf in below if not tree.children[leaf]}
        elif part == "value":
            found[part] = number(right[0])
        else:
            found[part] = right[0].split() if part == "order" else right[0]
    return Held(**found | {"windows": {name: tuple(window) for name, window in found["windows"].items()}})


def in_rexams(task: Quiz, text: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the fields of an R Markdown file."""
    exercise = read_exercise(text)
    labels = iter(re.findall(r"(?:\*\* |, )\([a-z]+\) ?([^,*\n]*?) ?\\#\\#ANSWER", exercise.question))
    items = iter(exercise.items)
    for part in task.parts if exercise.kind == "cloze" else [one for one in task.parts if one.part == "pruned"]:
        for _ in part.fields:
            item = next(items)
            flags = zip(item.choices, item.solution, strict=False)
            typed = item.solution if not item.tolerance else str(Fraction(item.solution).limit_denominator(100_000))
            right = [choice for choice, flag in flags if flag == "1"] if "choice" in item.kind else [typed]
            yield part.part, next(labels, ""), right


def in_moodle(task: Quiz) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the fields of a question for Moodle."""
    gaps = iter(as_imported(task).gaps)
    for part in task.parts:
        for field in part.fields:
            yield part.part, field.label, [choice.text for choice in next(gaps).choices if choice.share > 0]


def as_answer(tree: Tree, found: Held) -> Answer:
    """Return the answers in a key as a student's answer."""
    node = tree.names.index
    return Answer(
        "",
        {node(name): value for name, value in found.values.items()},
        {node(name): window for name, window in found.windows.items()},
        None if found.pruned is None else tuple(map(node, sorted(found.pruned))),
        None if found.order is None else tuple(map(node, found.order)),
        None if found.best is None else node(found.best),
        found.value,
    )


def parts_lost(exercise: Exercise, answer: Answer, parts: Iterable[str]) -> list[str]:
    """Return the parts for which `grade` does not give full points."""
    marked = AnswerMarker(exercise.answer_key(), answer).points.parts
    return [mark.part for mark in marked if mark.part in parts and mark.share != 1]


def drawn_text(draw: random.Random, left: int, pool: list[object]) -> str:
    """Return a tree in which players alternate."""
    if left == 0 or (left < 4 and draw.random() < 0.2):
        return str(draw.choice(pool))
    return f"({' '.join(drawn_text(draw, left - 1, pool) for _ in range(draw.randint(1 + (left == 4), 3)))})"


NUMBERS: list[list[object]] = [
    list(range(-9, 10)),
    [0, 1, 2],
    ["-inf", "inf", 0, 1, -1],
    ["1/3", "2.5", "-0.5", "8/3", 2, 3],
]
SHARES: list[object] = ["0", "1/4", "1/2", "3/4", "1", "0.1", "1/3"]


def drawn_exercise(seed: int, convention: str, chance: str) -> Exercise:
    """Return a random tree in a convention, with all kinds of leaves and roots; with chance nodes if a rule for them is
    given.
    """
    draw = random.Random(f"{convention} {chance} {seed}")
    if chance:
        tree = drawn(draw, bounded=chance != "never" or seed % 2 == 0, depth=3)
        return Exercise("x", tree, CONVENTIONS[convention].override(chance=chance), POINTS)
    pool = SHARES if convention == "unit" else NUMBERS[seed % len(NUMBERS)]
    root = "MIN " if seed % 3 == 0 else ""
    return Exercise("x", read(root + drawn_text(draw, 4, pool)), CONVENTIONS[convention], POINTS)


SEARCHES = [(convention, "") for convention in PSEUDOCODE]
SEARCHES += [(convention, chance) for convention in SEARCHED_CONVENTIONS for chance in ("never", "star1", "star2")]


@pytest.mark.parametrize(("convention", "chance"), SEARCHES)
def test_a_key_answers_its_question(convention: str, chance: str):
    """Checks R/exams and Moodle for every convention, and chance nodes for each of their rules."""
    for seed in seeds(80):
        exercise = drawn_exercise(seed, convention, chance)
        tree, task, right = exercise.tree, quiz(exercise), searched(exercise.tree, convention, chance)
        parts = [one.part for one in task.parts]
        keys = [in_rexams(task, rexams_document(task)), in_moodle(task)]
        if "pruned" in parts:
            keys.append(in_rexams(task, rexams_document(task, choices_only=True)))
        for index, found in enumerate(held(tree, fields) for fields in keys):
            assert all(right.values[name] == value for name, value in found.values.items()), tree
            assert all(right.windows[name] == window for name, window in found.windows.items()), tree
            assert found.pruned in (None, right.pruned) or (index == 2 and found.pruned < right.pruned)  # five at most
            assert found.order in (None, right.order)
            assert found.best in (None, right.best)
            assert found.value in (None, right.value)


ONE_FIELD = ("values", "value", "best")
"""The parts with a single field that is graded by itself."""

FURTHER = ["aima:order=right-left", "haw:ties=last", "cs188:ties=last", "aima:returns=clipped", "aima:window=-1..2"]
FURTHER += ["haw:window=-3..0", "lang:order=right-left", "unit:order=right-left", "luger:bounds=shallow"]


@pytest.mark.parametrize(("convention", "chance"), [*SEARCHES, *((convention, "") for convention in FURTHER)])
def test_grade_gives_a_key_full_marks(convention: str, chance: str):
    """Checks the first and all other spellings, also with the autograder's key."""
    for seed in seeds(80):
        name, _, rules = convention.partition(":")
        exercise = drawn_exercise(seed, name, chance)
        exercise = exercise._replace(convention=resolve_expression(convention)) if rules else exercise
        (carried,) = read_key(key_document(Key((exercise,)))).exercises
        task, tree = quiz(exercise), exercise.tree
        parts = [one.part for one in task.parts]
        for fields in (in_rexams(task, rexams_document(task)), in_moodle(task)):
            answer = as_answer(tree, held(tree, fields))
            assert parts_lost(exercise, answer, parts) == parts_lost(carried, answer, parts) == [], tree
        moodle = list(in_moodle(task))
        for index, (part, label, right) in enumerate(moodle):
            spellings = {text if part == "best" else number(text): text for text in right} if part in ONE_FIELD else {}
            for text in spellings.values():
                others = [*moodle[:index], (part, label, [text]), *moodle[index + 1 :]]
                assert parts_lost(exercise, as_answer(tree, held(tree, others)), [part]) == [], (
                    tree,
                    label,
                    text,
                )


@pytest.mark.parametrize(("levels", "cut"), [("MAX MIN MAX MIN", ">"), ("MAX CHANCE MAX CHANCE", "never")])
def test_grade_gives_the_actions_of_agents_full_marks(levels: str, cut: str):
    """Checks the action and the states of a solution for CS188."""
    for seed in seeds(80):
        draw = random.Random(seed)
        below = " ".join(drawn_text(draw, 3, NUMBERS[0]) for _ in range(2))
        tree, convention = read(f"levels: {levels}\ntree: ({below})"), CONVENTIONS["cs188"].override(cut=cut)
        exercise = Exercise("x", tree, convention, POINTS)
        action, generated = re.findall('"(.*)"', agent_test(exercise).solution)
        left_out = [leaf for leaf in tree.leaf_ids if tree.names[leaf] not in generated.split()]
        answer = Answer("", pruned=tuple(left_out), best=tree.names.index(action))
        assert parts_lost(exercise, answer, ["best", "pruned"] if cut == ">" else ["best"]) == []
