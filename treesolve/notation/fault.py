"""Which mistake a stretch of text is that no rule of the notation covers."""

import re

from treesolve.model.problem import nearest
from treesolve.notation.number_text import LONGEST

_NUMBER = r"[+\-−]?[0-9]+(?:[./][0-9]+)?"
_GLUED = re.compile(rf"({_NUMBER})((?:[+\-−][0-9]+(?:[./][0-9]+)?)+)")
_NUMERIC = re.compile(r"[+\-−]*\.?[0-9]")
_WORD = re.compile(r"[^\W\d][\w'-]*")


def name_fault(text: str) -> tuple[str, str, dict[str, object]]:
    """The code of the mistake, the terminal that was probably meant ("" for none), and facts for the sentence.

    >>> name_fault("6-5")
    ('numbers-touch', 'NUMBER', {'instead': '6 -5'})
    """
    if text.startswith('"'):
        closed = len(text) > 1 and text.endswith('"')
        return ("name-without-mark" if closed else "quote-unclosed"), "", {}
    marked = re.fullmatch(r"(.*?)\s*(:|->|→)", text, re.DOTALL)
    if marked:
        facts: dict[str, object] = {"name": marked[1], "mark": marked[2]}
        return "name-needs-quotes" if marked[1] else "stray-mark", "NAME" if marked[2] == ":" else "MOVE", facts
    if _GLUED.fullmatch(text):
        return "numbers-touch", "NUMBER", {"instead": re.sub(r"(?<=[0-9])(?=[+\-−])", " ", text)}
    if _NUMERIC.match(text):
        return ("number-too-long" if len(text) > LONGEST else "bad-number"), "NUMBER", {"instead": _mended_number(text)}
    if _WORD.fullmatch(text):
        return "stray-word", "UNKNOWN", {"nearest": nearest(text, ("max", "min", "chance", "inf"))}
    return "stray-characters", "", {}


def _mended_number(text: str) -> str | None:
    """The number that a near miss stands for: `.5`, `5.`, `1e3` do not need a guess, `1.2.3` does."""
    if re.fullmatch(r"[+\-−]?\.[0-9]+", text):
        return text.replace(".", "0.")
    if found := re.fullmatch(r"([+\-−]?[0-9]{1,9})[eE]\+?([0-9])", text):
        return found[1] + "0" * int(found[2])
    if re.fullmatch(r"[+\-−]?[0-9]{1,3}(?:_[0-9]{3}){1,3}", text):
        return text.replace("_", "")
    return text[:-1] if re.fullmatch(r"[+\-−]?[0-9]+\.", text) else None
