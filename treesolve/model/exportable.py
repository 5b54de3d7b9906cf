"""Values that can be rendered in several formats and saved; rendering itself is registered by `treesolve.api`.

So trees and solutions know no page, no file format and no language, and still offer `render` and `save`.
"""

from pathlib import Path
from typing import Any, Protocol


class Renderer(Protocol):
    """How values are rendered."""

    def render(self, value: Any, form: str, **style: Any) -> str | bytes:
        """Return the value in a format."""

    def save(self, value: Any, path: "str | Path", **style: Any) -> Path:
        """Write the value to a file."""

    def html(self, value: Any) -> str | None:
        """What a notebook shows of the value; None if that is its Markdown, or nothing."""

    def markdown(self, value: Any) -> str | None:
        """What a notebook shows of a value without HTML of its own."""


class NoRenderer(RuntimeError):
    """Nothing has been registered that renders values: `treesolve.api` was not imported."""


_registered: list[Renderer] = []


def register_renderer(renderer: Renderer) -> None:
    """Let all values be rendered by this renderer from now on."""
    _registered[:] = [renderer]


def _renderer() -> Renderer:
    if not _registered:
        raise NoRenderer
    return _registered[0]


class Exportable:
    """A value with `render` and `save`; `str` is its text."""

    def __str__(self) -> str:
        return str(self.render())

    def render(self, form: str = "text", **style: Any) -> str | bytes:
        """Return the value in a format: bytes for "pdf" and "png", else text.

        `style` takes `language`, `shapes`, `paper`, `width` and `boards` where they matter for the value, and
        `letterhead`, the folder of a letterhead. Raises InputError for an unknown format or style, for mistakes in the
        letterhead, and if the value is too large for the format.
        """
        return _renderer().render(self, form, **style)

    def save(self, path: "str | Path", **style: Any) -> Path:
        """Write a file in the format of its extension, completely or not at all, and return its path.

        `style` as in `render`. Raises InputError for an unknown extension, and if the file cannot be written.
        """
        return _renderer().save(self, path, **style)

    def _repr_html_(self) -> str | None:
        return _renderer().html(self)

    def _repr_markdown_(self) -> str | None:
        return _renderer().markdown(self)
