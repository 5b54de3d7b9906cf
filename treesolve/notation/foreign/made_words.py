"""Words of a program that make leaves and nodes, told by what stands behind them: `Val 5`, `Inner [Val 5, Val 1]`."""

import re
from collections.abc import Iterator

from treesolve.notation.foreign.constructor_words import CONSTRUCTORS, LEAVES
from treesolve.notation.foreign.patch import Edit

LONGEST = 50_000
"""No longer text is looked at."""

_LEAST = 3
_OTHERWISE = {"neg", "negate", "negative", "minus", "cost", "loss", "index", "idx", "id", "ref", "var", "depth", "not"}
"""What stands before numbers that are meant as others."""
_WORD = re.compile(r"(?<![\w.\\\"'])(?P<word>[A-Z]\w*)(?=(?P<behind>\s*[({\[]?\s*[+\-−]?[0-9]|\s*[({\[])?)")
_ONE = re.compile(r"[ \t]*(?:[({][ \t]*)?\(?[+\-−]?[0-9][0-9./]*\)?(?:[ \t]*[)}])?(?=\s*(?:[)\]},;]|\Z|\s[A-Z(]))")


def words_that_make_leaves(text: str) -> Iterator[Edit]:
    """The one capital word that stands before every number, as the word for a leaf; and the one before brackets.

    >>> [edit.instead for edit in words_that_make_leaves("t = Inner [Val 5, Val 1, Val 3]")]
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
