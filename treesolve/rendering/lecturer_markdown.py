"""Conversion of lecturers' Markdown to blocks of a page, with paragraphs, emphasis, lists and code.

Other markup is not interpreted: HTML, commands and pictures are printed as written.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from treesolve.model.optional_package import import_optional
from treesolve.rendering.document import Block, Items, Paragraph, Verbatim
from treesolve.rendering.inline_text import Code, Emphasis, Line, Newline, Strong, Words


def markdown(text: str) -> list[Block]:
    """Return the blocks for Markdown text.

    >>> markdown("Use *one* sheet")
    [Paragraph(sentences=[Line(words=['Use ', Emphasis(text=Line(words=['one'])), ' sheet'])], manner='')]
    """
    if not text:
        return []
    tokens = _markdown_parser().parse(text)
    from markdown_it.tree import SyntaxTreeNode

    return list(_blocks_of_nodes(SyntaxTreeNode(tokens).children))


@cache
def _markdown_parser() -> Any:
    return import_optional("markdown_it").MarkdownIt("commonmark", {"html": False})


def _blocks_of_nodes(nodes: Iterable[Any]) -> Iterator[Block]:
    """Yield the blocks of these nodes; quotations are printed like other text."""
    for node in nodes:
        if node.type in ("fence", "code_block"):
            yield Verbatim(node.content.rstrip("\n"))
        elif node.type in ("paragraph", "heading"):
            words = Line([*_words_of_line(node.children[0].children)])
            yield Paragraph([words if node.type == "paragraph" else Strong(words)])
        elif node.type in ("bullet_list", "ordered_list"):
            items = [[*_blocks_of_nodes(item.children)] for item in node.children]
            yield Items(items, is_numbered=node.type == "ordered_list")
        elif node.type == "hr":
            yield Paragraph(["* * *"])
        else:
            yield from _blocks_of_nodes(node.children)


def _words_of_line(nodes: Iterable[Any]) -> Iterator[Words]:
    """Yield the words of a line. The URL of a link follows its text, because the page may be printed on paper."""
    for node in nodes:
        if node.type in ("strong", "em"):
            yield (Strong if node.type == "strong" else Emphasis)(Line([*_words_of_line(node.children)]))
        elif node.type == "link":
            yield from (*_words_of_line(node.children), f" ({node.attrs['href']})")
        elif node.type == "code_inline":
            yield Code(node.content)
        else:
            yield {"softbreak": " ", "hardbreak": Newline()}.get(node.type, node.content)
