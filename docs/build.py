"""Builds the site: the pages of docs, the files they link to, and the playground, as a folder of static files.

    python docs/build.py -o site                all of it
    python docs/build.py -o site --pages-only   without the playground

The packages it takes are the extra `docs`. A link that leads nowhere, and anything that a page would load from another
host, is told and ends it with 1.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache, partial
from html.parser import HTMLParser
from os.path import relpath
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from treesolve.authoring.trainer_pool import skills_of_convention
from treesolve.model.convention import CONVENTIONS

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
PLAYGROUND = DOCS / "playground"

SHOWN = (".md", ".svg", ".png", ".html", ".css")
"""What the site takes from docs by its ending: pages, pictures, and changes of the theme."""

TRAINERS = [
    f"trainer/{name}-{language}.html"
    for name, convention in CONVENTIONS.items()
    if skills_of_convention(convention)
    for language in ("en", "de")
]
"""Pages of the playground to which others lead."""

SITE = re.findall(r"^site_url: (\S+)", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)[0]
"""The address of the site, as links from elsewhere begin."""

_LINK = re.compile(r"(?<=\]\()[^)\s#:]+")


# The pages, gathered


def gathered(folder: Path) -> None:
    """Puts the pages into a folder, and beside them the files elsewhere that they link to."""
    waiting = [path for path in DOCS.rglob("*") if path.suffix in SHOWN and PLAYGROUND not in path.parents]
    while waiting:
        source = waiting.pop()
        target = folder / _place(source)
        if target.exists():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            text = source.read_text("utf-8")
            target.write_text(_LINK.sub(partial(_moved, source), text), "utf-8")
            waiting += filter(_is_abroad, (source.parent / link for link in _LINK.findall(text)))
        else:
            shutil.copyfile(source, target)


def _is_abroad(path: Path) -> bool:
    """Whether it is a file of the repository outside of docs."""
    return path.is_file() and DOCS not in path.resolve().parents


def _place(path: Path) -> Path:
    """Where a file stands in the site: what is in docs at the top, anything else where the repository has it."""
    path = path.resolve()
    return path.relative_to(DOCS if DOCS in path.parents else ROOT)


def _moved(page: Path, link: re.Match[str]) -> str:
    """Return a link of a page as it is in the site."""
    target = page.parent / link[0]
    if not target.is_file() or not (_is_abroad(target) or _is_abroad(page)):
        return link[0]
    return Path(relpath(_place(target), _place(page).parent)).as_posix()


# The site, built


def built(folder: Path) -> Path:
    """Return the folder of the site, made in another one by Zensical."""
    gathered(folder / "docs")
    shutil.copyfile(ROOT / "mkdocs.yml", folder / "mkdocs.yml")
    subprocess.run([sys.executable, "-m", "zensical", "build"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    site = folder / "site"
    shutil.copytree(folder / "docs", site, ignore=shutil.ignore_patterns("*.md", "theme"), dirs_exist_ok=True)
    return site


def add_playground(site: Path, *, left_out: bool) -> None:
    """Puts the playground into the site, or pages that say that it was left out."""
    folder = site / PLAYGROUND.name
    if not left_out:
        subprocess.run([sys.executable, PLAYGROUND / "build.py", "-o", folder], check=True)
        return
    (folder / "trainer").mkdir(parents=True)
    for name in ("index.html", *TRAINERS):
        (folder / name).write_text("<p>The playground was left out of this site.</p>\n", "utf-8")


# The site, checked


class Link(NamedTuple):
    """Where an element of a page leads, and which element it is."""

    element: str
    address: str


class Page(HTMLParser):
    """The anchors and the links of a built page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[Link] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """What the parser calls at each element; the address of the page itself loads nothing."""
        if ("rel", "canonical") in attrs:
            return
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            if name in ("href", "src") and value:
                self.links.append(Link(tag, value))


page_at = cache(Page)


def faults(site: Path) -> Iterator[str]:
    """What is wrong with the pages of a site, a line each."""
    for path in sorted(site.rglob("*.html")):
        for link in page_at(path).links:
            told = _fault(link, path, site)
            if told:
                yield f"{path.relative_to(site)}: {link.address} {told}"


def _fault(link: Link, page: Path, site: Path) -> str | None:
    """What is wrong with a link of a page, if anything."""
    address = urlsplit(link.address)
    if address.scheme or address.netloc:
        return "is loaded from elsewhere" if link.element != "a" and address.scheme != "data" else None
    name = unquote(address.path)
    at_top = urlsplit(SITE).path
    target = site / name.removeprefix(at_top) if name.startswith(at_top) else page.parent / name if name else page
    target = target / "index.html" if target.is_dir() else target
    if not target.is_file():
        return "leads nowhere"
    if address.fragment and target.suffix == ".html" and unquote(address.fragment) not in page_at(target).anchors:
        return "names no part of that page"
    return None


def main() -> int:
    """Builds and checks; 1 if something is wrong with a page."""
    parser = argparse.ArgumentParser(description="Builds the site.")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "site", help="the folder to write into")
    parser.add_argument("--pages-only", action="store_true", help="leave out the playground")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = built(Path(folder).resolve())
        add_playground(site, left_out=asked.pages_only)
        found = list(faults(site))
        shutil.copytree(site, asked.output, dirs_exist_ok=True)
    print("\n".join(found) or f"{asked.output}: every link leads somewhere, and nothing comes from elsewhere.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
