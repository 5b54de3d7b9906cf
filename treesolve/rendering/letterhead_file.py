"""Reader of a letterhead folder: `letterhead.toml`, a logo, fonts.

header = "Department of Computer Science"
footer = { en = "Artificial Intelligence, 2027", de = "Künstliche Intelligenz, 2027" }
logo = "logo.svg"
font = "New Computer Modern"
accent = "#004f8a"

The logo is an SVG or PNG file, embedded in the pages. SVG that is active or loads anything from elsewhere is rejected.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import partial
from math import fsum
from pathlib import Path
from struct import unpack
from typing import Any
from xml.parsers import expat

from treesolve.model.input_file import read_file, read_with
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.resources import languages
from treesolve.model.utf8_text import decode
from treesolve.notation.toml_schema import TableSchema, text
from treesolve.notation.toml_source import TomlValue, read_toml
from treesolve.rendering.letterhead import Letterhead, Logo

MIN_CONTRAST = 4.5
"""Minimum contrast of small text on white (WCAG 2, level AA)."""

MAX_LINE = 200
"""Maximum length of header and footer in characters."""

MAX_LOGO = 1 << 18
"""Maximum logo size in bytes. The limit is low because every HTML page embeds the logo."""

_PNG = b"\x89PNG\r\n\x1a\n"

_ACTIVE = re.compile(
    r"""<!DOCTYPE|<!ENTITY|<\?(?!xml\s)|<(?:\w+:)?(?:script|foreignObject|set|animate\w*|iframe)\b|\bon\w+\s*=
    |href\s*=\s*["'](?!\#|data:image/(?:png|jpeg);base64,)|href\s*=\s*[^"'\s]|url\(\s*["']?(?!\#)|@import""",
    re.IGNORECASE | re.VERBOSE,
)
"""Active content in an SVG file, or references to external resources."""


def read_letterhead(folder: Path) -> Letterhead:
    """Read the letterhead in a folder. Raises an InputError that lists every problem."""
    if not read_with(Path.is_dir, folder):
        raise InputError((Problem("letterhead-folder-missing", None, {}, str(folder)),))
    path = folder / "letterhead.toml"
    if not path.exists():
        raise InputError((Problem("letterhead-missing", None, {}, str(folder)),))
    file: TomlValue = _read_inside(path, folder, read_toml)
    fonts = folder / "fonts"
    return Letterhead(file, str(fonts) if fonts.is_dir() else None, **_LETTERHEAD(file))


def _read_inside(path: Path, folder: Path, read: Callable[[Path], Any]) -> Any:
    """Read a file in the folder. Raises InputError if the file is unreadable or links to a file outside the folder."""
    if not path.resolve().is_relative_to(folder.resolve()):
        raise InputError((Problem("letterhead-outside", None, {}, str(path)),))
    return read_with(read, path)


def _line(at: TomlValue) -> str:
    line = text(at)
    if len(line) > MAX_LINE or "\n" in line:
        raise at.error("letterhead-line-long", most=MAX_LINE)
    return line


def _lines(at: TomlValue) -> Mapping[str, str]:
    """Return the text for each language, from a single string or a table by language."""
    if isinstance(at.value, dict):
        return TableSchema(dict.fromkeys(languages(), _line), required=tuple((name,) for name in languages()))(at)
    if not isinstance(at.value, str):
        raise at.error("letterhead-line", languages=", ".join(languages()))
    return dict.fromkeys(languages(), _line(at))


def _matching(pattern: str, at: TomlValue) -> str:
    """Return the string if it matches the pattern for its key. Raises InputError otherwise.

    The pattern for font names allows only letters that need no escaping in any format.
    """
    if not isinstance(at.value, str) or not re.fullmatch(pattern, at.value):
        raise at.error(f"letterhead-{at.key}")
    return str(at.value)


def _logo(at: TomlValue) -> Any:
    path = at.folder / _matching(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}\.(?:svg|png)", at)
    if not path.exists():
        raise at.error("letterhead-logo-missing", path=str(path))
    return _read_inside(path, at.folder, read_logo)


def _accent(at: TomlValue) -> str:
    accent = _matching(r"#[0-9A-Fa-f]{6}", at)
    if (found := contrast(accent)) < MIN_CONTRAST:
        raise at.error("letterhead-pale", value=accent, contrast=round(found, 1), least=MIN_CONTRAST)
    return accent


_LETTERHEAD = TableSchema(
    {
        "header": _lines,
        "footer": _lines,
        "logo": _logo,
        "font": partial(_matching, r"[A-Za-z][A-Za-z0-9 -]{0,59}"),
        "accent": _accent,
    }
)


def read_logo(path: Path) -> Logo:
    """Return the logo in a file.

    Raises InputError if the file is invalid or refers to other files, and OSError if it is unreadable.
    """
    content = read_file(path, MAX_LOGO)
    convert = _svg_around_png if path.suffix == ".png" else _checked_svg
    return Logo(convert(content, str(path)), path.stem)


def _svg_around_png(content: bytes, source: str) -> str:
    """Return the PNG picture embedded in SVG, so that all output formats need to handle only SVG."""
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


def contrast(accent: str) -> float:
    """Return the contrast between a color and white by WCAG 2, from 1 to 21.

    >>> round(contrast("#000000")), round(contrast("#ffff00"), 2)
    (21, 1.07)
    """
    parts = [int(accent[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]
    return 1.05 / (fsum(weight * each for weight, each in zip((0.2126, 0.7152, 0.0722), linear, strict=True)) + 0.05)
