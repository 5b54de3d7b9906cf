"""What programs and tables say of the player who moves first, in calls, flags, fields and columns beside a tree."""

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
    r"\b(?:mini_?max|expecti_?mini_?max|alpha_?beta\w*|nega_?max|ab_?search|search|solve)"
    r"(?:\s*\(|[ \t]+['`]?[\[(])[^\n]*?\b(?P<false>False|false|#f|nil|['\"]?(?:min|MIN)\b['\"]?)(?![\w(])"
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

PROGRAM = re.compile(r"^[ \t]*(?:def|class|function|import|from|for|while|print)\b", re.MULTILINE)
"""How lines of programs begin."""

_TO_MOVE = re.compile(r"\bdef[ \t]+(?:to_move|player|turn|to_play)\b[^\n]*\n[^\n]*['\"]?\bMIN\b", re.IGNORECASE)
_FIELD = re.compile(
    r"['\"]?\b(?:player|turn|who|mover|to_?move|agent|colou?r)['\"]?\s*[:=]\s*"
    r"['\"]?(?P<said>-?[0-9]+|\w+)",
    re.IGNORECASE,
)
_SECOND = re.compile(r"\b(?:player|spieler|agent)[ _-]?(?P<said>[12])\b", re.IGNORECASE)
_OTHERS = {"min", "2", "-1", "opponent", "enemy", "them", "gegner", "he", "human", "o", "b", "black", "p2"}
_COLUMN = re.compile(r"(?:player|turn|who|mover|to_?move|agent|spieler)", re.IGNORECASE)


def first_move_of_min(text: str) -> re.Match[str] | None:
    """Where a program or a table says that MIN moves at the root; functions that search are passed over.

    >>> first_move_of_min("tree = [[6, 5]]\\nprint(minimax(tree, False))")[0]
    'minimax(tree, False'
    """
    plain = _without_search_functions(text) if PROGRAM.search(text) else text
    said = _TO_MOVE.search(text) or _min_in_field_or_column(text)
    return said or _CALL.search(plain) or _TURNED.search(plain) or _search_of_min_on_tree(plain)


def _min_in_field_or_column(text: str) -> re.Match[str] | None:
    """The field, or the cell of a table, that says whose move it is at the root, if that is the second player."""
    found = _FIELD.search(text)
    if found:
        from_zero = found["said"] == "1" and any(each["said"] == "0" for each in _FIELD.finditer(text))
        return found if from_zero or found["said"].lower() in _OTHERS else None
    if (found := _SECOND.search(text)) and found["said"] == "2":
        return found
    heading, _, row = text.strip().partition("\n")
    cells = re.split(r"[,;\t|]", heading)
    place = next((place for place, cell in enumerate(cells) if _COLUMN.fullmatch(cell.strip())), None)
    values = re.split(r"[,;\t|]", row.partition("\n")[0])
    if place is None or len(cells) < 2 or len(values) <= place:
        return None
    return re.search(re.escape(heading), text) if values[place].strip().lower() in _OTHERS else None


def _search_of_min_on_tree(text: str) -> re.Match[str] | None:
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


def _without_search_functions(text: str) -> str:
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
