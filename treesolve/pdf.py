"""Typst sources as PDF and PNG: in this process, with the fonts that Typst brings, and nothing read from outside.

The same source gives the same bytes on every machine. PDFs are tagged and keep to PDF/UA-1, so that they can be read
aloud.

Vocabulary

    source      a complete Typst document, as text
    glyph       the drawing of a character in a font; what no bundled font has is printed as its code, like ‹U+738B›
"""

import re
from functools import cache
from typing import Any

from treesolve.problem import InputError, Problem
from treesolve.resources import resource

RESOLUTION = 200
"""Pixels per inch of a PNG."""

_WITHOUT_GLYPH = re.compile('the text `"(.*)"` could not be displayed', re.DOTALL)


def pdf(source: str) -> bytes:
    """The document as PDF. Raises InputError where it cannot be made."""
    return _drawable(source)[1]


def png(source: str, resolution: float = RESOLUTION) -> list[bytes]:
    """The pages of the document as PNG pictures. Raises InputError where they cannot be made."""
    pages = _compiler()[0].compile(input=_drawable(source)[0].encode(), format="png", ppi=resolution)
    return [pages] if isinstance(pages, bytes) else pages


def _drawable(source: str) -> tuple[str, bytes]:
    """The source without characters that no font has, and its PDF: they come to light when it is made."""
    compiler, error_type = _compiler()
    while True:
        try:
            return source, compiler.compile(input=source.encode(), format="pdf", pdf_standards="ua-1", timestamp=0)
        except error_type as error:
            source = _without(source, str(error))


def _without(source: str, complaint: str) -> str:
    """The source without the characters that the compiler cannot draw. Raises InputError on any other complaint."""
    found = _WITHOUT_GLYPH.search(complaint)
    missing = {character for character in found[1] if not character.isascii() and character in source} if found else ()
    if not missing:
        raise InputError((Problem("pdf-failed", None, {"reason": complaint}),))
    return source.translate({ord(character): f"‹U+{ord(character):04X}›" for character in missing})


@cache
def _compiler() -> tuple[Any, type[Exception]]:
    """The one compiler of this process: it loads its fonts once, and finds no files but the grammars."""
    try:
        import typst
    except ImportError as error:
        raise InputError((Problem("pdf-needs-typst", None, {"reason": str(error)}),)) from None
    return typst.Compiler(root=str(resource("grammars")), ignore_system_fonts=True), typst.TypstError
