r"""Formulas, as mathematics writes them: `\max\{\min\{3, 12\}, 2\} = 3`, `0.25 \cdot 2 + 0.75 \cdot 40`."""

import re
from collections.abc import Iterator

from treesolve.notation.foreign.patch import Edit, closing

_SIGN = re.compile(r"\\(?:max|min)\b|\\(?:operatorname|mathrm|text)\{\s*(?:max|min)\s*\}")
_DRAWING = re.compile(r"\\(?:node|Tree|begin\{(?:forest|tikzpicture|istgame))|child\s*\{")
_TEX = re.compile(
    r"\\(?:left|right|[bB]igg?[lrm]?|displaystyle|quad|qquad|limits|nonumber|,|;|!|:|\s)|\\(?P<word>max|min|cdot|times|infty)\b"
    r"|\\(?:operatorname|mathrm|text)\*?\{\s*(?P<named>\w+)\s*\}|\\(?P<brace>[{}])|\\[\[\]()]|\$\$?"
    r"|\\(?:begin|end)\{(?:align|equation|aligned|gather|eqnarray|math|displaymath)\*?\}|&(?==)|(?<==)&|\\\\[ \t]*\n?|~"
)
_BEGUN = re.compile(r"\s*+(?:(?:max|min|chance)\s*+)?[(\[{]", re.IGNORECASE)
_RESULT = re.compile(
    r"(?:\s*=\s*(?:(?:max|min)\s*[({\[][^=\n]*[)}\]]|[+\-−]?[0-9][0-9./]*))*?"
    r"\s*=>?\s*[+\-−]?[0-9][0-9./]*[ \t]*[.;]?\s*\Z",
    re.IGNORECASE,
)
_NUMBER = r"[0-9]+(?:[./][0-9]+)?"
_TERM = rf"{_NUMBER}\s*(?:\*|·|×)\s*(?:[+\-−]?{_NUMBER}|\([+\-−]?{_NUMBER}\)|[a-z](?!\w))"
_SUM = re.compile(rf"(?<![\w.*/+\-−]){_TERM}(?:\s*\+\s*{_TERM})+(?!\s*[*·×/+\-−])")
_QUOTED = re.compile(r"(['\"])([^'\"\n]*)\1")
_TOUCHING = re.compile(r"(?:'\s*'|\"\s*\")(?=[0-9])|[0-9]['\"][0-9]")
"""Two texts without a comma between them, which Python makes one of."""
_EXACT = re.compile(rf"[+\-−]?{_NUMBER}")


def tex(text: str) -> Iterator[Edit]:
    """The marks of TeX around a formula, which is then one in plain text."""
    if not _SIGN.search(text) or _DRAWING.search(text):
        return
    for found in _TEX.finditer(text):
        word = found["word"] or found["named"] or found["brace"] or ""
        plain = {"cdot": "*", "times": "*", "infty": "inf", "{": "(", "}": ")"}.get(word, word)
        yield Edit(*found.span(), "\n" if found[0].startswith("\\\\") else plain, "tidied-formula")


def results(text: str) -> Iterator[Edit]:
    """What a formula comes to, behind its bracket."""
    begun = _BEGUN.match(text)
    end = closing(text, begun.end() - 1) if begun else 0
    found = _RESULT.match(text, end) if end and re.search("[0-9]", text[:end]) else None
    if found:
        yield Edit(*found.span(), "", "tidied-end")


def sums(text: str) -> Iterator[Edit]:
    """Weighted sums, which are chance nodes."""
    for found in _SUM.finditer(text):
        terms = [re.sub(r"[()]", "", term).strip() for term in re.split(r"\s\+\s|(?<=\d)\s*\+\s*", found[0])]
        if not re.search(r"chance\s*[(\[{][^()\[\]{}]*$", text[: found.start()][-200:], re.IGNORECASE):
            yield Edit(
                *found.span(), f"CHANCE ({' '.join(re.sub('[·×]', '*', term) for term in terms)})", "tidied-kind"
            )


def quoted_numbers(text: str) -> Iterator[Edit]:
    """Numbers in quotation marks, where all that stands in some is a number."""
    found = list(_QUOTED.finditer(text))
    if (
        found
        and text.lstrip()[:1] in "([{"
        and all(_EXACT.fullmatch(each[2].strip()) for each in found)
        and not _TOUCHING.search(text)
    ):
        yield from (Edit(*each.span(), each[2].strip(), "tidied-number") for each in found)
