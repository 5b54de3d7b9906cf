"""A lecturer's own templates: a folder with a letterhead and with sentences that stand in the place of ours.

    course/
        letterhead.toml     header, footer, logo, font and accent colour of pages
        logo.svg            or logo.png
        fonts/              fonts that are not bundled
        de/sheet.jinja      sentences of sheets in German; each file holds only those that are to be others

Nothing outside the folder is read, and nothing in it is obeyed: what sentences may do says `own_sentences`. The folder
is read once and checked as a whole; pages that are written while it holds are written with it.

Vocabulary

    letterhead  what stands around every page, and the font and the colour of it
    own         what a lecturer has written, beside what we have
"""

from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from treesolve.notation.toml_source import TomlText


class Logo(NamedTuple):
    """A logo as an SVG picture, the name of its file without the ending, and its width in its heights."""

    svg: str
    stem: str

    @property
    def address(self) -> str:
        """The picture as an address that holds all of it."""
        return f"data:image/svg+xml;base64,{b64encode(self.svg.encode()).decode()}"


class Letterhead(NamedTuple):
    """What stands around every page, header and footer by language; `file` is where it is said.

    What there is none of is empty.
    """

    file: "TomlText"
    header: Mapping[str, str]
    footer: Mapping[str, str]
    logo: Logo | None
    font: str
    accent: str

    def frames(self, language: str) -> bool:
        """Whether anything of it stands around a page in a language."""
        return bool(self.header[language] or self.footer[language] or self.logo)


class OwnFile(NamedTuple):
    """A file with sentences: its name for people, and its text."""

    source: str
    text: str


class OwnTemplates(NamedTuple):
    """What a folder holds: `sentences` by language and name of the file, `fonts` the folder of these, if there is one.

    Two are the same if their digests are.
    """

    digest: str
    letterhead: Letterhead | None = None
    sentences: Mapping[tuple[str, str], OwnFile] = {}
    fonts: str | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnTemplates) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)


_held: ContextVar[OwnTemplates | None] = ContextVar("own templates", default=None)


def own_templates() -> OwnTemplates | None:
    """Those that hold now; None where pages are written with ours alone."""
    return _held.get()


def own_digest() -> str:
    """What tells the templates that hold now from all others; nothing where none do."""
    held = _held.get()
    return held.digest if held else ""


def hold(templates: OwnTemplates | None) -> None:
    """Write everything from now on with these, in a process that does nothing else."""
    _held.set(templates)


@contextmanager
def holding(templates: OwnTemplates | None) -> Iterator[None]:
    """In a `with` statement, write everything with these."""
    before = _held.set(templates)
    try:
        yield
    finally:
        _held.reset(before)
