"""PDFs: reproducible bytes, bundled fonts only, tagged, and with every text of the tree."""

import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from click.testing import CliRunner

from tests.support.effort import dealt, few, some
from tests.support.pdf_text import page_texts
from tests.support.places import ROOT, exercise_files, named
from tests.support.trees import HOSTILE
from treesolve.cli import treesolve
from treesolve.cli.command_run import CommandRun
from treesolve.cli.convention_option import ConventionOption
from treesolve.cli.page_writer import Writer
from treesolve.cli.solve_analyses import slides_question
from treesolve.model.convention import CONVENTIONS
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.rendering.picture_label import labels
from treesolve.rendering.saving import draw_picture, page
from treesolve.search.search import Unsolvable
from treesolve.search.search_frames import Animation
from treesolve.search.solution import Solution, solve

pypdf = pytest.importorskip("pypdf")

BUNDLED = ("LibertinusSerif", "NewCM", "DejaVuSansMono")

LOOK = {"language": "en", "shapes": "triangles", "paper": "a4", "width": 100}


def read_again(content: bytes) -> Any:
    """Return the PDF as parsed by pypdf."""
    return pypdf.PdfReader(io.BytesIO(content))


def plain(text: str) -> str:
    """Return a text without whitespace, directional marks and combining characters."""
    return re.sub(r"[\s\u200b-\u200f\u2060-\u206f]", "", unicodedata.normalize("NFKD", text))


def text_of(content: bytes) -> str:
    """Return all text of the PDF without whitespace, because line breaks do not matter."""
    return plain("".join(page_texts(content)))


def elements(content: bytes) -> Iterator[Any]:
    """Yield the elements of the structure tree from top to bottom."""
    waiting = [read_again(content).trailer["/Root"]["/StructTreeRoot"]]
    while waiting:
        element = waiting.pop().get_object()
        if isinstance(element, list):
            waiting.extend(reversed(element))
        elif isinstance(element, dict):
            yield element
            waiting += [element["/K"]] if "/K" in element else []


def alternatives(content: bytes) -> list[str]:
    """Return the alternative texts of the figures in order."""
    return [element["/Alt"] for element in elements(content) if element.get("/S") == "/Figure"]


def fonts(content: bytes) -> dict[str, Any]:
    """Return the fonts of all pages by name, each with its descriptor."""
    found = {}
    for sheet in read_again(content).pages:
        for entry in (sheet["/Resources"].get("/Font") or {}).values():
            font = entry.get_object()
            below = font.get("/DescendantFonts", [font])[0].get_object()
            found[font["/BaseFont"].split("+")[-1]] = below["/FontDescriptor"].get_object()
    return found


def solved_pdf(tree: Tree, convention: str = "haw", language: str = "en", **look: Any) -> bytes:
    """Return the worked solution as PDF."""
    return page(solve(tree, CONVENTIONS[convention]), "pdf", language=language, **look)


def slides_pdf(solution: Solution, language: str = "en") -> bytes:
    """Return the slides as written by the command."""
    file = io.BytesIO()
    slides = slides_question(ConventionOption(None), CommandRun(language))
    writing = Writer(file, "pdf", {**LOOK, "language": language}, slides.written)
    writing.add(solution, "x.tree")
    writing.finish()
    return file.getvalue()


# Metadata


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_document_is_tagged_and_says_what_it_is(language: str):
    """A PDF conforms to PDF/UA-1 and has its language and title."""
    content = solved_pdf(read("title: Zwei Züge\ntree: ((6 5) (2 9))"), language=language)
    root = read_again(content).trailer["/Root"]
    metadata = root["/Metadata"].get_object().get_data().decode()

    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == language
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert read_again(content).metadata.title == "Zwei Züge"
    assert re.search(r"<pdfuaid:part>1<", metadata)
    assert f"<rdf:li>{language}" in metadata or language in metadata
    assert {"/H1", "/H2", "/Table", "/TH", "/TD", "/Figure", "/P"} <= {entry.get("/S") for entry in elements(content)}


@pytest.mark.parametrize("form", ["page", "picture", "slides"])
def test_only_the_bundled_fonts_and_all_of_them_embedded(form: str):
    """All fonts are bundled and embedded."""
    tree = read('title: Ж α\ntree: ("ℵ ⇒": (6 "a\u0301 שלום": 5) "Ωмега": (2 x -> 9))')
    solution = solve(tree)
    content = {"page": lambda: page(solution, "pdf"), "picture": lambda: draw_picture(solution, "pdf")}.get(
        form, lambda: slides_pdf(solution)
    )()

    found = fonts(content)
    assert found
    for name, descriptor in found.items():
        assert name.startswith(BUNDLED), name
        assert "/FontFile3" in descriptor or "/FontFile2" in descriptor


# Reproducibility


PROGRAM = """
import hashlib, sys
from treesolve.notation.reader import read
from treesolve.rendering.saving import draw_picture, page
from treesolve.search.solution import solve
solution = solve(read(sys.argv[1]))
german = page(solution, "pdf", language="de")
for content in (page(solution, "pdf"), draw_picture(solution, "pdf"), draw_picture(solution, "png"), german):
    print(hashlib.sha256(content).hexdigest())
"""


def test_the_bytes_are_the_same_in_every_process():
    """The bytes depend on no time, host name, hash order or working directory."""
    text = 'title: Ü\ntree: ((6 "王": 5) (2 9 1/3))'
    runs = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM, text],
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed, "TZ": zone, "HOME": home},
            cwd=folder, capture_output=True, text=True, check=True,
        ).stdout
        for seed, zone, home, folder in (("1", "UTC", "/nowhere", "/"), ("2", "Asia/Tokyo", str(ROOT), str(ROOT)))
    ]  # fmt: skip

    assert len(runs[0].split()) == 4
    assert runs[0] == runs[1]
    solution = solve(read(text))
    assert hashlib.sha256(page(solution, "pdf")).hexdigest() == runs[0].split()[0]
    assert page(solution, "pdf") == page(solution, "pdf")


# Texts


@pytest.mark.parametrize("path", some(exercise_files()), ids=named)
def test_every_name_and_value_can_be_copied(path: object):
    """Names and values can be copied, from a sample of the exercises, solved and unsolved."""
    tree = read(path.read_text("utf-8"))
    convention = tree.convention if tree.convention in CONVENTIONS else "minimax" if "?" in str(tree.values) else "haw"
    try:
        solution = solve(tree, CONVENTIONS[convention])
    except Unsolvable:
        pytest.skip("this convention cannot search it")
    for content in (page(solution, "pdf"), draw_picture(solution, "pdf")):
        text = text_of(content)
        for label in labels(tree, Animation(solution).last, still=True):
            assert plain(label.name) in text
            assert plain(label.value) in text
            assert plain(label.edge) in text


ODD_TEXTS = r"""
#read("x")|\input{x}|$x$|@ref|*b*|_i_|`code`|```|//|/* */|]|[|"|'|\|\\|#|#{1/0}|<label>|= heading|- item|+ item|1. item|
/ term: x|~|--|---|...|-?|https://example.org|a:b|\u{41}|\n|#let a = 1|$ x $|#sys.inputs|𝔸|ﬁ ﬂ|ǆ
"""

VICIOUS = dict.fromkeys(
    name for name in (*HOSTILE, *ODD_TEXTS.replace("\n", "").split("|"), "e\u0301", "x\ty") if "王" not in name
)


@pytest.mark.parametrize("name", few([*VICIOUS]))
def test_names_print_as_themselves(name: str):
    """Odd names are printed literally as node, leaf, move, title and source, in picture, sentences and tables."""
    columns = read("((1 2) 3)")
    tree = Tree(
        columns.kinds, columns.values, columns.children,
        given_names={0: name}, moves={1: name, 2: name}, title=name, source=name,
    )  # fmt: skip
    content = page(solve(tree), "pdf")
    text = text_of(content)

    assert text.count(plain(name)) >= 8
    assert name.replace("\t", " ") in alternatives(content)[0].replace("\t", " ")
    assert read_again(content).metadata.title == name.replace("\t", " ")
    for form in dealt(("picture", "slides", "", ""), [*VICIOUS].index(name) % 4, 4):
        if form == "picture":
            assert plain(name) in text_of(draw_picture(solve(tree), "pdf"))
        if form == "slides":
            assert text_of(slides_pdf(solve(tree))).count(plain(name)) >= 8


# Slides


@pytest.mark.parametrize(("form", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG")])
def test_slides_become_pictures_numbered_as_their_steps(
    form: str, begins: bytes, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
):
    """Slides are PNG files in a new folder; without a folder, the command reports an error."""
    run = partial(CliRunner().invoke, treesolve, input="((6 5) (2 9))")
    command = ["solve", "-", "--slides", "--format", form, "-o"]
    steps = len(solve(read("((6 5) (2 9))")).step_events)
    monkeypatch.chdir(tmp_path)

    assert run([*command, "steps/"]).exit_code == 0
    assert run([*command, f"x.{form}"]).exit_code == 2
    files = sorted(tmp_path.rglob("*.*"))
    assert [file.name for file in files] == [f"{number:02}.{form}" for number in range(steps + 1)]
    assert all(file.read_bytes().startswith(begins) for file in files)


# No external resources


BANNED = """
import socket, sys
def banned(*_): raise SystemExit("somebody opened a socket")
socket.socket = banned
socket.create_connection = banned
from treesolve.rendering.saving import draw_picture, page
from treesolve.rendering.pdf import pdf
from treesolve.notation.reader import read
from treesolve.search.solution import solve
from treesolve.model.problem import InputError
from treesolve.search.search import Unsolvable
tree = read('("#read(\\\\"/etc/passwd\\\\")": 1 "#import \\\\"@preview/cetz:0.3.0\\\\"": 2)')
solution = solve(tree)
assert page(solution, "pdf").startswith(b"%PDF-")
assert draw_picture(solution, "png").startswith(b"\\x89PNG")
for source in sys.argv[1:]:
    try:
        pdf('#set document(title: "x")\\n' + source)
    except InputError as error:
        print(error.problems[0].code)
"""


def test_no_file_is_read_and_nothing_downloaded(tmp_path: Any):
    """Typst reads no file, even if the source asks for it, and the program runs without a network."""
    (tmp_path / "secret.txt").write_text("secret")
    sources = [
        f'#read("{tmp_path}/secret.txt")', '#read("secret.txt")', '#read("../secret.txt")', '#include "/etc/passwd"',
        '#image("/etc/x.png")', '#import "@preview/cetz:0.3.0"', '#json("/etc/passwd")', '#plugin("/x.wasm")',
    ]  # fmt: skip
    alone = ["unshare", "--map-root-user", "--net"]
    can_be_alone = (
        shutil.which("unshare") and not subprocess.run([*alone, "true"], capture_output=True, check=False).returncode
    )
    result = subprocess.run(
        [*(alone if can_be_alone else []), sys.executable, "-c", BANNED, *sources],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert result.stderr == ""
    assert result.stdout.split() == ["pdf-failed"] * len(sources)
