"""Construction of trees from parsed nodes. If any part of the input cannot be interpreted, the input is rejected."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, islice
from typing import Any

from treesolve.model.kind import Kind
from treesolve.model.number import Number, Unknown
from treesolve.model.problem import UNPRINTABLE, InputError, Problem
from treesolve.model.tree import Tree
from treesolve.notation.header_values import HeaderValues
from treesolve.notation.importers.ignored_text import Skipped, find_ignored_text, find_mention, mentions_player
from treesolve.notation.importers.label_interpreter import NodeContent, interpret_nodes
from treesolve.notation.importers.labels import are_probabilities, folded, number, word_category
from treesolve.notation.importers.parsed_node import ParsedField, ParsedNode, in_preorder
from treesolve.notation.number_text import format_number
from treesolve.notation.tree_builder import NO_HEADERS, TextNode, build_columns, tree_from_columns
from treesolve.notation.writer import tree_line_preview

_NAME = re.compile(r"[^\W\d_]{1,2}|\w*[0-9]\w*")
"""A name that cannot refer to a player: one or two letters, or a word with a digit."""

_SECOND_PLAYER = re.compile("P[2-9]", re.IGNORECASE)
"""A name such as P2. At the root, it must be a player, because node numbers would begin there with 0 or 1."""


def build_imported_tree(
    root: ParsedNode, headers: HeaderValues = NO_HEADERS, text: str = "", skipped: Sequence[Skipped] = ()
) -> tuple[Tree, tuple[Problem, ...]]:
    """Return the tree with this root and these headers, and remarks about wrong node values in the text.

    Missing kinds are derived from the others if levels alternate. `text` is the parsed text, and `skipped` is what was
    removed from it before. Raises InputError if the text is ambiguous, a leaf has no value, or the tree is invalid. The
    problems have spans in the text. They suggest a line in our notation if the line preserves all ambiguous parts.

    >>> from treesolve.model.problem import Span
    >>> from treesolve.notation.writer import format_tree_line
    >>> leaves = tuple(ParsedNode(Span(0, 1), value) for value in ("D = 6", "5"))
    >>> format_tree_line(build_imported_tree(ParsedNode(Span(0, 1), "A (MIN)", children=leaves))[0])
    'A: MIN (D: 6 5)'
    """
    stated, issues = interpret_nodes(root)
    leaves = (node for node in stated if not node.children and node.value is None and node.unknown is None)
    issues += [Problem("leaf-without-value", leaf.span, {"name": leaf.name or ""}) for leaf in leaves]
    issues += [*_ambiguous_labels(stated), *_ambiguous_numbers(stated), *_ambiguous_styles(stated)]
    issues += _ambiguous_positions(root)
    nodes, unclear = _with_kinds(stated)
    unprintable = (node for node in nodes if UNPRINTABLE.search(f"{node.name or ''}{node.move or ''}"))
    issues += [*unclear, *(Problem("control-character", node.span) for node in unprintable)]
    if not issues and not headers.levels and not all(node.kind for node in stated if node.children):
        issues += filter(None, [find_mention([*skipped, *find_ignored_text(text, root)])])
    try:
        tree = tree_from_columns(build_columns(_build_text_node(nodes), headers.levels), headers)
    except InputError:
        if not issues:
            raise
        tree = None
    if issues:
        lines = _suggested_lines(tree, nodes, issues) if tree else {}
        raise InputError((issues[0]._replace(facts={**issues[0].facts, **lines, "count": len(issues)}),))
    assert tree is not None
    return tree, tuple(_wrong_claims(nodes, tree))


# Ambiguity


def _ambiguity(node: NodeContent, why: str, text: object) -> Problem:
    return Problem("foreign-asked", node.span, {"why": why, "text": str(text)})


def _ambiguous_labels(nodes: Sequence[NodeContent]) -> Iterator[Problem]:
    """Yield questions about words at inner nodes that may be kinds, or that are not kinds while other nodes have kinds.

    If the label of the root is only a kind, several short words below it are regarded as names.
    """
    inner = [node for node in nodes if node.children]
    words = Counter(folded(node.name) for node in inner if node.name)
    has_kinds, has_one_name = any(node.is_kind_alone for node in inner[1:]), words.total() == 1
    for node in inner:
        if node.kind is None and node.name:
            name = folded(node.name)
            is_only = has_one_name and not _NAME.fullmatch(node.name) and not word_category("roots", name)
            is_name = _NAME.fullmatch(node.name) and not has_one_name
            is_beside_kind = has_kinds or (inner[0].is_kind_alone and not is_name)
            is_player = node is nodes[0] and _SECOND_PLAYER.fullmatch(node.name)
            if is_beside_kind or words[name] > 1 or is_only or is_player or mentions_player(node.name):
                yield _ambiguity(node, "word", node.name)


def _ambiguous_numbers(nodes: Sequence[NodeContent]) -> Iterator[Problem]:
    """Yield questions about numbers that may be node numbers, and about those of siblings that may be probabilities."""
    counts = sorted(node.value for node in nodes if isinstance(node.value, int))
    if len(nodes) > 2 and counts and counts == list(range(counts[0], counts[0] + len(nodes))):
        yield _ambiguity(nodes[0], "numbers", str(nodes[0].value))
    for node in nodes:
        below = [nodes[child] for child in node.children]
        labels = [child.value if child.children else child.in_brackets for child in below]
        bare = [child for child in below if child.weight is None]
        values = [[nodes[leaf].value for leaf in child.children] or [child.value] for child in bare]
        columns = [*zip(*values, strict=True)] if {*map(len, values)} == {2} else []
        numbers_below = [*chain(*values)] if node.kind is Kind.CHANCE else []
        fractions = [one for one in numbers_below if isinstance(one, Fraction)]
        for numbers in (labels, *columns, fractions if len(fractions) < len(numbers_below) else ()):
            if are_probabilities(numbers):
                shown = " ".join(format_number(one) for one in numbers if one is not None)
                yield _ambiguity(below[0], "probabilities", shown)


def _ambiguous_styles(nodes: Sequence[NodeContent]) -> Iterator[Problem]:
    """Yield questions about colors and shapes that may mean kinds, because they differ between nodes without a kind."""
    bare = [node for node in nodes if node.children and node.kind is None]
    for node in bare:
        own_styles, others = ({(style.name.lower(), style.value) for style in one.styles} for one in (node, bare[0]))
        changed = (
            style for style in node.styles + bare[0].styles if (style.name.lower(), style.value) in own_styles ^ others
        )
        for style in islice(changed, 1):
            yield Problem("foreign-asked", style.span, {"why": "look", "text": str(style.value)})


def _ambiguous_positions(root: ParsedNode) -> Iterator[Problem]:
    """Yield questions about position fields that contradict the order of siblings or that only some siblings have."""
    for part in in_preorder(root):
        fields = (field for child in part.children for field in child.fields)
        known = [(position, field) for field in fields if (position := _position(field)) is not None]
        positions = [position for position, _ in known]
        if known and (len(known) < len(part.children) or positions != sorted(positions)):
            field = known[0][1]
            yield Problem("foreign-asked", field.span, {"why": "field", "text": f"{field.name}: {field.value}"})


def _position(field: ParsedField) -> Number | None:
    """Return the horizontal position that a field specifies, or None if it does not specify one.

    The field may contain one number, two numbers of which the first counts, or a word for left, middle or right.
    """
    words = str(field.value).replace(",", " ").split()
    if word_category("positions", field.name) != "fields" or len(words) not in (1, 2):
        return None
    return {"left": 0, "middle": 1, "right": 2}.get(word_category("positions", words[0]), number(words[0]))


def _suggested_lines(tree: Tree, nodes: Sequence[NodeContent], issues: Sequence[Problem]) -> dict[str, str]:
    """Return the trees that the text may mean, as lines in our notation by their role in the message.

    A line is empty if it would not preserve everything in the text.
    """
    whys = {str(issue.facts.get("why", issue.code)) for issue in issues}
    names = [node.name for node in nodes if node.name and node.children]
    have_mover = any(mentions_player(name) or _SECOND_PLAYER.fullmatch(name) for name in names)
    is_about_movers = whys == {"skipped"} or (whys == {"word"} and have_mover)
    if is_about_movers and not any(node.kind for node in nodes):
        turned = build_columns(_build_text_node([nodes[0]._replace(kind=tree.kinds[0].opponent), *nodes[1:]]))
        return {"instead": tree_line_preview(tree), "other": tree_line_preview(tree_from_columns(turned))}
    is_whole = whys == {"leaf-without-value"} or whys <= {"word", "kinds-incomplete"}
    return {"instead": tree_line_preview(tree) if is_whole else ""}


# Kinds


def _with_kinds(nodes: Sequence[NodeContent]) -> tuple[list[NodeContent], list[Problem]]:
    """Return the nodes with their kinds, and problems for the nodes whose kind is unclear.

    Kinds that are not specified are derived from the others if all players alternate. A node without a kind whose
    children have weights is a chance node.
    """
    resolved = []
    for node in nodes:
        has_weights = any(nodes[child].weight is not None for child in node.children)
        resolved.append(node._replace(kind=node.kind or (Kind.CHANCE if has_weights else None)))
    is_odd = [False] * len(resolved)  # whether the number of players who have moved above the node is odd
    for position, node in enumerate(resolved):
        for child in node.children:
            is_odd[child] = is_odd[position] is (node.kind is Kind.CHANCE)
    players = [
        (node.kind, odd) for node, odd in zip(resolved, is_odd, strict=True) if node.kind in (Kind.MAX, Kind.MIN)
    ]
    first = {kind.opponent if is_odd else kind for kind, is_odd in players if kind}
    if len(first) > 1:
        unclear = [node for node in resolved if node.children and node.kind is None]
        return resolved, [Problem("kinds-incomplete", node.span, {"name": node.name or ""}) for node in unclear]
    for mover in first:
        kinds = [node.kind or (mover.opponent if odd else mover) for node, odd in zip(resolved, is_odd, strict=True)]
        resolved = [node._replace(kind=kind) for node, kind in zip(resolved, kinds, strict=True)]
    return resolved, []


# Tree


def _build_text_node(nodes: Sequence[NodeContent]) -> TextNode:
    """Return the root with its descendants. A leaf without a value becomes an unknown leaf."""
    built: list[TextNode] = []
    for content in reversed(nodes):
        below = [built.pop() for _ in content.children]
        value = None if below else Unknown(content.unknown or "?") if content.value is None else content.value
        (start, end), kind, name = content.span, content.kind, content.name
        built.append(TextNode(value, below, start, end, kind, name, content.move, content.weight))
    return built[0]


def _wrong_claims(nodes: Sequence[NodeContent], tree: Tree) -> Iterator[Problem]:
    """Yield a remark for each value or bound at an inner node that contradicts the minimax value of the node.

    Nodes above unknown leaves are skipped, because their minimax values are unknown.
    """
    if not any(node.children and (node.value is not None or node.bound) for node in nodes):
        return
    values: list[Any] = [None if isinstance(value, Unknown) else value for value in tree.values]
    for position in reversed(range(len(tree))):
        children, kind = tree.children[position], tree.kinds[position]
        below = [values[child] for child in children]
        if below and None not in below:
            chance = sum((tree.weight(child) or 0) * values[child] for child in children if kind is Kind.CHANCE)
            values[position] = {Kind.MAX: max(below), Kind.MIN: min(below)}.get(kind, chance)
    for node, value in zip(nodes, values, strict=True):
        if node.children and value is not None and (given := _wrong_claim(node, value)):
            yield Problem(
                "claim-wrong", node.span, {"name": node.name or "", "given": given, "found": format_number(value)}
            )


def _wrong_claim(node: NodeContent, value: Any) -> str:
    """Return the value or bound that the text gives for a node if it is wrong, an empty string otherwise."""
    if node.value is not None and node.value != value:
        return format_number(node.value)
    sign, limit = node.bound or ("≤", value)
    is_right = value <= limit if sign == "≤" else value >= limit
    return "" if is_right else f"{sign} {format_number(limit)}"
