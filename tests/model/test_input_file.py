"""What people name as files: regular ones and standard input, none too large, none to wait for."""

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
"""A command for each kind of file, and how large that may be."""

NAMES = {"game": "big.py"} | dict.fromkeys(("accept", "convention", "sheet"), "big.toml")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with small files of each kind."""
    monkeypatch.chdir(tmp_path)
    Path("x.tree").write_text(TREE)
    Path("answer.txt").write_text("values: A=5")
    write_sheet(tmp_path)


def run(*arguments: str, stdin: str | None = None) -> Result:
    """Return a command, which must not end in a traceback."""
    result = CliRunner().invoke(treesolve, arguments, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def command(name: str) -> tuple[list[str], Path]:
    """Return the command that reads a kind of file, and that file."""
    path = Path(NAMES.get(name, "big"))
    return [argument.format(path) for argument in READING[name][0]], path


# How large


@pytest.mark.parametrize("name", READING)
def test_every_kind_of_file_has_a_limit(name: str):
    """It is stated, and a larger file is not even opened."""
    arguments, path = command(name)
    most = READING[name][1]
    path.touch()
    os.truncate(path, most + 1)

    result = run(*arguments)
    size = f"{most >> 20} MiB" if most >= 1 << 20 else f"{most >> 10} KiB"
    assert result.exit_code == 1
    assert result.stderr.endswith(f"{path}: This is larger than {size}, and no file of its kind is. It was not read.\n")


def test_a_file_may_be_as_large_as_its_limit(monkeypatch: pytest.MonkeyPatch):
    """And not one byte more; JSON may be larger than trees."""
    key = " \n" + key_text("x.tree")
    monkeypatch.setattr(input_file, "MAX_TREE_BYTES", len(TREE))
    assert run("solve", "x.tree").exit_code == 0
    assert run("solve", "-", stdin=TREE).exit_code == 0

    monkeypatch.setattr(input_file, "MAX_TREE_BYTES", len(TREE) - 1)
    for arguments in (("solve", "x.tree"), ("solve", "-"), ("grade", "x.tree", "answer.txt")):
        assert "This is larger than" in run(*arguments, stdin=TREE).stderr
    Path("key.json").write_text(key)
    assert run("grade", "key.json", "answer.txt").exit_code == 0


def test_of_standard_input_no_more_is_read_than_is_needed(monkeypatch: pytest.MonkeyPatch):
    """Whatever comes behind."""
    monkeypatch.setattr(input_file, "MAX_JSON_BYTES", 1000)

    assert run("solve", "-", stdin=" " * 1001).stderr.startswith("-: This is larger than")
    assert "no tree" in run("solve", "-", stdin=" " * 1000).stderr


def test_a_file_that_grows_while_it_is_read_has_the_same_limit(monkeypatch: pytest.MonkeyPatch):
    """What the system says of its size is not believed."""
    monkeypatch.setattr(Path, "stat", lambda *_, **__: os.stat_result((0o100644, 0, 0, 1, 0, 0, 0, 0, 0, 0)))

    with pytest.raises(InputError):
        read_file("x.tree", len(TREE) - 1)


def test_a_position_has_a_limit():
    """Standard input may be anything."""
    result = run("unfold", "tictactoe", "-", stdin="." * 100_000)

    assert result.stderr == "POSITION: This is larger than 64 KiB, and no file of its kind is. It was not read.\n"


def test_a_move_has_a_limit(monkeypatch: pytest.MonkeyPatch):
    """What is longer than any move is refused in pieces."""
    monkeypatch.setattr(game_arguments, "MAX_LINE_LENGTH", 10)
    told = run("play", "simple-nim", "3", "--second", "search", stdin="x" * 25 + "\nq\n").stdout

    assert told.count("x" * 10) == 2


def test_json_has_no_more_values_than_there_is_memory_for(monkeypatch: pytest.MonkeyPatch):
    """Keys and results alike; a million empty objects are two megabytes, and seventy when they are read."""
    Path("key.json").write_text(key_text("x.tree"))
    Path("grades.json").write_text(run("grade", "x.tree", "answer.txt", "--format", "json").stdout)
    monkeypatch.setattr(json_text, "MAX_VALUES", 10)

    for line in ("grade key.json answer.txt", "check key.json", "grade x.tree answer.txt --against grades.json"):
        (named,) = (word for word in line.split() if word.endswith(".json"))
        assert run(*line.split()).stderr.startswith(f"{named}: This file has more than 0 million values")


# Trees


def test_a_tree_has_a_most_of_nodes(monkeypatch: pytest.MonkeyPatch):
    """In every form; however much follows."""
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
    """So many bytes are taken for reading a text, beside the text and the modules that read it."""
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
def test_reading_nothing_takes_no_memory(unit: str):
    """Blanks, comments and noise do not become objects: a hundred bytes for each character would be too many."""
    assert peak(unit * (100_000 // len(unit))) < 700_000


@pytest.mark.parametrize("header", ["levels: ", "shape: ", "points: ", "bounds: ", "sum: ", "convention: ", "title: "])
def test_a_long_header_takes_no_memory(header: str):
    """Mistakes in it are told up to a number."""
    assert peak(f"{header}{'x ' * 100_000}\ntree: (1 (2") < 6_000_000


def test_weights_without_a_common_denominator_are_told_at_once():
    """Their sum would have millions of digits."""
    with pytest.raises(InputError) as refused:
        read("CHANCE(" + " ".join(f"1/{number}*1" for number in range(10_000_000, 10_020_000)) + ")")
    assert refused.value.problems[0].code == "weights-sum"
    assert len(read(f"CHANCE(1/1{'0' * 450}*1 {'9' * 450}/1{'0' * 450}*2)")) == 3


def test_a_message_is_shorter_than_the_mistake():
    """Nobody reads a megabyte of it."""
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
    """Each of these took minutes, or told thousands of mistakes."""
    Path("x.toml").write_text(text)
    try:
        reading(Path("x.toml"))
    except InputError as error:
        assert len(error.problems) <= 2 * MAX_PROBLEMS


# What is no file


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("name", READING)
def test_a_named_pipe_is_refused_without_waiting(name: str):
    """Nobody may ever write into it."""
    arguments, path = command(name)
    os.mkfifo(path)

    result = run(*arguments)
    assert result.exit_code == 1
    assert result.stderr.endswith(
        f"{path}: This is a device or a named pipe; only files and standard input (-) are read.\n"
    )


def process(line: str, stdin: str = "") -> str:
    """What a line in a shell says, also what is wrong."""
    shell = shutil.which("bash") or "sh"
    surroundings = {**os.environ, "program": f"{sys.executable} -m treesolve"}
    found = subprocess.run(
        [shell, "-c", line], input=stdin, capture_output=True, text=True, check=False, env=surroundings, timeout=300
    )
    return found.stdout + found.stderr


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="no such name for standard input")
def test_standard_input_by_its_other_names_is_standard_input():
    """For every kind of file."""
    assert process("$program solve /dev/stdin", TREE) == run("solve", "-", stdin=TREE).stdout
    assert process("$program format /dev/stdin", "[6,5]") == "(6 5)\n"
    assert "5" in process("$program grade x.tree /dev/stdin", "values: A=5 B=5 C=2")
    assert "“foo”" in process("$program grade x.tree answer.txt --rubric /dev/stdin", "foo = 1")
    assert "Value of A: 5" in process("$program solve /dev/fd/0 < x.tree")


@pytest.mark.parametrize(("content", "told"), [(b"%PDF-1.7\n%\xe2\xe3", "PDF"), (b"PK\x03\x04\x14\xff", "ZIP")])
def test_a_file_that_is_no_text_is_told_by_its_kind(content: bytes, told: str, tmp_path: Path):
    """Who marks by the exam in the place of its key learns what is wanted."""
    path = tmp_path / "exam"
    path.write_bytes(content)

    with pytest.raises(InputError) as refusal:
        read_input(str(path))

    (problem,) = refusal.value.problems
    assert (problem.code, problem.facts, problem.span) == ("file-of-format", {"format": told}, None)


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
    ("asked", "meant"),
    [("x.tre", "x.tree"), ("x", "x.tree"), ("Homwork.toml", "homework.toml"), ("q", None), ("", None)],
)
def test_a_file_that_is_not_there_is_asked_about_by_the_one_beside_it(tmp_path: Path, asked: str, meant: str | None):
    """The same name with another ending before one that is more alike; nothing where none is."""
    for name in ("x.tree", "y.tre", "homework.toml"):
        (tmp_path / name).write_text(TREE, "utf-8")
    path = str(tmp_path / asked) if asked else ""

    with pytest.raises(InputError) as refusal:
        read_input(path)
    assert [problem.facts["nearest"] for problem in refusal.value.problems] == [meant and str(tmp_path / meant)]
