"""Benchmark of grading a large class: whole processes from the files to the JSON document."""

import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from measure import Row, Section, watched

from treesolve.analysis.reference_answer import ReferenceAnswer
from treesolve.grading.grader import Grader
from treesolve.model.answer import Answer
from treesolve.model.convention import DEFAULT
from treesolve.model.tree import Tree
from treesolve.notation.number_text import format_number
from treesolve.notation.reader import read

STUDENTS, QUICK_STUDENTS = 2000, 500
ROUNDS, QUICK_ROUNDS = 5, 1

POINTS = "values 4, windows 4, pruned 4, order 2, best 1, value 1"
TREE = f"points: {POINTS}\ntree: (((5 3 8) (6 2 9) (4 7 1)) ((8 1 6) (3 9 5) (2 7 4)) ((9 4 2) (7 8 3) (6 1 5)))\n"
"""A tree with 27 leaves and points for every part."""


def measured(quick: bool) -> list[Section]:
    """Return the processor time per submission, and the peak memory."""
    students, rounds = (QUICK_STUDENTS, QUICK_ROUNDS) if quick else (STUDENTS, ROUNDS)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "exercise.tree"
        tree.write_text(TREE, encoding="utf-8")
        many, few = (_class(Path(folder) / str(count), count) for count in (students, students // 10))
        runs = [(watched(_grade(tree, many)), watched(_grade(tree, few))) for _ in range(rounds)]
    above = students - students // 10
    spent = tuple(1000 * (more.processor - fewer.processor) / above for more, fewer in runs)
    rows = [
        Row("a submission, processor time above start-up", spent, 3, " ms"),
        Row(
            f"peak memory for {students:,} submissions / for {students // 10:,}",
            tuple(more.mebibytes / fewer.mebibytes for more, fewer in runs),
            1.25,
        ),
        Row("peak memory", tuple(more.mebibytes for more, _ in runs), unit=" MiB"),
    ]
    return [(f"Grading {students:,} text submissions on 27 leaves, all parts, full diagnosis, JSON", rows)]


def _grade(tree: Path, folder: str) -> list[str]:
    """Return the command that grades a folder."""
    out = Path(folder).with_suffix(".json")
    program = [sys.executable, "-m", "treesolve", "grade"]
    return [*program, str(tree), folder, "--jobs", "1", "-o", str(out)]


def _class(folder: Path, students: int) -> str:
    """Write a folder of answers: right ones, those of simulated students, and both with slips; return its path."""
    folder.mkdir()
    rng = random.Random(7)
    tree = read(TREE)
    grader = Grader(tree, DEFAULT)
    known = [grader.right, *(simulated_student.reference for simulated_student in grader.simulated_students)]
    for number in range(students):
        right = known[0] if number % 3 == 0 else rng.choice(known)
        text = _written(_slipped(_answer(right), tree, rng) if number % 3 == 2 else _answer(right), tree, number)
        (folder / f"{number:05}.txt").write_text(text, encoding="utf-8")
    return str(folder)


def _answer(right: ReferenceAnswer) -> Answer:
    """Return an answer that is right by the reference."""
    values = {node: accepted[-1] for node, accepted in right.values.items() if node in right.visited}
    best = right.best[0] if right.best else None
    return Answer("", values, right.windows, right.roots, right.order, best, right.value[0])


def _slipped(answer: Answer, tree: Tree, rng: random.Random) -> Answer:
    """Return the answer with a wrong value or a wrong pruned leaf."""
    if rng.random() < 0.5:
        node = rng.choice(sorted(answer.values or {}))
        return answer._replace(values={**(answer.values or {}), node: rng.randint(0, 9)})
    return answer._replace(pruned=tuple({*(answer.pruned or ())} ^ {rng.choice(tree.leaf_ids)}))


def _written(answer: Answer, tree: Tree, number: int) -> str:
    return "\n".join([f"student: {number:05}", *_lines(answer, tree)]) + "\n"


def _lines(answer: Answer, tree: Tree) -> Iterator[str]:
    names = tree.names
    values = answer.values or {}
    windows = answer.windows or {}
    yield "values: " + " ".join(f"{names[node]}={format_number(value)}" for node, value in values.items())
    yield "windows: " + " ".join(
        f"{names[node]}=[{format_number(low)}, {format_number(high)}]" for node, (low, high) in sorted(windows.items())
    )
    yield "pruned: " + (" ".join(names[node] for node in answer.pruned or ()) or "none")
    yield "order: " + " ".join(names[leaf] for leaf in answer.order or ())
    yield "best: " + ("?" if answer.best is None else names[answer.best])
    yield f"value: {format_number(answer.value or 0)}"
