"""What editors, chats, PDFs and notebooks add to a tree, taken out again; each with a remark.

`characters` changes what is wrong in any notation; `for_our_grammar` what only our own notation cannot do with.
"""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from treesolve.model.tree import Kind
from treesolve.notation.foreign.formulas import quoted_numbers, results, sums, tex
from treesolve.notation.foreign.label import KIND_WORDS
from treesolve.notation.foreign.patch import Edit, Patched, closing
from treesolve.notation.number_text import write_number

Pass = Callable[[str], Iterator[Edit]]

_QUOTED_LINES = re.compile(r"(?:>(?:[ \t][^\n]*)?(?:\n|\Z))+\s*")
_MIND_MAP = re.compile(r"^[ \t]*@(?:start|end)\w+[^\n]*$", re.MULTILINE)
_EXPONENT = re.compile(r"(?<![\w.#\"'])([+\-−]?[0-9]{1,9}(?:\.[0-9]{1,9})?)[eE]([+\-]?[0-9]{1,2})(?![\w.])")
_THOUSANDS = re.compile(r"(?<![\w.])[0-9]{1,3}(?:_[0-9]{3})+(?!\w)")
_STRUCK = re.compile(
    r"(?<=[\w.])[ \t]*(?:[(\[][ \t]*(?:pruned|cut(?:[ -]?off)?|abgeschnitten|gestrichen)[ \t]*[)\]]|[✂✗✘✖❌]\ufe0f?)"
    r"|~~(?P<text>[^~\n]{1,40})~~",
    re.IGNORECASE,
)
_BLOCK = re.compile(r"^[ \t>]*\S[^\n]*(?:\n[ \t>]*\S[^\n]*)*", re.MULTILINE)
"""Lines without an empty one between them."""
_SENTENCE = re.compile(r"[^\W\d_]{2,}[^\w\n]+[^\W\d_]+[^\w\n]+[^\W\d_]+")
_NO_SENTENCE = re.compile(
    r"[0-9()\[\]{}=<>|\\#%`/;@$&*+~\"]|->|→|^[ \t]*[-\w]+[ \t]*:[ \t]*(?!(?:[^\W\d_]+[^\w\n]+){3})\S|\t|├"
    r"|└|△|▽|^\s*(?:def|class|import|from|return)\b"
)
"""What lines have that may say something of a tree."""
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
_PROMPT = re.compile(r"^[ \t]*(?:>>>|\.\.\.)[ \t]?", re.MULTILINE)
_CELL = re.compile(r"^[ \t]*(?:In ?\[[0-9 ]*\]:|\.{3,}:|Out ?\[[0-9 ]*\]:[^\n]*)[ \t]?", re.MULTILINE)
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
_WORDS_BEHIND = re.compile(
    r"(?<=[)\]}])[ \t]*[-–—,;:.]*[ \t]*(?!(?:max|min|chance)[ \t]*[(\[{])(?:[^\W\d_]{2,}[ \t,.'’-]+)+[^\W\d_]{2,}[ \t.!]*$",
    re.IGNORECASE,
)
"""Two words or more behind the last bracket."""
_BAR = re.compile(r"(?<=\))[ \t]*\|[ \t]*(?=\()")
_SIGN_KIND = re.compile(r"[△▲∆▽▼∇](?=\s*[(\[{])")
_KINDS = {**KIND_WORDS, "∆": Kind.MAX, "∇": Kind.MIN, "maximum": Kind.MAX, "minimum": Kind.MIN, "zufalls": Kind.CHANCE}
_WORDS = "|".join(word for word in _KINDS if word.isalpha())
_WORD_KIND = re.compile(rf"(?<![\w\"])(?:(?:{_WORDS})|(?:max|min|zufalls?)-?knoten)(?=\s*[(\[{{])", re.IGNORECASE)
_COLON = re.compile(r"(?<=[(\[{,;\s])(0?\.[0-9]{1,9}|[0-9]{1,4}/[0-9]{1,4})[ \t]*:(?=[ \t]*[+\-−(\[{A-Za-z0-9?])")
_PERCENT = re.compile(r"(?<![0-9.])([0-9]{1,9}+(?:\.[0-9]{1,9}+)?)[ \t]*+%[ \t]*[*:]")


def characters(text: Patched) -> Patched:
    """The text with plain quotation marks, minus signs, blanks and infinities, and without fences."""
    return _after(
        text,
        (
            _around,
            _cells,
            _quoted_lines,
            _fences,
            _invisible,
            _plain_characters,
            _infinities,
            _exponents,
            _thousands,
            _struck,
            tex,
        ),
    )


def for_our_grammar(text: Patched) -> Patched:
    """The text without comments of other languages, assignments and calls, and with our own kinds."""
    passes = (_comments, _programs, _window, results, _ends, _kinds, _percents, _colons, sums, _bars, _between)
    return _after(text, (*passes, quoted_numbers))


def _after(text: Patched, passes: tuple[Pass, ...]) -> Patched:
    for each in passes:
        text = text.patched(each(text.text))
    return text


def _fences(text: str) -> Iterator[Edit]:
    fences = list(_FENCE.finditer(text)) or list(_MIND_MAP.finditer(text))
    if len(fences) == 2:
        yield Edit(0, fences[0].end(), "", "tidied-fence")
        yield Edit(fences[1].start(), len(text), "", "")
    elif text.count("`") == 2 and re.fullmatch(r"\s*`[^`]+`\s*", text):
        yield Edit(text.index("`"), text.index("`") + 1, "", "tidied-fence")
        yield Edit(text.rindex("`"), text.rindex("`") + 1, "", "")


def _quoted_lines(text: str) -> Iterator[Edit]:
    """The marks of a quoted message: one at the margin of each line."""
    if _QUOTED_LINES.fullmatch(text):
        yield from (Edit(*found.span(), "", "tidied-quoted") for found in re.finditer(r"^> ?", text, re.MULTILINE))


def _around(text: str) -> Iterator[Edit]:
    """Sentences before and behind the one stretch of lines that has numbers: the tree."""
    blocks = [found for found in _BLOCK.finditer(text) if re.search(r"[0-9]", found[0])]
    if not blocks:
        return
    start, end = blocks[0].start(), blocks[-1].end()
    around = [line for line in (text[:start] + "\n" + text[end:]).split("\n") if line.strip()]
    if any(map(_SENTENCE.search, around)) and not any(map(_NO_SENTENCE.search, around)):
        yield Edit(0, start, "", "tidied-around")
        yield Edit(end, len(text), "")


def _cells(text: str) -> Iterator[Edit]:
    """The numbers before the cells of a notebook, and what it has printed."""
    return (Edit(*found.span(), "", "tidied-program") for found in _CELL.finditer(text))


def _exponents(text: str) -> Iterator[Edit]:
    """Numbers with powers of ten, as the numbers that they are."""
    for found in _EXPONENT.finditer(text):
        value = Fraction(found[1].replace("−", "-")) * Fraction(10) ** int(found[2])
        yield Edit(*found.span(), write_number(value if value.denominator > 1 else int(value)), "tidied-number")


def _thousands(text: str) -> Iterator[Edit]:
    """Numbers with underscores between the digits, as programs have them."""
    return (Edit(*found.span(), found[0].replace("_", ""), "tidied-number") for found in _THOUSANDS.finditer(text))


def _struck(text: str) -> Iterator[Edit]:
    """Marks of leaves that are pruned: they are leaves nevertheless."""
    return (Edit(*found.span(), found["text"] or "", "tidied-pruned") for found in _STRUCK.finditer(text))


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
    """Commas, semicolons and full stops behind the tree; and words on its line."""
    if words := _WORDS_BEHIND.search(text):
        yield Edit(*words.span(), "", "tidied-end")
        return
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


def _colons(text: str) -> Iterator[Edit]:
    """Probabilities with a colon behind them, where a weight has its star."""
    return (Edit(*found.span(), f"{found[1]} *", "tidied-percent") for found in _COLON.finditer(text))


def _between(text: str) -> Iterator[Edit]:
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


def _bars(text: str) -> Iterator[Edit]:
    """Bars between brackets, which part the nodes anyway."""
    return (Edit(*found.span(), " ", "tidied-bars") for found in _BAR.finditer(text))


def _hundredth(number: str) -> str:
    return write_number(Fraction(number) / 100)
