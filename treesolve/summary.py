"""What a class made of an exercise: counts over many reports, added up one report at a time.

Vocabulary

    success     how often a node was right in a part: a value, a window, a cut named, a leaf left alone
    tie         misconceptions that explain an answer equally well; they are counted together
    tally       what one report adds to the counts: plain tuples, which travel between processes
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from treesolve.grading import CORRECT, FOLLOWING, Report
from treesolve.tree import Tree
from treesolve.value import Number

Tally = tuple[tuple[object, ...], ...]


class Summary(NamedTuple):
    """The counts of one exercise, `answers` in number, `possible` points each.

    `points` says how many answers got so many points, `parts` the sum of the points in each part beside what there
    was to get in each answer, `successes` how often (right, wrong) a node was marked in a part, `misconceptions` how
    many answers each tie explains best.
    """

    exercise: str
    tree: Tree
    possible: Number
    answers: int
    points: Mapping[Number, int]
    parts: Mapping[str, tuple[Number, Number]]
    successes: Mapping[tuple[str, int], tuple[int, int]]
    misconceptions: Mapping[tuple[str, ...], int]


def tally(report: Report) -> Tally:
    """What a report adds to the counts."""
    found: list[tuple[object, ...]] = [("points", report.points)]
    for mark in report.marks:
        found.append(("part", mark.part, mark.points, mark.of))
        found += (("node", mark.part, item.node, item.verdict in (CORRECT, FOLLOWING)) for item in mark.items)
        if mark.part == "pruned":
            found += (("node", "pruned", node, node not in mark.missing) for node in mark.expected)
            found += (("node", "pruned", node, False) for node in mark.extra)
    best = tuple(diagnosis.code for diagnosis in report.diagnosis if diagnosis.rank == 1)
    if best:
        found.append(("misconception", best))
    return tuple(found)


def summary(exercise: str, tree: Tree, possible: Number, tallies: Iterable[Tally]) -> Summary:
    """The counts over all tallies."""
    counts: Counter[tuple[object, ...]] = Counter()
    for added in tallies:
        counts.update(added)
    return counted(exercise, tree, possible, counts)


def counted(exercise: str, tree: Tree, possible: Number, counts: Mapping[tuple[object, ...], int]) -> Summary:
    """The counts, from how often each entry of a tally occurred."""
    points: dict[Number, int] = {}
    parts: dict[str, tuple[Number, Number]] = {}
    successes: dict[tuple[str, int], tuple[int, int]] = {}
    misconceptions: dict[tuple[str, ...], int] = {}
    for entry, count in counts.items():
        if entry[0] == "points":
            points[entry[1]] = count  # type: ignore[index]
        elif entry[0] == "part":
            _, part, got, of = entry
            parts[part] = (parts.get(part, (0, of))[0] + got * count, of)  # type: ignore
        elif entry[0] == "node":
            _, part, node, is_right = entry
            right, wrong = successes.get((part, node), (0, 0))  # type: ignore[arg-type]
            successes[part, node] = (right + count, wrong) if is_right else (right, wrong + count)  # type: ignore
        else:
            misconceptions[entry[1]] = count  # type: ignore[index]
    ordered = dict(sorted(misconceptions.items(), key=lambda item: (-item[1], item[0])))
    by_node = dict(sorted(successes.items()))
    return Summary(
        exercise, tree, possible, sum(points.values()), dict(sorted(points.items())), parts, by_node, ordered
    )
