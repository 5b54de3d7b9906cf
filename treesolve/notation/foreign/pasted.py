"""What editors, chats, mails, PDFs and notebooks add to any text, taken out again; each with a remark."""

import re
from collections.abc import Callable, Iterator

from treesolve.notation.foreign.formulas import tex
from treesolve.notation.foreign.marks import edits_of_marks_at_numbers
from treesolve.notation.foreign.markup_tables import tables_with_bars
from treesolve.notation.foreign.patch import Edit, Patched

Pass = Callable[[str], Iterator[Edit]]

_QUOTED_LINES = re.compile(r"(?:>(?:[ \t][^\n]*)?(?:\n|\Z))+\s*")
_MAIL = re.compile(r"\A\s*+[^\n]*\b(?:wrote|writes|schrieb|schreibt)\b[^\n]*:[ \t]*\n\s*(?=>)")
"""What a mail has above the lines that it quotes."""
_MIND_MAP = re.compile(r"^[ \t]*@(?:start|end)\w+[^\n]*$", re.MULTILINE)
_IN_BRACKETS = r"[ \t]*[(\[](?:\*|[^()\[\]\n]+)[)\]]"
_DIAGRAM = re.compile(rf"\s*+(?:{_IN_BRACKETS}[ \t]*-[-\w]*>{_IN_BRACKETS}[ \t]*(?::[^\n]*)?\n\s*+)+", re.MULTILINE)
"""Nodes in brackets with arrows between them, as PlantUML has them."""
_EXAMPLE = re.compile(
    r"\s*(?:Example[^\n]*\n\s*)?(?:Input|Eingabe)[ \t]*:[ \t]*(?:\w+[ \t]*=[ \t]*)?(?P<input>[\[({][^\n]*[\])}])"
    r"(?:,[ \t]*\w+[ \t]*=[ \t]*\w+)*\s*\n\s*(?:Output|Ausgabe)[ \t]*:[^\n]*\s*",
    re.IGNORECASE,
)
CHANGED = re.compile(
    r"\b(?:without|but|except|instead|remove\w*|delete\w*|swap\w*|replace\w*|change\w*|revers\w*|negat\w*|right to left"
    r"|ohne|außer|sondern|entfern\w*|ersetz\w*|vertausch\w*|umgekehrt\w*|rechts nach links)\b",
    re.IGNORECASE,
)
"""Words of who means another tree than the one that stands there."""
_STRUCK = re.compile(
    r"(?<=[\w.])[ \t]*(?:[(\[][ \t]*(?:pruned|cut(?:[ -]?off)?|abgeschnitten|gestrichen)[ \t]*[)\]]"
    r"|[✂✗✘✖❌]\ufe0f?)(?![\w.])"
    r"|(?<![\w.])~~(?P<text>[^~\n]{1,40})~~(?![\w.])",
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
_TASK = re.compile(
    r"\A\s*(?:aufgabe|übung|frage|beispiel|folie|exercise|question|problem|task|example|slide|q(?=[0-9]+[.:)]))"
    r"[ \t]*[0-9]+[a-z]?[ \t]*[.:)]?[ \t]*(?:[^\W\d_]++[ \t,.'-]*+){0,6}+"
    r"(?:[(\[][^()\[\]\n]*\b(?:punkte?|points?|marks?|p|pts?)\b"
    r"[^()\[\]\n]*[)\]])?"
    r"[ \t]*:?[ \t]*(?:[^\W\d_]++[ \t,.'-]*+){0,15}+:?[ \t]*\n(?![ \t]+\S)",
    re.IGNORECASE,
)
"""The heading of an exercise or a slide, with its points and a few words."""
_ANSWER = re.compile(
    r"\n[ \t]*(?:answer|solution|result|value of the root|lösung|antwort|ergebnis|wert der wurzel)"
    r"[ \t]*[:=][ \t]*[+\-−]?[0-9./]{1,12}\s*\Z",
    re.IGNORECASE,
)
"""A last line with what the tree is worth."""
_SENTENCE_ABOVE = re.compile(r"[^\n0-9()\[\]{}]*\n(?=[ \t]*[(\[{])")
_KINDS_ALONE = re.compile(r"(?:\W*\b(?:max|min|chance)\b)*\W*", re.IGNORECASE)
"""Words of kinds and no others, which may be those of levels."""
_FENCE = re.compile(
    r"^[ \t]*(?:```|~~~)[^\n]*$|^[ \t]*(?:\[/?code(?:=\w+)?\]|</?(?:pre|code)>)+[ \t]*$", re.MULTILINE | re.IGNORECASE
)
_INVISIBLE = re.compile("(?<![0-9])[\ufeff\u200b-\u200d\u2060\u00ad]+|[\ufeff\u200b-\u200d\u2060\u00ad]+(?![0-9])")
_BLANKS = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000]+|&nbsp;")
_QUOTES = re.compile("[“”„«»″]|[‘’‚]")
_DASHES = re.compile(r"(?:[–—‒‐‑﹣－]|&minus;)(?=[0-9.∞]|inf|float|math)", re.IGNORECASE)
_INFINITY = re.compile(
    r"(?<![\w.])(?:float\(\s*(['\"])(?P<sign>[+\-]?)inf(?:inity)?\1\s*\)|(?:math|np|numpy|sys|Math)\.inf(?:ty|inity)?\b"
    r"|(?:(?:Double|Float|Number|float)\.)?(?:POSITIVE_|(?P<minus>NEGATIVE_))INFINITY\b"
    r"|infinity\b|infty\b|infinite\b|unendlich\b)|(?P<tex>\\infty\b)|&infin;",
    re.IGNORECASE,
)
_BOLD = re.compile(r"(?<![\w*])\*\*(?=\w)([^*\n]{1,40})(?<=[\w)])\*\*(?![\w*])")
"""Words in bold, as in Markdown."""
_WIDE = str.maketrans("（）［］｛｝，；：", "()[]{},;:")
_WIDE_ONE = re.compile("[（）［］｛｝，；：]")
_CELL = re.compile(
    r"^[ \t]*(?:In ?\[[0-9 ]*\]:|\.{3,}:|>>>(?!>)|\.\.\.(?![.>])|Out ?\[[0-9 ]*\]:[^\n]*)[ \t]?", re.MULTILINE
)


def characters(text: Patched) -> Patched:
    """The text with plain quotation marks, minus signs, blanks, numbers and infinities, and without what is around."""
    around = (
        _exercise_heading_and_answer,
        _sentences_around_tree,
        _words_around_example,
        _notebook_prompts,
        _marks_of_quoted_lines,
        _code_fences,
        _brackets_in_diagram,
        tables_with_bars,
    )
    return after(
        text,
        (
            *around,
            edits_of_marks_at_numbers,
            _invisible_characters,
            _plain_characters,
            _signs_of_infinity,
            _marks_of_pruned_leaves,
            _stars_of_bold_words,
            tex,
        ),
    )


def after(text: Patched, passes: tuple[Pass, ...]) -> Patched:
    """The text after all these passes, one behind the other."""
    for each in passes:
        text = text.patched(each(text.text))
    return text


def _exercise_heading_and_answer(text: str) -> Iterator[Edit]:
    """The heading of an exercise, above all else, and its answer below."""
    return (Edit(*found.span(), "", "tidied-around") for each in (_TASK, _ANSWER) for found in each.finditer(text))


def _code_fences(text: str) -> Iterator[Edit]:
    fences = list(_FENCE.finditer(text)) or list(_MIND_MAP.finditer(text))
    if len(fences) == 2:
        yield Edit(0, fences[0].end(), "", "tidied-fence")
        yield Edit(fences[1].start(), len(text), "", "")
    elif text.count("`") == 2 and re.fullmatch(r"\s*`[^`]+`\s*", text):
        yield Edit(text.index("`"), text.index("`") + 1, "", "tidied-fence")
        yield Edit(text.rindex("`"), text.rindex("`") + 1, "", "")


def _brackets_in_diagram(text: str) -> Iterator[Edit]:
    """The brackets around the nodes of a diagram, and its start."""
    if _DIAGRAM.fullmatch(text):
        found = re.finditer(r"^[ \t]*\[\*\][^\n]*\n|[()\[\]]", text, re.MULTILINE)
        yield from (Edit(*each.span(), "", "tidied-bars") for each in found)


def _marks_of_quoted_lines(text: str) -> Iterator[Edit]:
    """The marks of a quoted message: one at the margin of each line."""
    mail = _MAIL.match(text)
    if _QUOTED_LINES.fullmatch(text, mail.end() if mail else 0):
        yield from [Edit(*mail.span(), "", "tidied-quoted")] if mail else []
        yield from (Edit(*found.span(), "", "tidied-quoted") for found in re.finditer(r"^> ?", text, re.MULTILINE))


def _sentences_around_tree(text: str) -> Iterator[Edit]:
    """Sentences before and behind the one stretch of lines that has numbers: the tree."""
    blocks = [found for found in _BLOCK.finditer(text) if re.search(r"[0-9]", found[0])]
    if not blocks:
        return
    start, end = blocks[0].start(), blocks[-1].end()
    above = _SENTENCE_ABOVE.match(text, start)
    if above and not _KINDS_ALONE.fullmatch(above[0]):
        start = above.end()
    around = [line for line in (text[:start] + "\n" + text[end:]).split("\n") if line.strip()]
    if any(map(_SENTENCE.search, around)) and not any(
        _NO_SENTENCE.search(each) or CHANGED.search(each) for each in around
    ):
        yield Edit(0, start, "", "tidied-around")
        yield Edit(end, len(text), "")


def _notebook_prompts(text: str) -> Iterator[Edit]:
    """The prompts of Python, the numbers before the cells of a notebook, and what it has printed."""
    prompted = ">>>" in text
    found = (each for each in _CELL.finditer(text) if prompted or each[0].strip() != "...")
    return (Edit(*each.span(), "", "tidied-program") for each in found)


def _words_around_example(text: str) -> Iterator[Edit]:
    """What stands around the input of an example: `Input: [[3, 5]]`, then `Output: 3`."""
    found = _EXAMPLE.fullmatch(text)
    if found:
        yield Edit(0, found.start("input"), "", "tidied-program")
        yield Edit(found.end("input"), len(text), "")


def _stars_of_bold_words(text: str) -> Iterator[Edit]:
    """The stars around words in bold."""
    return (Edit(*found.span(), found[1], "tidied-program") for found in _BOLD.finditer(text))


def _marks_of_pruned_leaves(text: str) -> Iterator[Edit]:
    """Marks of leaves that are pruned: they are leaves nevertheless."""
    return (Edit(*found.span(), found["text"] or "", "tidied-pruned") for found in _STRUCK.finditer(text))


def _invisible_characters(text: str) -> Iterator[Edit]:
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


def _signs_of_infinity(text: str) -> Iterator[Edit]:
    for found in _INFINITY.finditer(text):
        sign = "-" if found["minus"] else (found["sign"] or "").replace("+", "")
        yield Edit(*found.span(), f"{sign}inf", "tidied-infinity")
