"""Build a tree from a parsed foreign text. Every piece of the text counts, or the text is rejected."""

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
from treesolve.notation.foreign.labels import are_shares, folded, meaning, number
from treesolve.notation.foreign.part_reading import NodeContent, all_said
from treesolve.notation.foreign.parts import ParsedField, ParsedNode, in_preorder
from treesolve.notation.foreign.skipped import Skipped, mention, mentions_mover, unused
from treesolve.notation.growing import NO_HEADERS, TextNode, grow, with_headers
from treesolve.notation.header_values import HeaderValues
from treesolve.notation.number_text import write_number
from treesolve.notation.writer import shown_line

_NAME = re.compile(r"[^\W\d_]{1,2}|\w*[0-9]\w*")
"""What is a name, and says of nobody that he moves: one or two letters, or something with a digit."""

_SECOND_PLAYER = re.compile("P[2-9]", re.IGNORECASE)
"""What the first node is not called where nodes are counted."""


def tree_of(
    root: ParsedNode, headers: HeaderValues = NO_HEADERS, text: str = "", skipped: Sequence[Skipped] = ()
) -> tuple[Tree, tuple[Problem, ...]]:
    """The tree of what a text was parsed to, below its headers; and remarks on claims that are wrong.

    Kinds that the text does not say follow from those that it says, where levels alternate. `skipped` is what was left
    out before the text was parsed. Raises InputError where something has to be asked, where a leaf has no value, and
    where the tree itself is none; the problems have spans in the text that was parsed, and a line of ours that keeps
    everything that is asked about, where there is one.

    >>> from treesolve.model.problem import Span
    >>> from treesolve.notation.writer import write_line
    >>> leaves = tuple(ParsedNode(Span(0, 1), value) for value in ("D = 6", "5"))
    >>> write_line(tree_of(ParsedNode(Span(0, 1), "A (MIN)", children=leaves))[0])
    'A: MIN (D: 6 5)'
    """
    stated, doubts = all_said(root)
    leaves = (node for node in stated if not node.children and node.value is None and node.unknown is None)
    doubts += [Problem("leaf-without-value", leaf.span, {"name": leaf.name or ""}) for leaf in leaves]
    doubts += [*_labels_untold(stated), *_numbers_untold(stated), *_looks_untold(stated)]
    doubts += _places_untold(root)
    nodes, untold = _with_kinds(stated)
    unprintable = (node for node in nodes if UNPRINTABLE.search(f"{node.name or ''}{node.move or ''}"))
    doubts += [*untold, *(Problem("control-character", node.span) for node in unprintable)]
    if not doubts and not headers.levels and not all(node.kind for node in stated if node.children):
        doubts += filter(None, [mention([*skipped, *unused(text, root)])])
    try:
        tree = with_headers(grow(_grown(nodes), headers.levels), headers)
    except InputError:
        if not doubts:
            raise
        tree = None
    if doubts:
        lines = _lines_with_everything(tree, nodes, doubts) if tree else {}
        raise InputError((doubts[0]._replace(facts={**doubts[0].facts, **lines, "count": len(doubts)}),))
    assert tree is not None
    return tree, tuple(_wrong_claims(nodes, tree))


# What is asked


def _asked(node: NodeContent, why: str, text: object) -> Problem:
    return Problem("foreign-asked", node.span, {"why": why, "text": str(text)})


def _labels_untold(nodes: Sequence[NodeContent]) -> Iterator[Problem]:
    """Words at inner nodes that may be kinds, or that are none beside others that are.

    Below a root that is nothing but its kind, several short words are names.
    """
    inner = [node for node in nodes if node.children]
    words = Counter(folded(node.name) for node in inner if node.name)
    has_kinds, has_one_name = any(node.is_kind_alone for node in inner[1:]), words.total() == 1
    for node in inner:
        if node.kind is None and node.name:
            name = folded(node.name)
            is_only = has_one_name and not _NAME.fullmatch(node.name) and not meaning("roots", name)
            is_name = _NAME.fullmatch(node.name) and not has_one_name
            is_beside_kind = has_kinds or (inner[0].is_kind_alone and not is_name)
            is_player = node is nodes[0] and _SECOND_PLAYER.fullmatch(node.name)
            if is_beside_kind or words[name] > 1 or is_only or is_player or mentions_mover(node.name):
                yield _asked(node, "word", node.name)


def _numbers_untold(nodes: Sequence[NodeContent]) -> Iterator[Problem]:
    """Numbers that may count the nodes, and those in the labels of siblings that may be probabilities."""
    counts = sorted(node.value for node in nodes if isinstance(node.value, int))
    if len(nodes) > 2 and counts and counts == list(range(counts[0], counts[0] + len(nodes))):
        yield _asked(nodes[0], "numbers", str(nodes[0].value))
    for node in nodes:
        below = [nodes[child] for child in node.children]
        labels = [child.value if child.children else child.in_brackets for child in below]
        bare = [child for child in below if child.weight is None]
        values = [[nodes[leaf].value for leaf in child.children] or [child.value] for child in bare]
        columns = [*zip(*values, strict=True)] if {*map(len, values)} == {2} else []
        around = [*chain(*values)] if node.kind is Kind.CHANCE else []
        fractions = [one for one in around if isinstance(one, Fraction)]
        for numbers in (labels, *columns, fractions if len(fractions) < len(around) else ()):
            if are_shares(numbers):
                shown = " ".join(write_number(one) for one in numbers if one is not None)
                yield _asked(below[0], "probabilities", shown)


def _looks_untold(nodes: Sequence[NodeContent]) -> Iterator[Problem]:
    """Colours and shapes that differ between inner nodes whose kind is not written."""
    unsaid = [node for node in nodes if node.children and node.kind is None]
    for node in unsaid:
        own, others = ({(look.name.lower(), look.value) for look in one.looks} for one in (node, unsaid[0]))
        odd = (look for look in node.looks + unsaid[0].looks if (look.name.lower(), look.value) in own ^ others)
        for look in islice(odd, 1):
            yield Problem("foreign-asked", look.span, {"why": "look", "text": str(look.value)})


def _places_untold(root: ParsedNode) -> Iterator[Problem]:
    """Fields that place children otherwise than they are listed, or some of them alone."""
    for part in in_preorder(root):
        fields = (field for child in part.children for field in child.fields)
        known = [(place, field) for field in fields if (place := _place(field)) is not None]
        places = [place for place, _ in known]
        if known and (len(known) < len(part.children) or places != sorted(places)):
            field = known[0][1]
            yield Problem("foreign-asked", field.span, {"why": "field", "text": f"{field.name}: {field.value}"})


def _place(field: ParsedField) -> Number | None:
    """How far to the right a field places a node: its number, the first of two, or a word."""
    words = str(field.value).replace(",", " ").split()
    if meaning("places", field.name) != "fields" or len(words) not in (1, 2):
        return None
    return {"left": 0, "middle": 1, "right": 2}.get(meaning("places", words[0]), number(words[0]))


def _lines_with_everything(tree: Tree, nodes: Sequence[NodeContent], doubts: Sequence[Problem]) -> dict[str, str]:
    """The lines that a text may mean, with all that is asked about in them; none where something would be lost."""
    whys = {str(doubt.facts.get("why", doubt.code)) for doubt in doubts}
    names = [node.name for node in nodes if node.name and node.children]
    have_mover = any(mentions_mover(name) or _SECOND_PLAYER.fullmatch(name) for name in names)
    is_about_movers = whys == {"skipped"} or (whys == {"word"} and have_mover)
    if is_about_movers and not any(node.kind for node in nodes):
        turned = grow(_grown([nodes[0]._replace(kind=tree.kinds[0].opponent), *nodes[1:]]))
        return {"instead": shown_line(tree), "other": shown_line(with_headers(turned))}
    is_whole = whys == {"leaf-without-value"} or whys <= {"word", "kinds-incomplete"}
    return {"instead": shown_line(tree) if is_whole else ""}


# Kinds


def _with_kinds(nodes: Sequence[NodeContent]) -> tuple[list[NodeContent], list[Problem]]:
    """The nodes with all kinds that are told or follow, as far as levels alternate; and what cannot be told.

    One whose children have weights is a chance node, if nothing else is told.
    """
    told = []
    for node in nodes:
        has_weights = any(nodes[child].weight is not None for child in node.children)
        told.append(node._replace(kind=node.kind or (Kind.CHANCE if has_weights else None)))
    is_odd = [False] * len(told)  # whether an odd number of players has moved above the node
    for place, node in enumerate(told):
        for child in node.children:
            is_odd[child] = is_odd[place] is (node.kind is Kind.CHANCE)
    players = [(node.kind, odd) for node, odd in zip(told, is_odd, strict=True) if node.kind in (Kind.MAX, Kind.MIN)]
    first = {kind.opponent if odd else kind for kind, odd in players if kind}
    if len(first) > 1:
        untold = [node for node in told if node.children and node.kind is None]
        return told, [Problem("kinds-incomplete", node.span, {"name": node.name or ""}) for node in untold]
    for begins in first:
        kinds = [node.kind or (begins.opponent if odd else begins) for node, odd in zip(told, is_odd, strict=True)]
        told = [node._replace(kind=kind) for node, kind in zip(told, kinds, strict=True)]
    return told, []


# The tree


def _grown(nodes: Sequence[NodeContent]) -> TextNode:
    """The nodes with what is below them; a leaf without a value is an unknown one."""
    made: list[TextNode] = []
    for said in reversed(nodes):
        below = [made.pop() for _ in said.children]
        value = None if below else Unknown(said.unknown or "?") if said.value is None else said.value
        (start, end), kind, name = said.span, said.kind, said.name
        made.append(TextNode(value, below, start, end, kind, name, said.move, said.weight))
    return made[0]


def _wrong_claims(nodes: Sequence[NodeContent], tree: Tree) -> Iterator[Problem]:
    """Claims that are not what minimax finds; none can be told above an unknown leaf."""
    if not any(node.children and (node.value is not None or node.bound) for node in nodes):
        return
    found: list[Any] = [None if isinstance(value, Unknown) else value for value in tree.values]
    for place in reversed(range(len(tree))):
        children, kind = tree.children[place], tree.kinds[place]
        below = [found[child] for child in children]
        if below and None not in below:
            chance = sum((tree.weight(child) or 0) * found[child] for child in children if kind is Kind.CHANCE)
            found[place] = {Kind.MAX: max(below), Kind.MIN: min(below)}.get(kind, chance)
    for node, value in zip(nodes, found, strict=True):
        if node.children and value is not None and (given := _wrong_claim(node, value)):
            yield Problem(
                "claim-wrong", node.span, {"name": node.name or "", "given": given, "found": write_number(value)}
            )


def _wrong_claim(node: NodeContent, found: Any) -> str:
    """What the text says of the value of a node that is wrong; empty where nothing is."""
    if node.value is not None and node.value != found:
        return write_number(node.value)
    sign, limit = node.bound or ("≤", found)
    is_right = found <= limit if sign == "≤" else found >= limit
    return "" if is_right else f"{sign} {write_number(limit)}"
