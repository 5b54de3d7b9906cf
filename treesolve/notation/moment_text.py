"""When alpha and beta of a node are asked for, as people write it: `entry`, `last`, `changes`, `after L5`."""

from treesolve.model.asked_moment import MOMENTS, parted
from treesolve.model.problem import InputError, Problem, Span, nearest
from treesolve.model.tree import Tree

KNOWN = tuple("after L5" if name == "after" else name for name in MOMENTS)
"""What can be written; the leaf is an example."""


def read_moment(written: str) -> str:
    """The moment that a text names. Raises InputError, with a place in the text, where it names none.

    >>> read_moment("Last"), read_moment('after  "pocket 1"')
    ('last', 'after pocket 1')
    """
    name, leaf = [*written.split(None, 1), "", ""][:2]
    name, leaf = name.lower(), leaf.strip()
    if len(leaf) > 1 and leaf[0] == leaf[-1] == '"':
        leaf = leaf[1:-1]
    if name not in MOMENTS or (name == "after") is not bool(leaf):
        facts = {"value": written, "nearest": nearest(written, KNOWN), "known": ", ".join(KNOWN)}
        raise InputError((Problem("unknown-moment", Span(0, len(written)), facts, text=written),))
    return f"{name} {leaf}".strip()


def missing_leaf(tree: Tree, moment: str | None) -> Problem | None:
    """What is wrong where a moment is after a leaf that a tree does not have."""
    name, leaf = parted(moment or "")
    if name != "after" or tree.leaf_called(leaf) is not None:
        return None
    names = tuple(tree.names[one] for one in tree.leaves)
    return Problem("moment-without-leaf", None, {"name": leaf, "nearest": nearest(leaf, names), "leaves": names[:12]})
