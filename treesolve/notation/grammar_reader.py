"""Tree text in our own notation to Tree.

Vocabulary

    slip        the name of a mistake in the order of pieces, by the piece before and the piece at fault
"""

import gc
import itertools
import math
import operator
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TypeVar

from treesolve.model.number import Number, Unknown
from treesolve.model.problem import UNPRINTABLE, InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.builder import MOST_NODES, PAIRS, TooManyNodes, TreeBuilder
from treesolve.notation.fault import name_fault
from treesolve.notation.headers import (
    MOST_PROBLEMS,
    Header,
    Headers,
    read_bounds,
    read_convention_header,
    read_headers,
    read_levels,
    read_points,
    read_shape,
    read_sum,
)
from treesolve.notation.payoffs import check_players
from treesolve.notation.plain_stretch import read_plain_stretch
from treesolve.notation.scanner import END, FAULT, TREE_TABLES, Acceptor, next_piece, pieces

_BEFORE_BRACKET = re.compile(r"\s*[(\[{]")

_LEAF_END = re.compile(r"[\s,;()\[\]{}#]|$")
"""What ends a number."""

_Read = TypeVar("_Read")

_LEAVES = ("NUMBER", "UNKNOWN", "PAYOFFS")

_PREFIXES = ("WEIGHT", "MOVE", "NAME", "KIND")

_ACTIONS = {name: getattr(TreeBuilder, name.lower()) for name in TREE_TABLES.terminals}
"""What the builder does at each terminal."""

_SLIPS = {
    ("OPEN", "CLOSE"): "empty-node",
    ("OPEN", "SEPARATOR"): "separator-first",
    ("SEPARATOR", "SEPARATOR"): "separator-twice",
    ("KIND", "KIND"): "kind-twice",
    ("KIND", "NUMBER"): "kind-before-leaf",
    ("KIND", "UNKNOWN"): "kind-before-leaf",
    ("NAME", "NAME"): "name-twice",
    ("MOVE", "MOVE"): "move-twice",
    ("WEIGHT", "WEIGHT"): "weight-twice",
}

_TOUCHING = {(one, other) for one in ("NUMBER", "UNKNOWN") for other in ("OPEN",)} | {
    ("CLOSE", "NUMBER"),
    ("CLOSE", "UNKNOWN"),
}


def read_own(text: str, source: str = "-", *, payoffs: bool = False) -> Tree:
    """The tree that a text in our own notation describes.

    `source` is the name of the text in messages. Only with `payoffs` leaves may have payoffs for several players, which
    is nothing for those who expect MAX and MIN. Raises InputError with everything found wrong in it.
    """
    reading = _run_without_garbage_collector(text, payoffs=payoffs)
    if reading.problems:
        problems = sorted(reading.problems, key=lambda problem: problem.span or Span(0, 0))
        raise InputError(tuple(problem._replace(source=source, text=text) for problem in problems))
    return reading.tree()


def _run_without_garbage_collector(text: str, *, payoffs: bool) -> "_Reading":
    """The reading of a text, done without the cyclic garbage collector, which would look at it again and again."""
    was_running = gc.isenabled()
    gc.disable()
    try:
        reading = _Reading(text, read_headers(text))
        reading.run()
        check_players(reading, payoffs=payoffs)
    finally:
        if was_running:
            gc.enable()
    return reading


class _Reading:
    """One text on its way to a tree."""

    def __init__(self, text: str, headers: Headers) -> None:
        self.text = text
        self.headers = headers
        self.problems: list[Problem] = list(headers.problems)
        unprintable = itertools.islice(UNPRINTABLE.finditer(text), MOST_PROBLEMS)
        self.problems += [Problem("control-character", Span(*found.span())) for found in unprintable]
        self.points = self._read_header("points", read_points) or {}
        self.shape = self._read_header("shape", read_shape)
        self.acceptor = Acceptor()
        self.bounds = self._read_header("bounds", read_bounds)
        self.total = self._read_header("sum", read_sum)
        self.builder = TreeBuilder(self._read_header("levels", read_levels))
        self.convention = self._read_header("convention", read_convention_header)

    def _read_header(self, key: str, reader: "Callable[[Header], tuple[_Read, list[Problem]]]") -> "_Read | None":
        line = self.headers.get(key)
        if line is None:
            return None
        value, problems = reader(line)
        self.problems += problems
        return None if problems else value

    def run(self) -> None:
        """Read as far as the text makes sense; what does not is noted in `problems`."""
        with suppress(TooManyNodes):
            if self.headers.tree_start is not None:
                self._read_tree(self.headers.tree_start)
            elif self.shape and self.headers.get("leaves"):
                self._read_leaves(self.shape)
        self.problems += self.builder.problems
        if self.bounds and not self.problems:
            self.problems += itertools.islice(self._leaves_outside_bounds(*self.bounds), MOST_PROBLEMS)

    def _leaves_outside_bounds(self, least: Number, greatest: Number) -> Iterator[Problem]:
        """The leaves that are not within the bounds."""
        for value, at in zip(self.builder.values, self.builder.offsets, strict=True):
            if value is None or isinstance(value, Unknown | tuple) or least <= value <= greatest:
                continue
            found = _LEAF_END.search(self.text, at)
            end = found.start() if found else len(self.text)
            yield Problem("leaf-outside-bounds", Span(at, end), {"value": value, "least": least, "greatest": greatest})

    def _read_tree(self, start: int) -> None:
        self._accept_headers()
        previous, behind = "", start
        builder, feed, piece_at = self.builder, self.acceptor.feed, next_piece()
        while match := piece_at(self.text, behind):
            terminal, behind = match.lastgroup, match.end()
            if terminal is None:
                break
            at = match.start(terminal)
            if (previous, terminal) in _TOUCHING and not self.text[at - 1].isspace():
                self._note_touching_nodes(at)
            if terminal == FAULT:
                previous = self._name_and_mend_fault(match[FAULT], at) or previous
            elif feed(terminal):
                _ACTIONS[terminal](builder, match[terminal], at)
                previous = terminal
                if terminal == "OPEN" and builder.levels is None:
                    previous, behind = read_plain_stretch(builder, self.acceptor, self.text, behind)
            else:
                stands = self._recover_from_slip(previous, terminal, match)
                if stands is None:
                    return
                previous = stands
            if len(builder.problems) > MOST_PROBLEMS:
                return
        self._finish_tree(previous)

    def _accept_headers(self) -> None:
        for _ in self.headers.lines:
            self.acceptor.feed("HEADER")
        if self.headers.lines:
            self.acceptor.feed("TREE")

    def _note_touching_nodes(self, at: int) -> None:
        begin = at - 1
        while begin > 0 and self.text[begin - 1] not in " \t\n\r,;()[]{}":
            begin -= 1
        end = at + 1
        while end < len(self.text) and self.text[end] not in " \t\n\r,;()[]{}":
            end += 1
        self.builder.note("nodes-touch", begin, end, text=self.text[begin:end])

    # Mistakes

    def _name_and_mend_fault(self, text: str, at: int) -> str:
        """Name a stretch of text that is no terminal, and put in its place what was probably meant."""
        code, meant, facts = name_fault(text)
        if code == "stray-word" and _BEFORE_BRACKET.match(self.text, at + len(text)):
            meant = "KIND"
        self.builder.note(code, at, at + len(text), text=text, **facts)
        if meant and self.acceptor.feed(meant):
            if meant in ("NUMBER", "UNKNOWN"):
                self.builder.number("0", at)
            return meant
        return ""

    def _recover_from_slip(self, previous: str, terminal: str, match: re.Match[str]) -> str | None:
        """Name the slip at a terminal that cannot stand there, and go on: past it, or with a leaf put before it.

        Returns the terminal that now stands last, None where it makes no sense to go on.
        """
        builder, at = self.builder, match.start(terminal)
        code = self._name_of_slip(previous, terminal)
        if code == "second-tree":
            if not (builder.problems and builder.problems[-1].code == "nodes-touch"):
                builder.note(code, at, at + len(match[terminal]))
            return None
        builder.note(code, at, at + len(match[terminal]), text=match[terminal], previous=previous)
        if code not in ("empty-node", "node-missing", "kind-before-leaf"):
            return previous
        self._fill_with_leaf(at)
        if code == "kind-before-leaf" or not self.acceptor.feed(terminal):
            return "NUMBER"
        getattr(builder, terminal.lower())(match[terminal], at)
        return terminal

    def _fill_with_leaf(self, at: int) -> None:
        """Put a leaf where a node is missing."""
        for terminals in (("NUMBER",), ("OPEN", "NUMBER", "CLOSE")):
            if self.acceptor.feed(terminals[0]):
                for terminal in terminals[1:]:
                    self.acceptor.feed(terminal)
                break
        self.builder.number("0", at)

    def _name_of_slip(self, previous: str, terminal: str) -> str:
        if self.builder.kinds and not self.builder.open_nodes and previous in ("NUMBER", "UNKNOWN", "CLOSE"):
            return {"CLOSE": "stray-close", "SEPARATOR": "separator-after"}.get(terminal, "second-tree")
        if (previous, terminal) in _SLIPS:
            return _SLIPS[previous, terminal]
        if previous in _PREFIXES:
            return "prefix-order" if terminal in _PREFIXES else "node-missing"
        return "separator-first" if terminal == "SEPARATOR" else "stray-close"

    def _finish_tree(self, previous: str) -> None:
        builder, end = self.builder, len(self.text.rstrip())
        if not builder.kinds and not builder.problems and previous not in _PREFIXES:
            builder.note("no-tree", end, end)
        elif previous in _PREFIXES:
            builder.note("node-missing", end, end, text="", previous=previous)
        elif builder.brackets and "quote-unclosed" not in {problem.code for problem in builder.problems}:
            bracket, at = builder.brackets[-1]
            builder.note("unclosed", at, at + 1, opened=bracket, wanted=PAIRS[bracket], count=len(builder.brackets))
        elif not self.acceptor.feed(END) and not builder.problems:
            builder.note("no-tree", end, end)

    # Complete trees by shape

    def _read_leaves(self, shape: tuple[int, ...]) -> None:
        line = self.headers.get("leaves")
        assert line is not None
        leaves = []
        previous: str | None = "SEPARATOR"
        for match in pieces(self.text, line.start, line.start + len(line.value)):
            terminal = match.lastgroup
            if terminal in _LEAVES:
                leaves.append(match)
                if len(leaves) > MOST_NODES:
                    at = match.start()
                    self.builder.note("too-many-nodes", at, at + 1, most=MOST_NODES // 1_000_000)
                    return
            elif terminal and (terminal != "SEPARATOR" or previous == "SEPARATOR"):
                self._note_stranger_among_leaves(terminal, match, first=not leaves)
            if len(self.builder.problems) > MOST_PROBLEMS:
                return
            previous = terminal
        start, end = line.span
        if math.prod(shape) > len(self.text):
            self.builder.note("shape-too-large", start, end)
        elif len(leaves) != math.prod(shape):
            self.builder.note("leaves-count", start, end, expected=math.prod(shape), found=len(leaves))
        elif not self.builder.problems:
            self._grow_complete_tree(shape, leaves)

    def _note_stranger_among_leaves(self, terminal: str, match: re.Match[str], *, first: bool) -> None:
        code, _, facts = name_fault(match[terminal]) if terminal == FAULT else ("not-a-leaf", "", {})
        if terminal == "SEPARATOR":
            code = "separator-first" if first else "separator-twice"
        start, end = match.span(terminal)
        self.builder.note(code, start, end, text=match[terminal], **facts)

    def _grow_complete_tree(self, shape: tuple[int, ...], leaves: list[re.Match[str]]) -> None:
        """Open and close a bracket wherever a subtree of the complete tree begins and ends."""
        sizes = list(itertools.accumulate(reversed(shape), operator.mul))[::-1]
        for number, match in enumerate(leaves):
            terminal = match.lastgroup or FAULT
            at = match.start(terminal)
            for size in sizes:
                if number % size == 0:
                    self.builder.open("(", at)
            getattr(self.builder, terminal.lower())(match[terminal], at)
            for size in reversed(sizes):
                if (number + 1) % size == 0:
                    self.builder.close(")", at)

    def tree(self) -> Tree:
        grown = self.builder
        tree = Tree(
            tuple(grown.kinds),
            tuple(grown.values),
            tuple(grown.children),
            given_names=grown.names,
            moves=grown.moves,
            weights=grown.weights,
            title=self.headers.text("title"),
            source=self.headers.text("source"),
            convention=self.convention,
            points=self.points,
            bounds=self.bounds,
            total=self.total,
            offsets=grown.offsets,
        )
        tree.__dict__.update(parents=tuple(grown.parents), ends=tuple(grown.ends))
        return tree
