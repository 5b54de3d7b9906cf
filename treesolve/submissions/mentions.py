"""The nodes, numbers and words mentioned in an unread line, and the parts of the answer that this line may change."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from lark import Token

from treesolve.model.answer import PARTS
from treesolve.submissions.answer_line_grammar import raw_tokens
from treesolve.submissions.answer_words import (
    is_closing,
    is_greeting,
    keys,
    match_misspelled_key,
    normalize_words,
    parse_key,
    position_words,
    try_parse_answer_number,
    words,
)
from treesolve.submissions.claim import Claim
from treesolve.submissions.line_tokens import MAX_RUN_LENGTH
from treesolve.submissions.node_names import NodeNames
from treesolve.submissions.notes import is_window_bound
from treesolve.submissions.unreadable_files import mentions_file

_MIN_STUDENT_ID_LENGTH = 5
"""Minimum length of a number that is regarded as a student id, unless a leaf has this value."""

_MAX_TOKENS_CHECKED = 2000
"""Maximum number of tokens checked per line; the rest of the line is ignored."""

_SIGNATURE = re.compile(r"(?:[A-ZÄÖÜ][a-zäöüß]+[ -]){1,3}[A-Z]\.|[A-Z]\. [A-ZÄÖÜ][a-zäöüß]+")


_SIGN_BETWEEN = re.compile(r"\w[ \t]*[:=][ \t]*\w")


class Mentions(NamedTuple):
    """The nodes, numbers and bounds (numbers after alpha or beta) in a line, and the parts whose keys occur in it.

    Numbers inside max(...) and min(...) are left out. `key` is the part whose key begins the line, or empty.
    """

    nodes: frozenset[int]
    numbers: frozenset[Any]
    bounds: frozenset[Any]
    parts: frozenset[str]
    key: str
    is_correction: bool
    is_denial: bool
    has_place: bool

    @property
    def is_irrelevant(self) -> bool:
        """Whether the line mentions nothing that could belong to an answer."""
        return not (self.nodes or self.numbers or self.bounds or self.parts or self.has_place)


@lru_cache(maxsize=64)
def mentions(line: str, nodes: NodeNames) -> Mentions:
    """Collect the nodes, numbers, bounds and parts that a line mentions.

    >>> from treesolve.notation.reader import read
    >>> found = mentions("Sorry, C should be 4 (not min(2, 9))", NodeNames(read("((6 5) (2 9))")))
    >>> sorted(found.nodes), sorted(found.numbers), found.is_correction
    ([4], [4], True)
    """
    tokens = raw_tokens(line)[:_MAX_TOKENS_CHECKED]
    normalized = [normalize_words(token) if token.type == "WORD" else "" for token in tokens]
    numbers: dict[bool, set[Any]] = {True: set(), False: set()}
    for index, token in enumerate(tokens):
        is_number = token.type in ("NUMBER", "FRACTION", "INFINITY") and not _is_student_id(token, nodes)
        if is_number and not _is_in_sum(tokens, normalized, index):
            numbers[is_window_bound(tokens, index)].add(try_parse_answer_number(token))
    named = {node for index in range(len(tokens)) for node in _nodes_at(tokens, index, nodes)}
    return Mentions(
        frozenset(named),
        frozenset(numbers[False]),
        frozenset(numbers[True]),
        frozenset(_parts_in(normalized)),
        _key_before_sign(line, tokens, nodes),
        not words("correction").isdisjoint(normalized),
        not words("none").isdisjoint(normalized),
        any(position_words().get(word, "root") != "root" for word in normalized),
    )


def _is_student_id(token: Token, nodes: NodeNames) -> bool:
    """Return whether a number is long enough for a student id and is not the value of a leaf."""
    return len(token) >= _MIN_STUDENT_ID_LENGTH and not nodes.with_value(token)


def _nodes_at(tokens: Sequence[Token], index: int, nodes: NodeNames) -> tuple[int, ...]:
    """Return the nodes that a token names.

    `A` and `I` are not regarded as names if another word follows, unless that word is a verb or a node name.
    """
    token = tokens[index]
    if token.type not in ("WORD", "QUOTED"):
        return ()
    following = tokens[index + 1] if token in ("A", "I") and index + 1 < len(tokens) else None
    is_word = following is not None and following.type == "WORD" and normalize_words(following) not in words("verb")
    return () if is_word and following and not nodes.named(following) else nodes.named(token)


def _is_in_sum(tokens: Sequence[Token], normalized: Sequence[str], index: int) -> bool:
    """Return whether a number is inside the parentheses of a maximum or minimum."""
    for at in range(index - 1, max(-1, index - 40), -1):
        if tokens[at].type == "CLOSE":
            return False
        if tokens[at].type == "OPEN":
            return at > 0 and normalized[at - 1] in words("function")
    return False


def _parts_in(normalized: Sequence[str]) -> Iterable[str]:
    """Yield the parts whose keys occur among the words."""
    for index, word in enumerate(normalized):
        if not word:
            continue
        for size in range(1, 4):
            meaning = keys().get(" ".join(normalized[index : index + size]))
            if meaning in PARTS:
                yield meaning


def _key_before_sign(line: str, tokens: Sequence[Token], nodes: NodeNames) -> str:
    """Return the part whose key, followed by a colon or equals sign, begins the line; empty if there is none."""
    end = 0
    while end < min(len(tokens), MAX_RUN_LENGTH) and tokens[end].type in ("WORD", "HYPHEN"):
        end += 1
    if not 0 < end < len(tokens) or tokens[end].type not in ("COLON", "EQUAL"):
        return ""
    text = line[tokens[0].start_pos : tokens[end - 1].end_pos]
    meaning = parse_key(text) or (None if nodes.named(text) else match_misspelled_key(text))
    return meaning if meaning in PARTS else ""


def is_irrelevant(line: str, nodes: NodeNames, *, is_behind_key: bool = False) -> bool:
    """Return whether a line contains nothing that could belong to an answer.

    In a greeting or closing phrase, node names are ignored, because they may be initials. Elsewhere, words after or
    below a key or around a sign count as an answer. References to files always count as an answer.

    >>> from treesolve.notation.reader import read
    >>> nodes = NodeNames(read("((6 5) (2 9))"))
    >>> [is_irrelevant(line, nodes) for line in ("Viele Grüße", "A nice tree", "Take B.", "B", "L4 too")]
    [True, True, False, False, False]
    """
    if not any(sign.isalnum() for sign in line) and not refers_elsewhere(line):
        return True
    found = mentions(line, nodes)
    says_something = is_behind_key or _SIGN_BETWEEN.search(line) or refers_elsewhere(line)
    if is_closing(line) or (found.is_irrelevant and not says_something):
        return True
    return is_greeting(line) and not (found.numbers or found.parts or found.has_place or refers_elsewhere(line))


def refers_elsewhere(line: str) -> bool:
    """Return whether a line says that the answer is elsewhere, for example in a photo, an attachment or a link."""
    if mentions_file(line):
        return True
    normalized = (normalize_words(token) for token in raw_tokens(line)[:_MAX_TOKENS_CHECKED] if token.type == "WORD")
    return any(word in words("elsewhere") for word in normalized)


def is_signature(line: str) -> bool:
    """Return whether a line is a name with an initial, such as the signature below a closing phrase.

    >>> is_signature("Ada B."), is_signature("best: B")
    (True, False)
    """
    return bool(_SIGNATURE.fullmatch(line.strip()))


def affected_parts(
    found: Mentions, below: str, claims: Mapping[str, Sequence[Claim]], nodes: NodeNames
) -> frozenset[str]:
    """Return the parts that an unread line may change.

    If the line has a key of its own, this is only the part with that key. Otherwise these are the parts whose claims
    the line may change, and `below`, the part whose key is above the line.
    """
    if found.key:
        return frozenset({found.key})
    parts = {
        part
        for part, part_claims in claims.items()
        if _CHANGES.get(part, _changes_list)(part, found, part_claims, nodes)
    }
    return frozenset(parts | ({below} if below else set()))


def _changes_list(part: str, found: Mentions, part_claims: Sequence[Claim], nodes: NodeNames) -> bool:
    """Return whether a line may change a list of nodes.

    This is assumed if the line has the part's key together with a correction or denial, or if it has this key or a
    correction together with a node that is not in the list.
    """
    if part in found.parts and (found.is_correction or found.is_denial):
        return True
    if part not in found.parts and not found.is_correction:
        return False
    listed = {claim.node for claim in part_claims if claim.node is not None}
    if part == "pruned":
        return not nodes.below(found.nodes) <= nodes.below(listed)
    return not found.nodes <= listed


def _changes_leaves(part: str, found: Mentions, part_claims: Sequence[Claim], nodes: NodeNames) -> bool:
    """Return whether a line names a leaf or may otherwise change a list of leaves, for example by naming values."""
    is_leaf = any(not nodes.tree.children[node] for node in found.nodes)
    is_spoken_of = part in found.parts or found.is_correction
    return is_leaf or (is_spoken_of and bool(found.numbers)) or _changes_list(part, found, part_claims, nodes)


def _changes_values(part: str, found: Mentions, part_claims: Sequence[Claim], nodes: NodeNames) -> bool:
    """Return whether a line has a new number together with a node whose value was answered, or may add a value."""
    values = {0 if claim.node is None else claim.node: claim.value for claim in part_claims}
    items = found.nodes & values.keys()
    known = {values[node] for node in items} | {nodes.tree.values[node] for node in found.nodes}
    is_root = part == "value" and (part in found.parts or 0 in found.nodes)
    is_other = bool((items or is_root) and found.numbers - known)
    return is_other or (part == "values" and _changes_list(part, found, part_claims, nodes))


def _changes_windows(part: str, found: Mentions, part_claims: Sequence[Claim], nodes: NodeNames) -> bool:
    """Return whether a line has a new alpha or beta for a node whose window was answered, or may add a window."""
    windows = {claim.node: claim.value for claim in part_claims}
    known = {end for node in found.nodes & windows.keys() for end in windows[node]}
    is_other = bool(found.nodes & windows.keys() and found.bounds - known)
    return is_other or _changes_list(part, found, part_claims, nodes)


_CHANGES = {
    "values": _changes_values,
    "value": _changes_values,
    "windows": _changes_windows,
    "pruned": _changes_leaves,
    "order": _changes_leaves,
}
"""The functions that test whether an unread line may change a part; all other parts use `_changes_list`."""
