"""Compare or update the pictures of the gallery, using the commands shown under them.

    python docs/gallery/make.py            compare the pictures with the output of the commands
    python docs/gallery/make.py --update   write the pictures

In index.md, each picture is followed by its command. A picture in SVG or text is the output of the command and must be
identical to it. A PNG shows a page of the PDF that the command writes, or an HTML page in a browser. It depends on the
versions of fonts and browser, so only its size in pixels is compared; it needs pdftoppm, or Chromium with Playwright.
If there is a `...-dark.svg`, the SVG is also compared in dark colors. `first_picture` draws the first picture of the
README.
"""

import re
import shlex
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from first_picture import pictures

GALLERY = Path(__file__).parent
ROOT = GALLERY.parent.parent

_PICTURE = re.compile(r"!\[[^\]]*\]\(([^)]+)\)\s*```sh\n(.*?)\n```", re.DOTALL)


_DARK = {
    'height="100%" fill="#fff"': 'height="100%" fill="#0d1117"',
    "<style>": "<style>.tree{--ink:#e6edf3;--paper:#0d1117;--faint:#9198a1}",
}
"""Replacements that turn a picture into one for dark pages."""


class Sample(NamedTuple):
    """A picture of the gallery and its command; `shown` is the comment after `#`: a page, fragment or file."""

    picture: Path
    command: list[str]
    shown: str


def samples() -> Iterator[Sample]:
    """Yield the pictures in the order of the page."""
    for name, block in _PICTURE.findall((GALLERY / "index.md").read_text("utf-8")):
        line, _, shown = block.partition("  # ")
        picture = GALLERY / name
        dark = picture.with_stem(f"{picture.stem}-dark")
        for each in (picture, *([dark] if dark.exists() else [])):
            yield Sample(each, shlex.split(line), shown.strip())


def render_sample(sample: Sample, folder: Path) -> bytes:
    """Run the command of a sample in a folder and return the picture of its output."""
    command = [sys.executable, "-m", "treesolve", *sample.command[1:]]
    index = max(command.index(option) for option in ("-o", "--report") if option in command) + 1
    output = folder / command[index]
    command[index] = str(output)
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    if sample.shown.startswith("in "):
        output, sample = output / sample.shown.removeprefix("in "), sample._replace(shown="at #")
    if output.suffix == sample.picture.suffix:
        return _darkened(output.read_bytes()) if sample.picture.stem.endswith("-dark") else output.read_bytes()
    picture = folder / sample.picture.name
    if output.suffix == ".pdf":
        _render_pdf_page(output, picture, sample.shown)
    else:
        _screenshot(output, picture, sample.shown)
    return picture.read_bytes()


def _darkened(svg: bytes) -> bytes:
    """Return an SVG in dark colors."""
    text = svg.decode("utf-8")
    for light, dark in _DARK.items():
        text = text.replace(light, dark)
    return text.encode("utf-8")


def _render_pdf_page(document: Path, picture: Path, shown: str) -> None:
    """Write a page of a PDF, such as "page 3", as a PNG."""
    number = shown.removeprefix("page ")
    stem = str(picture.with_suffix(""))
    subprocess.run(
        ["pdftoppm", "-r", "110", "-png", "-f", number, "-l", number, "-singlefile", document, stem],
        check=True,
        stderr=subprocess.DEVNULL,
    )


def _screenshot(document: Path, picture: Path, shown: str) -> None:
    """Write a screenshot of an HTML page at a fragment, such as "at #step=12"."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1000, "height": 700})
        page.goto(document.as_uri() + shown.removeprefix("at "))
        page.screenshot(path=picture)
        browser.close()


def is_same(picture: Path, now: bytes) -> bool:
    """Return whether a picture is up to date: identical or, for a PNG, of the same size."""
    if not picture.is_file():
        return False
    before = picture.read_bytes()
    return _pixels(before) == _pixels(now) if picture.suffix == ".png" else before == now


def _pixels(png: bytes) -> tuple[int, int]:
    """Return the width and height in the header of a PNG."""
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def rendered_pictures(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield the path and the current content of each picture."""
    for sample in samples():
        yield sample.picture, render_sample(sample, folder)
    for name, drawn in pictures().items():
        yield GALLERY / name, drawn.encode()


def main() -> int:
    """Compare or update the pictures; return 1 if one differs."""
    differed = 0
    with tempfile.TemporaryDirectory() as folder:
        for picture, now in rendered_pictures(Path(folder)):
            same = is_same(picture, now)
            if "--update" in sys.argv and (not same or picture.suffix == ".png"):
                picture.write_bytes(now)
            elif not same:
                print(f"differs: {picture.relative_to(ROOT)}")
                differed = 1
    return differed


if __name__ == "__main__":
    sys.exit(main())
