"""Edges line by line: `A -> B C`, `A: B, C`, `A = max(B, C)`, `D = 3`; and tables of them, a row for each."""

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


class _Said(NamedTuple):
    """A node as it is written, and what a statement says of it: its value, who moves, what stands below.

    `found` is what comes out there, of another statement; `mark` stands before what is below.
    """

    node: NamedNode
    label: str
    value: Token | None = None
    kind: Token | None = None
    below: tuple["_Said", ...] = ()
    found: Token | None = None
    mark: str = ""


def recognizes(text: str) -> bool:
    """Whether each line is a row of one table of edges; or a statement, none of them further in than the others."""
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
    """Whether a list separated by commas follows a name, as in `B (Min): 7, 5`."""
    head, _, children = line.partition(":")
    return "," in children and kind_from_word(head.strip()) is None


def _is_statement(line: str) -> bool:
    statement = _BULLET.sub("", line, count=1).strip()
    return _STATEMENT.fullmatch(statement) is not None or _is_equation(statement)


def read(text: str) -> ParsedNode:
    """Return the tree. Raises InputError where edges are no tree, and at what is no part of a statement or row."""
    table = find_table(text)
    if table:
        return parse_table(*table)
    text = _KIND_BEHIND_COLON.sub(lambda found: f" ({found[1]})" if kind_from_word(found[1]) else found[0], text)
    check_commas(text)
    return parsed(text, "edges", _Rules)


@v_args(inline=True)
class _Rules(Transformer[Token, ParsedNode]):
    """The rules of the grammar."""

    def node(self, *tokens: Token) -> _Said:
        """`A`, `A (MAX)`, `minimax(A)`."""
        span = Span(span_of(tokens[0]).start, span_of(tokens[-1]).end)
        is_value_of = len(tokens) > 1 and word_category("fields", tokens[0]) == "value"
        label = tokens[2] if is_value_of else "".join(tokens)
        name = parse_label_or_empty(label).name or parse_label_or_empty(tokens[0]).name
        return _Said(NamedNode(label if label.isalnum() else name or label, span), label)

    def name(self, token: Token) -> _Said:
        """`B`, `6`; of unknown leaves each is one of its own."""
        said = self.node(token)
        return said._replace(node=NamedNode(f"? {said.node.span.start}", said.node.span)) if str(token) == "?" else said

    def below(self, head: _Said, mark: Token, *items: _Said) -> _Said:
        """`A -> B C`."""
        return head._replace(below=items, mark=str(mark))

    def group(self, said: _Said) -> _Said:
        """`(A -> B C)`, as one of the children of another node; its head may be nothing but its kind."""
        if kind_from_word(said.label) in (None, Kind.LEAF):
            return said
        span = said.node.span
        word = Token("WORD", said.label, span.start, end_pos=span.end)
        return _Said(NamedNode(f"{word} {span.start}", span), "", kind=word, below=said.below)

    def value(self, head: _Said, word: Token) -> _Said:
        """`D = 3`, `A = max(B, C) = 6`."""
        return head._replace(value=word)

    def equation(self, *sides: _Said | Token) -> _Said:
        """`A = max(B, C) = max(6, 5) = 6`: a second call says what the arguments of the first one are."""
        head, *calls = (side for side in sides if isinstance(side, _Said))
        call, *others = calls if not head.kind else (head, *calls)
        below = _with_values(call, others[0]) if others else call.below
        value = sides[-1] if isinstance(sides[-1], Token) else None
        return head._replace(kind=call.kind, below=below, value=value)

    def call(self, word: Token, *arguments: _Said) -> _Said:
        """`min(6, 5)`, as one of the arguments of another call: a node without a name."""
        span = span_of(word)
        return _Said(NamedNode(f"{word} {span.start}", span), "", kind=word, below=arguments)

    def start(self, *statements: _Said) -> ParsedNode:
        """Return the tree of all statements.

        Raises InputError for two definitions of a node, and for a name that only says who moves, unless there is but
        one statement.
        """
        statements = (self.group(statements[0]),) if len(statements) == 1 else statements
        edges, defined = GraphBuilder(), set[str]()
        queue = _read_values(statements)
        for node, label, value, kind, below, found, _ in queue:
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
            if found:
                edges.field(node.key, ParsedField("value", str(found), node.span))
            edges.connect_all([node], [said.node for said in below])
            queue += below
        return edges.tree()


def _with_values(call: _Said, other: _Said) -> tuple[_Said, ...]:
    """Return the arguments of a call, with their values from the same call of values. Raises InputError for any
    other.
    """
    if other.kind != call.kind or len(other.below) != len(call.below) or any(said.kind for said in other.below):
        reject("foreign-form", other.node.span, text=other.kind)
    pairs = zip(call.below, other.below, strict=True)
    return tuple(said._replace(found=Token("WORD", value.label)) for said, value in pairs)


def _read_values(statements: Sequence[_Said]) -> list[_Said]:
    """Return the statements, where a number alone behind a name is its value and no child.

    A colon states the value of a node with arrows as well; an arrow leads to a child where each line has one child.
    Raises InputError where that is unclear.
    """
    fans = [said for said in statements if said.below and not said.kind]
    named, inner = {said.node.key for said in statements}, {said.node.key for said in fans if said.mark != ":"}
    single_valued = [said for said in fans if len(said.below) == 1 and _is_value(said.below[0])]
    single_valued = [said for said in single_valued if said.below[0].node.key not in named]
    claims = {said for said in single_valued if said.mark == ":" and said.node.key in inner}
    fans = [said for said in fans if said not in claims]
    heads = Counter(said.node.key for said in fans for _ in said.below)
    several = [one for said in fans if heads[said.node.key] > 1 for one in said.below]
    has_lists, has_numbers = any(len(said.below) > 1 for said in fans), any(map(_is_value, several))
    values = [said for said in single_valued if heads[said.node.key] == 1 and said not in claims]
    values = [said for said in values if said.mark == ":" or (several and (has_lists or not has_numbers))]
    for said in values:
        if has_numbers or not (has_lists or said.mark == ":"):
            reject("arrow-to-one", said.below[0].node.span, name=said.node.key, text=said.below[0].label)
    found = claims.union(values)
    return [s._replace(below=(), found=Token("WORD", s.below[0].label)) if s in found else s for s in statements]


def check_commas(text: str) -> None:
    """Raises InputError where a comma between digits may be that of a decimal, and no comma between words tells."""
    problem = find_comma_ambiguity(text, 0)
    pair = DECIMAL.search(text) if problem or not _COMMA_OF_WORDS.search(text) else None
    if pair:
        line = text[text.rfind("\n", 0, pair.start()) + 1 :].partition("\n")[0]
        separator = " " if _BLANK_BETWEEN.search(line) else ", "
        both = {"decimals": pair[0].replace(",", "."), "separators": pair[0].replace(",", separator)}
        reject("decimal-commas", Span(*pair.span()), text=pair[0], **both)
    if problem:
        raise InputError((problem._replace(facts={**problem.facts, "decimals": "", "separators": ""}),))


def _is_value(said: _Said) -> bool:
    """Whether what stands alone below a node may be its value."""
    label = said.label
    return number(label) is not None or label == "?" or (len(label) == 1 and label.islower())


def write(tree: Tree) -> str:
    """Return the tree in lines with arrows; every node needs its name, and leaves have theirs where they were given
    one.

    Raises InputError where the tree has moves or weights, or a name stands twice or is no word.

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
    bare = {  # leaves that stand as their numbers, as an only child cannot
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
