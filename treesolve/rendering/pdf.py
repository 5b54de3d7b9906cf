"""Conversion of Typst sources to PDF and PNG.

Sources are compiled in this process with Typst's bundled fonts, and without access to other files. System fonts are
used only for characters that the bundled fonts lack. Without such characters, the same source gives the same bytes on
every machine. PDFs are tagged and conform to PDF/UA-1, so that screen readers can read them.
"""

import re
from collections.abc import Iterable
from functools import cache
from threading import Lock
from typing import Any

from treesolve.drawing.escaping import quote_typst_string
from treesolve.model.optional_package import import_optional, missing_package
from treesolve.model.problem import InputError, Problem, nearest, sanitize
from treesolve.model.resources import resource_folder
from treesolve.rendering.letterhead import Letterhead, current_letterhead

_LOCK = Lock()
"""A lock for the compiler, which is not thread-safe."""

RESOLUTION = 200
"""Pixels per inch of a PNG."""

_WITHOUT_GLYPH = re.compile(r'the text `"(.*?)"` could not be displayed', re.DOTALL)
_ESCAPE = re.compile(r"\\u\{([0-9a-f]+)\}")

_LAST_LATIN = "\u017f"
"""The last character up to which the bundled fonts cover all characters."""

_NOT_JOINED = re.compile("[\u0900-\u097f]")
"""Matches Devanagari, because the bundled font with these letters does not join them."""

_SUSPECTS = b"/Suspects false"
"""A default value that may be omitted, and that poppler reports as a syntax error."""

_PROBE = '#set document(title: "probe", date: none)\n#set text(lang: "en")\n'


def pdf(source: str) -> bytes:
    """Return the document as PDF. Raises InputError if Typst is missing or fails."""
    return _compiled(source)[2].replace(_SUSPECTS, b" " * len(_SUSPECTS))


def logo_as_pdf(svg: str) -> bytes:
    """Return a logo as a separate PDF for LaTeX."""
    page = "#set page(width: auto, height: auto, margin: 0pt)\n"
    return pdf(f'{_PROBE}{page}#image(bytes({quote_typst_string(svg)}), format: "svg", height: 0.9cm, alt: "logo")')


def png(source: str, resolution: float = RESOLUTION) -> list[bytes]:
    """Return the pages of the document as PNG pictures. Raises InputError if Typst is missing or fails."""
    return _pages_as_pictures(source, "png", resolution)


def svg(source: str) -> list[str]:
    """Return the pages as SVG pictures with text as outlines, so that they need no fonts."""
    return [page.decode() for page in _pages_as_pictures(source, "svg", None)]


def _pages_as_pictures(source: str, form: str, resolution: float | None) -> list[bytes]:
    compiler, source, _ = _compiled(source)
    with _LOCK:
        pages = compiler.compile(input=_source_as_bytes(source), format=form, ppi=resolution)
    return [pages] if isinstance(pages, bytes) else pages


def substitutes(text: str) -> dict[int, str]:
    """Return a replacement for each character of the text that no font can print, as a table for `str.translate`.

    >>> substitutes("A ≥ é")
    {}
    """
    foreign = frozenset(character for character in sanitize(text) if character > _LAST_LATIN)
    separate = frozenset(filter(_NOT_JOINED.match, foreign))
    letterhead = current_letterhead()
    unprinted = _characters_without_glyph(foreign - separate, _folders_of_fonts())
    if letterhead and letterhead.font:
        separate = _characters_without_glyph(separate, _folders_of_fonts(), letterhead.font)
    return _codes_of_characters(unprinted | separate)


def printable(name: str) -> str:
    """Return the name if it can be printed, otherwise an empty string."""
    return "" if not missing_package("typst") and substitutes(name) else name


@cache
def _characters_without_glyph(characters: frozenset[str], _folders: tuple[str, ...], font: str = "") -> frozenset[str]:
    """Return the characters that no font has, or, with `font`, those that this font lacks.

    These are the characters missing from a test page that contains all of them.
    """
    if not characters:
        return characters
    only = f"#set text(font: {quote_typst_string(font)}, fallback: false)\n" if font else ""
    source = _PROBE + only + "\n\n".join(f'#"{character}"' for character in sorted(characters))
    return characters - frozenset(_compiled(source)[1])


def _source_as_bytes(source: str) -> bytes:
    return source.encode(errors="replace")


def _codes_of_characters(characters: Iterable[str]) -> dict[int, str]:
    return {ord(character): f"‹U+{ord(character):04X}›" for character in characters}


def _compiled(source: str) -> tuple[Any, str, bytes]:
    """Return the compiler with the required fonts, the source without unprintable characters, and the PDF.

    The source must be compiled to find out which characters are missing.
    """
    has_system_fonts = False
    while True:
        compiler, error_type = _compiler(has_system_fonts)
        try:
            with _LOCK:
                content = compiler.compile(
                    input=_source_as_bytes(source), format="pdf", pdf_standards="ua-1", timestamp=0
                )
            return compiler, source, content
        except error_type as error:
            missing = _unprintable_characters(error) & frozenset(source)
            if not missing:
                raise InputError((Problem("pdf-failed", None, {"reason": str(error)}),)) from None
            if has_system_fonts:
                source = source.translate(_codes_of_characters(missing))
            has_system_fonts = True


def _unprintable_characters(error: Exception) -> frozenset[str]:
    """Return the characters that the compiler's error reports as not displayable; the error may give their codes."""
    texts = "".join(_WITHOUT_GLYPH.findall(getattr(error, "diagnostic", str(error))))
    plain = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), texts)
    return frozenset(character for character in plain if not character.isascii())


def _compiler(has_system_fonts: bool) -> tuple[Any, type[Exception]]:
    """Return the compiler for the current fonts.

    Raises InputError if Typst or the font of the letterhead is missing.
    """
    letterhead = current_letterhead()
    if letterhead:
        _check_font(letterhead, _folders_of_fonts())
    return _compiler_with(_folders_of_fonts(), has_system_fonts)


@cache
def _compiler_with(folders: tuple[str, ...], has_system_fonts: bool) -> tuple[Any, type[Exception]]:
    """Return a cached compiler for these fonts.

    The compiler is cached because it loads the fonts only once. It has access only to the folder with grammars.
    """
    typst = import_optional("typst")
    root = str(resource_folder("grammars"))
    result = typst.Compiler(root=root, font_paths=[*folders], ignore_system_fonts=not has_system_fonts)
    return result, typst.TypstError


def _folders_of_fonts() -> tuple[str, ...]:
    """Return the font folders in addition to Typst's bundled fonts."""
    letterhead = current_letterhead()
    return (letterhead.font_folder,) if letterhead and letterhead.font_folder else ()


@cache
def _check_font(letterhead: Letterhead, folders: tuple[str, ...]) -> None:
    """Raise InputError if the font of a letterhead is not available."""
    if letterhead.font and letterhead.font not in (known := _font_families(folders)):
        facts = {"name": letterhead.font, "nearest": nearest(letterhead.font, known), "known": ", ".join(known)}
        raise letterhead.file.child("font").error("letterhead-font-unknown", **facts)


def _font_families(folders: tuple[str, ...]) -> tuple[str, ...]:
    fonts = import_optional("typst").Fonts(include_system_fonts=False, font_paths=[*folders])
    return tuple(fonts.families())
