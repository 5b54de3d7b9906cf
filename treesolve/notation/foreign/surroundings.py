"""What stands around a tree, and is none of it: fences, a name it is assigned to. Places stay as they are.

Vocabulary

    blanked     with blanks in the place of what was taken out, so that the rest stands where it stood
"""

import re
from typing import NamedTuple

from treesolve.model.problem import Problem, Span
from treesolve.model.tree import Kind
from treesolve.notation.foreign.neutral import refuse
from treesolve.notation.foreign.word_lists import is_plural, kind_called

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
