"""The parts of a stretch of text between weak signs: there a sentence may end, or go on.

Vocabulary

    weak sign   what may stand between sentences that are written as one: a comma, `and`, an arrow, `after`
"""

import re
from functools import cache

from treesolve.answers.part_words import single_keys
from treesolve.model.problem import Span

_SIGNS = (
    r"\s[|/]\s|\.(?=\s)|;|,?\s(?:and|und|so|thus|hence|therefore|daher|also|somit)\s|[,:](?=\s)",
    r"(?<!\s)\s*+(?:-+>|=>|→|⇒)\s",
    r"\s(?=(?:after|nach|for the same reason|aus dem(?:selben| gleichen) grund)\s)",
)
_MOST = 24
"""So many weak signs may be in a stretch."""


@cache
def _weak() -> re.Pattern[str]:
    """The expression for a weak sign: a key in the midst is one, too, as in `pruned L4 best A`."""
    key = rf"(?<=[\w)])\s(?=(?:{single_keys()})[ \t]*[=:\s])"
    return re.compile("|".join((*_SIGNS, key)), re.IGNORECASE)


def parts_between_weak_signs(text: str, stretch: Span) -> list[tuple[int, int]]:
    """Where each begins and ends, outside of parentheses; none where they are too many.

    >>> text = "C = 2, so L4 is pruned"
    >>> [text[start:end] for start, end in parts_between_weak_signs(text, Span(0, len(text)))]
    ['C = 2', 'L4 is pruned']
    """
    signs = [
        one for one in _weak().finditer(text, *stretch) if not _is_within_parentheses(text, stretch.start, one.start())
    ]
    if len(signs) > _MOST:
        return []
    starts = [stretch.start, *(one.end() for one in signs)]
    return [*zip(starts, [*(one.start() for one in signs), stretch.end], strict=True)]


def _is_within_parentheses(text: str, start: int, place: int) -> bool:
    return text.count("(", start, place) > text.count(")", start, place)
