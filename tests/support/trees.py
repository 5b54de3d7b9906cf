"""Trees for the tests of pictures and pages: complete ones, uneven ones, and ones with hostile names."""

import random
from collections.abc import Sequence

from treesolve.model.tree import Tree
from treesolve.notation.reader import read

HOSTILE = (
    *(r"\input{x}", "],edge=", "}", "{", "[", "*", "%", "# &", "$_^~", '"a`', "a=b, c", "王 é", "-- ,, ''", "<<>>"),
    *("\\", r"\end{forest}"),
)
"""Names that TeX, forest or a table would obey."""


def hostile_tree(names: Sequence[str] = HOSTILE) -> Tree:
    """Return a chance node above MIN nodes with those names, each with a leaf and a move of that name."""
    tree = read("CHANCE (" + " ".join(f"MIN ({value})" for value in range(len(names))) + ")")
    named = dict(zip(tree.children[0], names, strict=True)) | dict(zip(tree.leaf_ids, names[::-1], strict=True))
    return Tree(tree.kinds, tree.values, tree.children, given_names=named, moves=named, title=names[0])


def uniform(branching: int, depth: int, seed: int = 4) -> str:
    """Return a complete tree with random leaves."""
    rng = random.Random(seed)
    level = [str(rng.randint(-9, 20)) for _ in range(branching**depth)]
    while len(level) > 1:
        level = [f"({' '.join(level[at : at + branching])})" for at in range(0, len(level), branching)]
    return level[0]


def uneven(count: int, seed: int = 2) -> str:
    """Return a tree of that many nodes, grown at random places."""
    rng = random.Random(seed)
    children: list[list[int]] = [[]]
    open_nodes = [0]
    while len(children) < count:
        place = rng.randrange(len(open_nodes))
        children[parent := open_nodes[place]].append(len(children))
        if len(children[parent]) == 4:
            del open_nodes[place]
        open_nodes.append(len(children))
        children.append([])
    texts = [str(rng.randint(-9, 20)) for _ in children]
    for node in reversed(range(count)):
        if children[node]:
            texts[node] = f"({' '.join(texts[child] for child in children[node])})"
    return texts[0]
