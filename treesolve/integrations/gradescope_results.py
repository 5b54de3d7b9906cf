"""Creation of `results.json`, from which Gradescope displays the result of an automatically graded submission.

Each part of an exercise becomes a test with its points and the reasons why points were lost.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from treesolve.grading.grader import Grader, MarkedAnswer
from treesolve.grading.rubric import DEFAULT_RUBRIC, Rubric
from treesolve.model.number import Number
from treesolve.rendering.feedback import FeedbackPage
from treesolve.rendering.grades import counted_sentence
from treesolve.rendering.template_environment import words


class MarkedExercise(NamedTuple):
    """An exercise with its grader and grade result; `report` is None if the student did not submit the exercise."""

    name: str
    grader: Grader
    report: MarkedAnswer | None


def results_document(
    marked: Sequence[MarkedExercise],
    messages: Iterable[str],
    language: str = "en",
    *,
    full: bool = True,
    rubric: Rubric = DEFAULT_RUBRIC,
) -> str:
    """Return the JSON document, with one test per part and the total of all points that have been decided.

    The output begins with `messages`. If `full` is true, the reasons for lost points contain the right answers;
    otherwise they contain only hints. The `rubric` determines how the total is scaled.
    """
    several = len(marked) > 1
    points, of = sum(one.report.points for one in marked if one.report), sum(one.grader.possible for one in marked)
    counted = [] if rubric.out_of is None else [counted_sentence(points, of, rubric, language)]
    found = {
        "score": _points(rubric.counted(points, of)),
        "output": "\n".join([*messages, *counted, *_diagnoses(marked, language, full=full)]),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [test for one in marked for test in _tests(one, language, several=several, full=full)],
    }
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _points(points: Number) -> int | float:
    return int(points) if points == int(points) else float(points)


def _tests(marked: MarkedExercise, language: str, *, several: bool, full: bool) -> Iterator[dict[str, Any]]:
    before = f"{marked.name}: " if several else ""
    if marked.report is None:
        say = words(language, "quiz.jinja")
        yield _test_result(marked.name, 0, marked.grader.possible, [say.not_handed_in({"name": marked.name})])
        return
    page = FeedbackPage(marked.report, marked.grader, language, full=full)
    explained, reasons = dict(page.explained), dict(page.reasons)
    for mark in marked.report.marks:
        name = page.feedback_sentences.practice.part(mark.part)
        explanations = [
            *explained.get(name, []),
            *reasons.get(name, []),
            *page.feedback_sentences.comments(mark, marked.report),
        ]
        messages = [page.feedback_sentences.pending(mark.part)] if mark.is_pending else explanations
        yield _test_result(before + name, mark.points or 0, mark.of, messages)


def _test_result(name: str, points: Number, of: Number, messages: Sequence[str]) -> dict[str, Any]:
    return {
        "name": name,
        "score": _points(points),
        "max_score": _points(of),
        "status": "passed" if points == of else "failed",
        "output": "\n".join(messages),
        "output_format": "text",
        "visibility": "visible",
    }


def _diagnoses(marked: Sequence[MarkedExercise], language: str, *, full: bool) -> Iterator[str]:
    """Yield the diagnosis of each submitted exercise, with a note about the point of view of its numbers if needed."""
    for one in marked:
        if one.report:
            page = FeedbackPage(one.report, one.grader, language, full=full)
            yield from filter(
                None, [" ".join([*page.diagnosis, *page.feedback_sentences.perspective_note(one.report)])]
            )
