"""Answers that are taken as they stand, from their key to the next one: each question reads its own.

Vocabulary

    text        such an answer
"""

import re
from typing import NamedTuple

from treesolve.answers.answer_lines import colon_keys, first_keys, lines
from treesolve.answers.claim import Claim, Unread, unread
from treesolve.answers.node_words import Nodes
from treesolve.answers.number_claims import values_in
from treesolve.answers.part_words import key_meaning, misspelt_key
from treesolve.answers.sentence_claims import claims_of_sentence
from treesolve.model.answer import PARTS, QUESTIONS
from treesolve.model.problem import Span

_COMMENT = re.compile(r"(?:(?<=\s)|^)#[^\n]*")
_LABEL = re.compile(r"([^\W\d][^\n:=]{0,80}?)[ \t]*:")
_INEQUALITY = re.compile(
    r"[xyzXYZ][ \t]*:(?=[ \t]*(?:[xyz<>≤≥=∈{}\[\](∅]|[0-9.,\/−–-]+[ \t]*(?:[<>≤≥]|[=][<>])|none|no\b|all|every|any|"
    r"always|never|kein|alle|jede|immer|nie|at (?:least|most)|mindestens|höchstens))",
    re.IGNORECASE,
)


class Texts(NamedTuple):
    """The texts that were found, by question, each with where it begins, and the keys that stand there again."""

    found: dict[str, tuple[str, int]]
    repeated: list[Unread]


def texts_in(flat: str, text: str, nodes: Nodes) -> tuple[Texts, str]:
    """The texts in an answer, and its plain text with blanks in their place."""
    places: dict[str, tuple[int, int]] = {}
    repeated: list[Unread] = []
    rest, question, is_kept = flat, "", False
    for (start, end), is_task, _ in lines(flat):
        begun = _question_begun(flat, start, end, nodes)
        if begun:
            question, label = begun
            is_kept = question not in places
            if is_kept:
                places[question] = label.end + 1, end
            else:
                repeated.append(unread(question, "answer-key-twice", *label, text=flat[slice(*label)].strip()))
        elif question and (is_task or _is_beginning_of_other(flat, start, end, nodes)):
            question = ""
        elif question and is_kept:
            places[question] = places[question][0], end
        if question:
            first = flat.rfind("\n", 0, start) + 1
            rest = rest[:first] + " " * (end - first) + rest[end:]
    return Texts(_texts_without_comments(places, text), repeated), rest


def _question_begun(flat: str, start: int, end: int, nodes: Nodes) -> tuple[str, Span] | None:
    """The question that a line begins a text for, and its key."""
    short = _INEQUALITY.match(flat, start, end)
    if short and not (nodes.named(flat[start : start + 1]) and "[" in flat[start:end]):
        return "unknown", Span(start, short.end() - 1)
    found = _LABEL.match(flat, start, end)
    meaning = key_meaning(found[1]) if found else None
    return (str(meaning), Span(start, found.end() - 1)) if found and meaning in QUESTIONS else None


def _is_beginning_of_other(flat: str, start: int, end: int, nodes: Nodes) -> bool:
    """Whether a line within a text rather begins something else: a key, a slip of one, a sentence, several values."""
    found = _LABEL.match(flat, start, end)
    is_misspelt = found and len(found[1]) > 3 and not nodes.named(found[1]) and misspelt_key(found[1])
    if is_misspelt or colon_keys(flat, start, end) or claims_of_sentence(flat, Span(start, end), nodes):
        return True
    key = next(first_keys(flat, start, end), None)
    if key is not None and key.part in PARTS and not key.is_misspelt:
        return True
    return sum(isinstance(one, Claim) for one in values_in(flat, start, end, nodes)) > 1


def _texts_without_comments(places: dict[str, tuple[int, int]], text: str) -> dict[str, tuple[str, int]]:
    """The texts without comments, each with its place; those in which nothing is said are left out."""
    found = {}
    for question, (start, end) in places.items():
        said = _COMMENT.sub(lambda comment: " " * len(comment[0]), text[start:end])
        if said.strip(" \t\r\n*_?"):
            found[question] = said, start
    return found
