"""How long the text of a large tree takes to become a Tree."""

from functools import partial

from lark import Lark
from measure import Row, Section, ratios, timed_rounds
from trees import complete_text

from treesolve.model.resources import resource
from treesolve.notation.reader import read

SHAPES = ((2, 16), (3, 10), (10, 5))
ROUNDS, QUICK_ROUNDS = 11, 3

LEXERS = ("contextual", "basic")
"""Lark's lexers for an LALR grammar; the one that is faster on a tree is the one to be compared with."""


def measured(quick: bool) -> list[Section]:
    """One section: each shape against bare Lark, which builds nothing but its parse tree."""
    rows = [_row(branching, depth, QUICK_ROUNDS if quick else ROUNDS) for branching, depth in SHAPES]
    return [("Reading 10^5 leaves", rows)]


def _row(branching: int, depth: int, rounds: int) -> Row:
    text = complete_text(branching, depth)
    grammar = str(resource("grammars") / "tree.lark")
    pieces = {lexer: partial(Lark.open(grammar, parser="lalr", lexer=lexer).parse, text) for lexer in LEXERS}
    seconds = timed_rounds({"read": partial(read, text), **pieces}, rounds)
    fastest = min(LEXERS, key=lambda lexer: sum(seconds[lexer]))
    what = f"b={branching} d={depth}: read / bare Lark's parse tree ({fastest} lexer)"
    return Row(what, ratios(seconds["read"], seconds[fastest]), 0.7)
