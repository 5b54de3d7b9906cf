"""The answers of the playground's Python equal those of this one: exercises, other notations, errors."""

import json
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tests.playground.site import answering, built_site, page_folder, this_python
from tests.support.effort import some
from tests.support.places import EXERCISES, TESTS

SEARCHED_CONVENTIONS = ("aima", "lang", "cs188:order=right-left")
ALWAYS = ("picture", "page", "text", "json")
SHEETS = ("sheet", "sheet_solution", "sheet_latex")
IN_TURN = ("exercise", "comparison", "unknown", "practice", "latex", "forest", "typst", "markdown", "tidy", *SHEETS)


def requests_about_exercises() -> Iterator[dict[str, Any]]:
    """Yield requests for each exercise in three conventions: the main outputs, and the others in turn."""
    trees = [path.read_text("utf-8") for path in sorted(EXERCISES.glob("**/*.tree"))]
    for number, (tree, convention) in enumerate(
        (tree, convention) for tree in trees for convention in SEARCHED_CONVENTIONS
    ):
        for output in (*ALWAYS, IN_TURN[number % len(IN_TURN)]):
            yield {"tree": tree, "conventions": [convention], "language": ("en", "de")[number % 2], "wanted": [output]}


def requests_about_others() -> Iterator[dict[str, Any]]:
    """Yield requests with short valid and invalid texts in other notations, which once caused errors."""
    for path in sorted(TESTS.glob("corpus/*/*")):
        text = path.read_bytes().decode(errors="replace").replace("\r", "")
        yield {"tree": text, "conventions": [""], "language": "en", "wanted": ["picture", "exercise"]}


@pytest.mark.parametrize("asked", [requests_about_exercises, requests_about_others])
def test_the_browsers_python_answers_what_this_one_does(asked: Any):
    """Outputs, errors and notes are equal; the page's worker starts Python with the same code."""
    if shutil.which("node") is None:
        pytest.skip("no node is installed")
    site = built_site()
    script, runtime = TESTS / "playground" / "answers.mjs", next(site.glob("pyodide-*"))
    with this_python() as ours, answering("node", script, runtime, page_folder(site)) as browsers:
        for request in map(json.dumps, some([*asked()])):
            assert browsers(request) == ours(request), request
