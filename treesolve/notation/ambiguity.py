"""Detection of ambiguities in our notation, and of input that our grammar accepts but that is in another notation."""

import re
from collections.abc import Callable
from contextlib import suppress

from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.grammar_reader import read_native
from treesolve.notation.tree_builder import BRACKET_PAIRS
from treesolve.notation.writer import has_leading_letters, tree_line_preview

TreeReader = Callable[[str], Tree]

_IRRELEVANT = re.compile(r"#[^\n]*|\"[^\"\n]*\"|<[^<>\n]*>")
"""Comments, quoted names and payoffs. Commas and kinds inside them are never ambiguous."""

_KIND = re.compile(r"\b(?:max|min|chance)\b", re.IGNORECASE)
_KIND_ALONE = re.compile(r"(?:max|min|chance|p[1-9])(?=[\s(\[{#])", re.IGNORECASE)
_GAP = r"(?:\s|#[^\n]*)*+"
_KIND_FIRST = re.compile(rf"[(\[{{]{_GAP}{_KIND_ALONE.pattern}", re.IGNORECASE)
_KIND_OF_LIST = re.compile(
    rf"\b(?:max|min|chance|p[1-9]){_GAP}(?:[\[{{]|\({_GAP}[\[{{]|\[{_GAP}[({{]|{{{_GAP}[(\[])", re.IGNORECASE
)
_KEY = re.compile(r"\{\s*[^\W\d]\w*\s*:")
_OBJECT = re.compile(r"\{\s*(?:\"[^\"\n]*\"|(?P<word>[^\W\d]\w+))\s*:")
_FRAGMENT = re.compile(r"[^()\[\]{}]+")
_NUMBERS = re.compile(r"(?<![\w.:*])[+\-−]?[0-9][0-9./]*(?P<between>[\s,;]+)(?=[+\-−]?[0-9])")
_COMMA_IN_DIGITS = re.compile(r"(?<=[0-9]),(?=[0-9])")
_WEIGHT_WITH_COMMA = re.compile(r"[0-9]+,[0-9]+(?=[ \t]*%?\s*\*)")
_NO_DECIMAL = re.compile(r"[./,][0-9]+,[0-9]|[0-9],[0-9]+[./]")
"""A comma between digits that must be a separator, because reading it as a decimal comma would not give a number."""

MAX_HEADS = 10
"""Maximum number of leading kinds that are moved one at a time, after all of them have been moved together."""

MAX_SUGGESTION_LENGTH = 300
"""Maximum length of a tree for which the message shows how it reads with decimal commas and with separators."""


def find_ambiguity(text: str, tree: Tree, read_native_text: TreeReader = read_native) -> Problem | None:
    """Return the first ambiguity in the text, or None if its meaning is clear.

    `tree` is the tree that `read_native_text` returns for the text. The function checks decimal commas, kinds at the
    beginning of a bracket, and names that may be probabilities.

    >>> find_ambiguity("(2,5 3,5)", read_native("(2,5 3,5)")).code
    'decimal-commas'
    """
    start = tree.offsets[0]
    commas = None if is_object(text[start:]) else find_comma_ambiguity(text, start)
    if commas and commas.facts["decimals"] and not is_tree(str(commas.facts["decimals"])):
        commas = None  # not a tree with decimal commas
    return commas or _find_kind_ambiguity(text, tree, read_native_text) or _find_probability_ambiguity(text, tree)


def find_kind_words(text: str) -> list[str]:
    """Return the words for kinds in text in our notation, ignoring comments and quoted names."""
    return _KIND.findall(_IRRELEVANT.sub("", text))


# Other notations that our grammar accepts


def is_object(text: str) -> bool:
    """Return whether the text begins like an object in JSON or JavaScript: with a quoted key or a known field name.

    >>> is_object('[{"A": 3}]'), is_object("{value: 3}"), is_object("{A: 3}")
    (True, True, False)
    """
    match = _OBJECT.match(text.lstrip(" \t\n[("))
    if not match or not match["word"]:
        return match is not None
    from treesolve.notation.importers.labels import word_category

    return word_category("fields", match["word"]) != "" or word_category("children", match["word"]) == "names"


def looks_like_other_notation(text: str, tree: Tree) -> bool:
    """Return whether text that our grammar parsed to `tree` is probably in another notation.

    This is the case if every bracket begins with a word, or if an object has a single key.

    >>> texts = "(A (B 6 5) (C 2 9))", "{A: {B: 3, C: 5}}", "(x (3 5))"
    >>> [looks_like_other_notation(text, read_native(text)) for text in texts]
    [True, True, False]
    """
    if has_leading_letters(tree) and not _KIND.match(text, tree.offsets[0]):
        return True
    alone = (node for node, below in enumerate(tree.children) if len(below) == 1 and tree.children[below[0]])
    return any(_KEY.match(text, tree.offsets[node]) for node in alone)


def _find_probability_ambiguity(text: str, tree: Tree) -> Problem | None:
    """Return a problem if the keys of an object may be either names or probabilities: `A: {"0.3": 6, "0.7": 4}`."""
    if not _OBJECT.search(text) or is_object(text[tree.offsets[0] :]):
        return None
    from treesolve.notation.importers.labels import are_probabilities, number

    for below in tree.children:
        names = [tree.given_names.get(child, "") for child in below]
        if are_probabilities([number(name) for name in names]):
            span = Span(tree.offsets[below[0]], tree.offsets[below[0]] + 1)
            facts = {"why": "probabilities", "text": " ".join(names), "instead": tree_line_preview(tree)}
            return Problem("foreign-asked", span, facts)
    return None


# Kinds before or inside brackets


def blank_out_list_brackets(text: str) -> str:
    """Return the text with blanks in place of redundant brackets.

    In `MAX([6, 5])` and `(max [6 5])`, one pair of brackets is redundant: it encloses the same children as a pair of
    another type. Offsets do not change.

    >>> [blank_out_list_brackets(text) for text in ("MAX([6, 5])", "(max [6 5])", "MAX ([6 5] 3)", "MAX ((6 5))")]
    ['MAX( 6, 5 )', ' max [6 5] ', 'MAX ([6 5] 3)', 'MAX ((6 5))']
    """
    if not _KIND_OF_LIST.search(text):
        return text
    from treesolve.notation.grammar import tokens

    signs = [token for token in tokens(text, 0) if token.type != "COMMENT"]
    opened, pairs = list[int](), dict[int, int]()  # indexes of closing brackets by those of opening brackets
    for index, sign in enumerate(signs):
        if sign in BRACKET_PAIRS:
            opened.append(index)
        elif sign in BRACKET_PAIRS.values() and opened:
            pairs[opened.pop()] = index
    removed = set[int]()
    for outer, end in pairs.items():
        last = end - 1 if signs[end - 1].type != "SEPARATOR" else end - 2
        has_kind = outer > 0 and signs[outer - 1].type == "KIND"
        if has_kind and pairs.get(outer + 1) == last and signs[outer + 1] != signs[outer]:
            removed |= {outer + 1, *range(last, end)}
        elif not has_kind and signs[outer] == "(" and signs[outer + 1].type == "KIND" and pairs.get(outer + 2) == last:
            removed |= {outer, *range(last + 1, end + 1)} if signs[outer + 2] != "(" else set()
    removed_offsets = {signs[index].start_pos for index in removed}
    return "".join(" " if at in removed_offsets else sign for at, sign in enumerate(text))


def _find_kind_ambiguity(text: str, tree: Tree, read_native_text: TreeReader) -> Problem | None:
    """Return a problem if the kind at the beginning of a bracket may be the kind of that bracket.

    In `(MAX (3 9) (5 6))`, our grammar gives MAX to the first child, but the author may mean the root. The kind is
    ambiguous if the outer bracket has no kind, some bracket inside it has none either, and moving the kind changes the
    tree.
    """
    heads, ambiguous = _nodes_with_leading_kind(text, tree) if _KIND_FIRST.search(text, tree.offsets[0]) else ([], [])
    for moving in [heads, *([node] for node in ambiguous[:MAX_HEADS])] if ambiguous else []:
        with suppress(InputError):
            if (other := read_native_text(_move_kinds_to_parents(text, tree, moving))) != tree:
                start, line = tree.offsets[ambiguous[0] + 1], tree_line_preview(tree)
                kind, _ = _leading_kind(text, start)
                facts = {"why": "kind-head", "text": kind, "instead": line and tree_line_preview(other), "other": line}
                return Problem("foreign-asked", Span(start, start + len(kind)), facts)
    return None


def _move_kinds_to_parents(text: str, tree: Tree, nodes: list[int]) -> str:
    """Return the text in which each of these nodes has the kind of its first child, and that child has none."""
    for node in reversed(nodes):
        start, (_, bracket) = tree.offsets[node + 1], _leading_kind(text, tree.offsets[node])
        kind, _ = _leading_kind(text, start)
        text = f"{text[:bracket]}{kind} {text[bracket:start]}{text[start + len(kind) :]}"
    return text


def _nodes_with_leading_kind(text: str, tree: Tree) -> tuple[list[int], list[int]]:
    """Return the nodes that may own the kind written before their first child, and those of them that are ambiguous."""
    heads, ambiguous = list[int](), list[int]()
    moving = set[int]()  # nodes whose kind may belong to their parent
    for node, below in enumerate(tree.children):
        if not (below and tree.children[below[0]] and _KIND_ALONE.match(text, tree.offsets[below[0]])):
            continue
        has_kind = _leading_kind(text, tree.offsets[node])[0] != ""
        have_kinds = [_leading_kind(text, tree.offsets[child])[0] != "" for child in below[1:] if tree.children[child]]
        if (has_kind and node not in moving) or (have_kinds and all(have_kinds)):
            continue
        heads.append(node)
        moving.add(below[0])
        if have_kinds and not has_kind:
            ambiguous.append(node)
    return heads, ambiguous


def _leading_kind(text: str, start: int) -> tuple[str, int]:
    """Return the kind before the brackets of a node, or "" if it has none, and the offset of the opening bracket."""
    from treesolve.notation.grammar import tokens

    kind = ""
    for token in tokens(text, start):
        if token in BRACKET_PAIRS:
            return kind, token.start_pos or 0
        kind = kind or (str(token) if token.type == "KIND" else "")
    return kind, start


# Numbers


def is_tree(text: str, read: Callable[[str], object] = read_native) -> bool:
    """Return whether `read` parses the text without an InputError."""
    with suppress(InputError):
        return bool(read(text))
    return False


def find_comma_ambiguity(text: str, start: int) -> Problem | None:
    """Return a problem if commas between digits may be decimal commas.

    They may be if the same bracket also separates numbers in another way, for example with blanks.

    >>> find_comma_ambiguity("(2,5 3,5)", 0)[:2]
    ('decimal-commas', Span(start=1, end=4))
    >>> find_comma_ambiguity("(2, 5, 3)", 0), find_comma_ambiguity("(3,5,2 4)", 0)
    (None, None)
    """
    if "," not in text:
        return None
    blanked = _IRRELEVANT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for fragment in _FRAGMENT.finditer(blanked, start):
        marks = {match["between"] for match in _NUMBERS.finditer(fragment[0])}
        is_mixed = len({mark.strip() or " " if mark != "," else "tight" for mark in marks}) > 1
        if is_mixed and _COMMA_IN_DIGITS.search(fragment[0]) and not _NO_DECIMAL.search(fragment[0]):
            return _comma_problem(text, start, fragment)
    return None


def find_weight_comma_ambiguity(text: str, read_native_text: TreeReader) -> Problem | None:
    """Return a problem if the text can only be parsed with a decimal comma in a weight: `0,3 * 5`."""
    weight = _WEIGHT_WITH_COMMA.search(text)
    lines = set[str]()
    for numbers in (_COMMA_IN_DIGITS, _WEIGHT_WITH_COMMA) if weight else ():
        try:
            lines.add(tree_line_preview(read_native_text(numbers.sub(lambda one: one[0].replace(",", "."), text))))
        except InputError as error:
            lines |= {""} if error.problems[0].code == "weights-sum" else set()
    if not weight or not lines:
        return None
    facts = {"text": weight[0], "decimals": lines.pop() if len(lines) == 1 else "", "separators": ""}
    return Problem("decimal-commas", Span(*weight.span()), facts)


def _comma_problem(text: str, start: int, fragment: re.Match[str]) -> Problem:
    """Return the problem for an ambiguous comma between digits; its facts contain the tree in both interpretations."""
    comma = _COMMA_IN_DIGITS.search(fragment[0])
    at = fragment.start() + (comma.start() if comma else 0)
    tree = " ".join(text[start:].split())
    shown = tree if len(tree) <= MAX_SUGGESTION_LENGTH and "#" not in tree else ""
    facts = {
        "text": fragment[0].strip()[:60],
        "decimals": _separators_as_blanks(_COMMA_IN_DIGITS.sub(".", shown)),
        "separators": _separators_as_blanks(shown),
    }
    return Problem("decimal-commas", Span(max(at - 1, 0), at + 2), facts)


def _separators_as_blanks(tree: str) -> str:
    """Return the tree with blanks instead of separators."""
    return re.sub(r"(?<=[(\[{]) | (?=[)\]}])", "", " ".join(re.sub("[,;]", " ", tree).split()))
