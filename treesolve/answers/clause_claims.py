"""Claims of clauses that fit no pattern, by the words in them: nodes, words of one part, and words that say nothing.

Any other word, such as `maybe` or `after`, and the clause is not read.

Vocabulary

    clause      one list of nodes, and words around it
    tone        what a word says: `skipped`, `visited`, `not`, `best`, `gets` have one each; `aside` and `plain` words
                say nothing
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from treesolve.answers.answer_words import amount_meant, beside, clause_words, folded_words
from treesolve.answers.choice_claims import choice_in
from treesolve.answers.claim import BY_NAME, BY_PLACE, Claim, Finding, Open, Remark, Unread
from treesolve.answers.items import Piece
from treesolve.answers.node_claims import nodes_in
from treesolve.answers.node_words import Nodes
from treesolve.answers.number_claims import value_given
from treesolve.answers.part_words import parts_spoken_of
from treesolve.answers.relations import text_with_children_named
from treesolve.model.problem import Span
from treesolve.model.tree import Kind

_WORD = re.compile(r"[^\s,;:.!()\[\]{}<>≤≥=\"'’`&+/|→⇒-]+(?:['’.-][^\W\d_]+)*")
_NUMBER = re.compile(r"[+\-−–]?\d+(?:[.,/]\d+)?")
_SIGN = re.compile(r"[<>≤≥=?\"|()…]|->|→|⇒|\.\.")
_JOINT = re.compile(r"[\s,;]*(?:\b(?:and|und)\b)?[\s,;]*", re.IGNORECASE)
"""What may stand between the numbers of several nodes."""

_OF_NODES = frozenset(
    {"is", "has", "gets", "becomes", "equals", "returns", "gives"}
    | {"ist", "hat", "bekommt", "erhält", "wird", "liefert", "ergibt"}
)
"""Behind such a verb no `I` or `a` is a pronoun or an article."""

_PRONOUNS = frozenset({"a", "i", "I"})
"""These, and an A that comes first, are nodes only where no others are named."""

_SILENT = frozenset({"plain", "aside", "at", "leaf", "why"})
"""The tones of words that answer nothing."""

_LONGEST_LINE = 120
_FEWEST = 2
"""So many leaves make an order."""


class Clause(NamedTuple):
    """The stretch of its nodes, the numbers beside them, its other words, and the tones of each of these.

    Whether it is something `at` these nodes, how many it says they are, and the node below which it says they stand.
    """

    nodes: Span
    numbers: tuple[Piece, ...]
    words: tuple[str, ...]
    tones: tuple[frozenset[str], ...]
    is_place: bool
    amount: int | None
    place: int | None = None


def claims_of_clause(text: str, stretch: Span, nodes: Nodes) -> list[Finding]:
    """What a clause says; nothing where that cannot be told for sure.

    >>> from treesolve.notation.reader import read
    >>> claims_of_clause("Weggefallen ist nur das Blatt L4", Span(0, 32), Nodes(read("((6 5) (2 9))")))[0][:2]
    ('pruned', 6)
    """
    if _SIGN.search(text, *stretch):
        return []
    written, text = text, text_with_children_named(text, stretch, nodes)
    words = [Piece(one[0], one.start()) for one in _WORD.finditer(text, *stretch)]
    clauses = [_clause_of_words(words, text, nodes), *_clauses_at_place(words, text, nodes)]
    meant = {
        reading.part: one for one in clauses if one for reading in _READINGS if _is_reading_of_clause(one, reading)
    }
    if len(meant) != 1:
        return []
    ((part, clause),) = meant.items()
    found = _claims_about_part(part, clause, text, nodes)
    is_amount = clause.amount in (None, sum(isinstance(one, Claim | Open) for one in found))
    is_sure = is_amount and not any(isinstance(one, Unread) for one in found)
    found = _said_at_place(part, found, clause, text, stretch, nodes) if is_sure else []
    return [_by_place(one, clause) if written[slice(*one.span)] != text[slice(*one.span)] else one for one in found]


def _by_place(found: Finding, clause: Clause) -> Finding:
    """What was found by a name that stands in the place of other words."""
    return found._replace(span=clause.nodes, how=BY_PLACE) if isinstance(found, Claim) else found


def announced_part(text: str, stretch: Span) -> str | None:
    """The part of a line such as `First I computed the values bottom up:`: one key, and words that say nothing.

    >>> announced_part("First I computed the values:", Span(0, 28)), announced_part("Not the values:", Span(0, 15))
    ('values', None)
    """
    told = text[slice(*stretch)]
    parts = parts_spoken_of(told) if told.endswith(":") and len(told) <= _LONGEST_LINE else frozenset()
    if len(parts) != 1:
        return None
    (part,) = parts
    is_known = all(
        tones_of_word(word) & _SILENT or folded_words(word) in beside(part) or parts_spoken_of(word) == parts
        for word in _WORD.findall(told)
    )
    return part if is_known else None


class _Reading(NamedTuple):
    """A part that a clause may answer: the tones there must be, and others that there may be."""

    part: str
    needed: frozenset[str]
    allowed: frozenset[str]


_READINGS = (
    _Reading("pruned", frozenset({"cut"}), frozenset({"leaf", "plain", "aside"})),
    _Reading("pruned", frozenset({"not", "seen"}), frozenset({"leaf", "plain", "aside"})),
    _Reading("order", frozenset({"seen"}), frozenset({"turn", "leaf", "plain", "aside"})),
    _Reading("order", frozenset({"turn"}), frozenset({"leaf", "plain", "aside"})),
    _Reading("best", frozenset({"best"}), frozenset({"plain", "aside"})),
    _Reading("values", frozenset({"gets"}), frozenset({"at", "plain"})),
)


def _is_reading_of_clause(clause: Clause, reading: _Reading) -> bool:
    """Whether all that must be said is, and nothing else."""
    said = frozenset().union(*clause.tones)
    allowed = reading.needed | reading.allowed
    is_list = reading.part in ("pruned", "order")
    if (clause.is_place and is_list) or (clause.place is not None and not is_list):
        return False
    is_numbered = bool(clause.numbers) == (reading.part == "values")
    return is_numbered and reading.needed <= said and all(tones & allowed for tones in clause.tones)


def _clauses_at_place(words: list[Piece], text: str, nodes: Nodes) -> Iterator[Clause]:
    """The clause without `at C`, where it says so."""
    for before, word in pairwise(words):
        found = nodes.named(word.text)
        if len(found) == 1 and nodes.tree.children[found[0]] and "at" in tones_of_word(before.text):
            clause = _clause_of_words([one for one in words if one not in (before, word)], text, nodes)
            if clause and not clause.nodes.start < word.start < clause.nodes.end:
                yield clause._replace(place=found[0])


def _said_at_place(
    part: str, found: list[Finding], clause: Clause, text: str, stretch: Span, nodes: Nodes
) -> list[Finding]:
    """The same where it is said of nodes below one, if that is true; which leaves are seen there is no whole order."""
    if clause.place is None or not found:
        return found
    below = nodes.tree.subtree(clause.place)
    named = [[node for node in _nodes_possibly_meant(one) if node in below] for one in found]
    if part not in ("pruned", "order") or not all(len(one) == 1 for one in named):
        return []
    if part == "order":
        return [Remark(frozenset({part}), stretch, text[slice(*stretch)], tuple(one[0] for one in named))]
    return [
        Claim(part, node, None, one.span, BY_PLACE) if isinstance(one, Open) else one
        for one, (node,) in zip(found, named, strict=True)
    ]


def _nodes_possibly_meant(found: Finding) -> tuple[int, ...]:
    if isinstance(found, Open):
        return found.nodes
    return (found.node,) if isinstance(found, Claim) and found.node is not None else ()


def _clause_of_words(words: list[Piece], text: str, nodes: Nodes) -> Clause | None:
    """The nodes of a clause and the words around them; None where there are no nodes."""
    named = [word for word in words if nodes.named(word.text) and "leaf" not in tones_of_word(word.text)]
    subjects = [one for one, verb in pairwise(words) if verb.text.casefold() in _OF_NODES]
    sure = [word for word in named if word in subjects or not _is_small(word, words)] or named
    numbers = [word for word in words if _NUMBER.fullmatch(word.text) and word not in named]
    numbers, sure = (numbers, sure) if sure else ([], numbers)
    if not sure:
        return None
    group = Span(sure[0].start, sure[-1].end)
    around = [word for word in words if not group.start <= word.start < group.end and word not in numbers]
    is_count = sure[0] not in named and any(
        "leaf" in tones_of_word(word.text) for word in around if word.start > group.end
    )
    before = [word for word in around if word.start < group.start]
    is_place = (
        bool(before) and "at" in tones_of_word(before[-1].text) and "seen" not in tones_of_word(before[-2:][0].text)
    )
    amounts = [word for word in around if amount_meant(word.text) is not None and not tones_of_word(word.text)]
    around = [word for word in around if word not in amounts]
    is_mixed = any(group.start <= number.start < group.end for number in numbers)
    is_apart = any(_JOINT.fullmatch(text, one.end, other.start) is None for one, other in pairwise(numbers))
    if is_count or is_mixed or is_apart or len(amounts) > 1:
        return None
    amount = amount_meant(amounts[0].text) if amounts else None
    said = tuple(word.text.casefold() for word in around)
    return Clause(group, tuple(numbers), said, tuple(map(tones_of_word, said)), is_place, amount)


def _is_small(word: Piece, words: list[Piece]) -> bool:
    """Whether a word may be a pronoun or an article rather than a node."""
    return word.text in _PRONOUNS or (word.text == "A" and word is words[0])


def tones_of_word(word: str) -> frozenset[str]:
    """What a word may say, or one with hyphens; nothing for one that is not known."""
    said = [{kind for kind, words in clause_words().items() if one in words} for one in folded_words(word).split()]
    return frozenset().union(*said) if all(said) else frozenset()


def _claims_about_part(part: str, clause: Clause, text: str, nodes: Nodes) -> list[Finding]:
    start, end = clause.nodes
    if part == "best":
        other = "min" if nodes.tree.kinds[0] is Kind.MAX else "max"
        return [] if other in clause.words else choice_in(text, start, end, nodes)
    found = nodes_in("pruned" if part == "values" else part, text, start, end, nodes)
    named = [one for one in found if isinstance(one, Claim | Open)]
    if part == "values":
        owners = [one.node for one in named if isinstance(one, Claim) and one.how == BY_NAME]
        return _values_of_owners(owners, found, clause, nodes)
    is_list = part != "order" or clause.place is not None or len(named) >= _FEWEST
    return found if named and is_list else []


def _values_of_owners(owners: list[int | None], found: list[Finding], clause: Clause, nodes: Nodes) -> list[Finding]:
    """One number for all nodes, or one for each."""
    numbers = clause.numbers * len(owners) if len(clause.numbers) == 1 else clause.numbers
    if not owners or len(owners) != len(found) or len(numbers) != len(owners):
        return []
    span = Span(min(clause.nodes.start, numbers[0].start), max(clause.nodes.end, numbers[-1].end))
    pairs = zip(owners, numbers, strict=True)
    return [one for node, number in pairs for one in value_given(node or 0, number, span, nodes)]
