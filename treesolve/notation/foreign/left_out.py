"""Numbers that stand in a text, but in no leaf of the tree that was read from it: most often a slip of the keyboard.

What a notation has numbers for beside its leaves is known: names, moves, weights, own values, bounds, places, lists
that count. One that is none of these would be lost in silence.
"""

import re
from collections import Counter

from treesolve.model.number import INFINITY, Number
from treesolve.model.problem import InputError, Problem, Span
from treesolve.notation.foreign.label import number
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch, nodes, sketch_of
from treesolve.notation.grammar_reader import read_own

CHECKED = (
    *("outline", "drawn_tree", "yaml_nodes", "yaml_maps", "adjacency"),
    *("edge_table", "leaf_rows", "newick", "qtree", "forest"),
    *("tikz", "xml_elements", "lists", "calls", "items"),
)
"""The modules of notations in which a number is nearly always that of a leaf."""

_APART = re.compile(
    r"(?:^|\s)(?:#|//|%|;;)[^\n]*|/\*.*?\*/|<!--.*?-->|<\?[^>]*>|<!\w[^>]*>"
    r"|^[ \t│|]*[0-9]{1,4}[.):](?=\s)|^[ \t]*[0-9]{1,3}(?:\.[0-9]{1,3})+[.):]?(?=[ \t]+\S)|^[0-9]+ director[^\n]*"
    r"|(?:\balpha|\bbeta|\b[ab]|α|β|depth|level|width|height|distance|version|sep|size|sides|scale|opacity|id|x|y|pos|grow'?|rotate)\"?\s*[=:]\s*[\"']?[^\s,;)\]\"'>]+"
    r"|(?:[≤≥]=?|\\[gl]eq?\b)\s*[+\-−]?[0-9][0-9./]*|\bat\s*\([^()]*\)|\b(?:level|depth|ply|ebene|tiefe)[ \t]+[0-9]+",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
_BOUND = re.compile(r"[<>]=?\s*[+\-−]?[0-9][0-9./]*")
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_BRANCH = re.compile(
    r"(?:(?:[=-]>|→)[^\n]*){3}|[├└╰┣┗│┃]|[|`+]-[- ]|\|\s+-|[^\s=>-]>+\s+\S|[^\s.]\.{2,}\s+\S|\S[•◦▪▸‣⁃■□◆◇●]\s+\S"
)
_BEHIND_BLANKS = re.compile(
    r"\S[:=]?(?: {2,}|\t)\s*(?:[-*+•■□◆◇●]\s+)?[+\-−]?[0-9]+(?:[./][0-9]+)?$"
    r"|\s{2,}(?:[-*+•■□◆◇●]|[0-9]{1,3}[.)])\s|\S\s{2,}[^\W\d]\w*\s*[:=]\s*[+\-−]?[0-9]|\w[-*+]{2,}\s"
    r"|^[+\-−]?[0-9][0-9./]*(?: {2,}|\t)\s*[^\W\d]"
)
_TWO_VALUES = re.compile(
    r"[0-9]\s{2,}(?:[-*+•■□◆◇●]\s+)?(?:[^\W\d]\w*|[0-9][0-9.,/%]*)\s*(?:[:=]|->)|\s{2,}[-*+•■□◆◇●]\s+\S"
    r"|[0-9]\s{2,}[^\W\d]+\s+[+\-−]?[0-9]|[0-9]>\s|[0-9]\s*;\s*\S|[0-9]\)\s{2,}\(|[0-9]\s{2,}[^\W\d]\w*\s*\([^()]*\)\s*:"
)
_DIGITS = re.compile(r"(?<![\w.])[0-9]+(?:[.,/][0-9]+)?(?!\w)")
_CALL = re.compile(r"\b(?P<word>[A-Za-z]\w*)[^\w\s(]?\((?P<numbers>[^()\n]*)\)")
_MISTYPED = re.compile(r"[<>\\&*#|{}\[\]^~\"├└│┌─┬]|-$")
"""What stands in a name with a number only by mistake."""
_BEGINS_LINE = re.compile(r"(?:\A|\n)[ \t]*\Z")
_NO_NAME = re.compile(r"[├└╰┣┗│┃┌─┬<>*&#={}\[\]]|--|^\W+$|^[0-9]+[^\W\d]|\s.*(?<!\w)[0-9]|(?<!\w)[0-9].*\s")
"""What stands in a word for which a line was mistaken, and in no name."""
_WITH_OTHER_NUMBERS = (
    *("value-or-children", "newick-lengths", "order-or-value", "graph-two-parents", "graph-child-twice"),
    *("efg-on-the-way", "efg-information", "efg-not-zero-sum", "foreign-form", "prose", "number-left-out"),
    *("chance-as-name", "player-as-name"),
    "several-trees",
    "ascii-art",
)
"""Codes of what has numbers that are no leaves, and says so; and of trees in which leaves stand twice."""
_NUMBER = re.compile(r"(?<![\w.,/+\-−])[+\-−]?[0-9]+(?:[.,/][0-9]+)?(?![\w%/])")


def check_left_out(sketch: Sketch, text: str) -> None:
    """Raises InputError at the first number that stands in a text more often than in what was read from it.

    Nothing is said of a tree in which leaves have no values: that is said of it anyway.
    """
    if any(node.value is None and node.unknown is None for node in nodes(sketch) if not node.children):
        return
    told = _numbers_told(sketch) + _numbers_in_repeated_names(sketch, text)
    passed_over = sum(node.own_value for node in nodes(sketch))
    plain = _BOUND.sub(_match_as_blanks, _APART.sub(_match_as_blanks, text))
    names = {_size_of_number(node.name) for node in nodes(sketch) if node.name}
    left = [found for found in _NUMBER.finditer(plain) if not _is_number_read(found[0], told, names)]
    if len(left) > passed_over:
        place = left[-1] if passed_over else left[0]
        numbered = all(_BEGINS_LINE.search(plain, 0, found.start()) for found in left)
        raise refusal("number-left-out", Span(*place.span()), sketch if numbered else None, text=place[0])


def _match_as_blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])


def only_whole(problem: Problem, text: str) -> Problem:
    """The problem without the line that it offers, where that is not the tree of all numbers of the text."""
    line = problem.facts.get("instead")
    if not isinstance(line, str) or problem.code in _WITH_OTHER_NUMBERS or _has_all_numbers(line, text):
        return problem
    return problem._replace(facts={**problem.facts, "instead": ""})


def _has_all_numbers(line: str, text: str) -> bool:
    """Whether a line in our notation has each number of a text, none more often, and none in what is no name."""
    try:
        sketch = sketch_of(read_own(line, payoffs=True))
    except InputError:
        return False
    leaves = [node for node in nodes(sketch) if not node.children]
    numbered = any(leaf.value is None and number(leaf.name or "") is not None for leaf in leaves)
    if any(_NO_NAME.search(node.name or "") for node in nodes(sketch)):
        return False
    if numbered and not all(leaf.name for leaf in leaves):
        return False
    plain = _APART.sub(_match_as_blanks, text)
    told = _numbers_told(sketch)
    names = {_size_of_number(node.name) for node in nodes(sketch) if node.name}
    left = [found for found in _DIGITS.findall(plain) if not _is_number_read(found, told, names)]
    written: Counter[Number] = Counter(
        value for word in re.findall(r"[0-9./]+", text) for value in _numbers_in_word(word)
    )
    values: Counter[Number] = Counter(max(leaf.value, -leaf.value) for leaf in leaves if leaf.value is not None)
    return not left and all(written[value] >= count for value, count in values.items() if value != INFINITY)


def _numbers_in_word(word: str) -> set[Number]:
    """The numbers that a word is, or has at one side of its mark."""
    found = map(_size_of_number, {word, *re.split("[./]", word)})
    return {value for value in found if value is not None}


def check_calls(sketch: Sketch, text: str) -> None:
    """Raises InputError at the first call like those that made leaves in a program, from which nothing was read."""
    told = _numbers_told(sketch)
    passed_over = sum(node.own_value for node in nodes(sketch))
    made, unread = set(), list[re.Match[str]]()
    for found in _CALL.finditer(text):
        numbers = _DIGITS.findall(found["numbers"])
        if sum(_is_number_read(each, told, set()) for each in numbers):
            made.add(found["word"].lower())
        elif numbers:
            unread.append(found)
    lost = [found for found in unread if any(_is_like_known_word(found["word"].lower(), word) for word in made)]
    if len(lost) > passed_over:
        raise refusal("statement-untold", Span(*lost[0].span()), text=lost[0][0])


def _is_like_known_word(word: str, known: str) -> bool:
    return word.endswith(known[1:]) or known.endswith(word)


def check_joined_lines(sketch: Sketch, text: str) -> None:
    """Raises InputError where a node has what may have been two lines: a branch, or a bullet or number after blanks."""
    for node in nodes(sketch):
        words = _QUOTED.sub('""', text[slice(*node.span)])
        is_row = any(child.span == node.span for child in node.children)
        joined = _BEHIND_BLANKS if node.children and not is_row else _TWO_VALUES
        found = _BRANCH.search(words) or joined.search(words)
        strange = node.name is not None and not node.name.strip("-*+ ")
        if found or strange:
            raise refusal("lines-joined", node.span, sketch, text=words.strip())


def _is_number_read(words: str, told: Counter[Number], names: set[Number | None]) -> bool:
    """Whether a number, or what stands at either side of a comma in it, was read, and not yet found here.

    The names of nodes may stand anywhere, and more than once.
    """
    whole = [each for word in (words, words.replace(",", ".")) if (each := _size_of_number(word)) is not None]
    for value in whole:
        if value in names:
            return True
        if told[value]:
            told[value] -= 1
            return True
    parts = [_size_of_number(word) for word in re.split("[.,/]", words)]
    known = [part for part in parts if part is not None and (part in names or told[part])]
    told.subtract(part for part in known if part not in names)
    return len(parts) > 1 and len(known) == len(parts)


def _numbers_told(sketch: Sketch) -> Counter[Number]:
    """How often each number stands in the leaves, names, moves and weights, its sign apart."""
    found: Counter[Number] = Counter()
    for node in nodes(sketch):
        name = "" if _MISTYPED.search(node.name or "") else node.name
        named, moved = (_NUMBER.findall((words or "").replace(",", " ")) for words in (name, node.move))
        words = [word for found in (named, moved) if len(found) == 1 for word in found]
        values: list[Number | None] = [node.value, node.weight, *map(_size_of_number, words)]
        found.update(max(value, -value) for value in values if value is not None and abs(value) != INFINITY)
        if node.weight is not None:
            found[100 * node.weight] += 1
    return found


def _numbers_in_repeated_names(sketch: Sketch, text: str) -> Counter[Number]:
    """How often each number stands in names that stand more often than there are nodes with them, as in a table."""
    names = Counter(node.name for node in nodes(sketch) if node.name and re.search(r"\w\s+[0-9]", node.name))
    found: Counter[Number] = Counter()
    for name, count in names.items():
        times = len(re.findall(rf"(?<!\w){re.escape(name)}(?!\w)", text)) - count
        for value in map(_size_of_number, _NUMBER.findall(name)):
            if value is not None and times > 0:
                found[value] += times
    return found


def _size_of_number(words: str) -> Number | None:
    value = number(words)
    return None if value is None else value if value >= 0 else -value
