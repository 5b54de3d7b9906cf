"""Makes the pictures of the gallery again with the commands that stand under them.

    python docs/gallery/make.py            compare what is there with what the commands make now
    python docs/gallery/make.py --update   make the pictures anew

Under each picture of index.md stands its command. A picture in SVG or text is what the command writes; it has to be
the same to the byte. A PNG shows a page of the PDF that the command writes, or an HTML page in a browser; such pictures
differ a little from one version of a font or a browser to the next, so only their size in pixels is compared. That
takes pdftoppm, and chromium with playwright. An SVG is also made for dark pages where there is a `...-dark.svg` of it.
`first_picture` draws the one that the README begins with.
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
"""What a picture for dark pages has in place of the colours of paper."""


class Sample(NamedTuple):
    """A picture of the gallery and the command under it; behind `#` stands which page, place or file is shown."""

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


def made(sample: Sample, folder: Path) -> bytes:
    """What the command makes now, as the picture shows it."""
    command = [sys.executable, "-m", "treesolve", *sample.command[1:]]
    place = max(command.index(option) for option in ("-o", "--report") if option in command) + 1
    written = folder / command[place]
    command[place] = str(written)
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    if sample.shown.startswith("in "):
        written, sample = written / sample.shown.removeprefix("in "), sample._replace(shown="at #")
    if written.suffix == sample.picture.suffix:
        return _darkened(written.read_bytes()) if sample.picture.stem.endswith("-dark") else written.read_bytes()
    picture = folder / sample.picture.name
    if written.suffix == ".pdf":
        _page(written, picture, sample.shown)
    else:
        _screenshot(written, picture, sample.shown)
    return picture.read_bytes()


def _darkened(svg: bytes) -> bytes:
    """Return the picture, light on dark."""
    text = svg.decode("utf-8")
    for light, dark in _DARK.items():
        text = text.replace(light, dark)
    return text.encode("utf-8")


def _page(document: Path, picture: Path, shown: str) -> None:
    """A page of a PDF, `page 3` for example."""
    number = shown.removeprefix("page ")
    stem = str(picture.with_suffix(""))
    subprocess.run(
        ["pdftoppm", "-r", "110", "-png", "-f", number, "-l", number, "-singlefile", document, stem],
        check=True,
        stderr=subprocess.DEVNULL,
    )


def _screenshot(document: Path, picture: Path, shown: str) -> None:
    """An HTML page in a browser, at the place `#step=12` for example."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1000, "height": 700})
        page.goto(document.as_uri() + shown.removeprefix("at "))
        page.screenshot(path=picture)
        browser.close()


def is_same(picture: Path, now: bytes) -> bool:
    """Whether a picture is what it was: to the byte, or, for a PNG, in its size."""
    if not picture.is_file():
        return False
    before = picture.read_bytes()
    return _pixels(before) == _pixels(now) if picture.suffix == ".png" else before == now


def _pixels(png: bytes) -> tuple[int, int]:
    """Width and height, which stand at the beginning of every PNG."""
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def all_made(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """Every picture as it is made now."""
    for sample in samples():
        yield sample.picture, made(sample, folder)
    for name, drawn in pictures().items():
        yield GALLERY / name, drawn.encode()


def main() -> int:
    """Compare or update; 1 if something differed."""
    differed = 0
    with tempfile.TemporaryDirectory() as folder:
        for picture, now in all_made(Path(folder)):
            same = is_same(picture, now)
            if "--update" in sys.argv and (not same or picture.suffix == ".png"):
                picture.write_bytes(now)
            elif not same:
                print(f"differs: {picture.relative_to(ROOT)}")
                differed = 1
    return differed


if __name__ == "__main__":
    sys.exit(main())
