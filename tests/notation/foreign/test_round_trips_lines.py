"""Trees of ours, written in each notation line by line or as a graph that can carry them, and read back."""

import random
from importlib import import_module

import pytest

from tests.support.effort import seeds
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.notation.foreign.sketch import read_sketch
from treesolve.notation.reader import read

WITH_GIVEN_NAMES = ("outline", "drawn_tree", "dot", "mermaid", "xml_elements", "gambit")
WITH_ALL_NAMES = ("edge_table", "adjacency", "cs188")
"""Those in which every node has a name."""

_NAMES = (
    *("x", "pocket 1", "max", "3", 'a"b', "c\\d", "ä", "-1", "A (MAX)", "D = 3", "leaf", "?", "Node 3", "\\node"),
    *("1/2 *", "a -> b", "<b>", "%%x", "a|b", "#35;", "a,b", "v(A)", "min1", "end", "- 3", "├── B", "a;b", "a:b"),
    *("{x}", "a&b", "alpha"),
)
_WEIGHTS = {1: ["1"], 2: ["1/4", "0.75"], 3: ["1/3", "1/3", "1/3"]}


class _Trees:
    """Random trees; a plain one has MAX and MIN by turns, words as names, numbers as values."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.plain = seed % 2 == 0
        self.names: set[str] = set()

    def tree(self) -> Tree:
        return read(self._inner(0))

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


@pytest.mark.parametrize("name", [*WITH_GIVEN_NAMES, *WITH_ALL_NAMES])
def test_what_is_written_reads_back_as_the_same_tree(name):
    """With all of its kinds, values, moves, weights and names; what cannot be carried is refused by the writer."""
    notation = import_module(f"treesolve.notation.foreign.{name}")
    carried = 0
    for seed in seeds(1100):
        tree = _Trees(seed).tree()
        try:
            text = notation.write(tree)
        except InputError as error:
            assert [problem.code for problem in error.problems] == ["foreign-cannot-carry"]
            continue
        carried += 1
        assert notation.recognises(text)
        back = read_sketch(notation.read(text))
        assert _said(back) == _said(tree), text
        assert back.names == tree.names if name in WITH_ALL_NAMES else back.given_names == tree.given_names, text
    assert carried > 30


@pytest.mark.parametrize("name", [*WITH_GIVEN_NAMES, *WITH_ALL_NAMES])
def test_what_is_written_is_told_from_all_other_notations(name):
    """No other notation, and not our own, takes it for its own."""
    notation = import_module(f"treesolve.notation.foreign.{name}")
    for seed in seeds(150):
        tree = _Trees(2 * seed).tree()
        try:
            text = notation.write(tree)
        except InputError:
            continue
        back = read(text)
        assert (back.kinds, back.values, back.children) == (tree.kinds, tree.values, tree.children), text
