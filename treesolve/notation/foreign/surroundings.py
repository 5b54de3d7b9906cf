"""What stands around a tree, and is none of it: fences, comments, a name it is assigned to. Places stay as they are.

Vocabulary

    blanked     with blanks in the place of what was taken out, so that the rest stands where it stood
    behind      said of a comment that has something of the tree before it on its line
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from treesolve.model.problem import Problem, Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.doubts import Doubt
from treesolve.notation.foreign.neutral import refuse
from treesolve.notation.foreign.words import is_plural, kind_called

_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*$", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_]+|[△▽▲▼]")
_ASSIGNED = re.compile(
    r"\s*(?:(?:const|let|var|auto|val|final)[ \t]{1,9})?(?P<name>[^\W\d]\w{0,40})[ \t]{0,9}=\s{0,9}(?=[(\[{])"
)
_STATEMENT = re.compile(r"\n[^\W\d]")
_COMMENT_LINE = re.compile(r"[ \t]*(?:#+|//+|%+|--+(?!>)|;+)")
_EXPORTED = re.compile(r"^[ \t]{0,40}export[ \t]{1,9}(?:default[ \t]{1,9})?", re.MULTILINE)
_TYPED = re.compile(
    r"^(?P<name>[ \t]{0,40}(?:(?:const|let|var)[ \t]{1,9})?[^\W\d]\w{0,60})"
    r"(?P<type>[ \t]{0,3}:[ \t]{0,3}[A-Za-z][\w<>\[\]|, ]{0,60})(?==[ \t]{0,9}[\[({])",
    re.MULTILINE,
)
_LISP = re.compile(
    r"(?P<before>\s{0,99}\((?:def\w{0,12}|setq|setf|define)\s{1,9}[^\s()']{1,60}\s{1,9}'?)(?=\()|\s{0,99}'(?=\()"
)
_COMMENTS = {
    "#": r"(?<!\S)#[^\n]*",
    "//": r"(?<![:\w])//[^\n]*",
    "/*": r"/\*[^*]*\*/",
    "%": r"(?<!\\)%[^\n]*",
    "--": r"(?<!\S)--[ \t][^\n]*",
    ";": r"(?<!\S);[^\n]*",
}
_QUOTED = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"

LONGEST = 1000
"""So many characters of a tree are shown in a sentence."""

_PLAIN = str.maketrans({
    **dict.fromkeys("“”„«»″", '"'), **dict.fromkeys("‘’‚", "'"),
    **dict.fromkeys("\u00a0\u202f\u2007\u2009\u3000\ufeff", " "), **dict.fromkeys("–‒﹣－", "−"),
    **dict(zip("（）［］｛｝，；：", "()[]{},;:", strict=True)),
})  # fmt: skip
"""Signs of editors and keyboards, each by the one sign that is meant."""


class Comment(NamedTuple):
    """A comment: what it says, where it stands, and whether it stands behind something."""

    text: str
    span: Span
    is_behind: bool


class Tidy(NamedTuple):
    """A text without what is around, and remarks on that."""

    text: str
    remarks: tuple[Problem, ...]


def tidied(text: str) -> Tidy:
    """The text, with its places, without fences, marks of comments on every line, and the name it is assigned to.

    Raises InputError where the words around a fenced block may say who moves.

    >>> tidied("tree = [6, 5];").text
    '       [6, 5] '
    """
    plain = text.translate(_PLAIN)
    remarks = _signs_taken_otherwise(text, plain)
    for take_out in (_fenced_block, _without_marks_of_comments, _declared, _quoted_list, _assigned_value):
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
    first, last = fences
    around = _blank_between(text, first.start(), last.end())
    for found in _WORD.finditer(around):
        if _is_mover(found[0]):
            refuse("foreign-asked", Span(*found.span()), why="around", text=found[0])
    block = _blank(text[: first.end()]) + text[first.end() : last.start()] + _blank(text[last.start() :])
    return block, _remark("tidied-fence", text, *first.span())


def _blank_between(text: str, start: int, end: int) -> str:
    return text[:start] + _blank(text[start:end]) + text[end:]


def _is_mover(word: str) -> bool:
    return kind_called(word) in (Kind.MAX, Kind.MIN, Kind.CHANCE)


def _without_marks_of_comments(text: str) -> tuple[str, list[Problem]]:
    """The text without the marks of comments, if every line has one."""
    marks = [_COMMENT_LINE.match(line) for line in text.split("\n") if line.strip()]
    if len(marks) < 2 or not all(marks):
        return text, []
    without = [_COMMENT_LINE.sub(lambda found: _blank(found[0]), line, count=1) for line in text.split("\n")]
    at = len(text) - len(text.lstrip())
    return "\n".join(without), _remark("tidied-marks", text, at, at + 1)


def _declared(text: str) -> tuple[str, list[Problem]]:
    """The text without what says that a name is exported, and of which type it is."""
    plain = _EXPORTED.sub(lambda found: _blank(found[0]), text)
    return _TYPED.sub(lambda found: found["name"] + _blank(found["type"]), plain), []


def _quoted_list(text: str) -> tuple[str, list[Problem]]:
    """The list that Lisp quotes, or gives a name."""
    found = _LISP.match(text)
    if not found:
        return text, []
    end = len(text.rstrip())
    has_name = bool(found["before"])
    if has_name and text[end - 1] != ")":
        return text, []
    plain = _blank_between(text, end - 1, end) if has_name else text
    return _blank_between(plain, 0, found.end()), _remark("tidied-assignment", text, 0, found.end())


def _assigned_value(text: str) -> tuple[str, list[Problem]]:
    """The value of the only assignment, where a bracket follows."""
    found = _ASSIGNED.match(text)
    if not found or text.count("=", found.end()) or _STATEMENT.search(text, found.end()):
        return text, []
    if is_plural(found["name"]):
        refuse("foreign-asked", Span(*found.span("name")), why="plural", text=found["name"])
    end = len(text.rstrip())
    value = _blank_between(text, end - 1, end) if text[end - 1] == ";" else text
    return _blank_between(value, 0, found.end()), _remark("tidied-assignment", text, 0, found.end())


def without_comments(text: str, signs: Sequence[str]) -> tuple[str, list[Comment]]:
    """The text blanked where it has comments that begin with these signs, outside of quotation marks; and these.

    >>> without_comments('A -> "#1" # MIN', ("#",))[0]
    'A -> "#1"      '
    """
    if not any(sign in text for sign in signs):
        return text, []
    comments: list[Comment] = []

    def take(found: re.Match[str]) -> str:
        if not found["comment"]:
            return found[0]
        line = text.rfind("\n", 0, found.start()) + 1
        comments.append(Comment(found[0], Span(*found.span()), bool(text[line : found.start()].strip())))
        return _blank(found[0])

    pattern = rf"(?P<quoted>{_QUOTED})|(?P<comment>{'|'.join(_COMMENTS[sign] for sign in signs)})"
    return re.sub(pattern, take, text), comments


def check_comments(text: str, tree: Tree) -> None:
    """Raises Doubt where a comment of a tree in our notation may say who moves."""
    plain, comments = without_comments(text, ("#",))
    plain = " " * tree.offsets[0] + plain[tree.offsets[0] :]
    if problem := comment_untold(comments, tree, plain):
        from treesolve.notation.writer import write_line

        raise Doubt((problem._replace(facts={**problem.facts, "instead": write_line(tree)[:LONGEST]}),))


def comment_untold(comments: Sequence[Comment], tree: Tree, plain: str) -> Problem | None:
    """What is asked of a comment that may say who moves; None where none does.

    One behind a node that is a kind's word alone; and the first such word above the tree, or behind the whole of it,
    if the root is of another kind and the tree says no kinds itself. `plain` is the text without comments.
    """
    has_kinds = any(map(_is_mover, _WORD.findall(plain)))
    start, end = len(plain) - len(plain.lstrip()), len(plain.rstrip())
    start = max(start, tree.offsets[0] if tree.offsets else 0)
    for comment in comments:
        words = _movers(comment)
        is_outside = not has_kinds and (comment.span.end <= start or comment.span.start >= end)
        if comment.is_behind and len(words) == 1 == len(_WORD.findall(comment.text)):
            return _asked(comment, words[0])
        if is_outside and words and kind_called(words[0]) is not tree.kinds[0]:
            return _asked(comment, words[0])
    return None


def _movers(comment: Comment) -> list[str]:
    return [word for word in _WORD.findall(comment.text) if _is_mover(word)]


def _asked(comment: Comment, word: str) -> Problem:
    at = comment.span.start + comment.text.index(word)
    return Problem("foreign-asked", Span(at, at + len(word)), {"why": "comment", "text": word})
