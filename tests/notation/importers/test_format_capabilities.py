"""Trees of ours, written in each notation that can carry them, and read back."""

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
"""Those in which every node has a name."""

PARTLY = {("cs188_test", what) for what in ("kinds", "chance", "weights", "fractions")} | {
    (name, "names with numbers") for name in ("edge_lines", "cs188_test", "brackets")
}
"""What a notation carries of some trees only: in a test of CS188 MAX begins, and each level is one agent's.

Chances are equal there. Names with blanks are told as words that a notation has not.
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
"""What a tree may have, each alone in one."""

_NAMES = (
    *("x", "pocket 1", "max", "3", 'a"b', "c\\d", "ä", "-1", "A (MAX)", "D = 3", "leaf", "?", "Node 3", "\\node"),
    *("1/2 *", "a -> b", "<b>", "%%x", "a|b", "#35;", "a,b", "v(A)", "min1", "end", "- 3", "├── B", "a;b", "a:b"),
    *("{x}", "a&b", "alpha"),
)
_WEIGHTS = {1: ["1"], 2: ["1/4", "0.75"], 3: ["1/3", "1/3", "1/3"]}


class RandomTrees:
    """Random trees; a plain one has MAX and MIN by turns, words as names, numbers as values."""

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
        odd = () if self.plain else ("x", "?", "X", "y2", "inf", "-inf", "-1/3")
        return self.random.choice([*odd, "0.5", *map(str, range(-9, 10))])

    def _name(self) -> str:
        plain = self.plain or self.random.random() < 0.5
        return f"n{self.random.randrange(99)}" if plain else self.random.choice(_NAMES)

    @staticmethod
    def _quoted(name: str) -> str:
        escaped = name.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'


def _said(tree: Tree) -> tuple[object, ...]:
    """What a foreign notation can carry of a tree; that chances are equal, it need not leave unsaid."""
    weights = [tree.weight(node) for node in range(len(tree))]
    return tree.kinds, tree.values, tree.children, dict(tree.moves), weights


def _everywhere(has_all: Callable[[], bool]) -> Iterator[tuple[ExportFormat, Tree, str]]:
    """Random trees in the notations that carry them, with their texts; a plain one is refused by the table only."""
    first = seeds(10_000).start
    for seed in until(has_all, range(first, first + 10_000), 10_000):
        trees = RandomTrees(seed)
        tree = trees.tree()
        for carrier in dealt(EXPORT_FORMATS, seed // 2 % 4, 4):
            try:
                text = write(tree, carrier.extensions[0])
            except InputError as error:
                unsupported = set(error.problems[0].facts["what"])
                assert not trees.plain or unsupported <= {*carrier.unsupported}, format_tree_line(tree)
                continue
            yield carrier, tree, text


def test_what_is_written_reads_back_as_the_same_tree():
    """With all of its kinds, values, moves, weights and names, in every notation."""
    carried = Counter[str]()
    for carrier, tree, text in _everywhere(lambda: all(carried[each.module] > 4 for each in EXPORT_FORMATS)):
        carried[carrier.module] += 1
        back = read(text)
        assert _said(back) == _said(tree), text
        same = back.names == tree.names if carrier.module in WITH_ALL_NAMES else back.given_names == tree.given_names
        assert same, text
    assert {carrier.module for carrier in EXPORT_FORMATS} == {module for module, count in carried.items() if count > 4}


@pytest.mark.parametrize("carrier", EXPORT_FORMATS, ids=lambda carrier: carrier.module)
@pytest.mark.parametrize("what", PLAIN)
def test_the_table_says_what_a_notation_carries(carrier: ExportFormat, what: str):
    """And nothing else: what a tree has alone is carried, or it is told, in both languages, with notations that do."""
    tree = read(PLAIN[what])
    if what not in carrier.unsupported and (carrier.module, what) not in PARTLY:
        assert _said(read(write(tree, carrier.extensions[-1]))) == _said(tree)
        return
    with pytest.raises(InputError) as refused:
        write(tree, carrier.extensions[0])
    (problem,) = refused.value.problems
    assert what in problem.facts["what"] or {*problem.facts["what"]} <= {"words", "names"}
    for language in ("en", "de"):
        assert "json" in problem_sentence(problem, language)


@pytest.mark.parametrize("carrier", EXPORT_FORMATS, ids=lambda carrier: carrier.module)
def test_payoffs_are_carried_nowhere_but_in_our_notation(carrier: ExportFormat):
    """That is said, and where to write them."""
    with pytest.raises(InputError) as refused:
        write(read("(<1, 2> <3, 4>)", payoffs=True), carrier.extensions[0])
    assert "payoffs for several players" in problem_sentence(refused.value.problems[0], "en")
    assert ".tree" in problem_sentence(refused.value.problems[0], "en")


def test_a_tree_that_cannot_be_read_back_is_not_written():
    """With names that the notation takes for something else it is told; depth is no reason."""
    deep = read("(" * 150 + "5" + ")" * 150)
    with pytest.raises(InputError) as refused:
        write(read('("max": 3 5)'), "json")
    assert refused.value.problems[0].facts["what"] == ["words"]
    assert _said(read(write(deep, "json"))) == _said(deep)


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
def test_what_gambit_takes_for_no_label_is_not_written(text: str, what: str):
    """It would refuse the game, or call moves otherwise; a title is for people, and spelled in its letters."""
    with pytest.raises(InputError) as refused:
        write(read(text), "efg")
    assert refused.value.problems[0].facts["what"] == [what]
    assert write(read("title: Zwei Züge \\ 2\ntree: (6 5)"), "efg").startswith('EFG 2 R "Zwei Zuege 2" {')
    assert write(read("title: 木\ntree: (6 5)"), "efg").startswith('EFG 2 R "tree" {')
