"""Replacements of Typst and pypdfium2 for the golden files: they print the source, which no version of theirs changes.

What they would draw is checked by `tests/rendering/test_pdf.py` and others; here it counts that they are given the
same.
"""

import re
import sys
from typing import Any

_WITHOUT_GLYPH = re.compile("[\N{CJK RADICAL REPEAT}-\N{HANGUL SYLLABLE HIH}]")
"""Characters that none of the bundled fonts has."""


class TypstError(RuntimeError):
    """What Typst says against a source."""


class Compiler:
    """A compiler that gives back what it is given."""

    def __init__(self, **_settings: Any) -> None:
        pass

    def compile(self, *, input: bytes, **settings: Any) -> bytes:  # noqa: A002
        """Return the source below the settings. Raises TypstError where a character could not be drawn."""
        if missing := "".join(sorted(set(_WITHOUT_GLYPH.findall(input.decode())))):
            raise TypstError(f'the text `"{missing}"` could not be displayed')
        message = "".join(f"{name} = {settings[name]}\n" for name in sorted(settings))
        return message.encode() + input


class PdfDocument:
    """A document whose pages are what its files hold."""

    def __init__(self, content: bytes = b"") -> None:
        self.content = content

    @classmethod
    def new(cls) -> "PdfDocument":
        """Return a document without pages."""
        return cls()

    def import_pages(self, other: "PdfDocument") -> None:
        """Take over what another one holds."""
        self.content += other.content

    def save(self, file: Any) -> None:
        """Write what it holds."""
        file.write(self.content)

    def close(self) -> None:
        """Nothing is left to do."""

    def __enter__(self) -> "PdfDocument":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def install() -> None:
    """Have every import of Typst and pypdfium2 in this process find these."""
    sys.modules["typst"] = sys.modules["pypdfium2"] = sys.modules[__name__]
