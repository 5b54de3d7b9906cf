"""Brackets side by side, each with the name of a node and its children: `((A B C) (B 6 5) (C 2 9))`."""

from treesolve.notation.foreign.graph import Graph
from treesolve.notation.foreign.label import number
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.foreign.terms import Group, Term, only_group, without_marks

NAME = "association list"

_LEAST = 3
_UNKNOWN = tuple("uvwxyz")
"""Letters of unknown leaves, and rarely of nodes."""
_WORDS = ("word", "text", "number")


def recognises(text: str) -> bool:
    """Whether each bracket begins with another name, and every name but the first stands once among the children."""
    rows = _rows(text)
    heads = [row[0].text for row in rows]
    below = [each.text for row in rows for each in row[1:] if number(each.text) is None]
    named = all(number(head) is None and head not in _UNKNOWN for head in heads)
    named = named and len(set(heads)) == len(heads) >= _LEAST
    return named and sorted(below) == sorted(heads[1:])


def read(text: str) -> Sketch:
    """The tree. Raises InputError where it is none."""
    graph = Graph()
    rows = _rows(text)
    leaves = [row[1:] for row in rows if number(row[1].text) is not None]
    alone = all(len(row) == 1 for row in leaves)
    for head, *below in rows:
        entry = graph.node(head.text, head.span)
        for each in below:
            value = number(each.text)
            if value is None:
                graph.edge(head.text, each.text, each.span)
            elif alone:
                entry.value = value
            else:
                graph.leaf(head.text, each.span, value)
    return graph.sketch()


def _rows(text: str) -> list[list[Term]]:
    """What stands in each bracket, the list behind a name among it; nothing where a text is anything else."""
    whole = only_group(text)
    rows = [_row(item) for item in without_marks(whole.items)] if whole else []
    plain = all(len(row) > 1 and all(each.sort in _WORDS for each in row) for row in rows)
    return rows if plain else []


def _row(item: Term) -> list[Term]:
    row = without_marks(item.items) if isinstance(item, Group) else []
    if len(row) == 2 and isinstance(row[1], Group):
        return [row[0], *without_marks(row[1].items)]
    return row
