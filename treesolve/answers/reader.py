"""The text form of an answer to Answer: the grammar says what may stand where, the rest is told and passed over.

Vocabulary

    key         the word before a colon that says what follows: `values:`, `beschnitten:`
    label       a word before a colon that is no key
"""

import re
from collections.abc import Callable

from treesolve.answers import tables
from treesolve.answers.free_texts import Texts
from treesolve.answers.identity import BEFORE_KEY, Identity, identity, is_better, said_in
from treesolve.answers.items import ASSIGNED, MOST_PROBLEMS
from treesolve.answers.node_words import Nodes
from treesolve.answers.part_words import IDENTITY, PARTS, TEXTS, key_meaning, part_meant
from treesolve.model.answer import Answer
from treesolve.model.problem import UNPRINTABLE, Problem, Span
from treesolve.notation.scanner import FAULT, Acceptor, pieces

__all__ = ["Identity", "identity", "read_answer"]

_NUMBER_AT_END = re.compile(r"[^:]*:(?:\*\*)?[ \t]*[=≤≥<>]*[ \t]*(.*)", re.DOTALL)


def read_answer(text: str, nodes: Nodes, source: str = "-", student: str = "") -> tuple[Answer, tuple[Problem, ...]]:
    """The answer a text gives about a tree, and what could not be read of it.

    `student` is whose answer it is if the text does not say. Never raises: what makes no sense becomes a problem at its
    place in the text, named by `source`; the part it stands in is among the answer's `unread`, the rest is read.

    >>> from treesolve.notation.reader import read
    >>> answer, problems = read_answer("values: A=5 B=x; pruned: L4", Nodes(read("((6 5) (2 9))")))
    >>> answer.values, answer.pruned, answer.unread, problems[0].code
    ({0: 5}, (6,), frozenset({'values'}), 'answer-bad-number')
    """
    reading = _Reading(text, nodes)
    reading.run()
    problems = sorted(reading.problems, key=lambda problem: problem.span or Span(0, 0))
    return reading.answer(student), tuple(problem._replace(source=source, text=text) for problem in problems)


class _Reading(Texts):
    """One text on its way to an answer."""

    def __init__(self, text: str, nodes: Nodes) -> None:
        super().__init__(text, nodes)
        self.told: dict[str, str] = {}
        self.labels: dict[str, str] = {}
        self.begun: set[str] = set()
        self.is_passed_over = False
        self.reads: dict[str, Callable[[_Reading, str, int], None]] = {}
        self.assigned: list[tuple[str, int]] = []
        self.is_nothing_pruned: tuple[int, int] | None = None

    def run(self) -> None:
        """Read all pieces; what does not fit is noted."""
        self._note_control_characters()
        feed = Acceptor(tables).feed
        for match in pieces(self.text, 0, None, tables):
            terminal = match.lastgroup
            if terminal is None:
                break
            item, start = match[terminal], match.start(terminal)
            read = self.reads.get(terminal)
            if read is not None and not self.is_passed_over and feed(terminal):
                read(self, item, start)
            elif terminal in TEXTS and not (self.part == "windows" and self.is_of_node(item, start)):
                feed(terminal)
                self.reads = {}
                self.is_passed_over = not self.begin_text(TEXTS[terminal], item, start)
            elif terminal in PARTS:
                feed(terminal)
                self._begin(PARTS[terminal], item, start)
            elif terminal in IDENTITY:
                feed(terminal)
                self._identify(IDENTITY[terminal], item, start)
            elif self.gathering and not (terminal == "OTHER" and self.is_misspelt(item)):
                self.gather(start + len(item))
            elif terminal == "OTHER":
                self._other(item, start)
            elif self.is_passed_over:
                continue
            elif terminal == FAULT:
                self._fault(item, start)
            elif read is not None or not feed(terminal):
                self._refused(terminal, item, start)
        self._settle()

    def _note_control_characters(self) -> None:
        for found in UNPRINTABLE.finditer(self.text):
            if found[0] != "\r" and len(self.problems) < MOST_PROBLEMS:
                self.note("answer-control-character", *found.span())

    # Keys

    def _begin(self, part: str, item: str, start: int) -> None:
        """A key: from here on items belong to its part."""
        self.part, self.gathering = part, ""
        self.reads = _READERS[part]
        self.is_passed_over = part in self.begun
        if self.is_passed_over:
            label = item.partition(":")[0].strip(" \t*")
            self.note("answer-key-twice", start, start + len(label), text=label)
            return
        self.begun.add(part)
        number = _NUMBER_AT_END.fullmatch(item) if part == "value" else None
        if number and number[1]:
            self.take_value(number[1], start + number.start(1))

    def _identify(self, name: str, item: str, start: int) -> None:
        """A line that says whose answer this is, or to what."""
        self.part, self.reads, self.is_passed_over, self.gathering = "", {}, False, ""
        label = item.partition(":")[0].strip(" \t*")
        end = start + len(label)
        said = said_in(item)
        if not self._begins_line(start):
            self.note("answer-own-line", start, end, text=label)
        elif not said:
            self.note("answer-empty-key", start, end, text=label)
        elif name in self.told and not self._are_name_and_number(label, self.labels[name]):
            self.note("answer-key-twice", start, end, text=label)
        elif name not in self.told or is_better(label, self.labels[name]):
            self.told[name], self.labels[name] = said, label

    def _are_name_and_number(self, one: str, other: str) -> bool:
        """Whether two keys say different things of the same student."""
        return is_better(one, other) or is_better(other, one)

    # Items of each part

    def _pass(self, item: str, start: int) -> None:
        """A word between items, unless a node is called so."""
        if item in self.nodes.names and "WORD" in self.reads:
            self.reads["WORD"](self, item, start)

    def _nothing(self, item: str, start: int) -> None:
        """Nothing is pruned, said in so many words; only two of these words never name a node."""
        if item in self.nodes.names and item.lower() not in ("none", "keine"):
            self.prune(item, start)
        else:
            self.is_nothing_pruned = start, start + len(item)

    def _assign_labelled(self, item: str, start: int) -> None:
        """`A: 5`, unless a misspelt key begins its line."""
        if not self._is_label(item, start):
            self.assign(item, start)

    def _keep(self, item: str, start: int) -> None:
        """`wert: A=5`: whether that is the root's value or values of nodes is seen at the end."""
        self.assigned.append((item, start))

    # What does not fit

    def _refused(self, terminal: str, item: str, start: int) -> None:
        """An item that cannot stand under this key."""
        end = start + len(item)
        if terminal in ("ASSIGNMENT", "INTERVAL") and self._is_label(item, start):
            return
        if not self.part:
            self.is_passed_over = True
            self.note("answer-no-key", start, end, text=self.quoted(start, end))
        elif self.part == "value" and self.value is None and not self.assigned:
            self.take_value(item, start)
            if self.value is None:
                self.spoilt.add("value")
        elif self.part in ("best", "value"):
            self.spoilt.add(self.part)
            self.note("answer-one-only", start, end, text=self.quoted(start, end))
        elif terminal != "FILLER":
            code = {"values": "answer-not-assigned", "windows": "answer-not-a-window"}.get(
                self.part, "answer-not-a-name"
            )
            self.note(code, start, end, text=self.quoted(start, end))

    def _is_label(self, item: str, start: int) -> bool:
        """Whether a line begins like one with a key, and the key was probably misspelt; it is noted then."""
        found = ASSIGNED.match(item)
        if found is None or found[2][0] != ":" or not self._begins_line(start):
            return False
        self.is_passed_over = self.unknown_key(found[1], start)
        return self.is_passed_over

    def _begins_line(self, start: int) -> bool:
        line = self.text.rfind("\n", 0, start) + 1
        return bool(BEFORE_KEY.fullmatch(self.text, line, start))

    def _other(self, item: str, start: int) -> None:
        """A line that begins with a label: a node with what is no number, or a key nobody knows."""
        label = item.partition(":")[0].rstrip()
        found = ASSIGNED.fullmatch(item)
        if found and self.part and self.nodes.named(label):
            self._label_fault(found, item, start)
        else:
            self._unknown_label(label, start)

    def _unknown_label(self, label: str, start: int) -> None:
        """What follows a key nobody knows is passed over."""
        self.is_passed_over, self.gathering = True, ""
        if not self.unknown_key(label, start):
            self.part = ""
            end = start + len(label)
            self.note("answer-unknown-key", start, end, text=self.quoted(start, end), nearest=None)

    def _fault(self, item: str, start: int) -> None:
        """Name what is no item at all."""
        found = ASSIGNED.match(item)
        end = start + len(item)
        if item.startswith('"') and not found:
            self.note("answer-quote-unclosed", start, end, text=self.quoted(start, end))
        elif found:
            self._label_fault(found, item, start)
        elif not self.part:
            self.is_passed_over = True
            self.note("answer-no-key", start, end, text=self.quoted(start, end))
        else:
            self.note("answer-stray", start, end, text=self.quoted(start, end))

    def _label_fault(self, found: re.Match[str], item: str, start: int) -> None:
        """Something with a colon or a sign of equality, and behind it what is none of the things that can follow."""
        label, sign = found[1], found[2]
        end = start + len(label)
        is_node = bool(self.nodes.named(label))
        if sign[0] == "=" and not is_node and key_meaning(label):
            self.part = part_meant(label)
            self.is_passed_over = True
            self.note("answer-colon-missing", start, end, text=label)
        elif sign[0] == ":" and not is_node and self._begins_line(start):
            self._unknown_label(label, start)
        elif self.part in ("values", "value"):
            self.assign_slowly(item, start)
        elif self.part == "windows":
            self.window_fault(item, start)
        else:
            self._refused(FAULT, item, start)

    # At the end

    def _settle(self) -> None:
        """Decide what could not be decided before everything was read."""
        self._settle_assigned()
        self.part = "pruned"
        self.prune_by_value()
        if self.is_nothing_pruned and self.pruned:
            self.note("answer-none-and-more", *self.is_nothing_pruned)

    def _settle_assigned(self) -> None:
        """One number for the root is its value; anything else that was assigned there are values of nodes."""
        if len(self.assigned) == 1 and 0 in self.nodes.named(ASSIGNED.match(self.assigned[0][0])[1]):  # type: ignore[index]
            item, start = self.assigned[0]
            kept, self.values = self.values, {}
            self.part = "value"
            self.assign(item, start)
            self.value = self.values.get(0)
            self.values = kept
            return
        self.part = "values"
        for item, start in self.assigned:
            self.assign(item, start)

    def answer(self, student: str) -> Answer:
        """What was read. A part in which nothing could be read is None."""
        values = {node: value for node, value in self.values.items() if ("values", node) not in self.disputed}
        windows = {node: window for node, window in self.windows.items() if ("windows", node) not in self.disputed}
        is_none = self.is_nothing_pruned is not None and "pruned" not in self.unread
        return Answer(
            self.told.get("student") or student,
            values or None,
            windows or None,
            tuple(self.pruned) if self.pruned or is_none else None,
            tuple(self.order) or None,
            None if "best" in self.spoilt else self.best,
            None if "value" in self.spoilt else self.value,
            frozenset(self.unread),
            self.as_they_stand(),
            self.told.get("exercise"),
            self.told.get("variant"),
        )


_READERS: dict[str, dict[str, Callable[[_Reading, str, int], None]]] = {
    "values": {"EQUATION": _Reading.assign, "ASSIGNMENT": _Reading._assign_labelled},
    "windows": {"WINDOW": _Reading.window, "INTERVAL": _Reading.window},
    "pruned": {
        "PLAIN": _Reading.prune,
        "WORD": _Reading.prune,
        "RANGE": _Reading.prune_range,
        "PATH": _Reading.prune_path,
        "NOTHING": _Reading._nothing,
        "FILLER": _Reading._pass,
    },
    "order": {
        "PLAIN": _Reading.place,
        "WORD": _Reading.place,
        "RANGE": _Reading.place_range,
        "PATH": _Reading.place_path,
        "NOTHING": _Reading._pass,
        "FILLER": _Reading._pass,
    },
    "best": {
        "PLAIN": _Reading.choose,
        "WORD": _Reading.choose,
        "RANGE": _Reading.choose_range,
        "PATH": _Reading.choose_path,
        "NOTHING": _Reading._pass,
        "FILLER": _Reading._pass,
    },
    "value": {"EQUATION": _Reading._keep, "ASSIGNMENT": _Reading._keep},
}
"""What takes up an item, by the part it stands in and its terminal."""
