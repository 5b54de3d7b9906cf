"""What a text says that the reading of it leaves out: whose move it is at the root, and what brackets mean.

Vocabulary

    aside       a comment, or what stands outside of a fence
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.foreign.sketch import LONGEST_LINE, shown_line
from treesolve.notation.matrix import MATRIX

_MIN = r"(?:min|minimi[sz]er|minimi[sz]ing(?:[ _]player)?|minimierer|opponent|enemy|gegner)"
_MAX = r"(?:max|maximi[sz]er|maximi[sz]ing(?:[ _]player)?|maximierer|me|ich|self)"
_FIRST = (
    "root|wurzel|to move|to play|moves|plays|goes|begins|starts|first|top|turn"
    "|am zug|zug|zuerst|zieht|spielt|beginnt|fängt an|oben"
)
_STATED = re.compile(
    rf"\b{_MIN}\b(?:(?!\b{_MAX}\b)[^\n.;])*\b(?:{_FIRST})\b|\b(?:{_FIRST})\b(?:(?!\b{_MAX}\b)[^\n.;])*\b{_MIN}\b",
    re.IGNORECASE,
)
"""A sentence about the root and MIN."""

_WORD = re.compile(
    rf"(?P<min>(?<![A-Za-z]){_MIN}(?:[_-]?(?:node|player|knoten|spieler))?(?![A-Za-z(])"
    r"|border rotate\s*=\s*180|invtri\w*)"
    rf"|(?P<max>(?<![A-Za-z]){_MAX}(?:[_-]?(?:node|player|knoten|spieler))?(?![A-Za-z(]))",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"#[^\n]*|//[^\n]*|%%?[^\n]*|/\*.*?\*/|<!--.*?-->", re.DOTALL)
_PROGRAM = re.compile(r"^[ \t]*(?:def|class|function|import|from|for|while|print)\b", re.MULTILINE)
_TO_MOVE = re.compile(r"\bdef[ \t]+(?:to_move|player|turn|to_play)\b[^\n]*\n[^\n]*['\"]?\bMIN\b", re.IGNORECASE)
_FIELD = re.compile(
    r"['\"]?\b(?:player|turn|who|mover|to_?move|agent|colou?r)['\"]?\s*[:=]\s*"
    r"['\"]?(?P<said>-?[0-9]+|\w+)",
    re.IGNORECASE,
)
_SECOND = re.compile(r"\b(?:player|spieler|agent)[ _-]?(?P<said>[12])\b", re.IGNORECASE)
_OTHERS = {"min", "2", "-1", "opponent", "enemy", "them", "gegner", "he", "human", "o", "b", "black", "p2"}
_COLUMN = re.compile(r"(?:player|turn|who|mover|to_?move|agent|spieler)", re.IGNORECASE)
_BLANK = re.compile(r"(?<![\w./*])[+\-−]?[0-9][0-9./]*[ \t]+[+\-−]?[0-9][0-9./]*(?![\w./]*[ \t]*[*:])")
"""Two numbers with nothing but a blank between them."""
_BETWEEN_BRACKETS = re.compile(r"[^()\[\]{}\n]+")
_POINT = re.compile(r"(?<![\w.])[0-9]+(?:\.[0-9]+)+(?![\w.])")
_THOUSANDS = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})*\.[0-9]{2}0")
_MARKED = {
    "(": re.compile(r"(?<=[\s,;(])\[\s*[+\-−]?[0-9][0-9./]*\s*\]"),
    "[": re.compile(r"(?<=[\s,;\[])\(\s*[+\-−]?[0-9][0-9./]*\s*\)"),
}
"""One number in brackets of another shape, by the bracket in which the root opens."""
_PAIR = r"\(\s*[+\-−]?[0-9]+\s*,\s*[+\-−]?[0-9]+\s*\)\s*,?\s*"
_LISTS_OF_PAIRS = re.compile(rf"\[\s*(?:\[\s*(?:{_PAIR})+\]\s*,?\s*){{2,}}\]")


def check_kinds(text: str, tree: Tree) -> None:
    """Raises InputError where a text says that MIN moves at the root, and a tree was read that has no kinds written."""
    found = _told_min(text)
    if found is None or not tree.children[0] or tree.kinds[0] is not Kind.MAX:
        return
    line = shown_line(tree)
    facts = {"text": " ".join(found[1].split())[:60], "max": line, "min": _with_min(line)}
    raise InputError((Problem("root-kind", found[0], facts),))


def _with_min(line: str) -> str:
    """The same tree with MIN at the root, where no other kind is written."""
    name = re.match(r'(?:"[^"]*"|[^\W\d]\w*):\s*(?=\()', line)
    if not line or re.search(r"\b(?:MAX|MIN|CHANCE)\b", line):
        return ""
    return f"{line[: name.end()]}MIN {line[name.end() :]}" if name else f"MIN {line}"


def _told_min(text: str) -> tuple[Span, str] | None:
    """Where a text says that it is MIN who moves first, and the words."""
    from treesolve.notation.foreign.first_player import in_program

    found = _STATED.search(text) or _TO_MOVE.search(text) or _first_player(text)
    if found is None:
        found = in_program(text, is_program=_PROGRAM.search(text) is not None)
    if found is None and not _PROGRAM.search(text):
        found = _first_word(_blanked(_ASIDE, text))
    return (Span(*found.span()), found[0]) if found else None


def _first_word(text: str) -> re.Match[str] | None:
    found = _WORD.search(text)
    return found if found and found["min"] else None


def _first_player(text: str) -> re.Match[str] | None:
    """The field, or the cell of a table, that says whose move it is at the root, if that is the second player."""
    found = _FIELD.search(text)
    if found:
        from_zero = found["said"] == "1" and any(each["said"] == "0" for each in _FIELD.finditer(text))
        return found if from_zero or found["said"].lower() in _OTHERS else None
    if (found := _SECOND.search(text)) and found["said"] == "2":
        return found
    heading, _, row = text.strip().partition("\n")
    cells = re.split(r"[,;\t|]", heading)
    place = next((place for place, cell in enumerate(cells) if _COLUMN.fullmatch(cell.strip())), None)
    values = re.split(r"[,;\t|]", row.partition("\n")[0])
    if place is None or len(cells) < 2 or len(values) <= place:
        return None
    return re.search(re.escape(heading), text) if values[place].strip().lower() in _OTHERS else None


def _blanked(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def unclear_brackets(text: str, tree: Tree) -> Problem | None:
    """That brackets may be pairs of payoffs, edges or levels; None where they are not."""
    start = tree.offsets[0]
    pairs = [tuple(tree.values[leaf] for leaf in each) for each in tree.children if _are_leaves(tree, each)]
    what = ""
    if chances := _weighted_pairs(tree):
        return Problem("chance-untold", Span(start, min(len(text.rstrip()), start + 60)), {"instead": chances})
    if matrix := MATRIX.match(text, start):
        line = " ".join(f"({' '.join(row.split())})" for row in matrix[1].split(";"))
        return Problem("rows-of-lines", Span(*matrix.span()), {"instead": f"({line})"})
    if doubt := _mixed(text, start) or thousands(text, tree) or _alone(text, start):
        return doubt
    if len(pairs) > 1 and all(len(pair) == 2 for pair in pairs) and not any(map(_is_untold, pairs)):
        if ("[(" in text[start : start + 100] and len({pair[0] + pair[1] for pair in pairs}) == 1) or _LISTS_OF_PAIRS.fullmatch(text[start:].strip()):  # type: ignore[operator]
            what = "payoffs"
    if len(pairs) == len(tree.children[0]) > 2 and all(len(pair) == 2 for pair in pairs) and _are_edges(pairs):
        what = "edges"
    rows = [len(tree.children[child]) for child in tree.children[0]]
    inner = len(pairs) == len(rows) > 2 and all(rows)
    if inner and rows[:2] == [1, 2] and all(below % above == 0 for above, below in pairwise(rows)) and rows[-1] > 2:
        what = "levels"
    end = len(text.rstrip())
    return Problem("brackets-untold", Span(start, min(end, start + 60)), {"what": what}) if what else None


def _mixed(text: str, start: int) -> Problem | None:
    """That numbers in one bracket are parted by blanks alone, and by commas or semicolons; None where they are not."""
    if not ("," in text or ";" in text) or not _BLANK.search(text, start):
        return None
    for found in _BETWEEN_BRACKETS.finditer(_ASIDE.sub(lambda aside: " " * len(aside[0]), text), start):
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


def _alone(text: str, start: int) -> Problem | None:
    """That a number in brackets of another shape may be marked, and no node; between commas it may be a list."""
    found = _MARKED[text[start]].search(text, start) if text[start] in _MARKED and "," not in text else None
    return Problem("brackets-untold", Span(*found.span()), {"what": "mark", "text": found[0]}) if found else None


def unknown_fields(text: str, tree: Tree) -> Problem | None:
    """That a name which stands again and again before the only child of a node may be that of a field."""
    alone = [children[0] for children in tree.children if len(children) == 1]
    names = Counter(tree.given_names[child] for child in alone if child in tree.given_names)
    name, count = names.most_common(1)[0] if names else ("", 0)
    if count < 2 or not text.startswith("{", tree.offsets[0]):
        return None
    start = text.find(name, tree.offsets[0])
    return Problem("unknown-field", Span(start, start + len(name)), {"text": name})


def _weighted_pairs(tree: Tree) -> str:
    """The tree with weights, where each child of the chance nodes is a pair of a probability and a leaf."""
    found = [node for node, kind in enumerate(tree.kinds) if kind is Kind.CHANCE]
    if not found or tree.weights or len(tree) > LONGEST_LINE:
        return ""
    from treesolve.notation.foreign.chances import with_weights
    from treesolve.notation.foreign.sketch import read_sketch, sketch_of

    try:
        weighted = read_sketch(with_weights(sketch_of(tree), ""))
    except InputError as error:
        (problem,) = error.problems[:1]
        return str(problem.facts.get("instead", "")) if problem.code == "chance-untold" else ""
    return shown_line(weighted) if weighted.weights else ""


def _are_leaves(tree: Tree, children: tuple[int, ...]) -> bool:
    return bool(children) and not any(tree.children[child] for child in children)


def _is_untold(pair: tuple[object, ...]) -> bool:
    return not all(isinstance(value, int) for value in pair)


def _are_edges(pairs: Sequence[tuple[object, ...]]) -> bool:
    """Whether each pair but those of the first number begins with the second of one before."""
    known = {pairs[0][0]}
    for above, below in pairs:
        if above not in known or below in known:
            return False
        known.add(below)
    return True
