"""Equations, one a node: `A = max(B, C)`, `B = min(3, 5)`, `C = 2`; chance as `E = 0.5 * B + 0.5 * C`."""

import re
from collections.abc import Iterator

from treesolve.model.number import Number
from treesolve.model.problem import Span
from treesolve.model.tree import Kind
from treesolve.notation.foreign.graph import Entry, Graph
from treesolve.notation.foreign.label import number, probability
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch, nodes

NAME = "equations"

_LINE = re.compile(r"[^\n]+")
_FURTHER = re.compile(r"\s*&?=")
_BETWEEN = re.compile(r"[;,](?=\s*(?:\w+\s*\(\s*\w+'?\s*\)|[^\W\d]\w*'?)\s*:?=|\s*$)")
_HEAD = re.compile(
    r"\s*(?:[-*•]\s+|\d+[.)]\s+)?(?:(?:v|V|value|minimax|Minimax|MINIMAX|f|wert)\s*[(_]\s*\{?)?"
    r"([^\W\d]\w*'?)\s*+[})]*+\s*+:?=\s*"
)
_CALL = re.compile(r"\\?(max|min)\s*\\?[({\[]", re.IGNORECASE)
_WORKED_OUT = re.compile(
    r"\\?(?:max|min)\s*\\?[({\[]([^(){}\[\]]*?)\\?[)}\]]\s*(?:=\s*[+\-−]?[0-9./]+\s*)?[.,]?", re.IGNORECASE
)
"""A maximum of numbers, which may stand below the equation that it works out."""
_PIECE = re.compile(r"\\?(max|min)\s*(?=\\?[({\[])|\\?[({\[]|\\?[)}\]]|[,;]|=|[^\s,;(){}\[\]=\\]+", re.IGNORECASE)
_APPLIED = re.compile(r"\b(?:[lL]eaf|Node|Tree)\b\s*[\w(\[]|\|\s*[A-Z]|\b[A-Z][a-z]\w*[ \t]+[0-9]")
"""Constructors, as in Haskell."""
_OF = re.compile(
    r"\b(?:v|V|value|minimax|Minimax|MINIMAX|f|wert)\s*(?:\(\s*([^\W\d]\w*'?)\s*\)|_\{?\s*([^\W\d]\w*'?)\s*\}?)"
)
_TERM = re.compile(r"([0-9]+(?:[./][0-9]+)?)\s*(?:\\cdot|[*·×])?\s*([^\W\d]\w*'?|[+\-−]?[0-9][0-9./]*)")


def recognises(text: str) -> bool:
    """Whether every line is an equation, and one of them takes a maximum or a minimum."""
    statements = [statement for statement, _ in _equations_in_text(text)]
    heads = [_HEAD.match(statement.strip(" $")) for statement in statements]
    if not statements or not all(heads) or any(map(_APPLIED.search, statements)):
        return False
    return any(_CALL.match(each.strip(" $"), head.end()) for each, head in zip(statements, heads, strict=True) if head)


def read(text: str) -> Sketch:
    """The tree. Raises InputError where it is none, or an equation is more than maxima, minima and weights."""
    graph = Graph()
    repeated: list[tuple[str, list[Number], Span]] = []
    for opens, closes in ("()", "[]", "{}"):
        if text.count(closes) > text.count(opens):
            at = text.rindex(closes)
            raise refusal("foreign-form", Span(at, at + 1), text=closes)
    for statement, start in _equations_in_text(text):
        words = statement.replace("$", " ")
        head = _HEAD.match(words)
        if head:
            span = Span(start + head.start(1), start + len(words.rstrip()))
            known = graph.entries.get(head[1])
            if known and known.edges and (again := _numbers_of_call(words[head.end() :])):
                repeated.append((head[1], again, span))
                continue
            entry = graph.node(head[1], span)
            right = _OF.sub(lambda each: each[1] or each[2], words[head.end() :])
            _add_right_side(graph, entry, right.strip(" \t\r.,"), span)
    sketch = graph.sketch()
    for name, values, span in repeated:
        if _values_below(sketch, name) != values:
            raise refusal("key-twice", span, text=name)
    return sketch


def _numbers_of_call(words: str) -> list[Number] | None:
    """The numbers of which a maximum or minimum is taken; None where anything else is in it."""
    found = _WORKED_OUT.match(words.strip())
    values = [number(each) for each in re.split(r"[\s,;]+", found[1].strip())] if found else []
    return [value for value in values if value is not None] if values and None not in values else None


def _values_below(sketch: Sketch, name: str) -> list[Number]:
    """What the children of the node with that name are worth; nothing where one of them is unknown, or chance."""
    worth: dict[int, Number] = {}
    found: list[Number] = []
    for node in reversed(list(nodes(sketch))):
        below = [worth[id(child)] for child in node.children if id(child) in worth]
        best = {Kind.MAX: max, Kind.MIN: min}.get(node.kind) if node.kind else None
        if not node.children and node.value is not None:
            worth[id(node)] = node.value
        elif best and len(below) == len(node.children):
            worth[id(node)] = best(below)
        found = below if node.name == name and len(below) == len(node.children) else found
    return found


def _equations_in_text(text: str) -> Iterator[tuple[str, int]]:
    """Each equation and where it stands: a line, or several of them parted by semicolons or commas.

    Lines that go on with `= 3` work out what stands above them, and say nothing new.
    """
    for found in _LINE.finditer(text):
        begin = found.start()
        if _FURTHER.match(found[0]):
            continue
        for words in _BETWEEN.split(found[0]):
            if words.strip(" \t\r.,$"):
                yield words, begin
            begin += len(words) + 1


def _add_right_side(graph: Graph, entry: Entry, words: str, span: Span) -> None:
    """What an equation says of the node on its left; where it goes on with `= 3`, only its first part counts."""
    value = number(words)
    if _CALL.match(words):
        _add_maxima_and_minima(graph, entry, words, span)
    elif value is not None:
        entry.value = value
    elif "+" in words:
        _add_weighted_sum(graph, entry, words, span)
    elif re.fullmatch(r"\?|[^\W\d_][0-9]*", words):
        entry.unknown = words
    else:
        raise refusal("value-no-number", span, name=entry.name, text=words)


def _add_maxima_and_minima(graph: Graph, entry: Entry, words: str, span: Span) -> None:
    """Maxima and minima, each of which is a node, with what they are taken of as children."""
    open_nodes: list[Entry] = []  # the node of each open bracket; a bracket that only groups has the node around it
    called: Entry | None = None
    pieces = [(found[0].lstrip("\\"), found[1]) for found in _PIECE.finditer(words)]
    for piece, kind in pieces:
        if kind:
            node = entry if not open_nodes else graph.unnamed(span)
            node.kind = Kind(kind.lower())
            if open_nodes:
                graph.edge(open_nodes[-1].key, node.key, span)
            called = node
        elif piece in "([{":
            open_nodes.append(called or open_nodes[-1])
            called = None
        elif piece in ")]}":
            open_nodes.pop()
            if not open_nodes:
                return
        elif piece not in (",", ";"):
            _add_operand(graph, open_nodes[-1], piece, span)
    raise refusal("foreign-unclosed", span, text=words[:40])


def _add_operand(graph: Graph, parent: Entry, piece: str, span: Span) -> None:
    if not re.fullmatch(r"\?|[^\W\d]\w*'?", piece) and number(piece) is None:
        raise refusal("value-no-number", span, name=parent.name or "", text=piece)
    graph.edge(parent.key, piece, span)


def _add_weighted_sum(graph: Graph, entry: Entry, words: str, span: Span) -> None:
    """A weighted sum: a chance node."""
    entry.kind = Kind.CHANCE
    for weight, operand in _terms_of_sum(words.partition("=")[0], span):
        if number(operand) is None:
            graph.edge(entry.key, operand, span, None, probability(weight))
        else:
            graph.leaf(entry.key, span, number(operand))
            entry.edges[-1] = entry.edges[-1]._replace(weight=probability(weight))


def _terms_of_sum(words: str, span: Span) -> Iterator[tuple[str, str]]:
    for term in words.split("+"):
        found = _TERM.fullmatch(term.strip().strip("()"))
        if not found:
            raise refusal("value-no-number", span, name="", text=term.strip())
        yield found[1], found[2]
