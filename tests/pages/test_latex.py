"""LaTeX: what stands in the brackets of a picture, and that pdfLaTeX makes of it a page that holds everything."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.support.effort import dealt, examples, size, some
from tests.support.places import exercise_files
from tests.support.strategies import any_trees
from tests.support.tex import Printed, complaints, printed
from tests.support.trees import HOSTILE, hostile_tree, uneven, uniform
from treesolve.drawing.forest import forest
from treesolve.drawing.label import Label
from treesolve.drawing.markup import _LATEX_LETTERS, _LATEX_MARKS, latex_escaped
from treesolve.drawing.shape import SHAPES
from treesolve.model.convention import CONVENTIONS, DEFAULT
from treesolve.model.problem import harmless
from treesolve.model.tree import Kind, Tree
from treesolve.notation.reader import read
from treesolve.pages.document import written
from treesolve.pages.handout import handout
from treesolve.pages.picture_label import labels
from treesolve.pages.solution_page import SolutionPage, solution_page
from treesolve.pages.table import EM, PAGE_WIDTH, latex_table
from treesolve.pages.tree_picture import exercise, made, solved
from treesolve.search.frames import blank_frame
from treesolve.search.maxn import solve_maxn
from treesolve.search.solution import Solution, solve

# What stands in the brackets

COMMANDS = {
    "textbackslash": "\\",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "textquotedbl": '"',
    "textquotesingle": "'",
    "textasciigrave": "`",
    "dots": "…",
    "textendash": "–",
    "textemdash": "—",
    "quotedblbase": "„",
    "textquotedblleft": "“",
    "textquotedblright": "”",
    "textquoteleft": "‘",
    "textquoteright": "’",
    "quotesinglbase": "‚",
    "guillemotleft": "«",
    "guillemotright": "»",
    "ss": "ß",
    "allowbreak": "",
}
FORMULAS = dict(
    zip(
        re.findall(
            r"\S+",
            r"- \infty \geq \leq \rightarrow \lceil \rceil \lfloor \rfloor \alpha \beta \cdot \times"
            r" \pm \surd \xi ^0 ^1 ^2 ^3 ^4 ^5 ^6 ^7 ^8 ^9",
        ),
        "−∞≥≤→⌈⌉⌊⌋αβ·×±√ξ⁰¹²³⁴⁵⁶⁷⁸⁹",
        strict=True,
    )
)


def shown(latex: str) -> str:
    """What LaTeX prints for an escaped text."""
    pieces = re.compile(
        r"\\anycharacter\{(?P<code>[0-9A-F]{4,6})\}|\\ensuremath\{(?P<formula>[^{}]+)\}|\\(?P<command>[a-z]+)\{\}"
        r"|\\(?P<mark>[{}#$%&_])|(?P<thin>\\,)|(?P<tie>~)|\{(?P<grouped>-?)\}|(?P<plain>[^\\{}#$%&_~^])",
        re.DOTALL,
    )
    at, text = 0, ""
    while at < len(latex):
        found = pieces.match(latex, at)
        assert found, latex[at:]
        name, piece = next((name, piece) for name, piece in found.groupdict().items() if piece is not None)
        text += {
            "code": lambda piece: chr(int(piece, 16)),
            "formula": FORMULAS.__getitem__,
            "command": COMMANDS.__getitem__,
            "thin": lambda _: "\u202f",
            "tie": lambda _: "\u00a0",
        }.get(name, str)(piece)
        at = found.end()
    return text


@examples(300)
@given(st.text(max_size=40) | st.text(st.sampled_from("".join(_LATEX_MARKS) + ",a é"), max_size=80))
def test_whatever_a_text_holds_latex_prints_it(text: str):
    """Read back by hand, it is the text."""
    assert shown(latex_escaped(text)) == harmless(text).replace("\n", " ")


def test_fonts_join_no_characters():
    """Two hyphens are no dash, two commas no quotation mark, and what is too long is broken."""
    assert "--" not in latex_escaped("a--b")
    assert ",," not in latex_escaped("a,,,b")
    assert "<<" not in latex_escaped("<<")
    assert latex_escaped("x" * 99).count(r"\allowbreak{}") == 98


def items(source: str) -> Iterator[str]:
    """Brackets, commas and the texts between them, as forest reads them: in braces nothing is a bracket or a comma."""
    depth, text = 0, ""
    for piece in re.findall(r"\\.|.", source, re.DOTALL):
        depth += {"{": 1, "}": -1}.get(piece, 0)
        assert depth >= 0
        if depth == 0 and piece in "[],":
            yield text.strip()
            yield piece
            text = ""
        else:
            text += piece
    assert (depth, text.strip()) == (0, "")


def nodes_of(source: str) -> list[tuple[int, list[str]]]:
    """The nodes in order, each with its depth and the items in its brackets."""
    body = source[source.index("\n  [") : source.index("\n\\end{forest}")]
    found: list[tuple[int, list[str]]] = []
    open_nodes: list[int] = []
    for item in items(body):
        if item == "[":
            found.append((len(open_nodes), []))
            open_nodes.append(len(found) - 1)
        elif item == "]":
            open_nodes.pop()
        elif item and item != ",":
            found[open_nodes[-1]][1].append(item)
    assert open_nodes == []
    return found


def unbraced(item: str) -> str:
    """An item as it is printed."""
    return shown(item[1:-1] if item[:1] == "{" else item)


@st.composite
def labelled(draw: st.DrawFn) -> tuple[Tree, list[Label]]:
    """A tree with labels of any texts and marks."""
    tree = draw(any_trees())
    texts = st.text(max_size=6) | st.sampled_from(HOSTILE)
    marks = st.booleans()
    return tree, [
        Label(
            draw(texts),
            kind,
            draw(texts),
            draw(texts),
            draw(texts),
            draw(st.sampled_from(["waiting", "open", "done", "pruned", "unseen"])),
            *(draw(marks) for _ in range(3)),
        )
        for kind in tree.kinds
    ]


@examples(100)
@given(labelled(), st.sampled_from(sorted(SHAPES)), st.booleans())
def test_every_node_stands_once_in_its_brackets(drawn: tuple[Tree, list[Label]], shapes: str, turned: bool):
    """In order, at its depth, with its texts, whatever they hold, and its marks."""
    tree, given_labels = drawn
    source = forest(tree, given_labels, shapes, turned=turned)

    found = nodes_of(source)
    assert [depth for depth, _ in found] == list(tree.depths)
    for node, ((_, (value, kind, *keys)), label) in enumerate(zip(found, given_labels, strict=True)):
        texts = {key: unbraced(text) for key, _, text in (key.partition("=") for key in keys) if text}
        told = {"called": "" if label.name == label.value else label.name, "window": label.window}
        told["move"] = label.edge if node else ""
        marks = {"struck": label.struck and node > 0, "principal": label.principal, "current": label.current}
        assert unbraced(value) == harmless(label.value).replace("\n", " ")
        assert kind == ("leaf" if label.kind is Kind.LEAF else label.kind.value.upper())
        assert {key: text for key, text in texts.items() if key != "side"} == {
            key: harmless(text).replace("\n", " ") for key, text in told.items() if text
        }
        assert {mark for mark, holds in marks.items() if holds} == set(keys) & set(marks)
        assert ("pruned" in keys, "waiting" in keys) == (label.status == "pruned", label.status == "waiting")


def test_a_very_deep_tree_is_written_without_recursion():
    """Nor is it indented without end."""
    depth = size(20_000)
    tree = read("(1 " * depth + "5" + ")" * depth)

    source = forest(tree, labels(tree, blank_frame(tree)))

    assert source.count("[") == source.count("]") == len(tree)
    assert max(map(len, source.splitlines())) < 150


@examples(100)
@given(st.lists(st.lists(st.text(max_size=200), min_size=3, max_size=3), min_size=1, max_size=4))
@example([["long " * 40] * 3])
def test_a_table_is_no_wider_than_the_page(rows: list[list[str]]):
    """The widths of its columns and what is between them."""
    columns = re.search(
        r"\{(?:gametreetable|longtable)\}\{@\{\}(.*)@\{\}\}", latex_table(["a", "b", "c"], rows, [False] * 3)
    )
    assert columns

    widths = [float(width) for width in re.findall(r"\{([\d.]+)em\}", columns[1])]
    rest = re.findall(r"linewidth-([\d.]+)em-20pt", columns[1])
    assert len(widths) + len(rest) == 3
    most = float(rest[0]) * EM + 20 if rest else PAGE_WIDTH
    assert sum(widths) * EM + 20 <= most + 2


# What TeX makes of it

A4 = pytest.approx((595.276, 841.89), abs=0.1)
LETTER = pytest.approx((612, 792), abs=0.1)


def missing(shown_labels: Iterable[Label], pages: Printed) -> list[str]:
    """The names, values and moves that do not stand as often as they should in the pages, and the missing windows."""
    texts = Counter(text for label in shown_labels for text in (label.name, label.value, label.edge) if text)
    words, together = Counter(pages.words), spaceless(pages.text)
    return [*(texts - words), *(label.window for label in shown_labels if spaceless(label.window) not in together)]


def spaceless(text: str) -> str:
    """A text without its spaces: TeX has its own."""
    return "".join(text.split())


def document(solutions: Iterable[Solution], language: str, **look: str) -> str:
    """Worked solutions as one document."""
    pieces = [written(solution_page(solution, language, **look), "latex") for solution in solutions]
    return "".join(handout(pieces, "latex", language, paper=look.get("paper", "a4")))


@pytest.mark.parametrize(
    ("language", "paper", "shapes"), dealt([("en", "letter", "circles"), ("de", "a4", "triangles")], 1, 2)
)
def test_worked_solutions_compile(language: str, paper: str, shapes: str, tmp_path: Path):
    """A share of the exercises and more in one document: every name, value, step and sentence, and nothing outside."""
    paths = dealt(some(exercise_files()), ("en", "de").index(language), 6)
    trees = [read(text) for text in (uniform(3, 2), uneven(20), *(path.read_text("utf-8") for path in paths))]
    solutions = [solve(tree, CONVENTIONS[tree.convention or DEFAULT.id]) for tree in trees]
    payoffs = solve_maxn(read("(<1, 2, 6> (<4, 3, 2> <6, 1, 2>))", payoffs=True))

    made_pages = printed(document([*solutions, payoffs], language, shapes=shapes, paper=paper), tmp_path)

    assert all(pair == (LETTER if paper == "letter" else A4) for pair in made_pages.sizes)
    assert (made_pages.collisions, made_pages.outside) == ([], [])
    pages = [SolutionPage(solution, language=language) for solution in solutions]
    assert missing([label for page in pages[:2] for label in page.drawn.labels], made_pages) == []
    lines, together = {spaceless(line) for line in made_pages.text.splitlines()}, spaceless(made_pages.text)
    for page in pages[:2]:
        assert {spaceless("".join(row)) for row in (*page.steps.each(), *page.nodes.each())} <= lines
        sentences = [page.lecture, *page.reasons, page.words.result(page.facts), page.words.savings(page.facts)]
        assert [sentence for sentence in sentences if spaceless(sentence) not in together] == []
    assert {name for tree in trees for name in tree.names for name in name.split()} <= set(made_pages.words)
    between = ";" if language == "de" else ","
    assert f"(4{between}3{between}2)" in together


def test_every_letter_is_printed(tmp_path: Path):
    """Those of hostile names, which do nothing, in picture, sentences and tables; all that have glyphs."""
    letters = sorted(_LATEX_LETTERS) + sorted(_LATEX_MARKS.keys() - {"\n", "\u00a0", "\u202f"})
    rows = [[" ".join(letters[start : start + 20])] for start in range(0, len(letters), 20)]
    trees = [hostile_tree(HOSTILE[:8]), hostile_tree(HOSTILE[8:])]
    source = document([solve(tree, CONVENTIONS["aima"]) for tree in trees], "de").replace(
        "\\end{document}", f"{latex_table(['x'], rows, [False])}\n\\end{{document}}"
    )

    made_pages = printed(source, tmp_path)

    text = "".join(made_pages.words)
    for name in [name for tree in trees for name in tree.names]:
        assert text.count(name.replace("王", "U+738B").replace(" ", "")) >= 3, name
    raised = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))
    drawn_alike = {"Đ": "Ð", "ī": "ı\u0304", "…": "...", **raised}
    assert [letter for letter in letters if drawn_alike.get(letter, letter) not in made_pages.text] == []


LONG_NAMES = "(" + " ".join(f"crossing{way} -> Konstantinopel{way}: (Alexandria{way}: {way})" for way in "3124") + ")"
"""Nodes so close to each other that only their texts keep them apart."""

LONG_MOVES = "(" + " ".join(f"crossing{way} -> {way}" for way in range(5)) + ")"


@pytest.mark.long
def test_pictures_compile_by_themselves(tmp_path: Path):
    """Each on a page of its own size, with every name and value."""
    luger = CONVENTIONS["luger"]
    subjects = [
        solved(solve(read(text), luger), step, "de", shapes)
        for text, step, shapes in (
            (LONG_NAMES, None, "triangles"),
            (LONG_MOVES, None, "triangles"),
            (uniform(3, 2), 9, "squares"),
            (uniform(2, 3), None, "circles"),
        )
    ]
    subjects += [exercise(read(uniform(6, 2)), "en"), exercise(hostile_tree(HOSTILE[:8]), "en")]

    source = made(subjects, "latex")
    pictures = printed(source, tmp_path)

    assert (pictures.collisions, pictures.outside) == ([], [])
    assert missing([label for subject in subjects[:4] for label in subject.labels], pictures) == []
    assert len(pictures.sizes) == source.count("\\begin{forest}") == len(subjects)
    assert set(subjects[4].tree.names) <= set(pictures.words)
    assert max(max(size) for size in pictures.sizes) < 1500


def test_the_pasted_part_needs_the_styles_alone(tmp_path: Path):
    """From mark to mark, in a lecturer's own document."""
    source = made([solved(solve(read(uniform(2, 2))), None, "en")], "latex")
    before, styles = source.split("preamble of a document\n")
    styles, pasted = styles.split("\\begin{document}")
    pasted = pasted.split("from here\n")[1].split("% to here")[0]
    head = "\\documentclass{article}\n\\usepackage{forest}\n"
    own = f"{head}{styles}\\begin{{document}}\n{pasted}\\end{{document}}\n"

    assert pasted.startswith("\\begin{forest}")
    assert "\\usepackage{forest}" in before
    assert {"L1", "L4", "MAX", "MIN"} <= set(printed(own, tmp_path).words)


def test_what_is_wrong_with_a_page_is_found_in_its_log():
    """Or these tests would hold for anything."""
    assert complaints("Overfull \\hbox (5.1pt too wide) in paragraph") != []
    assert complaints("Missing character: There is no x in font nullfont!") != []
    assert complaints("Overfull \\hbox (4.9pt too wide) in paragraph\nUnderfull \\hbox") == []
