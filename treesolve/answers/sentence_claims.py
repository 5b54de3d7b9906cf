"""Claims of whole sentences, by the patterns of grammars/answer_words.toml."""

from collections.abc import Iterator
from re import Match

from treesolve.answers.answer_words import root_words, sentences
from treesolve.answers.choice_claims import choice_in
from treesolve.answers.claim import BY_NAME, NOTHING, Claim, Finding, Open, Unread
from treesolve.answers.node_claims import nodes_in
from treesolve.answers.node_words import Nodes
from treesolve.answers.number_claims import value_of
from treesolve.answers.number_words import student_number
from treesolve.model.problem import Span

_LONGEST = 400
"""Longer sentences fit no pattern."""


def claims_of_sentence(text: str, stretch: Span, nodes: Nodes) -> list[Finding] | None:
    """What a sentence says by the first pattern it fits in full; None where there is none.

    >>> from treesolve.notation.reader import read
    >>> claims_of_sentence("L4 is not visited.", Span(0, 18), Nodes(read("((6 5) (2 9))")))[0].node
    6
    """
    start, end = stretch
    while end > start and text[end - 1] in ".!;, ":
        end -= 1
    if end - start > _LONGEST:
        return None
    for part, pattern in sentences():
        found = pattern.fullmatch(text, start, end)
        claims = _claims(part, found, text, nodes) if found and _is_about_root(found, nodes) else []
        if claims and not any(isinstance(one, Unread) for one in claims):
            return claims
    return None


def _is_about_root(found: Match[str], nodes: Nodes) -> bool:
    """Whether the word that must be the root is, if there is one."""
    root = found.groupdict().get("root")
    return root is None or nodes.named(root) == (0,)


def _claims(part: str, found: Match[str], text: str, nodes: Nodes) -> list[Finding]:
    groups = found.groupdict()
    if part == "nothing":
        return [Claim("pruned", None, None, Span(*found.span()), NOTHING)]
    if groups.get("nodes") is not None:
        return [one for one in nodes_in(part, text, *found.span("nodes"), nodes) if _is_named(one)]
    claims = list(_numbers(found, nodes)) if groups.get("number") is not None else []
    if groups.get("choice") is not None:
        claims += choice_in(text, *found.span("choice"), nodes)
    return claims


def _is_named(finding: Finding) -> bool:
    """All but that nothing is meant, which sentences say otherwise."""
    return isinstance(finding, Claim | Open | Unread) and getattr(finding, "how", "") != NOTHING


def _numbers(found: Match[str], nodes: Nodes) -> Iterator[Finding]:
    """The value of the node that is named, or of the root."""
    span = Span(*found.span("number"))
    node = found.groupdict().get("node")
    if node is None or node.casefold() in root_words():
        try:
            yield Claim("value", None, student_number(found["number"]), span, BY_NAME)
        except ValueError:
            return
    else:
        yield from value_of(node, found.start("node"), found["number"], span.start, Span(*found.span()), nodes)
