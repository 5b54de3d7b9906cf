"""Edge lists with one statement per line, or tables of edges.

Statements are, for example, `A -> B C`, `A: B, C`, `A = max(B, C)` and `D = 3`.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from lark import Token, Transformer, v_args

from treesolve.model.kind import Kind
from treesolve.model.number import Unknown
from treesolve.model.problem import InputError, Span
from treesolve.model.tree import Tree
from treesolve.notation.ambiguity import find_comma_ambiguity
from treesolve.notation.grammar import span_of
from treesolve.notation.importers.edge_tables import find_table, parse_table
from treesolve.notation.importers.exported_text import quote_if_needed, unsupported_feature_error
from treesolve.notation.importers.labels import DECIMAL, kind_from_word, number, parse_label_or_empty, word_category
from treesolve.notation.importers.lark_parser import parsed
from treesolve.notation.importers.parsed_node import (
    GraphBuilder,
    NamedNode,
    ParsedField,
    ParsedNode,
    reject,
    reject_ambiguous,
)
from treesolve.notation.number_text import format_number

NAME = "edge list"
COMMENTS = ("#", "//")

_STATEMENT = re.compile(
    r"(?:[^\W_][\w.'-]{0,60}|\"[^\"\n]{1,60}\")(?:[ \t]?[(\[][^()\[\]\n]{1,40}[)\]])?[ \t]{0,20}(?:--?>|=>|→|[:=])"
    r"[ \t]{0,20}[\[({]?(?:[^\W_]|[\"?.+−-])[^\n{<'|]*"
)
_EQUATION = re.compile(r"\s*(?:\w[\w ()]{0,40}=\s{0,9}(\w{1,20})[({]|(\w{1,20})[({][^\n=]*[)}][ \t]*=)")
_KIND_BEHIND_COLON = re.compile(r": (\w+) (?=--?>|=>|→)")
_BULLET = re.compile(r"\s*(?:[-*•]|[0-9]{1,3}[.)])[ \t]+")
_ARROW = re.compile("->|=>|→")
_BLANK_BETWEEN = re.compile(r"[\w.][ \t]+[0-9]")
_COMMA_OF_WORDS = re.compile(r"[^\W\d],[^\W\d]")


class _StatementNode(NamedTuple):
    """A node in a statement, with the value, kind and children that the statement specifies.

    `result` is the value from a second call, or a single number after the name. `mark` is the sign before the children.
    """

    node: NamedNode
    label: str
    value: Token | None = None
    kind: Token | None = None
    below: tuple["_StatementNode", ...] = ()
    result: Token | None = None
    mark: str = ""


def recognizes(text: str) -> bool:
    """Return whether the text is a table of edges, or consists of statements with the same indentation."""
    if find_table(text):
        return True
    lines = [line for line in text.split("\n") if line.strip()]
    margins = {line[: len(line) - len(line.lstrip())] for line in lines}
    several = len(lines) + text.count(";") > 1 or _ARROW.search(text) is not None
    is_tree = several or _is_equation(text) or _has_list_of_children(text)
    return is_tree and len(margins) == 1 and all(map(_is_statement, lines))


def _is_equation(line: str) -> bool:
    equation = _EQUATION.match(line)
    return equation is not None and kind_from_word(equation[1] or equation[2]) is not None


def _has_list_of_children(line: str) -> bool:
    """Return whether the line is a name followed by a colon and a comma-separated list, as in `B (Min): 7, 5`."""
    head, _, children = line.partition(":")
    return "," in children and kind_from_word(head.strip()) is None


def _is_statement(line: str) -> bool:
    statement = _BULLET.sub("", line, count=1).strip()
    return _STATEMENT.fullmatch(statement) is not None or _is_equation(statement)


def read(text: str) -> ParsedNode:
    """Return the tree. Raises InputError if the edges do not form a tree, and for invalid statements and rows."""
    table = find_table(text)
    if table:
        return parse_table(*table)
    text = _KIND_BEHIND_COLON.sub(lambda result: f" ({result[1]})" if kind_from_word(result[1]) else result[0], text)
    check_commas(text)
    return parsed(text, "edges", _Rules)


@v_args(inline=True)
class _Rules(Transformer[Token, ParsedNode]):
    """A transformer for the rules of the grammar."""

    def node(self, *tokens: Token) -> _StatementNode:
        """Return a node: `A`, `A (MAX)` or `minimax(A)`."""
        span = Span(span_of(tokens[0]).start, span_of(tokens[-1]).end)
        is_value_of = len(tokens) > 1 and word_category("fields", tokens[0]) == "value"
        label = tokens[2] if is_value_of else "".join(tokens)
        name = parse_label_or_empty(label).name or parse_label_or_empty(tokens[0]).name
        return _StatementNode(NamedNode(label if label.isalnum() else name or label, span), label)

    def name(self, token: Token) -> _StatementNode:
        """Return a node that is only referred to: `B` or `6`. Each question mark is a separate node."""
        item = self.node(token)
        return item._replace(node=NamedNode(f"? {item.node.span.start}", item.node.span)) if str(token) == "?" else item

    def below(self, head: _StatementNode, mark: Token, *items: _StatementNode) -> _StatementNode:
        """Return a node with children: `A -> B C`."""
        return head._replace(below=items, mark=str(mark))

    def group(self, item: _StatementNode) -> _StatementNode:
        """Return a node with children that is itself a child: `(A -> B C)`. Its label may consist of a kind alone."""
        if kind_from_word(item.label) in (None, Kind.LEAF):
            return item
        span = item.node.span
        word = Token("WORD", item.label, span.start, end_pos=span.end)
        return _StatementNode(NamedNode(f"{word} {span.start}", span), "", kind=word, below=item.below)

    def value(self, head: _StatementNode, word: Token) -> _StatementNode:
        """Return a node with a value: `D = 3` or `A = max(B, C) = 6`."""
        return head._replace(value=word)

    def equation(self, *sides: _StatementNode | Token) -> _StatementNode:
        """Return a node that is equal to a call: `A = max(B, C) = max(6, 5) = 6`.

        A second call contains the values of the arguments of the first call.
        """
        head, *calls = (side for side in sides if isinstance(side, _StatementNode))
        call, *others = calls if not head.kind else (head, *calls)
        below = _with_values(call, others[0]) if others else call.below
        value = sides[-1] if isinstance(sides[-1], Token) else None
        return head._replace(kind=call.kind, below=below, value=value)

    def call(self, word: Token, *arguments: _StatementNode) -> _StatementNode:
        """Return an unnamed node for a call such as `min(6, 5)` inside another call."""
        span = span_of(word)
        return _StatementNode(NamedNode(f"{word} {span.start}", span), "", kind=word, below=arguments)

    def start(self, *statements: _StatementNode) -> ParsedNode:
        """Return the tree that the statements describe.

        Raises InputError if a node is defined twice, or if a node has a kind instead of a name. The latter is only
        allowed if there is a single statement.
        """
        statements = (self.group(statements[0]),) if len(statements) == 1 else statements
        edges, defined = GraphBuilder(), set[str]()
        queue = _read_values(statements)
        for node, label, value, kind, below, result, _ in queue:
            if kind_from_word(label) not in (None, Kind.LEAF):
                reject_ambiguous("head", node.span, label)
            if (value or kind) and node.key in defined:
                reject_ambiguous("twice", node.span, label)
            edges.node(*node)
            if label != node.key:
                edges.label(node.key, label, node.span)
            for name, word in ("value", value), ("kind", kind):
                if word:
                    defined.add(node.key)
                    edges.field(node.key, ParsedField(name, str(word), span_of(word)))
            if result:
                edges.field(node.key, ParsedField("value", str(result), node.span))
            edges.connect_all([node], [item.node for item in below])
            queue += below
        return edges.tree()


def _with_values(call: _StatementNode, other: _StatementNode) -> tuple[_StatementNode, ...]:
    """Return the arguments of a call with their values from a second call.

    Raises InputError if the second call has another kind or number of arguments.
    """
    if other.kind != call.kind or len(other.below) != len(call.below) or any(item.kind for item in other.below):
        reject("foreign-form", other.node.span, text=other.kind)
    pairs = zip(call.below, other.below, strict=True)
    return tuple(item._replace(result=Token("WORD", value.label)) for item, value in pairs)


def _read_values(statements: Sequence[_StatementNode]) -> list[_StatementNode]:
    """Return the statements with the values of nodes: a single number after a name is a value instead of a child.

    A number after a colon is a value even if another statement lists the children of the node. A number after an arrow
    is a child if every line has one child. Raises InputError if it is unclear whether a number is a value or a child.
    """
    fans = [item for item in statements if item.below and not item.kind]
    named, inner = {item.node.key for item in statements}, {item.node.key for item in fans if item.mark != ":"}
    single_valued = [item for item in fans if len(item.below) == 1 and _is_value(item.below[0])]
    single_valued = [item for item in single_valued if item.below[0].node.key not in named]
    claims = {item for item in single_valued if item.mark == ":" and item.node.key in inner}
    fans = [item for item in fans if item not in claims]
    heads = Counter(item.node.key for item in fans for _ in item.below)
    several = [one for item in fans if heads[item.node.key] > 1 for one in item.below]
    has_lists, has_numbers = any(len(item.below) > 1 for item in fans), any(map(_is_value, several))
    values = [item for item in single_valued if heads[item.node.key] == 1 and item not in claims]
    values = [item for item in values if item.mark == ":" or (several and (has_lists or not has_numbers))]
    for item in values:
        if has_numbers or not (has_lists or item.mark == ":"):
            reject("arrow-to-one", item.below[0].node.span, name=item.node.key, text=item.below[0].label)
    with_value = claims.union(values)
    return [s._replace(below=(), result=Token("WORD", s.below[0].label)) if s in with_value else s for s in statements]


def check_commas(text: str) -> None:
    """Raise InputError if a comma between digits may be a decimal comma.

    If the text also has a comma between words, commas are taken for separators.
    """
    problem = find_comma_ambiguity(text, 0)
    pair = DECIMAL.search(text) if problem or not _COMMA_OF_WORDS.search(text) else None
    if pair:
        line = text[text.rfind("\n", 0, pair.start()) + 1 :].partition("\n")[0]
        separator = " " if _BLANK_BETWEEN.search(line) else ", "
        both = {"decimals": pair[0].replace(",", "."), "separators": pair[0].replace(",", separator)}
        reject("decimal-commas", Span(*pair.span()), text=pair[0], **both)
    if problem:
        raise InputError((problem._replace(facts={**problem.facts, "decimals": "", "separators": ""}),))


def _is_value(item: _StatementNode) -> bool:
    """Return whether the only child of a node may be the value of the node instead."""
    label = item.label
    return number(label) is not None or label == "?" or (len(label) == 1 and label.islower())


def write(tree: Tree) -> str:
    """Return the tree as lines with arrows. An unnamed leaf is written as its value unless that would be ambiguous.

    Raises InputError if a name would need quotation marks.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write(read_ours("((6 5) (2 left: 9))")), end="")
    A (MAX) -> B C
    B (MIN) -> 6 5
    C (MIN) -> 2 left
    left = 9
    """
    names = tree.names
    if any(quote_if_needed(name) != name for name in names):
        raise unsupported_feature_error("words")
    bare = {  # leaves written as their values, which is ambiguous for an only child
        leaf: format_number(tree.values[leaf])  # type: ignore[arg-type]
        for below in tree.children
        for leaf in below
        if len(below) > 1 and leaf not in tree.given_names and not isinstance(tree.values[leaf], Unknown | None)
    }
    lines, values = [], []
    for node in tree.level_order:
        if tree.children[node]:
            items = [bare.get(child, names[child]) for child in tree.children[node]]
            lines.append(f"{names[node]} ({tree.kinds[node].name}) -> {' '.join(items)}\n")
        elif node not in bare:
            values.append(f"{names[node]} = {format_number(tree.values[node])}\n")  # type: ignore[arg-type]
    return "".join(lines + values)
