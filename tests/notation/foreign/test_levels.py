"""Trees level by level, and ways to leaves: what is told is read, what is not is asked."""

import pytest

from treesolve.model.problem import InputError
from treesolve.notation.foreign import levels, paths
from treesolve.notation.reader import read
from treesolve.notation.writer import write_line


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("Level 0: MAX\nLevel 1: MIN MIN\nLevel 2: 6 5 | 2 9 1", "((6 5) (2 9 1))"),
        ("Ebene 1 (MIN): A\nEbene 2 (MAX): B C\nEbene 3: 6 5 | 2 9", "A: MIN (B: (6 5) C: (2 9))"),
    ],
)
def test_bars_part_the_children_of_different_nodes(text: str, tree: str):
    """Then a list of levels is a tree."""
    assert write_line(read(text)) == tree


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Level 0: A\nLevel 1: B C\nLevel 2: 6 5 2 9", "A: (B: (6 5) C: (2 9))"),
        ("A MAX\nB C MIN\n6 5 2 9", "A: (B: (6 5) C: (2 9))"),
        ('[["A"], ["B", "C"], [6, 5, 2, 9]]', "A: (B: (6 5) C: (2 9))"),
        ("A\nB C\nD E F G\n6 5 2 9", "A: (B: (D: 6 E: 5) C: (F: 2 G: 9))"),
        ("Level 0: MAX\nLevel 1: MIN\nLevel 2: 6 5 2 9", ""),
        ("Level 0: A\nLevel 1: B C\nLevel 2: 6 5 2", ""),
    ],
)
def test_whose_children_are_whose_is_asked(text: str, line: str):
    """With the tree in which each node has as many, where the nodes can be counted."""
    with pytest.raises(InputError) as refused:
        read(text)
    assert [(problem.code, problem.facts["instead"]) for problem in refused.value.problems] == [("levels-untold", line)]


@pytest.mark.parametrize(
    "text",
    [
        "Level 0: A\nLevel 1: B\nLevel 1: C\nLevel 2: 6 5",
        "Level 2: 6 5 2 9\nLevel 1: B C\nLevel 0: A",
    ],
)
def test_levels_stand_one_below_the_other(text: str):
    """Each once, from the root down."""
    assert not levels.recognises(text)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("A/B/6\nA/B/5\nA/C/2", "A: (B: (6 5) C: (2))"),
        ("r/left/a = 6\nr/left/b = 5\nr/right/c = 2", "r: (left -> (a -> 6 b -> 5) right -> (c -> 2))"),
        ("1.1 = 6\n1.2 = 5\n2.2 = 9\n2.1 = 2", "((6 5) (2 9))"),
        ('{("L", "l"): 6, ("L", "r"): 5, ("R", "l"): 2}', "(L -> (l -> 6 r -> 5) R -> (l -> 2))"),
        ("MIN\tMAX\tvalue\nA\tB\t6\nA\tB\t5\nA\tC\t2\nA\tC\t9", "A: MIN (B: (6 5) C: (2 9))"),
        ("A;B;6\nA;B;5\nA;C;2\nA;C;9", "A: (B: (6 5) C: (2 9))"),
    ],
)
def test_ways_to_leaves_are_read(text: str, tree: str):
    """Steps are names, or moves where the same stands below several nodes; numbers only count."""
    assert write_line(read(text)) == tree


@pytest.mark.parametrize(
    "text",
    [
        "MIN/MAX/a = 6\nMIN/MAX/b = 5\nMIN/c = 2",
        "2024-01-02: 6\n2024-01-03: 5\n2024-02-01: 2",
        "0.1: 6\n0.2: 5\n0.7: 2",
        "A-B: 6\nA-C: 5\nB-D: 2",
        "A/B = 6\nA/B/C = 5\nA/D/E = 2\nA/D/F = 1",
        "A\tB\t4,5\nA\tB\t7\nA\tC\t1\nA\tC\t8",
    ],
)
def test_what_may_be_something_else_is_no_way(text: str):
    """Kinds, dates, probabilities, edges, nodes on the way to others, decimal commas."""
    assert not paths.recognises(text)


def test_the_same_way_leads_to_one_leaf():
    """Twice the same is told."""
    with pytest.raises(InputError) as refused:
        paths.read("A/B/C = 6\nA/B/C = 5\nA/D/E = 2\nA/D/F = 1")
    assert [problem.code for problem in refused.value.problems] == ["graph-child-twice"]
