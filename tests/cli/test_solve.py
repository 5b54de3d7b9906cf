"""What can be asked of `treesolve solve` beside the solution, and what cannot be asked at once."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from treesolve.cli import treesolve


def run(*arguments: str, stdin: str = "((2 9) (6 5))") -> Result:
    """`treesolve solve -` with the arguments."""
    return CliRunner().invoke(treesolve, ["solve", "-", *arguments], input=stdin)


def test_orders_of_the_children():
    """The best one and the worst one, solved."""
    assert "The best order: 3 of 4 leaves evaluated, 4 before." in run("--best-order").stdout
    assert "This is the worst order as it stands: 4 of 4" in run("--worst-order").stdout
    assert run("--best-order", "--format", "tree").stdout == "A: (C: (L3: 6 L4: 5) B: (L1: 2 L2: 9))\n"
    assert run("--best-order", "--format", "tree", "-c", "cs188").stdout.startswith("convention: cs188\ntree: A: (C:")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("--best-order --worst-order", "--best-order and --worst-order ask for different things."),
        ("--unknown --slides -o x.pdf", "--slides and --unknown ask for different things."),
        ("--unknown -c haw -c aima", "--unknown and -c haw -c aima ask for different things."),
        ("--worst-order -c all", "--worst-order and -c all ask for different things."),
        ("--letter x", "--letter and --integers are about unknown leaves. Add --unknown."),
        ("--format tree", "Nothing is written as tree here. Choose one of text, json,"),
        ("-c all --format tree", "Nothing is written as tree here. Choose one of text, json, markdown, html,"),
        ("-c all -o x.svg", "“treesolve solve -c all” writes no files that end in “.svg”. It writes .txt,"),
        ("--best-order -o x.csv", "“treesolve solve --best-order” writes no files that end in “.csv”."),
        ("-o x.tree", "“treesolve solve” writes no files that end in “.tree”."),
        ("--answer-form --slides -o x.pdf", "--answer-form and --slides ask for different things."),
        ("--answer-form -o x.md", "“treesolve solve --answer-form” writes no files that end in “.md”. It writes .txt"),
        ("--slides", "Slides are written as PDF or Typst."),
        ("-c all -c hawk", "There is no lecture “hawk”. Did you mean “haw”?"),
    ],
)
def test_what_does_not_go_together_is_said(options: str, says: str):
    """As a usage error, before anything is read."""
    result = run(*options.split(), stdin="((broken")

    assert (result.exit_code, result.stdout) == (2, "")
    assert says in " ".join(result.stderr.split())


def test_pictures_are_made_elsewhere():
    """Whoever wants one of `solve` is told by what; of other endings nothing of the kind is said."""
    told = run("solve", "x.tree", "-o", "x.svg").stderr
    assert "A picture comes of “treesolve draw FILE --solved -o x.svg”." in told
    assert "picture" not in run("solve", "x.tree", "-o", "x.jpg").stderr


# The form for answers


def test_the_form_of_a_tree():
    """Empty, in the asked language; the parts are those that have points, and every inner node is there."""
    text = 'points: values 2, windows 1, order 1\ntree: ((6 5) "max": (2 9))'

    assert run("--answer-form", "--language", "de", stdin=text).stdout == (
        "# Ausfüllen und als Text abgeben; was leer bleibt, ist keine Antwort.\n"
        "# Knoten heißen wie im Bild, mit Leerzeichen dazwischen.\n\n"
        "Matrikelnummer:\n\n"
        'Werte: A= B= "max"=\n'
        'Fenster: A=[ ; ] B=[ ; ] "max"=[ ; ]\n'
        "Reihenfolge:\n"
    )
    assert "Pruned" not in run("--answer-form", "-c", "minimax").stdout


def test_the_form_of_several_trees(tmp_path: Path):
    """Each has its name above it, and `grade` takes what is filled in apart."""
    for name, text in (("one", "((6 5) (2 9))"), ("two words", "((3 1) 4)")):
        (tmp_path / f"{name}.tree").write_text(text, "utf-8")
    trees = [str(tmp_path / name) for name in ("one.tree", "two words.tree")]
    form = tmp_path / "4711.txt"
    options = ["solve", *trees, "--answer-form", "-o", str(form)]

    assert CliRunner().invoke(treesolve, options).output == ""
    text = form.read_text("utf-8")
    assert re.findall("^Task: .*", text, re.MULTILINE) == ["Task: one", "Task: two words"]
    form.write_text(
        text.replace("A= B= C=", "A=5 B=5 C=2").replace("A= B=", "A=4 B=1").replace("Student:", "Student: 1")
    )
    for tree in trees:
        assert CliRunner().invoke(treesolve, ["check", tree]).exit_code == 0
    key = tmp_path / "key.json"
    assert CliRunner().invoke(treesolve, ["check", *trees, "-o", str(key)]).exit_code == 0
    assert CliRunner().invoke(treesolve, ["solve", str(key), "--answer-form"]).stdout == text
    graded = CliRunner().invoke(treesolve, ["grade", str(key), str(form), "--format", "json"])
    results = json.loads(graded.stdout)["results"]
    assert [one["parts"]["values"]["points"] for one in results] == [1, 1]
    assert not any(one["pending"] for one in results)


def test_the_form_of_variants(tmp_path: Path):
    """One for all, in which students say which variant they have; none where nodes are others."""
    for shape, exit_code in (("2x2", 0), ("2x2..3x1..3", 1)):
        folder = tmp_path / shape
        made = ["sheet", "--shape", shape, "--variants", "3", "--seed", "7", "-o", str(folder)]
        assert CliRunner().invoke(treesolve, made).exit_code == 0
        result = CliRunner().invoke(treesolve, ["solve", str(folder / "key.json"), "--answer-form"])
        assert result.exit_code == exit_code, result.output
        assert ("\nStudent:\nVariant:\n\nValues: A= B= C=\n" in result.stdout) is (exit_code == 0)
        assert ("“treesolve sheet” lays a form" in result.stderr) is (exit_code == 1)
        if exit_code == 0:
            assert result.stdout == (folder / "answer.txt").read_text("utf-8")


def test_a_tree_that_cannot_be_read_has_no_form(tmp_path: Path):
    """Nothing is written."""
    result = run("--answer-form", "-o", str(tmp_path / "x.txt"), stdin="((6 5)")
    assert (result.exit_code, result.stdout, list(tmp_path.iterdir())) == (1, "", [])
