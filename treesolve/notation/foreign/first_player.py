"""What a program says of the player who moves first, in the calls, flags and tables beside its tree."""

import re

from treesolve.notation.foreign.label import SEARCHES
from treesolve.notation.foreign.patch import closing
from treesolve.notation.foreign.programs import literal_names

_SEARCH = re.compile(SEARCHES, re.IGNORECASE)
_BODY = re.compile(
    r"^(?P<indent>[ \t]*)(?:def|function)[ \t]+(?P<name>\w+)[^\n]*\n"
    r"(?P<body>(?:(?P=indent)[ \t]+[^\n]*(?:\n|\Z)|[ \t]*\n)*)",
    re.MULTILINE,
)
_BRACED = re.compile(
    r"\b(?P<name>(?!if\b|for\b|while\b|switch\b|main\b)\w+)[ \t]*\((?:[^;{}()]|\{\})*\)[^;{}()\n]*\s?\{"
)
_CALL = re.compile(
    r"\b(?:mini_?max|expecti_?mini_?max|alpha_?beta\w*|nega_?max|ab_?search|search|solve)(?:\s*\(|[ \t]+['`]?[\[(])[^\n]*?"
    r"\b(?P<false>False|false|#f|nil|['\"]?(?:min|MIN)\b['\"]?)(?![\w(])"
    r"|\b(?:is_?|player_?)?maxi?\w*\s*=\s*(?:False|false)\b|\b(?:is_?)?mini\w*\s*=\s*(?:True|true)\b"
    r"|\bmin_?value\s*\(",
    re.IGNORECASE,
)
_FALSE = r"(?<![\w=])(?:False|false|FALSE|nil|NIL|#f|['\"]?(?:min|MIN|Min)\b['\"]?|\w+\.(?:MIN|Min)\b)(?![\w(])"
_LAST = r",[ \t]*-1[ \t]*\)|\$\w+[ \t]*,[ \t]*0[ \t]*\)"
_LISP = re.compile(r"^\(\s*(?:def(?!un\b|n\b|macro\b)\w*|set[qf!])\s+([^\s()'\[\]]+)\s+['`#]?[(\[{]", re.MULTILINE)
_DEFINED = re.compile(rf"[ \t]*(?:{SEARCHES})\w*\b[^\n=]*(?:=(?!=)|::)", re.IGNORECASE)
_CALLED = re.compile(rf"\b(?:{SEARCHES}|search|ab)\w*\b", re.IGNORECASE)
_TURNED = re.compile(
    r"\bmin\s*\(\s*\*?\[?\s*(?:max\s*\(|map\s*\(\s*max\b)"
    r"|^[ \t]*(?:\w+[ \t]+)?\w*(?:max|Max|MAX)\w*[ \t]*(?::[^=\n]*)?:?=[ \t]*(?:False|false|FALSE)\b"
    r"|^[ \t]*(?:\w+[ \t]+)?\w*(?:min|Min|MIN)\w*[ \t]*(?::[^=\n]*)?:?=[ \t]*(?:True|true|TRUE)\b"
    r"|\b(?:max|min|MAX|MIN)_?(?:nodes|levels|players|Nodes|NODES)\b[ \t]*=[ \t]*[\[{(]",
    re.MULTILINE,
)
"""Minima of maxima, flags, and tables of those who move."""


def in_program(text: str, *, is_program: bool) -> re.Match[str] | None:
    """Where a program says that MIN moves at the root; functions that search are passed over.

    >>> in_program("tree = [[6, 5]]\\nprint(minimax(tree, False))", is_program=True)[0]
    'minimax(tree, False'
    """
    plain = _without_searches(text) if is_program else text
    return _CALL.search(plain) or _TURNED.search(plain) or _of_tree(plain)


def _of_tree(text: str) -> re.Match[str] | None:
    """The line that gives the tree, by its name, to a search of MIN."""
    names = "|".join(map(re.escape, [*literal_names(text), *_LISP.findall(text)]))
    if not names:
        return None
    named = re.compile(rf"(?<![\w.])[&$*]?(?:{names})(?!\w)")
    minimum = re.compile(rf"\b[mM]in[_-]?(?!i?_?[mM]ax)\w+[ \t]*\(?[ \t]*[&$*]?(?:{names})(?!\w)")
    for found in re.finditer(r"[^\n]+", text):
        line = found[0]
        if not named.search(line) or _DEFINED.match(line):
            continue
        if minimum.search(line) or (_CALLED.search(line) and re.search(f"{_FALSE}|{_LAST}", line)):
            return found
    return None


def _without_searches(text: str) -> str:
    """The text without the functions that search, which call each other for both players."""
    for found in list(_BODY.finditer(text)):
        if _SEARCH.match(found["name"]) or re.search(
            rf"\b{found['name']}[ \t]*\(", text[found.start("body") : found.end()]
        ):
            text = text[: found.start()] + re.sub(r"[^\n]", " ", found[0]) + text[found.end() :]
    for found in list(_BRACED.finditer(text)):
        end = closing(text, found.end() - 1) or len(text)
        if _SEARCH.match(found["name"]) or re.search(rf"\b{found['name']}[ \t]*\(", text[found.end() : end]):
            text = text[: found.start()] + re.sub(r"[^\n]", " ", text[found.start() : end]) + text[end:]
    return text
