"""The text of a tree cut into pieces, and the grammar that says which piece may follow which.

The terminals are those of `grammars/tree.lark`; they are matched by one regular expression, because Lark's own
lexer, which counts lines for every token, takes longer than everything else together.

Vocabulary

    piece       a stretch of text that is one terminal of the grammar, or a fault
    fault       a stretch of text that is no terminal: a mistyped number, a stray word or character
    acceptor    a running LALR parse that is fed one terminal at a time and objects to a wrong one
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from lark import Lark, UnexpectedToken, __version__

from treesolve.resources import resource

FAULT = "FAULT"
END = "$END"

TERMINALS = ("WEIGHT", "MOVE", "NAME", "KIND", "NUMBER", "UNKNOWN", "OPEN", "CLOSE", "SEPARATOR")
"""The terminals of a tree."""

GRAMMAR = "tree.lark"


class Piece:
    """What the grammar sees of a piece: which terminal it is."""

    __slots__ = ("type",)

    def __init__(self, terminal: str) -> None:
        self.type = terminal


class Silent:
    """Says nothing when a rule is complete: the tree is built from the pieces as they come."""

    def __getattr__(self, rule: str) -> Callable[[list[Any]], None]:
        if rule.isupper() or rule.startswith("_"):
            raise AttributeError(rule)
        return _nothing


def _nothing(children: list[Any]) -> None:
    """The value of every rule."""


@cache
def grammar() -> Lark:
    """The parser for trees, from the tables made in advance where they fit this version of Lark."""
    from treesolve.notation import tables

    if __version__ == tables.LARK:
        loaded: Lark = Lark._load_from_dict(tables.DATA, tables.MEMO, transformer=Silent())  # type: ignore[no-untyped-call]
        return loaded
    return build_grammar()


def build_grammar() -> Lark:
    """The parser for trees, made from the grammar file."""
    path = resource("grammars") / GRAMMAR
    return Lark(path.read_text(encoding="utf-8"), parser="lalr", lexer="basic", transformer=Silent())


@cache
def pieces_pattern() -> re.Pattern[str]:
    """One regular expression for the terminals of a tree; the group that matched is the name of the terminal."""
    terminals = sorted(grammar().terminals, key=lambda terminal: -terminal.priority)
    ignored = set(grammar().lexer_conf.ignore)
    blank = "|".join(terminal.pattern.to_regexp() for terminal in terminals if terminal.name in ignored)
    others = (terminal for terminal in terminals if terminal.name in TERMINALS)
    named = "|".join(f"(?P<{terminal.name}>{terminal.pattern.to_regexp()})" for terminal in others)
    fault = r"\"[^\"\n]*\"?|[^\s,;()\[\]{}#]+(?:\s*(?:->|→|:)(?![^\s,;()\[\]{}#]))?"
    return re.compile(rf"(?>(?:{blank})*)(?:{named}|(?P<{FAULT}>{fault})|\Z)")


def pieces(text: str, start: int, end: int | None = None) -> Iterator[re.Match[str]]:
    """The pieces of that part of the text; `lastgroup` names the terminal, is FAULT, or None at the end.

    Every character belongs to some piece or to the blanks before one, so nothing is ever passed over.
    """
    return pieces_pattern().finditer(text, start, len(text) if end is None else end)


class Acceptor:
    """A parse in progress: `feed` takes a terminal, and says whether it may stand there."""

    def __init__(self) -> None:
        self._state = grammar().parse_interactive().parser_state
        self._pieces = {name: Piece(name) for name in (*(t.name for t in grammar().terminals), END)}

    def feed(self, terminal: str) -> bool:
        """Go on by one terminal; False, and nothing changed that matters, where it cannot stand there."""
        try:
            self._state.feed_token(self._pieces[terminal], terminal == END)  # type: ignore[arg-type]
        except UnexpectedToken:
            return False
        return True
