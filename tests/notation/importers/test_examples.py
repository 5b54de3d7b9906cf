"""Trees as people write them, in files of examples; and what holds for all of them."""

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

PIECES = "()[]{}<>\"'`,;:=|.%#/\\-−–+*_?~^&$@!\n\t 0123456789abcxyzABC∞△▽“”├─│→\u00a0\ufeff"

WORDS = ("max", "min", "Node", "Leaf", "children", "value", "tree =", "\\Tree", "[.", "child", "->", "inf", "None")


@pytest.mark.parametrize("example", foreign_examples(), ids=lambda example: example.source)
def test_a_tree_as_people_write_it(example: Example):
    """It is read as the tree of its row, with no number from nowhere, or refused with the code of its row.

    What is said of it has words in both languages, and a place in the text.
    """
    try:
        found = read_with_remarks(example.text)
    except InputError as error:
        told = error.problems
        assert example.refused in {problem.code for problem in told}
    else:
        told = found.remarks
        assert format_tree_line(found.tree) == example.tree
        assert stands_in(found.tree, example.text)
        assert found.tree == read(found.text or write(found.tree))
    for problem in told:
        assert all(problem_sentence(problem, language) for language in ("en", "de"))
        assert problem.span is None or 0 <= problem.span.start <= problem.span.end <= len(example.text)
        assert problem.text == example.text


@pytest.mark.parametrize("example", [one for one in foreign_examples() if one.tree], ids=lambda example: example.source)
def test_signs_of_editors_change_nothing(example: Example):
    """Line ends of Windows, a byte order mark, blanks that do not break and typographic minus signs."""
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
def test_what_we_write_is_never_taken_for_another_notation(tree: Tree):
    """It is read without a remark, and as the same tree."""
    found = read_with_remarks(write(tree))
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
def test_a_megabyte_of_brackets_is_refused_at_once(text: str, code: str):
    """In 0.6 seconds where this was measured, and with the mistake itself, not with one of some other notation."""
    before = time.process_time()
    with pytest.raises(InputError) as refused:
        read_with_remarks((text * 1_000_000)[:1_000_000])
    assert refused.value.problems[0].code == code
    assert time.process_time() - before < 4


@pytest.mark.parametrize(
    "text", ["{'a': " * 40_000 + "3" + "}" * 40_000, '{"children": [' * 25_000 + "3" + "]}" * 25_000]
)
def test_objects_as_deep_as_a_file_is_long_do_not_crash(text: str):
    """Where Python's own functions would go down through a whole value, a process would end without a word."""
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
def test_deep_texts_are_read_or_refused(text: str):
    """Deep nesting ends in a tree or in a refusal, and soon."""
    before = time.process_time()
    try:
        assert stands_in(read(text), text)
    except InputError as error:
        assert error.problems
    assert time.process_time() - before < 10
