"""The site: what stands in its navigation, how links come to it, and how a built page is checked."""

import re
from pathlib import Path

import pytest

from docs import build
from tests.docs_examples import DOCS, ROOT, pages
from tests.docs_words import MOST, MOST_OF_PAGE, counted


def test_every_page_stands_in_the_navigation_once():
    """mkdocs.yml names all pages and none that is missing; the playground is added when the site is built."""
    named = re.findall(r"(\S+\.(?:md|html))$", (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:")[2], re.M)
    there = [str(page.relative_to(DOCS)) for page in pages() if DOCS in page.parents]

    assert sorted(named) == sorted([*there, "playground/index.html"])


def test_links_out_of_docs_lead_to_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A file elsewhere in the repository stands in the site where the repository has it, and its own links go back."""
    files = {
        "docs/page.md": "[all](below/deep.md#part) [x](../trees/README.md) [y](https://example.org)",
        "docs/below/deep.md": "[one](../../trees/x.tree), ![two](picture.svg)",
        "docs/below/picture.svg": "<svg/>",
        "docs/build.py": "",
        "docs/playground/index.html": "",
        "trees/README.md": "[back](../docs/below/deep.md), [beside](x.tree)",
        "trees/x.tree": "(6 5)",
        "trees/y.tree": "(2 9)",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    for name, folder in {"ROOT": "", "DOCS": "docs", "PLAYGROUND": "docs/playground"}.items():
        monkeypatch.setattr(build, name, tmp_path / folder)

    build.gathered(tmp_path / "site")

    there = {path.relative_to(tmp_path / "site").as_posix(): path for path in (tmp_path / "site").rglob("*.*")}
    assert {name: path.read_text("utf-8") for name, path in there.items()} == {
        "page.md": "[all](below/deep.md#part) [x](trees/README.md) [y](https://example.org)",
        "below/deep.md": "[one](../trees/x.tree), ![two](picture.svg)",
        "below/picture.svg": "<svg/>",
        "trees/README.md": "[back](../below/deep.md), [beside](x.tree)",
        "trees/x.tree": "(6 5)",
    }


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ('<a href="other.html#part">', None),
        ('<a href="other.html#no-part">', "names no part of that page"),
        ('<a href="gone.html">', "leads nowhere"),
        ('<a href="#here">', "names no part of that page"),
        ('<a href="below/">', None),
        ('<a href="/treesolve/other.html">', None),
        ('<a href="https://example.org/">', None),
        ('<img src="gone.png">', "leads nowhere"),
        ('<script src="//example.org/x.js"></script>', "is loaded from elsewhere"),
        ('<link rel="stylesheet" href="https://example.org/x.css">', "is loaded from elsewhere"),
        ('<img src="data:image/png;base64,AA==">', None),
    ],
)
def test_a_built_page_is_checked(tmp_path: Path, written: str, told: str | None):
    """Links lead to files and to their parts, and nothing is loaded from another host."""
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "index.html").write_text("<p>Below.</p>", "utf-8")
    (tmp_path / "other.html").write_text('<h2 id="part">Part</h2>', "utf-8")
    (tmp_path / "page.html").write_text(written, "utf-8")

    assert [line.split(maxsplit=2)[::2] for line in build.faults(tmp_path)] == ([["page.html:", told]] if told else [])


@pytest.mark.parametrize("name", MOST_OF_PAGE)
def test_first_pages_are_short(name: str):
    """Whoever is new reads them to the end."""
    assert counted()[name] <= MOST_OF_PAGE[name]


def test_the_documentation_does_not_grow():
    """`python -m tests.docs_words` tells where its words are."""
    assert sum(counted().values()) <= MOST


def test_the_readme_is_read_on_one_page():
    """At most 90 lines, and a picture before the first heading below the title."""
    text = (ROOT / "README.md").read_text("utf-8")

    assert len(text.splitlines()) <= 90
    assert "<img" in text.partition("\n## ")[0]
