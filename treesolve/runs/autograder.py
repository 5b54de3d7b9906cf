"""One submission marked in an autograder's container: `python -m treesolve.runs.autograder /autograder en`.

The folder is laid out as Gradescope has it: `source/key.json`, `submission/`, `submission_metadata.json`, and
`results/results.json`, which is written whatever is handed in.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from treesolve.answers.files import read_submissions
from treesolve.answers.submission import Submission
from treesolve.exchange.gradescope_results import Marked, results_document
from treesolve.grading.exam import read_key
from treesolve.grading.grade import Report
from treesolve.grading.rubric import Rubric
from treesolve.model.atomic_file import made_folder, whole_file
from treesolve.model.input_file import read_as
from treesolve.model.problem import InputError, Problem, fault_problem
from treesolve.pages.environment import words
from treesolve.pages.problem import problem_report, problem_sentence
from treesolve.runs.grade_submission import Marker, Settings


def results(root: Path, language: str = "en") -> str:
    """The document results.json for what is handed in below a folder. Raises InputError where there is no key."""
    key = read_as(lambda path: read_key(path.read_text("utf-8"), "key.json"), root / "source" / "key.json")
    submission = root / "submission"
    marker = Marker(Settings(key, Rubric(), language))
    problems: list[Problem] = []
    reports: dict[int, Report] = {}
    for found in read_submissions([submission]):
        if isinstance(found, Problem):
            problems.append(found)
        else:
            problems += _mark(marker, _with_id(found, root), reports)
    told = [_sentence(problem, submission, language) for problem in problems]
    if not reports:
        told.insert(0, words(language, "quiz.jinja").nothing_handed_in())
    return results_document(list(_marked(marker, reports)), told, language)


def _with_id(found: Submission, root: Path) -> Submission:
    """The submission as that of whoever handed it in: by the id on Gradescope's list, where it has one."""
    try:
        users = json.loads((root / "submission_metadata.json").read_text("utf-8"))["users"]
        student = str(users[0].get("sid") or users[0]["email"])
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return found
    return found._replace(student=student)


def _mark(marker: Marker, found: Submission, reports: dict[int, Report]) -> Iterable[Problem]:
    """Mark one file; of two about one exercise the later one by name counts. What is wrong with it comes back."""
    try:
        number = marker.number(found)
        reports[number], problems, _ = marker.report(found, number)
    except InputError as error:
        return error.problems
    except Exception as error:  # whatever a file holds, the others are marked
        return [fault_problem(error, found.source)]
    return problems


def _marked(marker: Marker, reports: dict[int, Report]) -> Iterable[Marked]:
    """Each exercise of the key with its report, in order; of those with variants the one that was handed in."""
    key = marker.settings.key
    answered = {key.name_of(number) for number in reports}
    missing = {number for number in key.first_numbers if key.name_of(number) not in answered}
    for number in sorted({*reports, *missing}):
        prepared = marker.prepared(number)
        yield Marked(prepared.exercise.title, prepared.grader, reports.get(number))


def _sentence(problem: Problem, folder: Path, language: str) -> str:
    """A problem in one line, with the name of its file."""
    source = problem.source.removeprefix(f"{folder}/")
    place = problem.place()
    where = f"{source}:{place[0]}" if place else source
    return f"{where}: {problem_sentence(problem, language)}"


def main(arguments: Any) -> None:
    """Write results.json; where there can be none, end with sentences and exit code 1."""
    root, language = Path(arguments[0]), arguments[1] if len(arguments) > 1 else "en"
    try:
        with whole_file(str(made_folder(str(root / "results")) / "results.json")) as file:
            file.write(results(root, language))
    except InputError as error:
        sys.exit("\n".join(problem_report(problem, language) for problem in error.problems))


if __name__ == "__main__":
    main(sys.argv[1:])
