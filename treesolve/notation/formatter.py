"""Tree text to tidy tree text, laid out by treesolve.notation.lines, whose words are used here."""

import re
from collections.abc import Iterator

from treesolve.notation.headers import Headers, read_headers
from treesolve.notation.lines import Item, Layout
from treesolve.notation.mover_names import is_name_of_mover
from treesolve.notation.number_text import read_number, write_number
from treesolve.notation.reader import reading
from treesolve.notation.scanner import pieces
from treesolve.notation.writer import quoted_name, write_name

_COMMENT = re.compile(r"#[^\n]*")


def format_text(text: str) -> str:
    """The same tree, tidy and in our notation: one style of brackets, blanks and numbers; comments of ours stay.

    Formatting what is already formatted changes nothing. Raises InputError where the text has mistakes.

    >>> format_text("{+6,0.50;  # six\\n max[2/4 −∞]}")
    '(\\n  6 0.5 # six\\n  MAX (1/2 -inf)\\n)\\n'
    """
    text = reading(text, payoffs=True).text or text
    headers = read_headers(text)
    lines = _header_lines(text, headers)
    if headers.tree_start is None:
        return "".join(f"{line}\n" for line in lines)
    layout = Layout("tree: " if headers.lines or headers.tree_start else "")
    layout.lay(list(_items_of_tree(text, headers.tree_start)))
    return "".join(f"{line}\n" for line in [*lines, *layout.lines])


def _header_lines(text: str, headers: Headers) -> list[str]:
    """The headers and the comments between them, one line each."""
    keyed = {line.key_start: line for line in headers.lines}
    lines = []
    offset = 0
    for written in text[: headers.tree_start].splitlines(keepends=True):
        start = offset + len(written) - len(written.lstrip())
        if start in keyed:
            line = keyed[start]
            comment = _COMMENT.search(text, line.start + len(line.value), offset + len(written))
            lines.append(f"{line.key}: {line.value}" + (f" {comment[0].rstrip()}" if comment else ""))
        elif written.lstrip().startswith("#"):
            lines.append(written.strip())
        offset += len(written)
    return lines


def _items_of_tree(text: str, start: int) -> Iterator[Item]:
    parts: list[str] = []
    before: list[str] = []
    waiting: Item | None = None
    end = start
    for match in pieces(text, start):
        terminal = match.lastgroup
        at = match.start(terminal) if terminal else len(text)
        for comment in _COMMENT.finditer(text, end, at):
            if waiting and not parts and "\n" not in text[end : comment.start()]:
                waiting = waiting._replace(behind=comment[0].rstrip())
            else:
                before.append(comment[0].rstrip())
        if terminal is None:
            break
        end = match.end(terminal)
        if terminal == "SEPARATOR":
            continue
        parts.append(_tidy_piece(terminal, match[terminal]))
        if terminal in ("NUMBER", "UNKNOWN", "PAYOFFS", "OPEN", "CLOSE"):
            if waiting:
                yield waiting
            waiting = Item(" ".join(parts), tuple(before), "")
            parts, before = [], []
    if waiting:
        yield waiting
    if before:
        yield Item("", tuple(before), "")


def _tidy_piece(terminal: str, text: str) -> str:
    if terminal == "OPEN":
        return "("
    if terminal == "CLOSE":
        return ")"
    if terminal == "NUMBER":
        return _tidy_number(text)
    if terminal == "PAYOFFS":
        numbers = map(_tidy_number, re.findall(r"[^<>,;\s]+", text))
        return f"<{', '.join(numbers)}>"
    if terminal == "WEIGHT":
        number = text[:-1].rstrip()
        return f"{_tidy_number(number.rstrip('% '))}{'%' if number.endswith('%') else ''} *"
    if terminal == "KIND":
        return text.upper()
    if terminal in ("NAME", "MOVE"):
        written = text.removesuffix(":").removesuffix("->").removesuffix("→").rstrip()
        return f"{_tidy_name(written)}:" if terminal == "NAME" else f"{_tidy_move(written)} ->"
    return text


def _tidy_number(text: str) -> str:
    number = read_number(text)
    if "/" in text and isinstance(number, int) is False:
        return f"{number.numerator}/{number.denominator}"  # type: ignore[union-attr]
    return write_number(number)


def _tidy_name(text: str) -> str:
    """The name of a node; what its quotation marks say stays."""
    name = _unquoted(text)
    return quoted_name(name) if text.startswith('"') and is_name_of_mover(name) else write_name(name)


def _tidy_move(text: str) -> str:
    return write_name(_unquoted(text))


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text
