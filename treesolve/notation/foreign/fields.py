"""What people call the parts of a node in objects and constructors: its name, kind, value, children.

Vocabulary

    field       a part of a node with its name: `"value": 3`, `children=[...]`
"""

import re
from fractions import Fraction

from treesolve.model.tree import Kind
from treesolve.notation.foreign.label import KIND_WORDS, Label, number, probability, read_label

_CALLED = {
    "children": "children leaves kids childs child childnodes subtrees branches successors nodes options subforest "
    "next actions args operands arguments outcomes "
    "kinder nachfolger childids childrenids hijos enfants fils filhos figli kinderen dzieci",
    "value": "value val v score utility util payoff eval evaluation wert data static heuristic payload result number "
    "leaf valor valeur valore waarde wartosc wartość bewertung",
    "name": "name title state position nombre nom nome naam nazwa",
    "id": "id key node nodeid",
    "label": "label rootlabel text content",
    "kind": "type kind player role turn who mover agent nodetype playertype level op operator shape typ "
    "tipo spieler jugador joueur jogador",
    "maximizing": "maximize maximise maximising "
    "maximizing ismax maximizer maximizingplayer maxnode ismaximizing ismaximizer max "
    "maxplayer "
    "ismaxnode ismaxplayer",
    "minimizing": "minimize minimise minimising ismin minimizing minimizer isminimizing isminnode",
    "move": "move action edge edgelabel",
    "weight": "weight probability probabilitie prob p chance odds likelihood",
    "left": "left l leftchild links izquierda izquierdo izq gauche esquerda esquerdo sinistra",
    "right": "right r rightchild rechts derecha derecho droite droit direita direito destra",
    "middle": "middle mid center",
}
FIELDS = {word: field for field, words in _CALLED.items() for word in words.split()}
"""The usual words for each field, in small letters and without underscores."""

SIDES = {
    word: place
    for place, words in enumerate(("left l links", "mid middle m mitte", "right r rechts"))
    for word in words.split()
}
"""The words for the sides on which children stand, from left to right."""

NOTHING = ("None", "null", "nil", "NULL", "nullptr", "undefined", "Nothing")
_ODDS = re.compile(r"\s*([0-9]{1,6})\s*(?::|to)\s*([0-9]{1,6})\s*")
_SHAPES = {
    **dict.fromkeys(("triangle", "triangleup", "up", "uptriangle"), Kind.MAX),
    **dict.fromkeys(("invertedtriangle", "invtriangle", "triangledown", "down", "downtriangle"), Kind.MIN),
}
"""How the players' nodes are drawn."""
_TRUE = ("true", "1", "yes")
_FALSE = ("false", "0", "no")
_BACKWARDS = re.compile(r"right[\W_]?(?:to[\W_]?)?left|rtl|revers\w*|desc\w*", re.IGNORECASE)
"""How an order is called in which the last child comes first."""
_CHANGING = {
    **dict.fromkeys(["disabled", "hidden", "deleted", "removed", "reversed", "mirrored", "negated"], _FALSE),
    **dict.fromkeys(["active", "enabled", "visible", "count", "multiplicity", "times", "copies"], _TRUE),
    **dict.fromkeys(("cost", "costs", "reward"), ("0",)),
    "sign": ("+", "1"),
}
"""Words for what may change a tree, each with what it says where it does not."""


def field(word: str) -> str | None:
    """The field that a word is for; None where it is for none."""
    return FIELDS.get(_word_as_compared(word))


def changes(word: str, text: str) -> bool:
    """Whether a field of this name, with what it says, may make the tree another one.

    >>> changes("reversed", "true"), changes("reversed", "false"), changes("colour", "red")
    (True, False, False)
    """
    if _word_as_compared(word) == "order":
        return _BACKWARDS.fullmatch(text) is not None
    harmless = _CHANGING.get(_word_as_compared(word))
    return harmless is not None and text.lower() not in (*harmless, "", "none", "null", "nil")


def _word_as_compared(word: str) -> str:
    return re.sub(r"[_\s-]", "", word).lower()


def _probability_of_odds(text: str) -> Fraction | None:
    """The probability that odds are: 1:4 is 1/5."""
    found = _ODDS.fullmatch(text)
    return Fraction(int(found[1]), int(found[1]) + int(found[2])) if found and int(found[1]) else None


def said(before: Label, field: str, text: str) -> Label:
    """What is known of a node after one more of its fields."""
    if text in NOTHING:
        return before
    if field == "value":
        value = number(text)
        if text.lower() in (*_TRUE[:1], *_FALSE[:1]):
            return before
        return before._replace(value=value, unknown=text if value is None and _is_letter_of_unknown(text) else None)
    if field == "label" and (value := number(text)) is not None:
        return before._replace(value=value if before.value is None else before.value)
    if field == "id" and before.name:
        return before
    if field in ("name", "label", "id"):
        label = read_label(text, inner=True)
        if label.kind and not label.name:
            return before._replace(kind=label.kind)
        return before._replace(name=text)
    if field == "kind":
        told = KIND_WORDS.get(text.lower()) or _SHAPES.get(_word_as_compared(text)) or read_label(text, inner=True).kind
        return before._replace(kind=told or before.kind)
    if field in ("maximizing", "minimizing"):
        return before._replace(kind=_kind_by_flag(text, (Kind.MAX, Kind.MIN)[field == "minimizing"]) or before.kind)
    if field == "move":
        return before._replace(move=text)
    if field == "weight":
        return before._replace(weight=_probability_of_odds(text) or probability(text.replace(" ", "")))
    return before


def _kind_by_flag(text: str, kind: Kind) -> Kind | None:
    if text.lower() in _TRUE:
        return kind
    return kind.opponent if text.lower() in _FALSE else None


def _is_letter_of_unknown(text: str) -> bool:
    return re.fullmatch(r"\?|[^\W\d_][0-9]*", text) is not None
