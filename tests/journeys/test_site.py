"""The site: its navigation, and links to files outside docs."""

import re
from pathlib import Path

import pytest

from docs import build
from tests.docs_examples import DOCS, ROOT, pages


def test_every_page_is_in_the_navigation_once():
    """mkdocs.yml names all pages and no missing ones; the playground is added when the site is built."""
    named = re.findall(r"(\S+\.(?:md|html))$", (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:")[2], re.M)
    there = [str(page.relative_to(DOCS)) for page in pages() if DOCS in page.parents]

    assert sorted(named) == sorted([*there, "playground/index.html"])


def test_links_out_of_docs_lead_to_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A file outside docs keeps its path in the repository, and its links to docs are adjusted."""
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

    build.collect_pages(tmp_path / "site")

    there = {path.relative_to(tmp_path / "site").as_posix(): path for path in (tmp_path / "site").rglob("*.*")}
    assert {name: path.read_text("utf-8") for name, path in there.items()} == {
        "page.md": "[all](below/deep.md#part) [x](trees/README.md) [y](https://example.org)",
        "below/deep.md": "[one](../trees/x.tree), ![two](picture.svg)",
        "below/picture.svg": "<svg/>",
        "trees/README.md": "[back](../below/deep.md), [beside](x.tree)",
        "trees/x.tree": "(6 5)",
    }
