"""Literals of JSON, JavaScript and Python, calls of constructors, s-expressions: one reader of brackets for all.

Vocabulary

    literal     a text, a number, a word without quotes, a list, a map of keys and values, or a call with its arguments
    statement   what stands at the top of a text: a literal, with the name that it is assigned to
    spaced      said of a text in which blanks part what stands in a bracket, and any bracket may be called
"""

import json
import re
from typing import NamedTuple, NoReturn

from treesolve.model.problem import Span
from treesolve.notation.foreign.neutral import refuse

_PAIRS = {"(": ")", "[": "]", "{": "}"}

_TEXT = r"(?P<text>\"{3}(?:[^\"\\]|\\.|\"(?!\"\"))*\"{3}|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')"
_SIGNS = r"(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<part>[,;])"
_TOKEN = re.compile(
    r"(?P<import>^(?:import|from)[ \t][^\n:;]*)|(?P<line>\n)|(?P<blank>\s|(?:const|let|var|new)[ \t]+(?=[^\W\d]))"
    rf"|{_TEXT}|{_SIGNS}|(?P<key>[:=])"
    r"|(?P<number>[+\-−]?(?:[0-9]+(?:\.[0-9]*|/[0-9]+)?|\.[0-9]+|inf|Infinity|∞)(?![\w./]))"
    r"|(?P<word>[^\W\d][\w$]*)|(?P<odd>.)",
    re.DOTALL | re.MULTILINE,
)
_SPACED_TOKEN = re.compile(rf"(?P<blank>\s)|{_TEXT}|{_SIGNS}|(?P<word>[^\s,;()\[\]{{}}\"']+)|(?P<odd>.)", re.DOTALL)


class Literal(NamedTuple):
    """`what` it is: text, number, word, list, map or call; its text, or the word called; what is in it.

    `sign` is its opening bracket. The numbers of a spaced text are words.
    """

    span: Span
    what: str
    text: str = ""
    inside: tuple[tuple["Literal | None", "Literal"], ...] = ()
    sign: str = ""

    @property
    def is_scalar(self) -> bool:
        """Whether it holds no others."""
        return self.what in ("text", "number", "word")

    @property
    def items(self) -> list["Literal"]:
        """What is in it, without keys."""
        return [item for _, item in self.inside]

    @property
    def pairs(self) -> list[tuple["Literal", "Literal"]]:
        """What has keys in it, each behind its key."""
        return [(key, item) for key, item in self.inside if key]


class _Open:
    """A bracket that is open, or the whole text: its sign, where it is, the word that is called, and what is in it."""

    def __init__(self, sign: str, start: int, word: str = "", *, is_spaced: bool) -> None:
        self.sign, self.start, self.word, self.is_spaced = sign, start, word, is_spaced
        self.inside: list[tuple[Literal | None, Literal]] = []
        self.key: Literal | None = None
        self.value: Literal | None = None
        self.has_parts = False

    def refuse(self, span: Span, text: str) -> NoReturn:
        """Raises InputError for what has no place in it; at the top for a statement that is no literal."""
        if self.sign or self.is_spaced:
            refuse("foreign-form", span, text=text)
        refuse("foreign-asked", span, why="statement", text=text)

    def take(self, value: Literal) -> None:
        """A literal is the next item."""
        if self.value and not self.is_spaced:
            self.refuse(value.span, value.text)
        if self.value:
            self.end_item(value.span)
        self.value = value

    def take_key(self, sign: str, span: Span) -> None:
        """What stands so far is the key of what follows."""
        expected = ":" if self.sign == "{" else "=" if self.word or not self.sign else ""
        is_key = self.value and self.value.is_scalar and self.key is None
        if not is_key or sign != expected or (sign == "=" and self.value.what != "word"):  # type: ignore[union-attr]
            self.refuse(span, sign)
        self.key, self.value = self.value, None

    def called(self, sign: str, start: int) -> Literal | None:
        """The word that a bracket belongs to, which begins at once behind it."""
        word = self.value
        if word is None or word.what != "word" or word.span.end != start or not (sign == "(" or self.is_spaced):
            return None
        self.value = None
        return word

    def end_item(self, span: Span, sign: str = "") -> None:
        """An item is complete; there may be none but before a comma and behind a key."""
        if self.value is None and (self.key or sign == ","):
            self.refuse(span, sign)
        if self.value:
            if self.sign == "{" and self.key is None and not self.is_spaced:
                self.refuse(self.value.span, self.value.text)
            self.inside.append((self.key, self.value))
        self.key = self.value = None
        self.has_parts |= sign == ","

    def closed(self, end: int) -> Literal:
        """What it is, now that all of it is there; round brackets around one literal are none of it."""
        keys = [key for key, _ in self.inside if key]
        seen = set[str]()
        for key in keys:
            if key.text in seen:
                refuse("key-twice", key.span, text=key.text)
            seen.add(key.text)
        if not (self.is_spaced or self.word or self.has_parts) and self.sign == "(" and len(self.inside) == 1:
            return self.inside[0][1]
        is_map = not self.is_spaced and (self.sign == "{" or (self.word == "dict" and len(keys) == len(self.inside)))
        what = "map" if is_map else "call" if self.word else "list"
        return Literal(Span(self.start, end), what, self.word, tuple(self.inside), self.sign)


def literals(text: str, *, is_spaced: bool = False) -> list[tuple[Literal | None, Literal]]:
    """The literals at the top of a text, each with the word that it is assigned to, if any; imports left out.

    Raises InputError for what is none of them, and for brackets that do not match, with the place.

    >>> [(name, value.what) for name, value in literals("import a\\nt = [1, {'b': 2}]\\nprint(t)")][1]
    (None, 'call')
    >>> [one.what for one in literals("(max A(6 5) x)", is_spaced=True)[0][1].items]
    ['word', 'call', 'word']
    """
    opened = [_Open("", 0, is_spaced=is_spaced)]
    for found in (_SPACED_TOKEN if is_spaced else _TOKEN).finditer(text):
        what, said, span = found.lastgroup, found[0], Span(*found.span())
        top, is_top = opened[-1], len(opened) == 1
        if what == "open":
            word = top.called(said, span.start)
            start, name = (word.span.start, word.text) if word else (span.start, "")
            opened.append(_Open(said, start, name, is_spaced=is_spaced))
        elif what == "close" and not is_top and _PAIRS[top.sign] == said:
            top.end_item(span)
            opened.pop()
            opened[-1].take(top.closed(span.end))
        elif what == "part" and (not is_top or said == ";"):
            top.end_item(span, ";" if is_top else ",")
        elif what == "key":
            top.take_key(said, span)
        elif what in ("text", "number", "word"):
            top.take(Literal(span, what, _text_of(said, span) if what == "text" else said))
        elif what == "line" and is_top and (top.value or not top.key):
            top.end_item(span)
        elif what not in ("line", "blank") and not (what == "import" and is_top and not top.key):
            top.refuse(span, said)
    if len(opened) > 1:
        refuse("foreign-unclosed", Span(opened[-1].start, opened[-1].start + 1), text="")
    opened[0].end_item(Span(max(len(text) - 1, 0), len(text)))
    return opened[0].inside


def statements(text: str) -> list[tuple[str, Literal]]:
    """The literals at the top of a text by their names, without those that say nothing of the tree; at least one.

    Raises InputError for a call with False in it, which may say that MIN moves first, and where no statement is left.
    """
    found = literals(text)
    kept = [one for one in found if len(found) == 1 or not _is_skipped(*one, text)]
    if not kept:
        refuse("foreign-form", Span(0, 1), text="")
    return [(name.text if name else "", value) for name, value in kept]


def _is_skipped(name: Literal | None, value: Literal, text: str) -> bool:
    """Whether a statement says nothing of the tree: a text, or a call of a function without brackets in it."""
    if name or not (value.what == "text" or (value.what == "call" and all(one.is_scalar for one in value.items))):
        return False
    if any(one.what == "word" and one.text.lower() == "false" for one in value.items):
        refuse("foreign-asked", value.span, why="statement", text=text[value.span.start : value.span.end][:40])
    return True


def _text_of(quoted: str, span: Span) -> str:
    """What stands in quotation marks. Raises InputError for an escape that JSON does not know."""
    if quoted.startswith('"""'):
        return quoted[3:-3]
    if quoted[0] == "'":
        inside = re.sub(r"\\(.)|\"", lambda found: {"'": "'", None: '\\"'}.get(found[1], found[0]), quoted[1:-1])
        quoted = f'"{inside}"'
    try:
        return str(json.loads(quoted))
    except ValueError:
        refuse("foreign-form", span, text=quoted[:40])
