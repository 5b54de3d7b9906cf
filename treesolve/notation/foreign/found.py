"""Which notation a text is in that our grammar does not read, and its tree.

Each notation says by unmistakable signs whether a text is its own, and the first one reads it, or refuses it.

Vocabulary

    tidy        without fences and the name of an assignment around the tree
    blanked     with blanks in the place of what was taken out, so that the rest stands where it stood
"""

import re
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.comments import Comment, comment_untold, without_comments
from treesolve.notation.doubts import Doubt
from treesolve.notation.foreign.labels import is_plural, kind_called, number
from treesolve.notation.foreign.making import tree_of
from treesolve.notation.foreign.neutral import refuse
from treesolve.notation.grammar_reader import without_garbage_collector
from treesolve.notation.header_values import HeaderValues
from treesolve.notation.number_text import write_number
from treesolve.notation.payoffs import NO_HEADERS
from treesolve.notation.writer import shown_line, write_line

NOTATIONS = (
    *(
        "gambit_file",
        "cs188_test",
        "latex",
        "dot_graph",
        "mermaid_graph",
        "drawing",
        "data",
        "programs_read",
        "edge_lines",
    ),
    *("brackets", "leaf_bars", "outline_text"),
)
"""The modules, in the order in which they are asked."""

LONGEST = 5_000_000
"""No longer text is looked at for another notation than our own."""

_QUOTED_HEAD = re.compile(r"[\[({]\s{0,9}[\"']")
_NUMBERS_ALONE = frozenset("0123456789()[]{},;.+-−/ \t\r\n?∞")

FEWEST_LEAVES, MOST_SHOWN = 4, 64
"""So many numbers in a row are asked about with the trees that they may be."""

Read = Callable[[str], Tree]


class Found(NamedTuple):
    """A tree that was written otherwise: the tree, its line in our notation, and remarks on what was done."""

    tree: Tree
    text: str
    remarks: tuple[Problem, ...]


@without_garbage_collector()
def find_tree(text: str, own: Read, refused: InputError, headers: HeaderValues = NO_HEADERS) -> Found:
    """The tree of a text that our grammar has refused; `own` is how that reads, `refused` what it says.

    The text has blanks where its headers stood.

    Raises InputError, with places in this text: what the notation says that has its signs in the text, and what our
    grammar has said where none has.
    """
    if len(text) > LONGEST:
        raise refused
    _check_one_tree(text, own, refused)
    tidy = tidied(text)
    if tidy.remarks:
        try:
            tree = own(tidy.text)
            how = Problem("read-as", None, {"notation": "", "line": shown_line(tree)})
            return Found(tree, tidy.text.strip(), (*tidy.remarks, how))
        except Doubt:
            raise
        except InputError as error:
            refused = error
    if _NUMBERS_ALONE.issuperset(tidy.text):
        problem = _row_untold(tidy.text)
        raise InputError((problem,)) if problem else refused
    for name in NOTATIONS:
        notation = import_module(f"treesolve.notation.foreign.{name}")
        plain, comments = without_comments(tidy.text, getattr(notation, "COMMENTS", ()))
        if notation.recognises(plain):
            found = _read(notation, plain, comments, headers, refused)
            return found._replace(remarks=(*tidy.remarks, *found.remarks))
    problem = not_read(tidy.text)
    raise InputError((problem,)) if problem else refused


def _check_one_tree(text: str, own: Read, refused: InputError) -> None:
    """Raises InputError where several trees of ours are a text, with the line that they are as children of one root."""
    if refused.problems[0].code != "second-tree" or "->" in text:
        return
    start = len(text) - len(text.lstrip())
    try:
        tree = own(f"{text[:start]}({text[start:].rstrip()})")
    except InputError:
        return
    if all(tree.children[child] for child in tree.children[0]):
        problem = refused.problems[0]
        raise InputError((problem._replace(facts={**problem.facts, "instead": shown_line(tree)}),))


def _row_untold(text: str) -> Problem | None:
    """What is asked of four leaves or more in a row, without any bracket; None for any other text."""
    leaves = [value for value in map(number, text.replace(",", " ").split()) if value is not None]
    if len(leaves) < FEWEST_LEAVES or len(leaves) > MOST_SHOWN or set("()[]{};") & set(text):
        return None
    shown = [write_number(leaf) for leaf in leaves]
    flat = f"({' '.join(shown)})"
    while len(shown) % 2 == 0:
        shown = [f"({one} {other})" for one, other in zip(shown[::2], shown[1::2], strict=True)]
    at = len(text) - len(text.lstrip())
    facts = {"count": len(leaves), "flat": flat, "complete": shown[0] if len(shown) == 1 else ""}
    return Problem("flat-leaves", Span(at, len(text.rstrip())), facts)


def _read(
    notation: ModuleType, plain: str, comments: list[Comment], headers: HeaderValues, refused: InputError
) -> Found:
    """What a notation reads. Where that has only brackets, our grammar knows better what is wrong with these."""
    try:
        made = tree_of(notation.read(plain), headers)
        problem = comment_untold(comments, made.tree, plain)
        if problem:
            raise InputError((problem._replace(facts={**problem.facts, "instead": shown_line(made.tree)}),))
    except InputError as error:
        if notation.NAME == "brackets" and not _has_other_words(plain, refused):
            raise refused from None
        named = (problem._replace(facts={"notation": notation.NAME, **problem.facts}) for problem in error.problems)
        raise InputError(tuple(named)) from None
    how = Problem("read-as", None, {"notation": notation.NAME, "line": shown_line(made.tree)})
    return Found(made.tree, write_line(made.tree), (how, *made.remarks))


def _has_other_words(text: str, refused: InputError) -> bool:
    """Whether brackets have what is none of ours: heads in quotation marks, or letters that may be names."""
    is_ours = ":" in text or "->" in text or not _QUOTED_HEAD.search(text)
    return not is_ours or refused.problems[0].code == "foreign-asked"


_SIGNS = {
    "notebook": re.compile(r'"cells"\s*:\s*\['),
    "XML": re.compile(r"\A\s*<[?!\w]"),
    "PlantUML": re.compile(r"^[ \t]*@start\w", re.MULTILINE),
    "Newick": re.compile(r"\A\s*\([^\[\]{}\n]{1,5000}\)[\w.:-]*;\s*\Z"),
    "YAML": re.compile(r"^[ \t]*(?:- *)?(?:children|name|value|type|kind|nodes|root)[ \t]?:", re.MULTILINE),
    "table": re.compile(r"^[ \t]*\|.*\|[ \t]*\n[ \t]*\|[ \t]*:?-[-:| \t]*$", re.MULTILINE),
    "strokes": re.compile(r"^[ \t]*[/\\|]+(?:[ \t]+[/\\|]+)+[ \t]*$", re.MULTILINE),
    "program": re.compile(
        r"[;{][ \t]*$|^[ \t]*\w+\.\w+\(|^[ \t]*(?:def|class|public|func|fn|let|module|data) ", re.MULTILINE
    ),
}
"""What stands in texts of each notation; the more particular ones first."""


def not_read(text: str) -> Problem | None:
    """What is said of a text in a notation that is not read; None where no such notation is told.

    >>> not_read("<tree><node/></tree>").facts["text"]
    'XML'
    """
    name = next((name for name, sign in _SIGNS.items() if sign.search(text)), None)
    at = len(text) - len(text.lstrip())
    return Problem("notation-not-read", Span(at, at + 1), {"text": name}) if name else None


_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*$", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_]+|[△▽▲▼]")
_ASSIGNED = re.compile(
    r"\s*(?:(?:const|let|var|auto|val|final)[ \t]+)?(?P<name>[^\W\d]\w*)[ \t]*=\s*"
    r"(?P<value>[(\[{][^=]*[)\]}])(?:\s*;)?\s*"
)
_DEFINED = re.compile(r"\s*\((?:def\w*|setq|setf)\s+(?P<name>[^\s()']+)\s+'?(?P<value>\([^=]*\))\s*\)\s*")
_STATEMENT = re.compile(r"\n[^\W\d]")
_INFINITY = re.compile(r"\bfloat\([\"']inf(?:inity)?[\"']\)|\b(?:math|np|numpy)\.inf\b|\bInfinity\b")
_PLAIN = str.maketrans({
    **dict.fromkeys("“”„«»″", '"'), **dict.fromkeys("‘’‚", "'"),
    **dict.fromkeys("\u00a0\u202f\u2007\u2009\u3000\ufeff", " "), **dict.fromkeys("–‒﹣－", "−"),
    **dict(zip("（）［］｛｝，；：", "()[]{},;:", strict=True)),
})  # fmt: skip
"""Signs of editors and keyboards, each by the one sign that is meant."""


class Tidy(NamedTuple):
    """A text without what is around, and remarks on that."""

    text: str
    remarks: tuple[Problem, ...]


def tidied(text: str) -> Tidy:
    """The text, with its places, without fences, and without the name it is assigned to.

    Raises InputError where the words around a fenced block may say who moves.

    >>> tidied("tree = [6, 5];").text
    '       [6, 5] '
    """
    plain = _INFINITY.sub(lambda found: "inf".ljust(len(found[0])), text.translate(_PLAIN))
    remarks = _signs_taken_otherwise(text, text.translate(_PLAIN))
    for take_out in (_fenced_block, _assigned_value):
        plain, taken = take_out(plain)
        remarks += taken
    return Tidy(plain, tuple(remarks))


def _signs_taken_otherwise(text: str, plain: str) -> list[Problem]:
    """That other signs were read than stand there, at the first of them."""
    others = [at for at, (one, other) in enumerate(zip(text, plain, strict=True)) if one != other and not one.isspace()]
    if not others:
        return []
    at, count = others[0], len(others)
    return [Problem("tidied-sign", Span(at, at + 1), {"text": text[at], "instead": plain[at], "more": count - 1})]


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _remark(code: str, text: str, start: int, end: int) -> list[Problem]:
    return [Problem(code, Span(start, end), {"text": text[start:end].strip()})]


def _fenced_block(text: str) -> tuple[str, list[Problem]]:
    """The one block between fences."""
    fences = list(_FENCE.finditer(text))
    if len(fences) != 2:
        return text, []
    start, end = fences[0].end(), fences[1].start()
    for found in _WORD.finditer(text[:start] + _blank(text[start:end]) + text[end:]):
        if kind_called(found[0]) in (Kind.MAX, Kind.MIN, Kind.CHANCE):
            refuse("foreign-asked", Span(*found.span()), why="around", text=found[0])
    block = _blank(text[:start]) + text[start:end] + _blank(text[end:])
    return block, _remark("tidied-fence", text, *fences[0].span())


def _assigned_value(text: str) -> tuple[str, list[Problem]]:
    """The value of the only assignment, or of Lisp's definition, which is in brackets."""
    found = _ASSIGNED.fullmatch(text) or _DEFINED.fullmatch(text)
    if not found or _STATEMENT.search(found["value"]):
        return text, []
    if is_plural(found["name"]):
        refuse("foreign-asked", Span(*found.span("name")), why="plural", text=found["name"])
    start, end = found.span("value")
    return _blank(text[:start]) + text[start:end] + _blank(text[end:]), _remark("tidied-assignment", text, 0, start)
