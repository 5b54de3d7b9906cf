"""Nodes that say by names what stands below them, linked to one tree, however deep that is."""

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from treesolve.model.problem import Span
from treesolve.notation.foreign.neutral import Part, refuse


class Edge(NamedTuple):
    """To a node below, with what is written at the edge."""

    child: Hashable
    text: str = ""


def linked(parts: Mapping[Hashable, Part], below: Mapping[Hashable, Sequence[Edge]]) -> Part:
    """The tree of nodes without children, of what stands below which of them.

    Raises InputError where a node stands below two others, where nothing stands above two, and for a circle.
    """
    above: dict[Hashable, Hashable] = {}
    for parent, edges in below.items():
        for child, _ in edges:
            if child in above:
                one, other = (_called(parts[key], key) for key in (above[child], parent))
                name = _called(parts[child], child)
                refuse("graph-two-parents", parts[child].span, name=name, first=one, second=other, instead="")
            above[child] = parent
    if not parts:
        refuse("graph-empty", Span(0, 1))
    roots = [key for key in parts if key not in above]
    if len(roots) > 1:
        first, second = (_called(parts[key], key) for key in roots[:2])
        refuse("graph-roots", parts[roots[1]].span, first=first, second=second, instead="")
    order: list[Hashable] = list(roots)
    for key in order:
        order += [edge.child for edge in below.get(key, ())]
    if len(order) < len(parts):
        reached = set(order)
        lost = next(key for key in parts if key not in reached)
        refuse("graph-circle", parts[lost].span, name=_called(parts[lost], lost), instead="")
    made: dict[Hashable, Part] = {}
    for key in reversed(order):
        children = (made.pop(child)._replace(edge=text) for child, text in below.get(key, ()))
        made[key] = parts[key]._replace(children=tuple(children))
    return made[roots[0]]


def _called(part: Part, key: Hashable) -> str:
    """What a node is called in a sentence."""
    named = (str(field.value) for field in part.fields if field.name in ("name", "id"))
    return part.label or next(named, str(key))
