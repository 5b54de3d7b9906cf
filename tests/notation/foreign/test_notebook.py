"""Notebooks of Jupyter: the tree in their code."""

import json

import pytest

from treesolve.model.problem import InputError
from treesolve.notation.reader import read, reading
from treesolve.notation.writer import write_line


def notebook(*cells: str) -> str:
    """A notebook with these cells of code, behind one of words."""
    words = {"cell_type": "markdown", "source": ["MIN would be at the root of [[1, 2], [3, 4]]"]}
    code = [{"cell_type": "code", "source": cell.splitlines(keepends=True), "outputs": []} for cell in cells]
    return json.dumps({"cells": [words, *code], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


@pytest.mark.parametrize(
    ("cells", "tree"),
    [
        (["((6 5) (2 9))"], "((6 5) (2 9))"),
        (["%matplotlib inline\ntree = [[6, 5], [2, 9]]", "print(minimax(tree, True))"], "((6 5) (2 9))"),
        (["EDGES = {'A': ['B', 'C']}", "VALUES = {'B': 6, 'C': 5}"], "A: (B: 6 C: 5)"),
    ],
)
def test_the_tree_of_a_notebook_is_that_of_its_code(cells: list[str], tree: str):
    """All cells count, words do not, and no remark has a place."""
    found = reading(notebook(*cells))
    assert write_line(found.tree) == tree
    assert all(remark.span is None for remark in found.remarks)


def test_what_is_wrong_in_a_notebook_is_told_without_a_place():
    """The kind that a call gives the root is asked about, as in a program."""
    with pytest.raises(InputError) as refused:
        read(notebook("tree = [[6, 5], [2, 9]]\nprint(minimax(tree, False))"))
    (problem,) = refused.value.problems
    assert (problem.code, problem.span) == ("kinds-beside", None)


def test_other_objects_with_cells_are_no_notebooks():
    """Without the format's number they are dictionaries like others."""
    assert write_line(read('{"cells": {"A": 6, "B": 5}}')) == "cells: (A: 6 B: 5)"
