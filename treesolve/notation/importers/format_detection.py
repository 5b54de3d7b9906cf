"""Import of text that our grammar rejects: detection of its notation, and conversion to a tree.

The first notation that recognizes the text by its unambiguous signs is used. If this notation rejects the text, no
other one is tried.
"""

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from types import ModuleType

from treesolve.model.number import Unknown
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.ambiguity import (
    blank_out_list_brackets,
    find_ambiguity,
    find_kind_words,
    is_object,
    looks_like_other_notation,
)
from treesolve.notation.grammar_reader import TreeReading, garbage_collection_paused, read_native
from treesolve.notation.header_values import HeaderValues
from treesolve.notation.importers.brackets import with_names
from treesolve.notation.importers.data_layout import check_single_tree
from treesolve.notation.importers.ignored_text import Skipped, find_mention, without_comments
from treesolve.notation.importers.import_builder import build_imported_tree
from treesolve.notation.importers.labels import is_plural, number, word_category
from treesolve.notation.importers.literal_node import lists_with_heads
from treesolve.notation.importers.literals import literals
from treesolve.notation.importers.parsed_node import ParsedNode, reject, reject_ambiguous
from treesolve.notation.number_text import format_number
from treesolve.notation.tree_builder import NO_HEADERS
from treesolve.notation.writer import format_tree_line, tree_line_preview

NOTATIONS = (
    *(
        "gambit_file",
        "cs188_test",
        "latex",
        "dot_graph",
        "mermaid_graph",
        "text_drawing",
        "nested_data",
        "program_literal",
    ),
    *("edge_lines", "outline_text", "brackets", "leaf_bars"),
)
"""The importer modules in the order in which they are tried."""

MAX_IMPORT_LENGTH = 5_000_000
"""Maximum length of input for which notations other than ours are tried."""

_QUOTED_HEAD = re.compile(r"[\[({]\s{0,9}[\"']")
_NUMBERS_ALONE = frozenset("0123456789()[]{},;.+-−/ \t\r\n?∞")

_NO_COLON = re.compile(
    r"\b(?:(?P<kind>max|min|chance)\s+)?(?!(?:max|min|chance)\s)(?P<name>[^\W\d]\w*)\s+"
    r"(?:(?P<behind>max|min|chance)\s*)?(?=[(\[{])",
    re.IGNORECASE,
)
"""A name before a bracket, optionally with a kind before or after the name."""

_NUMBER = r"[+\-−]?[0-9][0-9.]*"
_LEAF_ROW = re.compile(
    rf"\b(?:leaf|leaves|terminal|blatt|blätter)[^\n:]{{0,60}}:[\s*>`]{{0,9}}(?P<row>{_NUMBER}(?:[\s,]+{_NUMBER})+)(?!\w)",
    re.IGNORECASE,
)
"""A row of numbers that the text describes as leaves: `Leaf values (left to right): 3, 5`."""

MIN_LEAVES, MAX_SHOWN = 4, 64
"""Minimum and maximum number of leaves in a row for which the message suggests possible trees."""

_UNSUPPORTED_NOTATIONS = {
    "notebook": re.compile(r'"cells"\s*:\s*\['),
    "XML": re.compile(r"\A\s*<[?!\w]"),
    "PlantUML": re.compile(r"^[ \t]*@start\w", re.MULTILINE),
    "Newick": re.compile(r"\A\s*\([^\[\]{}\n]{1,5000}\)[\w.:-]*;\s*\Z"),
    "YAML": re.compile(r"^[ \t]*(?:- *)?(?:children|name|value|type|kind|nodes|root)[ \t]?:", re.MULTILINE),
    "table": re.compile(
        r"^[ \t]*\|.*\|[ \t]*\n[ \t]*\|[ \t]*:?-[-:| \t]*$|\A(?:\s*[^\W\d]\w*[ ]*[,;\t][^,;\t\n()\[\]{}]+$){3,}\s*\Z",
        re.MULTILINE,
    ),
    "levels": re.compile(r"\A\s*(?:level|depth|ply|ebene|tiefe)\W{0,3}[0-9]", re.IGNORECASE),
    "strokes": re.compile(r"^[ \t]*[/\\|]+(?:[ \t]+[/\\|]+)+[ \t]*$", re.MULTILINE),
    "program": re.compile(
        r"[;{][ \t]*$|^[ \t]*(?:\w+\.\w+|print)\(|^[ \t]*(?:def|class|public|func|fn|let|module|data) ", re.MULTILINE
    ),
}
"""Unsupported notations, each with a pattern that matches no supported notation. More specific patterns come first."""

READ_BY_NATIVE_GRAMMAR = "foreign-form"
"""The code of the problem that replaces an error of our grammar if the grammar accepts the input.

Parts of such input that other notations ignore are comments in our notation.
"""

Read = Callable[[str], Tree]


@garbage_collection_paused()
def find_tree(
    text: str,
    read_native: Read,
    native_error: InputError,
    headers: HeaderValues = NO_HEADERS,
    above: Sequence[Skipped] = (),
    notes: Sequence[Problem] = (),
) -> TreeReading:
    """Return the tree that the text describes in another notation, after our grammar rejected it with `native_error`.

    The text must have blanks in place of headers. `above` contains the comments between these headers, and `notes` are
    remarks about text around the tree. `read_native` parses our notation, which is tried again after text around the
    tree has been removed.

    Raises InputError with spans in this text: with the problems that the matching notation finds, or `native_error` if
    no notation matches.
    """
    if len(text) > MAX_IMPORT_LENGTH:
        raise native_error
    _check_one_tree(text, read_native, native_error)
    normalized, normalizations, around = _normalize_text(text)
    remarks, around = [*notes, *normalizations], [*above, *around]
    plain = blank_out_list_brackets(normalized)
    if notes or plain != text:
        try:
            tree = read_native(plain)
        except InputError as error:
            native_error = error
        else:
            if not (is_object(plain) or looks_like_other_notation(plain, tree)):
                found = read_embedded_tree(plain, tree, read_native, around, headers)
                return found._replace(remarks=(*remarks, *found.remarks))
    at = len(normalized) - len(normalized.lstrip())
    if _NUMBERS_ALONE.issuperset(normalized):
        _check_row(normalized, at, len(normalized.rstrip()))
        raise native_error
    for name in NOTATIONS:
        notation = import_module(f"treesolve.notation.importers.{name}")
        plain, comments = without_comments(normalized, getattr(notation, "COMMENTS", ()))
        if notation.recognizes(plain):
            tree, others = _read(notation, plain, [*around, *comments], headers, native_error)
            return TreeReading(tree, format_tree_line(tree), (*remarks, *others))
    if row := _LEAF_ROW.search(normalized):
        _check_row(normalized, *row.span("row"), is_all=row[0].strip() == normalized.strip())
    if unread := next((name for name, sign in _UNSUPPORTED_NOTATIONS.items() if sign.search(normalized)), None):
        raise InputError((Problem("notation-not-read", Span(at, at + 1), {"text": unread}),))
    raise native_error


def read_embedded_tree(
    text: str, tree: Tree, read_native: Read, around: Sequence[Skipped], headers: HeaderValues
) -> TreeReading:
    """Return a tree in our notation that was found inside other text, with a remark about it.
    Raises InputError if the tree or the text around it is ambiguous.
    """
    if problem := find_ambiguity(text, tree, read_native):
        raise InputError((with_names(problem, text[tree.offsets[0] :]),))
    plain, comments = without_comments(text, ("#",))
    kinds, line = find_kind_words(plain), tree_line_preview(tree)
    problem = None if headers.levels else find_mention([*around, *comments])
    if problem and len(kinds) < sum(map(bool, tree.children)):
        lines = {"instead": line, "other": f"MIN {line}"} if line.startswith("(") and not kinds else {}
        raise InputError((problem._replace(facts={**problem.facts, **lines}),))
    return TreeReading(tree, text.strip(), (Problem("read-as", None, {"notation": "", "line": line}),))


def _check_one_tree(text: str, read_native: Read, native_error: InputError) -> None:
    """Raise InputError if the text consists of several trees in our notation, and suggest one root for all of them."""
    if native_error.problems[0].code != "second-tree" or native_error.problems[0].facts["header"] or "->" in text:
        return
    start = len(text) - len(text.lstrip())
    within_one = f"{text[:start]}({text[start:].rstrip()})"
    try:
        tree = read_native(within_one)
    except InputError:
        return
    names = {tree.given_names.get(child) for child in tree.children[0]}
    are_edges = any(isinstance(value, Unknown) and value.letter in names for value in tree.values)
    if all(tree.children[child] for child in tree.children[0]) and not (are_edges or is_object(within_one)):
        problem = native_error.problems[0]
        raise InputError((problem._replace(text=None, facts={**problem.facts, "instead": tree_line_preview(tree)}),))


def missing_colon(text: str, read_native: Read) -> Problem | None:
    """Return a problem if missing colons after names are the only errors, as in `A MAX (6 5)` or `MAX A (6 5)`."""
    first = _NO_COLON.match(text, len(text) - len(text.lstrip()))
    if first is None:
        return None
    try:
        tree = read_native(_NO_COLON.sub(r"\g<name>: \g<kind>\g<behind> ", text))
    except InputError:
        return None
    return Problem(
        "colon-missing", Span(*first.span("name")), {"text": first["name"], "instead": tree_line_preview(tree)}
    )


def _check_row(text: str, start: int, end: int, *, is_all: bool = True) -> None:
    """Raise InputError if this part of the text is a row of at least MIN_LEAVES leaves without brackets.

    If the row is the whole text (`is_all`), the error suggests trees with these leaves.
    """
    row = text[start:end]
    words = row.replace(",", ".").split(";") if ";" in row else row.replace(",", " ").split()
    cells = [word for word in words if word != "-"]
    shown = [format_number(leaf) for leaf in map(number, cells) if leaf is not None]
    if not MIN_LEAVES <= len(shown) == len(cells) <= MAX_SHOWN:
        return
    flat = " ".join(shown)
    while len(shown) % 2 == 0:
        shown = [f"({one} {other})" for one, other in zip(shown[::2], shown[1::2], strict=True)]
    is_complete = len(shown) == 1
    shape = " ".join(["2"] * (len(cells).bit_length() - 1)) if is_complete else _shape_of(len(cells))
    facts: dict[str, object] = {"flat": ""}
    if is_all:
        facts = {"flat": f"({flat})", "leaves": flat, "complete": shown[0] if is_complete else "", "shape": shape}
    facts["count"] = len(cells)
    raise InputError((Problem("flat-leaves", Span(start, end), facts),))


def _shape_of(count: int) -> str:
    """Return a shape with this number of leaves: two levels if the number is composite, one level otherwise."""
    first = next((factor for factor in range(2, count) if count % factor == 0), count)
    return f"{first} {count // first}" if first < count else str(count)


def _read(
    notation: ModuleType, plain: str, skipped: list[Skipped], headers: HeaderValues, native_error: InputError
) -> tuple[Tree, tuple[Problem, ...]]:
    """Return the tree that the text describes in this notation, with remarks.

    Raises InputError if the notation rejects the text. If the text is more likely a faulty tree in our notation, the
    error is `native_error`, which contains a better diagnosis.
    """
    code = native_error.problems[0].code
    try:
        root: ParsedNode = notation.read(plain)
        tree, claims = build_imported_tree(root, headers, *((plain, skipped) if code != READ_BY_NATIVE_GRAMMAR else ()))
    except InputError as error:
        why = error.problems[0].facts.get("why", error.problems[0].code)
        is_name = code in ("nodes-touch", "second-tree") and why == "head"
        is_ours = code != READ_BY_NATIVE_GRAMMAR and why not in {"skipped", "decimal-commas"} - {code} and not is_name
        is_kind_named = code in ("kind-as-name", "kind-as-move") and why == "foreign-form"
        if is_kind_named or (notation.NAME == "brackets" and is_ours and not _has_quoted_heads(plain)):
            raise native_error from None
        named = (problem._replace(facts={"notation": notation.NAME, **problem.facts}) for problem in error.problems)
        raise InputError(tuple(named)) from None
    return tree, (
        Problem("read-as", None, {"notation": notation.NAME, "line": tree_line_preview(tree)}),
        *root.remarks,
        *claims,
    )


def _has_quoted_heads(text: str) -> bool:
    """Return whether a bracket begins with a quoted word, which our grammar does not support."""
    return bool(_QUOTED_HEAD.search(text)) and ":" not in text and "->" not in text


# Text around a tree; offsets do not change

_ASSIGNED = re.compile(
    r"\s*(?:(?:const|let|var|auto|val|final)[ \t]+)?(?P<name>[^\W\d]\w*)(?:[ \t]?:[ \t]*[^\W\d][\w\[\]]*)?[ \t]*=\s*"
    r"(?P<value>(?:\w+(?=\(\s*\[))?[(\[{][^=]*[)\]}])(?:\s*;)?\s*"
    r"|\s*\((?:def\w*|setq|setf)\s+(?P<symbol>[^\s()']+)\s+'?(?P<form>\([^=]*\))\s*\)\s*"
)
"""An assignment of a bracketed value, or a definition in Lisp."""

_STATEMENT = re.compile(r"\n[^\W\d]")
_INFINITY = re.compile(r"\bfloat\([\"']inf(?:inity)?[\"']\)|\b(?:math|np|numpy)\.inf\b|\bInfinity\b")
_LEAF_IN_QUOTES = r"([\"'])(?:[^\W\d_]|\?|[+\-−]?[0-9]+(?:[./][0-9]+)?)\1"
_LISTS = re.compile(rf"\s*[(\[](?=[^\"']*+[\"'])(?:[\s()\[\],0-9.+\-−/]|\b(?:inf|[^\W\d_])\b|{_LEAF_IN_QUOTES})*+")
"""Nested lists whose items are numbers, letters, or leaves in quotation marks."""

_LABELLED = re.compile(r"[(\[]\s*[\"']([^\W\d_])[\"']\s*,\s*[\"']?([^\s,()\[\]\"']+)[\"']?\s*,?\s*[)\]]")

_PLAIN = str.maketrans({
    **dict.fromkeys("“”„«»″", '"'), **dict.fromkeys("‘’‚", "'"),
    **dict.fromkeys("\u00a0\u202f\u2007\u2009\u3000\ufeff", " "), **dict.fromkeys("–‒‑﹣－", "−"),
    **dict(zip("（）［］｛｝，；：", "()[]{},;:", strict=True)),
})  # fmt: skip
"""Typographic and full-width characters with their plain equivalents."""


def _normalize_text(text: str) -> tuple[str, list[Problem], list[Skipped]]:
    """Return the text in plain characters and with blanks around an assigned value.

    Also return remarks about these changes, and the removed text. Offsets do not change.

    >>> _normalize_text("tree = [6, 5];")[0]
    '       [6, 5] '
    """
    plain, remarks, around = text.translate(_PLAIN), list[Problem](), list[Skipped]()
    others = [at for at, (one, other) in enumerate(zip(text, plain, strict=True)) if one != other and not one.isspace()]
    if others:
        at = others[0]
        facts = {"text": text[at], "instead": plain[at], "more": len(others) - 1}
        remarks.append(Problem("tidied-sign", Span(at, at + 1), facts))
    plain = _INFINITY.sub(lambda match: "inf".ljust(len(match[0])), plain)
    if assigned := _assigned_value(plain):
        prefix, value = assigned
        remarks.append(Problem("tidied-assignment", prefix, {"text": plain[slice(*prefix)].strip()}))
        plain, around = blank_outside(plain, value)
    return _with_letters_as_leaves(plain), remarks, around


def quote_original_text(text: str, problem: Problem) -> Problem:
    """Return the problem with a quotation from the original text instead of the normalized text."""
    words = text[slice(*problem.span)] if problem.span else ""
    is_quoted = problem.facts.get("text") == words.translate(_PLAIN)
    return problem._replace(facts={**problem.facts, "text": words}) if is_quoted else problem


def _with_letters_as_leaves(text: str) -> str:
    """Return the text without quotation marks if it consists of lists in which quoted letters are leaves.

    Return other text unchanged. Raises InputError if each letter is in a list with a single other item, because that
    may be either the value of a leaf with this name or another leaf.
    """
    if not _LISTS.fullmatch(text):
        return text
    root, bare = literals(text)[0][1], re.sub("[\"']", " ", text)
    heads = lists_with_heads(root)
    if heads and all(len(one.items) == 2 and one.items[1].is_scalar for one in heads) and root not in heads:
        named, plain = (tree_line_preview(read_native(line)) for line in (_LABELLED.sub(r"\1: \2", text), bare))
        head = heads[0].items[0]
        reject("foreign-asked", head.span, why="head", text=head.text, instead=named, other=plain)
    return text if len({one.items[0].text for one in heads}) > 1 else bare


def blank_outside(text: str, inside: Span, start: int = 0) -> tuple[str, list[Skipped]]:
    """Return the text with blanks around the span `inside`, and the parts that the blanks replace.

    Text before the offset `start` is kept.

    >>> blank_outside("tree = 5", Span(7, 8))[0]
    '       5'
    """
    sides = Span(start, inside.start), Span(inside.end, len(text))
    before, after = (re.sub(r"[^\n]", " ", text[slice(*side)]) for side in sides)
    plain = text[:start] + before + text[slice(*inside)] + after
    return plain, [Skipped(text[slice(*side)], side) for side in sides]


def _assigned_value(text: str) -> tuple[Span, Span] | None:
    """Return the span before the assigned value and the span of the value.

    Return None if the text is not a single assignment or definition. Raises InputError if the name of the variable
    suggests several trees.
    """
    match = _ASSIGNED.fullmatch(text)
    name, value = ("name", "value") if match and match["name"] else ("symbol", "form")
    if not match or _STATEMENT.search(match[value]):
        return None
    if is_plural(match[name]):
        if word_category("graphs", match[name]) or word_category("children", match[name]):
            return None  # the entries may refer to each other
        if name == "name":
            check_single_tree(
                literals(blank_outside(text[: match.end(value)], Span(*match.span(value)))[0])[0][1], match[name]
            )
        reject_ambiguous("plural", Span(*match.span(name)), match[name])
    return Span(0, match.start(value)), Span(*match.span(value))
