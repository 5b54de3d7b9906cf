"""A tree that stands in a program as a text, or as several: `Tree("((D:3,E:5)B,C:9)A;")`, `["A/B/3", "A/C/5"]`."""

import re

from treesolve.notation.foreign.pasted import CHANGED
from treesolve.notation.foreign.patch import Edit, Patched

LONGEST = 50_000
"""No longer program is looked at."""

_LEAST = 3
_LONG = re.compile(r"(?P<marks>\"\"\"|'''|`)(?P<inside>(?:(?!(?P=marks)).){1,20000})(?P=marks)", re.DOTALL)
_SHORT = re.compile(r"(?P<marks>[\"'])(?P<inside>(?:(?!(?P=marks))[^\\\n]|\\.){1,5000}+)(?P=marks)")
_NUMBER = re.compile(r"(?<![\w.])[+\-−]?[0-9]+(?![\w.])")
_AROUND = re.compile(r"(?:[\w\s.=(),;:*&'\"!#\[\]]|-(?!>))*")
"""What may stand around a text: an assignment, or calls."""
_LISTED = re.compile(r"\[[^\[\]]*(?<![\w.])[0-9]")
"""A number in a list."""
_SHOWN = re.compile(r"(?:print\w*|puts|echo|log|assert\w*|write\w*|expect)[ \t]*[( ][ \t]*f?\Z", re.IGNORECASE)
"""What only shows the text behind it."""
_CHANGING = re.compile(
    r"[\"'`][\s)]*(?:\.(?!strip|trim|split|lines|format)|[\[*+-])|(?:swap|revers|mirror|sort|prun|remov|pop|delet|flip|ladder"
    r"|negat|replac|subst|map)\w*\(",
    re.IGNORECASE,
)
"""What a program does to a text, or to the tree that it is."""
_NESTED = re.compile(r"[(\[{][^\n]*[)\]}]|\n")
_WAY = re.compile(r"[^\s\"'()\[\]{}]*(?:[/>:=,-])[^\"'()\[\]{}\n]*")


def text_in_quotes(text: Patched) -> Patched:
    """What stands in the quotation marks of a program, where that alone has the numbers; else the text itself.

    >>> text_in_quotes(Patched('t = Tree("((D:3,E:5)B,C:9)A;", format=1)')).text
    '((D:3,E:5)B,C:9)A;'
    >>> text_in_quotes(Patched('list_to_tree(["A/B/3", "A/C/5", "A/C/9"])')).text
    'A/B/3\\nA/C/5\\nA/C/9\\n'
    """
    if len(text.text) > LONGEST:
        return text
    found = list(_LONG.finditer(text.text)) or list(_SHORT.finditer(text.text))
    numbered = [each for each in found if _NUMBER.search(each["inside"])]
    rest = "".join(_SHORT.sub('""', part) for part in _parts_around(text.text, numbered))
    inside = [each["inside"] for each in numbered]
    is_tree = bool(_NESTED.search(inside[0])) if len(inside) == 1 else all(map(_WAY.fullmatch, inside))
    if any(_SHOWN.search(text.text, 0, each.start()) for each in numbered):
        return text
    if not is_tree or 1 < len(inside) < _LEAST or not re.search(r"[(\[=]", rest) or not _AROUND.fullmatch(rest):
        return text
    if _LISTED.search(rest) or _CHANGING.search(rest) or CHANGED.search(rest):
        return text
    ends = [0, *(each.end("inside") for each in numbered)]
    starts = [*(each.start("inside") for each in numbered), len(text.text)]
    line = "\n" if len(numbered) > 1 else ""
    edits = [Edit(end, start, line if end else "", "tidied-program") for end, start in zip(ends, starts, strict=True)]
    return text.patched(edits)


def _parts_around(text: str, found: list[re.Match[str]]) -> list[str]:
    ends, starts = [0, *(each.end() for each in found)], [*(each.start() for each in found), len(text)]
    return [text[end:start] for end, start in zip(ends, starts, strict=True)]
