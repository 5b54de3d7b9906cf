"""What stands in a dictionary: keys, each with one thing behind its colon."""

from typing import NamedTuple

from treesolve.notation.foreign.fields import NOTHING, field
from treesolve.notation.foreign.label import number
from treesolve.notation.foreign.refusal import MOST_SHOWN, example, refusal
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.foreign.terms import Group, Term, groups

_MARKS = (":", "=>", "=")


class Entry(NamedTuple):
    """A key and what stands behind its colon."""

    key: Term
    value: Term


def entries_of(group: Group) -> list[Entry] | None:
    """The entries of a dictionary; None where it is none."""
    found = []
    for part in group.parts():
        if len(part) != 3 or part[1].sort != "mark" or part[1].text not in _MARKS or isinstance(part[0], Group):
            return None
        found.append(Entry(part[0], part[2]))
    marks = {part[1].text for part in group.parts()}
    return found if group.bracket == "{" or (found and ":" not in marks) else None


def side(entry: Entry) -> int:
    """Where a child on a side stands, whichever is written first."""
    sides = ("left", "middle", "right")
    called = field(entry.key.text)
    return sides.index(called) if called in sides else -1


def check_entries(found: list[Group], tables: list[Entry]) -> None:
    """Raises InputError where a key stands twice in one dictionary, or numbered places may be those of a heap."""
    for each in found:
        for group in groups(each):
            known = set[str]()
            for key in (entry.key for entry in entries_of(group) or []):
                if key.text in known and key.sort == "text":
                    raise refusal("key-twice", key.span, text=key.text)
                known.add(key.text)
    plain = tables and all(entry.key.sort == "number" and not isinstance(entry.value, Group) for entry in tables)
    empty = [entry for entry in tables if entry.value.text in NOTHING]
    if plain and empty and len(found) == 1:
        line = example(heap) if (heap := _heap(tables)) else ""
        raise refusal("foreign-form", empty[0].key.span, text=empty[0].key.text, instead=line)


def _heap(tables: list[Entry]) -> Sketch | None:
    """The binary tree with the children of n at 2n and 2n + 1; at 2n + 1 and 2n + 2 where places count from 0."""
    places = {number(entry.key.text): entry for entry in tables}
    first = min(places, key=lambda place: place or 0)
    if first not in (0, 1) or set(places) != set(range(first, first + len(places))) or len(places) > MOST_SHOWN:
        return None
    made: dict[int, Sketch] = {}
    for place in range(first + len(places) - 1, first - 1, -1):
        entry, below = places[place], 2 * place + 1 - first
        children = tuple(made[each] for each in (below, below + 1) if each in made)
        value = number(entry.value.text)
        if (value is None) != bool(children):
            return None
        made[place] = Sketch(entry.key.span, value=value, children=children)
    return made[first]
