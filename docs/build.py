"""Build the site: the pages of docs, the files that they link to, and the playground, as a folder of static files.

    python docs/build.py -o site                everything
    python docs/build.py -o site --pages-only   without the playground

It needs the packages of the extra `docs`. Broken links and resources from other hosts are reported; the exit code is
then 1.
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
"""Extensions of files in docs that belong to the site: pages, pictures, and theme files."""

TRAINERS = [
    f"trainer/{name}-{language}.html"
    for name, convention in CONVENTIONS.items()
    if skills_of_convention(convention)
    for language in ("en", "de")
]
"""Pages of the playground that other pages link to."""

SITE = re.findall(r"^site_url: (\S+)", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)[0]
"""URL of the site."""

_LINK = re.compile(r"(?<=\]\()[^)\s#:]+")


# Collecting the pages


def collect_pages(folder: Path) -> None:
    """Copy the pages, and files outside docs that they link to, to a folder."""
    pending = [path for path in DOCS.rglob("*") if path.suffix in SHOWN and PLAYGROUND not in path.parents]
    while pending:
        source = pending.pop()
        target = folder / _site_path(source)
        if target.exists():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            text = source.read_text("utf-8")
            target.write_text(_LINK.sub(partial(_adjusted_link, source), text), "utf-8")
            pending += filter(_is_outside_docs, (source.parent / link for link in _LINK.findall(text)))
        else:
            shutil.copyfile(source, target)


def _is_outside_docs(path: Path) -> bool:
    """Return whether a path is a file outside docs."""
    return path.is_file() and DOCS not in path.resolve().parents


def _site_path(path: Path) -> Path:
    """Return the path of a file in the site: relative to docs, or to the repository for other files."""
    path = path.resolve()
    return path.relative_to(DOCS if DOCS in path.parents else ROOT)


def _adjusted_link(page: Path, link: re.Match[str]) -> str:
    """Return a link of a page, adjusted to the paths in the site."""
    target = page.parent / link[0]
    if not target.is_file() or not (_is_outside_docs(target) or _is_outside_docs(page)):
        return link[0]
    return Path(relpath(_site_path(target), _site_path(page).parent)).as_posix()


# Building the site


def build_site(folder: Path) -> Path:
    """Build the site with Zensical inside a temporary folder, and return its path."""
    collect_pages(folder / "docs")
    shutil.copyfile(ROOT / "mkdocs.yml", folder / "mkdocs.yml")
    subprocess.run([sys.executable, "-m", "zensical", "build"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    site = folder / "site"
    shutil.copytree(folder / "docs", site, ignore=shutil.ignore_patterns("*.md", "theme"), dirs_exist_ok=True)
    return site


def add_playground(site: Path, *, left_out: bool) -> None:
    """Build the playground in the site, or write placeholder pages if it is left out."""
    folder = site / PLAYGROUND.name
    if not left_out:
        subprocess.run([sys.executable, PLAYGROUND / "build.py", "-o", folder], check=True)
        return
    (folder / "trainer").mkdir(parents=True)
    for name in ("index.html", *TRAINERS):
        (folder / name).write_text("<p>The playground was left out of this site.</p>\n", "utf-8")


# Checking the site


class Link(NamedTuple):
    """A link in a page: the name of the element and the target."""

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
        """Record the anchors and links of an element, except the canonical URL, which loads nothing."""
        if ("rel", "canonical") in attrs:
            return
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            if name in ("href", "src") and value:
                self.links.append(Link(tag, value))


page_at = cache(Page)


def faults(site: Path) -> Iterator[str]:
    """Yield a line for each fault in the pages of a site."""
    for path in sorted(site.rglob("*.html")):
        for link in page_at(path).links:
            fault = _fault(link, path, site)
            if fault:
                yield f"{path.relative_to(site)}: {link.address} {fault}"


def _fault(link: Link, page: Path, site: Path) -> str | None:
    """Return a description of the fault of a link, or None."""
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
    """Build and check the site; return 1 if a page has faults."""
    parser = argparse.ArgumentParser(description="Build the site.")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "site", help="the folder to write into")
    parser.add_argument("--pages-only", action="store_true", help="leave out the playground")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = build_site(Path(folder).resolve())
        add_playground(site, left_out=options.pages_only)
        found = list(faults(site))
        shutil.copytree(site, options.output, dirs_exist_ok=True)
    print("\n".join(found) or f"{options.output}: every link leads somewhere, and nothing comes from elsewhere.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
