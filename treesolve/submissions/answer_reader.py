"""Conversion of an answer's text to claims, and of those claims to Answer.

text without markup -> lines -> claims -> resolved claims -> Answer with pending parts
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from treesolve.model.answer import PARTS, Answer
from treesolve.model.problem import UNPRINTABLE, Problem
from treesolve.submissions.answer_parser import ParsedLines
from treesolve.submissions.claim import AnswerReading, Unread, unread
from treesolve.submissions.claim_resolution import ResolvedClaims, resolve_claims
from treesolve.submissions.mentions import affected_parts
from treesolve.submissions.node_names import NodeNames
from treesolve.submissions.student_identification import blank_out_identification, identify_student
from treesolve.submissions.text_lines import blank_out_markup
from treesolve.submissions.unreadable_files import blank_out_unread_files

MAX_PROBLEMS = 20
"""Maximum number of problems reported per answer; further problems are likely noise."""


def read_answer(
    text: str, nodes: NodeNames, source: str = "-", student: str = ""
) -> tuple[Answer, tuple[Problem, ...]]:
    """Parse the text of an answer about a tree; return the answer and the problems with unread lines.

    `student` is used if the text does not name a student. This function never raises: unreadable lines become problems
    located in the text, with the given `source`, and the parts that they may concern are in the answer's `pending`.

    >>> from treesolve.notation.reader import read
    >>> answer, problems = read_answer("values: A=5 B=x\\npruned: L4", NodeNames(read("((6 5) (2 9))")))
    >>> answer.values, answer.pruned, answer.has_unread, problems[0].code
    (None, (6,), True, 'answer-unread')
    """
    reading = parse_answer(text, nodes, source, student)
    return reading.answer, reading.problems


def parse_answer(text: str, nodes: NodeNames, source: str = "-", student: str = "") -> AnswerReading:
    """Parse the text of an answer; return the answer with its claims, problems and all unread lines."""
    reading, named = _parse_anonymous_answer(text, nodes), identify_student(text)
    answer = reading.answer._replace(student=named.student or student, exercise=named.exercise, variant=named.variant)
    found = tuple(one._replace(problem=one.problem._replace(source=source, text=text)) for one in reading.unread)
    return reading._replace(answer=answer, problems=tuple(one.problem for one in found[:MAX_PROBLEMS]), unread=found)


@lru_cache(maxsize=64)
def _parse_anonymous_answer(text: str, nodes: NodeNames) -> AnswerReading:
    """Parse the text without recording the student, so that identical answers are parsed only once."""
    blanked, identified = blank_out_identification(text)
    blanked, files = blank_out_unread_files(blanked)
    lines = ParsedLines(blank_out_markup(blanked), text, nodes)
    found = resolve_claims([claim for claim, _ in lines.claims], nodes)
    odd = [*identified, *_control_characters(text), *lines.repeated, *found.wrong]
    pending = {one.part for one in odd if one.part} | _parts_needing_review(lines, found, nodes)
    has_unread = bool(lines.unread or files or any(not one.part for one in odd))
    answer = _build_answer(found, lines.texts, frozenset(pending), has_unread)
    everything = sorted([*odd, *files, *(line.found for line in lines.unread)], key=lambda one: one.span)
    return AnswerReading(answer, (), found.claims, tuple(everything))


def _parts_needing_review(lines: ParsedLines, found: ResolvedClaims, nodes: NodeNames) -> set[str]:
    """Return the parts that need review because an unread line in the same section may change them."""
    claims = {part: part_claims for part in PARTS if (part_claims := found.of(part))}
    sections: dict[str, set[int]] = defaultdict(set)
    for claim, section in lines.claims:
        sections[claim.part].add(section)
    return {
        part
        for line in lines.unread
        for part in affected_parts(line.mentions, line.found.open_part, claims, nodes)
        if part not in sections or line.section in sections[part]
    }


def _control_characters(text: str) -> Iterator[Unread]:
    """Yield a problem for each control character that could affect a terminal, up to MAX_PROBLEMS."""
    found = (one for one in UNPRINTABLE.finditer(text) if one[0] != "\r")
    for _, one in zip(range(MAX_PROBLEMS), found, strict=False):
        yield unread("", "answer-control-character", *one.span())


def _build_answer(
    found: ResolvedClaims, texts: Mapping[str, tuple[str, int]], pending: frozenset[str], has_unread: bool
) -> Answer:
    """Build the answer from resolved claims, with an empty student; parts without readable claims are None."""
    pruned = found.of("pruned")
    values: dict[Any, Any] = {claim.node: claim.value for claim in found.of("values")}
    windows: dict[Any, Any] = {claim.node: claim.value for claim in found.of("windows")}
    best, value = found.of("best"), found.of("value")
    return Answer(
        "",
        values or None,
        windows or None,
        tuple(dict.fromkeys(claim.node for claim in pruned if claim.node is not None)) if pruned else None,
        tuple(claim.node for claim in found.of("order") if claim.node is not None) or None,
        best[0].node if best else None,
        value[0].value if value else None,
        pending,
        {part: text for part, text in texts.items() if text[0].strip(" \t\r\n*_?-")},
        has_unread=has_unread,
    )
