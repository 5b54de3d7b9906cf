"""Trees as people write them, in files of examples; and what holds for all of them."""

import time
from contextlib import suppress

import pytest
from hypothesis import given

from tests.support.effort import cases, dice, examples, size
from tests.support.foreign import Example, stands_in, with_slips
from tests.support.foreign import examples as foreign_examples
from tests.support.strategies import any_trees
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.notation.reader import read, reading
from treesolve.notation.writer import write, write_line
from treesolve.pages.problem_sentence import problem_sentence

PIECES = "()[]{}<>\"'`,;:=|.%#/\\-−–+*_?~^&$@!\n\t 0123456789abcxyzABC∞△▽“”├─│→\u00a0\ufeff"

WORDS = ("max", "min", "Node", "Leaf", "children", "value", "tree =", "\\Tree", "[.", "child", "->", "inf", "None")


@pytest.mark.parametrize("example", foreign_examples(), ids=lambda example: example.source)
def test_a_tree_as_people_write_it(example: Example):
    """It is read as the tree of its row, with no number from nowhere, or refused with the code of its row.

    What is said of it has words in both languages, and a place in the text.
    """
    try:
        found = reading(example.text)
    except InputError as error:
        told = error.problems
        assert example.refused in {problem.code for problem in told}
    else:
        told = found.remarks
        assert write_line(found.tree) == example.tree
        assert stands_in(found.tree, example.text)
        assert found.tree == read(found.text or write(found.tree))
    for problem in told:
        assert all(problem_sentence(problem, language) for language in ("en", "de"))
        assert problem.span is None or 0 <= problem.span.start <= problem.span.end <= len(example.text)
        assert problem.text == example.text


@examples(2000)
@given(any_trees())
def test_what_we_write_is_never_taken_for_another_notation(tree: Tree):
    """It is read without a remark, and as the same tree."""
    found = reading(write(tree))
    assert (found.text, found.remarks, found.tree) == (None, (), tree)


def test_slips_end_in_a_tree_of_the_text_or_in_a_refusal():
    """Whatever is typed, no error but a refusal comes out, and no number that was not typed."""
    thrown = dice("slips in foreign notations")
    texts = [example.text for example in foreign_examples()]
    for _ in range(cases(10_000)):
        pieces = [*PIECES, *WORDS]
        text = with_slips(thrown.choice(texts), pieces, thrown)
        try:
            tree = read(text)
        except InputError:
            continue
        assert stands_in(tree, text), text


@pytest.mark.parametrize(
    "text",
    [
        "(" * 100_000,
        "(max " * 5000 + "3" + ")" * 5000,
        "{'A': " * 3000 + "3" + "}" * 3000,
        "Node [" * 3000 + "Leaf 3" + "]" * 3000,
        "[A " * 2000 + "[3]" + "]" * 2000,
        "\\Tree " + "[.A " * 2000 + "3 " + "] " * 2000,
        "\\node {A} " + "child {node {B} " * 2000 + "}" * 2000 + ";",
        "(" * 2000 + "3" + ")A" * 2000 + ";",
        "tree = " + "[" * 5000 + "3" + "]" * 5000,
        "A(" * 3000 + "3" + ")" * 3000,
    ],
    ids=lambda text: text[:12],
)
def test_deep_texts_are_read_or_refused(text: str):
    """Deep nesting ends in a tree or in a refusal, and soon."""
    before = time.process_time()
    try:
        assert stands_in(read(text), text)
    except InputError as error:
        assert error.problems
    assert time.process_time() - before < 10


LONG = (
    ("tree = [", "[3, 5], ", "]"),
    ("", "a", ""),
    ("", "a ", ""),
    ("", " ", "x ="),
    ("", "/*", ""),
    ("", "*/ /*", ""),
    ("", "%", ""),
    ("{'A': [", "'B', ", "]}"),
    ("", "```\n", ""),
    ("", "<!--", ""),
    ("", '"', ""),
    ("\\Tree [.A ", "3 ", "]"),
    ("", "1,", " 2"),
    ("", "max([", ""),
    ("", "x=", ""),
    ("", "- ", ""),
    ("", "A: ", ""),
    ("", "A -> B; ", ""),
    ("", "; ab", ""),
    ("shape: 2\nleaves: 3\n", "12", "!"),
    ("Node(", "Leaf(3), ", ")"),
    ("(A ", "(B 3 5) ", ")"),
    ("", "def f(): x = [3]\n", ""),
)
"""Texts by what they begin with, what comes again and again, and what they end with."""


@pytest.mark.parametrize("text", LONG, ids=lambda text: "".join(text)[:12].strip())
def test_long_texts_are_read_or_refused(text: tuple[str, str, str]):
    """A long text ends in a tree or in a refusal, and soon."""
    begin, again, end = text
    before = time.process_time()
    with suppress(InputError):
        read(begin + again * (size(250_000) // len(again)) + end)
    assert time.process_time() - before < 20


def test_a_very_long_text_is_refused_soon():
    """Nobody looks for another notation in it than those that are quick."""
    before = time.process_time()
    for text in ("x=" * size(1_000_000), "%" * size(2_000_000)):
        with pytest.raises(InputError):
            read(text)
    assert time.process_time() - before < 40
