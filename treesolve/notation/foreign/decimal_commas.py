"""Trees in which nobody can tell whether a comma, a blank or a point parts leaves, thousands or decimals.

Vocabulary

    doubtful    a bracket in which leaves are parted by semicolons or blanks, too, beside digit, comma, digit
"""

import re

from treesolve.model.problem import Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.foreign.sketch import shown_line

_AFTER = re.compile(r",[0-9]+(?:\s*;|\s)\s*[+\-−]?[0-9]")
_BEFORE = re.compile(r"[;\s][+\-−]?[0-9]+,[0-9]")
"""Quick looks for what is doubtful perhaps."""
_NUMBER = r"[+\-−]?[0-9]+"
_DOUBTFUL = re.compile(rf"[0-9],[0-9]+(?:\s*;\s*|\s+){_NUMBER}|[0-9](?:\s*;\s*|\s+){_NUMBER},[0-9]")
_DECIMAL = re.compile(rf"(?<![0-9,])({_NUMBER}),([0-9]+)(?![0-9]|,[0-9])")

_MIXED = re.compile(
    r"[0-9],[0-9]+(?:[^()\[\]{}\n]*[0-9])?, +[+\-−]?[0-9]+|[0-9], +[+\-−]?[0-9](?:[^()\[\]{}\n]*[0-9])?,[0-9]"
)
"""Leaves of one bracket between which some commas have a blank behind them and others none."""
_TIGHT = re.compile(r"[0-9],[0-9]")

_BETWEEN_DIGITS = re.compile(r"(?<=[0-9]),(?=[0-9])")
_NO_THOUSAND = re.compile(r"[0-9],(?:[0-9]{0,2}(?![0-9])|[0-9]{4})(?<!,)|(?<![0-9])(?:0[0-9]*|[0-9]{4,}),[0-9]")
"""A comma between digits that parts no thousands."""

_ONE_BRACKET = re.compile(r"[(\[{]([^()\[\]{}]*;[^()\[\]{}]*)[)\]}]")
_ASIDE = re.compile(r"#[^\n]*|\"[^\"\n]*\"|<[^<>\n]*>")
"""Where commas mean nothing to the tree, or always the same."""

_BLANK = re.compile(r"(?<![\w./*])[+\-−]?[0-9][0-9./]*[ \t]+[+\-−]?[0-9][0-9./]*(?![\w./]*[ \t]*[*:])")
"""Two numbers with nothing but a blank between them."""
_BETWEEN_BRACKETS = re.compile(r"[^()\[\]{}\n]+")
_POINT = re.compile(r"(?<![\w.])[0-9]+(?:\.[0-9]+)+(?![\w.])")
_THOUSANDS = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})*\.[0-9]{2}0")


def doubtful(text: str, start: int = 0) -> Problem | None:
    """The first comma of which it cannot be told what it means, in the part of a text from `start` on."""
    mixed = ", " in text and _TIGHT.search(text, start) and _MIXED.search(text, start)
    if not (mixed or _AFTER.search(text, start) or _BEFORE.search(text, start)):
        return None
    plain = _ASIDE.sub(_match_as_blanks, text)
    found = _DOUBTFUL.search(plain, start) or _MIXED.search(plain, start)
    if not found:
        return None
    tree = " ".join(text[start:].split())
    short = len(tree) <= 300 and "#" not in tree
    facts = {
        "text": found[0],
        "decimals": _with_blanks_between_leaves(_DECIMAL.sub(r"\1.\2", tree)) if short else "",
        "separators": _with_blanks_between_leaves(tree.replace(",", " ").replace(";", " ")) if short else "",
        "rows": _rows_as_brackets(tree) if short else "",
        "thousands": _with_blanks_between_leaves(_BETWEEN_DIGITS.sub("", tree))
        if short and not _NO_THOUSAND.search(tree)
        else "",
    }
    return Problem("decimal-commas", Span(*found.span()), facts)


def _rows_as_brackets(tree: str) -> str:
    """One bracket in which semicolons part groups with as many commas each, with a bracket for each; else nothing."""
    found = _ONE_BRACKET.fullmatch(tree)
    groups = found[1].split(";") if found else []
    commas = {group.count(",") for group in groups}
    return (
        f"({' '.join(f'({_with_blanks_between_leaves(group).strip()})' for group in groups)})"
        if len(commas) == 1 and all(commas)
        else ""
    )


def mixed(text: str, start: int) -> Problem | None:
    """That numbers in one bracket are parted by blanks alone, and by commas or semicolons; None where they are not."""
    if not ("," in text or ";" in text) or not _BLANK.search(text, start):
        return None
    for found in _BETWEEN_BRACKETS.finditer(_ASIDE.sub(_match_as_blanks, text), start):
        words = found[0].strip()
        if _BLANK.search(words) and re.search(r"[,;][ \t]*[+\-−]?[0-9]|[0-9][ \t]*[,;].*[0-9]", words):
            return Problem("blanks-and-commas", Span(*found.span()), {"text": words[:60]})
    return None


def thousands(text: str, tree: Tree) -> Problem | None:
    """That points may be those of thousands, as in 2.500; None where some point is that of a decimal."""
    start = tree.offsets[0] if tree.offsets else 0
    found = _POINT.findall(text, start)
    if not found or not all(map(_THOUSANDS.fullmatch, found)):
        return None
    start = text.index(found[0], start)
    facts = {"text": found[0], "thousands": found[0].replace(".", ""), "instead": shown_line(tree)}
    return Problem("thousand-points", Span(start, start + len(found[0])), facts)


def _match_as_blanks(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def _with_blanks_between_leaves(tree: str) -> str:
    """The tree with blanks for separators."""
    return re.sub(r"\s+", " ", re.sub(r"[;,]", " ", tree)).replace(" )", ")").replace("( ", "(")
