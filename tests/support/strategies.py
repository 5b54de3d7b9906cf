"""Random trees for Hypothesis, as nested lists, as text, and as trees of treesolve."""

from fractions import Fraction

from hypothesis import strategies as st

from tests.support.oracle import INFINITY, Nested
from treesolve.model.tree import Tree
from treesolve.notation.grammar_reader import read_native

SMALL = st.integers(-3, 3)
"""Few values, so that ties are common."""

WIDE = st.integers(-1000, 1000)

INFINITE = st.sampled_from([-INFINITY, -1, 0, 1, INFINITY])

SHARES = st.integers(0, 4).map(lambda quarter: Fraction(quarter, 4))
"""Values from 0 to 1, for the convention that needs them."""


def nested(leaves: st.SearchStrategy = SMALL | WIDE | INFINITE, deepest: int = 5) -> st.SearchStrategy[Nested]:
    """Uneven trees with up to four children a node; ties, single children and lone leaves included."""
    return st.one_of(
        st.recursive(leaves, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=24),
        *(_uniform(leaves, width, depth) for width, depth in ((2, 2), (3, 2), (2, 3), (2, 4)) if depth <= deepest),
    )


def _uniform(leaves: st.SearchStrategy, width: int, depth: int) -> st.SearchStrategy[Nested]:
    level = leaves
    for _ in range(depth):
        level = st.lists(level, min_size=width, max_size=width)
    return level


def written(tree: Nested) -> str:
    """Return the notation of a nested tree."""
    if isinstance(tree, list):
        return "(" + " ".join(map(written, tree)) + ")"
    return str(tree)


def planted(tree: Nested, *, maximising: bool = True) -> Tree:
    """Return the nested tree as treesolve reads it, with the player given at the root."""
    text = written(tree)
    return read_native(text if maximising or not isinstance(tree, list) else f"MIN {text}")


@st.composite
def any_trees(draw: st.DrawFn) -> Tree:
    """Trees with everything the notation has: kinds in any order, chance nodes, names, moves, fractions."""
    return read_native(draw(_texts()))


NAMES = st.sampled_from(["", "", "a: ", "Ä: ", '"x y": ', '"\\"q\\"": ', "left -> ", "left -> b: ", '"e2-e4" -> '])
VALUES = st.sampled_from(["6", "-3", "0.5", "1/3", "inf", "-inf", "0", "12", "2.25", "x", "?"])


def _texts() -> st.SearchStrategy[str]:
    leaf = st.builds(str.__add__, NAMES, VALUES)
    return st.recursive(leaf, _inner, max_leaves=14)


def _inner(below: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    children = st.lists(below, min_size=1, max_size=4)
    kinds = st.sampled_from(["", "", "", "MAX ", "min ", "CHANCE "])
    separators = st.sampled_from([" ", ", ", "; ", "\n", " # remark\n"])
    return st.builds(_joined, NAMES, kinds, children, separators)


def _joined(name: str, kind: str, children: list[str], separator: str) -> str:
    if kind == "CHANCE " and separator == ", ":
        share = Fraction(1, len(children))
        children = [f"{share} * {child}" for child in children]
    return f"{name}{kind}({separator.join(children)}\n)"
