"""Brackets with words inside or before them: `(max (min 6 5) (min 2 9))`, `A(B(6 5) C(2 9))`, `['A', ['B', 6, 5]]`."""

import re
from collections.abc import Sequence
from itertools import accumulate

from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.ambiguity import find_comma_ambiguity
from treesolve.notation.importers.data_layout import tree_of_data
from treesolve.notation.importers.exported_text import TextFragment, format_nested
from treesolve.notation.importers.import_builder import build_imported_tree
from treesolve.notation.importers.labels import kind_from_word, number
from treesolve.notation.importers.literals import Literal, literals
from treesolve.notation.importers.parsed_node import ParsedField, ParsedNode, in_preorder, reject, reject_ambiguous
from treesolve.notation.number_text import format_number
from treesolve.notation.writer import tree_line_preview

NAME = "brackets"
COMMENTS = ("#", "//", "/*")

_TOUCHING = re.compile(r"[^\s:=*]*[^\W0-9][^\s:=*]*|[△▲∆▽▼∇◯○]")
"""A word that may be the name of the bracket that follows it without a blank."""

_NAME_BEFORE = re.compile(r"([^\W\d]\w{0,60})([ \t]{0,20})(?=[(\[{])")
_LETTER = re.compile("[a-z]")
_OPENING, _BRACKET = re.compile(r"[(\[{]"), re.compile(r"[()\[\]{}]")


def recognizes(text: str) -> bool:
    """Return whether the text begins with a bracket, possibly after a word, or has a name before each bracket."""
    return re.match(r"\s*[^\s,;()\[\]{}\"'=:|/\\]{0,40}[(\[{]", text) is not None or _has_blanks_after_names(text)


def _has_blanks_after_names(text: str) -> bool:
    """Return whether the text is a single tree in which a name and blanks precede brackets: `A (B (6 5) C (2 9))`.

    Every bracket, including the outermost one, must follow a name.
    """
    first = _NAME_BEFORE.match(text.lstrip())
    is_all = bool(first and first[2]) and text.rstrip()[-1] in ")]}"
    if not is_all or len(_NAME_BEFORE.findall(text)) < len(_OPENING.findall(text)):
        return False
    depths = [*accumulate(1 if sign in "([{" else -1 for sign in _BRACKET.findall(text))]
    return 0 in depths and depths.index(0) == len(depths) - 1


def read(text: str) -> ParsedNode:
    """Return the tree. Raises InputError if brackets do not match or the meaning of a word is ambiguous."""
    is_data = "'" in text or '"' in text
    if not is_data and (problem := find_comma_ambiguity(text, 0)):
        raise InputError((problem,))
    if _has_blanks_after_names(text):
        text = _NAME_BEFORE.sub(r"\2\1", text)
    (_, root), *others = literals(text, is_spaced=not is_data) or [(None, Literal(Span(0, 1), "text"))]
    if others or root.is_scalar:
        unexpected = others[0][1] if others else root
        reject("foreign-form", unexpected.span, text=unexpected.text)
    root_node = tree_of_data(root) if is_data else _tree_of_words(root)
    inner = [part for part in in_preorder(root_node) if part.children and text[part.span.start] in "([{"]
    bare = next((part for part in inner if not part.label), None)
    if bare and any(kind_from_word(part.label) for part in inner):
        reject_ambiguous("word", bare.span, text[bare.span.start])
    return root_node


def with_names(problem: Problem, text: str) -> Problem:
    """Return the question about a kind at the beginning of a bracket, with a better suggestion if there is one.

    If the brackets can be read with the other leading words as names, that tree is suggested. Other problems are not
    changed.
    """
    if problem.facts.get("why") != "kind-head":
        return problem
    try:
        tree, _ = build_imported_tree(read(text))
        line = tree_line_preview(tree) if tree.given_names else ""
    except InputError as error:
        facts = error.problems[0].facts
        line = str(facts["instead"]) if facts.get("why") == "word" else ""
    return problem._replace(facts={**problem.facts, "instead": line, "other": ""}) if line else problem


def _tree_of_words(root: Literal) -> ParsedNode:
    """Return the tree that unquoted brackets describe. Raises InputError for empty brackets and invalid names."""
    brackets = [one for one in root.walk() if not one.is_scalar]
    for bracket in brackets:
        if not bracket.inside or (bracket.text and not _TOUCHING.fullmatch(bracket.text)):
            reject("foreign-form", bracket.span, text=bracket.text)
        if (head := _head(bracket)) and head.text.endswith(":"):
            reject("foreign-form", head.span, text=head.text)
    has_names, has_leaves_alone = _style(brackets)
    has_named_leaves = len(brackets) > 1 and all(map(_is_named_leaf, filter(_has_number, brackets)))
    built: dict[int, ParsedNode] = {}
    for bracket in reversed(brackets):
        if has_named_leaves and _is_named_leaf(bracket):
            built[id(bracket)] = _named_leaf(bracket)
            continue
        is_number = _is_number_alone(bracket)
        if is_number and has_names and not has_leaves_alone:
            _reject_head(bracket.items[0])
        label, below = _label_and_children(bracket, has_names=has_names)
        if has_names and len(below) == 1 and _is_number(below[0]) and not bracket.text:
            built[id(bracket)] = ParsedNode(bracket.span, label, (ParsedField("value", below[0].text, below[0].span),))
            continue
        children = tuple(ParsedNode(one.span, one.text) if one.is_scalar else built[id(one)] for one in below)
        built[id(bracket)] = (
            children[0] if is_number and has_leaves_alone else ParsedNode(bracket.span, label, (), children)
        )
    return built[id(root)]


def _style(brackets: Sequence[Literal]) -> tuple[bool, bool]:
    """Return whether the first words in brackets are names, and whether each number has a bracket of its own.

    They are names if every bracket begins with a word, and at least two of these words are different and not kinds. If
    each number has a bracket of its own, one name is enough, unless it may be the letter of an unknown leaf.
    """
    others = [bracket for bracket in brackets if not _is_number_alone(bracket)]
    if not all(bracket.text or _head(bracket) for bracket in others):
        return False, False
    names = {head.text for bracket in others if (head := _head(bracket)) and not kind_from_word(head.text)}
    numbers = sum(_is_number(one) for bracket in brackets for one in bracket.items)
    has_leaves_alone = len(brackets) - len(others) == numbers > 0
    has_name = has_leaves_alone and not all(map(_LETTER.fullmatch, names))
    return len(names) > 1 or has_name, has_leaves_alone


def _is_number(one: Literal) -> bool:
    return one.is_scalar and number(one.text) is not None


def _is_number_alone(bracket: Literal) -> bool:
    return not bracket.text and len(bracket.inside) == 1 and _is_number(bracket.items[0])


def _head(bracket: Literal) -> Literal | None:
    first = bracket.items[0]
    return first if first.is_scalar and not bracket.text and not _is_number(first) else None


def _has_number(bracket: Literal) -> bool:
    """Return whether the bracket contains a number and is not marked as an inner node by a kind."""
    return not kind_from_word(_name(bracket)) and any(map(_is_number, bracket.items))


def _is_named_leaf(bracket: Literal) -> bool:
    """Return whether the bracket is a named leaf such as `L(7)` or `(L 7)`.

    A lower-case letter at the beginning of a bracket does not count as a name, because it may be an unknown leaf.
    """
    is_alone = len(bracket.items) == (1 if bracket.text else 2) and _is_number(bracket.items[-1])
    is_name = bracket.text != "" or (len(_name(bracket)) > 0 and not _LETTER.fullmatch(_name(bracket)))
    return is_alone and is_name and not kind_from_word(_name(bracket))


def _named_leaf(bracket: Literal) -> ParsedNode:
    value = bracket.items[-1]
    return ParsedNode(bracket.span, _name(bracket), (ParsedField("value", value.text, value.span),))


def _name(bracket: Literal) -> str:
    head = _head(bracket)
    return head.text if head else bracket.text


def _label_and_children(bracket: Literal, *, has_names: bool) -> tuple[str, list[Literal]]:
    """Return the label and the children of a bracket. Raises InputError if its first word may be a child or a label."""
    if bracket.text:
        return bracket.text, _call_arguments(bracket)
    items, head = bracket.items, _head(bracket)
    if head is None:
        return "", items
    is_kind = kind_from_word(head.text) is not None
    if len(items) < 2 or not (is_kind or has_names):
        _reject_head(head)
    return head.text, items[1:]


def _call_arguments(bracket: Literal) -> list[Literal]:
    """Return the children in a bracket that directly follows a word. They may be in a list, as in `max([3, 5])`.

    Raises InputError if the first child may be a name, or a single number may be the value of the word.
    """
    first, *rest = bracket.items
    is_word = first.is_scalar and not _is_number(first) and not re.search(r"[=:]|^\?$", first.text)
    if (is_word and rest) or (_is_number(first) and not rest and not kind_from_word(bracket.text)):
        _reject_head(first)
    is_list = first.literal_type == "list" and first.sign != bracket.sign and not rest
    return first.items if is_list else bracket.items


def _reject_head(word: Literal) -> None:
    reject_ambiguous("head", word.span, word.text)


def write_heads(tree: Tree) -> str:
    """Return the tree as an s-expression in which each bracket begins with the kind of the node.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write_heads(read_ours("((6 5) (2 x))")), end="")
    (max (min 6 5) (min 2 x))
    """

    def fragment(node: int) -> TextFragment:
        if tree.children[node]:
            return TextFragment(f"({tree.kinds[node].value} ", ")")
        return TextFragment(format_number(tree.values[node]))  # type: ignore[arg-type]

    return format_nested(tree, fragment) + "\n"


def write_lists(tree: Tree) -> str:
    """Return the tree as nested Python lists with values as leaves.

    Kinds are omitted, because MAX and MIN must alternate in trees that are exported to this notation.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write_lists(read_ours("((6 1/2) (2 -inf))")), end="")
    [[6, 0.5], [2, -float("inf")]]
    """

    def fragment(node: int) -> TextFragment:
        if tree.children[node]:
            return TextFragment("[", "]", ", ")
        shown = format_number(tree.values[node])  # type: ignore[arg-type]
        return TextFragment(_INFINITIES.get(shown, shown))

    return format_nested(tree, fragment) + "\n"


_INFINITIES = {"inf": 'float("inf")', "-inf": '-float("inf")'}
