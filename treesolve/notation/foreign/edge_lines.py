"""Edges line by line: `A -> B C`, `A: B, C`, `A = max(B, C)`, `D = 3`; and tables of them, a row for each.

Vocabulary

    statement   a node, a mark, and what stands below it, or its value
    item        a child in a statement
    mark        the sign behind the node of a statement, or the one between the cells of a table
"""

import re
from typing import NamedTuple

from treesolve.model.problem import InputError, Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.doubts import numbers_untold
from treesolve.notation.foreign.edge_tables import is_table, tree_of_table
from treesolve.notation.foreign.edges import Edges
from treesolve.notation.foreign.labels import NoLabel, number, read_label
from treesolve.notation.foreign.neutral import Field, Part, refuse
from treesolve.notation.foreign.tokens import Token, Tokens
from treesolve.notation.foreign.words import kind_called
from treesolve.notation.foreign.written import cannot_carry, quoted
from treesolve.notation.number_text import write_number

NAME = "edge list"
COMMENTS = ("#", "//")

_TOKEN = re.compile(
    r'(?P<stop>[;\n]\s*)|(?P<blank>\s)|(?P<quoted>"(?:[^"\\\n]|\\.)*")|(?P<mark>--?>|=>|→|[:=])|(?P<open>[(\[{])'
    r"|(?P<close>[)\]}])|(?P<comma>,)|(?P<word>(?:[^\s()\[\]{}:=,;\"→>\-]|-(?!-?>))+)|(?P<odd>.)"
)
_STATEMENT = re.compile(
    r"(?:[^\W_][\w.'-]{0,60}|\"[^\"\n]{1,60}\")(?:[ \t]?[(\[][^()\[\]\n]{1,40}[)\]])?[ \t]{0,20}(?:--?>|=>|→|[:=])"
    r"[ \t]{0,20}[\[({]?(?:[^\W_]|[\"?.+−-])[^\n{<'|]*"
)
_EQUATION = re.compile(r"\s*\w[\w ()]{0,40}=\s{0,9}(\w{1,20})\(")
_COMMA_OF_WORDS = re.compile(r"[^\W\d],[^\W\d]")
_PAIR = re.compile(r"(?<![\w.,(])[0-9]+,[0-9]+(?![\w.,])")
_CLOSING = {"(": ")", "[": "]", "{": "}"}


class _Item(NamedTuple):
    """A node as it is named in a statement: its key, and its label if that says more."""

    key: str
    label: str
    span: Span


class _Statement(NamedTuple):
    """A node, and the nodes below it."""

    head: _Item
    items: list[_Item]


def recognises(text: str) -> bool:
    """Whether each line is a row of one table of edges; or a statement, none of them further in than the others."""
    lines = [line for line in text.split("\n") if line.strip()]
    if is_table(lines):
        return True
    margins = {line[: len(line) - len(line.lstrip())] for line in lines}
    equation = _EQUATION.match(text)
    several = len(lines) + text.count(";") > 1 or "->" in text or (equation and kind_called(equation[1]))
    return bool(several) and len(margins) == 1 and all(_STATEMENT.fullmatch(line.strip()) for line in lines)


def read(text: str) -> Part:
    """The tree. Raises InputError where edges are no tree, and at what is no part of a statement or row."""
    if is_table([line for line in text.split("\n") if line.strip()]):
        return tree_of_table(text)
    _check_commas(text)
    return _Reading(text).tree()


class _Reading:
    """A text, statement by statement."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = Tokens(text, _TOKEN)
        self.edges = Edges()
        self.statements: list[_Statement] = []
        self.defined: set[str] = set()

    def tree(self) -> Part:
        """The tree of all statements."""
        while self.tokens.next.what != "end":
            if self.tokens.next.what == "stop":
                self.tokens.take()
            else:
                self.statement()
        singles = self.values()
        for head, items in self.statements:
            if len(items) == 1 and head.key in singles:
                self.edges.field(head.key, Field("value", items[0].label, items[0].span))
                continue
            for item in items:
                self.note(item)
                self.edges.edge(head.key, item.key, item.span)
        return self.edges.tree()

    def values(self) -> set[str]:
        """The nodes whose only number is their value, and no child; in lines that have one child each there is none.

        Raises InputError where others have several numbers below them.
        """
        if all(len(items) == 1 for _, items in self.statements):
            return set()
        heads = [head.key for head, _ in self.statements]
        leaves = {head.key: items for head, items in self.statements if all(_is_value(item) for item in items)}
        singles = {key: items[0] for key, items in leaves.items() if len(items) == 1 and heads.count(key) == 1}
        if singles and any(_is_value(item) for _, items in self.statements if len(items) > 1 for item in items):
            key, item = next(iter(singles.items()))
            refuse("arrow-to-one", item.span, name=key, text=item.label, instead="")
        return set(singles)

    def statement(self) -> None:
        """One statement, or several values with commas between them."""
        head = self.item()
        self.note(head)
        mark = self.tokens.take("mark")
        if mark.text == "=":
            self.definition(head)
            while self.tokens.accept(","):
                head = self.item()
                self.note(head)
                self.tokens.expect("=")
                self.definition(head)
        else:
            self.statements.append(_Statement(head, self.items()))
        if self.tokens.next.what not in ("stop", "end"):
            self.tokens.refuse()

    def note(self, item: _Item) -> None:
        """A node is named, perhaps with more than its name."""
        self.edges.node(item.key, item.span)
        if item.label != item.key:
            self.edges.label(item.key, item.label, item.span)

    def items(self) -> list[_Item]:
        """The nodes behind a mark, perhaps in brackets, with blanks or with commas between them."""
        opened = self.tokens.take().text if self.tokens.next.text in ("{", "[") else ""
        found, parted = [self.child()], set[bool]()
        while self.tokens.next.what in ("word", "quoted", "comma"):
            parted.add(self.tokens.accept(","))
            found.append(self.child())
        if opened:
            self.tokens.expect(_CLOSING[opened])
        if len(parted) > 1:
            refuse("foreign-form", found[-1].span, text=found[-1].label)
        return found

    def child(self) -> _Item:
        """A node below another one, perhaps with its value: `D=3`."""
        item = self.item()
        if self.tokens.accept("="):
            value = self.tokens.take("word")
            self.edges.field(item.key, Field("value", value.text, value.span))
        return item

    def item(self) -> _Item:
        """A node: a word, perhaps with one in brackets behind it."""
        first = last = self.tokens.take("word", "quoted")
        if self.tokens.next.text in ("(", "["):
            opened = self.tokens.take()
            self.tokens.take("word")
            last = self.tokens.next
            self.tokens.expect(_CLOSING[opened.text])
        return self.named(Span(first.span.start, last.span.end))

    def named(self, span: Span) -> _Item:
        """The node that is written there. Raises InputError where it has no name, but only says who moves."""
        label = self.text[slice(*span)]
        if kind_called(label) not in (None, Kind.LEAF):
            refuse("foreign-asked", span, why="head", text=label)
        if label.isalnum():
            return _Item(label, label, span)
        try:
            return _Item(read_label(label).name or label, label, span)
        except NoLabel:
            return _Item(label, label, span)

    def definition(self, head: _Item) -> None:
        """What stands behind an equals sign: a set, a value, or an equation and what comes out."""
        if head.key in self.defined:
            refuse("foreign-asked", head.span, why="twice", text=head.label)
        self.defined.add(head.key)
        if self.tokens.next.text in ("{", "["):
            self.statements.append(_Statement(head, self.items()))
            return
        token = self.tokens.take("word", "quoted")
        if self.tokens.next.text == "(":
            self.equation(head.key, token)
            if not self.tokens.accept("="):
                return
            token = self.tokens.take("word")
        self.edges.field(head.key, Field("value", token.text, token.span))

    def equation(self, key: str, word: Token) -> None:
        """Calls in each other: `max(B, min(6, 5))`, whose words say who moves."""
        above = [key]
        self.edges.field(key, Field("kind", word.text, word.span))
        self.tokens.expect("(")
        while above:
            token = self.tokens.take("word", "quoted")
            if self.tokens.accept("("):
                key = f"{token.text} {token.span.start}"
                self.edges.label(key, "", token.span)
                self.edges.field(key, Field("kind", token.text, token.span))
                self.edges.edge(above[-1], key, token.span)
                above.append(key)
                continue
            item = self.named(token.span)
            self.note(item)
            self.edges.edge(above[-1], item.key, item.span)
            while above and self.tokens.accept(")"):
                above.pop()
            if above:
                self.tokens.take("comma")


def _check_commas(text: str) -> None:
    """Raises InputError where a comma between digits may be that of a decimal, and no comma between words tells."""
    problem = numbers_untold(text, 0)
    if problem:
        raise InputError((problem._replace(facts={**problem.facts, "decimals": "", "separators": ""}),))
    pair = None if _COMMA_OF_WORDS.search(text) else _PAIR.search(text)
    if pair:
        refuse("decimal-commas", Span(*pair.span()), text=pair[0], decimals="", separators="")


def _is_value(item: _Item) -> bool:
    """Whether an item may be the value of the node in whose statement it stands alone."""
    return number(item.label) is not None or item.label == "?" or (len(item.label) == 1 and item.label.islower())


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
