"""The text of an answer to claims, and from these to Answer: the steps, one after the other.

    plain text -> lines -> sentences -> the key of each -> claims -> settled -> Answer

Vocabulary

    stretch     a line, a sentence, or a part of one
"""

import re
from collections.abc import Iterator

from treesolve.answers.answer_lines import (
    Keyed,
    colon_keys,
    first_keys,
    lines,
    sentences_of,
    trimmed,
)
from treesolve.answers.answer_words import passed
from treesolve.answers.asides import is_passed, without_reason
from treesolve.answers.claim import Claim, Finding, Loose, Open, Passed, Reading, Unread, unread
from treesolve.answers.doubts import doubted
from treesolve.answers.free_texts import Texts, texts_in
from treesolve.answers.identity import Identity, identity, without_identity
from treesolve.answers.left_unread import LABEL, LONGEST_SENTENCE, is_content, is_prose, left_unread
from treesolve.answers.node_claims import nodes_in
from treesolve.answers.node_words import Nodes
from treesolve.answers.part_words import key_meaning, parts_spoken_of
from treesolve.answers.plain_text import plain
from treesolve.answers.section import Section, by_part, is_whole
from treesolve.answers.sentence_claims import claims_of_sentence
from treesolve.answers.settle import Settled, settled
from treesolve.answers.table_claims import tables_in
from treesolve.model.answer import PARTS, Answer
from treesolve.model.number import Number
from treesolve.model.problem import UNPRINTABLE, Problem, Span

__all__ = ["MOST_PROBLEMS", "Identity", "identity", "read_answer", "reading_of"]

MOST_PROBLEMS = 20
"""So many mistakes in one answer are told: the rest is likely noise."""

_WEAK = (
    re.compile(r"\s[|/]\s"),
    re.compile(r"\.(?=\s)"),
    re.compile(r";"),
    re.compile(r",(?=\s)"),
    re.compile(r",?\s(?:and|und)\s", re.IGNORECASE),
)
"""What may stand between sentences that are written as one."""


_WHERE = re.compile(r"\b(?:at|bei|in|an)\s*$", re.IGNORECASE)
_NO_VALUES = re.compile(
    r"alpha|beta|α|β|wrong|false|falsch|\bnot\b|nicht|depth|tiefe|level|ebene|step|schritt|if\b|wenn", re.I
)
"""What is said of nodes with such words are no values."""


def read_answer(text: str, nodes: Nodes, source: str = "-", student: str = "") -> tuple[Answer, tuple[Problem, ...]]:
    """The answer a text gives about a tree, and what could not be read of it.

    `student` is whose answer it is if the text does not say. Never raises: what makes no sense becomes a problem at its
    place in the text, named by `source`; the part it may belong to is among the answer's `pending`.

    >>> from treesolve.notation.reader import read
    >>> answer, problems = read_answer("values: A=5 B=x; pruned: L4", Nodes(read("((6 5) (2 9))")))
    >>> answer.values, answer.pruned, answer.pending, problems[0].code
    ({0: 5}, (6,), frozenset({'values'}), 'answer-bad-number')
    """
    reading = reading_of(text, nodes, source, student)
    return reading.answer, reading.problems


def reading_of(text: str, nodes: Nodes, source: str = "-", student: str = "") -> Reading:
    """All that a text was read as: the answer, the claims it is made of, and every stretch that is none.

    >>> from treesolve.notation.reader import read
    >>> reading = reading_of("Nicht besucht wird L4.", Nodes(read("((6 5) (2 9))")))
    >>> [(claim.part, claim.node, claim.how) for claim in reading.claims]
    [('pruned', 6, 'by name')]
    """
    blanked, identified = without_identity(text)
    flat = plain(blanked)
    texts, rest = texts_in(flat, text, nodes)
    findings = [*identified, *_controls(text), *texts.repeated, *_findings(rest, nodes)]
    found = doubted(settled(findings, nodes), rest, nodes)
    shown = tuple(one._replace(problem=one.problem._replace(source=source, text=text)) for one in found.unread)
    problems = tuple(one.problem for one in shown[:MOST_PROBLEMS])
    return Reading(_answer(found, texts, identity(text), student), problems, found.claims, shown, found.passed)


def _controls(text: str) -> Iterator[Finding]:
    """Characters that a terminal would obey."""
    found = (one for one in UNPRINTABLE.finditer(text) if one[0] != "\r")
    for _, one in zip(range(MOST_PROBLEMS), found, strict=False):
        yield unread("", "answer-control-character", *one.span())


# Claims


def _findings(text: str, nodes: Nodes) -> Iterator[Finding]:
    """Everything that is said in a plain text, line by line."""
    tables, text = tables_in(text, nodes)
    yield from tables
    section = Section()
    for line in lines(text):
        section = Section() if line.is_task else section
        parts: frozenset[str] = frozenset()
        before, named = section, set[str]()
        for sentence in sentences_of(text, *line.span):
            found, section = _read(text, sentence, section, nodes)
            yield from (one._replace(others=one.others | parts) if isinstance(one, Unread) else one for one in found)
            claims = [one for one in found if isinstance(one, Claim | Open)]
            parts |= {one.part for one in claims}
            named |= {one.part for one in claims if isinstance(one, Open) or one.node is not None}
        if section is not before and section.part in named and text[line.span.end - 1] not in ",;-→>":
            section = section._replace(is_listed=section.part in ("pruned", "order"))


_Read = tuple[list[Finding], Section]


def _read(text: str, stretch: Span, section: Section, nodes: Nodes) -> _Read:
    """What a stretch says, and the section that goes on behind it."""
    start, end = stretch
    if passed("question").fullmatch(text, start, end):
        parts = parts_spoken_of(text[start:end])
        return [Passed(stretch)], Section(next(iter(parts))) if len(parts) == 1 else Section()
    keys = colon_keys(text, start, end)
    if keys:
        return _read_keyed(text, start, keys, section, nodes)
    if end - start > LONGEST_SENTENCE:
        return _read_partly(text, stretch, section, nodes)
    sure = _read_surely(text, stretch, section, nodes)
    if sure is not None:
        return sure
    apart = _read_apart(text, stretch, section, nodes)
    return apart if apart is not None else _read_partly(text, stretch, section, nodes)


def _read_keyed(text: str, start: int, keys: list[Keyed], section: Section, nodes: Nodes) -> _Read:
    """What stands before the first key, and then behind each."""
    found: list[Finding] = []
    before = trimmed(text, start, keys[0].label.start)
    if before.start < before.end and any(letter.isalnum() for letter in text[slice(*before)]):
        found, section = _read(text, before, section, nodes)
    for key in keys:
        if key.part not in PARTS:
            found.append(unread("", "answer-own-line", *key.label, text=text[slice(*key.label)]))
            section = Section()
            continue
        section = Section(key.part, key.is_misspelt, bool(_WHERE.search(text[slice(*key.label)])))
        behind = trimmed(text, key.start, key.end)
        if behind.start < behind.end:
            new, section = _read_behind(text, behind, section, nodes)
            found += new
    return found, section


def _read_behind(text: str, stretch: Span, section: Section, nodes: Nodes) -> _Read:
    """What stands behind a key: of its part, but a reason at its end is passed over."""
    assert section.part is not None
    stretch, aside = without_reason(text, stretch)
    found = by_part(section, text, stretch, nodes)
    if not is_whole(found):
        apart = _read_apart(text, stretch, section, nodes)
        said = claims_of_sentence(text, stretch, nodes) or (apart[0] if apart is not None else [])
        said = [] if any(isinstance(one, Passed) for one in said) else said
        is_about = any(getattr(one, "part", "") == section.part for one in said)
        found = said if is_about or (said and not any(isinstance(one, Claim) for one in found)) else found
    return [*found, *aside], _after(section, found)


def _after(section: Section, found: list[Finding]) -> Section:
    """What goes on behind a line: of one answer nothing more is to come."""
    is_done = section.part in ("best", "value") and any(isinstance(one, Claim) for one in found)
    return Section() if is_done else section


def _read_surely(text: str, stretch: Span, section: Section, nodes: Nodes) -> _Read | None:
    """A stretch that can be read in full: by a sentence, a key without a colon, its section, its form."""
    short, aside = without_reason(text, stretch)
    if short.start == short.end:
        return aside, section
    found = claims_of_sentence(text, short, nodes)
    if found is not None:
        return [*found, *aside], section
    found = by_part(section, text, short, nodes) if section.part else []
    is_new = section.is_listed and sum(isinstance(one, Claim | Open) for one in found) > 1
    if found and is_whole(found) and not is_new and not _is_heading(text, short, nodes):
        return [*found, *aside], _after(section, found)
    remark: _Read | None = None
    for part in ("values", "windows"):
        found = by_part(Section(part), text, short, nodes)
        if found and is_whole(found):
            remark = [*found, *aside], Section(part)
            if any(isinstance(one, Claim) for one in found):
                return remark
    key = _key_without_colon(text, short, nodes)
    if key is not None:
        begun = Section(key.part, key.is_misspelt, bool(_WHERE.search(text[slice(*key.label)])))
        found = by_part(begun, text, trimmed(text, key.start, key.end), nodes) if key.start < key.end else []
        return [*found, *aside], _after(begun, found)
    listed = nodes_in("order", text, *short, nodes)
    mentions = tuple(one for one in listed if isinstance(one, Claim | Open))
    if mentions and len(mentions) == len(listed):
        return [Loose(mentions, short), *aside], section
    if remark is not None:
        return remark
    if is_passed(text, stretch, nodes):
        return [Passed(stretch)], section
    return _read_values_behind(text, short, nodes)


def _read_values_behind(text: str, stretch: Span, nodes: Nodes) -> _Read | None:
    """Values behind a colon whose key nobody knows: there can be nothing else, if there are two or more."""
    label = LABEL.match(text, *stretch)
    if label is None or nodes.named(label[1]) or _NO_VALUES.search(label[1]):
        return None
    found = by_part(Section("values"), text, Span(label.end(), stretch.end), nodes)
    claims = [one for one in found if isinstance(one, Claim)]
    is_sure = len(claims) > 1 and is_whole(found) and parts_spoken_of(label[1]) <= {"values", "value"}
    return (found, Section()) if is_sure else None


def _is_heading(text: str, stretch: Span, nodes: Nodes) -> bool:
    """Whether a stretch is a key, and no node is called so."""
    return key_meaning(text[slice(*stretch)].rstrip(" \t.:")) in PARTS and not nodes.named(text[slice(*stretch)])


def _key_without_colon(text: str, stretch: Span, nodes: Nodes) -> Keyed | None:
    """A key with another sign, alone, or with just a blank behind it if what follows can be read in full."""
    for key in first_keys(text, *stretch):
        label = text[slice(*key.label)]
        has_names = not nodes.names.keys().isdisjoint(re.split(r"[=\s]+", label))
        if key.part in PARTS and not nodes.named(label) and not has_names:
            behind = trimmed(text, key.start, key.end)
            begun = Section(key.part, False, bool(_WHERE.search(label)))
            found = by_part(begun, text, behind, nodes) if behind.start < behind.end else []
            if text[key.label.end : key.start].strip() or behind.start == behind.end or (found and is_whole(found)):
                return key
    return None


def _read_apart(text: str, stretch: Span, section: Section, nodes: Nodes) -> _Read | None:
    """A stretch of several sentences with weak signs between them, each of which can be read in full."""
    for sign in _WEAK:
        ends = [one for one in sign.finditer(text, *stretch) if not _is_inside(text, stretch.start, one.start())]
        if not ends or len(ends) > 40:
            continue
        starts = [stretch.start, *(one.end() for one in ends)]
        stops = [*(one.start() for one in ends), stretch.end]
        found: list[Finding] = []
        here: Section | None = section
        for start, stop in zip(starts, stops, strict=True):
            piece = trimmed(text, start, stop)
            one = _read_piece(text, piece, here or section, nodes) if piece.start < piece.end else ([], section)
            if one is None:
                break
            found, here = found + one[0], one[1]
        else:
            return found, here or section
    return None


def _is_inside(text: str, start: int, place: int) -> bool:
    """Whether a place is within parentheses."""
    return text.count("(", start, place) > text.count(")", start, place)


def _read_piece(text: str, piece: Span, section: Section, nodes: Nodes) -> _Read | None:
    """A piece of a stretch, if it can be read in full."""
    found = _read_surely(text, piece, section, nodes) or _read_apart(text, piece, section, nodes)
    is_sure = found is not None and not any(isinstance(one, Unread | Loose) for one in found[0])
    return found if is_sure else None


def _read_partly(text: str, stretch: Span, section: Section, nodes: Nodes) -> _Read:
    """A stretch of which at least something is not read."""
    label = LABEL.match(text, *stretch)
    is_other = label is not None and not nodes.named(label[1])
    found = by_part(section, text, stretch, nodes) if section.part and not is_other else []
    is_about_else = is_prose(found)
    is_read = any(isinstance(one, Claim | Open) for one in found)
    if found and not is_about_else and (is_read or is_content(text, stretch, nodes)):
        return [one._replace(anywhere=True) if isinstance(one, Unread) else one for one in found], section
    new = left_unread(text, stretch, nodes)
    if is_about_else and not new.others and section.part:
        new = new._replace(others=frozenset({section.part}))
    return [new], Section() if ":" in text[slice(*stretch)] else section


# The answer


def _answer(found: Settled, texts: Texts, said: Identity, student: str) -> Answer:
    """What was read. A part in which nothing could be read is None."""
    pruned = tuple(dict.fromkeys(claim.node for claim in found.of("pruned") if claim.node is not None))
    values: dict[int, Number] = {claim.node: claim.value for claim in found.of("values")}  # type: ignore[misc]
    windows: dict[int, tuple[Number, Number]] = {claim.node: claim.value for claim in found.of("windows")}  # type: ignore[misc]
    pending = found.pending(texts.found)
    best, value = ([] if part in pending else found.of(part) for part in ("best", "value"))
    is_none = bool(found.of("pruned")) and "pruned" not in pending
    return Answer(
        said.student or student,
        values or None,
        windows or None,
        pruned if pruned or is_none else None,
        tuple(claim.node for claim in found.of("order") if claim.node is not None) or None,
        best[0].node if best else None,
        value[0].value if value else None,  # type: ignore[arg-type]
        pending,
        texts.found,
        said.exercise,
        said.variant,
    )
