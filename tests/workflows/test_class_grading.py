"""Grading of a class: results do not depend on other submissions or on the number of processes."""

import os
from collections.abc import Iterator
from concurrent.futures import Executor

from treesolve.grading.class_summary import counted, tally
from treesolve.grading.exam import Key
from treesolve.grading.exercise import Exercise
from treesolve.grading.rubric import Rubric
from treesolve.model.convention import DEFAULT
from treesolve.model.problem import Problem
from treesolve.notation.reader import read
from treesolve.rendering.json.grades_json import result_json
from treesolve.submissions.submission import Submission
from treesolve.workflows.class_grading import ANSWERS_PER_PROCESS, grade_all
from treesolve.workflows.grade_result import GradeResult, Settings
from treesolve.workflows.grade_submission import Marker
from treesolve.workflows.parallel import default_jobs

TREE = "points: values 4, pruned 4, best 1\ntree: ((3 12 8) (2 4 6) (14 5 2))\n"
RIGHT = "values: A=3 B=3 C=2 D=2\npruned: L5 L6\nbest: B\n"
SETTINGS = Settings(Key((Exercise("two-plies", read(TREE), DEFAULT),)), Rubric())

ANSWERS = (
    RIGHT,
    "values: A=3 B=3 C=2 D=2\npruned: none\nbest: B\n",
    "Werte: A=14, B=12, C=6, D=14\nbeschnitten: keine\nbester Zug: D\n",
    "values: A=5 B=5 C=x\npruned: L99\n",
    "nothing here is an answer",
)


def submissions(count: int) -> Iterator[Submission | Problem]:
    """Yield `count` submissions of all kinds, including unreadable ones."""
    for number in range(count):
        if number % 7 == 6:
            yield Problem("not-found", None, {"nearest": None}, f"{number:05}.txt")
        else:
            yield Submission(f"{number:05}.txt", f"s{number}", ANSWERS[number % len(ANSWERS)])


def taken(settings: Settings = SETTINGS, count: int = 60, executor: Executor | None = None):
    """Return the results of all submissions."""
    return list(grade_all(Marker(settings), submissions(count), executor))


def test_every_submission_has_one_result_in_order():
    """Unreadable submissions have one too."""
    found = taken()

    assert [outcome.source for outcome in found] == [f"{number:05}.txt" for number in range(60)]
    assert [outcome.result is None for outcome in found] == [number % 7 == 6 for number in range(60)]
    assert result_json(found[0].result, "")["points"] == 9


def test_equal_answers_share_a_report():
    """The cached report is used for the next student with another name, file and text."""
    settings = SETTINGS._replace(page_form="text")
    handed_in = [
        Submission("a.txt", "1", RIGHT.replace("L5 L6", "L5")),
        Submission("b.txt", "2", "best: B\n# again\npruned: L5\nvalues: D=2 C=2 B=3 A=3\n"),
        Submission("c.txt", "3", "exercise: two-plies\nvalues: A=3 B=3 C=2 D=2\npruned: 4\nbest: B\n"),
        Submission("d.txt", "4", RIGHT),
    ]
    together = list(grade_all(Marker(settings), handed_in))
    alone = [next(grade_all(Marker(settings), [submission])) for submission in handed_in]

    assert together == alone
    assert [result_json(outcome.result, "")["student"] for outcome in together] == ["1", "2", "3", "4"]
    assert [result_json(outcome.result, "")["answer"] for outcome in together] == [one.text for one in handed_in]
    assert "Handed in by: 3" in str(together[2].page)


def test_only_large_classes_start_processes():
    """Starting a process takes time."""
    assert default_jobs(30, ANSWERS_PER_PROCESS) == 1
    assert default_jobs(10_000, ANSWERS_PER_PROCESS) == min(7, os.cpu_count() or 1)


def test_class_summary_adds_up():
    """The summary counts points, parts, nodes and misconceptions over all results."""
    found: list[GradeResult] = [outcome for outcome in taken(count=35) if outcome.result]
    counts: dict[str, int] = {}
    for outcome in found:
        for entry in tally(outcome.report):
            counts[entry] = counts.get(entry, 0) + 1
    summed = counted("x", read(TREE), 9, counts)
    results = [result_json(outcome.result, "") for outcome in found]

    decided = [one for one in results if not one["pending"]]

    assert (summed.answers, summed.pending) == (len(decided), len(results) - len(decided))
    assert summed.pending
    assert sum(points * count for points, count in summed.points.items()) == sum(one["points"] for one in decided)
    assert summed.parts["values"][0] == sum(one["parts"]["values"]["points"] or 0 for one in results)
    results = [one for one in results if "values" not in one["pending"]]
    assert summed.decided["values"] == len(results)
    assert summed.successes["values", 0] == (
        sum(one["parts"]["values"]["items"][0]["verdict"] in ("correct", "follow-through") for one in results),
        sum(one["parts"]["values"]["items"][0]["verdict"] in ("wrong", "missing") for one in results),
    )
    assert sum(summed.misconceptions.values()) == sum(bool(one["diagnosis"]) for one in results)
