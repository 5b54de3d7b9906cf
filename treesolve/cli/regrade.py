"""treesolve regrade"""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from io import StringIO
from typing import Any

import click

from treesolve.cli.marking import asked_key, asked_rubric, marking_options
from treesolve.cli.old_grades import old_key, old_rubric, read_grades
from treesolve.cli.options import FILES, Steering, chosen_format, language_option, output_options_for
from treesolve.cli.output import check_output, output
from treesolve.cli.run import Run
from treesolve.grading.result import Result

FORMS = {"text": (".txt",), "json": (".json",), "csv": (".csv",), "markdown": (".md",)}
"""The forms of a list of changes, each with its endings."""


@click.command("regrade")
@click.argument("grades", type=FILES, metavar="GRADES")
@click.option(
    "--key", "key_path", type=FILES, metavar="KEY", help="The new key. [default: the one GRADES was made with]"
)
@marking_options
@click.option("--grades", "grades_path", type=FILES, metavar="FILE", help="Write all new results to FILE, as JSON.")
@language_option
@output_options_for(FORMS)
def command(grades: str, **options: Any) -> None:
    """Mark answers again, and say whose points change, from what to what, and why.

    GRADES is what `treesolve grade --format json` has written: the answers are in it as they were handed in, and the
    key and rubric they were marked by. What is not given anew stays: with only another key the rubric is the same.

    \b
    Examples:
      treesolve regrade grades.json --key corrected.tree
      treesolve regrade grades.json --accept cs188 -o changes.csv
      treesolve regrade grades.json --rubric milder.toml --grades new-grades.json
    """
    run = Run(options["language"], options["output_path"])
    run.guard(lambda: _regrade(run, grades, **options))
    run.finish()


def _regrade(
    run: Run,
    grades: str,
    *,
    key_path: str | None,
    rubric_path: str | None,
    accept: tuple[str, ...],
    grades_path: str | None,
    form: str | None,
    output_path: str | None,
    feedback: str,
    language: str,
    **options: Any,
) -> None:
    from treesolve.grading.regrading import change
    from treesolve.runs.grade_submission import Marker, Settings

    document = read_grades(grades)
    steering = Steering(options)
    key, solutions = asked_key(key_path, steering) if key_path else old_key(document, steering, grades)
    key = _called_as_before(key, document)
    rubric = asked_rubric(rubric_path, accept)
    if not rubric_path:
        old = old_rubric(document, grades)
        rubric = old._replace(accepted=(*old.accepted, *rubric.accepted))
    written = chosen_format(form, output_path, FORMS)
    check_output(output_path, (grades,))
    check_output(grades_path, (grades,))
    settings = Settings(key, rubric, language, feedback == "full")
    run.progress.total = len(document["results"])
    changes = []
    for before, now in _marked_again(run, Marker(settings, solutions), document, grades_path):
        changed = change(before, now)
        if changed is not None:
            changes.append(changed)
    with output(output_path, written) as file:
        file.write(_told(changes, len(document["results"]), written, language))


def _called_as_before(key: Any, document: Any) -> Any:
    """The key; a single exercise is called as the single one before, since the answers may name it."""
    from treesolve.grading.exam import Key

    names = {result.judgement.exercise for result in document["results"]}
    if len(key.exercises) == 1 == len(names):
        return Key((key.exercises[0]._replace(name=str(names.pop())),))
    return key


def _marked_again(
    run: Run, marker: Any, document: Any, grades_path: str | None
) -> Iterator[tuple[Result, Result | None]]:
    """Each old result with the new one, None where there is none any more; all new ones are written if asked for."""
    from treesolve.cli.grade import Grading
    from treesolve.runs.cohort import outcomes, sensible_jobs

    grading = Grading(run, marker, "json", known=frozenset(_told_before(document["problems"])))
    entries = document["results"]
    again = (_submission(entry) for entry in entries)
    with output(grades_path, "json") if grades_path else nullcontext(StringIO()) as file:
        results = grading.results(file, "json" if grades_path else "none")
        results.problems += _kept(document)
        jobs = sensible_jobs(len(entries), pages=False)
        for before, outcome in zip(entries, outcomes(marker, again, jobs), strict=True):
            grading.take(outcome, results)
            yield before, outcome.result
        results.finish()


def _told_before(problems: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """The places and codes of problems; one with a row of a table is now one with an answer of its own."""
    for problem in problems:
        yield problem["source"], problem["code"]
        yield f"{problem['source']}:{problem['line']}", problem["code"]


def _kept(document: Any) -> Iterator[Any]:
    """The problems with files, and with what could not be marked: they stay, since nothing of it is read again."""
    marked = {result.source for result in document["results"]}
    for problem in document["problems"]:
        places = problem["source"], f"{problem['source']}:{problem['line']}"
        if problem["code"].startswith("submission-") or marked.isdisjoint(places):
            yield problem


def _submission(result: Result) -> Any:
    """An answer as it was handed in; the file it came from need not be there any more."""
    from treesolve.answers.submission import Submission

    return Submission(result.source, result.student, result.answer, is_translated=True)


def _told(changes: list[Any], answers: int, form: str, language: str) -> str:
    from treesolve.grading.regrading import change_json
    from treesolve.pages.regrading import changes_csv, changes_page

    if form == "json":
        entries = [change_json(changed) for changed in changes]
        told = {"schema": "treesolve/regrade/1", "answers": answers, "changes": entries}
        return json.dumps(told, separators=(",", ":")) + "\n"
    if form == "csv":
        return changes_csv(changes, language)
    return changes_page(changes, answers, form, language)
