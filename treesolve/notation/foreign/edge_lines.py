"""Edges line by line: `A -> B C`, `A: B, C`, `A = max(B, C)`, `D = 3`; and tables of them, a row for each.

Vocabulary

    statement   a node, and what stands below it, or its value
    head        the node that a statement begins with
    item        a node below it
"""

import re
from collections import Counter
from collections.abc import Sequence

from lark import Token, v_args

from treesolve.model.problem import InputError, Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.doubts import numbers_untold
from treesolve.notation.foreign.edge_tables import table_in, tree_of_table
from treesolve.notation.foreign.labels import NoLabel, number, read_label
from treesolve.notation.foreign.links import Named
from treesolve.notation.foreign.neutral import Field, Part, refuse
from treesolve.notation.foreign.parsed import EdgeReader, parsed, span_of
from treesolve.notation.foreign.words import kind_called
from treesolve.notation.foreign.written import cannot_carry, quoted
from treesolve.notation.number_text import write_number

NAME = "edge list"
COMMENTS = ("#", "//")

_STATEMENT = re.compile(
    r"(?:[^\W_][\w.'-]{0,60}|\"[^\"\n]{1,60}\")(?:[ \t]?[(\[][^()\[\]\n]{1,40}[)\]])?[ \t]{0,20}(?:--?>|=>|→|[:=])"
    r"[ \t]{0,20}[\[({]?(?:[^\W_]|[\"?.+−-])[^\n{<'|]*"
)
_EQUATION = re.compile(r"\s*\w[\w ()]{0,40}=\s{0,9}(\w{1,20})\(")
_COMMA_OF_WORDS = re.compile(r"[^\W\d],[^\W\d]")
_PAIR = re.compile(r"(?<![\w.,(])[0-9]+,[0-9]+(?![\w.,])")


def recognises(text: str) -> bool:
    """Whether each line is a row of one table of edges; or a statement, none of them further in than the others."""
    if table_in(text):
        return True
    lines = [line for line in text.split("\n") if line.strip()]
    margins = {line[: len(line) - len(line.lstrip())] for line in lines}
    equation = _EQUATION.match(text)
    several = len(lines) + text.count(";") > 1 or "->" in text or (equation and kind_called(equation[1]))
    return bool(several) and len(margins) == 1 and all(_STATEMENT.fullmatch(line.strip()) for line in lines)


def read(text: str) -> Part:
    """The tree. Raises InputError where edges are no tree, and at what is no part of a statement or row."""
    table = table_in(text)
    if table:
        return tree_of_table(table)
    _check_commas(text)
    return parsed(text, "edges", _Reader(text))


@v_args(inline=True)
class _Reader(EdgeReader):
    """The rules of the grammar; what stands below a node is known to be its value or not when all has been read."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.below_heads: list[tuple[Named, tuple[Named, ...]]] = []
        self.defined: set[str] = set()

    def node(self, *tokens: Token) -> Named:
        """A node. Raises InputError where it has no name, but only says who moves."""
        span = Span(span_of(tokens[0]).start, span_of(tokens[-1]).end)
        label = self.text[slice(*span)]
        if kind_called(label) not in (None, Kind.LEAF):
            refuse("foreign-asked", span, why="head", text=label)
        key = label if label.isalnum() else _name_in(label)
        if key != label:
            self.edges.label(key, label, span)
        return Named(key, span)

    name = node

    def below(self, head: Named, *items: Named) -> None:
        """`A -> B C`."""
        self.edges.node(*head)
        self.below_heads.append((head, items))

    def value(self, head: Named, word: Token) -> Named:
        """`D = 3`."""
        self.check_first(head)
        return self.result(head, word)

    def equation(self, head: Named, word: Token, *arguments: Named) -> Named:
        """`A = max(B, C)`."""
        self.check_first(head)
        return self.moved_by(word, head, arguments)

    def call(self, word: Token, *arguments: Named) -> Named:
        """`min(6, 5)`, as one of the arguments of another call: a node without a name."""
        span = span_of(word)
        item = Named(f"{word} {span.start}", span)
        self.edges.label(item.key, "", span)
        return self.moved_by(word, item, arguments)

    def result(self, head: Named, word: Token) -> Named:
        """`A = max(B, C) = 6`."""
        self.edges.field(head.key, Field("value", str(word), span_of(word)))
        return head

    def start(self, *_: object) -> Part:
        """The tree."""
        values = self.values()
        for head, items in self.below_heads:
            if head.key in values:
                self.edges.field(head.key, Field("value", *items[0]))
            else:
                self.edges.fan([head], items)
        return self.edges.tree()

    def check_first(self, head: Named) -> None:
        """Raises InputError for a second definition of a node."""
        self.edges.node(*head)
        if head.key in self.defined:
            refuse("foreign-asked", head.span, why="twice", text=head.key)
        self.defined.add(head.key)

    def moved_by(self, word: Token, above: Named, below: Sequence[Named]) -> Named:
        """A word says who moves at a node."""
        self.edges.field(above.key, Field("kind", str(word), span_of(word)))
        self.edges.fan([above], below)
        return above

    def values(self) -> set[str]:
        """The nodes whose only number is their value, and no child; in lines that have one child each there is none.

        Raises InputError where others have several numbers below them.
        """
        several = [items for _, items in self.below_heads if len(items) > 1]
        heads = Counter(head.key for head, _ in self.below_heads)
        alone = [(head, items[0]) for head, items in self.below_heads if len(items) == heads[head.key] == 1]
        values = {head.key: item for head, item in alone if several and _is_value(item)}
        if values and any(_is_value(item) for items in several for item in items):
            key, item = next(iter(values.items()))
            refuse("arrow-to-one", item.span, name=key, text=item.key)
        return set(values)


def _name_in(label: str) -> str:
    """The name in a label, or all of it."""
    try:
        return read_label(label).name or label
    except NoLabel:
        return label


def _check_commas(text: str) -> None:
    """Raises InputError where a comma between digits may be that of a decimal, and no comma between words tells."""
    problem = numbers_untold(text, 0)
    if problem:
        raise InputError((problem._replace(facts={**problem.facts, "decimals": "", "separators": ""}),))
    pair = None if _COMMA_OF_WORDS.search(text) else _PAIR.search(text)
    if pair:
        refuse("decimal-commas", Span(*pair.span()), text=pair[0], decimals="", separators="")


def _is_value(item: Named) -> bool:
    """Whether an item may be the value of the node in whose statement it stands alone."""
    return number(item.key) is not None or item.key == "?" or (len(item.key) == 1 and item.key.islower())


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
