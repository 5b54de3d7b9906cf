"""A text cut into pieces, and the grammar that says which piece may follow which.

Both come from a file in `grammars/` by way of its tables: Lark reads the grammar and finds the states of the parse
once, when the package is built; a run needs only the tables. Importing Lark takes longer than reading a small tree, and
its lexer, which counts lines for every token, longer than everything else together.

Vocabulary

    piece       a stretch of text that is one terminal of the grammar, or a fault
    fault       a stretch of text that is no terminal: a mistyped number, a stray word or character
    acceptor    a running LALR parse that is fed one terminal at a time and objects to a wrong one
    reduction   a rule that is complete: so many states make way for the one that follows the rule
"""

import re
from collections.abc import Callable, Iterator
from functools import cache

from treesolve.notation.grammar import FAULT, TREE, Tables
from treesolve.notation.parse_tables import parse_tables

__all__ = ["END", "FAULT", "TREE_TABLES", "Acceptor", "next_piece", "pieces"]

END = "$END"

TREE_TABLES = parse_tables(TREE)


@cache
def pieces_pattern(pattern: str) -> re.Pattern[str]:
    """One regular expression for all terminals; the group that matched is the name of the terminal."""
    return re.compile(pattern)


def pieces(text: str, start: int, end: int | None = None, tables: Tables = TREE_TABLES) -> Iterator[re.Match[str]]:
    """The pieces of that part of the text; `lastgroup` names the terminal, is FAULT, or None at the end.

    Every character belongs to some piece or to the blanks before one, so nothing is ever passed over.
    """
    return pieces_pattern(tables.pattern).finditer(text, start, len(text) if end is None else end)


def next_piece() -> Callable[[str, int], re.Match[str] | None]:
    """What finds the piece of a tree at a place of a text; there is one always, an empty one at the end."""
    return pieces_pattern(TREE_TABLES.pattern).match


class Acceptor:
    """A parse in progress: `feed` takes a terminal, and says whether it may stand there."""

    def __init__(self, tables: Tables = TREE_TABLES) -> None:
        self._states = [tables.start_state]
        self._tables = tables.actions, tables.reductions, tables.end_state

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
