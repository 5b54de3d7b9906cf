"""What only our own notation cannot do with: comments, programs, windows, words for kinds; each with a remark."""

import re
from collections.abc import Iterator

from treesolve.model.tree import Kind
from treesolve.notation.foreign.formulas import quoted_numbers, results, sums
from treesolve.notation.foreign.label import KIND_WORDS
from treesolve.notation.foreign.marks import edits_of_marks_at_kinds
from treesolve.notation.foreign.pasted import CHANGED, after
from treesolve.notation.foreign.patch import Edit, Patched, closing

_COMMENT = re.compile(
    r"(?P<kept>\"(?:[^\"\\\n]|\\.)*\"|\#[^\n]*)|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)|<!--(?:[^-]|-(?!->))*+(?:-->|\Z)"
    r"|(?<![^\s()\[\]{},;])(?P<line>//|;;+|;(?=[ \t]+[^\W\d_]{2}[^()\[\]{}\n]{0,200}$)|(?P<percent>%+))[^\n]*",
    re.MULTILINE,
)
_REST_OF_LINE = re.compile(r"[ \t]*(?:\n|\Z)")
_WEIGHT_SIGN = re.compile(r"%\s*[*:]")
_NO_COMMENT = re.compile(r"%[ \t]*(?:[|,;)\]}]|[+\-−]?[0-9])")
"""What stands behind a number in percent with more after it."""

_IMPORT = re.compile(
    r"^[ \t]*(?:(?:import|from)[ \t]+\w[^\n()\[\]{}=]*|class[ \t]+\w+(?:\([\w., ]*\))?:)$", re.MULTILINE
)
_ASSIGNED = re.compile(
    r"(?:(?:let|const|var|val|final|auto|static|public|private|return|int|double|float|List|list|Integer|object)"
    r"(?:(?:\[\s*\])+|<[\w<>,\s]{0,60}>)?\s+)*"
    r"(?P<name>(?![\w.]*[Ee](?:dge|DGE))[^\W\d][\w.]*)?(?:\s*\[\s*[0-9]*\s*\])*"
    r"(?:\s*:\s*[\w.]+(?:\[[\w\[\], .]{0,60}\])?)?\s*(?::?=|<-)(?![=>])\s*(?:new\s+\w+(?:\[\s*\])+\s*)?"
)
_IS_WINDOW = re.compile(r"[A-Za-z∞]")
"""What numbers behind a tree have that are no leaves: a name, an infinity, whether it is true."""

_NOTHING = re.compile(r"(?:\s+|#[^\n]*)*+")
_CALLS = re.compile(
    r";?\s*\n(?:[ \t]*(?:#[^\n]*|assert[ \t]+[^\[\]{}\n]*|(?:\w+[ \t]*=[ \t]*)?[\w.]+\([^\[\]{}\n]*\);?)?[ \t]*"
    r"(?:\n|\Z))*+"
)
_RETURN = re.compile(r"return\s+(?=[(\[{])")
_CALLED = re.compile(
    r"(?:print|minimax|mini_max|alpha_?beta|alphabeta|negamax|max_value|min_value|solve|evaluate|(?:np\.|numpy\.)?array|list|tuple"
    r"|search|ab|ab_?search|expectimax)\s*\((?=\s*[(\[{])",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"\s*(?:,\s*(?:[^\W\d]\w*\s*=\s*)?(?:[+\-−]?(?:[0-9]+(?:\.[0-9]+)?|inf|∞)|True|False|None|true|false)\s*)+"
)
_WORDS_BEHIND = re.compile(
    r"(?<=[)\]}])[ \t]*+[-–—,;:.]*+[ \t]*+(?!(?:max|min|chance)[ \t]*[(\[{])"
    r"(?:[^\W\d_]{2,}[ \t,.'’-]+)+[^\W\d_]{2,}[ \t.!]*$",
    re.IGNORECASE,
)
"""Two words or more behind the last bracket."""
_BAR = re.compile(r"(?<=\))(?:[ \t]*\|[ \t]*|[ \t]+/[ \t]+)(?=\()")
_SIGN_KIND = re.compile(r"[△▲∆▽▼∇](?=\s*[(\[{])")
_KINDS = {**KIND_WORDS, "∆": Kind.MAX, "∇": Kind.MIN, "maximum": Kind.MAX, "minimum": Kind.MIN, "zufalls": Kind.CHANCE}
_WORDS = "|".join(word for word in _KINDS if word.isalpha())
_WORD_KIND = re.compile(rf"(?<![\w\"])(?:(?:{_WORDS})|(?:max|min|zufalls?)-?knoten)(?=\s*[(\[{{])", re.IGNORECASE)
_COLON = re.compile(r"(?<=[(\[{,;\s])(0?\.[0-9]{1,9}|[0-9]{1,4}/[0-9]{1,4})[ \t]*:(?=[ \t]*[+\-−(\[{A-Za-z0-9?])")
_PERCENT = re.compile(r"(?<![0-9.])([0-9]{1,9}+(?:\.[0-9]{1,9}+)?)[ \t]*+%[ \t]*:")


def for_our_grammar(text: Patched) -> Patched:
    """The text without comments of other languages, assignments and calls, and with our own kinds."""
    passes = (
        _comments_in_other_languages,
        _program_around_tree,
        _numbers_behind_tree,
        results,
        _marks_behind_tree,
        _words_for_kinds,
        _percents_as_weights,
        _colons_behind_probabilities,
        sums,
        _bars_between_brackets,
        _commas_between_trees,
    )
    return after(text, (edits_of_marks_at_kinds, *passes, quoted_numbers))


def _comments_in_other_languages(text: str) -> Iterator[Edit]:
    for found in _COMMENT.finditer(text):
        at = found.start()
        if found["kept"]:
            continue
        if found["percent"] and text[max(0, at - 9) : at].rstrip()[-1:].isdigit() and _WEIGHT_SIGN.match(text, at):
            continue
        if found["percent"] and text[max(0, at - 9) : at].rstrip()[-1:].isdigit() and _NO_COMMENT.match(text, at):
            continue
        if found["line"]:
            yield Edit(*found.span("line"), "#", "tidied-comment")
        elif "\n" not in found[0] and _REST_OF_LINE.match(text, found.end()):
            yield Edit(*found.span(), f"# {found[0].strip('/*<!-> ')}", "tidied-comment")
        else:
            yield Edit(*found.span(), " ", "tidied-comment")


def _program_around_tree(text: str) -> Iterator[Edit]:
    """What a program has around a tree: imports, prompts, an assignment, a call."""
    found = [Edit(*one.span(), "", "tidied-program") for one in _IMPORT.finditer(text)]
    yield from found
    start = _NOTHING.match(text, found[-1].end if found else 0).end()  # type: ignore[union-attr]
    assigned = _ASSIGNED.match(text, start) or _RETURN.match(text, start)
    if assigned:
        yield Edit(*assigned.span(), "", "tidied-assignment")
        start = assigned.end()
    called = _CALLED.match(text, start)
    stripped = text.rstrip("; \n\t")
    if called and stripped.endswith(")"):
        yield Edit(start, called.end(), "", "tidied-call")
        end, last = closing(text, called.end()), len(stripped) - 1
        if end and _BEHIND.fullmatch(text, end, last):
            yield Edit(end, last, "", "tidied-window")
        yield Edit(last, len(text), "")
    elif assigned and text[start : start + 1] in ("(", "[", "{"):
        yield from _statements_behind_tree(text, closing(text, start))


def _statements_behind_tree(text: str, end: int) -> Iterator[Edit]:
    """What a program does with the tree."""
    if end and text[end:].strip(" \t\n;") and _CALLS.fullmatch(text, end):
        yield Edit(end, len(text), "", "tidied-program")


def _numbers_behind_tree(text: str) -> Iterator[Edit]:
    """Numbers behind a tree: alpha and beta, a depth, whose turn it is."""
    stripped = text.lstrip()
    if stripped[:1] not in "([{" or not stripped:
        return
    end = closing(text, len(text) - len(stripped))
    found = _BEHIND.fullmatch(text, end) if end else None
    if found and _IS_WINDOW.search(found[0]):
        yield Edit(end, len(text), "", "tidied-window")


def _marks_behind_tree(text: str) -> Iterator[Edit]:
    """Commas, semicolons and full stops behind the tree; and words on its line."""
    words = _WORDS_BEHIND.search(text)
    if words and not CHANGED.search(words[0]):
        yield Edit(*words.span(), "", "tidied-end")
        return
    tree = text.rstrip(" \t\r\n,;.")
    if tree and text[len(tree) :].strip() and tree[-1] not in "([{":
        yield Edit(len(tree), len(text), "", "tidied-end")


def _words_for_kinds(text: str) -> Iterator[Edit]:
    found = [*_SIGN_KIND.finditer(text), *_WORD_KIND.finditer(text)]
    for one in sorted(found, key=lambda each: each.start()):
        word = one[0].lower().removesuffix("knoten").removesuffix("-")
        meant = _KINDS[word].value.upper()
        if one[0].upper() != meant:
            yield Edit(*one.span(), f"{meant} ", "tidied-kind")


def _percents_as_weights(text: str) -> Iterator[Edit]:
    """Percentages with a colon behind them, where a weight has its star."""
    return (Edit(*one.span(), f"{one[1]}% *", "tidied-percent") for one in _PERCENT.finditer(text))


def _colons_behind_probabilities(text: str) -> Iterator[Edit]:
    """Probabilities with a colon behind them, where a weight has its star."""
    return (Edit(*found.span(), f"{found[1]} *", "tidied-percent") for found in _COLON.finditer(text))


def _commas_between_trees(text: str) -> Iterator[Edit]:
    """Commas between trees that stand side by side on one line."""
    stripped = text.strip()
    if stripped[:1] not in ("(", "[", "{") or "\n" in stripped:
        return
    at, end = len(text) - len(text.lstrip()), len(text.rstrip())
    edits: list[Edit] = []
    while at < end and (closed := closing(text, at)):
        comma = re.compile(r"\s*,\s*(?=[(\[{])").match(text, closed)
        if comma:
            edits.append(Edit(*comma.span(), " ", "tidied-bars"))
        at = comma.end() if comma else end if closed >= end else 0
        if not at:
            return
    yield from edits


def _bars_between_brackets(text: str) -> Iterator[Edit]:
    """Bars between brackets, which part the nodes anyway."""
    return (Edit(*found.span(), " ", "tidied-bars") for found in _BAR.finditer(text))
