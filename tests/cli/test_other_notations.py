"""What the commands say and write of a tree that is not in our notation."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from treesolve.cli import treesolve

DICTIONARY = "{'A': ['B', 'C'], 'B': [6, 5], 'C': [2, 9]}\n"
OURS = "A: (B: (6 5) C: (2 9))\n"


def run(*words: str, typed: str = "") -> Result:
    """A command line, with what is typed to it."""
    return CliRunner().invoke(treesolve, words, input=typed)


@pytest.mark.parametrize("words", ["", "-c all", "--best-order", "--format json"])
def test_solve_says_once_how_a_tree_was_read(words: str):
    """On standard error, in our notation; what it writes is what it writes of the tree in our notation."""
    foreign, ours = run("solve", "-", *words.split(), typed=DICTIONARY), run("solve", "-", *words.split(), typed=OURS)

    assert foreign.stderr == "-: Read from nested data as: A: (B: (6 5) C: (2 9))\n"
    assert (foreign.stdout, foreign.exit_code) == (ours.stdout, 0)


def test_solve_says_it_in_the_language_that_is_asked_for():
    """German as well, and with the place of what was taken out."""
    said = run("solve", "-", "--language", "de", typed="((6 5) (–2 9))").stderr

    assert said.startswith("-:1:9: „–“ wurde als „−“ gelesen")
    assert said.endswith("Gelesen als: ((6 5) (-2 9))\n")


@pytest.mark.parametrize("option", ["-q", "--quiet"])
def test_a_quiet_solve_says_nothing_of_it(option: str):
    """Only the solution is left."""
    assert run("solve", "-", option, typed=DICTIONARY).stderr == ""


def test_our_own_notation_is_read_without_a_word():
    """There is nothing to say."""
    assert run("solve", "-", typed=OURS).stderr == ""


def test_fix_writes_beside_a_foreign_file(tmp_path: Path):
    """The file stays as it is; the second time nothing changes, and what else stands there stays."""
    file = tmp_path / "x.py"
    file.write_text(DICTIONARY)

    first, second = run("check", "--fix", str(file)), run("check", "--fix", str(file))
    assert (first.exit_code, second.exit_code, file.read_text()) == (0, 0, DICTIONARY)
    assert (tmp_path / "x.tree").read_text() == OURS
    assert f"as {tmp_path / 'x.tree'}" in first.stderr

    (tmp_path / "x.tree").write_text("(1 2)\n")
    third = run("check", "--fix", str(file))
    assert (third.exit_code, (tmp_path / "x.tree").read_text()) == (1, "(1 2)\n")


def test_fix_writes_a_tree_file_in_place(tmp_path: Path):
    """What is called .tree holds our notation afterwards."""
    file = tmp_path / "x.tree"
    file.write_text("tree = [[6, 5], [2, 9]]\n")

    assert run("check", "--fix", str(file)).exit_code == 0
    assert file.read_text() == "((6 5) (2 9))\n"


def test_other_notations_are_listed():
    """By their names, in both languages."""
    listed = run("list", "formats").stdout.splitlines()
    assert next(line for line in listed if line.startswith("Mermaid")).split()[1:] == [".mmd", ".mermaid"]
    assert "Gliederung" in run("list", "formats", "--language", "de").stdout


def test_a_tree_is_written_in_the_notation_of_the_ending(tmp_path: Path):
    """From whatever notation it was in, ours among them; the file stays as it is, and its comments go into ours."""
    file, gambit, ours = tmp_path / "x.py", tmp_path / "x.efg", tmp_path / "x.tree"
    file.write_text(DICTIONARY)

    assert run("check", "--fix", str(file), "-o", str(gambit)).exit_code == 0
    assert gambit.read_text().startswith("EFG 2 R")
    assert run("check", "--fix", str(gambit), "-o", str(ours)).exit_code == 0
    assert (file.read_text(), ours.read_text()) == (DICTIONARY, OURS)
    assert run("check", "--fix", "-", "-o", str(ours), typed="( 6 5) # two").exit_code == 0
    assert ours.read_text() == "(6 5) # two\n"


@pytest.mark.parametrize("quiet", [True, False])
def test_headers_that_only_our_notation_has_are_named(tmp_path: Path, quiet: bool):
    """The tree is written all the same; with -q nothing is said."""
    said = run("check", "--fix", "-", "-o", str(tmp_path / "x.json"), *["-q"] * quiet, typed="title: t\ntree: (6 5)")

    assert (tmp_path / "x.json").read_text() == '{"type": "max", "children": [{"value": 6}, {"value": 5}]}\n'
    assert (said.exit_code, ": title.\n" in said.stderr) == (0, not quiet)


@pytest.mark.parametrize(
    ("files", "ending", "code", "says"),
    [
        (["-"], "efg", 1, "A .efg file cannot carry unknown values; nothing was written."),
        (["-"], "foo", 2, "writes no files that end in “.foo”. It writes .tree, .json,"),
        (["-", "-"], "json", 2, "here are 2 files"),
    ],
)
def test_what_cannot_be_written_is_told(tmp_path: Path, files: list[str], ending: str, code: int, says: str):
    """And no file appears, not even an empty one."""
    result = run("check", "--fix", *files, "-o", str(tmp_path / f"x.{ending}"), typed="(6 x)")

    assert result.exit_code == code
    assert says in " ".join(result.stderr.split())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", ["check - -o x.efg", "solve - -o x.mmd", "draw - -o x.json"])
def test_who_looks_for_it_elsewhere_is_told(words: str):
    """With the line that writes the tree."""
    result = run(*words.split(), typed=OURS)

    assert result.exit_code == 2
    assert "treesolve check --fix FILE -o x." in " ".join(result.stderr.split())


def test_nobody_is_told_of_trees_where_there_is_none():
    """A table of grades is no tree."""
    assert "--fix" not in run("grade", "x.tree", "answers", "-o", "x.efg").stderr
