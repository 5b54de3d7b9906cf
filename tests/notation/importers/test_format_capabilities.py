"""Export of trees to every notation that supports them, and import of the result."""

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from tests.support.effort import dealt, seeds, until
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.notation.grammar_reader import read_native
from treesolve.notation.importers.format_capabilities import EXPORT_FORMATS, ExportFormat, write
from treesolve.notation.reader import read
from treesolve.notation.writer import format_tree_line
from treesolve.rendering.problem_sentence import problem_sentence

WITH_ALL_NAMES = ("edge_tables", "edge_lines", "cs188_test")
"""Importers in whose notations every node has a name."""

PARTLY = {("cs188_test", what) for what in ("kinds", "chance", "weights", "fractions")} | {
    (name, "names with numbers") for name in ("edge_lines", "cs188_test", "brackets")
}
"""Features that a notation supports only for some trees.

In a CS188 test, MAX moves first, each level belongs to one agent, and chances are equal. Names with blanks are reported
as words that the notation does not support.
"""

PLAIN = {
    "": "((6 5) (2 -9.5))",
    "leaf": "6",
    "kinds": "MIN ((6 5) (2 9))",
    "chance": "CHANCE (6 5)",
    "names": "A: (B: (6 five: 5) C: (2 9))",
    "names with numbers": 'Root: ("Node 1": ("Leaf 1": 3 "Leaf 2": 5) "Node 2": (1 9))',
    "captions": "(B: (6 5) B: (2 9))",
    "moves": "(left -> (6 5) right -> (up -> 2 down -> 9))",
    "weights": "CHANCE (1/4 * 6 3/4 * 5)",
    "unknown": "((6 x) (? 9))",
    "infinity": "((6 inf) (-inf 9))",
    "fractions": "((6 1/3) (-2/7 9))",
}
"""Trees with one feature each."""

_NAMES = (
    *("x", "pocket 1", "max", "3", 'a"b', "c\\d", "ä", "-1", "A (MAX)", "D = 3", "leaf", "?", "Node 3", "\\node"),
    *("1/2 *", "a -> b", "<b>", "%%x", "a|b", "#35;", "a,b", "v(A)", "min1", "end", "- 3", "├── B", "a;b", "a:b"),
    *("{x}", "a&b", "alpha"),
)
_WEIGHTS = {1: ["1"], 2: ["1/4", "0.75"], 3: ["1/3", "1/3", "1/3"]}


class RandomTrees:
    """A generator of a random tree; in a plain one, MAX and MIN alternate, names are words and values are numbers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.plain = seed % 2 == 0
        self.names: set[str] = set()

    def tree(self) -> Tree:
        """Return the tree of the seed."""
        return read_native(self._inner(0))

    def _node(self, depth: int) -> str:
        move = f"{self._quoted(self._name())} -> " if not self.plain and self.random.random() < 0.2 else ""
        name = self._name() if self.random.random() < 0.3 else ""
        named = f"{self._quoted(name)}: " if name and name not in self.names else ""
        self.names.add(name)
        inner = depth < 4 and self.random.random() < 0.5
        return move + named + (self._inner(depth) if inner else self._leaf())

    def _inner(self, depth: int) -> str:
        count = self.random.randint(1, 3)
        children = [self._node(depth + 1) for _ in range(count)]
        kind = self.random.choice(["", "", "", "", "MAX ", "MIN ", "CHANCE "]) if not self.plain else ""
        if kind == "CHANCE " and self.random.random() < 0.5:
            children = [f"{weight} * {child}" for weight, child in zip(_WEIGHTS[count], children, strict=True)]
        return f"{kind}({' '.join(children)})"

    def _leaf(self) -> str:
        special = () if self.plain else ("x", "?", "X", "y2", "inf", "-inf", "-1/3")
        return self.random.choice([*special, "0.5", *map(str, range(-9, 10))])

    def _name(self) -> str:
        plain = self.plain or self.random.random() < 0.5
        return f"n{self.random.randrange(99)}" if plain else self.random.choice(_NAMES)

    @staticmethod
    def _quoted(name: str) -> str:
        escaped = name.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'


def _content(tree: Tree) -> tuple[object, ...]:
    """Return what other notations may preserve of a tree; missing weights count as equal weights."""
    weights = [tree.weight(node) for node in range(len(tree))]
    return tree.kinds, tree.values, tree.children, dict(tree.moves), weights


def _exported_trees(has_all: Callable[[], bool]) -> Iterator[tuple[ExportFormat, Tree, str]]:
    """Yield random trees with their text in each format; plain trees are only rejected for unsupported features."""
    first = seeds(10_000).start
    for seed in until(has_all, range(first, first + 10_000), 10_000):
        trees = RandomTrees(seed)
        tree = trees.tree()
        for target in dealt(EXPORT_FORMATS, seed // 2 % 4, 4):
            try:
                text = write(tree, target.extensions[0])
            except InputError as error:
                unsupported = set(error.problems[0].facts["what"])
                assert not trees.plain or unsupported <= {*target.unsupported}, format_tree_line(tree)
                continue
            yield target, tree, text


def test_exported_trees_round_trip():
    """Kinds, values, moves, weights and names round-trip in every format."""
    counts = Counter[str]()
    for target, tree, text in _exported_trees(lambda: all(counts[each.module] > 4 for each in EXPORT_FORMATS)):
        counts[target.module] += 1
        back = read(text)
        assert _content(back) == _content(tree), text
        same = back.names == tree.names if target.module in WITH_ALL_NAMES else back.given_names == tree.given_names
        assert same, text
    assert {target.module for target in EXPORT_FORMATS} == {module for module, count in counts.items() if count > 4}


@pytest.mark.parametrize("target", EXPORT_FORMATS, ids=lambda target: target.module)
@pytest.mark.parametrize("what", PLAIN)
def test_the_table_lists_the_unsupported_features(target: ExportFormat, what: str):
    """A feature is exported, or rejected with a message in both languages that suggests other formats."""
    tree = read(PLAIN[what])
    if what not in target.unsupported and (target.module, what) not in PARTLY:
        assert _content(read(write(tree, target.extensions[-1]))) == _content(tree)
        return
    with pytest.raises(InputError) as error:
        write(tree, target.extensions[0])
    (problem,) = error.value.problems
    assert what in problem.facts["what"] or {*problem.facts["what"]} <= {"words", "names"}
    for language in ("en", "de"):
        assert "json" in problem_sentence(problem, language)


@pytest.mark.parametrize("target", EXPORT_FORMATS, ids=lambda target: target.module)
def test_no_other_notation_supports_payoffs(target: ExportFormat):
    """The message suggests our notation."""
    with pytest.raises(InputError) as error:
        write(read("(<1, 2> <3, 4>)", payoffs=True), target.extensions[0])
    assert "payoffs for several players" in problem_sentence(error.value.problems[0], "en")
    assert ".tree" in problem_sentence(error.value.problems[0], "en")


def test_a_tree_that_does_not_round_trip_is_not_exported():
    """Names with another meaning in the notation are rejected; deep trees are not."""
    deep = read("(" * 150 + "5" + ")" * 150)
    with pytest.raises(InputError) as error:
        write(read('("max": 3 5)'), "json")
    assert error.value.problems[0].facts["what"] == ["words"]
    assert _content(read(write(deep, "json"))) == _content(deep)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("ä: (6 5)", "labels"),
        ('("two  blanks" -> 6 b -> 5)', "labels"),
        ('(" a" -> 6 b -> 5)', "labels"),
        ('("a\\\\b": 6 5)', "labels"),
        ("(a -> 6 a -> 5)", "same-moves"),
    ],
)
def test_invalid_gambit_labels_are_not_exported(text: str, what: str):
    """Gambit would reject the game or change the moves; characters in a title are replaced instead."""
    with pytest.raises(InputError) as error:
        write(read(text), "efg")
    assert error.value.problems[0].facts["what"] == [what]
    assert write(read("title: Zwei Züge \\ 2\ntree: (6 5)"), "efg").startswith('EFG 2 R "Zwei Zuege 2" {')
    assert write(read("title: 木\ntree: (6 5)"), "efg").startswith('EFG 2 R "tree" {')
