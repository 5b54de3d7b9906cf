"""What editors, chats, PDFs and notebooks add to a tree, taken out again; each with a remark.

`characters` changes what is wrong in any notation; `for_our_grammar` what only our own notation cannot do with.
"""

import re
from collections.abc import Callable, Iterator

from treesolve.model.tree import Kind
from treesolve.notation.foreign.label import KIND_WORDS
from treesolve.notation.foreign.patch import Edit, Patched
from treesolve.notation.number_text import write_number

Pass = Callable[[str], Iterator[Edit]]

_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*$", re.MULTILINE)
_INVISIBLE = re.compile("[\ufeff\u200b-\u200d\u2060\u00ad]+")
_BLANKS = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000]+|&nbsp;")
_QUOTES = re.compile("[“”„«»″]|[‘’‚]")
_DASHES = re.compile(r"(?:[–—‒‐‑﹣－]|&minus;)(?=[0-9.∞]|inf|float|math)", re.IGNORECASE)
_INFINITY = re.compile(
    r"(?<![\w.])(?:float\(\s*(['\"])(?P<sign>[+\-]?)inf(?:inity)?\1\s*\)|(?:math|np|numpy|sys|Math)\.inf(?:ty|inity)?\b"
    r"|(?:(?:Double|Float|Number|float)\.)?(?:POSITIVE_|(?P<minus>NEGATIVE_))INFINITY\b"
    r"|infinity\b|infty\b|infinite\b|unendlich\b)|(?P<tex>\\infty\b)|&infin;",
    re.IGNORECASE,
)
_WIDE = str.maketrans("（）［］｛｝，；：", "()[]{},;:")
_WIDE_ONE = re.compile("[（）［］｛｝，；：]")

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
_PROMPT = re.compile(r"^[ \t]*(?:>>>|\.\.\.|In ?\[[0-9]*\]:)[ \t]?", re.MULTILINE)
_ASSIGNED = re.compile(
    r"(?:(?:let|const|var|val|final|auto|static|public|private|return|int|double|float|List|list|Integer|object)"
    r"(?:(?:\[\s*\])+|<[\w<>,\s]{0,60}>)?\s+)*"
    r"(?P<name>(?![\w.]*[Ee](?:dge|DGE))[^\W\d][\w.]*)?(?:\s*\[\s*[0-9]*\s*\])*"
    r"(?:\s*:\s*[\w.]+(?:\[[\w\[\], .]{0,60}\])?)?\s*(?::?=|<-)(?![=>])\s*(?:new\s+\w+(?:\[\s*\])+\s*)?"
)
_IS_WINDOW = re.compile(r"[A-Za-z∞]")
"""What numbers behind a tree have that are no leaves: a name, an infinity, whether it is true."""

_NOTHING = re.compile(r"(?:\s+|#[^\n]*)*+")
_CALLS = re.compile(r";?\s*\n(?:[ \t]*(?:#[^\n]*|(?:\w+[ \t]*=[ \t]*)?[\w.]+\([^\[\]{}\n]*\);?)?[ \t]*(?:\n|\Z))*+")
_RETURN = re.compile(r"return\s+(?=[(\[{])")
_CALLED = re.compile(
    r"(?:print|minimax|mini_max|alpha_?beta|alphabeta|negamax|max_value|min_value|solve|evaluate|(?:np\.|numpy\.)?array|list|tuple"
    r"|search|ab|ab_?search|expectimax)\s*\((?=\s*[(\[{])",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"\s*(?:,\s*(?:[^\W\d]\w*\s*=\s*)?(?:[+\-−]?(?:[0-9]+(?:\.[0-9]+)?|inf|∞)|True|False|None|true|false)\s*)+"
)
_BAR = re.compile(r"(?<=\))[ \t]*\|[ \t]*(?=\()")
_SIGN_KIND = re.compile(r"[△▲∆▽▼∇](?=\s*[(\[{])")
_KINDS = {**KIND_WORDS, "∆": Kind.MAX, "∇": Kind.MIN, "maximum": Kind.MAX, "minimum": Kind.MIN, "zufalls": Kind.CHANCE}
_WORDS = "|".join(word for word in _KINDS if word.isalpha())
_WORD_KIND = re.compile(rf"(?<![\w\"])(?:(?:{_WORDS})|(?:max|min|zufalls?)-?knoten)(?=\s*[(\[{{])", re.IGNORECASE)
_PERCENT = re.compile(r"(?<![0-9.])([0-9]{1,9}+(?:\.[0-9]{1,9}+)?)[ \t]*+%[ \t]*[*:]")


def characters(text: Patched) -> Patched:
    """The text with plain quotation marks, minus signs, blanks and infinities, and without fences."""
    return _after(text, (_fences, _invisible, _plain_characters, _infinities))


def for_our_grammar(text: Patched) -> Patched:
    """The text without comments of other languages, assignments and calls, and with our own kinds."""
    return _after(text, (_comments, _programs, _window, _ends, _kinds, _percents, _bars))


def closing(text: str, start: int) -> int:
    """Where the bracket that opens at `start` has been closed; 0 where it is not.

    >>> closing("[[3], 5] 7", 0)
    8
    """
    depth = 0
    for found in re.compile(r"[(\[{]|[)\]}]|\"[^\"\n]*\"|'[^'\n]*'|\#[^\n]*").finditer(text, start):
        depth += 1 if found[0] in "([{" else -1 if found[0] in ")]}" else 0
        if depth == 0:
            return found.end()
    return 0


def _after(text: Patched, passes: tuple[Pass, ...]) -> Patched:
    for each in passes:
        text = text.patched(each(text.text))
    return text


def _fences(text: str) -> Iterator[Edit]:
    fences = list(_FENCE.finditer(text))
    if len(fences) == 2:
        yield Edit(0, fences[0].end(), "", "tidied-fence")
        yield Edit(fences[1].start(), len(text), "", "")
    elif text.count("`") == 2 and re.fullmatch(r"\s*`[^`]+`\s*", text):
        yield Edit(text.index("`"), text.index("`") + 1, "", "tidied-fence")
        yield Edit(text.rindex("`"), text.rindex("`") + 1, "", "")


def _invisible(text: str) -> Iterator[Edit]:
    return (Edit(*found.span(), "", "tidied-invisible") for found in _INVISIBLE.finditer(text))


def _plain_characters(text: str) -> Iterator[Edit]:
    found = [Edit(*one.span(), " ", "tidied-blank") for one in _BLANKS.finditer(text)]
    found += [Edit(*one.span(), "'" if one[0] in "‘’‚" else '"', "tidied-quote") for one in _QUOTES.finditer(text)]
    found += [Edit(*one.span(), one[0].translate(_WIDE), "tidied-wide") for one in _WIDE_ONE.finditer(text)]
    end = 0
    for edit in sorted([*found, *(Edit(*one.span(), "-", "tidied-dash") for one in _DASHES.finditer(text))]):
        if edit.start >= end:
            yield edit
            end = edit.end


def _infinities(text: str) -> Iterator[Edit]:
    for found in _INFINITY.finditer(text):
        sign = "-" if found["minus"] else (found["sign"] or "").replace("+", "")
        yield Edit(*found.span(), f"{sign}inf", "tidied-infinity")


def _comments(text: str) -> Iterator[Edit]:
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


def _programs(text: str) -> Iterator[Edit]:
    """What a program has around a tree: imports, prompts, an assignment, a call."""
    found = [Edit(*one.span(), "", "tidied-program") for one in (*_IMPORT.finditer(text), *_PROMPT.finditer(text))]
    found.sort()
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
        yield from _statements(text, closing(text, start))


def _statements(text: str, end: int) -> Iterator[Edit]:
    """What a program does with the tree."""
    if end and text[end:].strip(" \t\n;") and _CALLS.fullmatch(text, end):
        yield Edit(end, len(text), "", "tidied-program")


def _window(text: str) -> Iterator[Edit]:
    """Numbers behind a tree: alpha and beta, a depth, whose turn it is."""
    stripped = text.lstrip()
    if stripped[:1] not in "([{" or not stripped:
        return
    end = closing(text, len(text) - len(stripped))
    found = _BEHIND.fullmatch(text, end) if end else None
    if found and _IS_WINDOW.search(found[0]):
        yield Edit(end, len(text), "", "tidied-window")


def _ends(text: str) -> Iterator[Edit]:
    """Commas, semicolons and full stops behind the tree."""
    tree = text.rstrip(" \t\r\n,;.")
    if tree and text[len(tree) :].strip() and tree[-1] not in "([{":
        yield Edit(len(tree), len(text), "", "tidied-end")


def _kinds(text: str) -> Iterator[Edit]:
    found = [*_SIGN_KIND.finditer(text), *_WORD_KIND.finditer(text)]
    for one in sorted(found, key=lambda each: each.start()):
        word = one[0].lower().removesuffix("knoten").removesuffix("-")
        meant = _KINDS[word].value.upper()
        if one[0].upper() != meant:
            yield Edit(*one.span(), f"{meant} ", "tidied-kind")


def _percents(text: str) -> Iterator[Edit]:
    return (Edit(*one.span(), f"{_hundredth(one[1])} *", "tidied-percent") for one in _PERCENT.finditer(text))


def _bars(text: str) -> Iterator[Edit]:
    """Bars between brackets, which part the nodes anyway."""
    return (Edit(*found.span(), " ", "tidied-bars") for found in _BAR.finditer(text))


def _hundredth(number: str) -> str:
    from fractions import Fraction

    return write_number(Fraction(number) / 100)
