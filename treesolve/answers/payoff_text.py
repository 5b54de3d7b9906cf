"""Payoffs in answers: each list of them is read as one number, which stands in for it until all is read.

    A=(3, 1, 2)   A = <3; 1; 2>   A = [3 1 2]   A: 3/1/2   A: 3 1 2   A = 3, 1, 2
    A=(P1: 3, P2: 1, P3: 2)   | A | 3 | 1 | 2 |

Vocabulary

    stand-in    a number of three digits or more that means payoffs: of a leaf, or of what somebody wrote
    list        numbers between brackets or strokes, or bare ones behind a node or the key of the root's value
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from treesolve.answers.claim import Claim, Reading, Unread, quoted, unread
from treesolve.answers.number_words import number_meant
from treesolve.answers.part_words import key_meaning
from treesolve.answers.player_words import Names, text_with_players
from treesolve.model.answer import Answer
from treesolve.model.problem import Span
from treesolve.model.tree import Tree
from treesolve.search.maxn import MaxnSolution, Payoffs, solve_maxn

_FIRST = 100
_WHOLE = r"[+\-−–]?\d+(?:\.\d+)?"
_PART = r"[+\-−–]?\d+(?:[./]\d+)?"
_COMMA = r"[+\-−–]?\d+(?:[.,/]\d+)?"
_LISTED = (
    rf"{_COMMA}(?:[ \t]*[;|][ \t]*{_COMMA})+",
    rf"{_WHOLE}(?:[ \t]*/[ \t]*{_WHOLE})+",
    rf"{_PART}(?:[ \t]*,[ \t]*{_PART}|[ \t]+{_PART})*",
)
_BRACKETS = re.compile(rf"[(<\[{{⟨][ \t]*(?P<listed>{'|'.join(_LISTED)})[ \t]*[)>\]}}⟩]")
_STROKES = re.compile(rf"(?<![\w./])(?P<listed>{_LISTED[1]})(?![\w/]|\.\d)")
_BARE = re.compile(
    r"(?<!\w)(?P<owner>[^\W\d]\w*+)[ \t]*(?:[:=]|->|→|[ \t](?:is|ist|gets?)(?=[ \t]))[ \t]*"
    rf"(?P<listed>{_LISTED[0]}|{_LISTED[2]})"
    r"(?![\w/]|[ \t]*,?[ \t]*[+\-−–]?\d)"
)
_NUMBERS = (re.compile(r"[;|]"), re.compile(r"/"), re.compile(r"[ \t]*,[ \t]*|[ \t]+"))
_KEY = re.compile(r"[^\n:=,;]{1,40}(?=[ \t]{0,4}[:=][ \t]{0,4}\Z)")
_LONGEST_KEY = 50


_WORDS = {
    re.compile(r"\b(?:payoff|utility)(?:[ -](?:vector|tuple))?(?P<several>s)?\b", re.IGNORECASE): ("value", "values"),
    re.compile(r"\bAuszahlungs?(?P<several>en)?(?:vektor(?:en)?)?\b", re.IGNORECASE): ("Wert", "Werte"),
}
"""What people call payoffs, and what the reader knows."""


class StandIns:
    """The numbers that mean the payoffs of a tree's leaves; `tree` has these in their place."""

    def __init__(self, tree: Tree) -> None:
        self.payoffs = tree
        distinct = dict.fromkeys(tree.values[leaf] for leaf in tree.leaves)
        self.numbers: dict[Any, int] = {payoffs: number for number, payoffs in enumerate(distinct, _FIRST)}
        self.players = len(next(iter(self.numbers)))
        self.tree = Tree(
            tree.kinds,
            tuple(map(self.numbers.get, tree.values)),
            tree.children,
            given_names=tree.given_names,
            moves=tree.moves,
            points=tree.points,
        )

    @cached_property
    def solution(self) -> MaxnSolution:
        """The tree with its payoffs, solved."""
        return solve_maxn(self.payoffs)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """What stands in for the payoffs that each node has in the end."""
        return tuple(map(self.numbers.__getitem__, self.solution.values))

    def text(self, text: str, nodes: Names) -> "TextWithStandIns":
        """A text with stand-ins for all lists of payoffs in it, each as long as what it stands in for."""
        numbers, listed = dict(self.numbers), list[_Listed]()
        text = _plain_lists(text_with_players(text, self.solution, nodes), self.players, nodes)
        for form in (_BRACKETS, _BARE, _STROKES):
            found = list(_lists_in(text, form, nodes))
            text = _with_stand_ins(text, found, numbers, self.players)
            listed += found
        listed.sort(key=lambda one: one.span)
        return TextWithStandIns(text, tuple(listed), {number: payoffs for payoffs, number in numbers.items()}, self)


_CELLS = r"[ \t]*\|[ \t]*"
_HEAD = re.compile(
    r"^[ \t]*+(?:\|[ \t]*+)?[^\n|]{0,40}\|[ \t]*+P1[ \t]*+\|[ \t]*+P2\b[^\n]*+(?:\n[-|: \t]++$)?", re.MULTILINE
)
_PLAYER = re.compile(r"P\d[ \t]*[:=]")


def _plain_lists(text: str, players: int, nodes: Names) -> str:
    """The text with lists in the usual form, as long as it is: no names of players, no rows, other words for values."""
    row = re.compile(
        rf"^[ \t]*+(?:\|[ \t]*+)?[^\W\d]\w*+[ \t]*+\|(?P<cells>[ \t]*+{_CELLS.join([_COMMA] * players)}[ \t]*+)"
        r"(?:\|[ \t]*+)?$",
        re.MULTILINE,
    )
    if row.search(text):
        text = row.sub(_row_as_list, _HEAD.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text))
    named = "[ \t]*[,;][ \t]*".join(rf"P{number}[ \t]*[:=][ \t]*{_PART}" for number in range(1, players + 1))
    text = re.sub(named, lambda found: _PLAYER.sub(lambda one: " " * len(one[0]), found[0]), text)
    for word, known in _WORDS.items():
        text = word.sub(lambda found, known=known: _word_for_values(found, known, nodes), text)  # type: ignore[misc]
    return text


def _row_as_list(found: re.Match[str]) -> str:
    """A row of a table with a node and its payoffs, as `A=3;1;2`."""
    before = found[0][: found.start("cells") - found.start() - 1].replace("|", " ")
    return f"{before}={found['cells'].replace('|', ';')}".ljust(len(found[0]))


def _word_for_values(found: re.Match[str], known: tuple[str, str], nodes: Names) -> str:
    """The word that the reader knows, for one or for several, unless a node is called so."""
    return found[0] if nodes.named(found[0]) else known[bool(found["several"])].ljust(len(found[0]))


class _Listed(NamedTuple):
    """A list of payoffs, where it stands, and the part it is about."""

    payoffs: Payoffs
    span: Span
    part: str


def _lists_in(text: str, form: re.Pattern[str], nodes: Names) -> Iterator[_Listed]:
    """The lists of a form; bare ones only behind something that can have payoffs."""
    for found in form.finditer(text):
        owner = found.groupdict().get("owner")
        is_root = owner is not None and key_meaning(owner) == "value"
        if owner is None or is_root or nodes.named(owner):
            span = Span(*(found.span("listed") if owner else found.span()))
            payoffs = _payoffs_listed(found["listed"])
            if payoffs and (len(payoffs) > 1 or owner is None):
                yield _Listed(payoffs, span, "value" if _key_before(text, span.start) == "value" else "values")


def _payoffs_listed(text: str) -> Payoffs:
    """The numbers of a list; none where one of them cannot be read."""
    sign = next((one for one in _NUMBERS[:1] if one.search(text)), None)
    if sign is None:
        sign = _NUMBERS[1] if re.fullmatch(_LISTED[1], text) else _NUMBERS[2]
    numbers = [number_meant(one.strip()) for one in sign.split(text)]
    return () if None in numbers else tuple(numbers)  # type: ignore[arg-type]


def _key_before(text: str, start: int) -> str | None:
    key = _KEY.search(text, start - _LONGEST_KEY, start)
    return key_meaning(key[0].strip()) if key else None


def _with_stand_ins(text: str, listed: list[_Listed], numbers: dict[Any, int], players: int) -> str:
    """The text with stand-ins; a question mark stands where payoffs are of too few or too many players."""
    pieces, end = [], 0
    for one in listed:
        if len(one.payoffs) == players:
            number = numbers.setdefault(one.payoffs, _FIRST + len(numbers))
        told = str(number) if len(one.payoffs) == players else "?"
        length = one.span.end - one.span.start
        pieces += [text[end : one.span.start], told.rjust(length) if len(told) <= length else " " * length]
        end = one.span.end
    return "".join(pieces) + text[end:]


def _is_about(span: Span, listed: Sequence[_Listed]) -> bool:
    """Whether one of the lists, which stand in the order of the text, stands in a stretch."""
    at = bisect_right(listed, span.start, key=lambda one: one.span.end)
    return at < len(listed) and listed[at].span.start < span.end


class TextWithStandIns(NamedTuple):
    """A text with stand-ins, what these are, and where they stand."""

    text: str
    listed: tuple[_Listed, ...]
    payoffs: Mapping[int, Payoffs]
    stand_ins: StandIns

    def decoded(self, reading: Reading, text: str, source: str) -> Reading:
        """What was read of it as what the text says: payoffs, and that what is no list of them was not read."""
        claims = [self._decoded_claim(claim) for claim in reading.claims]
        odd = [one for one in self.listed if len(one.payoffs) != self.stand_ins.players]
        wrong = [self._decoded_unread(one, text) for one in reading.unread if not _is_about(one.span, odd)]
        wrong += [self._unread_stretch(one.part, one.span, text) for one in claims if _has_number(one)]
        wrong += [self._unread_stretch(one.part, one.span, text) for one in odd]
        placed = [one._replace(problem=one.problem._replace(source=source, text=text)) for one in wrong]
        placed.sort(key=lambda one: one.span)
        read = tuple(claim for claim in claims if not _has_number(claim))
        pending = reading.answer.pending | {one.part for one in placed if one.part}
        answer = _answer_of_claims(reading.answer, read, text)._replace(pending=pending)
        return Reading(answer, tuple(one.problem for one in placed), read, tuple(placed), reading.passed)

    def _decoded_claim(self, claim: Claim) -> Claim:
        """The claim with payoffs, if they stand in its text."""
        is_there = _is_about(claim.span, self.listed) and claim.value in self.payoffs
        return claim._replace(value=self.payoffs[claim.value]) if is_there else claim  # type: ignore[arg-type,index]

    def _decoded_unread(self, one: Unread, text: str) -> Unread:
        """What was not read, with the words of the text itself."""
        facts = dict(one.problem.facts)
        if "text" in facts:
            facts["text"] = quoted(text, *one.span)
        if one.problem.code == "answer-leaf-value":
            facts |= {name: self.payoffs.get(facts[name], facts[name]) for name in ("value", "given")}  # type: ignore[call-overload]
        return one._replace(problem=one.problem._replace(facts=facts))

    def _unread_stretch(self, part: str, span: Span, text: str) -> Unread:
        """That what stands there is not what every player gets."""
        told = quoted(text, *span)
        return unread(part, "answer-payoffs", *span, text=told, count=self.stand_ins.players)


def _has_number(claim: Claim) -> bool:
    """Whether a claim gives a node one number."""
    return claim.value is not None and not isinstance(claim.value, tuple)


def _answer_of_claims(answer: Answer, claims: tuple[Claim, ...], text: str) -> Answer:
    """The answer with the payoffs of the claims, and with the words of the text itself."""
    values: dict[int, Any] = {claim.node: claim.value for claim in claims if claim.part == "values"}  # type: ignore[misc]
    root: Any = next((claim.value for claim in claims if claim.part == "value"), None)
    texts = {part: (text[at : at + len(said)], at) for part, (said, at) in answer.texts.items()}
    return answer._replace(values=values or None, value=None if answer.value is None else root, texts=texts)
