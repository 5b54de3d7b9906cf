"""The sheets that come with the project: built as their lecturers would, and every page looked at."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from tests.support.effort import dealt, size
from tests.support.pdf_text import page_texts
from tests.support.places import EXERCISES
from tests.support.program import run
from tests.support.tex import printed
from treesolve.authoring.sheet_file import read_sheet
from treesolve.grading.roster import read_roster
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.workflows.printed_variant_check import plain_minimax

SHEETS = EXERCISES / "sheets"
ROSTER = SHEETS / "klausur" / "teilnehmer.csv"

STUDENTS = size(30)
"""So many of the roster get a sheet."""


def built(path: Path, folder: Path, *options: str) -> Path:
    """Return the folder in which a sheet has been built."""
    result = run("sheet", path, "-o", folder, *options)
    assert (result.exit_code, result.stderr) == (0, "")
    return folder


def texts(path: Path) -> list[str]:
    """Return the text of each page of a PDF, on one line."""
    return [" ".join(page.split()) for page in page_texts(path)]


@cache
def sheet_of(path: str) -> list[str]:
    """Return the titles of a sheet's tasks."""
    return [task.title for task in read_sheet(SHEETS / path).tasks]


@pytest.fixture(scope="module")
def exam(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The exam, built for the first students of its roster."""
    folder = tmp_path_factory.mktemp("klausur")
    (folder / "first.csv").write_bytes(b"".join(ROSTER.read_bytes().splitlines(keepends=True)[: STUDENTS + 1]))
    options = ("--roster", str(folder / "first.csv"), "--seed", "2027")
    return built(SHEETS / "klausur" / "klausur.toml", folder / "built", *options)


def test_each_student_has_a_sheet(exam: Path) -> None:
    """Of four pages, each with the id and the code of the variant; and a solution of the same code."""
    codes = json.loads((exam / "key.json").read_text("utf-8"))["students"]
    students = read_roster(ROSTER).students[:STUDENTS]

    assert list(codes) == [student.id for student in students]
    assert len(set(codes.values())) == STUDENTS
    for student, code in codes.items():
        pages = texts(exam / "sheets" / f"{student}.pdf")
        assert len(pages) == 4
        for number in (1, 4):
            assert f"Variante {code}" in pages[number - 1]
            assert f"{student} Seite {number} von 4" in pages[number - 1]
        assert f"Variante {code}, {student}" in texts(exam / "solutions" / f"{student}.pdf")[0]


def test_all_sheets_are_bound_to_be_printed(exam: Path) -> None:
    """One file with the pages of all, in the order of the roster."""
    pages = texts(exam / "sheets" / "ki-k1.pdf")

    assert len(pages) == 4 * STUDENTS
    for page, student in zip(pages[::4], read_roster(ROSTER).students, strict=False):
        assert student.id in page


def test_everybody_has_other_trees_of_the_same_kind(exam: Path) -> None:
    """No tree is there twice; each has the shape of its task, and the root value that its solution says."""
    exercises = json.loads((exam / "key.json").read_text("utf-8"))["exercises"]
    tasks = read_sheet(SHEETS / "klausur" / "klausur.toml").tasks

    assert len(exercises) == 4 * STUDENTS
    assert len({exercise["tree"] for exercise in exercises}) == 4 * STUDENTS
    for exercise in exercises:
        tree = read(exercise["tree"])
        source = tasks[int(exercise["exercise"]) - 1].source
        assert not isinstance(source, Tree)
        assert source.shape is not None
        assert len(tree.leaf_ids) == source.max_leaves
        if "value" in exercise["solution"]:
            assert exercise["solution"]["value"] == str(plain_minimax(tree)[0])


def test_the_guide_has_the_answers_of_all(exam: Path) -> None:
    """Each variant is in it, with whose it is."""
    codes = json.loads((exam / "key.json").read_text("utf-8"))["students"]
    guide = " ".join(" ".join(texts(exam / "solutions" / "guide.pdf")).split())

    for student in read_roster(ROSTER).students[:STUDENTS]:
        called = f"{student.name} ({student.id})" if student.name else student.id
        assert f"{codes[student.id]} · {called}" in guide


def test_questions_about_a_given_tree_may_differ(tmp_path: Path) -> None:
    """Then the guide has the answers of each variant, and none that would be all variants' answers."""
    (tmp_path / "quiz.toml").write_text(
        f'title = "Quiz"\n[[task]]\nfile = "{EXERCISES}/textbook/deep-cut.tree"\nask = ["best", "statements"]\n'
    )
    built(tmp_path / "quiz.toml", tmp_path / "out", "--seed", "7", "--variants", "5")
    guide = " ".join(texts(tmp_path / "out" / "solutions" / "guide.pdf"))

    exercises = json.loads((tmp_path / "out" / "key.json").read_text("utf-8"))["exercises"]
    assert len({exercise["solution"]["statements"] for exercise in exercises}) > 1
    for exercise in exercises:
        message = guide.partition(exercise["variant"])[2].partition("Statements 1 pt ")[2]
        assert message.startswith(exercise["solution"]["statements"])


@pytest.mark.long
@pytest.mark.parametrize("path", dealt(["homework-3.toml", "klausur/klausur.toml"], 1, 2))
def test_latex_takes_the_sources(path: str, tmp_path: Path) -> None:
    """Some sheets and solutions compile as they are, and nothing stands on anything else or beside the page."""
    folder = built(SHEETS / path, tmp_path, "--seed", "4", "--source", "latex")

    for source in dealt(sorted(folder.glob("*/*.tex")), "klausur" in path, 20):
        written = source.read_text("utf-8")
        page = printed(written, tmp_path)
        called = re.search(r"\\gametreevariant\{.*?\}\{(Variante? \w+)\}", written)
        assert called
        assert page.text.count(called[1]) >= len(page.sizes)
        assert not page.outside
        assert not page.collisions
        assert abs(len(page.sizes) - len(texts(source.with_suffix(".pdf")))) <= 1
        for title in sheet_of(path):
            assert title.split()[-1] in page.text
