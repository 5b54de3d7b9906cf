"""The last check of a variant before anything of it is written: is everything true that its pages say?

It reads what will be printed, not what was meant: the tree as the key file has it, and the numbers of the solution as
they stand in the source of its page.

Vocabulary

    fault       a check that failed; there is none unless treesolve itself is wrong somewhere
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from treesolve.grading import Grader
from treesolve.key import Exercise
from treesolve.notation.number import read_number
from treesolve.notation.reader import read
from treesolve.notation.writer import write
from treesolve.pages.question import question_key
from treesolve.rubric import Rubric
from treesolve.sheet import Task
from treesolve.solution import Solution
from treesolve.submission.nodes import Nodes
from treesolve.submission.reader import read_answer
from treesolve.tree import Kind, Tree
from treesolve.value import Number, Unknown
from treesolve.want import Want

_ANSWER = re.compile(r'#raw\("((?:[^"\\]|\\.)*)"\)')
_NODE = re.compile(r'node\("\w+", [^"]*"([^"]*)", \([^,]+, "((?:[^"\\]|\\.)*)"\).*?name: \([^"]*"((?:[^"\\]|\\.)*)"\)')
_ESCAPED = re.compile(r"\\(.)")


class Fault(NamedTuple):
    """A check that failed: its code, the label of the task, and what was found."""

    code: str
    label: str
    found: str = ""


def faults(task: Task, exercise: Exercise, page: str) -> Iterator[Fault]:
    """Everything that is wrong with an exercise and the Typst source of its solution."""
    again = read(write(exercise.tree))
    if (again.kinds, again.values, again.children) != (
        exercise.tree.kinds,
        exercise.tree.values,
        exercise.tree.children,
    ):
        yield Fault("tree-text", task.label)
        return
    grader = Grader(again, exercise.convention, Rubric(points=exercise.points), exercise.questions)
    yield from _search_faults(task, grader.solution)
    yield from _answer_faults(task, exercise, grader, page)
    yield from _picture_faults(task, grader.solution, page)


def _search_faults(task: Task, solution: Solution) -> Iterator[Fault]:
    """The search against plain minimax, and what the task wants."""
    values = plain_minimax(solution.tree)
    if tuple(values) != tuple(solution.values):
        yield Fault("minimax", task.label)
    returned = solution.returned(0)
    if solution.result == "exact" and None not in (returned, values[0]) and returned != values[0]:
        yield Fault("search", task.label, str(returned))
    for want in _wants(task):
        if not want.holds(solution):
            yield Fault("want", task.label, str(want))


def _wants(task: Task) -> tuple[Want, ...]:
    """What the trees of a task were made to be like; nothing where its tree is given."""
    if isinstance(task.source, Tree):
        return ()
    from treesolve.separable import prepared

    return prepared(task.source).wants


def plain_minimax(tree: Tree) -> list[Number | None]:
    """The minimax value of each node, in MAX's view, worked out by itself: nothing of the search is used."""
    values: list[Number | None] = [None] * len(tree)
    for node in reversed(range(len(tree))):
        below = [values[child] for child in tree.children[node]]
        if not below:
            value = tree.values[node]
            values[node] = None if isinstance(value, Unknown) else value
        elif None not in below:
            if tree.kinds[node] is Kind.CHANCE:
                shares = [tree.weight(child) * values[child] for child in tree.children[node]]  # type: ignore[operator]
                values[node] = sum(shares)
            else:
                values[node] = (max if tree.kinds[node] is Kind.MAX else min)(below)  # type: ignore[type-var]
    return values


def _answer_faults(task: Task, exercise: Exercise, grader: Grader, page: str) -> Iterator[Fault]:
    """The right answers on the page, read and marked as a student's."""
    written = [_ESCAPED.sub(r"\1", found) for found in _ANSWER.findall(page)]
    if len(written) != len(grader.points):
        yield Fault("answers-missing", task.label, str(len(written)))
        return
    keys = [_key(part, exercise) for part in grader.points]
    text = "".join(f"{key}: {answer}\n" for key, answer in zip(keys, written, strict=True))
    right_to_left = exercise.convention.order == "right-left"
    answer, problems = read_answer(text, Nodes(grader.tree, right_to_left=right_to_left))
    for problem in problems:
        yield Fault("answer-unread", task.label, problem.code)
    report = grader.report(answer)
    if report.points != grader.possible:
        yield Fault("answer-wrong", task.label, text)


def _key(part: str, exercise: Exercise) -> str:
    question = exercise.questions.get(part)
    return question_key(part, question) if question else part


def _picture_faults(task: Task, solution: Solution, page: str) -> Iterator[Fault]:
    """The numbers in the picture against the values of the nodes of that name."""
    count = Counter(solution.tree.names)
    values = {name: value for name, value in zip(solution.tree.names, solution.values, strict=True) if count[name] == 1}
    found = 0
    for _, shown, written in _NODE.findall(page):
        value = values.get(_ESCAPED.sub(r"\1", written))
        if shown and value is not None and "…" not in shown:
            found += 1
            if not _is_true(shown, value):
                yield Fault("picture", task.label, f"{written}: {shown}")
    if not found and "#game-tree(" in page:
        yield Fault("picture-unread", task.label)


def _is_true(shown: str, value: Number | None) -> bool:
    """Whether a number of a picture, with the sign of a bound before it, says something true of a value."""
    number = read_number(shown.lstrip("≤≥").replace("−", "-").replace("∞", "inf").replace(",", "."))
    if shown.startswith("≤"):
        return bool(value <= number)  # type: ignore[operator]
    return bool(value >= number) if shown.startswith("≥") else value == number  # type: ignore[operator]
