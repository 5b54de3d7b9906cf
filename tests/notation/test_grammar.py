"""The grammar alone says what a tree is: the reader takes what Lark takes, and the quick path gives the same tree."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lark import UnexpectedInput

from tests.support.effort import examples
from tests.support.places import exercise_files
from treesolve.model.problem import InputError
from treesolve.notation import grammar_reader
from treesolve.notation.grammar import syntax_parser, tokens
from treesolve.notation.grammar_reader import read_integer_tree, read_native
from treesolve.notation.headers import KEYS
from treesolve.notation.tree_builder import TextNode, build_columns

NODES = st.recursive(
    st.integers(-99, 99).map(str) | st.sampled_from(["007", "9" * 18, "9" * 19, "0.5", "x", "a: 3", "?", "m -> 4"]),
    lambda below: st.builds(
        "{}({}{})".format,
        st.sampled_from(["", "", "", "MIN ", "MAX\n", "b: ", '"b c" -> ']),
        st.sampled_from([" ", " ", ", ", ",", "  "]).flatmap(lambda gap: st.lists(below, min_size=1).map(gap.join)),
        st.sampled_from(["", "", "", " ", ", "]),
    ),
    max_leaves=30,
)
"""Texts of nodes, most of them plain."""

SLIPS = st.tuples(
    st.integers(0, 60),
    st.integers(0, 2),
    st.sampled_from(
        [*"()[]{},;:*5x?- \n", "", ", ", "->", "# 5\n", "MAX", "P1", "6-5", '"', "tree: ", "title: ", "1/2 *"]
    ),
)
"""Where a text is changed, how many characters go, and what comes in their place."""

OF_MEANING = {
    *("weight-outside-chance", "weight-range", "weights-sum", "weights-incomplete", "player-without-payoffs"),
    *("kind-as-name", "not-a-header", "unknown-header", "tree-mark-missing", "empty-header", "tree-missing"),
}
"""What may be wrong with a text that the grammar takes."""


def changed(text: str, slips: list[tuple[int, int, str]]) -> str:
    """Return the text with some mistakes in it."""
    for at, gone, instead in slips:
        text = text[:at] + instead + text[at + gone :]
    return text


def outcome(text: str) -> tuple[object, ...]:
    """Every column of the tree, or all that is wrong."""
    try:
        tree = read_native(text)
    except InputError as error:
        return error.problems
    return tree.kinds, tree.values, tree.children, tree.parents, tree.ends, tuple(tree.offsets), tree.given_names


def is_tree_to_lark(text: str) -> bool:
    """Whether Lark takes a text."""
    try:
        syntax_parser().parse(text)
    except UnexpectedInput:
        return False
    return True


@examples(800)
@given(NODES, st.lists(SLIPS, max_size=2))
@example("((1 2) (3 (4 5)", [])
@example("((1 2] (3 4))", [])
@example("(((1 2)))) 5", [])
@example("(1 2),", [])
@example("((1 2)4)", [])
@example("(1,,2)", [])
@example("(1 2 -)", [])
@example("(1-2)", [])
def test_the_quick_path_gives_the_same(text: str, slips: list[tuple[int, int, str]]):
    """Whatever is in the text, and whatever is wrong with it."""
    text = changed(text, slips)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grammar_reader, "read_integer_tree", lambda _text, _start: None)
        by_grammar = outcome(text)

    assert outcome(text) == by_grammar


@pytest.mark.parametrize("text", ["((6 5) (2 9))", "[[6, 5], [-2, 9]]", "{\n  (1)(2)\n}", "( 1 , 2 )"])
def test_what_is_plain_goes_the_quick_path(text: str):
    """However it is laid out."""
    assert read_integer_tree(text, 0) is not None


@examples(800)
@given(NODES, st.lists(SLIPS, max_size=3))
@example("tree: tree: 5", [])
@example("?5", [])
@example("x(1)", [])
def test_the_reader_takes_what_the_grammar_takes(text: str, slips: list[tuple[int, int, str]]):
    """But for what its words mean, of which the grammar knows nothing."""
    text = changed(text, slips)
    try:
        read_native(text)
    except InputError as error:
        codes = {problem.code for problem in error.problems}
        assert codes
        assert codes & OF_MEANING or not is_tree_to_lark(text)
    else:
        assert is_tree_to_lark(text)


def test_every_exercise_is_a_tree_to_bare_lark():
    """The grammar file alone describes the files: Lark parses them without any of our code."""
    assert all(is_tree_to_lark(path.read_text("utf-8")) for path in exercise_files())


def test_the_grammar_knows_the_headers():
    """The keys in the grammar are the keys of the reader."""
    patterns = [syntax_parser().get_terminal(name).pattern.to_regexp() for name in ("HEADER", "PUBLISHED")]

    for key in KEYS[:-1]:
        assert sum(re.fullmatch(pattern, f"{key}: 5", re.IGNORECASE) is not None for pattern in patterns) == 1


def test_every_character_belongs_to_a_token():
    """Nothing is passed over but blanks."""
    text = 'S: MAX[ 1/2*left->"a b": (6-5 x, ?)] # end\n}} "open 1.2.3 ->'
    covered = "".join(str(token) for token in tokens(text, 0))

    assert covered.replace(" ", "") == text.replace(" ", "").replace("\n", "")


def test_a_node_grows_however_deep_it_is():
    """A node of any notation makes a tree."""
    node = TextNode(5, (), 0, 1)
    for _ in range(100_000):
        node = TextNode(None, (node,), 0, 1)

    assert len(build_columns(node).kinds) == 100_001


@pytest.mark.parametrize("text", ["(1 2 3)", "((1) 2)", "(x 2 3)", "((1 2) y)"])
def test_a_tree_grows_no_larger_than_it_may(monkeypatch: pytest.MonkeyPatch, text: str):
    """With one node too many that is told, and with none the tree is whole."""
    most = len(read_native(text))
    monkeypatch.setattr("treesolve.notation.tree_builder.MAX_NODES", most - 1)
    with pytest.raises(InputError) as refused:
        read_native(text)
    assert [problem.code for problem in refused.value.problems] == ["too-many-nodes"]

    monkeypatch.setattr("treesolve.notation.tree_builder.MAX_NODES", most)
    assert len(read_native(text)) == most
