"""Parser for literals in JSON, JavaScript and Python, for constructor calls, and for s-expressions."""

import json
import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple, NoReturn

from treesolve.model.problem import Span
from treesolve.notation.importers.labels import is_null, word_category
from treesolve.notation.importers.parsed_node import reject, reject_ambiguous

_CLOSING = {"(": ")", "[": "]", "{": "}"}
_KEY_SIGNS = {"{": ":", "call": "=", "": "="}
"""The sign that follows a key in an object, in a call, and at the top level."""

_TEXT = r"(?P<text>\"{3}(?:[^\"\\]|\\.|\"(?!\"\"))*\"{3}|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')"
_SIGNS = r"(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<part>[,;])"
_TOKEN = re.compile(
    r"(?P<import>^(?:import|from)[ \t][^\n:;]*)|(?P<line>\n)|(?P<blank>\s|(?:export|const|let|var|new)[ \t]+(?=[^\W\d])"
    r"|:[ \t]*[^\W\d][\w<>\[\]|, ]*(?=[ \t]*=[ \t]*[\[({]))"
    rf"|{_TEXT}|{_SIGNS}|(?P<key>[:=])"
    r"|(?P<number>[+\-−]?(?:[0-9]+(?:\.[0-9]*|/[0-9]+)?|\.[0-9]+|inf|Infinity|∞)(?![\w./]))"
    r"|(?P<word>[^\W\d][\w$]*)|(?P<odd>.)",
    re.DOTALL | re.MULTILINE,
)
_SPACED_TOKEN = re.compile(rf"(?P<blank>\s)|{_TEXT}|{_SIGNS}|(?P<word>[^\s,;()\[\]{{}}\"']+)|(?P<odd>.)", re.DOTALL)


class Literal(NamedTuple):
    """A literal of the type text, number, word, list, map or call.

    `text` is the text of a scalar or the name of the called function, `inside` contains the items with their keys, and
    `sign` is the opening bracket. In s-expressions, numbers have the type word.
    """

    span: Span
    literal_type: str
    text: str = ""
    inside: "tuple[Pair, ...]" = ()
    sign: str = ""

    @property
    def is_scalar(self) -> bool:
        """Whether the literal is of a type that cannot contain other literals."""
        return self.literal_type in ("text", "number", "word")

    @property
    def is_none(self) -> bool:
        """Whether the literal is a word for a missing value, such as `None` or `null`."""
        return self.literal_type == "word" and is_null(self.text)

    @property
    def items(self) -> list["Literal"]:
        """The contained literals without their keys."""
        return [item for _, item in self.inside]

    @property
    def pairs(self) -> list[tuple["Literal", "Literal"]]:
        """The contained literals that have keys, each after its key."""
        return [(key, item) for key, item in self.inside if key]

    def walk(self) -> "Iterator[Literal]":
        """Yield the literal and its descendants, without keys, in preorder."""
        stack = [self]
        while stack:
            one = stack.pop()
            yield one
            stack.extend(reversed(one.items))


Pair = tuple[Literal | None, Literal]
"""The key of a literal (None if it has none), and the literal."""


def literals(text: str, *, is_spaced: bool = False) -> list[Pair]:
    """Return the literals at the top level of the text, each with the variable to which it is assigned, if any.

    With `is_spaced`, the text is parsed as an s-expression. Import statements are skipped. Raises InputError with a
    span for any other statement, and for mismatched brackets.

    >>> [(name, value.literal_type) for name, value in literals("import a\\nt = [1, {'b': 2}]\\nprint(t)")][1]
    (None, 'call')
    >>> [one.literal_type for one in literals("(max A(6 5) x)", is_spaced=True)[0][1].items]
    ['word', 'call', 'word']
    """
    opened: list[list[Literal]] = [[]]  # the contents of each open bracket, after the bracket itself
    for found in (_SPACED_TOKEN if is_spaced else _TOKEN).finditer(text):
        token = Literal(Span(*found.span()), found.lastgroup or "", found[0])
        top, is_top = opened[-1], len(opened) == 1
        if token.literal_type == "open":
            opened.append([token])
        elif token.literal_type == "close" and not is_top and _CLOSING[top[0].text] == token.text:
            opened.pop()
            _close_bracket(opened[-1], top, token.span.end, is_spaced=is_spaced)
        elif token.literal_type in ("line", "import") and is_top:
            if token.literal_type == "import" or not (top and top[-1].literal_type == "key"):
                top.append(token._replace(literal_type="line"))
        elif token.literal_type in ("number", "word", "key") or (
            token.literal_type == "part" and (not is_top or token.text == ";")
        ):
            top.append(token)
        elif token.literal_type == "text":
            top.append(token._replace(text=_unquote(token)))
        elif token.literal_type not in ("line", "blank"):
            _reject_token(token, "" if is_top and not is_spaced else "(")
    if len(opened) > 1:
        reject("foreign-unclosed", opened[-1][0].span, text="")
    return _pairs(opened[0], "", is_spaced=is_spaced)


def _reject_token(token: Literal, sign: str) -> NoReturn:
    """Raise InputError for an invalid token inside a bracket, or for a statement at the top level (`sign` is empty)."""
    if sign:
        reject("foreign-form", token.span, text=token.text)
    reject_ambiguous("statement", token.span, token.text)


def _close_bracket(outer: list[Literal], tokens: list[Literal], end: int, *, is_spaced: bool) -> None:
    """Replace a closed bracket and the word directly before it by a literal, which is appended to `outer`.

    Parentheses around a single literal are ignored.
    """
    opening, *inside = tokens
    sign, span = opening.text, Span(opening.span.start, end)
    word = ""
    if (sign == "(" or is_spaced) and outer and outer[-1].literal_type == "word" and outer[-1].span.end == span.start:
        word, span = outer[-1].text, Span(outer.pop().span.start, end)
    pairs = _pairs(inside, "call" if word else sign, is_spaced=is_spaced)
    seen = set[str]()
    for key, _ in pairs:
        if key and key.text in seen:
            reject("key-twice", key.span, text=key.text)
        seen.add(key.text if key else "")
    if sign == "(" and len(inside) == len(pairs) == 1 and not (word or is_spaced):
        outer.append(pairs[0][1])
        return
    is_map = sign == "{" or (word == "dict" and all(key for key, _ in pairs))
    literal_type = "map" if is_map and not is_spaced else "call" if word else "list"
    outer.append(Literal(span, literal_type, word, tuple(pairs), sign))


def _pairs(tokens: list[Literal], sign: str, *, is_spaced: bool) -> list[Pair]:
    """Return the literals with their keys, given the tokens inside a bracket or at the top level."""
    pairs: list[Pair] = []
    for separator, group in groupby(
        tokens, lambda token: token.literal_type if token.literal_type in ("part", "line") else ""
    ):
        item = list(group)
        if separator == "part" and sign and (len(item) > 1 or not pairs):
            _reject_token(item[-1], sign)
        if not separator:
            pairs += [(None, one) for one in item] if is_spaced else [_pair(item, sign)]
    return pairs


def _pair(item: list[Literal], sign: str) -> Pair:
    """Return the key and the literal that the tokens between two separators form."""
    key = item[0] if len(item) > 2 and item[1].literal_type == "key" and item[1].text == _KEY_SIGNS.get(sign) else None
    if key and not (key.literal_type == "word" or (sign == "{" and key.is_scalar)):
        _reject_token(key, sign)
    value, *others = item[2:] if key else item
    if others or value.literal_type == "key" or (sign == "{" and not key):
        _reject_token(others[0] if others else value, sign)
    return key, value


def statements(text: str) -> list[tuple[str, Literal]]:
    """Return the literals at the top level of the text with the names of their variables ("" if there is none).

    Statements that are irrelevant to the tree are omitted. Raises InputError if nothing is left, and for a function
    call with False as an argument, because such a call may mean that MIN moves first.
    """
    pairs = literals(text)
    relevant = [one for one in pairs if len(pairs) == 1 or not _is_ignored_statement(*one, text)]
    if not relevant:
        reject("foreign-form", Span(0, 1), text="")
    return [(name.text if name else "", value) for name, value in relevant]


def _is_ignored_statement(name: Literal | None, value: Literal, text: str) -> bool:
    """Return whether a statement is irrelevant to the tree.

    Strings and function calls that only have scalar arguments are irrelevant. A call of a constructor is relevant even
    if its result is not assigned.
    """
    is_call = value.literal_type == "call" and all(one.is_scalar for one in value.items)
    if name or word_category("constructors", value.text) or not (value.literal_type == "text" or is_call):
        return False
    if any(one.literal_type == "word" and one.text.lower() == "false" for one in value.items):
        reject_ambiguous("statement", value.span, text[value.span.start : value.span.end][:40])
    return True


def _unquote(token: Literal) -> str:
    """Return the content of a quoted string. Raises InputError if it contains an escape that JSON does not support."""
    quoted = token.text
    if quoted.startswith('"""'):
        return quoted[3:-3]
    if quoted[0] == "'":
        inside = re.sub(r"\\(.)|\"", lambda found: {"'": "'", None: '\\"'}.get(found[1], found[0]), quoted[1:-1])
        quoted = f'"{inside}"'
    try:
        return str(json.loads(quoted))
    except ValueError:
        reject("foreign-form", token.span, text=quoted[:40])
