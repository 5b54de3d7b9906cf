"""The command `treesolve sheet`: the files in the folder, reproducibility, interruptions, and errors."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import treesolve as ts
from tests.support import program
from tests.support.pdf_text import page_texts, texts_by_font
from tests.support.places import ROOT, digests
from tests.support.sheets import SMALL, write_sheet
from treesolve.grading.exam import read_key
from treesolve.rendering.sheet_task import TaskPage
from treesolve.workflows import sheet_printing, sheet_writer
from treesolve.workflows.printed_variant_check import Fault

ROSTER = "Matrikelnummer;Vorname;Nachname\n4711;Łucja;Müller-Ünal\n4712;Ada;\n4713;;Ny\n"

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs `treesolve sheet` in a folder with a small sheet and a roster."""
    monkeypatch.chdir(tmp_path)
    write_sheet(tmp_path)
    (tmp_path / "students.csv").write_text(ROSTER, "utf-8")
    return partial(program.run, "sheet", "homework.toml")


def pages(path: str) -> list[str]:
    """Return the text of each page of a PDF."""
    return page_texts(path)


# Files


def test_variants_with_other_nodes_have_separate_answer_forms(tmp_path: Path):
    """They are in a separate folder; another sheet with one form for all variants removes them."""
    written = ["sheet", "--variants", "3", "--seed", "7", "-o", str(tmp_path), "--shape"]
    assert "forms/ for their answers" in program.run(*written, "2x2..3x1..3").stdout
    sheets = {path.stem for path in (tmp_path / "sheets").iterdir()} - {"exam"}
    assert {path.stem for path in (tmp_path / "forms").iterdir()} == sheets
    assert not (tmp_path / "answer.txt").exists()

    assert "answer.txt for their answers" in program.run(*written, "2x2", "--replace").stdout
    assert not list((tmp_path / "forms").iterdir())
    assert "\nVariant:\n" in (tmp_path / "answer.txt").read_text("utf-8")
    assert program.run(*written, "2x2..3x1..3", "--replace").exit_code == 0
    assert not (tmp_path / "answer.txt").exists()


@pytest.mark.parametrize("asked", [("--variants", "A,Group 2"), ()])
def test_variants_have_the_names_given_by_the_lecturer(asked: tuple[str, ...], tmp_path: Path, run: Run):
    """Names are used on paper, in file names, in the key and in tables; a roster is assigned to variants in turn."""
    if not asked:
        write_sheet(tmp_path, 'variants = ["A", "Group 2"]\n' + SMALL)
    for folder, roster in (("out", ()), ("dealt", ("--roster", "students.csv"))):
        assert run("-o", folder, "--seed", "7", *asked, *roster).exit_code == 0
    key, dealt = (read_key(Path(folder, "key.json").read_text("utf-8")) for folder in ("out", "dealt"))
    (own, other), names = pages("out/sheets/Group 2.pdf")[:1] + pages("dealt/sheets/4712.pdf")[:1], ("A", "Group 2")

    assert {one.variant for one in key.exercises} == {*names} == {one.variant for one in dealt.exercises}
    assert dealt.students == {"4711": "A", "4712": "Group 2", "4713": "A"}
    assert len(dealt.exercises) == len(key.exercises)
    code = key.sheet["codes"]["Group 2"]
    assert all("Variant Group 2" in page and code in page for page in (own, other))
    guides = ["".join(pages(f"{folder}/solutions/guide.pdf")) for folder in ("out", "dealt")]
    assert [guide.count(f"Variant Group 2 · {code}") for guide in guides] == [1, 1]
    for folder, message in (("out", f"variant: {code}\n"), ("dealt", "")):
        Path("4712.txt").write_text(f"student: 4712\n{message}task: 1\nvalues: A=1\n", "utf-8")
        table = program.run("grade", f"{folder}/key.json", "4712.txt", "--format", "csv").stdout
        assert "Group 2" in table.splitlines()[1].split(",")[1:3]


@pytest.mark.parametrize("asked", ["", "A,", "A,a", "../x", "<b>", "x" * 200, "0", "-1"])
def test_invalid_names_of_variants_are_refused(asked: str, run: Run):
    """The usage error names the option, and nothing is written."""
    refused = run("-o", "out", "--variants", asked)

    assert refused.exit_code == 2
    assert "'--variants': " in refused.output
    assert not Path("out").exists()


def test_sheets_do_not_contain_solutions(run: Run):
    """There is none in the text of the pages or elsewhere in the file."""
    run("-o", "out", "--roster", "students.csv", "--seed", "7", "--source", "typst")

    for path in Path("out/sheets").glob("*.typ"):
        assert "principal" not in path.read_text("utf-8").partition("#variant(")[2]
        assert "#raw(" not in path.read_text("utf-8").partition("#variant(")[2]
    for path in Path("out/sheets").glob("*.pdf"):
        assert not any("solution" in page.lower() for page in pages(str(path)))


def test_given_trees_are_the_same_for_all(tmp_path: Path, run: Run):
    """A task with a file has one tree, which is in the guide once."""
    (tmp_path / "given.tree").write_text("((6 5) (2 9))", "utf-8")
    (tmp_path / "homework.toml").write_text(
        'title = "Given"\n[[task]]\nfile = "given.tree"\n[[task]]\nlike = "given.tree"\n', "utf-8"
    )
    assert run("-o", "out", "--variants", "3", "--seed", "1").exit_code == 0
    entries = json.loads(Path("out/key.json").read_text("utf-8"))["exercises"]

    assert len({entry["tree"] for entry in entries if entry["exercise"] == "1"}) == 1
    assert len({entry["tree"] for entry in entries if entry["exercise"] == "2"}) == 3
    assert pages("out/solutions/guide.pdf")[0].count("all") >= 1


# Reproducibility


def test_the_same_seed_gives_the_same_bytes(run: Run):
    """The hash seed and the number of processes do not matter."""
    run("-o", "out", "--variants", "2", "--seed", "7", "--source", "typst", "--source", "latex")
    command = [sys.executable, "-m", "treesolve", "sheet", "homework.toml", "-o", "again", "--variants", "2"]
    command += ["--seed", "7", "--jobs", "2", "--source", "typst", "--source", "latex"]
    environment = {**os.environ, "PYTHONHASHSEED": "3", "PYTHONPATH": str(ROOT)}
    subprocess.run(command, check=True, capture_output=True, env=environment)

    assert digests("again") == digests("out")


def test_an_additional_task_does_not_change_others(tmp_path: Path, run: Run):
    """Each task has its own random stream."""
    run("-o", "out", "--seed", "7", "--variants", "3")
    before = json.loads(Path("out/key.json").read_text("utf-8"))["exercises"]
    (tmp_path / "homework.toml").write_text(SMALL.format(convention="aima") + '\n[[task]]\nshape = "4x2"\n', "utf-8")
    run("-o", "longer", "--seed", "7", "--variants", "3")
    after = json.loads(Path("longer/key.json").read_text("utf-8"))["exercises"]

    assert [entry for entry in after if entry["exercise"] != "3"] == before


# Interruptions


def test_an_interrupted_run_does_not_change_the_folder(run: Run, monkeypatch: pytest.MonkeyPatch):
    """The folder may have an exam or be empty."""
    add = sheet_writer._Staging.add

    def interrupted(self: Any, one: sheet_writer.WrittenVariant, files: Mapping[str, bytes]) -> None:
        if len(self.variants) == 2:
            raise KeyboardInterrupt
        add(self, one, files)

    run("-o", "out", "--variants", "1", "--seed", "1")
    before = digests("out")
    with monkeypatch.context() as patch:
        patch.setattr(sheet_writer._Staging, "add", interrupted)
        for folder in ("out", "new"):
            assert run("-o", folder, "--variants", "3", "--seed", "7", "--replace").exit_code == 1

    assert digests("out") == before
    assert digests("new") == {}
    assert run("-o", "out", "--variants", "3", "--seed", "7", "--replace").exit_code == 0
    run("-o", "new", "--variants", "3", "--seed", "7")
    assert digests("out") == digests("new")


# Errors


def test_a_variant_that_fails_the_last_check_is_omitted(run: Run, monkeypatch: pytest.MonkeyPatch):
    """It is reported, none of its files is written, and the other variants are complete."""
    run("-o", "whole", "--variants", "3", "--seed", "7")
    code = json.loads(Path("whole/key.json").read_text("utf-8"))["exercises"][2]["variant"]

    def faults(page: TaskPage) -> list[Fault]:
        return [Fault("minimax", "1")] if page.exercise.variant == code else []

    monkeypatch.setattr(sheet_printing, "faults", faults)
    result = run("-o", "out", "--variants", "3", "--seed", "7")
    assert result.exit_code == 1
    assert f"Variant {code}, task 1" in result.stderr
    assert not any(code in name for name in digests("out"))
    assert code not in Path("out/key.json").read_text("utf-8")
    assert len(list(Path("out/sheets").glob("*.pdf"))) == 3


def test_ids_do_not_escape_the_folder(tmp_path: Path, run: Run):
    """Any text in a roster gives a valid file name on every system."""
    (tmp_path / "students.csv").write_text(
        'id,name\n../../evil,A\n/etc/passwd,B\nnul,C\nA1,D\na1x,E\n"a 1",F\n', "utf-8"
    )
    assert run("-o", "out", "--roster", "students.csv", "--seed", "7").exit_code == 0

    outside = {path.name for path in tmp_path.iterdir()}
    assert outside == {"homework.toml", "students.csv", "out"}
    assert len(list(Path("out/sheets").glob("*.pdf"))) == 7
    assert list(json.loads(Path("out/key.json").read_text("utf-8"))["students"])[:2] == ["../../evil", "/etc/passwd"]


def test_an_ambiguous_id_column_is_reported(tmp_path: Path, run: Run):
    """So is a row whose name is split by a comma."""
    (tmp_path / "students.csv").write_text("ID,Matrikelnummer,Name\n1,4711,Doe, Jane\n2,4712,B\n", "utf-8")
    result = run("-o", "out", "--roster", "students.csv", "--seed", "7")

    assert list(json.loads(Path("out/key.json").read_text("utf-8"))["students"]) == ["4711", "4712"]
    assert result.exit_code == 0
    assert "students.csv:1:1: The ids are taken from the column “Matrikelnummer”, not from ID." in result.stderr
    assert "students.csv:2:1: This row has more cells than the table has columns; not read: “Jane”." in result.stderr
    with pytest.warns(UserWarning, match=r"students\.csv:[12]:1: .") as warned:
        ts.sheet(shape="2x2", roster=Path("students.csv"))
    assert len(warned) == 2


@pytest.mark.parametrize(("language", "sign"), [("en", "𐘀"), ("de", "क्ष")])
def test_the_id_replaces_a_name_without_a_font(language: str, sign: str, tmp_path: Path, run: Run):
    """The name is still in the key, and the sheets of other students do not change."""
    run("-o", "whole", "--roster", "students.csv", "--seed", "7", "--language", language)
    (tmp_path / "students.csv").write_text(ROSTER.replace("Ada", f"Ada {sign}"), "utf-8")
    result = run("-o", "out", "--roster", "students.csv", "--seed", "7", "--language", language)

    assert result.exit_code == 0
    assert re.search(f"^students.csv: 4712 \\(Ada {sign}\\): .* {sign[0]}", result.stderr)
    for text in (*pages("out/sheets/4712.pdf"), *pages("out/solutions/4712.pdf"), *pages("out/solutions/guide.pdf")):
        assert "471" in text
        assert not re.search("Ada|U\\+|‹", text)
    for name in ("sheets/4711.pdf", "sheets/4713.pdf", "solutions/4713.pdf"):
        assert digests("out")[name] == digests("whole")[name]
    assert json.loads(Path("out/key.json").read_text("utf-8"))["names"]["4712"] == f"Ada {sign}"


@pytest.mark.parametrize(
    ("text", "by", "message"),
    [
        ('title = "Homework 3"', 'title = "王"', "No font can print 王 of title"),
        ('course = "Artificial Intelligence"', 'note = "**ख**"', "No font can print ख of note"),
        ('title = "Two plies more"', 'title = "王"', "In task 2, no font can print 王 of title"),
        ('shape = "2x2x2"', 'file = "x.tree"', "In task 2, no font can print 王 of tree"),
    ],
)
def test_texts_without_a_font_are_reported(text: str, by: str, message: str, tmp_path: Path, run: Run):
    """Their characters are printed as code points."""
    assert text in SMALL
    write_sheet(tmp_path, SMALL.replace(text, by))
    (tmp_path / "x.tree").write_text("((王: 6 5) (2 9))", "utf-8")
    result = run("-o", "out.pdf")
    assert (result.exit_code, f"homework.toml: {message};" in result.stderr) == (0, True), result.stderr


def test_other_fonts_are_used_only_for_missing_characters(tmp_path: Path, run: Run):
    """They are fonts of the system, as here, or of the letterhead's folder."""
    if not any(Path("/usr/share/fonts").rglob("DejaVuSans.ttf")):
        pytest.skip("no DejaVuSans.ttf among the fonts of the system")
    (tmp_path / "students.csv").write_text(ROSTER.replace("Ada", "Ada ߊ") + "4714;Zoe 王;\n4715;Uma 😀;\n", "utf-8")
    message = run("-o", "out", "--roster", "students.csv", "--seed", "7").stderr
    assert re.findall(r"47\d\d \(", message) == ["4714 ("]

    assert "Ada ߊ" in pages("out/sheets/4712.pdf")[0]
    assert {font: text for font, text in texts_by_font("out/sheets/4712.pdf").items() if "Libertinus" not in font} == {
        "DejaVuSans": "ߊ"
    }


# Volumes


def test_a_large_run_is_bound_in_volumes(run: Run, monkeypatch: pytest.MonkeyPatch):
    """Each volume has the next variants in order and its own guide; together they have every page once."""
    run("-o", "whole", "--variants", "5", "--seed", "7")
    monkeypatch.setattr(sheet_writer, "VOLUME", 2)
    assert run("-o", "out", "--variants", "5", "--seed", "7").exit_code == 0

    volumes = [pages(f"out/sheets/homework-{number}.pdf") for number in (1, 2, 3)]
    assert [page for volume in volumes for page in volume] == pages("whole/sheets/homework.pdf")
    assert sorted(path.name for path in Path("out/solutions").glob("guide*")) == [
        f"guide-{number}.pdf" for number in (1, 2, 3)
    ]
    assert Path("out/key.json").read_bytes() == Path("whole/key.json").read_bytes()
