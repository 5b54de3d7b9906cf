"""A node and its children in a line, with a colon or an arrow between; values there or in lines of their own.

    S: A B          A -> B, C       A -> B; A -> C
    A: 6 5          B -> 3 5        B -> 3; B -> 5; C = 2
    B: 2 9          C = 2

Names are words; anything else stands in quotation marks.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from treesolve.model.problem import Span
from treesolve.model.tree import Tree
from treesolve.notation.foreign.graph import Graph
from treesolve.notation.foreign.label import KIND_WORDS, number, quoted, read_label
from treesolve.notation.foreign.refusal import cannot_carry, check_commas, refusal
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.number_text import write_number

NAME = "adjacency list"

_LINE = re.compile(r"[^\n]+")
_STATEMENT = re.compile(r"[^\n;]+")
_COMMENT = re.compile(r"(?:^|\s)(?:#|//|%%).*")
_MARK = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|$)|(--?>|=>|→|⇒|:|=(?![=>])|(?<=\S )[-–—]{1,2}(?= ))')
_BULLET = re.compile(r"[-*•][ \t]+")
_NO_NAME = re.compile(r"[{}\[\]→⇒]|^-")
_ITEM = re.compile(r"\"(?:[^\"\\]|\\.)*\"|[^\s,|&()\[\]{}]+(?:[ \t]{0,3}\([^()]*\))?")
_KIND = re.compile(r"(?<!\s)\s*\[(\w+)\]$")
_ARROW = re.compile(r"--?>|=>|→|⇒|(?<= )[-–—]{1,2}(?= )|^[-–—]{1,2}$")
_BEHIND = re.compile(r",(?=[^,\n]*(?:->|→))")
_VALUES = re.compile(r"[ \t,](?=[ \t]*[^\W\d]\w*[ \t]{0,3}[=:][ \t]{0,3}[+\-−]?(?:[0-9]|∞|inf))")
_VALUE = re.compile(r"\w[ \t]{0,3}[=:][ \t]{0,3}[+\-−]?(?:[0-9]|∞|inf)")

_FUNCTION = re.compile(
    r"^[ \t]*(?:children|child|successors?|succ|kinder|nachfolger)[ \t]?\([ \t]?(\w+)[ \t]?\)[ \t]*[=:]"
    r"|^[ \t]*(?=\w+['’]s[ \t]+(?:children|successors)\b)",
    re.IGNORECASE,
)
"""What says that the children of a node follow, as in `children(A) = {B, C}`."""
_OF_NODE = re.compile(
    r"\b(value|val|v|u|utility|h|eval|wert)[ \t]?\([ \t]?(\w+)[ \t]?\)(?=[ \t]*[=:][ \t]*[+\-−]?[0-9])"
)
"""The value of a node, as in `v(D) = 4`."""
_PARENT = re.compile(r"\b(?:parent|vater|pred)[ \t]?\([ \t]?(\w+)[ \t]?\)[ \t]*[=:][ \t]*(\w+)", re.IGNORECASE)
"""The parent of a node, as in `parent(B) = A`."""
_VALUES_FOLLOW = re.compile(
    r"^[ \t]*(?:values?|leaves|leaf values|utilit(?:y|ies)|werte|blätter)[ \t]*:[ \t]*(?=[^\W\d]\w*[ \t]?[=:])",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"[ \t]*(?P<above>[^\W\d]\w*)[ \t]*(?:-+>|→|-+[ \t]*\[?(?P<on>[^\W\d][\w ]*?)\]?[ \t]*-+>)[ \t]*"
    r"(?P<below>[^\W\d]\w*)(?:[ \t]*:[ \t]*(?P<behind>[^\W\d][\w ]*?))?[ \t]*"
)
"""An edge with its move behind it, or on its arrow."""
_EDGES = re.compile(r"[ \t]*(?:\w+(?:-+>|→)\w+[ \t]*){2,}")
_NEXT = re.compile(r"(?<=[}\])])[ \t]*[,.][ \t]*(?=\w+[ \t]*(?:=|:|->|→)[ \t]*[{\[(])")
"""What stands between a node with its children in brackets, and the next one."""
_CALLED = re.compile(r"[ \t]*([^\W\d]\w*)[ \t]?[(\[{]([^()\[\]{}=:]+)[)\]}][ \t]*[.,]?[ \t]*")
"""A node with its children in brackets behind it, alone on a line."""
_LISTED = re.compile(
    r"[^=:\n]*(?:->|=>|→|:)(?:[ \t,]*[^\W\d]\w*[ \t]?=[ \t]?(?:[+\-−]?[0-9][0-9./]*|\?)[ \t]*(?:,|(?=[ \t])|$))+[ \t]*"
)
"""A node with its leaves, each with its value behind an equals sign."""
_ASSIGNED = re.compile(r"(\w+)[ \t]?=[ \t]?([+\-−]?[0-9][0-9./]*|\?)")
_VALUED = re.compile(r"^\s*([^\W\d]\w*)\s*[:=]\s*([+\-−]?[0-9][0-9./]*|\?)\s*$")
"""A child behind an arrow with its value."""

_SEVERAL = {"nodes", "levels", "players", "knoten", "ebenen", "spieler"}
"""What stands behind a kind in a line that says of several nodes whose they are."""


_CHILDREN = re.compile(
    r"^\s*(?:children|successors|leaves|kinder|nachfolger|blätter)[ \t]*:?[ \t]+(?=\S)", re.IGNORECASE
)
"""A word that says only that children follow."""
_NODE = re.compile(r"^(?:node|knoten)[ \t]+(?=\w)", re.IGNORECASE)


class Statement(NamedTuple):
    """A line: the node that it is about, its mark, what stands behind, whether it is part of a chain, and its move."""

    head: str
    mark: str
    items: list[str]
    span: Span
    chained: bool = False
    move: str | None = None


def recognises(text: str) -> bool:
    """Whether every line says something of a node, and some node of two lines is a child in one of them."""
    found = list(_statements_in_text(text))
    statements = [statement for statement in found if statement]
    if len(found) == 1 and statements and _ARROW.fullmatch(statements[0].mark):
        items, named = statements[0].items, re.search(r"[^\W\d_]", statements[0].head) is not None
        return named and len(items) > 1 and all(number(item) is not None or item.endswith(")") for item in items)
    if len(found) < 2 or len(statements) < len(found):
        return False
    heads = {_name_in_head(statement.head) for statement in statements}
    below = {_name_in_item(item) for statement in statements for item in statement.items}
    return bool(heads & below)


def read(text: str) -> Sketch:
    """The tree. Raises InputError where it is none, or where `C -> 7` may be a leaf or the one child of C."""
    for line in _LINE.finditer(text):
        check_commas(line[0], line.start())
    statements = [statement for statement in _statements_in_text(text) if statement]
    lone, others = _nodes_with_one_number(statements)
    sketch = _graph_of_statements(statements, lone).sketch()
    if lone and others:
        key, own = next(iter(lone.items()))
        raise refusal("arrow-to-one", own.span, sketch, name=key, text=own.items[0])
    return sketch


def _graph_of_statements(statements: list[Statement], lone: dict[str, Statement]) -> Graph:
    graph = Graph()
    assigned = set[str]()
    for head, mark, items, span, chained, move in statements:
        key = _name_in_head(head)
        if mark == "=" and key in assigned:
            raise refusal("key-twice", span, text=key)
        assigned.update([key] if mark == "=" else [])
        graph.node(key, span)
        label = read_label(head, inner=True)
        if label.kind and (label.name or "").lower() in _SEVERAL:
            raise refusal("meant-otherwise", span, text=head)
        if label.kind:
            graph.entries[key].kind = label.kind
        if _is_line_with_value(mark, items) or key in lone:
            _give_value(graph, key, items[0], span)
            continue
        for item in items:
            if move:
                graph.edge(key, item, span, move)
            else:
                _add_child(graph, key, item, span, again=chained)
    return graph


def _add_child(graph: Graph, key: str, item: str, span: Span, *, again: bool) -> None:
    """A child behind an arrow, with its value or kind where that stands in brackets behind it: `D(3)`."""
    if not item.endswith(")"):
        graph.edge(key, _name_in_item(item), span, again=again)
        return
    label = read_label(item, inner=False)
    if not label.name or (label.value is None and label.unknown is None and label.kind is None):
        raise refusal("value-no-number", span, name=label.name or "", text=item)
    graph.edge(key, label.name, span)
    below = graph.entries[label.name]
    below.value, below.unknown, below.kind = label.value, label.unknown, label.kind or below.kind


def _statements_in_text(text: str) -> Iterator[Statement | None]:
    """The statements of a text, None for each that is none."""
    lines = [_COMMENT.sub("", found[0]) for found in _LINE.finditer(text) if found[0].strip()]
    are_called = len(lines) > 1 and all(_CALLED.fullmatch(line) or _VALUED.fullmatch(line) for line in lines)
    for found in _STATEMENT.finditer(text):
        words = _COMMENT.sub("", found[0])
        words = _OF_NODE.sub(r"\2", _FUNCTION.sub(r"\1: ", words, count=1))
        words = _VALUES_FOLLOW.sub("", _PARENT.sub(r"\2 -> \1", words))
        if are_called and (called := _CALLED.fullmatch(words)):
            words = f"{called[1]}: {called[2]}"
        if _LISTED.fullmatch(words):
            words = _ASSIGNED.sub(r"\1 (\2)", words)
        pieces = words.split() if _EDGES.fullmatch(words) else _NEXT.split(words)
        if len(pieces) > 1:
            pass
        elif len(_ARROW.findall(words)) > 1:
            pieces = _BEHIND.split(words)
        elif len(_VALUE.findall(words)) > 1:
            pieces = _VALUES.split(words)
        begin = found.start()
        for piece in pieces:
            if piece.strip(" \t\r.,"):
                yield from _statements_of_chain(piece, begin)
            begin += len(piece) + 1


def _statements_of_chain(words: str, begin: int) -> Iterator[Statement | None]:
    """The statements in `A -> B -> C`, each node below the one before it; None where the words say nothing."""
    if (edge := _LABELLED.fullmatch(words)) and (move := edge["on"] or edge["behind"]):
        yield Statement(edge["above"], "->", [edge["below"]], Span(begin, begin + len(words.rstrip())), False, move)
        return
    found = next((found for found in _MARK.finditer(words) if found[1]), None)
    name = _BULLET.sub("", words[: found.start()].strip(), count=1) if found else ""
    name = _NODE.sub("", _KIND.sub(r" (\1)", name))
    if not found or not name or _NO_NAME.search(name) or _is_more_than_one_name(name):
        yield None
        return
    mark, rest = found[1], words[found.end() :]
    span = Span(begin + len(words) - len(words.lstrip()), begin + len(words.rstrip()))
    parts = _ARROW.split(rest) if _ARROW.fullmatch(mark) else [rest]
    for part in parts:
        part = _VALUED.sub(r"\1 (\2)", _CHILDREN.sub("", part))
        items = [item for item in _ITEM.findall(part) if item not in ("and", "und")]
        if not items or ":" in part.replace('":', "") or "=" in part:
            yield None
            return
        yield Statement(name, mark, items, span, len(parts) > 1)
        name = items[0]
        if len(parts) > 1 and len(items) > 1 and part is not parts[-1]:
            yield None


def _is_more_than_one_name(name: str) -> bool:
    """Whether what stands before a mark is more than one name, or part of a bracket."""
    return not name.startswith('"') and (name.count("(") != name.count(")") or any(sign in name for sign in ",;*"))


def _name_in_head(head: str) -> str:
    """The name in the head of a line, without its kind."""
    if head.startswith('"'):
        return read_label(head, inner=True).name or head
    label = read_label(head, inner=True)
    told = label.kind or (label.value is not None and head.endswith(")"))
    return label.name if told and label.name else head


def _name_in_item(item: str) -> str:
    if item.startswith('"'):
        return read_label(item, inner=True).name or item
    return item.partition("(")[0].strip()


def _is_line_with_value(mark: str, items: list[str]) -> bool:
    """Whether a line gives a value: `D = 3`, `D: 3`, `D = x`."""
    if len(items) != 1 or mark not in ("=", ":"):
        return False
    return number(items[0]) is not None or items[0] == "?" or mark == "="


def _give_value(graph: Graph, key: str, item: str, span: Span) -> None:
    entry = graph.entries[key]
    entry.value = number(item)
    entry.kind = KIND_WORDS.get(item.lower(), entry.kind)
    if item.lower() in KIND_WORDS:
        return
    if entry.value is None and re.fullmatch(r"\?|[^\W\d_][0-9]*", item):
        entry.unknown = item
    elif entry.value is None:
        raise refusal("value-no-number", span, name=key, text=item)


def _nodes_with_one_number(statements: list[Statement]) -> tuple[dict[str, Statement], bool]:
    """The nodes of `D -> 3`, with their lines, and whether other nodes have numbers as children.

    Where no other has, the number is the value of D; where each line is an edge and some node has two, a child.
    """
    lines: dict[str, list[Statement]] = {}
    for statement in statements:
        lines.setdefault(_name_in_head(statement.head), []).append(statement)
    edges = [statement for statement in statements if _ARROW.fullmatch(statement.mark)]
    if all(len(edge.items) == 1 for edge in edges) and len(edges) > len({_name_in_head(edge.head) for edge in edges}):
        return {}, False
    single = {key: own[0] for key, own in lines.items() if len(own) == 1 and _ARROW.fullmatch(own[0].mark)}
    lone = {key: own for key, own in single.items() if len(own.items) == 1 and number(own.items[0]) is not None}
    rest = (each for key, own in lines.items() if key not in lone for each in own if each.mark != "=")
    return lone, any(number(item) is not None for each in rest for item in each.items)


def write(tree: Tree) -> str:
    """The tree in lines with arrows; every node needs its name, and leaves have theirs where they were given one.

    Raises InputError where the tree has moves or weights, or a name stands twice or is no word.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write(read_ours("((6 5) (2 left: 9))")), end="")
    A (MAX) -> B C
    B (MIN) -> 6 5
    C (MIN) -> 2 left
    left = 9
    """
    names = tree.names
    if any(quoted(name) != name for name in names):
        raise cannot_carry("words")
    lines, values = [], []
    for node in tree.level_order:
        if tree.children[node]:
            items = [_child_as_written(tree, child, names) for child in tree.children[node]]
            lines.append(f"{names[node]} ({tree.kinds[node].name}) -> {' '.join(items)}\n")
        elif _child_as_written(tree, node, names) == names[node]:
            values.append(f"{names[node]} = {write_number(tree.values[node])}\n")  # type: ignore[arg-type]
    return "".join(lines + values)


def _child_as_written(tree: Tree, child: int, names: tuple[str, ...]) -> str:
    """A leaf without a name, as its number, where it is no only child; else the name."""
    value, parent = tree.values[child], tree.parents[child]
    assert parent is not None
    numeric = isinstance(value, int | float) or hasattr(value, "denominator")
    alone = len(tree.children[parent]) == 1 or child in tree.given_names
    return names[child] if alone or not numeric else write_number(value)  # type: ignore[arg-type]
