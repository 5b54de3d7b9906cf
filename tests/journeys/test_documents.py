"""Trees in documents: the filter, run by pandoc itself, and the cell magic, in a notebook that is run."""

import os
import re
import subprocess
import zipfile
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest

from tests.support.pandoc import FILTER, INSTALLED, NEWER, converted, pandoc_named
from tests.support.pdf_text import page_texts
from tests.support.places import ROOT
from tests.support.program import run
from tests.support.tex import NEEDED, printed, require_tex
from treesolve import __version__

STEPS = """
- Ein Baum:

    ```{.tree solve=cs188 show=steps}
    title: Zwei Züge
    tree: ((6 5) (2 9))
    ```
"""

SCRIPT = f"""---
title: Spielbäume
lang: de-DE
---

# Suche
{STEPS}
# Aufgaben

```{{.tree .sheet solve=haw}}
points: values 4, pruned 2
tree: ((3 5) (2 9))
```

Schluss.
"""

BIG = f"```{{.tree solve=true}}\n({'(1 2 3 4 5 6 7 8 9) ' * 20})\n```\n"
"""A picture for more than one page of paper."""

PAGE = ROOT / "docs" / "documents.md"

WRONG = """Text.

```tree
((6 5) (2,, 9))
```

```tree
((6 5) (2 9))
```

> ```{.tree solve=aimaa}
> ((6 5) (2 9))
> ```

```{.tree .solve}
title: x
tree: ((6 5) (x 9))
```
"""


@pytest.mark.long
def test_the_example_of_the_documentation_becomes_a_page(tmp_path: Path):
    """With pictures, every step, an exercise, and its solution at the end."""
    example = re.search('^````markdown title="script.md"\n(.*?)^````$', PAGE.read_text("utf-8"), re.M | re.S)
    assert example is not None
    made = converted(NEWER, example[1], tmp_path, "--to=html")

    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.count('<svg xmlns="http://www.w3.org/2000/svg" class="tree"') == 6
    assert "Game tree: A (B (L1 = 6; L2 = 5); C (L3 = 2; L4 = 9))" in made.stdout
    words = " ".join(re.sub(r"<style>.*?</style>|<[^>]*>", " ", made.stdout, flags=re.DOTALL).split())
    order = (
        "Convention aima",
        "α-cut: β = 2 ≤ α = 5",
        "Exercises",
        "How to search",
        "Task 1: Two moves (____ / 6 points)",
    )
    order = (*order, "Game trees – solution", "Task 1: Two moves (6 points)", "A=3 B=3 C≤2")
    for one, next_one in pairwise(order):
        assert words.index(one) < words.index(next_one), next_one


@pytest.mark.long
def test_latex_prints(tmp_path: Path):
    """With pictures that are as sharp as the letters, and symbols, which its fonts lack."""
    require_tex()
    made = converted(INSTALLED, SCRIPT, tmp_path, "--output=x.pdf")
    assert (made.returncode, made.stderr) == (0, "")
    text = normalize("NFKC", " ".join(page_texts(tmp_path / "x.pdf")))

    assert text.count("MAX\n") == 3
    for words in ("β = 2 < α = 5", "C wird betreten", "Aufgabe 1 (6 Punkte)", "Spielbäume – Lösung", "C≤2"):
        assert words in text


@pytest.mark.long
@pytest.mark.parametrize(("name", "look"), [(INSTALLED, "fontsize=12pt aspectratio=169"), (NEWER, "theme=Berkeley")])
def test_beamer_goes_on_where_a_slide_is_full(name: str, look: str, tmp_path: Path):
    """With the steps in a list, below a heading on a slide or without a title, a deep picture, and exercises."""
    deep = f"\n# Tief\n\n```tree\n{'(' * 9}3{' 4)' * 9}\n```\n\n## Darin\n"
    exercise = "\n---\n\n```{.tree .sheet solve=lang show=steps}\npoints: values 4\ntree: ((6 5) (2 9) (7 8))\n```\n"
    looks = [f"-V{one}" for one in look.split()]
    document = SCRIPT + exercise + deep + STEPS + "\n---\n" + STEPS
    made = converted(name, document, tmp_path, "--to=beamer", "--extract-media=.", "--output=x.tex", *looks)
    assert (made.returncode, made.stderr) == (0, "")
    slides = printed((tmp_path / "x.tex").read_text("utf-8"), tmp_path, runs=3)

    assert (slides.outside, slides.collisions) == ([], [])
    assert "Overfull \\vbox" not in (tmp_path / "page.log").read_text("utf-8", "replace")
    assert slides.text.count("A liefert 5") == 3
    assert slides.text.count("A liefert 7") == 1


def test_typst_prints(tmp_path: Path):
    """With pictures, tables and symbols."""
    import typst

    made = converted(NEWER, STEPS, tmp_path, "--to=typst", "--extract-media=.", "--output=x.typ")
    assert (made.returncode, made.stderr) == (0, "")
    source = (tmp_path / "x.typ").read_text("utf-8")
    (tmp_path / "x.pdf").write_bytes(typst.compile(tmp_path / "x.typ"))

    assert len(re.findall(r'image\("\S+\.png"', source)) == 1
    assert "α-cut: β = 2 < α = 5" in " ".join(page_texts(tmp_path / "x.pdf"))


def test_typst_needs_a_pandoc_that_writes_it(tmp_path: Path):
    """An older one would write HTML into the file."""
    made = converted(INSTALLED, STEPS, tmp_path, "--output=x.typ")

    assert made.returncode != 0
    assert "pandoc 3.1.2 or newer writes Typst, and this is pandoc 2." in made.stderr
    assert not (tmp_path / "x.typ").exists()


def test_word_processors_get_pictures(tmp_path: Path):
    """As large as they are, with a text for those who cannot see them."""
    made = converted(INSTALLED, STEPS, tmp_path, "--output=x.docx")
    assert (made.returncode, made.stderr) == (0, "")
    with zipfile.ZipFile(tmp_path / "x.docx") as packed:
        pictures = [name for name in packed.namelist() if name.endswith(".png")]
        document = packed.read("word/document.xml").decode()
    (width,) = (int(width) / 914400 for width in re.findall(r'<wp:extent cx="(\d+)"', document))

    assert len(pictures) == 1
    assert 3 < width < 4  # inches
    assert 'descr="title: Zwei Züge tree: ((6 5) (2 9))"' in document
    assert "α-cut: β = 2 &lt; α = 5; L4 is not evaluated" in document


def test_a_tree_that_is_too_wide_for_a_page_is_refused(tmp_path: Path):
    """On paper, with its line; a web page shows it."""
    printed = converted(INSTALLED, BIG, tmp_path, "--to=latex")
    shown = converted(INSTALLED, BIG, tmp_path, "--to=html")

    assert printed.returncode == 1
    assert "x.md:1: The tree is too wide for a page" in printed.stderr
    assert shown.returncode == 0
    assert "<svg" in shown.stdout


@pytest.mark.long
def test_mistakes_are_told_by_the_lines_of_the_document(tmp_path: Path):
    """All of them, without a traceback; then there is no document."""
    made = converted(INSTALLED, WRONG, tmp_path, "--output=x.html")
    message = [line for line in made.stderr.splitlines() if line.startswith("x.md")]

    assert made.returncode == 1
    assert "traceback" not in made.stderr
    assert [line.partition(" ")[0] for line in message] == ["x.md:4:11:", "x.md:11:", "x.md:17:15:"]
    assert "There is no convention “aimaa”. Did you mean “aima”?" in message[1]
    assert not (tmp_path / "x.html").exists()


MEANINGLESS = ("solv=aima", ".sheets", "show=nothing", "foo=1", ".step", "sheet=false", "show-steps=1", "step=3 .sheet")


@pytest.mark.every_row
@pytest.mark.parametrize("asked", MEANINGLESS)
def test_what_a_block_cannot_ask_for_is_refused(asked: str, tmp_path: Path):
    """With its line; what pandoc, HTML and slides have is not meant for trees."""
    other = "#x .fragment width=3cm data-id=2 fragment-index=1"
    document = f"---\nlang: de\n---\n\n```{{.tree {other} .solve}}\n(1 2)\n```\n\n```{{.tree {asked}}}\n(3 4)\n```\n"
    made = converted(INSTALLED, document, tmp_path, "--output=x.html")

    assert made.returncode == 1
    assert made.stderr.startswith(f"x.md:9: „{asked.removesuffix(' .sheet')}“ bedeutet hier nichts. Möglich sind ")
    assert (made.stderr.count("\n"), (tmp_path / "x.html").exists()) == (1, False)
    english = converted(INSTALLED, document.replace("de", "en", 1), tmp_path, "--output=x.html")
    assert "has no meaning here. Valid are .sheet" in english.stderr


def test_a_draft_shows_mistakes_in_their_places(tmp_path: Path):
    """Below the block that has them."""
    made = converted(NEWER, WRONG[:40], tmp_path, "--to=plain", "--metadata=draft")

    assert made.returncode == 0
    assert "((6 5) (2,, 9))\n\n    x.md:4:11: Two separators in a row" in made.stdout


def test_remarks_are_told_with_their_lines(tmp_path: Path):
    """Such as how a tree in another notation has been read."""
    made = converted(NEWER, "Text.\n\n```{.tree show=steps}\n(max (min 6 5) (min 2 9))\n```\n", tmp_path, "--to=plain")

    assert (made.returncode, made.stderr) == (0, "x.md:3: Read from brackets as: ((6 5) (2 9))\n")


def test_without_the_program_that_is_told(tmp_path: Path):
    """Whoever runs pandoc may have another environment."""
    pandoc = pandoc_named(NEWER)
    (tmp_path / "x.md").write_text(WRONG, "utf-8")
    command = [pandoc, "x.md", f"--lua-filter={FILTER}"]
    made = subprocess.run(command, cwd=tmp_path, env={"PATH": os.defpath}, capture_output=True, text=True, check=False)

    assert made.returncode == 1
    assert "treesolve: not found" in made.stderr


def test_the_program_tells_where_the_filter_is():
    """As pandoc wants it on its command line."""
    assert run("list", "filter").output == f"{FILTER}\n"


def test_the_extension_is_that_of_this_version():
    """What Quarto is told of it."""
    assert f"version: {__version__}\n" in (FILTER.parent / "_extension.yml").read_text("utf-8")


CELLS = (
    "%load_ext treesolve",
    "%%tree\n((6 5) (2 9))",
    "%%tree -c cs188 --show steps\n((6 5) (2 9))",
    "%%tree --sheet --language de\ntitle: Zwei Züge\ntree: ((6 5) (2 9))",
    "%%tree --solved\n((6 5)\n(2,, 9))",
    "%%tree --shet\n((6 5) (2 9))",
)


@pytest.mark.long
def test_a_notebook_shows_trees():
    """As pictures and as text; a mistake is a sentence, with the line of its cell."""
    _, drawn, solved, asked, wrong, mistyped = _shown(CELLS)

    assert drawn["text/plain"].startswith("MAX         A\n")
    assert drawn["text/html"].count("<svg") == solved["text/html"].count("<svg") == 1
    assert "α-cut: β = 2 &lt; α = 5" in solved["text/html"]
    assert "Aufgabe 1: Zwei Züge" in asked["text/plain"]
    assert "Welcher Zug ist an der Wurzel der beste?" in asked["text/html"]
    for blank in ("gap", "writing"):
        assert f'class="{blank}"' in asked["text/html"]
        assert re.search(rf"[.]{blank}\b[^{{}}]*{{[^{{}}]*border-bottom", asked["text/html"])
    assert wrong["stderr"].startswith("UsageError: cell:3:4: Two separators in a row")
    assert mistyped["stderr"] == "UsageError: unrecognized arguments: --shet\n"


def _shown(cells: Sequence[str]) -> list[dict[str, str]]:
    """What each cell of a notebook shows when it is run, by its kind."""
    for name in ("ipykernel", "nbclient"):
        if find_spec(name) is None and os.environ.get(NEEDED):
            pytest.fail(f"{NEEDED} is set, but this is not installed: {name}")
        pytest.importorskip(name, reason=f"not installed: {name}")
    import nbclient
    import nbformat

    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(notebook, allow_errors=True).execute()
    return [_by_kind(cell["outputs"]) for cell in notebook["cells"]]


def _by_kind(outputs: Sequence[dict[str, Any]]) -> dict[str, str]:
    """What a cell has shown: on its streams, and as its result."""
    found: dict[str, str] = {}
    for output in outputs:
        found |= output.get("data") or {output["name"]: output["text"]}
    return found
