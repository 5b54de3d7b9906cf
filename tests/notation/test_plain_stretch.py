"""Brackets and whole numbers that are read in one go give the very tree, and the very mistakes, that pieces give."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.support.effort import examples
from treesolve.model.problem import InputError
from treesolve.notation import builder as growing
from treesolve.notation import grammar_reader
from treesolve.notation.builder import TreeBuilder
from treesolve.notation.grammar_reader import read_own
from treesolve.notation.plain_stretch import read_plain_stretch
from treesolve.notation.scanner import Acceptor

NODES = st.recursive(
    st.integers(-99, 99).map(str) | st.sampled_from(["007", "9" * 18, "9" * 19, "0.5", "x", "a: 3", "1/2 * 4"]),
    lambda below: st.builds(
        "{}({}{})".format,
        st.sampled_from(["", "", "", "MIN ", "CHANCE ", "b: "]),
        st.sampled_from([" ", " ", ", ", ",", "  "]).flatmap(lambda gap: st.lists(below, min_size=1).map(gap.join)),
        st.sampled_from(["", "", "", " ", ", "]),
    ),
    max_leaves=30,
)
"""Texts of nodes, most of them plain."""

SLIPS = st.tuples(st.integers(0, 60), st.integers(0, 2), st.sampled_from([*"()[]{},;:*5x \n", "", ", ", "->", "# 5\n"]))
"""Where a text is changed, how many characters go, and what comes in their place."""


def outcome(text: str) -> tuple[object, ...]:
    """Every column of the tree, or all that is wrong."""
    try:
        tree = read_own(text)
    except InputError as error:
        return error.problems
    return tree.kinds, tree.values, tree.children, tree.parents, tree.ends, tuple(tree.offsets), tree.weights


def outcome_by_pieces(text: str) -> tuple[object, ...]:
    """The same, with nothing read in one go."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grammar_reader, "read_plain_stretch", lambda _builder, _acceptor, _text, start: ("OPEN", start))
        return outcome(text)


@examples(800)
@given(NODES, st.lists(SLIPS, max_size=2))
@example("((1 2) (3 (4 5)", [])
@example("((1 2] (3 4))", [])
@example("(((1 2)))) 5", [])
@example("((1 2)4)", [])
@example("(MIN (1 (2 3)) (CHANCE (4 (5 6)) 7))", [])
def test_it_is_read_as_piece_by_piece(text: str, slips: list[tuple[int, int, str]]):
    """Whatever is in the text, and whatever is wrong with it."""
    for at, gone, instead in slips:
        text = text[:at] + instead + text[at + gone :]

    assert outcome(text) == outcome_by_pieces(text)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("((6 5) (2 9))", ")"),
        ("[[6, 5], [2, 9]]", "]"),
        ("((6 5)(2 9) (1 (2 (3))))", ")"),
        ("(1 (2 3) 4 (5) 6)", ")"),
        ("((1 2) (3 x))", " (3 x))"),
        ("((1 2) (3 4.5))", " (3 4.5))"),
        ("(1 (2 3)  (4))", "  (4))"),
        ("(1 (2 3)4)", "4)"),
        ("(1 (2 (3] 4))", "] 4))"),
        ("(1 * (2))", "1 * (2))"),
        ("((1, 2 3))", "(1, 2 3))"),
        ("(" * 52 + "1" + ")" * 52, "(" * 51 + "1" + ")" * 52),
    ],
)
def test_a_stretch_ends_where_anything_else_begins(text: str, rest: str):
    """So that in a plain tree nothing is left but its last bracket."""
    builder, acceptor = TreeBuilder(), Acceptor()
    builder.open(text[0], 0)
    acceptor.feed("OPEN")
    _, end = read_plain_stretch(builder, acceptor, text, 1)

    assert text[end:] == rest


@pytest.mark.parametrize("text", ["(1 2 3)", "((1) 2)", "(1 (2))", "((1 2) 3)"])
def test_a_tree_grows_no_larger_than_it_may(monkeypatch: pytest.MonkeyPatch, text: str):
    """With one node too many the same place is pointed at, and with none the tree is whole."""
    most = len(read_own(text))
    monkeypatch.setattr(growing, "MOST_NODES", most - 1)
    assert outcome(text) == outcome_by_pieces(text)
    assert [problem.code for problem in outcome(text)] == ["too-many-nodes"]

    monkeypatch.setattr(growing, "MOST_NODES", most)
    assert len(read_own(text)) == most
