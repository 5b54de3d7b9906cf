"""Free text of lecturers, written in Markdown, as Typst, LaTeX or plain text: paragraphs, emphasis, lists, code.

Nothing in it is obeyed but Markdown: HTML, commands and pictures stand as they were written.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from markupsafe import Markup

from treesolve.drawing.markup import ESCAPES, typst_string
from treesolve.model.optional import loaded

_TYPST = {
    "strong_open": "#strong[",
    "strong_close": "]",
    "em_open": "#emph[",
    "em_close": "]",
    "bullet_list_open": "#list(",
    "bullet_list_close": ")\n\n",
    "ordered_list_open": "#enum(",
    "ordered_list_close": ")\n\n",
    "list_item_open": "[",
    "list_item_close": "],",
    "paragraph_close": "\n\n",
    "heading_open": "#strong[",
    "heading_close": "]\n\n",
    "softbreak": " ",
    "hardbreak": "#linebreak()",
    "hr": "#line(length: 100%, stroke: 0.5pt)\n\n",
}
_LATEX = {
    "strong_open": r"\textbf{",
    "strong_close": "}",
    "em_open": r"\emph{",
    "em_close": "}",
    "bullet_list_open": "\\begin{itemize}\n",
    "bullet_list_close": "\\end{itemize}\n",
    "ordered_list_open": "\\begin{enumerate}\n",
    "ordered_list_close": "\\end{enumerate}\n",
    "list_item_open": r"\item ",
    "list_item_close": "\n",
    "paragraph_close": "\n\n",
    "heading_open": r"\textbf{",
    "heading_close": "}\n\n",
    "softbreak": "\n",
    "hardbreak": r"\newline ",
    "hr": "\\noindent\\rule{\\linewidth}{0.4pt}\n\n",
}
_MARKS: Mapping[str, Mapping[str, str]] = {"typst": _TYPST, "latex": _LATEX}
_SUFFIX = {"typst": "typ", "latex": "tex"}


def markdown(text: str, form: str) -> Markup:
    r"""The text in a form, "typst" or "latex".

    >>> print(markdown("Use *one* sheet & $5", "typst"))
    Use #emph[one] sheet & \$5
    """
    tokens = _parser().parse(text)
    return Markup("".join(_written_token(token, form) for token in tokens).strip())


@cache
def _parser() -> Any:
    return loaded("markdown_it").MarkdownIt("commonmark", {"html": False})


def _written_token(token: Any, form: str) -> str:
    if token.type == "inline":
        return "".join(_inline_pieces(token.children, form))
    if token.type in ("code_inline", "fence", "code_block"):
        return _code(token.content.rstrip("\n"), form, is_block=token.type != "code_inline")
    if token.type == "text":
        return ESCAPES[_SUFFIX[form]](token.content)
    if token.type == "image":
        return ESCAPES[_SUFFIX[form]](token.content)
    if token.type == "paragraph_close" and token.hidden:
        return ""
    return _MARKS[form].get(token.type, "")


def _inline_pieces(tokens: Iterable[Any], form: str) -> Iterator[str]:
    """The pieces of a line; on paper the address of a link stands behind its text."""
    addresses: list[str] = []
    for token in tokens:
        if token.type == "link_open":
            addresses.append(token.attrs["href"])
        elif token.type == "link_close":
            yield ESCAPES[_SUFFIX[form]](f" ({addresses.pop()})")
        else:
            yield _written_token(token, form)


def _code(text: str, form: str, *, is_block: bool) -> str:
    if form == "typst":
        return f"#raw({typst_string(text)}, block: {'true' if is_block else 'false'})" + ("\n\n" if is_block else "")
    lines = [rf"\texttt{{{ESCAPES['tex'](line)}}}" for line in text.split("\n")]
    return "\\\\\n".join(lines) + ("\n\n" if is_block else "")
