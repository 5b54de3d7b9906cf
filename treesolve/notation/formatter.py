"""Formatter for trees given as text. It keeps comments, and lays out lines like treesolve.notation.writer."""

import re
from fractions import Fraction

from lark import Token

from treesolve.notation.grammar import LEAVES, tokens, value_of
from treesolve.notation.headers import Headers, read_headers
from treesolve.notation.number_text import format_number, read_number
from treesolve.notation.reader import read_with_remarks
from treesolve.notation.writer import CommentedItem, format_node_name, layout_lines

_COMMENT = re.compile(r"#[^\n]*")


def format_text(text: str) -> str:
    """Return the text of a tree in canonical form: in our notation, with uniform brackets, blanks and numbers.

    If the text is in our notation, its comments are kept. Text that is already in canonical form is not changed. Raises
    InputError if the text has errors.

    >>> format_text("{+6,0.50;  # six\\n max[2/4 −∞]}")
    '(\\n  6 0.5 # six\\n  MAX (1/2 -inf)\\n)\\n'
    """
    text = read_with_remarks(text, payoffs=True).text or text
    headers = read_headers(text)
    lines = _header_lines(text, headers)
    if headers.tree_start is not None:
        lead = "tree: " if headers.lines or headers.tree_start else ""
        lines += layout_lines(_items_of_tree(text, headers.tree_start), lead)
    return "".join(f"{line}\n" for line in lines)


def _header_lines(text: str, headers: Headers) -> list[str]:
    """Return the lines before the tree: headers in canonical form, and the comments between them."""
    keyed = {line.key_start: line for line in headers.lines}
    lines = []
    offset = 0
    for source_line in text[: headers.tree_start].splitlines(keepends=True):
        start = offset + len(source_line) - len(source_line.lstrip())
        if start in keyed:
            line = keyed[start]
            comment = _COMMENT.search(text, line.start + len(line.value), offset + len(source_line))
            lines.append(f"{line.key}: {line.value}" + (f" {comment[0].rstrip()}" if comment else ""))
        elif source_line.lstrip().startswith("#"):
            lines.append(source_line.strip())
        offset += len(source_line)
    return lines


def _items_of_tree(text: str, start: int) -> list[CommentedItem]:
    items, parts, before = list[CommentedItem](), list[str](), list[str]()
    end = start
    for token in tokens(text, start):
        if token.type == "COMMENT":
            if items and not parts and not before and "\n" not in text[end : token.start_pos]:
                items[-1] = items[-1]._replace(trailing_comment=token.rstrip())
            else:
                before.append(token.rstrip())
            continue
        end = token.end_pos or 0
        if token.type == "SEPARATOR":
            continue
        parts.append(_format_token(token))
        if token.type.startswith(("OPEN", "CLOSE")) or token.type in LEAVES:
            items.append(CommentedItem(" ".join(parts), tuple(before)))
            parts, before = [], []
    return [*items, CommentedItem("", tuple(before))] if before else items


def _format_token(token: Token) -> str:
    """Return the canonical spelling of a token."""
    if token.type.startswith(("OPEN", "CLOSE")):
        return "(" if token.type.startswith("OPEN") else ")"
    if token.type == "NUMBER":
        return _format_number(token)
    if token.type == "PAYOFFS":
        numbers = map(_format_number, re.findall(r"[^<>,;\s]+", token))
        return f"<{', '.join(numbers)}>"
    if token.type == "WEIGHT":
        number = token[:-1].rstrip()
        formatted = _format_number(number.rstrip("% \t"))
        return f"{formatted}% *" if number.endswith("%") else f"{formatted} *"
    if token.type == "MOVE":
        return f"{format_node_name(value_of(token))} ->"
    if token.type == "NAME":
        return f"{format_node_name(value_of(token))}:"
    return token.upper() if token.type == "KIND" else str(token)


def _format_number(text: str) -> str:
    number = read_number(text)
    if "/" in text and isinstance(number, Fraction):
        return f"{number.numerator}/{number.denominator}"
    return format_number(number)
