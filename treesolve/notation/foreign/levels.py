"""Trees level by level: `Level 1 (MIN): B C`, a line for each, or `[["A"], ["B", "C"], [3, 5, 2, 9]]`.

Whose children are whose is told by bars, or where the level above has one node; else it is asked.

Vocabulary

    group       nodes of a level between two bars: the children of one node above
"""

import re
from itertools import pairwise
from typing import NamedTuple

from treesolve.model.problem import Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.foreign.label import KIND_WORDS, read_label
from treesolve.notation.foreign.refusal import MOST_SHOWN, refusal
from treesolve.notation.foreign.sketch import Sketch, is_missing, nodes, sketch_of

NAME = "list of levels"

_LEAST = 3
LONGEST = 20_000
"""No longer text is looked at."""

_LEVEL = re.compile(
    r"^[ \t]*(?:[-*•][ \t]*)?(?:level|ebene|stufe|ply|depth|tiefe|layer|row|zeile|schicht)[ \t]*(?P<number>[0-9]{1,3})"
    r"[ \t]*(?:[(\[](?P<kind>[^()\[\]\n]*)[)\]])?[ \t]*[:=-]?"
    r"(?:[ \t]*(?:leaf|leaves|terminals|values?|blätter|werte)[ \t]*:)?(?P<items>[^\n]*)$",
    re.IGNORECASE,
)
_PLAIN = re.compile(
    r"^(?:[ \t]*(?P<kind>max|min|chance|leaf|leaves|values?|blätter|werte)[ \t]*[:|][ \t])?(?P<items>[ \t\w.,+−-]+)$",
    re.IGNORECASE,
)
_LIST = re.compile(r"\s*(?:[\w ]{0,40}=\s*)?\[(?P<rows>(?:\s*\[[^\[\]]*\]\s*,?){3,})\s*\]\s*;?\s*")
_ROW = re.compile(r"\[([^\[\]]*)\]")
_LISTS = re.compile(r"(?:[\[({][^\[\](){}]*[\])}][\s,;|]*){2,}")
_ROW_OF_ANY = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
"""Groups in brackets of their own."""
_ITEM = re.compile(r"[^\s,;|=:()\"']+(?:[ \t]*[=:(][ \t]*[+\-−]?[0-9][0-9./]*\)?)?")
_NOTHING = ("None", "null", "nil", "NULL", "_", "-")


class Level(NamedTuple):
    """The kind of a level, where it is said; its nodes, in groups; whether the kind alone stands there."""

    kind: Kind | None
    groups: list[list[Sketch]]
    is_kind_alone: bool
    span: Span


def recognises(text: str) -> bool:
    """Whether each line is a level, by its number, or with as many nodes for each node above it."""
    levels = _levels_in_text(text)
    return _tree_of_levels(levels) is not None or (len(levels) >= _LEAST and _is_level(text))


def read(text: str) -> Sketch:
    """The tree. Raises InputError, with the likely tree, where nobody says which nodes belong together."""
    levels = _levels_in_text(text)
    found = _tree_of_levels(levels)
    if found is None:
        raise refusal("levels-untold", levels[-1].span)
    sketch, place = found
    if place is not None:
        uncounted = any(level.is_kind_alone for level in levels[1:]) and "|" not in text
        raise refusal("levels-untold", place, None if uncounted else sketch)
    return sketch


def tree_with_rows_as_levels(tree: Tree) -> Sketch | None:
    """The tree with the children of a tree's root as levels; None where they are none."""
    rows = [tree.children[child] for child in tree.children[0]]
    made = sketch_of(tree)
    levels = [Level(None, [list(row.children)], False, row.span) for row in made.children if rows]
    found = _tree_of_levels(levels) if len(tree) <= MOST_SHOWN else None
    return found[0] if found else None


def _levels_in_text(text: str) -> list[Level]:
    """The levels of a text; nothing where it is anything else."""
    if len(text) > LONGEST:
        return []
    if found := _LIST.fullmatch(text):
        start = found.start("rows")
        rows = [(each[1], "", Span(start + each.start(), start + each.end())) for each in _ROW.finditer(found["rows"])]
        return [_level_of_words(words, kind, span) for words, kind, span in rows]
    lines: list[tuple[re.Match[str], Span]] = []
    at, pattern = 0, _LEVEL if _is_level(text) else _PLAIN
    for line in text.splitlines(keepends=True):
        one = pattern.match(line.rstrip())
        if one and line.strip():
            lines.append((one, Span(at + len(line) - len(line.lstrip()), at + len(line.rstrip()))))
        elif line.strip():
            return []
        at += len(line)
    if pattern is _LEVEL and any(int(b["number"]) != int(a["number"]) + 1 for (a, _), (b, _) in pairwise(lines)):
        return []
    found_levels = [_level_of_words(one["items"], one["kind"] or "", span) for one, span in lines]
    return found_levels if len(lines) >= _LEAST and (pattern is _LEVEL or _are_plain_levels(found_levels)) else []


def _is_level(text: str) -> bool:
    """Whether the first line is a level by its number."""
    return _LEVEL.match(text.lstrip().partition("\n")[0]) is not None


def _are_plain_levels(levels: list[Level]) -> bool:
    """Whether lines without a word for it may be levels: one node, then more, then numbers alone."""
    counts = [sum(map(len, level.groups)) for level in levels]
    leaves = [leaf for group in levels[-1].groups for leaf in group]
    rising = all(above < below for above, below in pairwise(counts[:-1]))
    named = all(node.name or node.kind for level in levels[:-1] for group in level.groups for node in group)
    return counts[0] == 1 and rising and named and not any(leaf.name for leaf in leaves) and counts[-1] > _LEAST


def _level_of_words(words: str, kind: str, span: Span) -> Level:
    """A level from its words; a word for a kind that stands first or last is that of all of them."""
    said = read_label(kind, inner=True).kind
    listed = _LISTS.fullmatch(words.strip())
    parts = _ROW_OF_ANY.findall(words) if listed else words.strip(" |").split("|")
    groups = [_ITEM.findall(group) for group in parts]
    flat = [item for group in groups for item in group]
    kinds = [KIND_WORDS.get(item.lower()) for item in flat]
    if len(flat) > 1 and kinds.count(None) == len(flat) - 1 and (kinds[0] or kinds[-1]):
        said = said or kinds[0] or kinds[-1]
        groups = [[item for item in group if item.lower() not in KIND_WORDS] for group in groups]
    alone = len(flat) == 1 and kinds[0] is not None
    made = [[_node_of_item(item, span) for item in group] for group in groups]
    return Level(said or (kinds[0] if alone else None), made, alone, span)


def _node_of_item(item: str, span: Span) -> Sketch:
    if item in _NOTHING:
        return Sketch(span)
    if kind := KIND_WORDS.get(item.lower()):
        return Sketch(span, kind=kind)
    return read_label(item, inner=False).sketch(span)


def _tree_of_levels(levels: list[Level]) -> tuple[Sketch, Span | None] | None:
    """The tree, and the place of the first level of which nobody says what hangs where; None where it is no tree."""
    if len(levels) < _LEAST or sum(map(len, levels[0].groups)) != 1:
        return None
    levels = _with_values_at_names(levels)
    below, untold = levels[-1].groups, None
    for place in range(len(levels) - 2, -1, -1):
        level = levels[place]
        parents = [node for group in level.groups for node in group]
        if level.is_kind_alone and place and len(below) > 1:
            parents = parents * len(below)
        parted = _nodes_by_parent(below, len(parents))
        if parted is None:
            return None
        told = (len(parents) == 1 and not (level.is_kind_alone and place)) or len(below) > 1
        untold = untold if told else levels[place + 1].span
        made = [_parent_with_children(node, group, level.kind) for node, group in zip(parents, parted, strict=True)]
        below = [made[sum(sizes) - sizes[-1] : sum(sizes)] for sizes in _sizes_of_groups(level.groups, len(made))]
    whole = below[0][0]
    return None if any(map(is_missing, nodes(whole))) else (whole, untold)


def _sizes_of_groups(groups: list[list[Sketch]], count: int) -> list[list[int]]:
    """For each group the sizes of it and all before it; one group where there are as many nodes as are made of it."""
    sizes = [len(group) for group in groups]
    if sum(sizes) != count:
        sizes = [count]
    return [sizes[: place + 1] for place in range(len(sizes))]


def _parent_with_children(node: Sketch, children: list[Sketch], kind: Kind | None) -> Sketch:
    own = node.value is not None
    return node._replace(
        kind=node.kind or kind,
        name=node.name or node.unknown,
        value=None,
        unknown=None,
        children=tuple(children),
        own_value=own,
    )


def _with_values_at_names(levels: list[Level]) -> list[Level]:
    """The levels with the values of the lowest at the names above them, where there are as many."""
    above = [node for group in levels[-2].groups for node in group]
    leaves = [node for group in levels[-1].groups for node in group]
    plain = all(leaf.name is None and leaf.value is not None for leaf in leaves)
    if (
        len(levels) <= _LEAST
        or len(above) != len(leaves)
        or not plain
        or any(not _is_name_without_value(node) for node in above)
    ):
        return levels
    values = iter(leaves)
    groups = [
        [node._replace(name=node.name or node.unknown, unknown=None, value=next(values).value) for node in group]
        for group in levels[-2].groups
    ]
    return [*levels[:-2], levels[-2]._replace(groups=groups)]


def _is_name_without_value(node: Sketch) -> bool:
    return bool(node.name or node.unknown) and node.value is None


def _nodes_by_parent(groups: list[list[Sketch]], parents: int) -> list[list[Sketch]] | None:
    """The nodes of a level by their parents: by the bars, or as many for each; None where neither fits."""
    if len(groups) == parents and parents:
        return groups
    flat = [node for group in groups for node in group]
    size, rest = divmod(len(flat), parents) if parents else (0, 1)
    return None if rest or not size or len(groups) > 1 else [flat[at : at + size] for at in range(0, len(flat), size)]
