"""A lecturer's letterhead: what stands around every page, in a file `letterhead.toml`.

header = "Department of Computer Science"
footer = { en = "Artificial Intelligence, 2027", de = "Künstliche Intelligenz, 2027" }
logo = "logo.svg"
font = "New Computer Modern"
accent = "#004f8a"

The logo is an SVG or a PNG file, which pages carry within themselves. An SVG file must be complete in itself: what
would run, or load anything from elsewhere, is refused.

Vocabulary

    accent      the one colour of headings and lines; black text is easier to read, and pictures of trees are black
    contrast    how well a colour can be read on white, as WCAG 2 counts it: from 1, not at all, to 21
"""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from math import fsum
from pathlib import Path
from struct import unpack
from typing import NamedTuple
from xml.parsers import expat

from treesolve.model.file_format import decode
from treesolve.model.input_file import read_as, read_file
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.resources import languages
from treesolve.notation.toml_source import TomlText

LEAST_CONTRAST = 4.5
"""What small text needs on its ground."""

LONGEST_LINE = 200
"""So many characters a header and a footer may have."""


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


class Letterhead(NamedTuple):
    """What stands around every page, header and footer by language; `file` is where it is said."""

    file: TomlText
    header: Mapping[str, str] = {}
    footer: Mapping[str, str] = {}
    logo: Logo | None = None
    font: str = ""
    accent: str = ""

    def shown(self, language: str) -> "ShownLetterhead":
        """The same for pages in a language."""
        header, footer = self.header.get(language, ""), self.footer.get(language, "")
        return ShownLetterhead(header, footer, self.logo, self.font, self.accent)


class ShownLetterhead(NamedTuple):
    """A letterhead as templates take it; what there is none of is empty."""

    header: str
    footer: str
    logo: Logo | None
    font: str
    accent: str

    @property
    def frames(self) -> bool:
        """Whether anything of it stands around a page."""
        return bool(self.header or self.footer or self.logo)


def contrast(accent: str) -> float:
    """The contrast of a colour to white.

    >>> round(contrast("#000000")), round(contrast("#ffff00"), 2)
    (21, 1.07)
    """
    parts = [int(accent[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]
    return 1.05 / (fsum(weight * each for weight, each in zip((0.2126, 0.7152, 0.0722), linear, strict=True)) + 0.05)


def read_letterhead(file: TomlText, folder: Path) -> Letterhead:
    """The letterhead in a file without problems; the logo lies in the folder."""
    said = file.fields
    logo = read_logo(folder / said["logo"]) if "logo" in said else None
    header, footer = (_texts_by_language(said.get(key, "")) for key in ("header", "footer"))
    return Letterhead(file, header, footer, logo, said.get("font", ""), said.get("accent", ""))


def _texts_by_language(said: str | Mapping[str, str]) -> Mapping[str, str]:
    return dict.fromkeys(languages(), said) if isinstance(said, str) else said


def letterhead_problems(file: TomlText, folder: Path) -> Iterator[Problem]:
    """Everything wrong in a file."""
    for key, value in file.fields.items():
        if key not in _CHECKS:
            yield file.unknown_key("letterhead-key", key, _CHECKS)
        else:
            yield from _CHECKS[key](file, key, value, folder)


def _problems_of_line(file: TomlText, key: str, value: object, _folder: Path) -> Iterator[Problem]:
    """Text for all languages, or a table with a text for each."""
    texts: Mapping[str, object] = value if isinstance(value, dict) else dict.fromkeys(languages(), value)
    facts = {"key": key, "languages": ", ".join(languages()), "most": LONGEST_LINE}
    written = [text for text in texts.values() if isinstance(text, str)]
    if set(texts) != set(languages()) or len(written) < len(texts):
        yield file.problem_at("letterhead-line", file.span_of_table(key), facts)
    elif any(len(text) > LONGEST_LINE or "\n" in text for text in written):
        yield file.problem_at("letterhead-line-long", file.span_of_table(key), facts)


def _problems_of_logo(file: TomlText, key: str, value: object, folder: Path) -> Iterator[Problem]:
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}\.(?:svg|png)", value):
        yield file.problem("letterhead-logo", key, {})
        return
    path = folder / value
    if not path.resolve().is_relative_to(folder.resolve()):
        yield Problem("own-file-outside", None, {}, str(path))
    elif not path.exists():
        yield file.problem("letterhead-logo-missing", key, {"path": str(path)})
    else:
        try:
            read_as(read_logo, path)
        except InputError as error:
            yield from error.problems


def _problems_of_font(file: TomlText, key: str, value: object, _folder: Path) -> Iterator[Problem]:
    """A name in the letters that names of fonts have, so that every form can print it as it is."""
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z][A-Za-z0-9 -]{0,59}", value):
        yield file.problem("letterhead-font", key, {})


def _problems_of_accent(file: TomlText, key: str, value: object, _folder: Path) -> Iterator[Problem]:
    if not isinstance(value, str) or not re.fullmatch(r"#[0-9A-Fa-f]{6}", value):
        yield file.problem("letterhead-accent", key, {})
    elif (found := contrast(value)) < LEAST_CONTRAST:
        facts = {"value": value, "contrast": round(found, 1), "least": LEAST_CONTRAST}
        yield file.problem("letterhead-pale", key, facts)


_CHECKS: Mapping[str, Callable[[TomlText, str, object, Path], Iterator[Problem]]] = {
    "header": _problems_of_line,
    "footer": _problems_of_line,
    "logo": _problems_of_logo,
    "font": _problems_of_font,
    "accent": _problems_of_accent,
}
"""What the file may say, each with what can be wrong about it."""
