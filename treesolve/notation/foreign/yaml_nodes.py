"""YAML in which each node has fields: `name: A`, `type: max`, and `children:` with a list of nodes below it.

Only what such a tree needs is read: keys with words behind them, and lists.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from treesolve.model.number import Unknown
from treesolve.model.problem import Span
from treesolve.model.tree import Tree
from treesolve.notation.foreign.fields import field as field_of
from treesolve.notation.foreign.fields import said
from treesolve.notation.foreign.label import Label, number, quoted
from treesolve.notation.foreign.objects import fields
from treesolve.notation.foreign.refusal import cannot_carry, refusal
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.number_text import write_number

NAME = "YAML"

_LINE = re.compile(r"^([ \t]*)((?:- +)*)(?:([\w-]+):)?(?:[ \t]+|$)?([^\n]*)$", re.MULTILINE)
_CHILDREN = re.compile(r"^[ \t]*(?:- +)?\"?(?:children|kids|successors|nodes|childs)\"?:[ \t]*$", re.MULTILINE)
_PART = re.compile(r"[ \t]*(?:- +)*(?:[\w-]+:(?:[ \t]|$)|[+\-]?[0-9]|\{[\w\"'-]+:[^{}]*\})")
_FLOW = re.compile(r"\{([^{}\[\]]*)\}")
"""The fields of a node on one line."""
_WRAPPERS = ("tree", "root", "game_tree", "baum")


@dataclass
class _Node:
    """A node on its way: how far in its fields stand, where its children stand, what its fields say."""

    column: int
    span: Span
    said: Label = field(default_factory=Label)
    below: list["_Node"] = field(default_factory=list)


def recognises(text: str) -> bool:
    """Whether a field for children stands on a line of its own, and every line is a field or a leaf in a list."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return bool(_CHILDREN.search(text)) and all(_PART.match(line) or line == "---" for line in lines)


def read(text: str) -> Sketch:
    """The tree. Raises InputError where it has two roots, or a field is unknown that has something below it."""
    roots: list[_Node] = []
    above: list[_Node] = []
    for column, is_item, key, words, span in _lines_with_fields(text):
        while above and above[-1].column > column:
            above.pop()
        if is_item or not above:
            while above and above[-1].column >= column:
                above.pop()
            node = _Node(column, span)
            (above[-1].below if above else roots).append(node)
            above.append(node)
        _add_field_to_node(above[-1], key, words, span)
    if len(roots) != 1:
        raise refusal(
            "graph-roots" if roots else "graph-empty", roots[1].span if roots else Span(0, 0), first="?", second="?"
        )
    return _sketch_of_node(roots[0])


def _lines_with_fields(text: str) -> Iterator[tuple[int, bool, str, str, Span]]:
    """Each line: its column behind its bullets, whether it has one, its key, its words, its place."""
    outer = 0
    for found in _LINE.finditer(text):
        key, words = found[3] or "", re.sub(r"(?:^|\s)#.*", "", found[4]).strip().strip("\"'")
        if (not key and not words) or found[0].startswith(("---", "#")):
            continue
        if key.lower() in _WRAPPERS and not words and not outer:
            outer = 1
            continue
        column, span = len(found[1]) + len(found[2]), Span(found.start(3 if key else 4), found.end())
        flow = _FLOW.fullmatch(words) if not key else None
        for place, (name, value) in enumerate(_fields_in_flow(flow[1])) if flow else ((0, (key, words)),):
            yield column, bool(found[2]) and not place, name, value, span


def _fields_in_flow(words: str) -> list[tuple[str, str]]:
    """The fields that stand between braces."""
    pairs = (field.partition(":") for field in words.split(","))
    return [(name.strip(" \"'"), value.strip(" \"'")) for name, _, value in pairs]


def _add_field_to_node(node: _Node, key: str, words: str, span: Span) -> None:
    """Add a field to a node; a number alone is a leaf's value."""
    what = field_of(key) if key else "value" if number(words) is not None else None
    if what == "children" and not words:
        return
    if what is None and (not words or not key):
        raise refusal("unknown-field", span, text=key or words)
    if what == "children" and "{" in words and _FLOW.sub("", words).strip("[], "):
        raise refusal("foreign-form", span, text=words)
    if what == "children" and (flows := _FLOW.findall(words)):
        for flow in flows:
            node.below.append(_Node(node.column + 1, span))
            for name, value in _fields_in_flow(flow):
                _add_field_to_node(node.below[-1], name, value, span)
    elif what == "children":
        for each in re.findall(r"[^\s,\[\]]+", words):
            node.below.append(_Node(node.column + 1, span, said(Label(), "value", each)))
    elif what and words:
        if (what == "value" and node.said.value is not None) or (what == "name" and node.said.name):
            raise refusal("number-left-out", span, text=words)
        node.said = said(node.said, what, words)


def _sketch_of_node(root: _Node) -> Sketch:
    """The node with all below it, however deep."""
    order = [root]
    for node in order:
        order.extend(node.below)
    made: dict[int, Sketch] = {}
    for node in reversed(order):
        children = tuple(made.pop(id(child)) for child in node.below)
        made[id(node)] = node.said.sketch(node.span, children)
    return made[id(root)]


def write(tree: Tree) -> str:
    """The tree with a field a line, and the children of a node in a list below it.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write(read_ours("(left -> 6 B: 5)")), end="")
    type: max
    children:
      - move: left
        value: 6
      - name: B
        value: 5
    """
    return "".join(line for node in range(len(tree)) for line in _lines_of_node(tree, node))


def _lines_of_node(tree: Tree, node: int) -> Iterator[str]:
    """The lines of a node without those of its children."""
    indent = "    " * tree.depths[node]
    bullet = f"{indent[:-2]}- " if node else ""
    for key, value in fields(tree, node).items():
        words = value if isinstance(value, str) else write_number(value)
        is_plain = key == "type" or not isinstance(value, str | Unknown)
        yield f"{bullet or indent}{key}: {words if is_plain else _quoted_if_needed(words)}\n"
        bullet = ""
    if tree.children[node]:
        yield f"{indent}children:\n"


def _quoted_if_needed(words: str) -> str:
    """A plain word as it is, others in quotation marks. Raises InputError where they would end too early."""
    if re.search(r'["\\#]', words):
        raise cannot_carry("words")
    return words if quoted(words) == words and words.lower() not in _NO_WORDS else f'"{words}"'


_NO_WORDS = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"}
"""What is no text in YAML."""
