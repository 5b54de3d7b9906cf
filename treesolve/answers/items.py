"""The items of an answer, taken up one by one: which node is meant, which number is written.

Vocabulary

    item        one thing said under a key: `A=5`, `B=[3, 5]`, `L4`, `L4..L6`
"""

import re
from functools import lru_cache

from treesolve.answers.node_words import Nodes, unquoted
from treesolve.answers.number_words import student_number
from treesolve.answers.part_words import nearest_key, part_meant
from treesolve.model.number import Number, Unknown
from treesolve.model.problem import Problem, Span

MOST_PROBLEMS = 20
"""So many mistakes in one answer are told: the rest is likely noise."""

_LONGEST_FACT = 60

NAME = r"""(?:"(?:[^"\\\n]|\\["\\])*"|[„“”«»][^„“”«»"\n]*[„“”«»]|[^\s=:≤≥<>≈\[(\]]+)"""
ASSIGNED = re.compile(rf"({NAME})[ \t]*([=:≤≥<>≈](?:[ \t]*[=:≤≥<>≈])*)[ \t]*(.*)", re.DOTALL)
_WINDOW = re.compile(rf"({NAME})[ \t]*[=:]?[ \t]*([\[(\]].*)", re.DOTALL)
_MARKED = re.compile(r"\s*([^;|\s]+?)\s*(?:;|\||\.{2,3}|…|\b(?:bis|to)\b)\s*([^;|\s]+)\s*")
_COMMA = re.compile(r"\s*([^,\s]+)\s*,\s*([^,\s]+)\s*|\s*([^,\s]+(?:,\d+)?)\s*,\s+([^,\s]+(?:,\d+)?)\s*")
_BLANK = re.compile(r"\s*(\S+)\s+(\S+)\s*")


def window_ends(inside: str) -> tuple[str, str] | None:
    """The two ends of a window as they are written; None where it cannot be told where one ends.

    >>> window_ends("0,5; 1"), window_ends("0,5, 1"), window_ends("-inf,5"), window_ends("0,5,1")
    (('0,5', '1'), ('0,5', '1'), ('-inf', '5'), None)
    """
    for form in (_MARKED, _COMMA, _BLANK):
        found = form.fullmatch(inside)
        if found:
            low, high = (end for end in found.groups() if end is not None)
            return low, high
    return None


@lru_cache(maxsize=4096)
def _window(inside: str) -> tuple[Number, Number]:
    """The window that stands between brackets. Raises ValueError where it is none."""
    ends = window_ends(inside)
    if ends is None:
        raise ValueError("bad-window")
    return student_number(ends[0]), student_number(ends[1])


class Items:
    """What has been read so far: numbers and nodes, and the problems with the rest."""

    def __init__(self, text: str, nodes: Nodes) -> None:
        self.text = text
        self.nodes = nodes
        self.children = nodes.tree.children
        self.problems: list[Problem] = []
        self.unread: set[str] = set()
        self.part = ""
        self.values: dict[int, Number] = {}
        self.windows: dict[int, tuple[Number, Number]] = {}
        self.disputed: set[tuple[str, int]] = set()

    # Problems

    def note(self, code: str, start: int, end: int, **facts: object) -> None:
        """Note a problem with a stretch of the text; the part it stands in is not fully read."""
        if self.part:
            self.unread.add(self.part)
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(code, Span(start, end), facts))

    def quoted(self, start: int, end: int) -> str:
        """A stretch of the text as a sentence has it."""
        text = self.text[start:end]
        return text if len(text) <= _LONGEST_FACT else text[:_LONGEST_FACT] + "…"

    def note_unknown(self, mention: str, start: int) -> None:
        """Note that there is no node of that name."""
        end = start + len(mention)
        near = self.nodes.nearest(mention) if len(self.problems) < MOST_PROBLEMS else None
        self.note("answer-unknown-node", start, end, text=self.quoted(start, end), nearest=near)

    def note_ambiguous(self, mention: str, start: int, nodes: tuple[int, ...]) -> None:
        """Note that a mention may mean several nodes."""
        end = start + len(mention)
        self.note("answer-ambiguous", start, end, text=self.quoted(start, end), known=self.nodes.listed(nodes))

    def note_number(self, number: str, start: int, code: str) -> None:
        """Note that a number is none, by the name of the mistake."""
        end = start + len(number)
        known = {"number-too-long", "zero-denominator"}
        self.note(f"answer-{code}" if code in known else "answer-bad-number", start, end, text=self.quoted(start, end))

    # Nodes

    def node(self, mention: str, start: int) -> int | None:
        """The one node that is meant; None, and noted, where there is none or more than one."""
        found = self.nodes.known.get(mention)
        return self._only(self.nodes.found(mention), mention, start) if found is None else found

    def _owner(self, mention: str, start: int) -> int | None:
        """The node that is given a value or a window: by its name only."""
        named = self.nodes.named(mention) or self.nodes.named(mention.strip("'’`*_"))
        return self._only(named, mention, start)

    def _only(self, candidates: tuple[int, ...], mention: str, start: int) -> int | None:
        """The one candidate; None, and noted, where there is none or more than one."""
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            self.note_ambiguous(mention, start, candidates)
        else:
            self.note_unknown(mention, start)
        return None

    # Values and windows

    def assign(self, item: str, start: int) -> None:
        """Take up `A=5`."""
        name, _, number = item.partition("=")
        node = self.nodes.known.get(name.rstrip())
        try:
            value = student_number(number)
        except ValueError:
            node = None
        if node is None or not self.children[node]:
            self.assign_slowly(item, start)
        elif self.values.setdefault(node, value) != value:
            self._dispute("values", node, item, start)

    def assign_slowly(self, item: str, start: int) -> None:
        """Take up `A=5` in whatever form, and note what is wrong with it."""
        found = ASSIGNED.fullmatch(item)
        assert found is not None
        name, number = found[1], found[3].rstrip()
        node = self._owner(name, start)
        if node is None or (number and not number.strip("?")):
            return
        if not number:
            self.note(
                "answer-number-missing", start, start + len(item.rstrip()), text=self.quoted(start, start + len(name))
            )
            return
        try:
            value = student_number(number)
        except ValueError as error:
            self.note_number(number, start + found.start(3), error.args[0])
            return
        if not self.children[node]:
            self._leaf_value(node, value, item, start)
        elif self.values.setdefault(node, value) != value:
            self._dispute("values", node, item, start)

    def _leaf_value(self, leaf: int, value: Number, item: str, start: int) -> None:
        """A leaf has its value from the exercise: to repeat it says nothing, another one is a mistake in copying."""
        given = self.nodes.tree.values[leaf]
        if given != value:
            name = self.nodes.tree.names[leaf]
            own = given.letter if isinstance(given, Unknown) else given
            self.note("answer-leaf-value", start, start + len(item), name=name, value=own, given=value)

    def _dispute(self, part: str, node: int, item: str, start: int) -> None:
        """Two different entries for a node: neither counts."""
        self.disputed.add((part, node))
        self.note("answer-twice", start, start + len(item), name=self.nodes.tree.names[node])

    def window(self, item: str, start: int) -> None:
        """Take up `B=[3, 5]`."""
        head, _, inside = item.partition("[")
        node = self.nodes.known.get(head.rstrip(" =:\t"))
        try:
            window = _window(inside[:-1])
        except ValueError:
            node = None
        if node is None or not self.children[node]:
            self._window_slowly(item, start)
        elif self.windows.setdefault(node, window) != window:
            self._dispute("windows", node, item, start)

    def _window_slowly(self, item: str, start: int) -> None:
        found = _WINDOW.fullmatch(item)
        assert found is not None
        node = self._owner(found[1], start)
        if node is None:
            return
        window = self._ends(found[2][1:-1], start + found.start(2))
        if window is None:
            return
        if not self.children[node]:
            self.note("answer-leaf-window", start, start + len(item), name=self.nodes.tree.names[node])
        elif self.windows.setdefault(node, window) != window:
            self._dispute("windows", node, item, start)

    def window_fault(self, item: str, start: int) -> None:
        """Note what is wrong with something that begins like a window."""
        found = ASSIGNED.fullmatch(item)
        assert found is not None
        if self._owner(found[1], start) is not None:
            self.note("answer-bad-window", start, start + len(item), text=self.quoted(start, start + len(item)))

    def _ends(self, inside: str, start: int) -> tuple[Number, Number] | None:
        """The window between brackets that begin at `start`; None, and noted where there is one to be read."""
        ends = window_ends(inside)
        if ends is None:
            stop = start + len(inside) + 2
            self.note("answer-bad-window", start, stop, text=self.quoted(start, stop))
            return None
        if any(end and not end.strip("?") for end in ends):
            return None
        numbers = []
        offset = 0
        for end in ends:
            offset = inside.index(end, offset)
            try:
                numbers.append(student_number(end))
            except ValueError as error:
                self.note_number(end, start + 1 + offset, error.args[0])
                return None
            offset += len(end)
        return numbers[0], numbers[1]

    def unknown_key(self, label: str, start: int) -> bool:
        """Whether a label is likelier a misspelt key than a name; then it is noted."""
        near = nearest_key(label) if len(label) > 2 else None
        if near is None or self.nodes.named(label):
            return False
        self.part = part_meant(near)
        self.note("answer-unknown-key", start, start + len(label), text=unquoted(label), nearest=near)
        return True
