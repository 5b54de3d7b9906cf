"""Rules for trees in other notations: the intended tree or a question, and no information is ignored."""

import random
import re

import pytest

from tests.support.effort import cases, dice
from tests.support.foreign import examples
from treesolve.model.problem import InputError
from treesolve.notation.reader import read, read_with_remarks
from treesolve.notation.writer import format_tree_line

QUESTION = "question"
CHANCE_WORDS = ("exp", "EXP", "expect", "expected", "ev", "stochastic", "Erwartungswert", "AVE", "dice", "chance")
MIN_FIELDS = (
    *('"isMaximizingPlayer": false', '"type": "minimum"', '"goal": "minimize"', '"player": "min"', '"isMax": "false"'),
    *('"is_min": true', '"kind": "Minimizer"', '"node_type": "MIN"'),
)
UNKNOWN_FIELDS = ('"player": "II"', '"player": 2', '"type": "opponent"', '"player": -1', '"color": 3', '"cost": 3')


def tree_or_question(text: str) -> str:
    """Return the tree in our notation, or QUESTION if the text is rejected."""
    try:
        return format_tree_line(read(text))
    except InputError:
        return QUESTION


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
def test_words_for_chance_are_recognized_or_rejected(text: str, word: str):
    """A node labeled with one does not become a MIN node."""
    assert tree_or_question(text.format(word)) in (QUESTION, "(CHANCE (3 7) 4)", "a: (b: CHANCE (3 7) 4)")


@pytest.mark.parametrize("field", MIN_FIELDS)
def test_fields_give_the_kind(field: str):
    """The value may be a word or a Boolean."""
    assert tree_or_question(f'{{{field}, "children": [{{"value": 3}}, {{"value": 7}}]}}') == "MIN (3 7)"


@pytest.mark.parametrize("field", UNKNOWN_FIELDS)
def test_unknown_fields_are_rejected(field: str):
    """Unknown words in fields for kinds are questions; colors are ignored if they do not differ."""
    text = f'{{{field}, "children": [{{"value": 3}}, {{"value": 7}}]}}'
    assert tree_or_question(text) == ("(3 7)" if "color" in field else QUESTION)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("A,B,0.3\nA,C,0.7\nB,6,\nC,4,\n", QUESTION),
        ("A\n├── 0.3: B\n│   └── 6\n└── 0.7: C\n    └── 4\n", QUESTION),
        ('{"0.3": 6, "0.7": 4}', QUESTION),
        ('[{"id": 1, "parent": 0}, {"id": 2, "parent": 1, "value": 3}, {"id": 3, "parent": 1, "value": 7}]', "(3 7)"),
        ('{"tree": [[6, 5], [2, 9]]}', "((6 5) (2 9))"),
        ("tree = [[6, 5], [2, 9]]\nprint(tree)", "((6 5) (2 9))"),
        ("A (red) -> B", QUESTION),
        ("// ((6 5)\n// (2 9))", QUESTION),
        ("trees = [[6, 5], [2, 9]]", QUESTION),
    ],
)
def test_ambiguous_texts_are_rejected(text: str, tree: str):
    """The result is the intended tree or a question."""
    assert tree_or_question(text) == tree


@pytest.mark.parametrize(("row", "complete"), [("3 12 8 2", "((3 12) (8 2))"), ("3 12 8 2 5 1", "")])
def test_possible_trees_are_suggested_for_a_row_of_leaves(row: str, complete: str):
    """A complete tree is only suggested if the number of leaves fits."""
    with pytest.raises(InputError) as error:
        read(row)
    facts = error.value.problems[0].facts
    assert (facts["flat"], facts["complete"]) == (f"({row})", complete)


NODES = [(0, None, None), (1, 0, None), (2, 0, None), (3, 1, 6), (4, 1, 5), (5, 2, 2), (6, 2, 9)]


@pytest.mark.parametrize("wrapper", ["{}", '{{"nodes": {}}}', '{{"tree": {}}}', '{{"root": {}}}'])
@pytest.mark.parametrize("root", ["null", "-1", '""'])
def test_rows_with_ids_and_parents(wrapper: str, root: str):
    """Ids are neither names nor leaves."""
    rows = [
        f'{{"id": {number}, "parent": {root if parent is None else parent}'
        + (f', "value": {value}}}' if value is not None else "}")
        for number, parent, value in NODES
    ]
    assert tree_or_question(wrapper.format(f"[{', '.join(rows)}]")) == "((6 5) (2 9))"


@pytest.mark.parametrize("example", [one for one in examples() if one.tree], ids=lambda one: one.source)
def test_other_notations_below_headers(example):
    """The title in the header applies, even if the text has a title as well."""
    reading = read_with_remarks(f"title: Two plies\npoints: values 4\ntree: {example.text}")

    assert (format_tree_line(reading.tree), reading.tree.title) == (example.tree, "Two plies")
    assert not reading.remarks or reading.remarks[-1].code in ("read-as", "claim-wrong", "efg-constant-sum")
    assert read(reading.text or "").title == "Two plies"


def test_words_for_players_are_never_ignored():
    """MIN in a text without kinds is rejected, reported, or leads to another tree than MAX does."""
    rng: random.Random = dice("words for players put in")
    stated = re.compile(r"max|min|chance|dice|EFG|successors:|exp", re.IGNORECASE)
    texts = [one.text for one in examples() if one.tree and not stated.search(one.text)]
    for _ in range(cases(10_000)):
        text, word = (
            rng.choice(texts),
            rng.choice((" {} ", "\n{}\n", '"{}"', " # {}\n", " // {}\n", '"""{}"""\n')),
        )
        at = rng.randint(0, len(text))
        with_min, with_max = (text[:at] + word.format(kind) + text[at:] for kind in ("MIN", "MAX"))
        tree = tree_or_question(with_min)
        if tree != QUESTION and "MIN" not in tree and tree == tree_or_question(with_max):
            assert "comment-mover" in [remark.code for remark in read_with_remarks(with_min).remarks], with_min


def test_values_of_leaves_are_never_ignored():
    """A text without the value of a leaf that occurs only once does not describe the same tree."""
    rng: random.Random = dice("pieces left out")
    texts = [(example.text, example.tree) for example in examples() if example.tree]
    checked = 0
    for _ in range(cases(5000)):
        text, tree = rng.choice(texts)
        tokens = list(re.finditer(r"\"[^\"\n]*\"|[+\-−]?\w+(?:\.\w+)*|[^\w\s]", text))
        token = rng.choice(tokens)
        without = tree_or_question(text[: token.start()] + text[token.end() :])
        is_value = re.fullmatch(r"[+\-−]?[0-9]+(?:\.[0-9]+)?", token[0]) and f" {token[0]}" in tree.replace("(", " ")
        checked += bool(is_value)
        assert not (is_value and without == tree and tree.count(token[0]) == text.count(token[0])), (text, token[0])
    assert checked
