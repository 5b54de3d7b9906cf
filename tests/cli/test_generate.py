"""The command `treesolve generate`: files, stdout, errors, in both languages."""

import subprocess
import sys
from functools import partial
from pathlib import Path
from time import sleep

import pytest

import treesolve
from tests.support import program
from tests.support.places import ROOT
from treesolve.authoring import tree_generator
from treesolve.authoring.constraint import read_constraint
from treesolve.notation.reader import read
from treesolve.search.solution import solve

run = partial(program.run, "generate")


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
"""Arguments, a constraint, and the tree for --like."""


@pytest.mark.parametrize(("asked", "text", "like"), PRINTED)
def test_printed_trees_meet_their_constraint(asked: str, text: str, like: str, tmp_path: Path):
    """They are read back with their convention and bounds, and have the other headers of the tree for --like."""
    original = tmp_path / "like.tree"
    original.write_text(like, "utf-8")
    result = run(*asked.replace("@", str(original)).split(), "--want", text, "--seed", "7")
    assert result.exit_code == 0
    printed = result.stdout.split("\n\n" if "tree: " in result.stdout else "\n")
    found = [treesolve.solve(one) for one in printed if one]
    title, points = (read(like).title, read(like).points) if like else (None, {})
    assert len(found) == (3 if "--count" in asked else 1)
    assert not [solution for solution in found if read_constraint(text).violation(solution)]
    assert all((solution.tree.title, solution.tree.points) == (title, points) for solution in found)


def test_files_are_not_overwritten(tmp_path: Path):
    """Without --replace, nothing is written if a file exists."""
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


def test_an_interrupted_run_is_continued(tmp_path: Path):
    """The seed must be the same; with another seed, existing files differ and nothing is written."""
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
    """The extension .tree selects it; it has one tree and is not overwritten."""
    path = tmp_path / "x.tree"
    assert run("--shape", "2x2", "--seed", "7", "-o", str(path)).exit_code == 0
    assert len(read(path.read_text()).leaf_ids) == 4
    assert run("--shape", "2x2", "--seed", "7", "-o", str(path)).exit_code == 1
    assert run("--shape", "2x2", "--seed", "7", "-o", str(path), "--replace").exit_code == 0
    assert run("--shape", "2x2", "--seed", "7", "--count", "2", "-o", str(path)).exit_code == 2
    (tmp_path / "file").write_text("")
    assert "This is a file" in run("--shape", "2x2", "--seed", "7", "-o", str(tmp_path / "file")).stderr


def test_trees_like_another(tmp_path: Path):
    """They have the same names, headers and numbers of cuts, but other values; the input is never overwritten."""
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
        assert len(solve(tree).pruned_leaf_ids) == len(solve(original).pruned_leaf_ids)
    assert run("--like", str(exam), "-o", str(exam), "--replace", "--seed", "1").exit_code == 1


def test_trees_found_before_a_failure_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The files are complete; a message follows, and the exit code is 1."""
    monkeypatch.setattr(tree_generator, "MAX_TRIES", 2000)
    result = run("--shape", "2x2", "--values", "0..3", "--count", "30", "--seed", "7", "-o", str(tmp_path / "all"))
    assert result.exit_code == 1
    assert "24 of 30 trees found; no other in 2000 tries." in result.stderr
    assert len(list((tmp_path / "all").iterdir())) == 24
    result = run("3x3", "--want", "pruned=3", "--want", "best=2", "--seed", "7")
    assert result.exit_code == 1
    assert "No tree found in 2000 tries; the nearest had " in result.stderr
    nearest = treesolve.solve(result.stderr.rsplit(": ", 1)[1].strip().removesuffix("."))
    numbers = {
        "pruned": len(nearest.pruned_leaves),
        "best": nearest.tree.children[0].index(nearest.best_id) + 1,
    }
    message = [f"{name}={number}" for name, number in numbers.items() if number != {"pruned": 3, "best": 2}[name]]
    assert f"the nearest had {', '.join(message)}: " in result.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("2x2x2 --want deep-cut", "trees of this shape can have no deep cuts"),
        ("3x3 --want subtree-cut", "trees of this shape can have no cuts that skip an inner node"),
        ("3x3x3 --want pruned=17", "at most 16 leaves can be pruned in trees of this shape"),
        ("3x3 --want value=21", "the leaves have the values 0..20"),
        ("3x3 --count 100001", "100001 is not in the range"),
        ("3x3 --want difficulty=50%..", "Unknown constraint “difficulty”"),
        ("3x3 --effort 5", "--effort"),
        ("3x3 --table", "--table"),
        ("2x2 --levels P1,P2 --sum 5", "--sum"),
    ],
)
def test_incompatible_arguments_are_refused(arguments: str, sentence: str):
    """The usage error gives the reason."""
    result = run(*arguments.split(), "--seed", "7")
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_trees_are_written_as_they_are_found(tmp_path: Path):
    """A killed run leaves complete files."""
    folder = tmp_path / "trees"
    words = f"generate 2x2 --seed 7 --count 100000 -o {folder}".split()
    with subprocess.Popen([sys.executable, "-m", "treesolve", *words], cwd=ROOT) as process:
        while not (folder / "000003.tree").exists():
            assert process.poll() is None
            sleep(0.01)
        process.kill()
    found = sorted(folder.glob("*.tree"))
    assert 3 <= len(found) < 100_000
    assert all(len(read(path.read_text()).leaf_ids) == 4 for path in found)
