"""Literals of JSON, JavaScript and Python, calls of constructors too, each with its place: one reader for all of them.

Vocabulary

    literal     a text, a number, a word without quotes, a list, a map of keys and values, or a call with its arguments
    statement   what stands at the top of a text: a literal, with the name that it is assigned to
    atom        a literal of which the next one may take part: `Leaf 6` are two, `Node(6)` is one
"""

import json
import re
from typing import NamedTuple, NoReturn

from treesolve.model.problem import Span
from treesolve.notation.foreign.neutral import refuse

_PAIRS = {"(": ")", "[": "]", "{": "}", "call": ")"}
_KEY_SIGNS = {"{": ":", "call": "=", "": "="}
_SAYS_NOTHING = ("const", "let", "var", "new")

_TOKEN = re.compile(
    r"(?P<line>\n)|(?P<blank>\s)"
    r"|(?P<text>\"{3}(?:[^\"\\]|\\.|\"(?!\"\"))*\"{3}|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')"
    r"|(?P<number>[+\-−]?(?:[0-9]+(?:\.[0-9]*|/[0-9]+)?|\.[0-9]+|inf|Infinity|∞)(?![\w./]))"
    r"|(?P<word>[^\W\d][\w$]*)|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<part>[,;])|(?P<key>[:=])|(?P<odd>.)",
    re.DOTALL,
)


class Literal(NamedTuple):
    """`what` it is: text, number, word, list, map or call; its text, or the word called; its values, and their keys."""

    span: Span
    what: str
    text: str = ""
    items: tuple["Literal", ...] = ()
    keys: tuple["Literal | None", ...] = ()

    @property
    def is_scalar(self) -> bool:
        """Whether it holds no others."""
        return self.what in ("text", "number", "word")

    @property
    def pairs(self) -> list[tuple["Literal", "Literal"]]:
        """Keys and what stands behind them, where it has keys."""
        return [(key, one) for key, one in zip(self.keys, self.items, strict=True) if key] if self.keys else []


class _Open:
    """A bracket that is open, or the whole text: its sign, where it is, the word that is called, and what is in it."""

    def __init__(self, sign: str, start: int, word: str = "") -> None:
        self.sign, self.start, self.word = sign, start, word
        self.items: list[Literal] = []
        self.keys: list[Literal | None] = []
        self.key: Literal | None = None
        self.atoms: list[Literal] = []
        self.parts = 0

    def refuse(self, span: Span, text: str) -> NoReturn:
        """Raises InputError for what has no place in it; at the top for a statement that is no literal."""
        if self.sign:
            refuse("foreign-form", span, text=text)
        refuse("foreign-asked", span, why="statement", text=text)

    def take_key(self, sign: str, span: Span) -> None:
        """What stands so far is the key of what follows."""
        atoms = _told(self.atoms)
        is_key = len(atoms) == 1 and atoms[0].is_scalar and self.key is None
        if not is_key or sign != _KEY_SIGNS.get(self.sign) or (sign == "=" and atoms[0].what != "word"):
            self.refuse(span, sign)
        self.key, self.atoms = atoms[0], []

    def end_item(self, span: Span, sign: str = "") -> None:
        """An item is complete; none stands before the closing bracket or the end of a line, if need be."""
        atoms = _told(self.atoms)
        if not atoms and (self.key or sign == ","):
            self.refuse(span, sign)
        if atoms:
            value = atoms[0]
            if len(atoms) > 1:
                if value.what != "word":
                    self.refuse(atoms[1].span, atoms[1].text)
                whole = Span(value.span.start, atoms[-1].span.end)
                value = Literal(whole, "call", value.text, tuple(atoms[1:]), (None,) * (len(atoms) - 1))
            if self.sign == "{" and self.key is None:
                self.refuse(value.span, value.text)
            self.items.append(value)
            self.keys.append(self.key)
        self.key, self.atoms, self.parts = None, [], self.parts + (sign == ",")

    def closed(self, end: int) -> Literal:
        """What it is, now that all of it is there; round brackets around one literal are none of it."""
        span, seen = Span(self.start, end), set[str]()
        for key in self.keys:
            if key and key.text in seen:
                refuse("key-twice", key.span, text=key.text)
            seen.add(key.text if key else "")
        if self.sign == "(" and len(self.items) == 1 and not self.parts:
            return self.items[0]
        is_map = self.sign == "{" or (self.sign == "call" and self.word == "dict" and all(self.keys))
        what = "map" if is_map else "call" if self.sign == "call" else "list"
        return Literal(span, what, self.word, tuple(self.items), tuple(self.keys))


def statements(text: str) -> list[tuple[str, Literal]]:
    r"""The literals at the top of a text, each with the name that it is assigned to, or with none; imports left out.

    Raises InputError for what is none of them, and for brackets that do not match, with the place.

    >>> [(name, value.what) for name, value in statements("import a\nt = [1, {'b': 2}]\nprint(t)")]
    [('t', 'list'), ('', 'call')]
    """
    opened, is_import = [_Open("", 0)], False
    for found in _TOKEN.finditer(text):
        what, said, span = found.lastgroup, found[0], Span(*found.span())
        top, is_top = opened[-1], len(opened) == 1
        if is_top and (what == "line" or (is_import and said == ";")):
            is_import = False
            if top.atoms or not top.key:
                top.end_item(span)
        elif what in ("line", "blank") or is_import:
            continue
        elif is_top and said in ("import", "from") and not (top.atoms or top.key):
            is_import = True
        elif what == "open":
            is_call = said == "(" and bool(top.atoms) and top.atoms[-1].span.end == span.start
            is_call = is_call and top.atoms[-1].what == "word"
            word = top.atoms.pop() if is_call else None
            opened.append(_Open("call", word.span.start, word.text) if word else _Open(said, span.start))
        elif what == "close" and not is_top and _PAIRS[top.sign] == said:
            top.end_item(span)
            opened.pop()
            opened[-1].atoms.append(top.closed(span.end))
        elif what == "part" and (not is_top or said == ";"):
            top.end_item(span, ";" if is_top else ",")
        elif what == "key":
            top.take_key(said, span)
        elif what in ("text", "number", "word"):
            top.atoms.append(Literal(span, what, _text_of(said, span) if what == "text" else said))
        else:
            top.refuse(span, said)
    if len(opened) > 1:
        refuse("foreign-unclosed", Span(opened[-1].start, opened[-1].start + 1), text="")
    opened[0].end_item(Span(max(len(text) - 1, 0), len(text)))
    return [(key.text if key else "", value) for key, value in zip(opened[0].keys, opened[0].items, strict=True)]


def telling_statements(text: str) -> list[tuple[str, Literal]]:
    """The statements without those that say nothing of the tree; at least one.

    Raises InputError for a call with False in it, which may say that MIN moves first, and where no statement is left.
    """
    found = statements(text)
    kept = [one for one in found if len(found) == 1 or not _is_skipped(*one, text)]
    if not kept:
        refuse("foreign-form", Span(0, 1), text="")
    return kept


def _is_skipped(name: str, value: Literal, text: str) -> bool:
    """Whether a statement says nothing of the tree: a text, or a call of a function without brackets in it.

    Raises InputError for a call with False in it, which may say that MIN moves first.
    """
    is_call = value.what == "call" and text.startswith("(", value.span.start + len(value.text))
    if name or not (value.what == "text" or (is_call and all(one.is_scalar for one in value.items))):
        return False
    if any(one.what == "word" and one.text.lower() == "false" for one in value.items):
        refuse("foreign-asked", value.span, why="statement", text=text[value.span.start : value.span.end][:40])
    return True


def _told(atoms: list[Literal]) -> list[Literal]:
    """The atoms without a word before them that only says that something is made."""
    return atoms[1:] if len(atoms) > 1 and atoms[0].what == "word" and atoms[0].text in _SAYS_NOTHING else atoms


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
