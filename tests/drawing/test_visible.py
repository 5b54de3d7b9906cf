"""Characters that cannot be shown: � in their place in every form, whatever a program calls its nodes."""

import io
import json
import re
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.support.effort import dealt
from tests.support.pdf_text import page_texts
from treesolve.analysis.parametric import solve_unknown
from treesolve.cli.outputs import Writer, solutions
from treesolve.drawing.markup import ESCAPES, in_one_line, typst_string
from treesolve.model.convention import CONVENTIONS
from treesolve.model.problem import harmless
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.notation.reader import read as read_payoffs
from treesolve.pages.document import written
from treesolve.pages.player_film import json_embedded_in_page
from treesolve.pages.saving import draw, page
from treesolve.pages.solution_page import solution_page
from treesolve.pages.unknown_page import unknown_page
from treesolve.search.maxn import solve_maxn
from treesolve.search.solution import Solution, solve

CONTROL = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))]
TURNING = [chr(code) for code in (0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A))]
NO_CHARACTERS = ["\ufffe", "\uffff", *map(chr, range(0xD800, 0xE000, 0x155)), "\udfff"]
WITHOUT_GLYPH = ["\uf8ff", "\U000f0000", "\u0378", "\u05ff", "\U0001ffff"]
"""Private and unassigned ones: they may be shown, and PDFs print their codes."""

BLANK = ["\n", "\t"]
HIDDEN = [character for character in (*CONTROL, *TURNING, *NO_CHARACTERS) if character not in BLANK]
ODD = [*HIDDEN, *BLANK, *WITHOUT_GLYPH]

LOOK = {"language": "en", "shapes": "triangles", "paper": "a4", "width": 100}


def name_with(character: str) -> str:
    """A name that holds the character, and tells which it is."""
    return f"q{character}z{ord(character):x}"


def seen(character: str) -> str:
    """The same name as it is shown."""
    shown = " " if character in BLANK else character if character in WITHOUT_GLYPH else "�"
    return f"q{shown}z{ord(character):x}"


def odd_tree(characters: list[str] = ODD, text: str | None = None) -> Tree:
    """A leaf for each of these characters, with it in its name; all of them are in the title and the source."""
    columns = read(text or "(" + "5 " * len(characters) + ")")
    names = {leaf: name_with(character) for leaf, character in zip(columns.leaves, characters, strict=True)}
    moves = {columns.leaves[0]: f"m{characters[0]}"}
    header = "".join(characters)
    return Tree(
        columns.kinds, columns.values, columns.children, given_names=names, moves=moves, title=header, source=header
    )


PIECES = [ODD[start : start + 16] for start in range(0, len(ODD), 16)]
SOLVED = [solve(odd_tree(piece), CONVENTIONS["minimax"]) for piece in PIECES]
"""Trees that fit a page, with all characters together."""


def check(told: str) -> None:
    """Nothing in the text is hidden, and each name is in it."""
    assert not [hex(ord(character)) for character in HIDDEN if character in told]
    assert [hex(ord(character)) for character in ODD if seen(character) not in told] == []


# Characters


@pytest.mark.parametrize("character", [*HIDDEN], ids=lambda character: f"{ord(character):x}")
def test_what_cannot_be_shown_is_replaced_in_every_form(character: str):
    """By the escapes themselves, so that no text needs another care."""
    assert harmless(f"a{character}b") == in_one_line(f"a{character}b") == "a�b"
    for escaped in ESCAPES.values():
        assert character not in escaped(f"a{character}b")
        assert escaped(f"a{character}b") == escaped("a�b")
    assert typst_string(character) == '"�"'
    assert json_embedded_in_page({character: [(character,)]}) == '{"�":[["�"]]}'


def test_all_that_can_be_shown_stays():
    """Every other character there is."""
    every = "".join(map(chr, range(0x110000)))

    replaced = {character for character in every if harmless(character) != character}
    assert replaced == {*HIDDEN, *map(chr, range(0xD800, 0xE000))}


# Pages


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("form", ["text", "markdown", "html", "latex", "typst"])
def test_pages_show_odd_names(form: str, language: str):
    """In the picture, in sentences and in tables; all of it can be written as UTF-8."""
    told = "\n".join(str(page(solution, form, language=language)) for solution in SOLVED)
    told.encode()
    if form == "latex":
        for character in WITHOUT_GLYPH:
            told = told.replace(rf"\anycharacter{{{ord(character):04X}}}", character)
        told = told.replace(r"\anycharacter{FFFD}", "�")

    check(unescape(told) if form == "html" else told)


@pytest.mark.parametrize("form", ["text", "svg", "latex", "typst", "dot"])
@pytest.mark.parametrize("solved", [True, False])
def test_pictures_show_odd_names(form: str, solved: bool):
    """Each as large as what it shows; SVG is XML."""
    pictures = [str(draw(solution if solved else solution.tree, form)) for solution in SOLVED]
    told = "\n".join(pictures)
    told.encode()
    if form == "latex":
        for character in WITHOUT_GLYPH:
            told = told.replace(rf"\anycharacter{{{ord(character):04X}}}", character)
        told = told.replace(r"\anycharacter{FFFD}", "�")
    if form == "svg":
        told = "\n".join(text for drawn in pictures for text in ElementTree.fromstring(drawn).itertext())
    if form == "dot":
        for character in WITHOUT_GLYPH:
            assert character not in told
            told = told.replace(f"q z{ord(character):x}", seen(character))

    check(told)


def test_the_player_shows_odd_names():
    """The data of its script, too."""
    columns = read("(" + "(5) " * len(ODD) + ")")
    names = {node: name_with(character) for node, character in zip(columns.children[0], ODD, strict=True)}
    told = str(page(solve(Tree(columns.kinds, columns.values, columns.children, given_names=names)), "html"))
    (data,) = re.findall(r'<script type="application/json">(.*?)</script>', told)

    check("".join(texts_in(json.loads(data))))


def texts_in(data: Any) -> list[str]:
    """All texts of the data."""
    if isinstance(data, str):
        return [data]
    if isinstance(data, dict):
        return [text for item in data.items() for one in item for text in texts_in(one)]
    return [text for one in data for text in texts_in(one)] if isinstance(data, list) else []


def test_questions_and_payoffs_show_odd_names():
    """What has pages of its own."""
    columns = read("(" + "5 " * (len(ODD) - 1) + "x)")
    names = {leaf: name_with(character) for leaf, character in zip(columns.leaves, ODD, strict=True)}
    asked = solve_unknown(
        Tree(columns.kinds, columns.values, columns.children, given_names=names), CONVENTIONS["minimax"]
    )
    for form in ("text", "markdown", "html", "latex", "typst"):
        told = written(unknown_page(asked), form)
        told.encode()
        assert not [character for character in HIDDEN if character in unescape(told)]
    columns = read_payoffs("(<1,2> <2,1>)", payoffs=True)
    odd = Tree(columns.kinds, columns.values, columns.children, given_names={0: "a\x85\n\u202eb"})
    assert "a� �b" in written(solution_page(solve_maxn(odd)))


# PDF


def text_of(content: bytes) -> str:
    """Everything that can be copied from a PDF, without white space."""
    return re.sub(r"\s", "", "".join(page_texts(content)))


def slides_pdf(solution: Solution) -> bytes:
    """The slides, as the command writes them."""
    file = io.BytesIO()
    writing = Writer(file, "pdf", LOOK, solutions(slides=True))
    writing.add(solution, "x.tree")
    writing.finish()
    return file.getvalue()


@pytest.mark.parametrize("made", ["page", "picture", "slides"])
def test_pdfs_show_odd_names(made: str):
    """Whatever no font has is printed as its code; a PNG is made, too."""
    odd = [HIDDEN[0], *dealt(ODD, 0, 32 if made == "slides" else 8), WITHOUT_GLYPH[0]]
    solved = solve(odd_tree(odd), CONVENTIONS["minimax"])
    content = {
        "page": lambda: page(solved, "pdf"),
        "picture": lambda: draw(solved, "pdf"),
        "slides": lambda: slides_pdf(solved),
    }[made]()
    text = text_of(content)  # type: ignore[arg-type]
    assert made != "picture" or draw(solved, "png")[1:4] == b"PNG"

    assert {*odd} & {*HIDDEN}
    assert {*odd} & {*WITHOUT_GLYPH}
    for character in odd:
        assert character not in HIDDEN or f"q�z{ord(character):x}" in text
        assert character not in WITHOUT_GLYPH or f"q‹U+{ord(character):04X}›z" in text
