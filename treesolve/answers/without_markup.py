r"""A student's text without its markup, every character at its place: Markdown, LaTeX, HTML, what is crossed out.

>>> without_markup("**Pruned:** $L_{4}$ ~~L3~~")
'  Pruned:    L_4          '
"""

import re
from collections.abc import Callable

_SIGNS = {
    "alpha": "α", "beta": "β", "infty": "∞", "le": "≤", "leq": "≤", "leqslant": "≤", "ge": "≥", "geq": "≥",
    "geqslant": "≥", "to": "→", "rightarrow": "→", "Rightarrow": "→", "max": "max", "min": "min", "cdot": "·",
    "times": "×", "approx": "≈", "emptyset": "∅", "varnothing": "∅", "dots": "…", "ldots": "…",
}  # fmt: skip
"""What commands of LaTeX stand for."""

_SILENT = frozenset((
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


def without_markup(text: str) -> str:
    """The text with blanks in the place of markup and of what is crossed out, as long as it was; quotes keep theirs."""
    return _MARKUP.sub(_written, text)


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _written(found: re.Match[str]) -> str:
    """What stands in the place of a piece of markup."""
    return _WRITTEN.get(found.lastgroup or "", _blanks)(found)


def _sign_of_command(found: re.Match[str]) -> str:
    command = found["command"]
    if command in "{}":
        return f" {command}"
    if command.isalpha() and command not in _SIGNS and command not in _SILENT:
        return found[0]
    return _SIGNS.get(command, "").rjust(len(found[0]))


def _index(found: re.Match[str]) -> str:
    """An index keeps its sign: `L_{4}` as `L_4`."""
    return f"_{found['index']}".ljust(len(found[0]))


_WRITTEN: dict[str, Callable[[re.Match[str]], str]] = {
    "quoted": lambda found: found[0],
    "newline": lambda found: "\n".ljust(len(found[0])),
    "command": _sign_of_command,
    "index": _index,
    "sub": _index,
}
