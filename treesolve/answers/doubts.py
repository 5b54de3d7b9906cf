"""What a text says beside its claims, held against them.

A claim that can be read is no answer yet where the text says something else as well: `3 leaves are pruned: L5, L6`,
`L5, L6 (and L9 too)`, two lists that differ. What says so is unread, and its part waits for a person.

Vocabulary

    remark      what stands in brackets, or is a reason: passed over, where it says nothing more than the claims
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from treesolve.answers.answer_lines import colon_keys, first_keys, lines, sentences_of
from treesolve.answers.answer_words import doubt_words, retracts
from treesolve.answers.bounds import wrong_bounds, wrong_results
from treesolve.answers.claim import Claim, Unread, quoted, unread
from treesolve.answers.node_claims import nodes_in
from treesolve.answers.node_words import Nodes
from treesolve.answers.part_words import parts_spoken_of
from treesolve.answers.sentence_claims import claims_of_sentence
from treesolve.answers.settle import Settled
from treesolve.model.problem import Span

_LISTS = ("pruned", "order")
_BRACKETS = re.compile(r"\([^()\n]*\)|\[[^\[\]\n]*\]")
_WORD = re.compile(r"\w+")
_CONJUNCTION = re.compile(r"\A\W*(?:because|since|as|weil|denn|da|car|puisque)\b", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:A|a|I)[ \t]+(?!is\b|has\b|gets\b|and\b|or\b|ist\b|hat\b|und\b|wird\b)[a-zäöü]{2}")
"""`I think`, `A leaf`: no nodes that are called so."""
_NUMBERS = ("two three four five six seven eight nine ten", "zwei drei vier fünf sechs sieben acht neun zehn")
_COUNTS = {word: number for words in _NUMBERS for number, word in enumerate(words.split(), 2)}
_COUNT = re.compile(
    rf"(?<![\w.,])(?<!\bof )(?<!\bof the )(?<!\bvon )(?<!\bvon den )(?P<count>\d{{1,4}}|{'|'.join(_COUNTS)})[ \t]+"
    r"(?:[a-zäöüß]+[ \t]+){0,2}(?:lea(?:fs?|ves)|nodes?|blatt|blätter[n]?|knoten)(?!\w)",
    re.IGNORECASE,
)


def doubted(found: Settled, text: str, nodes: Nodes) -> Settled:
    """What was settled, with the stretches of a text unread that say something else."""
    new = [
        *wrong_bounds(text, found.claims, nodes),
        *wrong_results(text, found.claims),
        *_remarks(text, found, nodes),
        *_lines(text, found, nodes),
        *_differing(text, found, nodes),
    ]
    guarded = tuple(_named_elsewhere(one, text, found, nodes) for one in (*found.unread, *new))
    return found._replace(unread=tuple(sorted(guarded, key=lambda one: one.span)))


def _named_elsewhere(one: Unread, text: str, found: Settled, nodes: Nodes) -> Unread:
    """Something unread, with the parts that it may be about by the nodes it names.

    These are what is pruned, where it names such a node; and, if nothing else says what it is about, each part that
    should say something of a node and does not.
    """
    if one.part not in (None, *_LISTS):
        return one
    said = text[slice(*one.span)].strip(" .!")
    named = _named_in(said, nodes)
    pruned, ordered = ({claim.node for claim in found.of(part) if claim.node is not None} for part in _LISTS)
    gone = {below for node in pruned for below in nodes.tree.subtree(node)}
    parts = {"pruned"} if named & gone else set[str]()
    parts |= {"best"} if said in nodes.names and named & nodes.choices and not found.of("best") else set()
    if one.part is None and not one.others:
        silent = named - gone - {claim.node or 0 for claim in found.claims if claim.part in ("values", "value")}
        leaves = {node for node in silent if not nodes.tree.children[node]}
        parts |= {"values"} if silent > leaves else set()
        parts |= set() if leaves <= ordered else set(_LISTS)
    return one._replace(others=one.others | parts)


def _named_in(said: str, nodes: Nodes) -> set[int]:
    """The nodes that are named in a text, in the case they are written."""
    words = (one[0] for one in _WORD.finditer(said) if not _ARTICLE.match(said, one.start()))
    return {node for word in words for node in nodes.names.get(word, ())}


# Remarks


def _remarks(text: str, found: Settled, nodes: Nodes) -> Iterator[Unread]:
    """Brackets and reasons that say more than the claims, or take some back."""
    brackets = (Span(*one.span()) for one in _BRACKETS.finditer(text))
    for span in sorted({*found.passed, *(one for one in brackets if not _is_read(one, found))}):
        before = [
            one for one in found.claims if one.span.end <= span.start and "\n" not in text[one.span.end : span.start]
        ]
        if before and (part := _contradicted(text, span, before[-1].part, found, nodes)):
            yield unread(part, "answer-remark", *span, text=quoted(text, *span))


def _is_read(span: Span, found: Settled) -> bool:
    """Whether something within a stretch, or around it, has been read, or is unread already."""
    spans = [*(one.span for one in found.claims), *(one.span for one in found.unread)]
    return any(one.start < span.end and span.start < one.end for one in spans)


def _contradicted(text: str, span: Span, part: str, found: Settled, nodes: Nodes) -> str:
    """The part about which a remark says something that was not claimed; empty where there is none."""
    is_bracket = text[span.start] in "(["
    said = text[slice(*span)].strip("()[] ")
    if (retracts(said) if is_bracket else doubt(said, "excuse")) and parts_spoken_of(said) <= {part}:
        return part
    named = _named_in(said, nodes)
    claimed = nodes.below(one.node for one in found.of(part) if one.node is not None) if part in _LISTS else set()
    is_broken = text[slice(*span)].count(")") > text[slice(*span)].count("(")
    is_more = (is_broken or doubt(said, "also")) and any(not nodes.below([node]) <= claimed for node in named)
    is_less = doubt(said, "but") and any(nodes.below([node]) & claimed for node in named)
    if part in _LISTS and (is_more or is_less or (is_bracket and _lists_others(said, part, claimed, nodes))):
        return part
    return _claimed_beside(said, found, nodes)


def doubt(said: str, kind: str) -> bool:
    """Whether one of the words of a kind stands in a remark."""
    return bool(_expression(kind).search(said))


@cache
def _expression(kind: str) -> re.Pattern[str]:
    return re.compile(doubt_words(kind), re.IGNORECASE)


def _lists_others(said: str, part: str, claimed: set[int], nodes: Nodes) -> bool:
    """Whether a remark is a list of nodes, and one of them was not claimed."""
    listed = said.rpartition(":")[2]
    found = nodes_in(part, listed, 0, len(listed), nodes)
    if len(found) < 2 or any(isinstance(one, Unread) for one in found):
        return False
    groups = [(one.node,) if isinstance(one, Claim) else getattr(one, "nodes", ()) for one in found]
    return any(not nodes.below(node for node in group if node is not None) & claimed for group in groups if group)


def _claimed_beside(said: str, found: Settled, nodes: Nodes) -> str:
    """The part of a claim that a remark makes, and nothing else does."""
    known = {(one.part, one.node, one.value) for one in found.claims}
    said = _CONJUNCTION.sub("", said)
    for piece in (one.strip() for one in re.split(r"[,;]|\b(?:and|und)\b", said)):
        for one in claims_of_sentence(piece, Span(0, len(piece)), nodes) or ():
            if isinstance(one, Claim) and (one.part, one.node, one.value) not in known:
                return one.part
    return ""


# Counts, and the way the leaves are gone through


def _lines(text: str, found: Settled, nodes: Nodes) -> Iterator[Unread]:
    """Sentences whose claims are not as many as they say, or not in the order they say."""
    for line in lines(text):
        for sentence in sentences_of(text, *line.span):
            claims = [one for one in found.claims if one.span.start < sentence.end and sentence.start < one.span.end]
            for part in _LISTS:
                listed = [one for one in claims if one.part == part]
                if listed:
                    yield from _miscounted(text, sentence, part, listed, nodes)
            ordered = next((one for one in claims if one.part == "order"), None)
            way = _expression("forwards" if nodes.right_to_left else "backwards").search(text, *sentence)
            if ordered and way:
                yield unread("order", "answer-remark", *way.span(), text=way[0])


def _miscounted(text: str, sentence: Span, part: str, listed: Sequence[Claim], nodes: Nodes) -> Iterator[Unread]:
    """A number of leaves or nodes that is not the one of those that are named."""
    told = [one for one in _COUNT.finditer(text, *sentence) if not any(_covers(claim, one.start()) for claim in listed)]
    if not told or any(other != part for other in parts_spoken_of(text[slice(*sentence)]) & set(_LISTS)):
        return
    named = [one.node for one in listed if one.node is not None]
    right = {len(set(named)), len(nodes.below(named))}
    counts = [_COUNTS.get(one["count"].casefold()) or int(one["count"]) for one in told]
    if not right.intersection([*counts, sum(counts)]):
        yield unread(part, "answer-count", *told[0].span(), text=told[0][0], count=len(named))


def _covers(claim: Claim, place: int) -> bool:
    return claim.span.start <= place < claim.span.end


# Lists


def _differing(text: str, found: Settled, nodes: Nodes) -> Iterator[Unread]:
    """Two lists of what is pruned that have something in common, and are not the same."""
    lists = [leaves for leaves in _keyed_lists(text, found, nodes) if leaves[1]]
    for number, (_, first) in enumerate(lists):
        for claim, second in lists[number + 1 :]:
            larger = max(first, second, key=len)
            rest = set[int]().union(*(one for _, one in lists if one < larger))
            if first & second and first != second and rest != larger:
                readings = nodes.listed(sorted(first)), nodes.listed(sorted(second))
                yield unread("pruned", "answer-two-lists", *claim.span, one=readings[0], other=readings[1])._replace(
                    readings=readings
                )
                return


def _keyed_lists(text: str, found: Settled, nodes: Nodes) -> Iterator[tuple[Claim, set[int]]]:
    """The first claim and all leaves of each list behind a key, up to the next key."""
    keys = sorted((place, part) for line in lines(text) for place, part in _keys_of(text, line.span))
    for number, (start, part) in enumerate(keys):
        end = keys[number + 1][0] if number + 1 < len(keys) else len(text)
        claims = [one for one in found.of("pruned") if start <= one.span.start < end]
        if part == "pruned" and claims:
            yield claims[0], nodes.below(one.node for one in claims if one.node is not None)


def _keys_of(text: str, stretch: Span) -> Iterator[tuple[int, str]]:
    """Where the keys of a line stand, and what part each begins."""
    keyed = colon_keys(text, *stretch) or [*first_keys(text, *stretch)][:1]
    yield from ((one.label.start, one.part) for one in keyed)
