"""The HTML of an online text, as Moodle's editor writes it, to the plain lines that a student saw."""

import re
from html.parser import HTMLParser
from itertools import zip_longest
from typing import NamedTuple

_LINES = frozenset(
    {"address", "article", "blockquote", "center", "dd", "div", "dl", "dt", "fieldset", "figure", "footer", "form"}
    | {"h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table"}
    | {"tbody", "tfoot", "thead", "tr", "ul"}
)
"""Elements that stand on lines of their own."""

_UNSEEN = frozenset(
    {"script", "style", "head", "title", "template", "noscript", "iframe", "object", "svg", "math", "textarea"}
    | {"select"}
)
"""Elements of which nobody sees a text."""

_ROWS = frozenset(["table", "tbody", "tfoot", "thead", "tr"])
_PARAGRAPHS = frozenset(["p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "blockquote"])


_STRUCK = frozenset({"s", "strike", "del", "span"})
"""Elements that may strike out what is in them: of what is struck out, nobody but a person can say what is meant."""

_DECLARATION = re.compile(r"<[!?][^<>]*>")
_NO_TAG = re.compile(r"<(?!/?[A-Za-z][^<>]*>)")


class Seen(NamedTuple):
    """What is to be seen on a page: its text, and whether there is a picture that lies nowhere else."""

    text: str
    has_picture: bool


def seen(html: str) -> Seen:
    """What is to be seen on a page: lines, items of lists with dashes, rows of tables with bars between cells.

    >>> print(seen("<p>values: A=3,&nbsp;B=3<br>pruned: L5</p><ul><li>best: B</li></ul>").text, end="")
    values: A=3, B=3
    pruned: L5
    <BLANKLINE>
    - best: B
    """
    parser = _Lines()
    parser.feed(_of_whole_tags(html))
    parser.close()
    return Seen(parser.text(), parser.has_picture)


def _of_whole_tags(html: str) -> str:
    """The page without comments, and with what begins no whole tag as text: a parser would look far for its end."""
    first, *rest = html.split("<!--")
    shown = first + "".join(one.partition("-->")[2] for one in rest)
    return _NO_TAG.sub("&lt;", _DECLARATION.sub("", shown))


class _Lines(HTMLParser):
    """What collects lines."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[str] = []
        self._words: list[str] = []
        self._unseen: list[str] = []
        self._lists: list[int | None] = []
        self._preformatted = 0
        self._cells: list[str] | None = None
        self._struck: list[tuple[str, str]] = []
        self.has_picture = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element."""
        if self._unseen or tag in _UNSEEN:
            self._unseen += [tag] if tag in _UNSEEN else []
            return
        if tag == "br":
            self._end_line(is_break=True)
        elif tag in ("td", "th"):
            self._begin_cell()
        elif tag in _STRUCK:
            self._begin_struck(tag, dict(attrs))
        elif tag == "img":
            self.has_picture |= (dict(attrs).get("src") or "").lstrip().startswith(("data:", "http"))
        elif tag in _LINES:
            self._end_row() if tag in _ROWS - {"table"} else self._end_line()
            self._preformatted += tag == "pre"
            self._begin_list_or_item(tag, dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        """End an element."""
        if self._unseen:
            if tag == self._unseen[-1]:
                self._unseen.pop()
            return
        if self._struck and self._struck[-1][0] == tag:
            self._words.append(self._struck.pop()[1])
        if tag in _LINES:
            self._end_row() if tag in _ROWS else self._end_line()
            self._preformatted -= tag == "pre" and self._preformatted > 0
            if tag in ("ul", "ol") and self._lists:
                self._lists.pop()
            if tag in _PARAGRAPHS and self._cells is None:
                self._lines.append("")

    def handle_data(self, data: str) -> None:
        """Take up a text."""
        if self._unseen:
            return
        if self._preformatted:
            first, *more = data.split("\n")
            self._words.append(first)
            for line in more:
                self._end_line(is_break=True)
                self._words.append(line)
        else:
            self._words.append(data)

    def _begin_struck(self, tag: str, attributes: dict[str, str | None]) -> None:
        """Begin to strike out, in the way of Markdown, if it is no other span."""
        is_struck = tag != "span" or "line-through" in (attributes.get("style") or "")
        self._struck.append((tag, "~~" if is_struck else ""))
        self._words.append(self._struck[-1][1])

    def _begin_list_or_item(self, tag: str, attributes: dict[str, str | None]) -> None:
        if tag in ("ul", "ol"):
            start = attributes.get("start") or "1"
            self._lists.append((int(start) if start.isdecimal() and len(start) < 5 else 1) if tag == "ol" else None)
        elif tag == "li":
            number = self._lists[-1] if self._lists else None
            self._words.append("- " if number is None else f"{number}. ")
            if number is not None:
                self._lists[-1] = number + 1

    def _begin_cell(self) -> None:
        said = self._said()
        if self._cells is None:
            self._end_line() if said else None
            self._cells = []
        else:
            self._cells.append(said)
        self._words.clear()

    def _end_row(self) -> None:
        """End a row of a table; a cell with several lines gives as many rows."""
        if self._cells is None:
            self._end_line()
            return
        cells = [cell.split("\n") for cell in (*self._cells, self._said())]
        self._words.clear()
        self._lines += (" | ".join(row).rstrip() for row in zip_longest(*cells, fillvalue=""))
        self._cells = None

    def _said(self) -> str:
        """What was said since the last line, blanks as one, lines within a cell apart."""
        text = "".join(self._words).replace("\N{NO-BREAK SPACE}", " ").replace("\N{ZERO WIDTH SPACE}", "")
        if self._preformatted:
            return text.rstrip()
        return "\n".join(filter(None, (" ".join(line.split()) for line in text.split(_BREAK))))

    def _end_line(self, *, is_break: bool = False) -> None:
        if self._cells is not None:  # a row of a table goes on
            self._words.append(_BREAK)
            return
        said = self._said()
        self._words.clear()
        if said or is_break:
            self._lines.append(said)

    def text(self) -> str:
        """All lines, at most one blank between two others."""
        self._end_row()
        found: list[str] = []
        for line in self._lines:
            if line or (found and found[-1]):
                found.append(line)
        return "\n".join(found).strip("\n") + "\n"


_BREAK = "\v"
"""A break of a line within a cell."""
