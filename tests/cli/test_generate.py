"""treesolve generate, as a lecturer runs it: files, standard output, tables, refusals, in both languages."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import treesolve
from tests.support.places import ROOT
from treesolve.cli import treesolve as program
from treesolve.exercises.want_text import read_want
from treesolve.model.tree import Kind
from treesolve.notation.reader import read
from treesolve.search.solution import solve


def run(*arguments: str) -> Result:
    """The command with its exit code, standard output and standard error."""
    return CliRunner().invoke(program, ["generate", *arguments])


def test_one_tree_is_printed_as_a_file():
    """With its lecture, where that is not the usual one, so that it is solved as it was made."""
    result = run("--shape", "3x2x2", "--seed", "7", "--convention", "cs188")
    assert (result.exit_code, result.stderr) == (0, "")
    tree = read(result.stdout)
    assert tree.convention == "cs188"
    assert len(tree.leaves) == 12
    assert read(run("--shape", "3x2x2", "--seed", "7").stdout).convention is None
    assert read(run("--shape", "3x2x2", "--seed", "7", "-c", ":cut=>").stdout).convention == "aima:cut=strict"
    solved = CliRunner().invoke(program, ["solve", "-"], input=result.stdout)
    assert solved.exit_code == 0


def test_several_trees_are_a_line_each():
    """Each of which reads as a tree."""
    result = run("--shape", "3x3x3", "--seed", "7", "--count", "6", "--root", "min")
    trees = [read(line) for line in result.stdout.splitlines()]
    assert len(set(trees)) == 6
    assert all(tree.kinds[0] is Kind.MIN and len(tree.leaves) == 27 for tree in trees)


PRINTED = (
    ("3x2x2 --count 3", "pruned=2", ""),
    ("3x3 --leaves ties --count 3 -c cs188", "pruned=1", ""),
    ("3x3 --count 3 -c unit", "best=last", ""),
    ("2x2x2 --count 3 -c :order=right-left", "pruned=1..", ""),
    ("2x2x2 --levels MAX,CHANCE,MIN --count 3", "star1-cut", ""),
    ("--like @ --count 3", "pruned=1", "title: T\nsource: S\npoints: best 1\nconvention: cs188\ntree: ((6 5) (2 9))"),
    ("--like @ --count 3 -c aima", "pruned=0", "convention: cs188\ntree: ((6 5) (6 9))"),
    ("--like @ -c cs188", "pruned=0", "((6 5 7) (5 9 8))"),
    ("--like @ --count 3", "star1-cut", "bounds: 0 9\ntree: (8 CHANCE (1 2) CHANCE (5 6))"),
)
"""What is asked for, a wish, and the tree that trees are to be like."""


@pytest.mark.parametrize(("asked", "wish", "like"), PRINTED)
def test_what_is_printed_holds_what_was_wished_for(asked: str, wish: str, like: str, tmp_path: Path):
    """Read back as it stands, by the lecture and the bounds that it names; with the other headers of its original."""
    original = tmp_path / "like.tree"
    original.write_text(like, "utf-8")
    result = run(*asked.replace("@", str(original)).split(), "--want", wish, "--seed", "7")
    assert result.exit_code == 0
    printed = result.stdout.split("\n\n" if "tree: " in result.stdout else "\n")
    found = [treesolve.solve(text) for text in printed if text]
    title, points = (read(like).title, read(like).points) if like else (None, {})
    assert len(found) == (3 if "--count" in asked else 1)
    assert not [solution for solution in found if read_want(wish).distance(solution.search)]
    assert all((solution.tree.title, solution.tree.points) == (title, points) for solution in found)


def test_players_may_move_several_times_in_a_row():
    """As the levels say, over and over; what is wished for is tested by the same search."""
    result = run(
        "--shape", "2x2x2x2", "--levels", "max, min min", "--want", "pruned=4..", "--seed", "7", "--count", "4"
    )
    assert (result.exit_code, result.stderr) == (0, "")
    for tree in map(read, result.stdout.splitlines()):
        assert [tree.kinds[node] for node in (0, 1, 2, 3)] == [Kind.MAX, Kind.MIN, Kind.MIN, Kind.MAX]
        assert len(solve(tree).pruned_leaves) >= 4


def test_files_are_not_written_over(tmp_path: Path):
    """Unless that is asked for; before, nothing is written at all."""
    folder = tmp_path / "trees"
    folder.mkdir()
    (folder / "0002.tree").write_text("mine")
    arguments = ("--shape", "2x2", "--seed", "7", "--count", "3", "-o", str(folder))
    result = run(*arguments)
    assert result.exit_code == 1
    assert "0002.tree: There is such a file already" in result.stderr
    assert [path.name for path in folder.iterdir()] == ["0002.tree"]
    assert run(*arguments, "--replace").exit_code == 0
    assert (folder / "0002.tree").read_text() != "mine"


def test_an_interrupted_run_goes_on(tmp_path: Path):
    """With the same seed, where what it has left is what it would write; with another nothing is written."""
    folder, whole = tmp_path / "trees", tmp_path / "whole"
    arguments = ("--shape", "2x2", "--seed", "7", "--count")
    run(*arguments, "2", "-o", str(folder))
    other = run("--shape", "2x2", "--seed", "8", "--count", "4", "-o", str(folder))
    assert (other.exit_code, len([*folder.iterdir()])) == (1, 2)
    assert "0001.tree: There is such a file already" in other.stderr
    assert run(*arguments, "4", "-o", str(folder)).exit_code == 0
    run(*arguments, "4", "-o", str(whole))
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        path.name: path.read_bytes() for path in whole.iterdir()
    }


def test_a_single_file(tmp_path: Path):
    """Named by its ending; it holds one tree, and is not written over."""
    path = tmp_path / "x.tree"
    assert run("--shape", "2x2", "--seed", "7", "-o", str(path)).exit_code == 0
    assert len(read(path.read_text()).leaves) == 4
    assert run("--shape", "2x2", "--seed", "7", "-o", str(path)).exit_code == 1
    assert run("--shape", "2x2", "--seed", "7", "-o", str(path), "--replace").exit_code == 0
    assert run("--shape", "2x2", "--seed", "7", "--count", "2", "-o", str(path)).exit_code == 2
    (tmp_path / "file").write_text("")
    assert "This is a file" in run("--shape", "2x2", "--seed", "7", "-o", str(tmp_path / "file")).stderr


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="no folder is closed to root")
def test_a_folder_that_cannot_be_made(tmp_path: Path):
    """Told with its reason."""
    tmp_path.chmod(0o500)
    assert run("--shape", "2x2", "-o", str(tmp_path / "trees")).exit_code == 1


def test_trees_like_another(tmp_path: Path):
    """The same names, headers and cuts, other numbers; the file itself is never written over."""
    exam = tmp_path / "exam.tree"
    exam.write_text("title: Task 1\npoints: values 4, pruned 2\ntree: S: MAX (A: (6 5 7) B: (2 9 4) C: (3 8 1))\n")
    folder = tmp_path / "out"
    result = run("--like", str(exam), "--count", "30", "--seed", "7", "-o", str(folder))
    assert (result.exit_code, result.stderr) == (0, "")
    original = read(exam.read_text())
    made = [read(path.read_text()) for path in sorted(folder.iterdir())]
    assert len({tree.values for tree in made}) == 30
    for tree in made:
        assert tree.values != original.values
        assert (tree.title, tree.points, tree.names) == (original.title, original.points, original.names)
        assert solve(tree).pruned_roots == solve(original).pruned_roots
        assert solve(tree).best == solve(original).best
    assert run("--like", str(exam), "-o", str(exam), "--replace", "--seed", "1").exit_code == 1


def test_a_seed_is_told_where_none_is_given():
    """With it the same trees come again."""
    result = run("--shape", "3x3")
    found = re.fullmatch(r"The same trees come again with --seed (\d+)\.\n", result.stderr)
    assert found
    assert run("--shape", "3x3", "--seed", found[1]).stdout == result.stdout


def test_what_is_too_rare_keeps_what_was_found(tmp_path: Path):
    """Complete files, then the table; exit code 1."""
    result = run("--shape", "2x2", "--values", "0..3", "--count", "30", "--seed", "7", "-o", str(tmp_path / "all"))
    assert result.exit_code == 1
    assert "There are only 24 such trees; 30 were asked for." in result.stderr
    assert len(list((tmp_path / "all").iterdir())) == 24
    rare = ["--want", "pruned=3", "--want", "deep-cut=3..", "--want", "beta-cut=3", "--effort", "20000"]
    result = run("--shape", "3x2x3x2", *rare, "--seed", "7")
    assert result.exit_code == 1
    assert "0 of 1 tree was found; then the effort was spent" in result.stderr
    assert "pruned=3 and beta-cut=3 were never seen together." in result.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--shape", "3x3", "--levels", ""), "“” is no player."),
        (("--like", "x.tree", "--levels", "MIN"), "leave out --root, --levels and --chances"),
        (("--shape", "3x3", "--want", "pruned=0", "--want", "alpha-cut"), "pruned=0 and alpha-cut exclude each other"),
        (("--shape", "3x3", "--convention", "haww"), "Did you mean “haw”?"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], told: str):
    """Exit code 2 and a sentence, before anything is searched."""
    result = run(*arguments, "--seed", "1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert told in " ".join(result.stderr.split())


def test_a_tree_to_be_like_that_cannot_be_used(tmp_path: Path):
    """Told with its place."""
    assert "no such file" in run("--like", str(tmp_path / "x.tree"), "--seed", "1").stderr
    broken = tmp_path / "x.tree"
    broken.write_text("((6 5) (2")
    assert run("--like", str(broken), "--seed", "1").exit_code == 1
    broken.write_text("((x 5) (2 9))")
    result = run("--like", str(broken), "--seed", "1")
    assert result.exit_code == 1
    assert "x.tree:1:3:" in result.stderr


def test_the_same_trees_in_another_process():
    """Nothing hangs on hashes, memory or time."""
    command = ["generate", "--shape", "2..3x2x2..3", "--want", "beta-cut", "--count", "4", "--seed", "x"]
    printed = {
        subprocess.run(
            [sys.executable, "-m", "treesolve", *command],
            capture_output=True,
            text=True,
            cwd=ROOT,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


def test_the_shape_as_an_argument():
    """The same trees as behind --shape; two shapes are one too many, and one that is none is told as such."""
    assert run("2x2", "--seed", "7").stdout == run("--shape", "2x2", "--seed", "7").stdout
    assert "There are two shapes here, 2x2 and 3x3; keep one of them." in run("2x2", "--shape", "3x3").stderr
    assert "A shape looks like 3x2x3x2" in run("2xx").stderr


def test_no_seed_is_told_where_nothing_is_drawn():
    """What contradicts itself comes first; else the seed stands where it can be typed again."""
    refused = run("2x2", "--values", "0..2", "--leaves", "distinct")
    drawn = run("2x2")

    assert (refused.exit_code, "seed" in refused.stderr) == (2, False)
    assert "--seed" in drawn.stderr
    assert run("2x2", "--seed", drawn.stderr.split("--seed ")[1].strip(" .\n")).stdout == drawn.stdout
