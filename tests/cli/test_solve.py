"""The answer forms of `treesolve solve --answer-form`."""

import json
import re
from pathlib import Path

from tests.support.keys import key_text
from tests.support.program import run

# Answer forms


def test_the_form_of_several_trees(tmp_path: Path):
    """Each task has the name of its tree, and `grade` accepts the completed form."""
    for name, text in (("one", "((6 5) (2 9))"), ("two words", "((3 1) 4)")):
        (tmp_path / f"{name}.tree").write_text(text, "utf-8")
    trees = [str(tmp_path / name) for name in ("one.tree", "two words.tree")]
    form = tmp_path / "4711.txt"
    options = ["solve", *trees, "--answer-form", "-o", str(form)]

    assert run(*options).output == ""
    text = form.read_text("utf-8")
    assert re.findall("^Task: .*", text, re.MULTILINE) == ["Task: one", "Task: two words"]
    form.write_text(
        text.replace("A= B= C=", "A=5 B=5 C=2").replace("A= B=", "A=4 B=1").replace("Student:", "Student: 1")
    )
    for tree in trees:
        assert run("check", tree).exit_code == 0
    key = tmp_path / "key.json"
    key.write_text(key_text(*trees), "utf-8")
    assert run("solve", key, "--answer-form").stdout == text
    graded = run("grade", key, form, "--format", "json")
    results = json.loads(graded.stdout)["results"]
    assert [one["parts"]["values"]["points"] for one in results] == [1, 1]
    assert not any(one["pending"] for one in results)


def test_the_form_of_variants(tmp_path: Path):
    """There is one form for all, in which students enter their variant, and none if the nodes differ."""
    for shape, exit_code in (("2x2", 0), ("2x2..3x1..3", 1)):
        folder = tmp_path / shape
        made = ["sheet", "--shape", shape, "--variants", "3", "--seed", "7", "-o", str(folder)]
        assert run(*made).exit_code == 0
        result = run("solve", folder / "key.json", "--answer-form")
        assert result.exit_code == exit_code, result.output
        assert ("\nStudent:\nVariant:\n\nValues: A= B= C=\n" in result.stdout) is (exit_code == 0)
        assert ("“treesolve sheet” lays a form" in result.stderr) is (exit_code == 1)
        if exit_code == 0:
            assert result.stdout == (folder / "answer.txt").read_text("utf-8")


def test_a_tree_that_cannot_be_read_has_no_form(tmp_path: Path):
    """Nothing is written."""
    result = run("solve", "-", "--answer-form", "-o", tmp_path / "x.txt", stdin="((6 5)")
    assert (result.exit_code, result.stdout, list(tmp_path.iterdir())) == (1, "", [])
