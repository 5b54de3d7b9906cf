r"""What the label of a node says: a name, a kind, a number, or several of them.

A   MAX   3   A: 3   A = 3   A (MAX)   max A   v=3   $-\infty$   x
"""

import re

from treesolve.model.number import Number
from treesolve.model.problem import Span
from treesolve.model.tree import Kind
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.number_text import read_number

KINDS = {
    **dict.fromkeys(("max", "maximizer", "maximiser", "maximizing", "maximum", "maximierer", "△", "▲", "∆"), Kind.MAX),
    **dict.fromkeys(("min", "minimizer", "minimiser", "minimizing", "minimum", "minimierer", "▽", "▼", "∇"), Kind.MIN),
    **dict.fromkeys(("chance", "zufall", "random", "expect", "expectation", "nature", "natur", "○"), Kind.CHANCE),
}
"""The words and signs for kinds, in small letters."""

_AROUND = re.compile(
    r"(max|min|chance|zufalls?)[\s_-]*(?:node|player|level|knoten|spieler|ebene|s turn)|(?:is_?)(max|min)", re.I
)
_VALUE_WORDS = frozenset(("v", "value", "val", "utility", "payoff", "score", "wert", "nutzen", "u", "leaf", "blatt"))
_LETTER = re.compile(r"[^\W\d_][0-9]*|\?")
_LOOSE = re.compile(r"([+\-−–]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+\-]?[0-9]{1,3}))?")
_MARKS = re.compile(r"\s*(?:[:=|,;()\[\]{}\n]|<br\s*/?>|\\n|\\\\|->|→)\s*", re.I)
LONGEST_LABEL = 1000
"""So many characters of a label are looked at for what it says; a longer one is a name."""


def number(text: str) -> Number | None:
    """The number that a text is, as other notations write it, too: `.5`, `5.`, `1e3`; None where it is none."""
    try:
        return read_number(text)
    except ValueError:
        found = _LOOSE.fullmatch(text) if len(text) <= LONGEST_LABEL else None
    if not found or not (found[2] or found[3]):
        return None
    from fractions import Fraction

    value = Fraction(f"{found[2] or 0}.{found[3] or 0}") * Fraction(10) ** int(found[4] or 0)
    value = -value if found[1] in ("-", "−", "–") and found[1] else value
    return value.numerator if value.denominator == 1 else value


def kind(text: str) -> Kind | None:
    """The kind that a word is; None where it is none."""
    word = text.strip().lower()
    around = _AROUND.fullmatch(word)
    return KINDS.get((around[1] or around[2]) if around else word)


def labelled(span: Span, text: str, children: tuple[Sketch, ...] = ()) -> Sketch:
    """The node with that label and those children.

    A number apart from a name by a mark is a value; at an inner node it is passed over. A small letter is an unknown
    leaf, other words are names.

    >>> labelled(Span(0, 1), "A = 3")[1:4], labelled(Span(0, 1), "Pocket 1").name
    (('A', None, 3), 'Pocket 1')
    """
    written = text.strip().strip("$").strip()
    if len(written) > LONGEST_LABEL:
        return Sketch(span, written, children=children)
    name, said, value = _parts(_plain(written))
    if children:
        return Sketch(span, name, said, children=children, own_value=value is not None)
    if value is None and name and _LETTER.fullmatch(name) and (name == "?" or name.islower()):
        return Sketch(span, said and None, unknown=name)
    return Sketch(span, name, said, value)


def _plain(text: str) -> str:
    """Without the dress of TeX."""
    text = re.sub(r"\\(?:mathbf|mathrm|textbf|textit|text|emph|underline|mathit)\b", "", text)
    text = re.sub(r"\\infty\b", "inf", re.sub(r"\\(?:bigtriangleup|triangle)\b", "△", text))
    text = re.sub(r"\\(?:bigtriangledown|triangledown)\b", "▽", text)
    return text.replace("$", "").replace("{}", "").strip()


def _parts(text: str) -> tuple[str | None, Kind | None, Number | None]:
    """The name, the kind and the number in a label."""
    if (value := number(text)) is not None:
        return None, None, value
    names: list[str] = []
    said: Kind | None = None
    value = None
    for part in filter(None, _MARKS.split(text)):
        if value is None and (found := number(part)) is not None:
            value = found
        elif said is None and (is_kind := kind(part)) is not None:
            said = is_kind
        else:
            names.append(part)
    words = names[0].split() if len(names) == 1 else []
    if len(words) == 2:
        one, other = words
        if said is None and (kind(one) or kind(other)):
            said, names = kind(one) or kind(other), [other if kind(one) else one]
            if value is None and number(names[0]) is not None:
                names, value = [], number(names[0])
        elif value is None and one.lower() in _VALUE_WORDS - {"leaf", "blatt", "v", "u"}:
            names, value = ([], number(other)) if number(other) is not None else (names, None)
    if value is not None and len(names) == 1 and names[0].lower() in _VALUE_WORDS:
        names = []
    return (" ".join(names) or None), said, value
