"""Claims in one line of an answer, parsed with grammars/answer.lark and checked against the tree."""

from collections.abc import Callable, Iterator
from itertools import chain, groupby
from typing import Any, NamedTuple

from lark import Token

from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY
from treesolve.model.problem import Span
from treesolve.model.reading_point import AT_CHANGES, AT_ENTRY, split_into_pairs
from treesolve.submissions.answer_line_grammar import BARE, KEYS, Assignment, Member, parse_tokens, raw_tokens, span_of
from treesolve.submissions.answer_words import parse_answer_number
from treesolve.submissions.claim import BY_NAME, BY_VALUE, NOTHING, AmbiguousMention, Claim, UnreadableLine
from treesolve.submissions.line_tokens import tokenize_line
from treesolve.submissions.node_names import NodeNames

MAX_TOKENS = 12_000
"""Maximum number of tokens per line."""


class LineClaims(NamedTuple):
    """The claims in a line, the part that its last key introduces, and whether nothing follows that key."""

    found: tuple[Claim | AmbiguousMention, ...]
    part: str
    is_empty: bool


def parse_line(line: str, nodes: NodeNames, open_part: str = "") -> LineClaims:
    """Return the claims in a line; `open_part` is the part to which the line belongs if it does not begin with a key.

    Raises UnreadableLine, with a span in the line, if anything in the line cannot be read.

    >>> from treesolve.notation.reader import read
    >>> nodes = NodeNames(read("((6 5) (2 9))"))
    >>> [(one.part, one.node, one.value) for one in parse_line("C ≤ 2; best: B", nodes).found]
    [('values', 4, 2), ('best', 1, None)]
    """
    if len(raw_tokens(line)) > MAX_TOKENS:
        raise UnreadableLine("answer-too-long", 0, 1, most=MAX_TOKENS)
    tokens = tokenize_line(line, nodes, open_part)
    stretches = parse_tokens(line, tokens)
    found = tuple(claim for part, content in stretches for claim in _READERS[part](part, content, nodes))
    part = next((one.type.lower() for one in reversed(tokens) if one.type in KEYS), BARE)
    return LineClaims(found, part, is_empty=bool(tokens) and tokens[-1].type in KEYS)


# Checks against the tree


def _single_node(token: Token, nodes: NodeNames) -> int:
    """Return the only node that a name refers to; raise UnreadableLine if there are several."""
    found: tuple[int, ...] = token.value
    if len(found) != 1:
        raise UnreadableLine("answer-ambiguous", *span_of(token), known=nodes.listed(found))
    return found[0]


def _read_assignments(part: str, content: list[Assignment], nodes: NodeNames) -> Iterator[Claim]:
    """Yield claims for values and windows; without a key, the form of each assignment decides between the two."""
    return (claim for one in content for claim in _claims_of_assignment(part, one, nodes))


def _claims_of_assignment(part: str, one: Assignment, nodes: NodeNames) -> list[Claim]:
    node, span = _single_node(one.name, nodes), span_of(one.name, *one.numbers)
    if one.is_unvisited:
        return [_pruned_where_unvisited(node, span, nodes)]
    if not one.numbers:
        return []
    if one.sign == "≈":
        values = [_claim_of_value(node, _number(number), span, nodes) for number in one.numbers]
        return [claim for found in values for claim in found]
    if one.second is not None and nodes.reading_point != AT_CHANGES:
        raise UnreadableLine("answer-unread", *span_of(one.second), word="")
    count, is_row = len(one.numbers), part == "windows" and nodes.reading_point == AT_CHANGES
    is_window = one.is_window or is_row or (count == 2 and nodes.players != 2)
    fits = (
        count % 2 == 0
        if is_window and nodes.reading_point == AT_CHANGES
        else count == (2 if is_window else nodes.players or 1)
    )
    if part not in (BARE, "windows" if is_window else "values") or not fits:
        raise UnreadableLine("answer-unread", *span)
    numbers = [_number(token) for token in one.numbers]
    if is_window:
        return [_claim_of_window(part, node, numbers, one, nodes)]
    _check_sign(node, one, nodes)
    return _claim_of_value(node, tuple(numbers) if nodes.players else numbers[0], span, nodes)


def _pruned_where_unvisited(node: int, span: Span, nodes: NodeNames) -> Claim:
    """Return the claim that a node is pruned because the student marks it as unvisited.

    Raises UnreadableLine if the convention evaluates any leaf of the node.
    """
    if nodes.below([node]) <= nodes.below(nodes.pruned):
        return Claim("pruned", node, None, span, BY_NAME)
    raise UnreadableLine("answer-unread", *span)


def _number(token: Token) -> Any:
    try:
        return parse_answer_number(token)
    except ValueError as error:
        raise UnreadableLine(f"answer-{error}", *span_of(token)) from None


def _check_sign(node: int, one: Assignment, nodes: NodeNames) -> None:
    """Raise UnreadableLine unless the sign is ≤ at a MIN node, ≥ at a MAX node, or as in the convention's bounds."""
    kind = nodes.tree.kinds[node]
    fitting = {Kind.MIN: "≤", Kind.MAX: "≥"}.get(kind, one.sign)
    if one.sign not in ("", fitting, nodes.signs.get(node)) and not nodes.any_sign:
        raise UnreadableLine("answer-other-bound", *span_of(one.name, *one.numbers), sign=fitting, kind=kind.name)


def _claim_of_value(node: int, value: Any, span: Span, nodes: NodeNames) -> list[Claim]:
    """Return the claim for a node's value; empty if the value only repeats the value of a leaf."""
    if nodes.tree.children[node]:
        return [Claim("values", node, value, span, BY_NAME)]
    if value != nodes.tree.values[node]:
        raise UnreadableLine("answer-leaf-value", *span, name=nodes.tree.names[node])
    return []


def _claim_of_window(part: str, node: int, numbers: list[Any], one: Assignment, nodes: NodeNames) -> Claim:
    """Return the claim for a node's window; a bare pair of numbers without a key must have an infinite bound.

    Alpha may exceed beta unless the window is read on entry. In a sequence of pairs, repeated pairs are dropped.
    """
    pairs = [pair for pair, _ in groupby(split_into_pairs(numbers))]
    low, high = pairs[0]
    span = span_of(one.name, *one.numbers)
    if not nodes.tree.children[node]:
        raise UnreadableLine("answer-leaf-window", *span, name=nodes.tree.names[node])
    is_pair = low <= high or nodes.reading_point != AT_ENTRY
    if one.sign or not is_pair or (part == BARE and not one.is_window and INFINITY not in (-low, high)):
        raise UnreadableLine("answer-bad-window", *span)
    return Claim("windows", node, tuple(chain.from_iterable(pairs)), span, BY_NAME)


def _read_value(part: str, content: list[Any], nodes: NodeNames) -> Iterator[Claim]:
    """Yield the value of the root; an assignment to another node is a claim for that node's value."""
    assignments = [one for one in content if isinstance(one, Assignment)]
    if assignments:
        for one in _read_assignments("values", assignments, nodes):
            is_root = one.node == 0
            yield one._replace(part=part, node=None) if is_root else one._replace(attached_to=part)
        return
    tokens = content[0][0] if content else []
    if content and len(tokens) not in (0, nodes.players or 1):
        raise UnreadableLine("answer-unread", *span_of(*tokens))
    numbers = [_number(token) for token in tokens]
    if numbers:
        yield Claim(part, None, tuple(numbers) if nodes.players else numbers[0], span_of(*tokens), BY_NAME)


def _read_list(part: str, content: Any, nodes: NodeNames) -> Iterator[Claim | AmbiguousMention]:
    """Yield the listed nodes, which are either the pruned nodes or the leaves in evaluation order."""
    if isinstance(content, Token):
        return iter([Claim(part, None, None, span_of(content), NOTHING)] * (content.type == "NONE"))
    return (_claim_of_member(part, member, nodes) for member in content)


def _claim_of_member(part: str, member: Member, nodes: NodeNames) -> Claim | AmbiguousMention:
    """Return the claim for one list member."""
    if member.name is None:
        numbers = tuple(map(_number, member.numbers))
        found = nodes.by_value.get(numbers if len(numbers) > 1 else numbers[0], ())
        return _claim_of_nodes(part, found, span_of(*member.numbers), BY_VALUE, nodes)
    found = _filter_by_value(member.name.value, member.numbers, nodes) if member.numbers else member.name.value
    return _claim_of_nodes(part, found, span_of(member.name, *member.numbers), BY_NAME, nodes)


def _filter_by_value(found: tuple[int, ...], numbers: list[Token], nodes: NodeNames) -> tuple[int, ...]:
    """Return the nodes whose value is the given number; raise UnreadableLine if there are none."""
    fitting = tuple(node for node in found if nodes.tree.values[node] == _number(numbers[0]))
    if not fitting:
        raise UnreadableLine("answer-two-nodes", *span_of(numbers[0]))
    return fitting


def _claim_of_nodes(
    part: str, found: tuple[int, ...], span: Span, how: str, nodes: NodeNames
) -> Claim | AmbiguousMention:
    if not found:
        raise UnreadableLine("answer-unknown-node", *span)
    if how == BY_NAME and len(found) > 1 and any(nodes.tree.children[node] for node in found):
        raise UnreadableLine("answer-ambiguous", *span, known=nodes.listed(found))
    if part == "order" and any(nodes.tree.children[node] for node in found):
        raise UnreadableLine("answer-inner-in-order", *span, name=nodes.tree.names[found[0]])
    return Claim(part, found[0], None, span, how) if len(found) == 1 else AmbiguousMention(part, found, span)


def _read_best(part: str, content: Any, nodes: NodeNames) -> Iterator[Claim]:
    """Yield the chosen child of the root; a number in parentheses after the name is the value of this child."""
    members = content if isinstance(content, list) else []
    found, values = list[Claim](), list[Claim]()
    for member in members:
        for one in [member.name] if member.name is not None else member.numbers:
            named = one.value if one.type == "NAME" else nodes.with_value(one)
            chosen = tuple(node for node in named if node in nodes.choices)
            if len(chosen) != 1:
                raise UnreadableLine("answer-not-a-child", *span_of(one), known=nodes.listed(sorted(nodes.choices)))
            found.append(Claim(part, chosen[0], None, span_of(one), BY_NAME))
            if member.name is not None and member.numbers:
                values += _claim_of_value(chosen[0], _number(member.numbers[0]), span_of(*member.numbers), nodes)
    if len({claim.node for claim in found}) > 1:
        raise UnreadableLine("answer-one-only", *found[1].span)
    return iter([*found[:1], *(one._replace(attached_to=part) for one in values)])


_READERS: dict[str, Callable[[str, Any, NodeNames], Iterator[Any]]] = {
    BARE: _read_assignments,
    "values": _read_assignments,
    "windows": _read_assignments,
    "value": _read_value,
    "pruned": _read_list,
    "order": _read_list,
    "best": _read_best,
}
"""The reader for the content after the key of each part."""
