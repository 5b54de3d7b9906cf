"""The playground's Python answers what this one does, to the byte: exercises, notations of others, mistakes."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from tests.playground.site import built_site, page_folder, work
from tests.support.effort import some
from tests.support.places import EXERCISES, TESTS

LECTURES = ("aima", "lang", "cs188:order=right-left")
ALWAYS = ("picture", "page", "text", "json")
IN_TURN = ("exercise", "comparison", "unknown", "practice", "latex", "forest", "typst", "markdown", "tidy")


def requests_about_exercises() -> Iterator[dict[str, Any]]:
    """Each exercise in three lectures: what most will look at, and the other outputs in turn."""
    trees = [path.read_text("utf-8") for path in sorted(EXERCISES.glob("**/*.tree"))]
    for number, (tree, lecture) in enumerate((tree, lecture) for tree in trees for lecture in LECTURES):
        for output in (*ALWAYS, IN_TURN[number % len(IN_TURN)]):
            yield {"tree": tree, "lectures": [lecture], "language": ("en", "de")[number % 2], "wanted": [output]}


def requests_about_others() -> Iterator[dict[str, Any]]:
    """Small texts in the notations of others, right and wrong, as once they were a surprise to a reader."""
    for path in sorted(TESTS.glob("corpus/*/*")):
        text = path.read_bytes().decode(errors="replace").replace("\r", "")
        yield {"tree": text, "lectures": [""], "language": "en", "wanted": ["picture", "exercise"]}


@pytest.mark.parametrize("asked", [requests_about_exercises, requests_about_others])
def test_the_browsers_python_answers_what_this_one_does(asked: Any):
    """Outputs, mistakes and remarks; the worker of the page starts it by the same code."""
    if shutil.which("node") is None:
        pytest.skip("no node is installed")
    site = built_site()
    requests = [json.dumps(request) for request in some([*asked()])]
    command = ["node", TESTS / "playground" / "answers.mjs", next(site.glob("pyodide-*")), page_folder(site)]
    told = subprocess.run(command, input="\n".join(requests), capture_output=True, text=True, check=True)
    answers = told.stdout.splitlines()

    assert len(answers) == len(requests)
    for request, answer in zip(requests, answers, strict=True):
        assert json.loads(answer) == json.loads(work().answer(request)), request
