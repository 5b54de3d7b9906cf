"""Exams described by command-line options: output files, errors, and protection of existing files."""

import json
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from click.testing import Result

from tests.support import program
from tests.support.pdf_text import page_texts
from tests.support.places import ROOT, digests
from treesolve.authoring.quick_sheet import QuickSheet, plan_quick_sheet
from treesolve.authoring.variant import draw_variants
from treesolve.rendering.printed_sheet import VariantPage
from treesolve.workflows.printed_variant_check import faults

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs `treesolve` in a folder with some trees."""
    monkeypatch.chdir(tmp_path)
    Path("x.tree").write_text("((6 5) (2 9))", "utf-8")
    Path("trees").mkdir()
    Path("trees/a.tree").write_text("(1 2)", "utf-8")
    Path("trees/b.tree").write_text("title: B\ntree: ((3 5) (4 1))", "utf-8")
    Path("students.csv").write_text("id,name\n4711,Ada\n4712,Ben\n", "utf-8")
    return partial(program.run, "sheet")


def made() -> dict[str, str]:
    """Return a digest of each new file, by path."""
    return {path: digest for path, digest in digests(".").items() if not path.endswith((".tree", ".csv"))}


def text(path: str) -> str:
    """Return the text of a PDF."""
    return "\n".join(page_texts(path))


# Files


@pytest.mark.parametrize(
    "game", [("simple-nim", "4"), ("grundy", "6"), ("tictactoe", "X.O/.X./..O", "--depth", "1", "--heuristic", "lines")]
)
def test_the_tree_of_a_game_is_an_exam(run: Run, game: tuple[str, ...]):
    """Its nodes are named by letters, next to which the positions are drawn."""
    assert program.run("unfold", *game, "-o", "game.tree").exit_code == 0
    result = run("game.tree")
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"A ({game[1]})" in text("exam.pdf")
    (entry,) = json.loads(Path("exam-key.json").read_text("utf-8"))["exercises"]
    assert entry["solution"]["order"].startswith("L1 L2")


def test_many_variants_are_a_folder(run: Run):
    """A folder is the default output for several variants; each tree meets the constraints."""
    assert run("--shape", "3x3", "--want", "pruned=3", "--variants", "3", "--seed", "7").exit_code == 0
    assert len([*Path("exam/sheets").iterdir()]) == 4
    key = json.loads(Path("exam/key.json").read_text("utf-8"))
    assert [len(entry["solution"]["pruned"].split()) for entry in key["exercises"]] == [3, 3, 3]

    assert run("x.tree", "--roster", "students.csv", "-o", "class").exit_code == 0
    assert {path.name for path in Path("class/sheets").iterdir()} == {"4711.pdf", "4712.pdf", "x.pdf"}


# Answers


def test_node_names_that_are_words_are_read_as_names(run: Run):
    """One of a hundred nodes is named DA, and “da” starts a reason in German."""
    sheet = plan_quick_sheet(QuickSheet("", shapes=("2x2x2x2x2x2x2",), wants=("pruned=100",)))
    (variant,) = draw_variants(sheet, "804218759", 1)

    assert [fault for task in VariantPage(sheet, variant).tasks for fault in faults(task)] == []


# Existing files


def test_existing_files_are_not_replaced(run: Run):
    """They are the key of another sheet and an unrelated PDF; --replace replaces them."""
    for words, path in (
        (("x.tree", "-o", "a.pdf"), "a.pdf"),
        (("x.tree", "-o", "b.pdf"), "b-solution.pdf"),
        (("x.tree", "-o", "c"), "c/answer.txt"),
        (("--shape", "2x2", "--roster", "r.csv", "--seed", "7", "-o", "d"), "d/sheets/4711.pdf"),
    ):
        Path("r.csv").write_text("id\n4711\n4712\n", "utf-8")
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text("mine", "utf-8")
        result = run(*words)
        assert result.exit_code == 1
        assert f"{path}: There is such a file already, and nothing was written." in result.stderr
        assert Path(path).read_text("utf-8") == "mine"
        assert not list(Path().rglob("*key.json"))
        assert run(*words, "--replace").exit_code == 0
        assert Path(path).read_text("latin-1") != "mine"
        next(Path().rglob("*key.json")).unlink()
    run("x.tree", "-o", "d.pdf")
    before = made()
    Path("x.tree").write_text("((6 5) (3 9))", "utf-8")
    result = run("x.tree", "-o", "d.pdf")
    assert "d-key.json: This key belongs to another sheet (Game trees, with other trees or questions)" in result.stderr
    assert made() == before


def test_options_that_duplicate_a_sheet_file_are_refused(run: Run):
    """The message names the first such option."""
    Path("sheet.toml").write_text('title = "T"\n[[task]]\nfile = "x.tree"\n')
    refused = run("sheet.toml", "--shape", "2x2")

    assert (refused.exit_code, made().keys()) == (2, {"sheet.toml"})
    assert "--shape is for sheets of trees and shapes" in " ".join(refused.stderr.split())


# The logo of a letterhead in LaTeX


def test_a_logo_is_written_for_latex(run: Run, monkeypatch: pytest.MonkeyPatch):
    """Each folder gets a PDF unless it has a logo; without Typst, a message names the missing package."""
    shutil.copytree(ROOT / "docs/examples/letterhead", ".", dirs_exist_ok=True)
    one = run("x.tree", "-o", "exam.tex")
    several = run("--shape", "2x2", "--seed", "1", "--variants", "2", "--source", "latex", "-o", "many")
    was_pdf = Path("logo.pdf").read_bytes().startswith(b"%PDF")
    Path("logo.pdf").write_bytes(b"mine")
    again = run("x.tree", "-o", "exam.tex", "--replace")
    monkeypatch.setitem(sys.modules, "typst", None)
    bare = run("x.tree", "-o", "bare/exam.tex")

    assert [done.exit_code for done in (one, several, again, bare)] == [0] * 4
    assert was_pdf
    assert all(Path("many", name, "logo.pdf").read_bytes().startswith(b"%PDF") for name in ("sheets", "solutions"))
    assert Path("logo.pdf").read_bytes() == b"mine"
    assert "pip install typst" in bare.stderr
    assert not Path("bare/logo.pdf").exists()
