"""A text cut into pieces, and the grammar that says which piece may follow which.

Both come from a file in `grammars/` by way of its tables (`tables.py` for trees): Lark reads the grammar, finds the
states of the parse and writes the tables once, when the grammar changes; a run needs only the tables. Importing Lark
takes longer than reading a small tree, and its lexer, which counts lines for every token, longer than everything else
together.

Vocabulary

    piece       a stretch of text that is one terminal of the grammar, or a fault
    fault       a stretch of text that is no terminal: a mistyped number, a stray word or character
    acceptor    a running LALR parse that is fed one terminal at a time and objects to a wrong one
    reduction   a rule that is complete: so many states make way for the one that follows the rule
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Protocol

from treesolve.notation import tables as tree_tables
from treesolve.notation.tables import FAULT, TERMINALS

__all__ = ["END", "FAULT", "TERMINALS", "Acceptor", "Tables", "pieces"]

END = "$END"


class Tables(Protocol):
    """What Lark makes of a grammar, as a module that `compile_grammar` writes."""

    PATTERN: str
    START_STATE: int
    END_STATE: int
    REDUCTIONS: tuple[tuple[int, str], ...]
    ACTIONS: tuple[dict[str, int], ...]


@cache
def pieces_pattern(pattern: str) -> re.Pattern[str]:
    """One regular expression for all terminals; the group that matched is the name of the terminal."""
    return re.compile(pattern)


def pieces(text: str, start: int, end: int | None = None, tables: Tables = tree_tables) -> Iterator[re.Match[str]]:
    """The pieces of that part of the text; `lastgroup` names the terminal, is FAULT, or None at the end.

    Every character belongs to some piece or to the blanks before one, so nothing is ever passed over.
    """
    return pieces_pattern(tables.PATTERN).finditer(text, start, len(text) if end is None else end)


class Acceptor:
    """A parse in progress: `feed` takes a terminal, and says whether it may stand there."""

    def __init__(self, tables: Tables = tree_tables) -> None:
        self._states = [tables.START_STATE]
        self._tables = tables.ACTIONS, tables.REDUCTIONS, tables.END_STATE

    def feed(self, terminal: str) -> bool:
        """Go on by one terminal; False where it cannot stand there, and another may be tried instead."""
        states = self._states
        actions, reductions, end_state = self._tables
        while True:
            action = actions[states[-1]].get(terminal)
            if action is None:
                return False
            if action >= 0:
                states.append(action)
                return True
            size, rule = reductions[~action]
            del states[-size:]
            states.append(actions[states[-1]][rule])
            if terminal == END and states[-1] == end_state:
                return True
