"""Trees as nested lists, as the oracles search them; a node is named by its path of indices."""

from collections.abc import Iterator

from tests.support.oracle import Nested, Path
from treesolve.model.tree import Tree


def nested_tree(tree: Tree) -> Nested:
    """Return a tree of treesolve as nested lists."""
    lists: list[Nested] = list(tree.values)
    for node in range(len(tree) - 1, -1, -1):
        if tree.children[node]:
            lists[node] = [lists[child] for child in tree.children[node]]
    return lists[0]


def node_at(tree: Nested, path: Path) -> Nested:
    """Return the node at a path."""
    for index in path:
        assert isinstance(tree, list)
        tree = tree[index]
    return tree


def paths(tree: Nested, path: Path = ()) -> Iterator[Path]:
    """Yield the paths of all nodes, in preorder."""
    yield path
    if isinstance(tree, list):
        for index, child in enumerate(tree):
            yield from paths(child, (*path, index))


def leaf_paths(tree: Nested) -> list[Path]:
    """Return the paths of all leaves, from left to right."""
    return [path for path in paths(tree) if not isinstance(node_at(tree, path), list)]
