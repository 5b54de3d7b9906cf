"""Items of a tree's text laid out in lines.

What fits on a line stands on one line; else every child begins a line of its own, except that leaves without a name
fill lines like words. Comments stay with what they stand by.

Vocabulary

    item        one node's head as it is written ("1/2 * left -> A: MIN (" or "6") or a closing bracket
    flat        written on one line
"""

from typing import NamedTuple

WIDTH = 88
"""No line becomes longer, unless a single item is."""

INDENT = 2
DEEPEST_INDENT = 40
"""Deeper nodes are not indented further, so that very deep trees stay files one can open."""


class Item(NamedTuple):
    """One item, the comments on lines of their own before it, and the comment behind it on its line."""

    text: str
    before: tuple[str, ...] = ()
    behind: str = ""


class Layout:
    """Items being laid out in lines."""

    def __init__(self, lead: str) -> None:
        self.lines: list[str] = []
        self._line = lead
        self._begun = bool(lead)
        self._depth = 0

    def lay(self, items: list[Item]) -> None:
        """Write all items; those of a node that fits on its line flat, the others line by line."""
        closing, widths = _measure_flat(items)
        number = 0
        filling = False
        while number < len(items):
            item = items[number]
            self._add_comments(item.before)
            if item.text == ")":
                self._depth -= 1
                self._start_line()
                self._line += ")"
            elif item.text.endswith("(") and not self._fits_on_line(widths[number]):
                self._start_line()
                self._line += item.text
                self._depth += 1
            elif item.text:
                last = closing.get(number, number)
                leaf = last == number and " " not in item.text
                line = flat(items[number : last + 1])
                if not (leaf and filling and self._fill_line(line)):
                    self._start_line()
                    self._line += line
                item, number = items[last], last
            filling = bool(item.text) and not item.behind and item.text[-1] not in "()" and " " not in item.text
            if item.behind:
                self._line += f" {item.behind}"
            number += 1
        self._end_line()

    def _indentation(self) -> str:
        return " " * min(self._depth * INDENT, DEEPEST_INDENT)

    def _fits_on_line(self, width: int | None) -> bool:
        start = len(self._line) if self._begun else len(self._indentation())
        return width is not None and start + width <= WIDTH

    def _fill_line(self, text: str) -> bool:
        """Add a leaf to the current line, if there is room for it."""
        if len(self._line) + 1 + len(text) > WIDTH:
            return False
        self._line += f" {text}"
        return True

    def _start_line(self) -> None:
        """Begin a new line, unless one has been begun and waits for its first item."""
        if self._begun:
            self._begun = False
            return
        self._end_line()
        self._line = self._indentation()

    def _end_line(self) -> None:
        if self._line.strip():
            self.lines.append(self._line.rstrip())
        self._line = ""

    def _add_comments(self, comments: tuple[str, ...]) -> None:
        if comments:
            self._end_line()
            self._begun = False
            self.lines += [self._indentation() + comment for comment in comments]


def _measure_flat(items: list[Item]) -> tuple[dict[int, int], dict[int, int | None]]:
    """For each opening item where it closes, and how wide its node is flat (None where a comment forbids it)."""
    closing: dict[int, int] = {}
    widths: dict[int, int | None] = {}
    open_items: list[int] = []
    ends = [0]
    comments = [0]
    for number, item in enumerate(items):
        glued = item.text == ")" or (number > 0 and items[number - 1].text.endswith("("))
        ends.append(ends[-1] + len(item.text) + (0 if glued else 1))
        comments.append(comments[-1] + len(item.before) + bool(item.behind))
        if item.text.endswith("("):
            open_items.append(number)
        elif item.text == ")":
            first = open_items.pop()
            closing[first] = number
            inside = comments[number + 1] - bool(item.behind) - comments[first] - len(items[first].before)
            widths[first] = None if inside else ends[number + 1] - ends[first + 1] + len(items[first].text)
    return closing, widths


def flat(items: list[Item]) -> str:
    """The items on one line."""
    text = ""
    for item in items:
        glued = item.text == ")" or text.endswith("(") or not text
        text += item.text if glued else f" {item.text}"
    return text
