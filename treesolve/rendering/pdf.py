"""Typst sources as PDF and PNG: in this process, with the fonts that Typst brings, and nothing read from outside.

Only for characters that these fonts lack, those of the system are used: without such characters, the same source gives
the same bytes on every machine. PDFs are tagged and keep to PDF/UA-1, so that they can be read
aloud.
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
"""The compiler may be used by one thread at a time."""

RESOLUTION = 200
"""Pixels per inch of a PNG."""

_WITHOUT_GLYPH = re.compile(r'the text `"(.*?)"` could not be displayed', re.DOTALL)
_ESCAPE = re.compile(r"\\u\{([0-9a-f]+)\}")

_LAST_LATIN = "\u017f"
"""The bundled fonts have all characters up to this one."""

_NOT_JOINED = re.compile("[\u0900-\u097f]")
"""Devanagari: the bundled font that has it does not join its letters."""

_SUSPECTS = b"/Suspects false"
"""What a document says anyhow by saying nothing; poppler takes it for a syntax error."""

_PROBE = '#set document(title: "probe", date: none)\n#set text(lang: "en")\n'


def pdf(source: str) -> bytes:
    """Return the document as PDF. Raises InputError where it cannot be made."""
    return _compiled(source)[2].replace(_SUSPECTS, b" " * len(_SUSPECTS))


def logo_as_pdf(svg: str) -> bytes:
    """Return a logo alone, as LaTeX takes it."""
    page = "#set page(width: auto, height: auto, margin: 0pt)\n"
    return pdf(f'{_PROBE}{page}#image(bytes({quote_typst_string(svg)}), format: "svg", height: 0.9cm, alt: "logo")')


def png(source: str, resolution: float = RESOLUTION) -> list[bytes]:
    """Return the pages of the document as PNG pictures. Raises InputError where they cannot be made."""
    return _pages_as_pictures(source, "png", resolution)


def svg(source: str) -> list[str]:
    """Return the same as SVG pictures, whose texts are outlines: no fonts are needed to look at them."""
    return [page.decode() for page in _pages_as_pictures(source, "svg", None)]


def _pages_as_pictures(source: str, form: str, resolution: float | None) -> list[bytes]:
    compiler, source, _ = _compiled(source)
    with _LOCK:
        pages = compiler.compile(input=_source_as_bytes(source), format=form, ppi=resolution)
    return [pages] if isinstance(pages, bytes) else pages


def substitutes(text: str) -> dict[int, str]:
    """What is printed for each character of the text that no font can print, for `str.translate`.

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
    """Return a name if it can be printed, else an empty text."""
    return "" if not missing_package("typst") and substitutes(name) else name


@cache
def _characters_without_glyph(characters: frozenset[str], _folders: tuple[str, ...], font: str = "") -> frozenset[str]:
    """Those of the characters that no font has, or not this one: on a page with all of them they are not printed."""
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
    """Return the compiler with the fonts that are needed, the source without characters that no font has, and its PDF.

    Which characters the fonts lack comes to light when the PDF is made.
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
    """Return the characters that cannot be drawn, as the compiler names them; some it writes as their codes."""
    texts = "".join(_WITHOUT_GLYPH.findall(getattr(error, "diagnostic", str(error))))
    plain = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), texts)
    return frozenset(character for character in plain if not character.isascii())


def _compiler(has_system_fonts: bool) -> tuple[Any, type[Exception]]:
    """Return the compiler for the fonts that there are now.

    Raises InputError where Typst or the font of the letterhead is missing.
    """
    letterhead = current_letterhead()
    if letterhead:
        _check_font(letterhead, _folders_of_fonts())
    return _compiler_with(_folders_of_fonts(), has_system_fonts)


@cache
def _compiler_with(folders: tuple[str, ...], has_system_fonts: bool) -> tuple[Any, type[Exception]]:
    """Return the one compiler of this process with these fonts: it loads them once, and finds no files but the
    grammars.
    """
    typst = import_optional("typst")
    root = str(resource_folder("grammars"))
    made = typst.Compiler(root=root, font_paths=[*folders], ignore_system_fonts=not has_system_fonts)
    return made, typst.TypstError


def _folders_of_fonts() -> tuple[str, ...]:
    """Folders of fonts beside those that Typst brings."""
    letterhead = current_letterhead()
    return (letterhead.font_folder,) if letterhead and letterhead.font_folder else ()


@cache
def _check_font(letterhead: Letterhead, folders: tuple[str, ...]) -> None:
    """Raise InputError where none of the fonts is that of a letterhead."""
    if letterhead.font and letterhead.font not in (known := _font_families(folders)):
        facts = {"name": letterhead.font, "nearest": nearest(letterhead.font, known), "known": ", ".join(known)}
        raise letterhead.file.child("font").error("letterhead-font-unknown", **facts)


def _font_families(folders: tuple[str, ...]) -> tuple[str, ...]:
    fonts = import_optional("typst").Fonts(include_system_fonts=False, font_paths=[*folders])
    return tuple(fonts.families())
