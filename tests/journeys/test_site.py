"""The site: what stands in its navigation, how links come to it, and how a built page is checked."""

import re
from pathlib import Path

import pytest

from docs.build import DOCS, PLAYGROUND, faults, gathered
from tests.docs_examples import ROOT, pages
from tests.docs_words import MOST, MOST_OF_PAGE, counted


def test_every_page_stands_in_the_navigation_once():
    """mkdocs.yml names all pages and none that is missing; the playground is added when the site is built."""
    named = re.findall(r"(\S+\.(?:md|html))$", (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:")[2], re.M)
    there = [str(page.relative_to(DOCS)) for page in pages() if DOCS in page.parents]

    assert sorted(named) == sorted([*there, f"{PLAYGROUND.name}/index.html"])


def test_links_out_of_docs_lead_to_copies(tmp_path: Path):
    """A file elsewhere in the repository stands in the site where the repository has it, and its own links go back."""
    gathered(tmp_path)

    assert "](exercises/answers/README.md)" in (tmp_path / "grading.md").read_text("utf-8")
    assert "](../../answers.md)" in (tmp_path / "exercises" / "answers" / "README.md").read_text("utf-8")
    assert (tmp_path / "gallery" / "first-tree.svg").read_bytes() == (DOCS / "gallery" / "first-tree.svg").read_bytes()
    assert not (tmp_path / "playground").exists()
    assert not list(tmp_path.rglob("*.py"))


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ('<a href="other.html#part">', None),
        ('<a href="other.html#no-part">', "names no part of that page"),
        ('<a href="gone.html">', "leads nowhere"),
        ('<a href="#here">', "names no part of that page"),
        ('<a href="below/">', None),
        ('<a href="/other.html">', None),
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

    assert [line.split(maxsplit=2)[::2] for line in faults(tmp_path)] == ([["page.html:", told]] if told else [])


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
