"""The rules by which trees in other notations are read: as they are meant, or asked about, and nothing is left out."""

import random
import re

import pytest

from tests.support.effort import cases, dice
from tests.support.foreign import examples
from treesolve.model.problem import InputError
from treesolve.notation.reader import read, read_with_remarks
from treesolve.notation.writer import format_tree_line

ASKED = "asked"
CHANCE_WORDS = ("exp", "EXP", "expect", "expected", "ev", "stochastic", "Erwartungswert", "AVE", "dice", "chance")
SAYS_MIN = (
    *('"isMaximizingPlayer": false', '"type": "minimum"', '"goal": "minimize"', '"player": "min"', '"isMax": "false"'),
    *('"is_min": true', '"kind": "Minimizer"', '"node_type": "MIN"'),
)
SAYS_UNKNOWN = ('"player": "II"', '"player": 2', '"type": "opponent"', '"player": -1', '"color": 3', '"cost": 3')


def tree_or_asked(text: str) -> str:
    """Return the tree in our notation, or that it is asked about."""
    try:
        return format_tree_line(read(text))
    except InputError:
        return ASKED


@pytest.mark.parametrize("word", CHANCE_WORDS)
@pytest.mark.parametrize(
    "text",
    [
        '["max", ["{}", 3, 7], 4]',
        "(max ({} 3 7) 4)",
        "max({}(3, 7), 4)",
        '{{"type": "max", "children": [{{"type": "{}", "children": [{{"value": 3}}, {{"value": 7}}]}}, '
        '{{"value": 4}}]}}',
        "- max\n  - {}\n    - 3\n    - 7\n  - 4\n",
        'digraph {{ a [label=max]; b [label="{}"]; a -> b; b -> 3; b -> 7; a -> 4 }}',
    ],
)
def test_words_for_chance_are_known_or_asked_about(text: str, word: str):
    """A node called so is no MIN node."""
    assert tree_or_asked(text.format(word)) in (ASKED, "(CHANCE (3 7) 4)", "a: (b: CHANCE (3 7) 4)")


@pytest.mark.parametrize("field", SAYS_MIN)
def test_fields_say_who_moves(field: str):
    """By a word, or by true and false."""
    assert tree_or_asked(f'{{{field}, "children": [{{"value": 3}}, {{"value": 7}}]}}') == "MIN (3 7)"


@pytest.mark.parametrize("field", SAYS_UNKNOWN)
def test_fields_that_nobody_knows_are_asked_about(field: str):
    """And words in fields of kinds, too; a colour says nothing where it does not differ."""
    text = f'{{{field}, "children": [{{"value": 3}}, {{"value": 7}}]}}'
    assert tree_or_asked(text) == ("(3 7)" if "color" in field else ASKED)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("A,B,0.3\nA,C,0.7\nB,6,\nC,4,\n", ASKED),
        ("A\n├── 0.3: B\n│   └── 6\n└── 0.7: C\n    └── 4\n", ASKED),
        ('{"0.3": 6, "0.7": 4}', ASKED),
        ('[{"id": 1, "parent": 0}, {"id": 2, "parent": 1, "value": 3}, {"id": 3, "parent": 1, "value": 7}]', "(3 7)"),
        ('{"tree": [[6, 5], [2, 9]]}', "((6 5) (2 9))"),
        ("tree = [[6, 5], [2, 9]]\nprint(tree)", "((6 5) (2 9))"),
        ("A (red) -> B", ASKED),
        ("// ((6 5)\n// (2 9))", ASKED),
        ("trees = [[6, 5], [2, 9]]", ASKED),
    ],
)
def test_what_is_told_is_read_and_the_rest_is_asked_about(text: str, tree: str):
    """Never another tree than the one that is meant."""
    assert tree_or_asked(text) == tree


@pytest.mark.parametrize(("row", "complete"), [("3 12 8 2", "((3 12) (8 2))"), ("3 12 8 2 5 1", "")])
def test_leaves_in_a_row_are_asked_about_with_the_trees_that_they_may_be(row: str, complete: str):
    """A complete one only where they are as many as it has."""
    with pytest.raises(InputError) as asked:
        read(row)
    facts = asked.value.problems[0].facts
    assert (facts["flat"], facts["complete"]) == (f"({row})", complete)


NODES = [(0, None, None), (1, 0, None), (2, 0, None), (3, 1, 6), (4, 1, 5), (5, 2, 2), (6, 2, 9)]


@pytest.mark.parametrize("wrapper", ["{}", '{{"nodes": {}}}', '{{"tree": {}}}', '{{"root": {}}}'])
@pytest.mark.parametrize("root", ["null", "-1", '""'])
def test_rows_with_ids_and_parents_are_one_tree(wrapper: str, root: str):
    """Numbers that only count rows are no names, and no leaves."""
    rows = [
        f'{{"id": {number}, "parent": {root if parent is None else parent}'
        + (f', "value": {value}}}' if value is not None else "}")
        for number, parent, value in NODES
    ]
    assert tree_or_asked(wrapper.format(f"[{', '.join(rows)}]")) == "((6 5) (2 9))"


@pytest.mark.parametrize("example", [one for one in examples() if one.tree], ids=lambda one: one.source)
def test_below_a_header_it_is_the_same_tree(example):
    """With the title of the header; its own title, too, is one."""
    found = read_with_remarks(f"title: Two plies\npoints: values 4\ntree: {example.text}")

    assert (format_tree_line(found.tree), found.tree.title) == (example.tree, "Two plies")
    assert not found.remarks or found.remarks[-1].code in ("read-as", "claim-wrong", "efg-constant-sum")
    assert read(found.text or "").title == "Two plies"


def test_a_word_for_a_player_is_never_left_out():
    """MIN in a text that names no kinds is refused, pointed out, or makes another tree than MAX does in its place."""
    thrown: random.Random = dice("words for players put in")
    stated = re.compile(r"max|min|chance|dice|EFG|successors:|exp", re.IGNORECASE)
    texts = [one.text for one in examples() if one.tree and not stated.search(one.text)]
    for _ in range(cases(10_000)):
        text, word = (
            thrown.choice(texts),
            thrown.choice((" {} ", "\n{}\n", '"{}"', " # {}\n", " // {}\n", '"""{}"""\n')),
        )
        at = thrown.randint(0, len(text))
        with_min, with_max = (text[:at] + word.format(kind) + text[at:] for kind in ("MIN", "MAX"))
        tree = tree_or_asked(with_min)
        if tree != ASKED and "MIN" not in tree and tree == tree_or_asked(with_max):
            assert "comment-mover" in [remark.code for remark in read_with_remarks(with_min).remarks], with_min


def test_a_piece_that_tells_something_is_missed():
    """A text that has lost the value of a leaf, which stands once, is not read as the same tree."""
    thrown: random.Random = dice("pieces left out")
    texts = [(example.text, example.tree) for example in examples() if example.tree]
    told = 0
    for _ in range(cases(5000)):
        text, tree = thrown.choice(texts)
        pieces = list(re.finditer(r"\"[^\"\n]*\"|[+\-−]?\w+(?:\.\w+)*|[^\w\s]", text))
        piece = thrown.choice(pieces)
        without = tree_or_asked(text[: piece.start()] + text[piece.end() :])
        is_value = re.fullmatch(r"[+\-−]?[0-9]+(?:\.[0-9]+)?", piece[0]) and f" {piece[0]}" in tree.replace("(", " ")
        told += bool(is_value)
        assert not (is_value and without == tree and tree.count(piece[0]) == text.count(piece[0])), (text, piece[0])
    assert told
