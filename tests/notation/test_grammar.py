"""The parser agrees with the Lark grammar, and the fast path agrees with the full parser."""

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
"""Texts of nodes, most of them without names, kinds and moves."""

EDITS = st.tuples(
    st.integers(0, 60),
    st.integers(0, 2),
    st.sampled_from(
        [*"()[]{},;:*5x?- \n", "", ", ", "->", "# 5\n", "MAX", "P1", "6-5", '"', "tree: ", "title: ", "1/2 *"]
    ),
)
"""Edits of a text: the offset, the number of removed characters, and the inserted text."""

SEMANTIC_CODES = {
    *("weight-outside-chance", "weight-range", "weights-sum", "weights-incomplete", "player-without-payoffs"),
    *("kind-as-name", "not-a-header", "unknown-header", "tree-mark-missing", "empty-header", "tree-missing"),
}
"""Codes of problems in texts that the grammar accepts."""


def changed(text: str, edits: list[tuple[int, int, str]]) -> str:
    """Return the text with edits applied."""
    for at, removed, inserted in edits:
        text = text[:at] + inserted + text[at + removed :]
    return text


def outcome(text: str) -> tuple[object, ...]:
    """Return all columns of the tree, or all problems."""
    try:
        tree = read_native(text)
    except InputError as error:
        return error.problems
    return tree.kinds, tree.values, tree.children, tree.parents, tree.ends, tuple(tree.offsets), tree.given_names


def lark_accepts(text: str) -> bool:
    """Return whether Lark accepts a text."""
    try:
        syntax_parser().parse(text)
    except UnexpectedInput:
        return False
    return True


@examples(800)
@given(NODES, st.lists(EDITS, max_size=2))
@example("((1 2) (3 (4 5)", [])
@example("((1 2] (3 4))", [])
@example("(((1 2)))) 5", [])
@example("(1 2),", [])
@example("((1 2)4)", [])
@example("(1,,2)", [])
@example("(1 2 -)", [])
@example("(1-2)", [])
def test_the_fast_path_agrees_with_the_parser(text: str, edits: list[tuple[int, int, str]]):
    """The fast path returns the same tree or problems for any text."""
    text = changed(text, edits)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grammar_reader, "read_integer_tree", lambda _text, _start: None)
        by_grammar = outcome(text)

    assert outcome(text) == by_grammar


@pytest.mark.parametrize("text", ["((6 5) (2 9))", "[[6, 5], [-2, 9]]", "{\n  (1)(2)\n}", "( 1 , 2 )"])
def test_integer_trees_use_the_fast_path(text: str):
    """Brackets, separators and white space do not matter."""
    assert read_integer_tree(text, 0) is not None


@examples(800)
@given(NODES, st.lists(EDITS, max_size=3))
@example("tree: tree: 5", [])
@example("?5", [])
@example("x(1)", [])
def test_the_parser_accepts_what_the_grammar_accepts(text: str, edits: list[tuple[int, int, str]]):
    """The parser only rejects a text that the grammar accepts if its values or headers are invalid."""
    text = changed(text, edits)
    try:
        read_native(text)
    except InputError as error:
        codes = {problem.code for problem in error.problems}
        assert codes
        assert codes & SEMANTIC_CODES or not lark_accepts(text)
    else:
        assert lark_accepts(text)


def test_lark_accepts_every_exercise():
    """The grammar file is complete: Lark accepts all exercises without our code."""
    assert all(lark_accepts(path.read_text("utf-8")) for path in exercise_files())


def test_the_grammar_knows_the_headers():
    """The grammar has the same header keys as the parser."""
    patterns = [syntax_parser().get_terminal(name).pattern.to_regexp() for name in ("HEADER", "PUBLISHED")]

    for key in KEYS[:-1]:
        assert sum(re.fullmatch(pattern, f"{key}: 5", re.IGNORECASE) is not None for pattern in patterns) == 1


def test_every_character_belongs_to_a_token():
    """The tokenizer only skips blanks."""
    text = 'S: MAX[ 1/2*left->"a b": (6-5 x, ?)] # end\n}} "open 1.2.3 ->'
    covered = "".join(str(token) for token in tokens(text, 0))

    assert covered.replace(" ", "") == text.replace(" ", "").replace("\n", "")


def test_a_node_can_be_very_deep():
    """Depth is not limited by recursion."""
    node = TextNode(5, (), 0, 1)
    for _ in range(100_000):
        node = TextNode(None, (node,), 0, 1)

    assert len(build_columns(node).kinds) == 100_001


@pytest.mark.parametrize("text", ["(1 2 3)", "((1) 2)", "(x 2 3)", "((1 2) y)"])
def test_a_tree_has_a_maximum_number_of_nodes(monkeypatch: pytest.MonkeyPatch, text: str):
    """A tree with the maximum number of nodes is accepted, a larger one is rejected."""
    most = len(read_native(text))
    monkeypatch.setattr("treesolve.notation.tree_builder.MAX_NODES", most - 1)
    with pytest.raises(InputError) as refused:
        read_native(text)
    assert [problem.code for problem in refused.value.problems] == ["too-many-nodes"]

    monkeypatch.setattr("treesolve.notation.tree_builder.MAX_NODES", most)
    assert len(read_native(text)) == most
