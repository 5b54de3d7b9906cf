"""Words that make leaves and nodes, or hold children, told by what stands behind them: `Val 5`, `"c": [{"c": []}]`."""

import re
from collections.abc import Iterator

from treesolve.notation.foreign.constructor_words import CONSTRUCTORS, LEAVES
from treesolve.notation.foreign.fields import field
from treesolve.notation.foreign.patch import Edit

LONGEST = 50_000
"""No longer text is looked at."""

_LEAST = 3
_OTHERWISE = {"neg", "negate", "negative", "minus", "cost", "loss", "index", "idx", "id", "ref", "var", "depth", "not"}
"""What stands before numbers that are meant as others."""
_LIST = re.compile(r"(?<![\w\"'])[\"']?(?P<key>[A-Za-z_]\w*)[\"']?\s*(?::|=>)\s*\[\s*\{")
_AGAIN = r"\b{key}[\"']?\s*(?::|=>)\s*\[\s*\{{[^\[\]]*\b{key}[\"']?\s*(?::|=>)\s*\["
_NO_CHILDREN = {
    "parents",
    "pruned",
    "path",
    "history",
    "log",
    "siblings",
    "ancestors",
    "edges",
    "links",
    "variants",
    "old",
}
_MOST_KEYS = 20
_WORD = re.compile(r"(?<![\w.\\\"'])(?P<word>[A-Z]\w*)(?=(?P<behind>\s*+(?:[({\[]\s*+)?[+\-−]?[0-9]|\s*+[({\[])?)")
_ONE = re.compile(r"[ \t]*(?:[({][ \t]*)?\(?[+\-−]?[0-9][0-9./]*\)?(?:[ \t]*[)}])?(?=\s*(?:[)\]},;]|\Z|\s[A-Z(]))")


def keys_of_children(text: str) -> Iterator[Edit]:
    """The one key behind which a list of objects stands, in some of which it stands again, as that of children.

    >>> [edit.instead for edit in keys_of_children('{"c": [{"c": [{"v": 3}, {"v": 5}]}, {"v": 2}]}')]
    ['children', 'children']
    """
    found = list(_LIST.finditer(text)) if len(text) < LONGEST else []
    keys = {each["key"] for each in found if not field(each["key"]) and each["key"].lower() not in _NO_CHILDREN}
    again = [key for key in keys if len(keys) < _MOST_KEYS and re.search(_AGAIN.format(key=re.escape(key)), text)]
    if len(again) == 1 and not any(field(each["key"]) == "children" for each in found):
        yield from (Edit(*each.span("key"), "children", "tidied-program") for each in found if each["key"] == again[0])


def words_that_make_leaves(text: str) -> Iterator[Edit]:
    """The one capital word that stands before every number, as the word for a leaf; and the one before brackets.

    >>> [edit.instead for edit in words_that_make_leaves("t = Choice [Val 5, Val 1, Val 3]")]
    ['Node', 'Leaf', 'Leaf', 'Leaf']
    """
    found = list(_WORD.finditer(text)) if len(text) < LONGEST else []
    numbered = {each["word"] for each in found if _ONE.match(text, each.end())}
    bracketed = {each["word"] for each in found if each["behind"] is not None} - numbered
    others = {each["word"] for each in found if each["behind"] is None}
    unknown = {word for word in numbered if word.lower() not in LEAVES}
    above = {word for word in bracketed if word.lower() not in CONSTRUCTORS}
    numbers = len(re.findall(r"(?<![\w.])[0-9]+(?:[./][0-9]+)?", text))
    told = sum(bool(_ONE.match(text, each.end())) for each in found)
    if not unknown or len(numbered) != 1 or len(above) > 1 or others & (unknown | above) or not bracketed:
        return
    if told != numbers or told < _LEAST or next(iter(unknown)).lower() in CONSTRUCTORS | _OTHERWISE:
        return
    for each in found:
        if each["word"] in unknown | above:
            yield Edit(*each.span("word"), "Leaf" if each["word"] in unknown else "Node", "tidied-program")
