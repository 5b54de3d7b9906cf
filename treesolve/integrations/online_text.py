"""Conversion of online texts, which Moodle's editor writes as HTML, to the plain lines that the student saw."""

import re
from html.parser import HTMLParser
from typing import NamedTuple

_BLOCK_ELEMENTS = frozenset(
    {"address", "article", "blockquote", "center", "dd", "div", "dl", "dt", "fieldset", "figure", "footer", "form"}
    | {"h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table"}
    | {"tbody", "tfoot", "thead", "tr", "ul"}
)
"""HTML elements that start a new line."""

_HIDDEN_ELEMENTS = frozenset(
    {"script", "style", "head", "title", "template", "noscript", "iframe", "object", "svg", "math", "textarea"}
    | {"select"}
)
"""HTML elements whose text is not visible."""

_TABLE_ELEMENTS = frozenset(["table", "tbody", "tfoot", "thead", "tr"])
_PARAGRAPHS = frozenset(["p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "blockquote"])

_STRIKETHROUGH_ELEMENTS = frozenset({"s", "strike", "del"})
"""HTML elements for struck-out text, which is marked with ~~ in the result."""

_SOFT_BREAK, _HARD_BREAK, _CELL = "\x1e", "\n", "\x1f"
"""Markers for the end of a non-empty line, for the end of any line, and for the start of a table cell."""

_DECLARATION = re.compile(r"<[!?][^<>]*>")
_NO_TAG = re.compile(r"<(?!/?[A-Za-z][^<>]*>)")


class VisibleText(NamedTuple):
    """The visible text of a page; `has_picture` is true if the page shows a picture that is not a submitted file."""

    text: str
    has_picture: bool


def extract_visible_text(html: str) -> VisibleText:
    """Return the visible text of a page, with dashes or numbers before list items and bars between table cells.

    >>> print(extract_visible_text("<p>values: A=3,&nbsp;B=3<br>pruned: L5</p><ul><li>best: B</li></ul>").text, end="")
    values: A=3, B=3
    pruned: L5
    <BLANKLINE>
    - best: B
    """
    parser = _VisibleTextParser()
    parser.feed(_escape_incomplete_tags(html))
    parser.close()
    return VisibleText(parser.text(), parser.has_picture)


def _escape_incomplete_tags(html: str) -> str:
    """Remove comments and declarations, and escape incomplete tags.

    Incomplete tags are escaped because the parser would otherwise search for their end.
    """
    first, *rest = html.split("<!--")
    shown = first + "".join(one.partition("-->")[2] for one in rest)
    return _NO_TAG.sub("&lt;", _DECLARATION.sub("", shown))


class _VisibleTextParser(HTMLParser):
    """An HTML parser that collects visible text fragments and markers for lines and table cells."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._fragments: list[str] = []
        self._hidden_tags: list[str] = []
        self._lists: list[int | None] = []
        self._spans: list[str] = []
        self._is_in_row = self._is_preformatted = False
        self.has_picture = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Process the start tag of an element."""
        if self._hidden_tags or tag in _HIDDEN_ELEMENTS:
            self._hidden_tags += [tag] if tag in _HIDDEN_ELEMENTS else []
        elif tag == "img":
            self.has_picture |= (dict(attrs).get("src") or "").lstrip().startswith(("data:", "http"))
        elif tag in ("td", "th"):
            self._fragments.append(_CELL)
        elif tag == "span":
            self._spans.append("~~" if "line-through" in (dict(attrs).get("style") or "") else "")
            self._fragments.append(self._spans[-1])
        elif tag in _STRIKETHROUGH_ELEMENTS:
            self._fragments.append("~~")
        elif tag == "br":
            self._end_line(_HARD_BREAK)
        elif tag in _BLOCK_ELEMENTS:
            self._is_in_row &= tag not in _TABLE_ELEMENTS
            self._end_line(_SOFT_BREAK)
            self._is_in_row |= tag == "tr"
            self._is_preformatted |= tag == "pre"
            self._begin_list_or_item(tag)

    def handle_endtag(self, tag: str) -> None:
        """Process the end tag of an element."""
        if self._hidden_tags:
            if tag == self._hidden_tags[-1]:
                self._hidden_tags.pop()
        elif tag in _STRIKETHROUGH_ELEMENTS:
            self._fragments.append("~~")
        elif tag == "span" and self._spans:
            self._fragments.append(self._spans.pop())
        elif tag in _BLOCK_ELEMENTS:
            self._is_in_row &= tag not in _TABLE_ELEMENTS
            self._end_line(_SOFT_BREAK)
            self._is_preformatted &= tag != "pre"
            if tag in ("ul", "ol") and self._lists:
                self._lists.pop()
            if tag in _PARAGRAPHS:
                self._end_line(_HARD_BREAK)

    def handle_data(self, data: str) -> None:
        """Add text unless it is inside a hidden element."""
        if not self._hidden_tags:
            self._fragments.append(data if self._is_preformatted else data.replace("\n", " "))

    def _begin_list_or_item(self, tag: str) -> None:
        if tag in ("ul", "ol"):
            self._lists.append(1 if tag == "ol" else None)
        elif tag == "li":
            number = self._lists[-1] if self._lists else None
            self._fragments.append("- " if number is None else f"{number}. ")
            if number is not None:
                self._lists[-1] = number + 1

    def _end_line(self, mark: str) -> None:
        """End a line with the given marker; within a table row, add a blank instead."""
        self._fragments.append(" " if self._is_in_row else mark)

    def text(self) -> str:
        """Return the collected text, with at most one empty line in succession."""
        found: list[str] = []
        for line in re.findall(
            f"[^{_SOFT_BREAK}{_HARD_BREAK}]*[{_SOFT_BREAK}{_HARD_BREAK}]", "".join(self._fragments) + _SOFT_BREAK
        ):
            cells = [" ".join(cell.replace("\N{ZERO WIDTH SPACE}", "").split()) for cell in line[:-1].split(_CELL)]
            visible_line = " | ".join(cells if cells[0] else cells[1:])
            if visible_line or (line[-1] == _HARD_BREAK and found and found[-1]):
                found.append(visible_line)
        return "\n".join(found).strip("\n") + "\n"
