"""Values with `render` and `save` methods; `treesolve.api` registers the renderer.

The indirection keeps trees and solutions independent of pages, file formats and languages.
"""

from pathlib import Path
from typing import Any, Protocol


class Renderer(Protocol):
    """The interface of the registered renderer."""

    def render(self, value: Any, form: str, **style: Any) -> str | bytes:
        """Return the value in a format."""

    def save(self, value: Any, path: "str | Path", **style: Any) -> Path:
        """Write the value to a file and return the path."""

    def html(self, value: Any) -> str | None:
        """Return the HTML that a notebook displays, or None if it should display Markdown or nothing."""

    def markdown(self, value: Any) -> str | None:
        """Return the Markdown that a notebook displays for a value without HTML."""


class NoRenderer(RuntimeError):
    """Raised if no renderer is registered because `treesolve.api` was not imported."""


_registered: list[Renderer] = []


def register_renderer(renderer: Renderer) -> None:
    """Use this renderer for all values from now on."""
    _registered[:] = [renderer]


def _renderer() -> Renderer:
    if not _registered:
        raise NoRenderer
    return _registered[0]


class Exportable:
    """A base class of values with `render` and `save`. `str` returns the value as text."""

    def __str__(self) -> str:
        return str(self.render())

    def render(self, form: str = "text", **style: Any) -> str | bytes:
        """Return the value in a format: bytes for "pdf" and "png", otherwise text.

        `style` accepts `language`, `shapes`, `paper`, `width` and `boards` where they apply to the value, and
        `letterhead`, the folder that contains a letterhead. Raises InputError if the format or a style option is
        unknown, if the letterhead has errors, or if the value is too large for the format.
        """
        return _renderer().render(self, form, **style)

    def save(self, path: "str | Path", **style: Any) -> Path:
        """Write the value to a file atomically, in the format of its extension, and return the path.

        `style` is as in `render`. Raises InputError if the extension is unknown or the file cannot be written.
        """
        return _renderer().save(self, path, **style)

    def _repr_html_(self) -> str | None:
        return _renderer().html(self)

    def _repr_markdown_(self) -> str | None:
        return _renderer().markdown(self)
