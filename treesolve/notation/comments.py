"""Comments beside a tree: what stands in them, and whether it may say who moves.

Vocabulary

    behind      said of a comment that has something of the tree before it on its line
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from treesolve.model.problem import Problem, Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.writer import shown_line

_COMMENTS = {
    "#": r"(?<!\S)#[^\n]*",
    "//": r"(?<![:\w])//[^\n]*",
    "/*": r"/\*[^*]*\*/",
    "%": r"(?<!\\)%[^\n]*",
    "--": r"(?<!\S)--[ \t][^\n]*",
    ";": r"(?<!\S);[^\n]*",
}
_QUOTED = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"
_WORD = re.compile(r"[^\W\d_]+|[△▽▲▼]")
_MOVER = re.compile(
    r"\b(?:max|min(?!i-?max|max|us|ute)|chance|zufall|random|expect|dice|würfel)\w*|[△▲∆▽▼∇]", re.IGNORECASE
)
"""A word in a comment that may say who moves."""


class Comment(NamedTuple):
    """A comment: what it says, where it stands, and whether it stands behind something."""

    text: str
    span: Span
    is_behind: bool


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
        comments.append(Comment(found["comment"], Span(*found.span("comment")), found["margin"] is None))
        return re.sub(r"[^\n]", " ", found[0])

    pattern = rf"(?P<quoted>{_QUOTED})|(?P<margin>^[ \t]*+)?(?P<comment>{'|'.join(_COMMENTS[sign] for sign in signs)})"
    return re.sub(pattern, take, text, flags=re.MULTILINE), comments


def comment_untold(comments: Sequence[Comment], tree: Tree, plain: str) -> Problem | None:
    """What is asked of a comment that may say who moves; None where none does.

    One behind a node that is a kind's word alone; and the first such word above the tree, or behind the whole of it,
    if the root is of another kind and the tree says no kinds itself. `plain` is the text without comments.
    """
    has_kinds = bool(_MOVER.search(plain))
    start, end = len(plain) - len(plain.lstrip()), len(plain.rstrip())
    start = max(start, tree.offsets[0] if tree.offsets else 0)
    for comment in comments:
        words = list(_MOVER.finditer(comment.text))
        is_outside = not has_kinds and (comment.span.end <= start or comment.span.start >= end)
        is_alone = comment.is_behind and len(words) == 1 == len(_WORD.findall(comment.text))
        if is_alone or (is_outside and words and kind_in_comment(words[0][0]) is not tree.kinds[0]):
            span = Span(*(comment.span.start + place for place in words[0].span()))
            facts = {"why": "comment", "text": words[0][0], "instead": shown_line(tree)}
            return Problem("foreign-asked", span, facts)
    return None


def kind_in_comment(word: str) -> Kind:
    """The kind that a word in a comment says.

    >>> [kind_in_comment(word) for word in ("Minimierer", "MAX", "Zufall")]
    [<Kind.MIN: 'min'>, <Kind.MAX: 'max'>, <Kind.CHANCE: 'chance'>]
    """
    start = word[:3].lower()
    return Kind.MAX if start == "max" or word in "△▲∆" else Kind.MIN if start == "min" or word in "▽▼∇" else Kind.CHANCE
