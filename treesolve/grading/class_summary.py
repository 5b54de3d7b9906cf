"""Summarize the results of a class for one exercise, by adding up counts one report at a time."""

from collections.abc import Mapping
from typing import NamedTuple

from treesolve.grading.grader import MarkedAnswer
from treesolve.grading.marks import CORRECT, FOLLOWING
from treesolve.model.number import Number
from treesolve.model.tree import Tree
from treesolve.notation.number_text import format_number, read_number

TallyEntries = tuple[str, ...]


class ClassSummary(NamedTuple):
    """The counts of one exercise, whose maximum is `possible` points.

    `answers` is the number of answers in which all parts are decided, and `pending` is the number of answers with parts
    that need review. For each part, `decided` has the number of answers in which this part is decided.

    `points` has the number of fully decided answers for each total. For each part, `parts` has the sum of points over
    all answers, and the maximum in one answer. For each part and node, `successes` has the number of times the node was
    marked right, and wrong. `misconceptions` has the number of answers that each group of equally good diagnoses
    explains.
    """

    exercise: str
    tree: Tree
    possible: Number
    answers: int
    points: Mapping[Number, int]
    parts: Mapping[str, tuple[Number, Number]]
    successes: Mapping[tuple[str, int], tuple[int, int]]
    misconceptions: Mapping[tuple[str, ...], int]
    decided: Mapping[str, int] = {}
    pending: int = 0


def tally(report: MarkedAnswer) -> TallyEntries:
    """Return the entries that a report adds to the counts.

    Pending parts add nothing, and the total is counted only if no part is pending.
    """
    found = ["pending"] if report.pending else [f"points {format_number(report.points)}"]
    for mark in report.marks:
        if mark.points is None:
            continue
        found.append(f"part {mark.part} {format_number(mark.points)} {format_number(mark.of)}")
        found += (
            f"node {mark.part} {item.node} {_sign_of_verdict(item.verdict in (CORRECT, FOLLOWING))}"
            for item in mark.items
        )
        if mark.part == "pruned":
            found += (f"node pruned {node} {_sign_of_verdict(node not in mark.missing)}" for node in mark.expected)
            found += (f"node pruned {node} -" for node in mark.extra)
    best = [diagnosis.code for diagnosis in report.diagnosis]
    if best:
        found.append(f"misconception {' '.join(best)}")
    return tuple(found)


def _sign_of_verdict(is_right: bool) -> str:
    return "+" if is_right else "-"


def counted(exercise: str, tree: Tree, possible: Number, counts: Mapping[str, int]) -> ClassSummary:
    """Return the summary of the class. `counts` says how often each entry of the tallies occurs."""
    points: dict[Number, int] = {}
    parts: dict[str, tuple[Number, Number]] = {}
    successes: dict[tuple[str, int], tuple[int, int]] = {}
    misconceptions: dict[tuple[str, ...], int] = {}
    decided: dict[str, int] = {}
    pending = 0
    for entry, count in counts.items():
        what, *fields = entry.split(" ")
        if what == "pending":
            pending = count
        elif what == "points":
            points[read_number(fields[0])] = count
        elif what == "part":
            got, of = map(read_number, fields[1:])
            parts[fields[0]] = (parts.get(fields[0], (0, of))[0] + got * count, of)
            decided[fields[0]] = decided.get(fields[0], 0) + count
        elif what == "node":
            named = fields[0], int(fields[1])
            right, wrong = successes.get(named, (0, 0))
            successes[named] = (right + count, wrong) if fields[2] == "+" else (right, wrong + count)
        else:
            misconceptions[tuple(fields)] = count
    points, successes = dict(sorted(points.items())), dict(sorted(successes.items()))
    misconceptions = dict(sorted(misconceptions.items(), key=lambda item: (-item[1], item[0])))
    answers = sum(points.values())
    return ClassSummary(exercise, tree, possible, answers, points, parts, successes, misconceptions, decided, pending)
