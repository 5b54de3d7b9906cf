"""What a line that was not read speaks of: the nodes, numbers and words in it, and so the parts that it may change."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from lark import Token

from treesolve.model.answer import PARTS
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
from treesolve.submissions.line_grammar import raw_tokens
from treesolve.submissions.line_tokens import MAX_RUN_LENGTH
from treesolve.submissions.node_names import NodeNames
from treesolve.submissions.notes import is_window_bound
from treesolve.submissions.unreadable_files import mentions_file

_LONG = 5
"""A number of so many digits is that of a student, unless a leaf has it."""

_MAX_LOOKED_AT = 2000
"""So many tokens of a line are looked at: a longer one is no line of words, and speaks of everything."""

_SIGNATURE = re.compile(r"(?:[A-ZÄÖÜ][a-zäöüß]+[ -]){1,3}[A-Z]\.|[A-Z]\. [A-ZÄÖÜ][a-zäöüß]+")


_SIGN_BETWEEN = re.compile(r"\w[ \t]*[:=][ \t]*\w")


class Mentions(NamedTuple):
    """What stands in a line: nodes, numbers but those of alpha and beta and of sums, these, and parts by their keys."""

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
        """Whether there is nothing in it that an answer is made of."""
        return not (self.nodes or self.numbers or self.bounds or self.parts or self.has_place)


@lru_cache(maxsize=64)
def mentions(line: str, nodes: NodeNames) -> Mentions:
    """What a line speaks of.

    >>> from treesolve.notation.reader import read
    >>> found = mentions("Sorry, C should be 4 (not min(2, 9))", NodeNames(read("((6 5) (2 9))")))
    >>> sorted(found.nodes), sorted(found.numbers), found.is_correction
    ([4], [4], True)
    """
    tokens = raw_tokens(line)[:_MAX_LOOKED_AT]
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
    """Whether a number is so long that it says who somebody is, and no leaf has that value."""
    return len(token) >= _LONG and not nodes.with_value(token)


def _nodes_at(tokens: Sequence[Token], index: int, nodes: NodeNames) -> tuple[int, ...]:
    """Return the nodes that a token names; `A` and `I` before another word may be words themselves."""
    token = tokens[index]
    if token.type not in ("WORD", "QUOTED"):
        return ()
    following = tokens[index + 1] if token in ("A", "I") and index + 1 < len(tokens) else None
    is_word = following is not None and following.type == "WORD" and normalize_words(following) not in words("verb")
    return () if is_word and following and not nodes.named(following) else nodes.named(token)


def _is_in_sum(tokens: Sequence[Token], normalized: Sequence[str], index: int) -> bool:
    """Whether a number stands in the brackets of a maximum or minimum."""
    for at in range(index - 1, max(-1, index - 40), -1):
        if tokens[at].type == "CLOSE":
            return False
        if tokens[at].type == "OPEN":
            return at > 0 and normalized[at - 1] in words("function")
    return False


def _parts_in(normalized: Sequence[str]) -> Iterable[str]:
    """Return the parts whose keys stand among words."""
    for index, word in enumerate(normalized):
        if not word:
            continue
        for size in range(1, 4):
            meaning = keys().get(" ".join(normalized[index : index + size]))
            if meaning in PARTS:
                yield meaning


def _key_before_sign(line: str, tokens: Sequence[Token], nodes: NodeNames) -> str:
    """Return the part whose key the line begins with; empty where there is none."""
    end = 0
    while end < min(len(tokens), MAX_RUN_LENGTH) and tokens[end].type in ("WORD", "HYPHEN"):
        end += 1
    if not 0 < end < len(tokens) or tokens[end].type not in ("COLON", "EQUAL"):
        return ""
    text = line[tokens[0].start_pos : tokens[end - 1].end_pos]
    meaning = parse_key(text) or (None if nodes.named(text) else match_misspelled_key(text))
    return meaning if meaning in PARTS else ""


def is_irrelevant(line: str, nodes: NodeNames, *, is_behind_key: bool = False) -> bool:
    """Whether a line has nothing that an answer is made of; a greeting may have a letter with a dot.

    Words behind a key, below it, or behind a sign are meant as an answer, unless they are a greeting; so is a photo.

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
    """Whether a line says that the answer stands elsewhere: in a photo, in an attachment, behind a link."""
    if mentions_file(line):
        return True
    normalized = (normalize_words(token) for token in raw_tokens(line)[:_MAX_LOOKED_AT] if token.type == "WORD")
    return any(word in words("elsewhere") for word in normalized)


def is_signature(line: str) -> bool:
    """Whether a line is a name with a letter, as it may stand below a greeting.

    >>> is_signature("Ada B."), is_signature("best: B")
    (True, False)
    """
    return bool(_SIGNATURE.fullmatch(line.strip()))


def affected_parts(
    found: Mentions, below: str, claims: Mapping[str, Sequence[Claim]], nodes: NodeNames
) -> frozenset[str]:
    """Return the parts that a line may change which was not read: its own, that of the key above it, those it speaks
    of.
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
    """Whether the part's key or a correction stands beside a node that the list lacks, or both, or a denial."""
    if part in found.parts and (found.is_correction or found.is_denial):
        return True
    if part not in found.parts and not found.is_correction:
        return False
    listed = {claim.node for claim in part_claims if claim.node is not None}
    if part == "pruned":
        return not nodes.below(found.nodes) <= nodes.below(listed)
    return not found.nodes <= listed


def _changes_leaves(part: str, found: Mentions, part_claims: Sequence[Claim], nodes: NodeNames) -> bool:
    """Whether a line names a leaf, or changes the list: by values, too."""
    is_leaf = any(not nodes.tree.children[node] for node in found.nodes)
    is_spoken_of = part in found.parts or found.is_correction
    return is_leaf or (is_spoken_of and bool(found.numbers)) or _changes_list(part, found, part_claims, nodes)


def _changes_values(part: str, found: Mentions, part_claims: Sequence[Claim], nodes: NodeNames) -> bool:
    """Whether a number stands beside an item that is not the answer, or the value of a leaf, that the line names."""
    values = {0 if claim.node is None else claim.node: claim.value for claim in part_claims}
    items = found.nodes & values.keys()
    known = {values[node] for node in items} | {nodes.tree.values[node] for node in found.nodes}
    is_root = part == "value" and (part in found.parts or 0 in found.nodes)
    is_other = bool((items or is_root) and found.numbers - known)
    return is_other or (part == "values" and _changes_list(part, found, part_claims, nodes))


def _changes_windows(part: str, found: Mentions, part_claims: Sequence[Claim], nodes: NodeNames) -> bool:
    """Whether alpha or beta are said to be something else at a node with a window."""
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
"""Whether a line that was not read may change a part; for the others their list decides."""
