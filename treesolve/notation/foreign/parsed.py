"""Texts parsed by Lark with the grammar of their notation, into edges; what does not fit is refused in its place."""

from functools import cache

from lark import Lark, Token, UnexpectedCharacters, UnexpectedToken
from lark.exceptions import VisitError
from lark.visitors import Transformer_NonRecursive

from treesolve.model.problem import Span
from treesolve.model.resources import grammar_text
from treesolve.notation.foreign.links import Edges
from treesolve.notation.foreign.neutral import Part, refuse


class EdgeReader(Transformer_NonRecursive[Token, Part]):
    """A notation of nodes and edges: a method for each rule of its grammar, called with what the rule has taken."""

    def __init__(self) -> None:
        super().__init__(visit_tokens=False)
        self.edges = Edges()

    def start(self, _: object) -> Part:
        """The tree of all edges."""
        return self.edges.tree()


@cache
def _parser(grammar: str) -> Lark:
    return Lark(grammar_text(grammar), parser="lalr")


def parsed(text: str, grammar: str, reader: EdgeReader) -> Part:
    """What a reader makes of a text. Raises InputError, also at the first token that the grammar does not take there.

    >>> parsed("node", "edges", EdgeReader())
    Traceback (most recent call last):
    treesolve.model.problem.InputError: foreign-unclosed
    """
    try:
        return reader.transform(_parser(grammar).parse(text))
    except VisitError as error:
        raise error.orig_exc from None
    except UnexpectedCharacters as error:
        at = error.pos_in_stream or 0
        refuse("foreign-form", Span(at, at + 1), text=text[at])
    except UnexpectedToken as error:
        if error.token.type == "$END":
            refuse("foreign-unclosed", Span(max(len(text) - 1, 0), len(text)), text="")
        refuse("foreign-form", span_of(error.token), text=error.token.strip()[:40])


def span_of(token: Token) -> Span:
    """Where a token stands."""
    return Span(token.start_pos or 0, token.end_pos or 0)
