"""The letterhead: it appears in all formats, as text only, and its errors are reported with their line."""

import json
import re
from base64 import b64decode
from pathlib import Path
from zlib import compress, crc32

import pytest

from tests.support.pdf_text import page_texts
from tests.support.tex import printed
from tests.support.trees import HOSTILE
from treesolve.drawing.escaping import ESCAPES
from treesolve.model.problem import InputError, sanitize
from treesolve.notation.reader import read
from treesolve.rendering.letterhead import Letterhead, using_letterhead
from treesolve.rendering.letterhead_file import read_letterhead
from treesolve.rendering.saving import page
from treesolve.rendering.template_environment import SUFFIXES
from treesolve.search.solution import Solution, solve

LOGO = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4" width="8" height="4"><rect width="8" height="4"/></svg>'
)
FORMS = ("html", "latex", "typst", "pdf")


def folder(place: Path, letterhead: str, **files: str | bytes) -> Path:
    """Return a folder with a letterhead and other files; `logo_svg` is the content of logo.svg."""
    (place / "letterhead.toml").write_text(letterhead, "utf-8")
    for name, content in files.items():
        path = place / name.replace("_", ".")
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return place


def png(width: int, height: int) -> bytes:
    """Return a white PNG picture."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        body = kind + content
        return len(content).to_bytes(4, "big") + body + crc32(body).to_bytes(4, "big")

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x00\x00\x00\x00"
    rows = compress((b"\x00" + b"\xff" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def solution(text: str = "((6 5) (2 9))") -> Solution:
    """Return a solved tree."""
    return solve(read(text))


def text_of(written: str | bytes) -> str:
    """Return the readable text of a page in one line."""
    assert isinstance(written, bytes)
    return " ".join(" ".join(page_texts(written)).split())


def whole(place: Path) -> Letterhead:
    """Return a folder with a complete letterhead."""
    said = (
        'header = { en = "Our institute", de = "Unser Institut" }\nfooter = "Term 7"\nlogo = "logo.svg"\n'
        'font = "New Computer Modern"\naccent = "#004f8a"\n'
    )
    return read_letterhead(folder(place, said, logo_svg=LOGO))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("form", FORMS)
def test_it_stands_on_every_page_that_is_handed_out(tmp_path: Path, form: str, language: str):
    """Pages have the header in their language, footer, font and color; without the folder, they have none of them."""
    header, other = ("Our institute", "Unser Institut") if language == "en" else ("Unser Institut", "Our institute")
    plain, texts = (page(solution(), each, language=language) for each in (form, "text"))
    with using_letterhead(whole(tmp_path)):
        made = page(solution(), form, language=language)
        assert page(solution(), "text", language=language) == texts  # it goes on a terminal, or into other documents

    assert page(solution(), form, language=language) == plain
    message, before = (made, plain) if isinstance(made, str) else (text_of(made), text_of(plain))
    assert isinstance(message, str)
    assert message.count(header) == 1
    assert message.count("Term 7") == 1
    assert other not in message
    assert not [word for word in (header, "Term 7", "004f8a") if word in str(before)]
    if form != "pdf":
        assert "New Computer Modern" in message
        assert "004f8a" in message


@pytest.mark.parametrize(
    "said", [*HOSTILE, '#read("/etc/passwd")', "\\input{/etc/passwd}", "{{ 7 * 7 }}", "</style><b>"]
)
def test_what_it_says_is_only_text(tmp_path: Path, said: str):
    """A header is printed literally in every format."""
    said = f"From {' '.join(sanitize(said).split())[:180]} to"
    text = f"header = {json.dumps(said)}\nfooter = {json.dumps(said)}"
    with using_letterhead(read_letterhead(folder(tmp_path, text))):
        made = {form: page(solution(), form) for form in ("html", "latex", "typst")}
        assert isinstance(page(solution(), "pdf"), bytes)

    for form, text in made.items():
        assert str(text).count(ESCAPES[SUFFIXES[form]](said)) == 2


def test_latex_prints_it_with_its_logo(tmp_path: Path):
    """The logo is a PNG file in the folder of the source."""
    with using_letterhead(whole(tmp_path)):
        made = str(page(solution(), "latex"))

    (tmp_path / "logo.png").write_bytes(png(8, 4))
    message = printed(made, tmp_path)
    assert "Our institute" in message.text
    assert "Term 7" in message.text


def test_a_logo_is_carried_within_the_page(tmp_path: Path):
    """Pages embed the logo as SVG, whatever its file format."""
    for name, content in (("logo.svg", LOGO.encode()), ("logo.png", png(8, 4))):
        place = tmp_path / name
        place.mkdir()
        own = read_letterhead(folder(place, f'logo = "{name}"', **{name.replace(".", "_"): content}))
        with using_letterhead(own):
            made = str(page(solution(), "html"))
            assert isinstance(page(solution(), "pdf"), bytes)
        (address,) = re.findall(r'<img src="data:image/svg\+xml;base64,([^"]+)" alt="">', made)
        assert 'viewBox="0 0 8 4"' in b64decode(address).decode()
        assert "img-src data:;" in made
    assert "img-src" not in str(page(solution(), "html"))


def test_a_font_may_lie_in_the_folder(tmp_path: Path):
    """A PDF uses a font from the folder; later PDFs do not."""
    found = next(Path("/usr/share/fonts").rglob("LiberationSans-Regular.ttf"), None)
    if found is None:
        pytest.skip("the font Liberation Sans is not installed")
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / found.name).write_bytes(found.read_bytes())
    with using_letterhead(read_letterhead(folder(tmp_path, 'font = "Liberation Sans"'))):
        made = page(solution(), "pdf")

    assert isinstance(made, bytes)
    assert b"LiberationSans" in made
    assert b"LiberationSans" not in bytes(page(solution(), "pdf"))


def test_a_font_that_nobody_has_is_told(tmp_path: Path):
    """A missing font is reported with its position when a PDF is made; other formats only name it."""
    own = read_letterhead(folder(tmp_path, '\nfont = "New Computer Moderm"'))

    with using_letterhead(own), pytest.raises(InputError) as refused:
        page(solution(), "pdf")
    problem = refused.value.problems[0]
    assert (problem.code, problem.facts["nearest"]) == ("letterhead-font-unknown", "New Computer Modern")
    assert problem.place() == (2, 1)
    with using_letterhead(own):
        assert "New Computer Moderm" in str(page(solution(), "html"))
    assert page(solution(), "pdf")


@pytest.mark.parametrize(
    ("letterhead", "code", "place"),
    [
        *(('\nheadr = "x"', "unknown-key", (2, 1)), ("header = 3", "letterhead-line", (1, 1))),
        ('header = { en = "x" }', "missing-key", (1, 1)),
        ('header = { en = "x", de = "x", fr = "x" }', "unknown-key", (1, 32)),
        ('\n[footer]\nen = "x"\nde = 3', "wrong-type", (4, 1)),
        (f'footer = "{"x" * 201}"', "letterhead-line-long", (1, 1)),
        *(('footer = """x\ny"""', "letterhead-line-long", (1, 1)), ("logo = 3", "letterhead-logo", (1, 1))),
        *(('logo = "../logo.svg"', "letterhead-logo", (1, 1)), ('logo = "/etc/logo.svg"', "letterhead-logo", (1, 1))),
        *(('logo = "logo.gif"', "letterhead-logo", (1, 1)), ('logo = "no.svg"', "letterhead-logo-missing", (1, 1))),
        *(('font = "x; }"', "letterhead-font", (1, 1)), ("font = 3", "letterhead-font", (1, 1))),
        *(('accent = "blue"', "letterhead-accent", (1, 1)), ('accent = "#12345G"', "letterhead-accent", (1, 1))),
        *(('\n\naccent = "#ffff00"', "letterhead-pale", (3, 1)), ("header", "toml-syntax", (1, 7))),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, letterhead: str, code: str, place: tuple[int, int]):
    """Errors are reported with their position in the file of the letterhead."""
    with pytest.raises(InputError) as refused:
        read_letterhead(folder(tmp_path, letterhead))
    problem = refused.value.problems[0]

    assert (problem.code, problem.source, problem.place()) == (code, str(tmp_path / "letterhead.toml"), place)


SVG = '<svg xmlns="http://www.w3.org/2000/svg">\n'


@pytest.mark.parametrize(
    ("logo", "code", "place"),
    [
        (SVG + "<script>alert(1)</script></svg>", "logo-active", (2, 1)),
        (SVG + '<rect onload="x()"/></svg>', "logo-active", (2, 7)),
        (SVG + '<image href="https://example.org/x.png"/></svg>', "logo-active", (2, 8)),
        (SVG + '<image xlink:href="file:///etc/passwd"/></svg>', "logo-active", (2, 14)),
        (SVG + '<use href="other.svg#a"/></svg>', "logo-active", (2, 6)),
        (SVG + '<rect style="fill: url(https://example.org)"/></svg>', "logo-active", (2, 20)),
        (SVG + "<style>@import 'x';</style></svg>", "logo-active", (2, 8)),
        ('<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG + "</svg>", "logo-active", (1, 1)),
        (SVG + "<foreignObject/></svg>", "logo-active", (2, 1)),
        (SVG + "<rect></svg>", "logo-no-svg", (2, 9)),
        ("<html/>", "logo-no-svg", None),
        ("", "logo-no-svg", (1, 1)),
    ],
)
def test_a_logo_runs_and_loads_nothing(tmp_path: Path, logo: str, code: str, place: tuple[int, int] | None):
    """Active content and external references are reported with their position in the logo file."""
    with pytest.raises(InputError) as refused:
        read_letterhead(folder(tmp_path, 'logo = "logo.svg"', logo_svg=logo))
    problem = refused.value.problems[0]

    assert (problem.code, problem.source, problem.place()) == (code, str(tmp_path / "logo.svg"), place)


def test_a_logo_is_a_picture_of_a_decent_size(tmp_path: Path):
    """The logo size is limited, because every HTML page embeds it."""
    for name, content, code in (
        ("logo.png", b"GIF89a", "logo-no-png"),
        ("logo.png", b"\x89PNG\r\n\x1a\n", "logo-no-png"),
        ("logo.svg", SVG.encode() + b" " * (1 << 18) + b"</svg>", "file-too-large"),
        ("logo.svg", b"\xff\xfe", "not-utf8"),
    ):
        with pytest.raises(InputError) as refused:
            read_letterhead(folder(tmp_path, f'logo = "{name}"', **{name.replace(".", "_"): content}))
        assert refused.value.problems[0].code == code
