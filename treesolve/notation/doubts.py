"""Trees that may be meant otherwise, by their numbers, names and comments: what is asked of them."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from treesolve.model.number import Unknown
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.writer import PLAYER_NAMES, has_letter_first, is_name_of_mover, shown_line, write_line

_ASIDE = re.compile(r"#[^\n]*|\"[^\"\n]*\"|<[^<>\n]*>")
"""Where commas and kinds mean nothing to the tree, or always the same."""

_KIND = re.compile(r"\b(?:max|min|chance)\b", re.IGNORECASE)
_KIND_FIRST = re.compile(r"[(\[{]\s{0,9}(?:max|min|chance)\s{1,9}(?=[(\[{])", re.IGNORECASE)
_KIND_OF_LIST = re.compile(r"\b(?:max|min|chance)[ \t]?\([ \t]?\[", re.IGNORECASE)
_FIELD = re.compile(r"[\[(\s]{0,99}\{\s{0,99}(?:\"[^\"\n]{0,99}\"|'[^'\n]{0,99}'|[^\W\d]\w{0,99})[ \t]{0,9}:")
_STRETCH = re.compile(r"[^()\[\]{}]+")
_NUMBERS = re.compile(r"(?<![\w.:*])[+\-−]?[0-9][0-9./]*(?P<between>[\s,;]+)(?=[+\-−]?[0-9])")
_TIGHT = re.compile(r"(?<=[0-9]),(?=[0-9])")

LONGEST = 300
"""A longer tree is not shown with its commas read otherwise."""


class Doubt(InputError):
    """Our grammar has read the text, and something in it has to be asked; no other notation knows better."""


def is_ours(text: str, tree: Tree) -> bool:
    """Whether a text that our grammar reads as this tree is in our notation, and in no other.

    Raises Doubt where numbers may be parted, or meant, in more ways than one, and where a kind or a name may be meant
    otherwise.

    >>> from treesolve.notation.grammar_reader import read_own
    >>> [is_ours(each, read_own(each)) for each in ("(A (B 6 5) (C 2 9))", "(MAX (3 5) (2 9))", "{A: {B: 3}}")]
    [False, True, False]
    """
    start = tree.offsets[0] if tree.offsets else 0
    has_kinds_as_heads = _has_kinds_as_heads(text, start, tree)
    if has_kinds_as_heads and (problem := _head_untold(text, start, tree)):
        raise Doubt((problem,))
    if has_kinds_as_heads or _has_other_signs(text, start, tree):
        return False
    problem = numbers_untold(text, start) or pairs_untold(tree) or _mover_untold(text, tree)
    plain, comments = without_comments(text, ("#",))
    if problem := problem or comment_untold(comments, tree, " " * start + plain[start:]):
        raise Doubt((problem,))
    return True


# Words first in brackets, and objects


def _has_other_signs(text: str, start: int, tree: Tree) -> bool:
    """Whether there are objects with fields, letters that head brackets, or calls with lists: none of these is ours."""
    if ("{" in text and _FIELD.match(text, start)) or _KIND_OF_LIST.search(text, start):
        return True
    return has_letter_first(tree) and not _KIND.match(text, start)


def _has_kinds_as_heads(text: str, start: int, tree: Tree) -> bool:
    """Whether every kind stands first in a bracket, and not as we write them."""
    if tree.weights or not _KIND_FIRST.search(text, start):
        return False
    plain = _ASIDE.sub("", text[start:])
    kinds = _KIND.findall(plain)
    if len(kinds) != len(_KIND_FIRST.findall(plain)):
        return False
    return any(kind != kind.upper() for kind in kinds) or len(kinds) > len(_KIND.findall(write_line(tree)))


def _head_untold(text: str, start: int, tree: Tree) -> Problem | None:
    """What is asked where the only kind of a text may be that of the root, or of the bracket behind it."""
    kinds = list(_KIND.finditer(_blanked(text), start))
    if len(kinds) != 1:
        return None
    return Problem(
        "foreign-asked", Span(*kinds[0].span()), {"why": "head", "text": kinds[0][0], "instead": shown_line(tree)}
    )


def _mover_untold(text: str, tree: Tree) -> Problem | None:
    """What is asked where a name, without quotation marks, may say who moves: chance, or one of two players."""
    names = [name for name in tree.given_names.values() if is_name_of_mover(name)]
    name = names[0] if len(names) > 1 or (names and names[0] not in PLAYER_NAMES) else None
    found = re.search(rf"(?<![\w\"]){re.escape(name)}(?=\s{{0,9}}:\s{{0,9}}[(\[{{])", text) if name else None
    if not name or not found:
        return None
    code = "player-as-name" if name in PLAYER_NAMES else "chance-as-name"
    return Problem(code, Span(*found.span()), {"text": name, "instead": ""})


# Numbers


def numbers_untold(text: str, start: int) -> Problem | None:
    """What is asked of numbers, from `start` on, that are parted in more than one way.

    >>> numbers_untold("(2,5 3,5)", 0)[:2], numbers_untold("(2, 5, 3)", 0)
    (('decimal-commas', Span(start=1, end=4)), None)
    """
    if "," not in text and ";" not in text:
        return None
    for stretch in _STRETCH.finditer(_blanked(text), start):
        marks = {found["between"] for found in _NUMBERS.finditer(stretch[0])}
        ways = {"tight" if mark == "," else mark.strip()[:1] or "blank" for mark in marks}
        if len(ways) > 1 and "tight" in ways:
            return _comma_untold(text, start, stretch)
        if len(ways) > 1 and "blank" in ways:
            return Problem("blanks-and-commas", Span(*stretch.span()), {"text": stretch[0].strip()[:60]})
    return None


def _blanked(text: str) -> str:
    """The text with blanks where commas and kinds mean nothing to the tree."""
    return _ASIDE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def _comma_untold(text: str, start: int, stretch: re.Match[str]) -> Problem:
    """What is asked of a comma between digits, with the tree in each way it may be meant."""
    found = _TIGHT.search(stretch[0])
    at = stretch.start() + (found.start() if found else 0)
    tree = " ".join(text[start:].split())
    shown = tree if len(tree) <= LONGEST and "#" not in tree else ""
    facts = {
        "text": stretch[0].strip()[:60],
        "decimals": _with_blanks(_TIGHT.sub(".", shown)),
        "separators": _with_blanks(shown),
    }
    return Problem("decimal-commas", Span(max(at - 1, 0), at + 2), facts)


def _with_blanks(tree: str) -> str:
    """The tree with blanks for separators."""
    return re.sub(r"(?<=[(\[{]) | (?=[)\]}])", "", " ".join(re.sub("[,;]", " ", tree).split()))


# Pairs


def pairs_untold(tree: Tree) -> Problem | None:
    """What is asked of pairs: they may be probabilities with values, or payoffs of two players.

    >>> from treesolve.notation.grammar_reader import read_own
    >>> [pairs_untold(read_own(each)).facts["what"] for each in ("((0.3 10) (0.7 4))", "((3 -3) (4 -4))")]
    ['probabilities', 'payoffs']
    """
    if tree.weights:
        return None
    has_payoffs = _are_payoffs([tree.values[leaf] for leaf in tree.leaves])
    for children in tree.children:
        if len(children) > 1:
            values = [[tree.values[leaf] for leaf in tree.children[child]] for child in children]
            if what := _payoffs_or_probabilities(values, has_payoffs=has_payoffs):
                return _pairs_problem(what, tree.offsets[children[0]])
    return None


def shares_untold(tree: Tree) -> Problem | None:
    """What is asked of fractions below a chance node without weights, which add up to 1: they may be these."""
    for node, kind in enumerate(tree.kinds):
        if kind is Kind.CHANCE and not tree.weights and _has_shares(node, tree):
            return _pairs_problem("probabilities", tree.offsets[node])
    return None


def _pairs_problem(what: str, at: int) -> Problem:
    return Problem("brackets-untold", Span(at, at + 1), {"what": what})


def _payoffs_or_probabilities(values: Sequence[Sequence[object]], *, has_payoffs: bool) -> str:
    """What nodes with these values below may be, beside nodes; nothing where they are no pairs."""
    if any(len(leaves) != 2 or not all(isinstance(one, int) or _is_share(one) for one in leaves) for leaves in values):
        return ""
    first, second = ([leaves[place] for leaves in values] for place in (0, 1))
    for shares, others in ((first, second), (second, first)):
        if _are_shares(shares) and not all(_is_share(one) or one in (0, 1) for one in others):
            return "probabilities"
    return "payoffs" if any(first) and has_payoffs else ""


def _are_payoffs(values: Sequence[object]) -> bool:
    """Whether all leaves of a tree come in pairs of which one wins what the other loses."""
    if len(values) % 2 or any(isinstance(one, tuple | Unknown) for one in values):
        return False
    return all(one == -other for one, other in zip(values[::2], values[1::2], strict=True))  # type: ignore[operator]


def _has_shares(node: int, tree: Tree) -> bool:
    """Whether some, and not all, of the leaves below are fractions that add up to 1."""
    below = [leaf for child in tree.children[node] for leaf in (child, *tree.children[child])]
    values = [tree.values[leaf] for leaf in below if not tree.children[leaf]]
    shares: list[Any] = [value for value in values if _is_share(value)]
    return bool(shares) and sum(shares) == 1 and len(shares) < len(values)


def _are_shares(values: Sequence[object]) -> bool:
    """Whether these may be probabilities: between 0 and 1, not all whole, with the sum 1."""
    return any(map(_is_share, values)) and all(_is_share(one) or one in (0, 1) for one in values) and sum(values) == 1  # type: ignore[arg-type]


def _is_share(value: object) -> bool:
    return type(value) not in (int, float, tuple, Unknown, type(None)) and 0 < value < 1  # type: ignore[operator]


# Comments

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
        if is_alone or (is_outside and words and _kind_in_comment(words[0][0]) is not tree.kinds[0]):
            span = Span(*(comment.span.start + place for place in words[0].span()))
            facts = {"why": "comment", "text": words[0][0], "instead": shown_line(tree)}
            return Problem("foreign-asked", span, facts)
    return None


def _kind_in_comment(word: str) -> Kind:
    """The kind that a word in a comment says.

    >>> [_kind_in_comment(word) for word in ("Minimierer", "MAX", "Zufall")]
    [<Kind.MIN: 'min'>, <Kind.MAX: 'max'>, <Kind.CHANCE: 'chance'>]
    """
    start = word[:3].lower()
    return Kind.MAX if start == "max" or word in "△▲∆" else Kind.MIN if start == "min" or word in "▽▼∇" else Kind.CHANCE
