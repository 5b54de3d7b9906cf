"""Parser for trees given as text, in our notation or, if that fails, in any other supported notation."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from treesolve.model.kind import Kind
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation import ambiguity
from treesolve.notation.grammar_reader import TreeReading, read_native
from treesolve.notation.header_values import parse_header_values, reading_point_problem
from treesolve.notation.headers import FENCE, read_headers
from treesolve.notation.length_check import is_noise
from treesolve.notation.writer import tree_line_preview

if TYPE_CHECKING:
    from treesolve.notation.importers.ignored_text import Skipped

NATIVE_CODE_PREFIXES = (
    *("payoff-tree", "payoff-length", "payoff-mixed", "payoff-kind", "payoff-player", "payoff-sum", "player-", "sum-"),
    *("weight", "levels-", "leaf-outside", "too-many", "shape", "leaves-", "points", "bounds", "unknown-le", "header-"),
    "decimal-commas",
)
"""Prefixes of the problem codes that imply that the input is in our notation, so that no other notation is tried."""

_DOCUMENT = re.compile(r'\s*\{\s*"schema"\s*:\s*"(treesolve/\w+/\d+)"')
"""The beginning of a JSON document that treesolve wrote, such as a key."""

_TITLE = re.compile(r"^[ \t]*title[ \t]*:[^\n]*", re.IGNORECASE | re.MULTILINE)
_OTHER_MOVER = re.compile(
    r"(?:(?<!\S)#|^[ \t]*(?:title|source)[ \t]*:)[^\n]*?\b(?:max(?:im(?!ax|in)[a-z]*)?s?"
    r"|(?P<words>min(?:im(?!ax|in|al)[a-z]*)?s?"
    r"|(?:opponent|gegner(?:in)?|black|schwarz|p2|(?:player|spieler) 2) (?:is |ist )?(?:moves?|starts?|begins?|first"
    r"|beginnt|to move|am zug|zieht)|(?:lower|less|smaller|kleiner|weniger) (?:is|ist) (?:better|besser)"
    r"|costs?|\w*kosten|penalties|(?:are|sind) (?:losses|verluste)))\b",
    re.IGNORECASE | re.MULTILINE,
)


def read(text: str, source: str = "-", *, payoffs: bool = False) -> Tree:
    """Return the tree that the text describes.

    Messages refer to the text as `source`. Leaves may only have payoffs for several players if `payoffs` is true.
    Raises InputError with all errors in the text, or with a question if the meaning of the text is ambiguous.

    >>> tree = read("((6 5) (2 9))")
    >>> tree.names, tree.kinds[0]
    (('A', 'B', 'L1', 'L2', 'C', 'L3', 'L4'), <Kind.MAX: 'max'>)
    """
    return read_with_remarks(text, source, payoffs=payoffs).tree


def read_with_remarks(text: str, source: str = "-", *, payoffs: bool = False) -> TreeReading:
    """Return the tree that the text describes, with remarks about corrections and conversions.

    The arguments and errors are the same as those of `read`.

    >>> read_with_remarks("tree = [[6, 5], [2, 9]]").text
    '[[6, 5], [2, 9]]'
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if document := _DOCUMENT.match(text):
        raise _input_error((Problem("own-document", Span(*document.span(1)), {"schema": document[1]}),), source, text)
    reading = _read_any(text, source, partial(_read_native, source=source, payoffs=payoffs))
    if problem := reading_point_problem(reading.tree, reading.tree.alpha_beta):
        line = read_headers(text).get("alpha-beta")
        raise _input_error((problem._replace(span=line and line.span),), source, text)
    return reading


def _read_any(text: str, source: str, read_native_text: Callable[[str], Tree]) -> TreeReading:
    """Return the tree that the text describes.

    Our notation is preferred, unless the text looks like another notation and can be parsed as such.
    """
    plain = ambiguity.blank_out_list_brackets(text)
    try:
        tree = read_native_text(plain)
    except InputError as error:
        return _read_block(text, source, read_native_text) or _import_text(text, source, read_native_text, error)
    if problem := ambiguity.find_ambiguity(plain, tree, read_native_text):
        from treesolve.notation.importers.brackets import with_names

        raise _input_error((with_names(problem, plain[tree.offsets[0] :]),), source, text)
    start = tree.offsets[0]
    reading = TreeReading(tree)
    if plain != text:
        reading = TreeReading(
            tree, plain, (Problem("read-as", None, {"notation": "", "line": tree_line_preview(tree)}),)
        )
    if ambiguity.is_object(text[start:]):
        reading = _import_text(text, source, read_native_text, _other_notation_error(tree))
    elif ambiguity.looks_like_other_notation(text, tree):
        with suppress(InputError):
            reading = _import_text(text, source, read_native_text, _other_notation_error(tree))
    remarks = (*_only_children_remark(reading.tree), *_comment_remark(text, reading.tree), *reading.remarks)
    return reading._replace(remarks=_with_source(remarks, source, text))


def _read_native(text: str, source: str, *, payoffs: bool) -> Tree:
    """Return the tree that the text describes in our notation.

    Raises InputError. If the text can only be parsed with decimal commas, the error is a question about the commas.
    """
    read_native_text = partial(read_native, source=source, payoffs=payoffs)
    try:
        return read_native_text(text)
    except InputError as error:
        comma = ambiguity.find_weight_comma_ambiguity(text, read_native_text)
        raise (_input_error((comma,), source, text) if comma else error) from None


def _only_children_remark(tree: Tree) -> Iterator[Problem]:
    """Yield a remark if no leaf has a sibling and no node has a name, as in `((6) (5))`."""
    leaves, parents = tree.leaf_ids, tree.parents
    has_names = tree.given_names or tree.moves or len(leaves) == 1
    if not has_names and all(len(tree.children[parents[leaf] or 0]) == 1 for leaf in leaves):
        yield Problem("only-children", Span(tree.offsets[leaves[0]], tree.offsets[leaves[0]] + 1))


def _comment_remark(text: str, tree: Tree) -> Iterator[Problem]:
    """Yield a remark if a comment or header implies that MIN moves first, but the root is MAX only by default."""
    matches = (one for one in _OTHER_MOVER.finditer(text) if one["words"])
    if tree.kinds[0] is not Kind.MAX or ambiguity.find_kind_words(text[tree.offsets[0] :]):
        return
    if not read_headers(text).get("levels"):
        for one in islice(matches, 1):
            yield Problem("comment-mover", Span(*one.span("words")), {"text": one["words"]})


def _read_block(text: str, source: str, read_native_text: Callable[[str], Tree]) -> TreeReading | None:
    """Return the tree in the fenced code block of the text, or None if there is no such block.

    Headers may be inside the block or above it. Raises InputError if there are several blocks.
    """
    fences = [Span(*match.span()) for match in FENCE.finditer(text)]
    if len(fences) % 2 or not fences:
        return None
    blocks = [Span(one.end, other.start) for one, other in zip(fences[::2], fences[1::2], strict=True)]
    block, *others = blocks
    if others:
        facts = {
            "count": len(blocks),
            "trees": sum(ambiguity.is_tree(text[slice(*one)], read_with_remarks) for one in blocks),
        }
        raise _input_error((Problem("several-blocks", fences[2], facts),), source, text)
    from treesolve.notation.importers.format_detection import blank_outside

    headers = read_headers(text)
    is_below = headers.lines and not headers.problems and (headers.tree_start or 0) <= fences[0].start
    plain, around = blank_outside(text, block, (headers.tree_start or 0) if is_below else 0)
    try:
        native_error = _other_notation_error(read_native_text(plain))
    except InputError as error:
        native_error = error
    try:
        reading = _import_text(
            plain, source, read_native_text, native_error, around, [Problem("tidied-fence", fences[0])]
        )
    except InputError as error:
        raise _input_error(error.problems, source, text) from None
    return reading._replace(remarks=_with_source(reading.remarks, source, text))


def _other_notation_error(tree: Tree) -> InputError:
    """Return the error for text that may be in another notation, although our grammar parses it to this tree."""
    return InputError((Problem("foreign-form", Span(tree.offsets[0], tree.offsets[0] + 1)),))


def _import_text(
    text: str,
    source: str,
    read_native_text: Callable[[str], Tree],
    native_error: InputError,
    around: Sequence["Skipped"] = (),
    remarks: Sequence[Problem] = (),
) -> TreeReading:
    """Return the tree that the text describes in another notation.

    `native_error` is the error that our grammar reported. `around` is the text outside the tree that was removed
    earlier, and `remarks` are the remarks about removing it. Raises InputError if no notation fits or the meaning is
    ambiguous.
    """
    headers = read_headers(text)
    values, header_problems = parse_header_values(headers)
    is_read = native_error.problems[0].code == "foreign-form"
    if header_problems or (headers.tree_start is None and not is_read):
        raise native_error
    start = headers.tree_start or 0
    if any(_is_final(problem, start) for problem in native_error.problems) or is_noise(text, start, native_error):
        raise native_error
    from treesolve.notation.importers.format_detection import find_tree, missing_colon, quote_original_text
    from treesolve.notation.importers.ignored_text import Skipped, without_comments

    above = text[: start + len(text[start:]) - len(text[start:].lstrip(" \t"))] if start else ""
    titles = [Skipped(one[0], Span(*one.span())) for one in _TITLE.finditer(above)]
    try:
        found = find_tree(
            _blank_out(above) + text[len(above) :],
            lambda tidy: read_native_text(above + ambiguity.blank_out_list_brackets(tidy)[len(above) :]),
            native_error,
            values,
            [*around, *titles, *without_comments(above, ("#",))[1]],
            remarks,
        )
    except InputError as error:
        colon = missing_colon(text, read_native_text) if error is native_error and not above else None
        problems = (colon,) if colon else tuple(quote_original_text(text, one) for one in error.problems)
        raise _input_error(problems, source, text) from None
    native_text = above + (found.text or "") + "\n" * bool(above.strip())
    return found._replace(text=native_text.lstrip(), remarks=_with_source(found.remarks, source, text))


def _blank_out(text: str) -> str:
    """Return blanks as long as the headers, ending in a line break in case the tree begins on the last header line."""
    return re.sub(r"[^\n]", " ", text)[:-1] + "\n" if text else ""


def _is_final(problem: Problem, start: int) -> bool:
    """Return whether a problem rules out other notations, because it is in the headers or in a tree in our notation."""
    return problem.span is None or problem.span.start < start or problem.code.startswith(NATIVE_CODE_PREFIXES)


def _input_error(problems: tuple[Problem, ...], source: str, text: str) -> InputError:
    """Return an error with these problems.

    If the text has headers, the problems get the fact `has_headers`, so that messages can say where to put a suggested
    tree.
    """
    if read_headers(text).lines:
        new = {"has_headers": True}
        problems = tuple(one if one.text else one._replace(facts={**one.facts, **new}) for one in problems)
    return InputError(_with_source(problems, source, text))


def _with_source(problems: tuple[Problem, ...], source: str, text: str) -> tuple[Problem, ...]:
    return tuple(problem._replace(source=source, text=text) for problem in problems)
