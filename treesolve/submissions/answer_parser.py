"""Parser that turns the lines of an answer (keys, lines below keys, tables, additional questions) into claims."""

import re
from typing import NamedTuple

from treesolve.model.answer import PARTS, QUESTIONS
from treesolve.model.number import Unknown
from treesolve.model.problem import Problem, Span
from treesolve.submissions.answer_line_grammar import BARE
from treesolve.submissions.answer_tables import REMARK, CellLine, TableRow, table_at
from treesolve.submissions.answer_words import is_greeting, normalize_words, parse_key, words
from treesolve.submissions.claim import AmbiguousMention, Claim, Unread, UnreadableLine, excerpt, unread
from treesolve.submissions.line_claims import LineClaims, parse_line
from treesolve.submissions.mentions import Mentions, is_irrelevant, is_signature, mentions, refers_elsewhere
from treesolve.submissions.node_names import NodeNames
from treesolve.submissions.submission import format_answer_node
from treesolve.submissions.text_lines import AnswerLine, split_lines

_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.){1,300}"|(?:^|(?<=\s))(?P<sign>#)')
_LABEL = re.compile(r"([^\W\d][^\n:=]{0,80})[ \t]{0,8}:")
_TASK_READERS = re.compile(
    r"([^\W\d]{2,10})[ \t]{1,8}\(?(?:[0-9]{1,2})?([a-z])?\)?[ \t]{0,8}[:.)]?(?:[ \t]{0,8}\([^()\n]{1,40}\))?"
)
_RELATION = re.compile(r"[ \t]{0,8}[<>≤≥=∈:]")


MAX_LINES = 2000
"""Maximum number of lines parsed per answer."""


class UnreadLine(NamedTuple):
    """A line that could not be read, with the nodes and words it mentions and the number of its section."""

    found: Unread
    mentions: Mentions
    section: int


class ParsedLines:
    """The parsed lines of an answer: claims with their section numbers, answers to questions, and unread lines.

    `flat` is `text` with its markup blanked out, so that both have the same offsets.
    """

    def __init__(self, flat: str, text: str, nodes: NodeNames) -> None:
        self.flat, self.text, self.nodes = flat, text, nodes
        self.lines = list(split_lines(flat, text))
        self.claims: list[tuple[Claim | AmbiguousMention, int]] = []
        self.texts: dict[str, tuple[str, int]] = {}
        self.unread: list[UnreadLine] = []
        self.repeated: list[Unread] = []
        self.section = 0
        self.open_part, self.has_items = BARE, False
        self.question, self.follows_greeting = "", False
        self.has_key = False
        self.skipped_lines: list[AnswerLine] = []
        self.letters = {chr(ord("a") + index): part for index, part in enumerate(nodes.asked_parts)}
        self._read_lines()

    def _read_lines(self) -> None:
        """Parse all lines in order."""
        at = 0
        while at < min(len(self.lines), MAX_LINES):
            rows = table_at(self.lines, at, self.nodes)
            if rows:
                self._close()
                for row in rows:
                    self._parse_row(row)
            else:
                self._parse_line(self.lines[at])
            at += 1 + len(rows)
        if len(self.lines) > MAX_LINES:
            start = self.lines[MAX_LINES].start
            self.repeated.append(unread("", "answer-too-long", start, start + 1, most=MAX_LINES))
        self._add_unread_prose()

    def _add_unread_prose(self) -> None:
        """Report the text as unread if it consists only of prose, because it may refer to an answer elsewhere."""
        is_read = self.claims or self.texts or self.unread or self.repeated or self.has_key
        if is_read or not self.skipped_lines:
            return
        first, last = self.skipped_lines[0], self.skipped_lines[-1]
        facts = {"text": excerpt(self.text, first.start, first.start + len(first.text))}
        span, whole = Span(first.start, first.start + len(first.text)), Span(first.start, last.start + len(last.text))
        found = Unread(None, Problem("answer-elsewhere", span, facts), "", whole)
        self.unread.append(UnreadLine(found, mentions("", self.nodes), self.section))

    def _close(self) -> None:
        """End the open part or question, so that the following lines no longer belong to it."""
        self.open_part, self.has_items, self.question = BARE, False, ""

    def _parse_line(self, line: AnswerLine) -> None:
        is_signed, self.follows_greeting = self.follows_greeting and is_signature(line.text), is_greeting(line.text)
        if is_signed:
            return
        if line.is_first and self.has_items:
            self.open_part, self.has_items = BARE, False
        if self._starts_section(line):
            self.section += 1
            self._close()
        part = self._part_of_letter(line)
        if part:
            self._close()
        if self._consume_question(line, part):
            return
        if not line.text or _task(line):
            self.open_part = part
            return
        heading = parse_key(line.text.rstrip(": "))
        if heading in PARTS and not self.nodes.named(line.text):
            self.has_key = True
            self._close()
            self.open_part = heading
            return
        self._read(line, part or self.open_part)

    def _starts_section(self, line: AnswerLine) -> bool:
        """Return whether the line starts a new section, that is, has a heading or the number or letter of a task."""
        if _task(line):
            return True
        is_number = line.has_number and not self.open_part and not self.question
        is_heading = line.is_heading and is_irrelevant(line.text, self.nodes)
        return is_heading or is_number or bool(line.letter and line.letter not in self.letters)

    def _part_of_letter(self, line: AnswerLine) -> str:
        """Return the part assigned to the letter in front of the line or in the task heading; empty if none is."""
        task = _task(line)
        return self.letters.get(line.letter or (task and task[2]) or "", "")

    # Additional questions

    def _consume_question(self, line: AnswerLine, part: str) -> bool:
        """If the line starts or continues the answer to a question, add the line to it; return whether it did."""
        question_start = self._find_question_start(line, part)
        if question_start:
            self._close()
            self.question, start = question_start
            if self.question in self.texts:
                content = excerpt(self.flat, line.start, start)
                self.repeated.append(unread(self.question, "answer-key-twice", line.start, start, text=content))
            else:
                self.texts[self.question] = self.text[start : line.start + len(line.text)], start
            return True
        if not self.question or part or self._has_key(line):
            self.question = ""
            return False
        _, start = self.texts[self.question]
        self.texts[self.question] = self.text[start : line.start + len(line.text)], start
        return True

    def _find_question_start(self, line: AnswerLine, part: str) -> tuple[str, int] | None:
        """Return the question whose answer starts in this line, and the offset of that answer."""
        label = _LABEL.match(line.text)
        meaning = parse_key(label[1].strip()) if label else None
        if label and meaning in QUESTIONS:
            return str(meaning), line.start + label.end()
        if part in QUESTIONS:
            return part, line.start
        letter = line.text[:1]
        is_unknown = any(isinstance(value, Unknown) and value.letter == letter for value in self.nodes.tree.values)
        if "unknown" in self.nodes.asked_parts and is_unknown and (sign := _RELATION.match(line.text, 1)):
            return "unknown", line.start + (sign.end() if sign[0].endswith(":") else 0)
        return None

    def _has_key(self, line: AnswerLine) -> bool:
        """Return whether the line consists of or begins with the key of a part."""
        return parse_key(line.text.rstrip(": ")) in PARTS or bool(mentions(line.text, self.nodes).key)

    # Lines

    def _read(self, line: AnswerLine, begins: str) -> None:
        text, comment = self._without_comment(line.text)
        try:
            if comment and not is_irrelevant(comment, self.nodes):
                raise UnreadableLine("answer-unread", len(text), len(line.text), word="")
            if refers_elsewhere(text) and not self._is_name_like_file:
                raise UnreadableLine("answer-elsewhere", 0, len(text), text=excerpt(text, 0, len(text)))
            content = _parse_with_or_without_key(text, self.nodes, begins)
        except UnreadableLine as reason:
            self._add_unread(line, begins, reason)
            return
        self._add_claims(content, line.start)
        if line.letter and line.has_number and content.part:
            self.open_part, self.has_items = content.part, True

    @property
    def _is_name_like_file(self) -> bool:
        """Whether any node of the tree has a name that looks like a reference to a file or to another place."""
        return any(map(refers_elsewhere, self.nodes.tree.names))

    @staticmethod
    def _without_comment(text: str) -> tuple[str, str]:
        start = next((found.start() for found in _COMMENT.finditer(text) if found["sign"]), len(text))
        return text[:start], text[start:]

    def _add_claims(self, content: LineClaims, start: int) -> None:
        self.claims += [(_moved(claim, start), self.section) for claim in content.found]
        self.has_key = self.has_key or content.is_empty or bool(content.part)
        if content.is_empty:
            self.open_part, self.has_items = content.part, False
        elif content.part != self.open_part or not self.open_part:
            self.open_part, self.has_items = BARE, False
        else:
            self.has_items = True

    def _add_unread(self, line: AnswerLine, begins: str, reason: UnreadableLine, content: str = "") -> None:
        """Record an unread line unless it is irrelevant; `content` is the line with all node names filled in."""
        if is_irrelevant(line.text, self.nodes, is_behind_key=bool(begins)):
            if not is_greeting(line.text) and any(sign.isalnum() for sign in line.text):
                self.skipped_lines.append(line)
            return
        mentioned = mentions(content or line.text, self.nodes)
        part = mentioned.key or begins or next((one for one in PARTS if one in mentioned.parts), None)
        span = Span(line.start + reason.span.start, line.start + max(reason.span.end, reason.span.start + 1))
        facts = {"text": excerpt(self.text, *span), "word": "", **reason.facts, "about": part or "", **self._example()}
        whole = Span(line.start, line.start + len(line.text))
        found = Unread(part, Problem(reason.code, span, facts), begins, whole)
        self.unread.append(UnreadLine(found, mentioned, self.section))

    def _example(self) -> dict[str, object]:
        """Return the facts with which a message shows an example of a readable line."""
        tree = self.nodes.tree
        inner = next((node for node in tree.children[0] if tree.children[node]), 0)
        child = next(iter(tree.children[0]), 0)
        mentioned = {"node": inner, "leaf": tree.leaf_ids[-1], "child": child}
        return {
            "players": self.nodes.players,
            **{kind: format_answer_node(tree.names[node]) for kind, node in mentioned.items()},
        }

    # Tables

    def _parse_row(self, row: TableRow) -> None:
        """Parse a table row; if any of its cells cannot be read, record the whole row as unread."""
        found: list[Claim | AmbiguousMention] = []
        for entry in row.entries:
            try:
                found += _claims_of_entry(entry, self.nodes)
            except UnreadableLine as reason:
                at = entry.cell.start - row.line.start
                moved = UnreadableLine(reason.code, at, at + len(entry.cell.text), **reason.facts)
                begins = entry.part if entry.part in PARTS else BARE
                self._add_unread(row.line, begins, moved, " ".join(one.content for one in row.entries))
                return
        self.claims += [(claim, self.section) for claim in found]


def _parse_with_or_without_key(text: str, nodes: NodeNames, begins: str) -> LineClaims:
    """Parse a line below a key; if this fails below the key of values or windows, parse it without the key."""
    try:
        return parse_line(text, nodes, begins)
    except UnreadableLine as reason:
        if begins not in ("values", "windows"):
            raise
        try:
            return parse_line(text, nodes)
        except UnreadableLine:
            raise reason from None


def _task(line: AnswerLine) -> re.Match[str] | None:
    """Return the match if the line is only a task heading, such as `Aufgabe 2` or `Task b:`; otherwise None."""
    found = _TASK_READERS.fullmatch(line.text)
    return found if found and normalize_words(found[1]) in words("task") else None


def _claims_of_entry(entry: CellLine, nodes: NodeNames) -> list[Claim | AmbiguousMention]:
    """Return the claims in a table cell; each claim gets the span of the whole cell."""
    if entry.part == REMARK and is_irrelevant(entry.content, nodes):
        return []
    if entry.part in (None, REMARK):
        raise UnreadableLine("answer-unread", 0, 1, word="")
    content = parse_line(entry.content, nodes, entry.part)
    span = Span(entry.cell.start, entry.cell.start + len(entry.cell.text))
    return [one._replace(span=span) for one in content.found]


def _moved(claim: Claim | AmbiguousMention, start: int) -> Claim | AmbiguousMention:
    return claim._replace(span=Span(claim.span.start + start, claim.span.end + start))
