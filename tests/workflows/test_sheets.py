"""Sheets from Python: the same files as on the command line, and their parts."""

import json
import os
import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

import treesolve as ts
from tests.support.sheets import small_sheet
from treesolve.authoring.variant import draw_variants
from treesolve.cli import treesolve as program
from treesolve.model.convention import CONVENTIONS
from treesolve.rendering.printed_sheet import SHEET, VariantPage
from treesolve.workflows.sheet_printing import pages_as_bytes, plan_output, print_variant

TEXT = "((6 5) (2 9))"
PLAN = "title = 'Homework'\nlanguage = 'de'\n[[task]]\nfile = 'x.tree'\npoints = { values = 4.5 }\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working directory, with a tree, a roster and a TOML file."""
    (tmp_path / "x.tree").write_text(TEXT)
    (tmp_path / "students.csv").write_text("id,name\n4711,Ada\n4712,Bob\n")
    (tmp_path / "plan.toml").write_text(PLAN)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files_in(folder: Path) -> dict[str, bytes]:
    """Return the contents of the files in a folder, by relative path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.*")}


@pytest.mark.parametrize(
    ("make", "line", "place"),
    [
        (lambda: ts.sheet(Path("x.tree")), "x.tree", "exam.md"),
        (lambda: ts.sheet(Path("x.tree"), shape="2x2", seed=7, large_print=True),
         "x.tree --shape 2x2 --seed 7 --style large-print", "exam.pdf"),
        (lambda: ts.sheet(shape="2x2", roster=Path("students.csv"), seed=7, convention="cs188", language="de"),
         "--shape 2x2 --roster students.csv --seed 7 -c cs188 --language de", ""),
        (lambda: ts.sheet(Path("plan.toml"), variants=["A", "B"]), "plan.toml --variants A,B", ""),
    ],
)  # fmt: skip
def test_a_saved_sheet_has_the_files_of_the_command_line(make, line: str, place: str, folder: Path):
    """Sheet, solution, key, answer form and guide have the same bytes."""
    for name in ("door", "command"):
        (folder / name).mkdir()
    make().save(Path("door") / place)
    result = CliRunner().invoke(program, ["sheet", *line.split(), "-o", f"command/{place}"])

    assert result.exit_code == 0, result.output
    assert files_in(folder / "door") == files_in(folder / "command") != {}


def test_printing_variants_writes_nothing(folder: Path):
    """Printing a variant returns the contents of its files; the caller writes them."""
    sheet, before = ts.sheet(TEXT, variants=2, seed=7), files_in(folder)
    plan = plan_output(sheet.plan, str(folder / "exam"), 2)
    found = [print_variant(plan, (variant, variant.code)) for variant in sheet.drawn]

    assert [len(one.files) for one in found] == [2, 2]
    assert files_in(folder) == before


def test_sheet_solution_and_key_are_attributes(folder: Path):
    """Each can be rendered in its formats; the key can grade answers without being saved."""
    exam = ts.sheet(TEXT, title="Midterm")

    assert (exam.title, exam.points, type(exam.points), exam.seed) == ("Midterm", 4, Fraction, "1")
    assert [node.value for node in exam.trees[0].leaves] == [6, 5, 2, 9]
    assert "Midterm" in str(exam)
    assert "A=5" in str(exam.solution)
    assert exam.answer_form.count("Values:") == 1
    assert json.loads(str(exam.key))["sheet"]["title"] == "Midterm"
    assert exam.sheet.save("only.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert exam.key.save("key.json").read_text() == str(exam.key)
    assert ts.grade(exam.key, "values: A=5 B=5 C=2\nbest: B").points == 2


def test_variants_are_found_by_name_and_student():
    """Each is a separate sheet with the same pages as in the whole."""
    exam = ts.sheet(shape="2x2", roster=Path("students.csv"), seed=7)

    assert exam.names == ("4711", "4712")
    assert [one.names for one in exam] == [("4711",), ("4712",)]
    assert exam["4712"] == exam[1] != exam[0]
    assert str(exam) == str(exam[0]) + str(exam[1])
    assert repr(exam) == "<Sheet 'Game trees': 4 points, variants: 2>"
    with pytest.raises(ts.InputError, match="“4713” is no variant"):
        exam["4713"]


def test_a_convention_is_an_expression_a_value_or_that_of_a_solution():
    """The given convention overrides the tree's."""
    equal = "convention: aima\ntree: ((6 5) (5 9))"
    message = {
        json.loads(str(ts.sheet(what, convention=asked).key))["exercises"][0]["convention"]["id"]
        for what, asked in ((equal, "cs188"), (equal, CONVENTIONS["cs188"]), (ts.solve(equal, "cs188"), None))
    }

    assert message == {"cs188"}


@pytest.mark.parametrize(
    ("arguments", "said", "message"),
    [
        ((), {}, "A tree is text"),
        ((TEXT,), {"want": "pruned=3"}, "none is generated here"),
        ((TEXT,), {"paper": "a3"}, "“a3” is no paper"),
        ((TEXT,), {"papr": "a4"}, "Did you mean “paper”"),
        ((TEXT,), {"language": "fr"}, "Known are: en, de"),
        ((TEXT,), {"variants": 0}, "from 1 to"),
        ((TEXT,), {"variants": ["A", "A"]}, "Two variants"),
        ((Path("plan.toml"),), {"shape": "3x3"}, "a whole sheet, and says itself"),
        ((Path("plan.toml"), TEXT), {}, "printed alone"),
        ((TEXT, "5"), {}, "tree 2: .*nothing to ask"),
        ((), {"shape": "1", "variants": 9000}, "Task 1"),
        ((), {"shape": 3}, "shape is text or a list of texts, not 3"),
        ((TEXT,), {"want": 3}, "want is text or a list"),
        ((TEXT,), {"levels": 3}, "levels is text, not 3"),
        ((TEXT,), {"title": 5}, "title is text, not 5"),
        ((TEXT,), {"roster": ["4711"]}, r"roster is a Path to a file, not \['4711'\]\. Write"),
        ((TEXT,), {"key": ts.sheet(TEXT).key}, "key is a Path to a file, not <The key of"),
        ((TEXT,), {"variants": 1.5}, r"a whole number or a list of names, not 1\.5"),
        ((TEXT,), {"variants": ["A", 2]}, r"variants\[1\] is text, not 2"),
        ((TEXT,), {"variants": "AB"}, "variants is a whole number or a list"),
        ((TEXT,), {"large_print": "no"}, "large_print is True or False, not 'no'"),
    ],
)
def test_invalid_arguments_raise_a_message(arguments, said, message: str):
    """The error is raised at once, not when the sheet is saved."""
    with pytest.raises(ts.InputError, match=message):
        ts.sheet(*arguments, **said)


def test_several_variants_cannot_be_saved_to_one_file():
    """Other invalid paths and options of `save` are refused as well."""
    exam = ts.sheet(shape="2x2", variants=2, seed=1)
    for attempt, message in (
        (lambda: exam.save("exam.pdf"), "Name a folder"),
        (lambda: exam.save(""), "The name of the output is empty"),
        (lambda: exam.save("exam.docx"), r"ends in “\.docx”"),
        (lambda: exam.sheet.save("exam.pdf", language="de"), "“language” is no style"),
    ):
        with pytest.raises(ts.InputError, match=message):
            attempt()


def test_files_of_other_sheets_are_not_replaced():
    """They are with `replace`."""
    exam = ts.sheet(shape="2x2", roster=Path("students.csv"), seed=7)
    mine = Path("out/solutions/4712.pdf")
    mine.parent.mkdir(parents=True)
    mine.write_text("mine")
    with pytest.raises(ts.InputError, match=r"out/solutions/4712\.pdf: There is such a file already"):
        exam.save("out")
    assert list(files_in(Path("out"))) == ["solutions/4712.pdf"]
    exam.save("out", replace=True)
    assert mine.read_bytes().startswith(b"%PDF-")


@pytest.fixture(scope="module", params=["pdf", "latex"])
def pages(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> tuple[str, list[Path]]:
    """Return the code of a variant and its pages as pictures at 100 dpi, the resolution of a poor scan."""
    if not all(map(shutil.which, ["zbarimg", "pdftoppm", *(["pdflatex"] if request.param == "latex" else [])])):
        assert "TREESOLVE_NEEDS_TEX" not in os.environ
        pytest.skip("needs zbarimg, pdftoppm and pdflatex")
    folder = tmp_path_factory.mktemp("codes")
    sheet = small_sheet(folder)
    variant = next(draw_variants(sheet, "7", 1))
    made = pages_as_bytes([VariantPage(sheet, variant)], SHEET, request.param)
    (folder / f"sheet.{'tex' if request.param == 'latex' else 'pdf'}").write_bytes(made)
    if request.param == "latex":
        subprocess.run(["pdflatex", "-interaction=batchmode", "sheet.tex"], cwd=folder, check=True, capture_output=True)
    command = ["pdftoppm", "-r", "100", "-gray", str(folder / "sheet.pdf"), str(folder / "page")]
    subprocess.run(command, check=True)
    return variant.code, sorted(folder.glob("page-*.pgm"))


def read_codes(picture: Path) -> list[str]:
    """Return the contents of the QR codes in a picture."""
    found = subprocess.run(["zbarimg", "-q", "--raw", str(picture)], capture_output=True, text=True, check=False)
    return found.stdout.split()


def test_each_page_names_sheet_variant_and_page(pages: tuple[str, list[Path]]):
    """Each page has one code."""
    code, pictures = pages

    assert len(pictures) > 1
    message = [read_codes(picture) for picture in pictures]
    assert message == [[f"HOMEWORK/{code}/{number}"] for number in range(1, len(pictures) + 1)]


def test_a_copy_in_black_and_white_can_be_read(pages: tuple[str, list[Path]]):
    """The copy has no gray, and every fortieth row of pixels is missing, as from a dirty drum."""
    code, pictures = pages
    head, size, depth, dots = re.split(rb"\n", pictures[0].read_bytes(), maxsplit=3)
    width, height = map(int, size.split())
    copied = bytearray(255 if dot > 140 else 0 for dot in dots)
    for row in range(0, height, 40):
        copied[row * width : (row + 1) * width] = b"\xff" * width
    copy = pictures[0].with_name("copy.pgm")
    copy.write_bytes(b"\n".join([head, size, depth, bytes(copied)]))

    assert read_codes(copy) == [f"HOMEWORK/{code}/1"]
