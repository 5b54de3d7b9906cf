"""The text of a tree cut into pieces, and the grammar that says which piece may follow which.

Both come from `grammars/tree.lark` by way of `tables.py`: Lark reads the grammar, finds the states of the parse and
writes the tables once, when the grammar changes; a run needs only the tables. Importing Lark takes longer than
reading a small tree, and its lexer, which counts lines for every token, longer than everything else together.

Vocabulary

    piece       a stretch of text that is one terminal of the grammar, or a fault
    fault       a stretch of text that is no terminal: a mistyped number, a stray word or character
    acceptor    a running LALR parse that is fed one terminal at a time and objects to a wrong one
    reduction   a rule that is complete: so many states make way for the one that follows the rule
"""

import re
from collections.abc import Iterator
from functools import cache

from treesolve.notation.tables import ACTIONS, END_STATE, FAULT, PATTERN, REDUCTIONS, START_STATE, TERMINALS

__all__ = ["END", "FAULT", "TERMINALS", "Acceptor", "pieces"]

END = "$END"


@cache
def pieces_pattern() -> re.Pattern[str]:
    """One regular expression for the terminals of a tree; the group that matched is the name of the terminal."""
    return re.compile(PATTERN)


def pieces(text: str, start: int, end: int | None = None) -> Iterator[re.Match[str]]:
    """The pieces of that part of the text; `lastgroup` names the terminal, is FAULT, or None at the end.

    Every character belongs to some piece or to the blanks before one, so nothing is ever passed over.
    """
    return pieces_pattern().finditer(text, start, len(text) if end is None else end)


class Acceptor:
    """A parse in progress: `feed` takes a terminal, and says whether it may stand there."""

    def __init__(self) -> None:
        self._states = [START_STATE]

    def feed(self, terminal: str) -> bool:
        """Go on by one terminal; False where it cannot stand there, and another may be tried instead."""
        states = self._states
        while True:
            action = ACTIONS[states[-1]].get(terminal)
            if action is None:
                return False
            if action >= 0:
                states.append(action)
                return True
            size, rule = REDUCTIONS[~action]
            del states[-size:]
            states.append(ACTIONS[states[-1]][rule])
            if terminal == END and states[-1] == END_STATE:
                return True
