"""Input files: regular files and stdin, with size limits and without blocking."""

import os
import shutil
import subprocess
import sys
import tracemalloc
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.support.keys import key_text
from tests.support.sheets import write_sheet
from treesolve.authoring.sheet_file import read_sheet
from treesolve.cli import game_arguments, treesolve
from treesolve.grading.roster import MAX_BYTES
from treesolve.grading.rubric_file import read_rubric
from treesolve.model import input_file
from treesolve.model.input_file import MAX_PROGRAM_BYTES, MAX_TOML_BYTES, MAX_TREE_BYTES, read_file, read_input
from treesolve.model.problem import InputError
from treesolve.notation import json_text, tree_builder
from treesolve.notation.convention_expression import read_convention
from treesolve.notation.reader import read
from treesolve.notation.toml_schema import MAX_PROBLEMS

TREE = "((6 5) (2 9))"

READING = {
    "solve": (("solve", "{}"), MAX_TREE_BYTES),
    "check": (("check", "{}"), MAX_TREE_BYTES),
    "generate": (("generate", "--like", "{}"), MAX_TREE_BYTES),
    "grade": (("grade", "{}", "answer.txt"), MAX_TREE_BYTES),
    "rubric": (("grade", "x.tree", "answer.txt", "--rubric", "{}"), MAX_TOML_BYTES),
    "accept": (("grade", "x.tree", "answer.txt", "--accept", "{}"), MAX_TOML_BYTES),
    "convention": (("solve", "x.tree", "-c", "{}"), MAX_TOML_BYTES),
    "sheet": (("sheet", "{}"), MAX_TOML_BYTES),
    "roster": (("sheet", "homework.toml", "--roster", "{}"), MAX_BYTES),
    "against": (("grade", "x.tree", "answer.txt", "--against", "{}"), MAX_TREE_BYTES),
    "game": (("unfold", "{}"), MAX_PROGRAM_BYTES),
}
"""A command for each kind of file, and the size limit of that kind."""

NAMES = {"game": "big.py"} | dict.fromkeys(("accept", "convention", "sheet"), "big.toml")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a small file of each kind."""
    monkeypatch.chdir(tmp_path)
    Path("x.tree").write_text(TREE)
    Path("answer.txt").write_text("values: A=5")
    write_sheet(tmp_path)


def run(*arguments: str, stdin: str | None = None) -> Result:
    """Run a command, which must not raise an exception, and return its result."""
    result = CliRunner().invoke(treesolve, arguments, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def command(name: str) -> tuple[list[str], Path]:
    """Return the command that reads a kind of file, and the path of that file."""
    path = Path(NAMES.get(name, "big"))
    return [argument.format(path) for argument in READING[name][0]], path


# Size limits


@pytest.mark.parametrize("name", READING)
def test_every_kind_of_file_has_a_limit(name: str):
    """The error states the limit, and a larger file is not read."""
    arguments, path = command(name)
    most = READING[name][1]
    path.touch()
    os.truncate(path, most + 1)

    result = run(*arguments)
    size = f"{most >> 20} MiB" if most >= 1 << 20 else f"{most >> 10} KiB"
    assert result.exit_code == 1
    assert result.stderr.endswith(f"{path}: This is larger than {size}, and no file of its kind is. It was not read.\n")


def test_a_file_may_be_as_large_as_its_limit(monkeypatch: pytest.MonkeyPatch):
    """One byte more is rejected; JSON files may be larger than trees."""
    key = " \n" + key_text("x.tree")
    monkeypatch.setattr(input_file, "MAX_TREE_BYTES", len(TREE))
    assert run("solve", "x.tree").exit_code == 0
    assert run("solve", "-", stdin=TREE).exit_code == 0

    monkeypatch.setattr(input_file, "MAX_TREE_BYTES", len(TREE) - 1)
    for arguments in (("solve", "x.tree"), ("solve", "-"), ("grade", "x.tree", "answer.txt")):
        assert "This is larger than" in run(*arguments, stdin=TREE).stderr
    Path("key.json").write_text(key)
    assert run("grade", "key.json", "answer.txt").exit_code == 0


def test_standard_input_is_read_up_to_the_limit(monkeypatch: pytest.MonkeyPatch):
    """Longer input is rejected."""
    monkeypatch.setattr(input_file, "MAX_JSON_BYTES", 1000)

    assert run("solve", "-", stdin=" " * 1001).stderr.startswith("-: This is larger than")
    assert "no tree" in run("solve", "-", stdin=" " * 1000).stderr


def test_a_file_that_grows_while_it_is_read_has_the_same_limit(monkeypatch: pytest.MonkeyPatch):
    """The limit does not depend on the size that the system reports."""
    monkeypatch.setattr(Path, "stat", lambda *_, **__: os.stat_result((0o100644, 0, 0, 1, 0, 0, 0, 0, 0, 0)))

    with pytest.raises(InputError):
        read_file("x.tree", len(TREE) - 1)


def test_a_position_has_a_limit():
    """A position may be read from stdin."""
    result = run("unfold", "tictactoe", "-", stdin="." * 100_000)

    assert result.stderr == "POSITION: This is larger than 64 KiB, and no file of its kind is. It was not read.\n"


def test_a_move_has_a_limit(monkeypatch: pytest.MonkeyPatch):
    """A line that is longer than any move is rejected in parts."""
    monkeypatch.setattr(game_arguments, "MAX_LINE_LENGTH", 10)
    message = run("play", "simple-nim", "3", "--second", "search", stdin="x" * 25 + "\nq\n").stdout

    assert message.count("x" * 10) == 2


def test_json_has_a_maximum_number_of_values(monkeypatch: pytest.MonkeyPatch):
    """Keys and results have the limit; a million empty objects are two megabytes of JSON and seventy in memory."""
    Path("key.json").write_text(key_text("x.tree"))
    Path("grades.json").write_text(run("grade", "x.tree", "answer.txt", "--format", "json").stdout)
    monkeypatch.setattr(json_text, "MAX_VALUES", 10)

    for line in ("grade key.json answer.txt", "check key.json", "grade x.tree answer.txt --against grades.json"):
        (named,) = (word for word in line.split() if word.endswith(".json"))
        assert run(*line.split()).stderr.startswith(f"{named}: This file has more than 0 million values")


# Trees


def test_a_tree_has_a_maximum_number_of_nodes(monkeypatch: pytest.MonkeyPatch):
    """The limit applies to every notation, regardless of the remaining text."""
    monkeypatch.setattr(tree_builder, "MAX_NODES", 10)
    assert len(read("(1 2 3 4 5 6 7 8 9)")) == 10

    for text in (
        "(1 2 3 4 5 6 7 8 9 10)",
        "(" * 50,
        "shape: 4 4\nleaves: " + "1 " * 16,
    ):
        with pytest.raises(InputError) as refused:
            read(text)
        assert [problem.code for problem in refused.value.problems] == ["too-many-nodes"]


def peak(text: str) -> int:
    """Return the peak number of bytes allocated while reading a text, excluding imports."""
    with suppress(InputError):
        read(text[:1000])
    tracemalloc.start()
    try:
        with pytest.raises(InputError):
            read(text)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "unit",
    [
        *(" ", "\n", "#\n", "# comment\n", "title: x\n", "speed: x\n", "x", "9", '"', ",", "\x01", "A: ", "1 * ", "()"),
        "<1",
    ],
)
def test_noise_takes_no_memory(unit: str):
    """Whitespace, comments and noise do not become objects; a hundred bytes per character would be too many."""
    assert peak(unit * (100_000 // len(unit))) < 700_000


@pytest.mark.parametrize("header", ["levels: ", "shape: ", "points: ", "bounds: ", "sum: ", "convention: ", "title: "])
def test_a_long_header_takes_no_memory(header: str):
    """The number of reported errors is limited."""
    assert peak(f"{header}{'x ' * 100_000}\ntree: (1 (2") < 6_000_000


def test_weights_without_a_common_denominator_are_rejected_quickly():
    """Their sum would have millions of digits."""
    with pytest.raises(InputError) as refused:
        read("CHANCE(" + " ".join(f"1/{number}*1" for number in range(10_000_000, 10_020_000)) + ")")
    assert refused.value.problems[0].code == "weights-sum"
    assert len(read(f"CHANCE(1/1{'0' * 450}*1 {'9' * 450}/1{'0' * 450}*2)")) == 3


def test_a_message_is_shorter_than_the_mistake():
    """The invalid text is abbreviated."""
    assert len(run("solve", "-", stdin="x" * 1_000_000).stderr) < 2000


# TOML


@pytest.mark.parametrize("reading", [read_sheet, read_rubric, read_convention])
@pytest.mark.parametrize(
    "text",
    [
        "a." * 20_000 + "b = 1",
        "[" + '"a b" . ' * 5000 + "b]",
        "".join(f"k{number} = 1\n" for number in range(5000)),
        " " * 100_000,
        "id = 'x'\nwhole = [" + "'x'," * 20_000 + "]",
        "id = 'x'\naccept = [" + "'x'," * 20_000 + "]",
        "title = 'x'\n[[task]]\nshape = '2x2'\nwant = [" + "'x'," * 20_000 + "]",
        "title = 'x'\n" + "[[task]]\nfoo = 1\n" * 5000,
    ],
    ids=["long key", "long table", "many keys", "blanks", "whole", "accept", "want", "tasks"],
)
def test_toml_is_read_in_time_that_grows_with_its_length(reading, text: str):
    """Each of these files once took minutes or produced thousands of errors."""
    Path("x.toml").write_text(text)
    try:
        reading(Path("x.toml"))
    except InputError as error:
        assert len(error.problems) <= 2 * MAX_PROBLEMS


# Special files


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("name", READING)
def test_a_named_pipe_is_refused_without_waiting(name: str):
    """The program does not wait for a writer."""
    arguments, path = command(name)
    os.mkfifo(path)

    result = run(*arguments)
    assert result.exit_code == 1
    assert result.stderr.endswith(
        f"{path}: This is a device or a named pipe; only files and standard input (-) are read.\n"
    )


def process(line: str, stdin: str = "") -> str:
    """Return the stdout and stderr of a shell command."""
    shell = shutil.which("bash") or "sh"
    surroundings = {**os.environ, "program": f"{sys.executable} -m treesolve"}
    found = subprocess.run(
        [shell, "-c", line], input=stdin, capture_output=True, text=True, check=False, env=surroundings, timeout=300
    )
    return found.stdout + found.stderr


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="no such name for standard input")
def test_standard_input_by_its_other_names_is_standard_input():
    """`/dev/stdin` and `/dev/fd/0` work for every kind of file."""
    assert process("$program solve /dev/stdin", TREE) == run("solve", "-", stdin=TREE).stdout
    assert process("$program format /dev/stdin", "[6,5]") == "(6 5)\n"
    assert "5" in process("$program grade x.tree /dev/stdin", "values: A=5 B=5 C=2")
    assert "“foo”" in process("$program grade x.tree answer.txt --rubric /dev/stdin", "foo = 1")
    assert "Value of A: 5" in process("$program solve /dev/fd/0 < x.tree")


@pytest.mark.parametrize(("content", "file_format"), [(b"%PDF-1.7\n%\xe2\xe3", "PDF"), (b"PK\x03\x04\x14\xff", "ZIP")])
def test_a_binary_file_is_reported_with_its_format(content: bytes, file_format: str, tmp_path: Path):
    """For example, if the exam is passed instead of its key."""
    path = tmp_path / "exam"
    path.write_bytes(content)

    with pytest.raises(InputError) as refusal:
        read_input(str(path))

    (problem,) = refusal.value.problems
    assert (problem.code, problem.facts, problem.span) == ("file-of-format", {"format": file_format}, None)


TREE_COMMANDS = [
    "solve",
    "check",
    "draw",
    "format",
    "sheet -o x.pdf",
    "practice -o x.html",
    "generate --like",
    "convert -o x.md",
]


@pytest.mark.parametrize("name", TREE_COMMANDS)
@pytest.mark.parametrize("tree", ["((6 5) (2 9))", "min(3 5)", "MIN (3 5)"])
def test_a_tree_may_be_the_argument(name: str, tree: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """In every command that takes a tree; a mistake in it is shown."""
    monkeypatch.chdir(tmp_path)
    result, wrong = run(*name.split(), tree), run(*name.split(), tree.rstrip(")"))

    assert (result.exit_code, wrong.exit_code) == (0, 1)
    assert "never closed" in wrong.stderr


def test_a_file_goes_before_a_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A file may be called like a tree, and a kind alone is no tree; a tree may be longer than any name of a file."""
    monkeypatch.chdir(tmp_path)
    Path("(1 2)").write_text("((3 4))", "utf-8")
    Path("max.tree").write_text("(8  9)", "utf-8")

    assert run("format", "(1 2)", "max.tree").stderr == "(1 2): formatted\nmax.tree: formatted\n"
    assert "There is no such file" in run("format", "max").stderr
    assert run("solve", f"(({'6 5 ' * 600}) (2 9))").exit_code == 0


@pytest.mark.parametrize(
    ("requested", "suggested"),
    [("x.tre", "x.tree"), ("x", "x.tree"), ("Homwork.toml", "homework.toml"), ("q", None), ("", None)],
)
def test_a_missing_file_is_reported_with_a_similar_name(tmp_path: Path, requested: str, suggested: str | None):
    """The same stem with another extension has priority over a more similar name."""
    for name in ("x.tree", "y.tre", "homework.toml"):
        (tmp_path / name).write_text(TREE, "utf-8")
    path = str(tmp_path / requested) if requested else ""

    with pytest.raises(InputError) as refusal:
        read_input(path)
    assert [problem.facts["nearest"] for problem in refusal.value.problems] == [suggested and str(tmp_path / suggested)]
