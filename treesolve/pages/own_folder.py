"""The folder of a lecturer's own templates, read and checked: sentences, and a letterhead in `letterhead.toml`.

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
from hashlib import sha256
from math import fsum
from pathlib import Path
from struct import unpack
from typing import Any
from xml.parsers import expat

from treesolve.model.file_format import decode
from treesolve.model.input_file import read_as, read_file
from treesolve.model.problem import InputError, Problem, Span, nearest
from treesolve.model.resources import languages, resource
from treesolve.notation.toml_source import TomlText, first_problems, read_toml
from treesolve.pages.own_sentences import sentence_problems
from treesolve.pages.own_templates import Letterhead, Logo, OwnFile, OwnTemplates

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

MOST_SENTENCES = 1 << 17
"""So many bytes a file with sentences may have; the longest of ours has 82 000."""


def read_templates(folder: Path) -> OwnTemplates:
    """What a folder holds. Raises InputError with everything wrong in it."""
    if not read_as(Path.is_dir, folder):
        raise InputError((Problem("own-folder-missing", None, {}, str(folder)),))
    problems: list[Problem] = []
    letterhead = _letterhead_in_folder(folder, problems)
    sentences = {
        (path.parent.name, path.name): file
        for path in _paths_of_sentence_files(folder)
        if (file := _sentence_file(path, problems))
    }
    for place, file in sentences.items():
        problems += sentence_problems(*place, file)
    if not problems and letterhead is None and not sentences:
        problems.append(Problem("own-folder-empty", None, {}, str(folder)))
    if problems:
        raise InputError(tuple(first_problems(problems)))
    fonts = str(folder / "fonts") if (folder / "fonts").is_dir() else None
    told = repr((letterhead, sorted(sentences.items()), fonts)).encode("utf-8", "surrogatepass")
    return OwnTemplates(sha256(told).hexdigest(), letterhead, sentences, fonts)


def _paths_of_sentence_files(folder: Path) -> Iterator[Path]:
    """Where sentences lie; deeper down nobody looks."""
    yield from sorted([*folder.glob("*.jinja"), *folder.glob("*/*.jinja")])


def _sentence_file(path: Path, problems: list[Problem]) -> OwnFile | None:
    """A file with sentences; None where it is none, or lies where there are none."""
    language, ours = path.parent.name, (resource("templates") / "en").glob("*.jinja")
    known = tuple(sorted(each.name for each in ours))
    if language not in languages() or path.name not in known:
        facts = {"languages": ", ".join(languages()), "nearest": nearest(path.name, known), "known": ", ".join(known)}
        problems.append(Problem("own-sentences-place", None, facts | {"has_place": language in languages()}, str(path)))
        return None
    text = _content(path, path.parent.parent, lambda each: decode(read_file(each, MOST_SENTENCES), str(each)), problems)
    return None if text is None else OwnFile(str(path), text)


def _content(path: Path, folder: Path, read: Callable[[Path], Any], problems: list[Problem]) -> Any:
    """What is in a file of the folder; None where it leads elsewhere or cannot be read, which is added to problems."""
    if not path.resolve().is_relative_to(folder.resolve()):
        problems.append(Problem("own-file-outside", None, {}, str(path)))
        return None
    try:
        return read_as(read, path)
    except InputError as error:
        problems += error.problems
        return None


def _letterhead_in_folder(folder: Path, problems: list[Problem]) -> Letterhead | None:
    path = folder / "letterhead.toml"
    file = _content(path, folder, read_toml, problems) if path.exists() else None
    if file is None:
        return None
    found = first_problems(_letterhead_problems(file, folder))
    problems += found
    if found:
        return None
    said = file.fields
    header, footer = (_texts_by_language(said.get(key, "")) for key in ("header", "footer"))
    logo = read_logo(folder / said["logo"]) if "logo" in said else None
    return Letterhead(file, header, footer, logo, said.get("font", ""), said.get("accent", ""))


def _texts_by_language(said: Any) -> Mapping[str, Any]:
    return said if isinstance(said, dict) else dict.fromkeys(languages(), said)


def _letterhead_problems(file: TomlText, folder: Path) -> Iterator[Problem]:
    """Everything wrong in the file of a letterhead."""
    for key, value in file.fields.items():
        if key in ("header", "footer"):
            yield from _problems_of_line(file, key, value)
        elif key not in _WRITTEN:
            yield file.unknown_key("letterhead-key", key, ("header", "footer", *_WRITTEN))
        elif not isinstance(value, str) or not re.fullmatch(_WRITTEN[key], value):
            yield file.problem(f"letterhead-{key}", key, {})
        elif key == "logo":
            yield from _problems_of_logo(file, folder / value, folder)
        elif key == "accent" and (found := contrast(value)) < LEAST_CONTRAST:
            facts = {"value": value, "contrast": round(found, 1), "least": LEAST_CONTRAST}
            yield file.problem("letterhead-pale", key, facts)


_WRITTEN = {
    "logo": r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}\.(?:svg|png)",
    "font": r"[A-Za-z][A-Za-z0-9 -]{0,59}",
    "accent": r"#[0-9A-Fa-f]{6}",
}
"""How logo, font and colour are written: a font in the letters that every form can print as they are."""


def _problems_of_line(file: TomlText, key: str, value: object) -> Iterator[Problem]:
    """Text for all languages, or a table with a text for each."""
    texts = _texts_by_language(value)
    facts = {"key": key, "languages": ", ".join(languages()), "most": LONGEST_LINE}
    written = [text for text in texts.values() if isinstance(text, str)]
    if set(texts) != set(languages()) or len(written) < len(texts):
        yield file.problem_at("letterhead-line", file.span_of_table(key), facts)
    elif any(len(text) > LONGEST_LINE or "\n" in text for text in written):
        yield file.problem_at("letterhead-line-long", file.span_of_table(key), facts)


def _problems_of_logo(file: TomlText, path: Path, folder: Path) -> Iterator[Problem]:
    problems: list[Problem] = []
    if path.exists():
        _content(path, folder, read_logo, problems)
    else:
        problems.append(file.problem("letterhead-logo-missing", "logo", {"path": str(path)}))
    yield from problems


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


def contrast(accent: str) -> float:
    """The contrast of a colour to white.

    >>> round(contrast("#000000")), round(contrast("#ffff00"), 2)
    (21, 1.07)
    """
    parts = [int(accent[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]
    return 1.05 / (fsum(weight * each for weight, each in zip((0.2126, 0.7152, 0.0722), linear, strict=True)) + 0.05)
