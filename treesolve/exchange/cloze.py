"""Fields as Moodle's cloze questions have them: `{weight:TYPE:=right~wrong}` within the text of a question.

No fraction is written: Moodle takes `=` for all of a field, or for a like share of it where several choices are right,
and each wrong one of these takes such a share back. Numbers are texts: in a field of the type NUMERICAL
an English Moodle would read 2,5 as 25, and none reads "= 6", 5/2 or the minus −.
"""

import re
from html import escape

from treesolve.exchange.quiz import ONE, SEVERAL, TEXT, Field

_TYPES = {TEXT: "SHORTANSWER", ONE: "MULTICHOICE", SEVERAL: "MULTIRESPONSE"}


def cloze_field(field: Field, weight: int) -> str:
    """The field as it stands in the text of a cloze question.

    >>> from treesolve.exchange.quiz import Choice
    >>> cloze_field(Field("C =", TEXT, (Choice("3"), Choice("3.0"))), 2)
    '{2:SHORTANSWER:=3~=3.0}'
    >>> cloze_field(Field("", SEVERAL, (Choice("L4"), Choice("L5 ~ L6", False))), 4)
    '{4:MULTIRESPONSE:=L4~L5 &#126; L6}'
    """
    written = "~".join(("=" if choice.is_right else "") + _choice(choice.text, field.kind) for choice in field.choices)
    return f"{{{weight}:{_TYPES[field.kind]}:{written}}}"


def _choice(text: str, kind: str) -> str:
    r"""A choice: Moodle decodes it once, and then takes \} for } and \# for #; it shows choices as HTML.

    In typed answers * stands for anything.
    """
    decoded = re.sub(r"\\(?=[}#])", r"\\\\", text)
    return _coded(r"[{}~#=%&<>\\]", decoded.replace("*", r"\*") if kind == TEXT else escape(decoded, quote=False))


def text_beside_fields(text: str) -> str:
    """Text as HTML in which nothing is taken for a field.

    >>> text_beside_fields("{a} & b")
    '&#123;a&#125; &#38; b'
    """
    return _coded("[{}&<>]", text)


def _coded(signs: str, text: str) -> str:
    """Text with codes in the place of some signs."""
    return re.sub(signs, lambda sign: f"&#{ord(sign[0])};", text)
