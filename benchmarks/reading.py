"""Benchmark of parsing large trees, and of the cost of recognizing other notations."""

import json
import re
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from lark import Lark
from measure import Row, Section, ratios, timed_rounds, watched
from processes import TREESOLVE, written_tree
from trees import complete_text

from treesolve.model.problem import InputError
from treesolve.model.resources import grammar_text
from treesolve.model.tree import Tree
from treesolve.notation.grammar_reader import read_native
from treesolve.notation.reader import read

SHAPES = ((2, 16), (3, 10), (10, 5))
ROUNDS, QUICK_ROUNDS = 11, 1
LARGE_ROUNDS = 3

MAX_MEBIBYTES = 381
"""400 million bytes."""

LEXERS = ("contextual", "basic")
"""Lark's lexers for LALR grammars; the comparison uses the one that is faster on the tree."""


def measured(quick: bool) -> list[Section]:
    """Compare the parser with Lark, which only builds a parse tree, and measure a process on a large tree.

    Unless `quick`, also measure trees without names, which do not need the grammar, and the detection of notations.
    """
    named = _row_with_names(QUICK_ROUNDS if quick else ROUNDS)
    large = ("Solving 10^6 leaves without names: a whole process", _rows_of_large_tree(1 if quick else LARGE_ROUNDS))
    if quick:
        return [("Reading 10^5 leaves", [named]), large]
    rows = [row for branching, depth in SHAPES for row in _rows(branching, depth)]
    detection = [_detection_cost(what, texts) for what, texts in _native_texts()]
    return [
        ("Reading 10^5 leaves", [*rows, named]),
        large,
        ("Our notation beside others: read / our reader alone", detection),
    ]


def _row_with_names(rounds: int) -> Row:
    text = re.sub(r"-?[0-9]+|\(", r"n: \g<0>", complete_text(10, 5))
    bare = Lark(grammar_text("tree"), parser="lalr")
    seconds = timed_rounds({"native": partial(read_native, text), "bare": partial(bare.parse, text)}, rounds)
    return Row("b=10 d=5, all named: read / bare Lark's parse tree", ratios(seconds["native"], seconds["bare"]), 1.5)


def _rows_of_large_tree(rounds: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        runs = [watched([*TREESOLVE, "solve", written_tree(folder, 10, 6)]) for _ in range(rounds)]
    return [
        Row("processor time", tuple(run.processor for run in runs), 8, " s"),
        Row("peak memory", tuple(run.mebibytes for run in runs), MAX_MEBIBYTES, " MiB"),
    ]


def _rows(branching: int, depth: int) -> list[Row]:
    text = complete_text(branching, depth)
    parsers = {lexer: partial(Lark(grammar_text("tree"), parser="lalr", lexer=lexer).parse, text) for lexer in LEXERS}
    lists = text.translate(str.maketrans("( )", "[,]"))
    seconds = timed_rounds({"read": partial(read, text), "json": partial(json.loads, lists), **parsers}, ROUNDS)
    fastest = min(LEXERS, key=lambda lexer: sum(seconds[lexer]))
    what = f"b={branching} d={depth}: read"
    return [
        Row(f"{what} / bare Lark's parse tree ({fastest} lexer)", ratios(seconds["read"], seconds[fastest]), 0.7),
        Row(f"{what} / json.loads of the same as lists", ratios(seconds["read"], seconds["json"]), 60),
    ]


def _native_texts() -> list[tuple[str, list[str]]]:
    """Return texts in treesolve's notation, repeated often enough to be timed."""
    files = sorted((Path(__file__).parents[1] / "exercises").rglob("*.tree"))
    exercises = [text for text in (path.read_text(encoding="utf-8") for path in files) if _is_native(text)]
    return [
        ("exercise trees", 10 * exercises),
        ("((6 5) (2 9))", ["((6 5) (2 9))"] * 1000),
        ("names and kinds", ["S: MAX (A: MIN (6 5) B: MIN (2 9))"] * 1000),
        ("nested lists", ["[[[6, 5], [2, 9]], [[1, 2], [3, 4]]]"] * 1000),
        ("b=3 d=10", [complete_text(3, 10)]),
    ]


def _is_native(text: str) -> bool:
    try:
        read_native(text)
    except InputError:
        return False
    return True


def _detection_cost(what: str, texts: Sequence[str]) -> Row:
    parsers = {"read": partial(_read_all, read, texts), "native": partial(_read_all, read_native, texts)}
    seconds = timed_rounds(parsers, ROUNDS)
    return Row(what, ratios(seconds["read"], seconds["native"]), 1.03)


def _read_all(reader: Callable[[str], Tree], texts: Sequence[str]) -> None:
    for text in texts:
        reader(text)
