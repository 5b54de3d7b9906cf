"""Characters that cannot be displayed are replaced by � in every format, whatever names a program uses."""

from html import unescape
from xml.etree import ElementTree

import pytest

from treesolve.drawing.escaping import ESCAPES, in_one_line, quote_typst_string
from treesolve.model.convention import CONVENTIONS
from treesolve.model.problem import sanitize
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.rendering.player_animation import json_embedded_in_page
from treesolve.rendering.saving import draw_picture, page
from treesolve.search.solution import solve

CONTROL_BYTES = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))]
TURNING = [chr(code) for code in (0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A))]
NO_CHARACTERS = ["\ufffe", "\uffff", *map(chr, range(0xD800, 0xE000, 0x155)), "\udfff"]
WITHOUT_GLYPH = ["\uf8ff", "\U000f0000", "\u0378", "\u05ff", "\U0001ffff"]
"""Private and unassigned characters, which may be displayed; PDFs print their codes."""

BLANK = ["\n", "\t"]
HIDDEN = [character for character in (*CONTROL_BYTES, *TURNING, *NO_CHARACTERS) if character not in BLANK]
ODD = [*HIDDEN, *BLANK, *WITHOUT_GLYPH]


def name_with(character: str) -> str:
    """Return a name that contains the character and identifies it."""
    return f"q{character}z{ord(character):x}"


def seen(character: str) -> str:
    """Return the name as displayed."""
    shown = " " if character in BLANK else character if character in WITHOUT_GLYPH else "�"
    return f"q{shown}z{ord(character):x}"


def odd_tree(characters: list[str] = ODD, text: str | None = None) -> Tree:
    """Return a tree with a leaf for each character; all characters are also in the title and the source."""
    columns = read(text or "(" + "5 " * len(characters) + ")")
    names = {leaf: name_with(character) for leaf, character in zip(columns.leaf_ids, characters, strict=True)}
    moves = {columns.leaf_ids[0]: f"m{characters[0]}"}
    header = "".join(characters)
    return Tree(
        columns.kinds, columns.values, columns.children, given_names=names, moves=moves, title=header, source=header
    )


PIECES = [ODD[start : start + 16] for start in range(0, len(ODD), 16)]
SOLVED = [solve(odd_tree(piece), CONVENTIONS["minimax"]) for piece in PIECES]
"""Trees that fit a page and together contain all characters."""


def check(content: str) -> None:
    """Check that the text contains each name and no invisible characters."""
    assert not [hex(ord(character)) for character in HIDDEN if character in content]
    assert [hex(ord(character)) for character in ODD if seen(character) not in content] == []


# Characters


@pytest.mark.parametrize("character", [*HIDDEN], ids=lambda character: f"{ord(character):x}")
def test_invisible_characters_are_replaced_in_every_format(character: str):
    """The escape functions do it, so that no other code has to."""
    assert sanitize(f"a{character}b") == in_one_line(f"a{character}b") == "a�b"
    for escaped in ESCAPES.values():
        assert character not in escaped(f"a{character}b")
        assert escaped(f"a{character}b") == escaped("a�b")
    assert quote_typst_string(character) == '"�"'
    assert json_embedded_in_page({character: [(character,)]}) == '{"�":[["�"]]}'


def test_visible_characters_are_kept():
    """All other characters are kept."""
    every = "".join(map(chr, range(0x110000)))

    replaced = {character for character in every if sanitize(character) != character}
    assert replaced == {*HIDDEN, *map(chr, range(0xD800, 0xE000))}


# Pages


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("form", ["text", "markdown", "html", "latex", "typst"])
def test_pages_show_replaced_names(form: str, language: str):
    """They appear in pictures, sentences and tables, and can be encoded as UTF-8."""
    content = "\n".join(str(page(solution, form, language=language)) for solution in SOLVED)
    content.encode()
    if form == "latex":
        for character in WITHOUT_GLYPH:
            content = content.replace(rf"\anycharacter{{{ord(character):04X}}}", character)
        content = content.replace(r"\anycharacter{FFFD}", "�")

    check(unescape(content) if form == "html" else content)


@pytest.mark.parametrize("form", ["text", "svg", "latex", "typst", "dot"])
@pytest.mark.parametrize("solved", [True, False])
def test_pictures_show_replaced_names(form: str, solved: bool):
    """Each picture is large enough for its names, and SVG is valid XML."""
    pictures = [str(draw_picture(solution if solved else solution.tree, form)) for solution in SOLVED]
    content = "\n".join(pictures)
    content.encode()
    if form == "latex":
        for character in WITHOUT_GLYPH:
            content = content.replace(rf"\anycharacter{{{ord(character):04X}}}", character)
        content = content.replace(r"\anycharacter{FFFD}", "�")
    if form == "svg":
        content = "\n".join(text for drawn in pictures for text in ElementTree.fromstring(drawn).itertext())
    if form == "dot":
        for character in WITHOUT_GLYPH:
            assert character not in content
            content = content.replace(f"q z{ord(character):x}", seen(character))

    check(content)
