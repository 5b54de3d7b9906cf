"""Missing optional packages: features that do not need them work, all others report the package."""

import json
import re
import subprocess
import sys
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from tests.support.places import ROOT
from treesolve.cli import COMMANDS, treesolve
from treesolve.model.optional_package import OPTIONAL_PACKAGES

BLOCKING = """
import contextlib, io, json, os, sys
blocked = sys.argv[1].split(",")
class Blocking:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Blocking())
from treesolve.__main__ import main
ended = []
for arguments, folder, given in json.load(sys.stdin):
    os.makedirs(folder)
    os.chdir(folder)
    sys.argv[1:] = arguments
    sys.stdin, told = io.TextIOWrapper(io.BytesIO(given.encode())), io.TextIOWrapper(io.BytesIO(), write_through=True)
    with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())), contextlib.redirect_stderr(told):
        try: main()
        except SystemExit as end: code = end.code
    ended.append((code, told.buffer.getvalue().decode()))
print(json.dumps(ended))
"""
"""A script that runs commands, one after the other, in a process without some packages."""

EXERCISE = f"{ROOT}/exercises/lang/bild-2.tree"
ANSWERS = f"{ROOT}/exercises/answers/exam"
SHEET = f"{ROOT}/exercises/sheets/uebungsblatt-4.toml"


class Ended(NamedTuple):
    """The result of a command."""

    returncode: int
    stderr: str
    folder: Path


def ended(blocked: str, folder: Path, *commands: str, stdin: str = "") -> list[Ended]:
    """Return the results of commands, each run in its own folder without these packages."""
    folders = [folder / str(number) for number in range(len(commands))]
    work = [(command.split(), str(place), stdin) for command, place in zip(commands, folders, strict=True)]
    done = subprocess.run(
        [sys.executable, "-c", BLOCKING, blocked],
        input=json.dumps(work), capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert done.stderr == ""
    return [Ended(*message, place) for message, place in zip(json.loads(done.stdout), folders, strict=True)]


WORKING = [
    *(f"solve {EXERCISE} -o x.{ending}" for ending in ("txt", "md", "html", "tex", "typ", "json")),
    f"solve {EXERCISE} --slides -o x.typ",
    "solve - --unknown",
    *(f"draw {EXERCISE} --solved -o x.{ending}" for ending in ("txt", "svg", "tex", "typ", "dot")),
    f"practice {EXERCISE} -o x.html",
    f"check {EXERCISE}",
    *(f"list {what}" for what in ("", "conventions", "constraints", "games", "schemas", "formats", "schemas solution")),
    f"format --check {EXERCISE}",
    f"solve {EXERCISE} --best-order",
    "generate --help",
    "new",
    "play tictactoe --first random --second random --seed 1",
    "unfold grundy 7 --dag",
    "unfold grundy 7 --dag -o x.svg",
    f"grade {ANSWERS}/key.json {ANSWERS}/submissions",
    f"grade {ANSWERS}/key.json {ANSWERS}/submissions -o x.csv",
    f"review {ANSWERS}/key.json gone.txt",
    f"convert {EXERCISE} -o x.efg",
    f"convert {EXERCISE} -o x.xml",
    "generate 3x4 --seed 1 --count 3 -o x.xml",
    "generate --shape 2x2 --seed 1 --want pruned=1",
    f"generate --like {EXERCISE} --seed 1",
    "practice --trainer -o x.html",
    f"grade {ANSWERS}/key.json {ANSWERS}/submissions --report out",
]
"""Commands that need no optional package."""

NEEDING = {
    f"solve {EXERCISE} -o x.pdf": "typst",
    f"solve {EXERCISE} --slides -o x.pdf": "typst",
    f"draw {EXERCISE} -o x.pdf": "typst",
    f"draw {EXERCISE} -o x.png": "typst",
    "unfold grundy 7 --dag -o x.pdf": "typst",
    "unfold grundy 7 --dag -o x.png": "typst",
    f"grade {ANSWERS}/key.json {ANSWERS}/submissions -o x.pdf": "typst",
    f"sheet {SHEET} --seed 1 -o out": "typst",
    f"convert {EXERCISE} --for r-exams -o x.Rmd": "typst",
}
"""Commands that need optional packages, with the first missing package to report."""


@pytest.mark.long
def test_solving_drawing_and_grading_need_no_optional_package(tmp_path: Path):
    """All optional packages are missing, as well as multiprocessing, as in a browser."""
    blocked = ",".join((*OPTIONAL_PACKAGES, "_multiprocessing"))
    for command, done in zip(WORKING, ended(blocked, tmp_path, *WORKING, stdin="((6 5) (2 x))"), strict=True):
        assert "Traceback" not in done.stderr, command
        assert "pip install" not in done.stderr or "--report" in command, command
        assert done.returncode == 0 or command.startswith(("grade", "review")), command


def test_a_missing_package_is_reported(tmp_path: Path):
    """The message gives the purpose and the installation command; no output is left behind."""
    said = {"en": "Python package", "de": "Python-Paket"}
    turns = [*zip(NEEDING, cycle(said), strict=False)]
    commands = [f"{command} --language {language}" for command, language in turns]
    ends = ended(",".join(OPTIONAL_PACKAGES), tmp_path, *commands)
    for done, package, (_, language) in zip(ends, NEEDING.values(), turns, strict=True):
        assert done.returncode == 1
        assert f"pip install {OPTIONAL_PACKAGES[package]}" in done.stderr
        assert "Traceback" not in done.stderr
        assert said[language] in done.stderr
        assert not list(done.folder.iterdir())


@pytest.mark.parametrize("package", ["typst", "segno", "markdown_it", "pypdfium2"])
def test_a_sheet_reports_missing_packages_before_writing(package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Each package that sheets need is checked."""
    monkeypatch.setitem(sys.modules, package, None)
    done = CliRunner().invoke(treesolve, ["sheet", SHEET, "--seed", "1", "--variants", "2", "-o", f"{tmp_path}/out"])

    assert isinstance(done.exception, SystemExit)
    assert done.exit_code == 1
    assert f"pip install {OPTIONAL_PACKAGES[package]}." in done.stderr
    assert not (tmp_path / "out").exists()


def test_questions_use_svg_without_typst(tmp_path: Path):
    """SVG replaces PNG, and the text refers to the actual file."""
    line = f"convert {EXERCISE} -o quiz.xml"
    (bare,) = ended("typst", tmp_path / "bare", line)
    (whole,) = ended("", tmp_path / "whole", line)
    texts = [(done.folder / "quiz.xml").read_text("utf-8") for done in (bare, whole)]
    pictures = [set(re.findall(r'<file name="(.+?)"', text)) for text in texts]

    assert pictures == [{"tree.svg", "solution.svg"}, {"tree.png", "solution.png"}]
    assert "@@PLUGINFILE@@/tree.svg" in texts[0]


def test_every_command_is_tried():
    """Every command is in one of the two lists."""
    tried = {command.split()[0] for command in (*WORKING, *NEEDING)}

    assert tried == set(COMMANDS)


def test_the_packages_are_those_of_an_installation():
    """Each is a dependency of the project."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    assert set(OPTIONAL_PACKAGES.values()) <= {entry.split(">=")[0] for entry in project["dependencies"]}


def test_optional_packages_are_imported_in_one_place_only():
    """All imports use `import_optional`, except submodules of a loaded package."""
    imports = re.compile(rf"^\s*(?:import|from) ({'|'.join(OPTIONAL_PACKAGES)})\b(?!\.)", re.MULTILINE)
    found = {
        path.name: imports.findall(path.read_text("utf-8"))
        for path in (ROOT / "treesolve").glob("**/*.py")
        if imports.search(path.read_text("utf-8"))
    }

    assert found == {}
