"""A text as tokens, which are taken one after the other, so that none is passed over."""

import re
from typing import NamedTuple

from treesolve.model.problem import Span
from treesolve.notation.foreign.neutral import refuse


class Token(NamedTuple):
    """A piece of a text: what it is, how it is written, where it stands. The last one of a text is its `end`."""

    what: str
    text: str
    span: Span


class Tokens:
    """The tokens of a text, in its order; blanks are none.

    The pattern has a group for each sort of token, and takes every character: what falls to its group `odd` has no
    place in the notation, and raises InputError.

    >>> tokens = Tokens("A->B", re.compile(r"(?P<arrow>->)|(?P<word>[^\\W\\d]+)|(?P<blank>\\s+)|(?P<odd>.)"))
    >>> tokens.take().text, tokens.accept("->"), tokens.accept("->")
    ('A', True, False)
    """

    def __init__(self, text: str, pattern: re.Pattern[str], start: int = 0) -> None:
        self._tokens: list[Token] = []
        self._at = 0
        for found in pattern.finditer(text, start):
            token = Token(found.lastgroup or "", found[0], Span(*found.span()))
            if token.what == "odd":
                refuse("foreign-form", token.span, text=token.text)
            if token.what != "blank":
                self._tokens.append(token)
        self._tokens.append(Token("end", "", Span(max(len(text) - 1, 0), len(text))))

    @property
    def next(self) -> Token:
        """The token that is taken next."""
        return self._tokens[self._at]

    def take(self, *whats: str) -> Token:
        """The next token, which is one of these sorts, where any is named. Raises InputError where it is not."""
        token = self.next
        if whats and token.what not in whats:
            self.refuse()
        self._at += token.what != "end"
        return token

    def accept(self, text: str) -> bool:
        """Whether the next token is a sign that is written so; then it is taken."""
        is_so = self.next.text == text and self.next.what != "quoted"
        self._at += is_so and self.next.what != "end"
        return is_so

    def expect(self, text: str) -> None:
        """Take the next token, which is this sign. Raises InputError where it is not."""
        if not self.accept(text):
            self.refuse()

    def refuse(self) -> None:
        """Raises InputError at the next token."""
        token = self.next
        refuse("foreign-unclosed" if token.what == "end" else "foreign-form", token.span, text=token.text[:40])
