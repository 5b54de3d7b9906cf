"""The Python part of the playground: outputs equal those of the command line, and errors have positions."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.playground.site import SOURCES, this_python

TREE = "((6 5) (2 9))"


Answered = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def answered() -> Iterator[Answered]:
    """Yield a function to call as `answered(tree, "picture", ..., conventions=["aima"], language="de")`."""
    with this_python() as answer:

        def ask(tree: str, *wanted: str, conventions: tuple[str, ...] = ("",), language: str = "en") -> dict[str, Any]:
            return answer(
                json.dumps({"tree": tree, "conventions": conventions, "language": language, "wanted": wanted})
            )

        yield ask


ASKED = ("picture", "text", "page", "json", "comparison", "unknown", "practice", "forest")
SHEETS = ("sheet", "sheet_solution", "sheet_latex", "sheet_solution_latex")


@pytest.mark.parametrize("name", [*ASKED, *SHEETS])
def test_an_output_is_what_its_command_line_writes(answered: Answered, name: str, tmp_path: Path):
    """The command in the answer is run in a folder with the tree."""
    tree = f"title: Ein Blatt\ntree: ((6 5) (2 {7 if name in SHEETS else 'x'}))"
    (made,) = answered(tree, name, conventions=("cs188:ties=last",), language="de")["results"]

    (tmp_path / "tree.tree").write_text(tree, "utf-8")
    words = made["command"].split()
    subprocess.run([sys.executable, "-m", *words], cwd=tmp_path, check=True, capture_output=True)

    assert words[0] == "treesolve"
    assert ("-solution." in made["file"]) == ("_solution" in name)
    assert (tmp_path / made["file"]).read_bytes().decode() == made["text"]


def test_mistakes_come_with_their_places(answered: Answered):
    """Line and column count from 1, the length is that of the carets; no picture is returned."""
    answer = answered("((6 5)\n (2,, 9) (6-5 1))", "picture", "exercise")

    assert answer["results"][0]["text"] is None
    assert [(each["line"], each["column"], each["length"]) for each in answer["mistakes"]] == [(2, 5, 1), (2, 11, 3)]
    assert answer["mistakes"][0]["sentence"].startswith("Two separators in a row")


def test_a_mistake_in_a_rule_is_one_of_the_rules(answered: Answered):
    """Its message omits the command line's prefix."""
    (mistake,) = answered(TREE, "picture", conventions=("aima:order=ri",))["mistakes"]

    assert mistake == {"sentence": "Unknown value “ri” for order. Valid values: left-right, right-left.", "rule": True}


def test_how_a_foreign_tree_was_read_is_a_remark(answered: Answered):
    """It is not an error."""
    answer = answered('{"A": ["B", "C"], "B": [3, 5], "C": [2, 9]}', "page")

    assert answer["mistakes"] == []
    assert "A: (B: (3 5) C: (2 9))" in answer["remarks"][0]


def test_halves_of_characters_are_a_mistake_like_others(answered: Answered):
    """A text field may contain lone surrogates; a file cannot."""
    (mistake,) = answered("((6 5) (\ud83d 9))", "picture")["mistakes"]

    assert (mistake["line"], mistake["column"]) == (1, 9)


def test_two_conventions_are_compared_with_each_other_and_one_with_all(answered: Answered):
    """One command compares them."""
    pair = answered(TREE, "comparison", conventions=("aima", "cs188:ties=last"))["results"]
    alone = answered(TREE, "comparison")["results"]

    assert [each["command"] for each in pair] == [
        "treesolve solve tree.tree -c aima -c cs188:ties=last -o comparison.html"
    ]
    assert [each["command"] for each in alone] == ["treesolve solve tree.tree -c all -o comparison.html"]


FAULTY = """
import treesolve.__main__ as program
program.main = lambda: 1 / 0
import work
print(work.answer('{"tree": "1", "conventions": [""], "language": "en", "wanted": ["picture"]}'))
"""


def test_a_fault_of_the_program_is_a_sentence():
    """No traceback is shown."""
    run = subprocess.run([sys.executable, "-c", FAULTY], cwd=SOURCES, check=True, capture_output=True, text=True)
    (mistake,) = json.loads(run.stdout)["mistakes"]

    assert "ZeroDivisionError: division by zero" in mistake["sentence"]


# Texts


def texts() -> dict[str, dict[str, str]]:
    """Return the texts of the page, by language."""
    return json.loads((SOURCES / "texts.json").read_text("utf-8"))


def test_a_language_has_every_text():
    """Placeholders are the same in all languages."""
    english, german = texts()["en"], texts()["de"]

    assert list(english) == list(german)
    for key, text in english.items():
        assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", german[key])), key


def test_every_text_is_used_and_none_is_missing():
    """Texts are named by the page and its scripts, or derived from views and formats."""
    sources = "\n".join(file.read_text("utf-8") for file in SOURCES.glob("*.*") if file.suffix in (".html", ".js"))
    named = set(re.findall(r'data-(?:text|label|title)="(\w+)"', sources))
    named |= {key for key in texts()["en"] if re.search(rf'"{key}"|^  {key}:', sources, re.MULTILINE)}
    forms = re.search(r"FORMS = \{(.*?)\}", sources, re.DOTALL)
    assert forms
    named |= {f"form_{form}" for form in re.findall(r"(\w+):", forms[1])}

    assert named == set(texts()["en"])
