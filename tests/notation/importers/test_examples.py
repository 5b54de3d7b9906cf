"""Trees from files of real-world examples, and properties that hold for all of them."""

import re
import time

import pytest
from hypothesis import given

from tests.support.effort import cases, dice, examples
from tests.support.foreign import Example, stands_in, with_slips
from tests.support.foreign import examples as foreign_examples
from tests.support.strategies import any_trees
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.notation.reader import read, read_with_remarks
from treesolve.notation.writer import format_tree_line, write
from treesolve.rendering.problem_sentence import problem_sentence

CHARACTERS = "()[]{}<>\"'`,;:=|.%#/\\-−–+*_?~^&$@!\n\t 0123456789abcxyzABC∞△▽“”├─│→\u00a0\ufeff"

WORDS = ("max", "min", "Node", "Leaf", "children", "value", "tree =", "\\Tree", "[.", "child", "->", "inf", "None")


@pytest.mark.parametrize("example", foreign_examples(), ids=lambda example: example.source)
def test_examples(example: Example):
    """An example is parsed to the expected tree without invented numbers, or rejected with the expected code.

    Every problem has messages in both languages and a span in the text.
    """
    try:
        reading = read_with_remarks(example.text)
    except InputError as error:
        problems = error.problems
        assert example.refused in {problem.code for problem in problems}
    else:
        problems = reading.remarks
        assert format_tree_line(reading.tree) == example.tree
        assert stands_in(reading.tree, example.text)
        assert reading.tree == read(reading.text or write(reading.tree))
    for problem in problems:
        assert all(problem_sentence(problem, language) for language in ("en", "de"))
        assert problem.span is None or 0 <= problem.span.start <= problem.span.end <= len(example.text)
        assert problem.text == example.text


@pytest.mark.parametrize("example", [one for one in foreign_examples() if one.tree], ids=lambda example: example.source)
def test_typographic_characters_do_not_matter(example: Example):
    """Windows line ends, a byte order mark, non-breaking blanks and typographic minus signs do not matter."""
    minus = re.compile(r"(?<![\w─-])-(?=[0-9])")
    for text in (
        example.text.replace("\n", "\r\n"),
        f"\ufeff{example.text}",
        example.text.replace(" ", "\u00a0"),
        *(minus.sub(sign, example.text) for sign in "−–‑"),
    ):
        assert format_tree_line(read(text)) == example.tree


@examples(2000)
@given(any_trees())
def test_written_trees_are_not_mistaken_for_another_notation(tree: Tree):
    """Parsing a written tree returns the same tree without remarks."""
    reading = read_with_remarks(write(tree))
    assert (reading.text, reading.remarks, reading.tree) == (None, (), tree)


def test_edited_examples_are_parsed_or_rejected():
    """Any text is parsed without invented numbers or raises InputError."""
    rng = dice("slips in foreign notations")
    texts = [example.text for example in foreign_examples()]
    for _ in range(cases(10_000)):
        fragments = [*CHARACTERS, *WORDS]
        text = with_slips(rng.choice(texts), fragments, rng)
        try:
            tree = read(text)
        except InputError:
            continue
        assert stands_in(tree, text), text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(", "unclosed"),
        ("[", "unclosed"),
        ("{", "unclosed"),
        ("([{", "unclosed"),
        ("(1 ", "unclosed"),
        ("A(1 ", "unclosed"),
        ("MAX (", "unclosed"),
        ('{"a": ', "unclosed"),
        ('[{"children": [1, ', "unclosed"),
        ("A: (", "unclosed"),
        ("tree: (", "unclosed"),
        ("```\n(", "unclosed"),
        (")", "stray-close"),
        ("(]", "mismatched"),
        (",", "separator-first"),
        ("{,", "unclosed"),
        ("digraph {", "unclosed"),
        (" " * 99 + "A\n", "second-tree"),
    ],
)
def test_a_megabyte_of_brackets_is_rejected_quickly(text: str, code: str):
    """The error is that of our grammar. Rejection took 0.6 seconds when measured."""
    before = time.process_time()
    with pytest.raises(InputError) as refused:
        read_with_remarks((text * 1_000_000)[:1_000_000])
    assert refused.value.problems[0].code == code
    assert time.process_time() - before < 4


@pytest.mark.parametrize(
    "text", ["{'a': " * 40_000 + "3" + "}" * 40_000, '{"children": [' * 25_000 + "3" + "]}" * 25_000]
)
def test_very_deep_objects_do_not_crash(text: str):
    """Recursive functions in Python would overflow the C stack, which ends the process without a message."""
    try:
        assert len(read(text)) > 1
    except InputError as error:
        assert error.problems


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
def test_deep_texts_are_parsed_or_rejected(text: str):
    """Deep nesting is parsed or rejected within seconds."""
    before = time.process_time()
    try:
        assert stands_in(read(text), text)
    except InputError as error:
        assert error.problems
    assert time.process_time() - before < 10
