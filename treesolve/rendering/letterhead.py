"""The letterhead of a course: header, footer, logo, font and accent color of its pages.

    course/
        letterhead.toml     header, footer, logo, font and accent color
        logo.svg            or logo.png
        fonts/              fonts that are not bundled

`letterhead_file` reads and checks the folder; pages rendered inside `using_letterhead` carry it.
"""

from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from treesolve.model.resources import languages

if TYPE_CHECKING:
    from treesolve.notation.toml_source import TomlValue


class Logo(NamedTuple):
    """A logo as SVG source, and the name of its file without the extension."""

    svg: str
    stem: str

    @property
    def data_url(self) -> str:
        """The whole picture as a `data:` URL."""
        return f"data:image/svg+xml;base64,{b64encode(self.svg.encode()).decode()}"


def _no_text() -> dict[str, str]:
    return dict.fromkeys(languages(), "")


@dataclass(frozen=True, eq=False)
class Letterhead:
    """A course's letterhead: header and footer by language, logo, font, accent color and font folder.

    Texts that are not set are empty. `file` is the TOML file that the letterhead was read from, for error messages.
    """

    file: "TomlValue"
    font_folder: str | None
    header: Mapping[str, str] = field(default_factory=_no_text)
    footer: Mapping[str, str] = field(default_factory=_no_text)
    logo: Logo | None = None
    font: str = ""
    accent: str = ""

    def frames(self, language: str) -> bool:
        """Return whether pages in a language have a header or footer."""
        return bool(self.header[language] or self.footer[language] or self.logo)


_current: ContextVar[Letterhead | None] = ContextVar("letterhead", default=None)


def current_letterhead() -> Letterhead | None:
    """Return the letterhead with which pages are rendered, or None."""
    return _current.get()


@contextmanager
def using_letterhead(letterhead: Letterhead | None) -> Iterator[None]:
    """Render all pages inside a `with` block with this letterhead."""
    before = _current.set(letterhead)
    try:
        yield
    finally:
        _current.reset(before)
