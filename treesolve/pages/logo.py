"""A lecturer's logo, an SVG or a PNG file, which pages carry within themselves.

An SVG file must be complete in itself: what would run, or load anything from elsewhere, is refused.
"""

import re
from base64 import b64encode
from pathlib import Path
from struct import unpack
from typing import NamedTuple
from xml.parsers import expat

from treesolve.model.input_file import read_file
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.utf8 import decode

MOST_LOGO = 1 << 18
"""So many bytes a logo may have: every page of HTML carries it."""

_PNG = b"\x89PNG\r\n\x1a\n"

_ACTIVE = re.compile(
    r"""<!DOCTYPE|<!ENTITY|<\?(?!xml\s)|<(?:\w+:)?(?:script|foreignObject|set|animate\w*|iframe)\b|\bon\w+\s*=
    |href\s*=\s*["'](?!\#|data:image/(?:png|jpeg);base64,)|href\s*=\s*[^"'\s]|url\(\s*["']?(?!\#)|@import""",
    re.IGNORECASE | re.VERBOSE,
)
"""What runs, or loads something from elsewhere, in an SVG file."""


class Logo(NamedTuple):
    """A logo as an SVG picture, the name of its file without the ending, and its width in its heights."""

    svg: str
    stem: str

    @property
    def address(self) -> str:
        """The picture as an address that holds all of it."""
        return f"data:image/svg+xml;base64,{b64encode(self.svg.encode()).decode()}"


def read_logo(path: Path) -> Logo:
    """The logo in a file. Raises InputError where it is none, or not complete in itself; OSError where none is read."""
    content = read_file(path, MOST_LOGO)
    made = _svg_around_png if path.suffix == ".png" else _checked_svg
    return Logo(made(content, str(path)), path.stem)


def _svg_around_png(content: bytes, source: str) -> str:
    """The picture within one of SVG, so that every form takes the same."""
    if not content.startswith(_PNG) or len(content) < 24:
        raise InputError((Problem("logo-no-png", None, {}, source),))
    width, height = unpack(">II", content[16:24])
    address = f"data:image/png;base64,{b64encode(content).decode()}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f'<image width="{width}" height="{height}" href="{address}"/></svg>'
    )


def _checked_svg(content: bytes, source: str) -> str:
    text = decode(content, source)
    if found := _ACTIVE.search(text):
        raise InputError((Problem("logo-active", Span(*found.span()), {"what": found[0].strip()}, source, text),))
    parser, roots = expat.ParserCreate(namespace_separator=" "), list[str]()
    parser.StartElementHandler = lambda name, _attributes: roots.append(name)
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        offset = sum(len(line) + 1 for line in text.split("\n")[: error.lineno - 1]) + error.offset
        raise InputError((Problem("logo-no-svg", Span(offset, offset + 1), {}, source, text),)) from None
    if roots[0] != "http://www.w3.org/2000/svg svg":
        raise InputError((Problem("logo-no-svg", None, {}, source),))
    return text
