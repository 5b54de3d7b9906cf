r"""Functions that remove markup from a student's text and split the text into lines without bullets and numbers.

Markup (Markdown, LaTeX, HTML) and struck-out text are replaced by blanks, so that every character keeps its position.
Bullets, numbers, task letters and heading marks at the beginning of a line are removed.

>>> blank_out_markup("**Pruned:** $L_{4}$ ~~L3~~")
'  Pruned:    L_4          '
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

_LINE = re.compile(r"[^\n]+")
_BULLET = r"(?:[-*•+–·◦▪]|[│├└─╰╭]+|[✀-➿\U0001F300-\U0001FAFF]\uFE0F?)[ \t]+"
_LETTER = r"(?P<letter>\(?\d{0,2}(?P<which>[a-z])(?:\)[.:]?|\.(?=[ \t])))"
_NUMBER = r"(?P<number>\(?\d{1,2}(?:\)|\.(?=[ \t]|$)))"
_BEFORE = re.compile(
    rf"[ \t>]*(?P<heading>#{{1,6}}(?=[ \t]|$))?[ \t]*(?:{_BULLET})*(?:\[[ xX]?\][ \t]+)?"
    rf"(?:{_LETTER}[ \t]*)?(?:{_NUMBER}[ \t]*)?"
)


class AnswerLine(NamedTuple):
    """A non-empty line: its text, the text's offset, and the heading mark, task letter or number in front of it."""

    text: str
    start: int
    is_heading: bool
    letter: str
    has_number: bool
    is_first: bool


def split_lines(text: str, original: str) -> Iterator[AnswerLine]:
    r"""Yield the non-empty lines of a text whose markup was blanked out.

    `is_first` is true for the first line of the text and for lines that follow an empty line in `original`.

    >>> [(line.text, line.letter, line.has_number) for line in split_lines("a) B\n\n- 1. L1\n", "a) B\n\n- 1. L1\n")]
    [('B', 'a', False), ('L1', '', True)]
    """
    end = -1
    for found in _LINE.finditer(text):
        if not found[0].strip():
            continue
        before = _BEFORE.match(text, found.start(), found.end())
        assert before is not None  # the pattern also matches the empty string
        is_first = end < 0 or any(not line.strip() for line in original[end + 1 : found.start()].split("\n")[:-1])
        start, end = before.end(), found.end()
        letter, is_heading, has_number = before["which"] or "", bool(before["heading"]), bool(before["number"])
        yield AnswerLine(text[start:end].rstrip(), start, is_heading, letter, has_number, is_first)


# Markup

_SIGNS = {
    "alpha": "α", "beta": "β", "infty": "∞", "le": "≤", "leq": "≤", "leqslant": "≤", "ge": "≥", "geq": "≥",
    "geqslant": "≥", "to": "→", "rightarrow": "→", "Rightarrow": "→", "max": "max", "min": "min", "cdot": "·",
    "times": "×", "approx": "≈", "emptyset": "∅", "varnothing": "∅", "dots": "…", "ldots": "…",
}  # fmt: skip
"""The characters that replace LaTeX commands."""

_IGNORED_COMMANDS = frozenset((
    *("left", "right", "quad", "qquad", "text", "mathrm", "mathit", "textbf", "textit", "emph", "item", "hline"),
    *("displaystyle", "bf", "it", "rm", "mathbf"),
))  # fmt: skip

_MARKUP = re.compile(
    r'(?P<quoted>"(?:[^"\\\n]|\\.){1,300}")'
    r"|(?P<crossed>~~[^~\n]{1,500}~~|<(?:s|del|strike)>[^<\n]{0,500}</(?:s|del|strike)>)"
    r"|(?P<fence>^[ \t]{0,8}(?:```|~~~)[^\n]*$)"
    r"|(?P<rule>^(?=[^\n]*--)[ \t|:+\-]+$)"
    r"|(?P<newline><br ?/?>|\\\\)"
    r"|(?P<environment>\\(?:begin|end)\{[a-z*]{1,20}\})"
    r"|(?P<sub>_\{?(?P<index>\w{1,4})\}?(?![\w}]))"
    r"|\\(?P<command>[A-Za-z]+|[{}()\[\],;!: %&_#])"
    r"|(?P<tag></?(?:p|li|ul|ol|b|i|strong|em|code|pre|sub|div|span)>|&nbsp;)"
    r"|(?P<mark>\*\*|__|`+|\$+)"
    r"|(?P<star>(?<![\w*)])\*(?=[^\s*])|(?<=[^\s*])\*(?=[\s,;:.)]|$))",
    re.MULTILINE | re.IGNORECASE,
)


def blank_out_markup(text: str) -> str:
    """Return the text with blanks in place of markup and struck-out text; quoted text is not changed."""
    return _MARKUP.sub(_replacement, text)


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _replacement(found: re.Match[str]) -> str:
    """Return the replacement for matched markup, which has the same length."""
    return _REPLACEMENTS.get(found.lastgroup or "", _blanks)(found)


def _sign_of_command(found: re.Match[str]) -> str:
    command = found["command"]
    if command in "{}":
        return f" {command}"
    if command.isalpha() and command not in _SIGNS and command not in _IGNORED_COMMANDS:
        return found[0]
    return _SIGNS.get(command, "").rjust(len(found[0]))


def _index(found: re.Match[str]) -> str:
    """Return an index with its underscore but without braces, so that `L_{4}` becomes `L_4`."""
    return f"_{found['index']}".ljust(len(found[0]))


_REPLACEMENTS: dict[str, Callable[[re.Match[str]], str]] = {
    "quoted": lambda found: found[0],
    "newline": lambda found: "\n".ljust(len(found[0])),
    "command": _sign_of_command,
    "index": _index,
    "sub": _index,
}
