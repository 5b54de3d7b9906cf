"""The practice page in a browser: right and wrong answers, hints, files, keyboard."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.rendering.test_practice_page import HOSTILE, TWO_PLIES, data_of, page_of
from tests.support.browser import OpenPage, out_of_reach
from tests.support.effort import crossed, few
from tests.support.places import EXERCISES
from tests.support.trainers import worked_out
from treesolve.model.answer import PARTS
from treesolve.model.convention import CONVENTIONS
from treesolve.model.reading_point import split_into_pairs
from treesolve.notation.number_text import read_number
from treesolve.notation.reader import read
from treesolve.rendering.practice_page import practice_script_texts
from treesolve.search.bounds_at_reading_point import alpha_beta_pairs
from treesolve.search.maxn import solve_tree
from treesolve.search.solution import Solution, solve
from treesolve.submissions.answer_reader import read_answer
from treesolve.submissions.node_names import NodeNames

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

EN = practice_script_texts("en")
DEEP = "((5 (7 3)) (2 (6 8) 9) ((8 4) (1 2)))"
"""A tree with cuts on two levels."""

BELOW = "(5 (2 (1 1) 9))"
"""A tree in which an inner node is skipped."""

BET = "bounds: -2 2\ntree: (safe: 1 bet: CHANCE (MIN (-2 2) MIN (1 0) MIN (2 2)))"
SHALLOW = "bounds: 0 10\nsum: 10\ntree: (<7, 1, 2> (<2, 3, 5> <9, 0, 1>) ((<1, 1, 8> <5, 4, 1>) <6, 0, 4>))"
TIED = "((<1, 2, 6> <4, 2, 3>) (<3, 1, 2> <3, 5, 2>))"


def said(sentence: str, **blanks: object) -> str:
    """Return a sentence of the English page."""
    return re.sub(r"\{(\w+)\}", lambda blank: str(blanks[blank[1]]), EN[sentence])


def about(one: "Student", kind: str, name: str) -> str:
    """Return the feedback on a wrongly marked node, or on the cut that skips it."""
    node = one.node(name)
    found = data_of(one.solution)["findings"]
    return next(each[kind] for each in found if node in (each.get("visit"), *each.get("cut", ())))


ASK = """(paper, part) => paper.querySelector(`.tabs input[value="${part}"]`).click()"""
WRITE = """(paper, values) => Object.entries(values).forEach(([node, value]) => {
    const field = paper.querySelector(`[data-field="${node}"]`);
    field.focus();
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
})"""
CHECK = """(paper) => {
    const button = paper.querySelector("button.check");
    button.focus();
    button.click();
    return paper.querySelector(".status").innerText;
}"""
"""Frequent actions in one call, for speed; nodes are clicked with the real mouse."""


class Student:
    """A student using a page with one exercise, or the exercise with that number."""

    def __init__(self, page: "Page", solution: Solution, number: int = 0) -> None:
        self.page = page
        self.solution = solution
        self.tree = solution.tree
        self.paper = page.locator("article.practice").nth(number)

    def node(self, name: str) -> int:
        """Return the id of a node."""
        return self.tree.names.index(name)

    def find(self, selector: str) -> "Locator":
        """Return an element of the exercise."""
        return self.paper.locator(selector)

    def ask(self, part: str) -> None:
        """Select a question."""
        self.paper.evaluate(ASK, part)

    def write(self, **values: str) -> None:
        """Enter values into the tree."""
        self.ask("values")
        self.paper.evaluate(WRITE, {self.node(name): value for name, value in values.items()})

    def click(self, part: str, *names: str) -> None:
        """Click nodes of the tree."""
        self.ask(part)
        for name in names:
            self.find(f'.board [data-node="{self.node(name)}"] .shape').click(force=True)

    def prune_nothing(self) -> None:
        """Answer that nothing is pruned."""
        self.ask("pruned")
        self.find(".nothing input").check()

    def check(self) -> str:
        """Check all questions and return the summary."""
        return str(self.paper.evaluate(CHECK))

    def told(self, part: str) -> list[str]:
        """Return the feedback on the answer to a question."""
        return [text.strip() for text in self.find(f'[data-told="{part}"] li .text').all_text_contents()]

    def checked(self, part: str) -> list[str]:
        """Check, and return the feedback on a question."""
        self.check()
        return self.told(part)

    def pointed(self, part: str) -> list[str]:
        """Return the second stage of the feedback, after the counts."""
        self.check()
        self.ask(part)
        if self.find("button.which").is_visible():
            self.find("button.which").click()
        return self.told(part)[1:]

    def reasons(self, part: str) -> list[str]:
        """Return the reasons, requested one by one."""
        self.pointed(part)
        while self.find("button.why:visible").count():
            self.find("button.why:visible").first.click()
        return self.find(f'[data-told="{part}"] .reason').all_text_contents()

    def verdicts(self, part: str) -> list[str]:
        """Return the verdicts on the answer to a question, line by line."""
        return self.find(f'[data-told="{part}"] li').evaluate_all("all => all.map(one => one.dataset.verdict)")

    def hints(self, part: str, count: int = 1) -> list[str]:
        """Request that many further hints."""
        self.ask(part)
        found = []
        for _ in range(count):
            self.find("button.hint").click()
            found.append(self.told(part)[-1])
        return found

    def marks(self) -> dict[str, str]:
        """Return the marks beside nodes."""
        signs = self.find(".verdict-mark").all_text_contents()
        return {name: sign for name, sign in zip(self.tree.names, signs, strict=True) if sign}

    def so_far(self, part: str) -> str:
        """Return the displayed answer that is entered by clicks."""
        return self.find(f'[data-part="{part}"] .so-far').inner_text()

    def leaves(self) -> dict[str, str]:
        """Return the texts of the leaves."""
        values = self.find(".board .value").all_text_contents()
        return {self.tree.names[leaf]: values[leaf] for leaf in self.tree.leaf_ids}

    def solve(self) -> None:
        """Enter the right answer to every question."""
        solution, names, data = self.solution, self.tree.names, data_of(self.solution, *PARTS)
        asked = self.find(".tabs input").evaluate_all("tabs => tabs.map((tab) => tab.value)")
        if "values" in asked:
            self.write(**{names[entry["node"]]: entry["right"][0] for entry in data["values"] if entry["right"]})
        if "windows" in asked:
            self.ask("windows")
            for entry in data["windows"] if "has_rows" in data else ():
                row = " ".join(f"[{low}, {high}]" for low, high in split_into_pairs(entry["right"]))
                self.find(f'[data-window="{entry["node"]}"]').fill(row)
            for entry in data["windows"] if "has_rows" not in data else ():
                for end, bound in enumerate(entry["right"]):
                    self.find(f'[data-window="{entry["node"]}"][data-end="{end}"]').fill(bound)
        if "pruned" in asked and not solution.pruned_root_ids:
            self.prune_nothing()
        clicked = {"pruned": solution.pruned_root_ids, "order": solution.evaluated_ids, "best": (solution.best_id,)}
        for part in clicked.keys() & set(asked):
            self.click(part, *(names[node] for node in clicked[part] if node is not None))
        if "value" in asked:
            self.ask("value")
            self.find(".root-value").fill(data["root"]["right"][0])

    def open_files(self) -> None:
        """Expand the section for saving and loading answers."""
        if self.find("details.answer").get_attribute("open") is None:
            self.find("details.answer summary").click()

    def save(self) -> tuple[str, str]:
        """Save the answer, and return the file name and content."""
        self.open_files()
        with self.page.expect_download() as download:
            self.find("button.save").click()
        return download.value.suggested_filename, Path(download.value.path()).read_text("utf-8")

    def saved(self) -> dict[str, str]:
        """Return the content of the saved file by key."""
        return answer_in(self.save()[1])

    def load(self, name: str, text: str) -> None:
        """Load a file with that content."""
        from playwright.sync_api import expect

        self.open_files()
        self.find("input.load").set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})
        expect(self.find(".files")).to_contain_text(name)

    def begin_again(self) -> None:
        """Start over and confirm."""
        self.find("button.restart").click()
        self.find("button.yes").click()


def answer_in(text: str) -> dict[str, str]:
    """Return the lines of an answer by key."""
    return dict(line.split(": ", 1) for line in text.splitlines())


@pytest.fixture
def student(open_page: OpenPage) -> Iterator[Any]:
    """Return a function that opens an exercise: `student(tree, convention, page options)`."""

    def sits_down(
        text: str, convention: str = "haw", *, wanted: tuple[str, ...] = (), language: str = "en", **options: Any
    ) -> Student:
        solution = solve_tree(read(text, payoffs=True), CONVENTIONS[convention])
        return Student(open_page(page_of(solution, wanted=wanted, language=language), **options), solution)

    return sits_down


# Right answers

SHARES = "((1 0.5 (0 1)) (0.25 (1 0.5) 1) (1/3 1))"
"""A tree that every convention can search."""

SOME = ("aima/fig-5-2", "lang/bild-4", "textbook/deep-cut", "chance/random-nodes", "cosc367/q1-single-child-max")


@pytest.mark.parametrize("convention", few([*CONVENTIONS]))
def test_right_answers_are_right_in_every_convention(student: Any, convention: str):
    """Right answers are accepted and survive a reload; the form is hidden, and starting over clears them."""
    one = student(SHARES, convention, wanted=PARTS)
    one.solve()
    assert one.check() == EN["all_right"]
    assert {verdict for part in PARTS for verdict in one.verdicts(part)} <= {"right", "note"}

    one.page.reload()
    assert one.told("values") == []
    assert one.check() == EN["all_right"]
    one.begin_again()
    one.page.reload()
    assert one.check() != EN["all_right"]


@pytest.mark.parametrize(
    ("text", "language"),
    few(crossed([*((EXERCISES / f"{name}.tree").read_text("utf-8") for name in SOME), "-7", SHALLOW], ["en", "de"])),
    ids=lambda given: given[:20],
)
def test_right_answers_to_an_exercise_are_right(student: Any, text: str, language: str):
    """Right answers are accepted in both languages, also without local storage, as in private windows."""
    one = student(text, language=language)
    one.page.evaluate("Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } })")
    one.solve()

    assert one.check() == practice_script_texts(language)["all_right"]


# Numbers

NUMBERS = {
    "1/2": ["0.5", "0,5", "2/4", " 0.50 ", ".5", "+0,5", "1 / 2"],
    "-3": ["-3", "−3", "–3", "- 3", "-3.0", "-6/2"],
    "inf": ["inf", "∞", "+∞", "INF", "infinity"],
    "-inf": ["-inf", "−∞", "-∞"],
    "7": ["≥7", ">=7", "≤ 7", "<=7", ">7", "=7", " ≥ 7,0", "≥14/2"],
}


def test_numbers_are_read_in_many_ways():
    """Numbers in many notations are accepted and saved in the notation of tree files; signs of bounds are ignored."""
    for value, texts in NUMBERS.items():
        found = worked_out("texts.map(writtenBound)", texts=texts)
        assert [read_number(text) for text in found] == [read_number(value)] * len(texts)


def test_what_is_no_number_is_told(student: Any):
    """Invalid numbers are reported, and replaced by a comment in the file."""
    one = student(TWO_PLIES, wanted=("values",))
    for text in ("abc", "1/0", "1,2,3", "--3", "1e5", "3 4x", "1/2/3", "NaN", "0x10"):
        one.write(A="5", B=text)
        assert one.checked("values")[1:] == [said("no_number", node="B", text=text)]
    assert one.saved()["values"] == "A=5"
    assert one.find(".files").inner_text().endswith(said("left_out", names="B"))


# Values


def marked(one: Student, rows: Sequence[tuple[str, str]]) -> None:
    """Return the mark of each value per row, such as `A✓ B✗`; right values have a mark only if all are right."""
    for values, signs in rows:
        one.write(**dict(each.split("=") for each in values.split()))
        one.pointed("values")
        found = one.marks()
        assert {f"{each[:-1]}{found.get(each[:-1], '✓')}" for each in signs.split()} == set(signs.split()), values


VALUES = [
    (TWO_PLIES, "haw", (), [("A=5 B=6 C=2", "A✓ B✗ C✓"), ("A=6 B=6 C=2", "A↳ B✗ C✓"), ("A=9 B=6 C=2", "A✗ B✗ C✓")]),
    (TWO_PLIES, "haw", ("L2",), [("B=6", "B↳")]),
    (TWO_PLIES, "lang", (), [("A=5 B=-5 C=2", "A✓ B✗ C✓")]),
    ("(((6 5) (2 9)) ((1 4) (3 8)))", "minimax", (), [("D=6 E=2 B=2 F=4 G=8 C=4 A=4", "A↳ B↳ C✓ D✓ E✗ F✓ G✓")]),
    (
        "CHANCE (1/2 * 3, 1/6 * MIN (2 9), 1/3 * 3)",
        "minimax",
        (),
        [
            *(("B=2 A=17/6", "A✓"), ("B=2 A=2.8333", "A✓"), ("B=2 A=2,83", "A✓"), ("B=4 A=19/6", "A↳")),
            *(("B=4 A=3.17", "A↳"), ("B=2 A=2.8", "A✗"), ("B=2 A=2.84", "A✗"), ("B=2 A=2.8334", "A✗")),
            *(("B=4 A=3.16", "A✗"), ("B=2 A=3", "A✗")),
        ],
    ),
    (BET, "aima", ("C", "D"), [("B=-2 bet=2/3", "bet✓"), ("B=-2 bet=-2/3", "bet✗"), ("B=-2 bet=0", "bet✓")]),
    (
        "CHANCE (1/2 * MIN (1 2), 1/2 * MIN (3 4))",
        "minimax",
        (),
        [("B=∞ C=3 A=∞", "A↳"), ("B=∞ C=−∞ A=∞", "A✗")],
    ),
    (
        TIED,
        "haw",
        (),
        [
            *(("A=3/5/2 B=1/2/6 C=3/5/2", "A✓ B✓ C✓"), ("A=4/2/3 B=4/2/3 C=3/5/2", "A✓ B✓ C✓")),
            *(("A=4/2/3 B=1/2/6 C=3/5/2", "A✗ B✓ C✓"), ("A=4/2/3 B=4/2/3 C=3/1/2", "A✓ B✓ C✗")),
        ],
    ),
]
"""Trees and conventions, nodes marked as pruned, and rows of values with their marks."""


@pytest.mark.parametrize(("text", "convention", "pruned", "rows"), VALUES)
def test_values_are_right_wrong_or_follow(
    student: Any, text: str, convention: str, pruned: tuple[str, ...], rows: list[tuple[str, str]]
):
    """Values may follow from entered values, from wrong cuts, and from values rounded to two places."""
    one = student(text, convention)
    one.click("pruned", *pruned) if pruned else None
    marked(one, rows)


# Feedback in stages


def counted(**counts: int | None) -> str:
    """Return the text of the first stage: the counts, or with None that there are some."""
    told = ", ".join(EN["counts"][name] + ("" if count is None else f": {count}") for name, count in counts.items())
    return f"{told[0].upper()}{told[1:]}."


THREE = "((6 5) (2 9) (4 8 7))"
"""A tree with a cut at C, which skips L4, and one at D, which skips L6 and L7."""

STAGES = {
    "values": (counted(right=1, wrong=1, empty=2), ["B: not right yet."], {"B": "✗"}),
    "pruned": (
        counted(right=0, wrong=1, here=1, cuts=1),
        [
            "L1: not right yet.",
            "C is where a cut happens. The search visits C; pruned is what it skips there.",
            EN["cut_missing"],
        ],
        {"L1": "✗", "C": "✗"},
    ),
    "order": (
        counted(right=2, wrong=1, incomplete=None),
        [said("first_mistake", count=1, node="L3 = 2")],
        {"L3": "✗"},
    ),
    "best": (counted(right=0, wrong=1), ["C: not right yet."], {"C": "✗"}),
}
"""By question: the text of the first stage, the text of the second, and its marks."""


def test_feedback_comes_in_stages(student: Any):
    """Checking first counts all mistakes, then locates those of the current question; reasons follow on request."""
    one = student(THREE)
    one.write(B="6", C="2")
    one.click("pruned", "L1", "C")
    one.click("order", "L1", "L3", "L2")
    one.click("best", "C")
    one.check()
    for part, (first, _, _) in STAGES.items():
        one.ask(part)
        assert (one.told(part), one.marks()) == ([first], {}), part
        assert one.find("button.why").count() == 0
    one.check()
    for part, (first, second, marks) in STAGES.items():
        one.ask(part)
        if part != "best":
            assert one.told(part) == [first]
            one.find("button.which").click()
        assert (one.told(part), one.marks()) == ([first, *second], marks), part
        assert not one.find("button.which").is_visible()
    one.ask("pruned")
    assert one.find("button.why:visible").all_text_contents() == [EN["why"], EN["why_cut"]]
    one.find("button.why:visible").first.click()
    assert one.find(".reason").all_text_contents() == [about(one, "wrong", "L1")]
    assert one.page.evaluate("document.activeElement.className") == "text reason"


def test_an_empty_check_reveals_nothing(student: Any):
    """Checking an empty answer shows no marks, numbers or reasons, only that nothing was entered."""
    for text, convention in (
        (THREE, "haw"),
        ("((1 2) (3 4))", "haw"),
        (BELOW, "aima"),
        (SHALLOW, "haw"),
        ("(2)", "haw"),
    ):
        one = student(text, convention, wanted=PARTS)
        one.check()
        told = {part: one.told(part) for part in one.find(".tabs input").evaluate_all("all => all.map((a) => a.value)")}
        assert told == {part: [EN["say_nothing" if part == "pruned" else "nothing_yet"]] for part in told}
        assert {*one.find(".tabs label").evaluate_all("all => all.map((a) => a.dataset.verdict)")} == {"missing"}
        assert "✓" not in one.find(".tabs").inner_text()
        one.check()
        assert one.marks() == {}
        assert one.find(".solution, button.which, button.why").locator("visible=true").count() == 0


def test_what_is_entered_at_the_side_is_not_given_away(student: Any):
    """The number of empty fields does not reveal which are needed, and half a window is not wrong."""
    one = student("((6 5) (2 9 (1 1)))", wanted=("values", "windows"))
    one.write(B="5")
    assert one.checked("values") == [counted(right=1, wrong=0, empty=3)]
    assert one.find(".tabs .verdict").first.text_content() == ": right so far"
    one.ask("windows")
    one.find('[data-window="0"][data-end="0"]').fill("-inf")
    assert one.checked("windows") == [EN["nothing_yet"]]
    one.find('[data-window="0"][data-end="0"]').fill("5")
    assert one.checked("windows") == [counted(right=0, wrong=1, empty=3)]


def test_the_solution_is_asked_for_and_then_nothing_counts(student: Any):
    """Showing the solution needs confirmation; it is remembered after a reload or restart, and in the file."""
    one = student(TWO_PLIES)
    one.check()
    for leave in ("button.no", "Escape"):
        one.find("button.solve").click()
        assert one.find(".sure p").first.inner_text() == EN["sure_solution"]
        one.find(leave).click() if leave != "Escape" else one.page.keyboard.press(leave)
        assert not one.find(".sure, .solution, .shown").locator("visible=true").count()
        assert one.page.evaluate("document.activeElement.className") == "solve"
    one.find("button.solve").click()
    one.find("button.yes").click()
    assert one.find(".solution li").all_inner_texts() == data_of(one.solution)["solution"]
    one.page.reload()
    assert one.find(".shown").is_visible()
    assert not one.find(".solution").is_visible()
    one.solve()
    assert one.check() == EN["right_but_shown"]
    _, text = one.save()
    assert text.splitlines()[0] == "# solution shown"
    one.begin_again()
    assert one.find(".shown").is_visible()
    one.page.evaluate("localStorage.clear()")
    one.page.reload()
    assert not one.find(".shown").is_visible()
    for kept in (text, text.split("\n", 1)[1]):
        one.load("x.txt", kept)
        assert one.check() == EN["right_but_shown"]


def test_what_the_page_has_told_is_remembered(student: Any):
    """Revealed reasons of missed cuts and last hints are remembered; reasons of wrong answers are not."""
    one = student(TWO_PLIES)
    one.solve()
    one.click("pruned", "L1")
    one.reasons("pruned")
    one.click("pruned", "L1")
    assert one.check() == EN["all_right"]
    one.click("pruned", "L4")
    one.prune_nothing()
    one.reasons("pruned")
    one.click("pruned", "L4")
    assert one.check() == EN["right_but_helped"]
    _, text = one.save()
    assert text.startswith("# partly shown\nvalues:")
    one.begin_again()
    one.solve()
    one.write(A="6")
    one.hints("values", 2)
    one.write(A="5")
    assert one.check() == EN["all_right"]
    one.load("x.txt", text)
    assert one.check() == EN["right_but_helped"]
    one.begin_again()
    one.hints("values", 3)
    one.solve()
    assert one.check() == EN["right_but_helped"]


def test_starting_over_is_asked_first(student: Any):
    """Starting over needs confirmation; typing instead cancels the question."""
    one = student(TWO_PLIES)
    one.write(B="5")
    one.find("button.restart").click()
    assert one.find(".sure p").first.inner_text() == EN["sure_restart"]
    one.find("button.no").click()
    assert one.saved()["values"] == "B=5"
    one.find("button.restart").click()
    one.find('[data-field="1"]').fill("55")
    assert one.page.evaluate("document.activeElement.dataset.field") == "1"
    assert not one.find(".sure").is_visible()
    one.begin_again()
    assert "values" not in one.saved()


# Pruned nodes


def test_what_is_wrong_with_a_cut_is_told_and_shown(student: Any):
    """A wrong mark gets a counterexample in words and in the tree, a missed cut its reason, without the answer."""
    one = student(TWO_PLIES)
    assert one.checked("pruned") == [EN["say_nothing"]]
    one.click("pruned", "L2", "L4")
    assert one.reasons("pruned") == [about(one, "wrong", "L2")]
    assert one.marks() == {"L2": "✗"}
    values = dict(data_of(one.solution)["findings"][3]["supposed"])
    shown = {one.tree.names[leaf]: text for text, leaves in values.items() for leaf in leaves}
    for _ in range(2):
        one.find("button.suppose").click()
        assert one.leaves() == {"L1": "6", **shown}
        assert one.find(".supposed").count() == 3
        one.find("button.suppose").click()
        assert one.leaves() == {"L1": "6", "L2": "5", "L3": "2", "L4": "9"}
    one.find("button.suppose").click()
    one.ask("order")
    assert one.leaves()["L2"] == "5"
    one.prune_nothing()
    assert one.reasons("pruned") == [about(one, "missed", "L4")]


def test_a_cut_is_marked_node_by_node(student: Any):
    """Marking a subtree or all its leaves is the same answer; a second click undoes it, also below a marked node."""
    one = student(BELOW)
    for names in (["C"], ["L3", "L4"], ["C", "L3", "L3"]):
        one.click("pruned", *names, "L5")
        assert one.checked("pruned") == [counted(right=len({*names} - {"L3"} or names) + 1, wrong=0)], names
        assert one.saved()["pruned"] == "C L5"
        one.begin_again()
    one.click("pruned", "L5")
    assert one.reasons("pruned") == [about(one, "partly", "L5")]
    one.begin_again()
    one.click("pruned", "C")
    assert one.find(".status").inner_text() == "C: pruned"
    one.click("pruned", "L3")
    assert one.so_far("pruned") == "Pruned: L4"
    one.click("pruned", "L4")
    assert one.so_far("pruned") == "Pruned: Nothing yet"


def test_nothing_pruned_is_an_answer(student: Any):
    """The answer that nothing is pruned is not an empty one, and marking a node cancels it."""
    one = student("((1 2) (3 4))")
    one.prune_nothing()
    assert one.checked("pruned") == [counted(right=1, wrong=0)]
    assert one.saved()["pruned"] == "none"
    one.click("pruned", "L1")
    assert not one.find(".nothing input").is_checked()


# The order, the move, the root value, windows


def test_the_first_mistake_in_the_order_is_told(student: Any):
    """Mistakes are a pruned leaf, a wrong first leaf and a short list; an order consistent with the marks follows."""
    one = student(TWO_PLIES)
    for names, first, why in (
        (("L1", "L2", "L4"), [said("first_mistake", count=2, node="L4 = 9")], [EN["never_evaluated"]]),
        (("L2", "L1"), [said("wrong_from_start", node="L2 = 5")], [EN["comes_later"]]),
        (("L1", "L2"), [], []),
    ):
        one.click("order", *names)
        assert (one.pointed("order"), one.reasons("order")) == (first, why)
        one.find("button.clear").click()
    assert one.checked("order") == [EN["nothing_yet"]]
    one.click("order", "L1", "L2", "L3", "L4")
    assert one.checked("order") == [counted(right=3, wrong=1)]
    assert one.pointed("order") == [said("first_mistake", count=3, node="L4 = 9")]
    assert one.marks() == {"L4": "✗"}
    one.prune_nothing()
    one.click("order", "L4", "L4")
    assert one.checked("order") == [counted(right=3, wrong=0, follows=1)]
    assert one.pointed("order") == [EN["fits_pruned"]]


def test_leaves_are_numbered_and_can_be_taken_out(student: Any):
    """Numbers are removed by a click, by the button, or all at once; inner nodes cannot be numbered."""
    one = student(TWO_PLIES)
    one.click("order", "L1", "L3", "L2")
    assert one.find(".place").all_text_contents() == ["", "", "1.", "3.", "", "2.", ""]
    one.click("order", "L3", "B")
    assert one.so_far("order") == "Order: L1 L2"
    one.find("button.undo").click()
    assert one.so_far("order") == "Order: L1"
    one.find("button.clear").click()
    assert one.find("button.undo").is_disabled()


@pytest.mark.parametrize(
    ("text", "values", "chosen", "verdict", "told"),
    [
        (TWO_PLIES, {}, "B", "right", ""),
        (TWO_PLIES, {}, "C", "wrong", "C is not chosen. A is a MAX node: it takes the greatest value of its children."),
        ("((5 6) (5 7))", {}, "C", "wrong", "C is worth as much, but this course takes the first of equally good "),
        ("((5 6) (5 4))", {}, "C", "wrong", "C looks as good, but the search has only a bound for its value."),
        (TWO_PLIES, {"B": "5", "C": "9"}, "C", "follows", said("best_follows", node="C", root="A")),
    ],
)
def test_the_best_move(student: Any, text: str, values: dict[str, str], chosen: str, verdict: str, told: str):
    """The move is chosen in the tree or beside it; it may follow from the student's values."""
    one = student(text)
    one.write(**values)
    if values:
        one.ask("best")
        one.find(f'.choices input[value="{one.node(chosen)}"]').check()
    else:
        one.click("best", chosen)

    found = one.reasons("best")
    assert [text.startswith(told) for text in found] == [True] * (verdict != "right")
    assert set(one.verdicts("best")) == {verdict}


def test_the_value_of_the_root_alone(student: Any):
    """The root value has a field of its own if no other values are asked."""
    one = student(TWO_PLIES, wanted=("value",))

    for value, verdict in (("5", "right"), ("6", "wrong"), ("", "missing"), ("x", "wrong")):
        one.find(".root-value").fill(value)
        one.check()
        assert {*one.verdicts("value")} == {verdict}, value


def test_windows(student: Any):
    """Both bounds have verdicts of their own."""
    one = student("((6 5) (2 9 (1 1)))", wanted=("windows",))
    for node, low, high in ((0, "-inf", "inf"), (1, "−∞", "5"), (4, "3", ""), (7, "5", "2")):
        one.find(f'[data-window="{node}"][data-end="0"]').fill(low)
        one.find(f'[data-window="{node}"][data-end="1"]').fill(high)

    mistakes = [
        "B: β not right yet. B gets the window of A, nothing having changed there yet.",
        "C: α and β not right yet. C gets the window of A as it stands after B.",
        said("no_window", node="D"),
    ]
    assert one.checked("windows") == [counted(right=1, wrong=3)]
    assert one.reasons("windows") == mistakes
    assert one.saved()["windows"] == "A=[-inf, inf] B=[-inf, 5] D=[5, 2]"


def test_windows_at_every_change(student: Any):
    """Each node has one field for its row of pairs; rows can be read in several notations, saved and loaded."""
    tree = "alpha-beta: changes\ntree: ((6 5) (2 9 (1 1)))"
    one = student(tree, wanted=("windows",))
    assert one.find("[data-window]").evaluate_all("all => all.map(one => one.dataset.window)") == ["0", "1", "4", "7"]
    rows = {0: "[−∞; ∞]  [5; ∞]", 1: "(-inf, inf), (-inf,6) -> (-inf,5)", 4: "[5, inf] [5, 2]", 7: ""}
    for node, row in rows.items():
        one.find(f'[data-window="{node}"]').fill(row)
    assert one.checked("windows") == [counted(right=3, wrong=0, empty=1)]
    saved = one.saved()["windows"]
    assert saved == "A=[-inf, inf] [5, inf] B=[-inf, inf] [-inf, 6] [-inf, 5] C=[5, inf] [5, 2]"
    assert read_answer(f"windows: {saved}", NodeNames(read(tree), reading_point="changes"))[
        0
    ].windows == alpha_beta_pairs(solve(read(tree)))
    for node, row, wrong in (
        (0, "[-inf, inf]", "α and β"),
        (4, "[5, inf] [5, 3]", "β"),
        (1, "[-inf, inf] 5", "α and β"),
    ):
        one.find(f'[data-window="{node}"]').fill(row)
        one.check()
        assert any(told.startswith(f"{'ABxxC'[node]}: {wrong} not right yet.") for told in one.reasons("windows"))


# Hints and the solution


def test_hints_come_one_by_one(student: Any):
    """Hints cover one mistake after another, until nothing is left."""
    one = student(TWO_PLIES, wanted=PARTS)
    data = data_of(one.solution, *PARTS)
    assert one.hints("values", 4) == [*data["values"][0]["hints"], EN["last_hint"]]
    one.write(B="5")
    assert one.told("values") == []
    assert one.hints("values") == data["values"][1]["hints"][:1]
    one.write(C="2", A="5")
    assert one.hints("values") == [EN["no_hint"]]

    assert one.hints("pruned", 3) == data["findings"][-1]["hints"]
    one.click("pruned", "L1", "L4")
    assert "You have marked L1 as pruned. Could L1 still" in one.hints("pruned")[0]
    one.click("pruned", "L1")
    assert one.hints("pruned") == [EN["no_hint"]]

    one.click("order", "L1")
    told = [said("order_next", count=1), said("order_parent", node="B"), said("order_leaf", node="L2 = 5")]
    assert one.hints("order", 3) == told
    one.click("order", "L2", "L3", "L4")
    assert one.hints("order") == [EN["order_done"]]
    assert one.hints("best", 3) == data["best"]["hints"]
    assert one.hints("windows") == data["windows"][0]["hints"][:1]


def test_old_verdicts_go_away(student: Any):
    """Editing removes the verdicts on that question only."""
    one = student(TWO_PLIES)
    one.write(B="6")
    one.click("order", "L1")
    one.check()
    one.write(B="5")

    assert (one.told("values"), one.marks()) == ([], {})
    assert one.told("order") == [counted(right=1, wrong=0, incomplete=None)]
    one.write(B="")
    assert "values" not in one.saved()


# Files and memory

FILE_NAMES = {
    "4711": ("4711.txt", "4711"),
    "": ("answer.txt", None),
    "a b": ("a_b.txt", "a b"),
    "../../x": ("__.._x.txt", '"../../x"'),
    "Ü#1": ("Ü_1.txt", '"Ü#1"'),
    'q"': ("q_.txt", '"q\\""'),
    ".x": ("_x.txt", '".x"'),
}
"""The file name of a student's answer, and the id in its content."""


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_saved_answer_holds_what_was_entered(student: Any, language: str):
    """Answers use the notation of tree files in all languages; file names contain the sanitized student id."""
    one = student('S: ((6 0.5) "e2-e4": (-2 9))', language=language, wanted=PARTS)
    one.solve()
    one.write(S="0,5")
    assert one.save() == (
        {"en": "answer.txt", "de": "antwort.txt"}[language],
        'values: A=0.5 "e2-e4"=-2 S=0.5\n'
        'windows: S=[-inf, inf] A=[-inf, inf] "e2-e4"=[0.5, inf]\n'
        "pruned: L4\n"
        "order: L1 L2 L3\n"
        "best: A\n"
        "value: 0.5\n",
    )
    for student_id, (name, line) in FILE_NAMES.items() if language == "en" else ():
        one.find("input.student").fill(student_id)
        file, text = one.save()
        assert (file, answer_in(text).get("student")) == (name, line)


EVERY_CHANGE = "alpha-beta: changes\ntree: "
SAVED = [
    *(f"{EVERY_CHANGE}{tree}" for tree in (HOSTILE, '(a: (1/3 -2.5) "b = [1, 2]": (8/3 0 (7 -inf)))')),
    *(HOSTILE, *few([DEEP, TIED, (EXERCISES / "chance/random-nodes.tree").read_text()])),
]
"""Trees whose answers are saved and loaded, some with rows of pairs."""


@pytest.mark.parametrize("text", SAVED)
def test_a_saved_answer_can_be_loaded_again(student: Any, text: str):
    """A loaded answer is right again and is saved unchanged."""
    one = student(text, "aima", wanted=PARTS)
    one.solve()
    _, first = one.save()
    one.begin_again()
    assert one.check() != EN["all_right"]
    one.load("4711.txt", first)

    assert one.check() == EN["all_right"]
    assert one.save()[1] == first


ROWS = {
    "A=[-inf, inf] [5, inf] B=[-inf, inf], [-inf, 6] -> [-inf, 5]": (
        "A=[-inf, inf] [5, inf] B=[-inf, inf] [-inf, 6] [-inf, 5]",
        "",
    ),
    "A=(-inf, inf) (5; inf); C=[5, inf] [5; 2]": ("A=[-inf, inf] [5, inf] C=[5, inf] [5, 2]", ""),
    "A=[-inf, inf] [5, inf B=[-inf, inf]": ("B=[-inf, inf]", "A = [ -inf , inf ] [ 5 , inf"),
    "A=[-inf, inf] 5 C=[5, inf] [5]": (None, "A = [ -inf , inf ] 5 C = [ 5 , inf ] [ 5 ]"),
    "A=[-inf, x] B= C=[5, inf]": ("C=[5, inf]", "A = [ -inf , x ]"),
    "[1, 2] A=[-inf, inf] Z=[1, 2] L1=[1, 2]": ("A=[-inf, inf]", "[ 1 , 2 ] Z L1"),
    "A=[-inf, inf] A=[-inf, inf] [5, inf]": ("A=[-inf, inf] [5, inf]", ""),
}
"""Rows in a file, the accepted ones, and the reported ones."""


def test_rows_are_loaded_whole_or_told(student: Any):
    """Rows load in several notations; an invalid row is rejected as a whole and reported."""
    one = student("alpha-beta: changes\ntree: ((6 5) (2 9))", wanted=("windows",))
    for line, (taken, names) in ROWS.items():
        one.load("x.txt", f"windows: {line}\n")
        told = [said("loaded", text="x.txt"), *([said("not_understood", text="x.txt", names=names)] if names else [])]
        assert one.find(".files").inner_text() == " ".join(told), line
        assert one.saved().get("windows") == taken, line


def test_what_a_file_says_besides_is_told(student: Any):
    """Unknown names, keys and comments are reported; the rest is loaded."""
    one = student(TWO_PLIES)
    content = "# mine\nstudent: 12 # me\nvalues: A=5, B=7 Z=3\npruned: L4 L9\norder: L1, B\nmood: fine\n\nbest: L1\n"
    one.load("x.txt", content)

    assert one.find(".files").inner_text().endswith(said("not_understood", text="x.txt", names="Z L9 B mood: fine L1"))
    assert one.saved() == {"student": "12", "values": "B=7 A=5", "pruned": "L4", "order": "L1", "value": "5"}


def test_the_empty_form_is_saved_and_copied(student: Any):
    """The form is saved and copied unchanged."""
    from playwright.sync_api import expect

    one = student(TWO_PLIES, permissions=["clipboard-read", "clipboard-write"])
    one.find("details.empty summary").click()
    text = one.find("pre.form").text_content()
    with one.page.expect_download() as download:
        one.find("button.save-form").click()

    assert Path(download.value.path()).read_text("utf-8") == text
    one.find("button.copy-form").click()
    expect(one.find(".form-told")).to_have_text(EN["copied"])
    assert one.page.evaluate("navigator.clipboard.readText()") == text


def test_exercises_of_one_page_do_not_mix(open_page: OpenPage):
    """Two exercises on a page are independent and have their own file names."""
    solutions = [solve(read(text)) for text in (TWO_PLIES, DEEP)]
    page = open_page(page_of(*solutions, file="exam/first.tree"))
    first, second = (Student(page, solution, number) for number, solution in enumerate(solutions))
    first.solve()
    second.click("pruned", "B")

    assert first.check() == EN["all_right"]
    assert second.check() != EN["all_right"]
    assert first.told("pruned") == [counted(right=1, wrong=0)]
    assert first.save()[0] == "answer-first.txt"


# Keys and screen readers


def test_everything_can_be_done_from_the_keyboard(student: Any):
    """All questions can be answered by keyboard; keys move between fields, and clicking a node focuses its field."""
    one = student(TWO_PLIES)
    keys = one.page.keyboard

    def press(*names: str) -> str:
        for name in names:
            keys.press(name)
        return one.page.evaluate("document.activeElement.dataset.field")

    press("Tab", "Tab", "Tab", "Tab")
    for value in ("5", "2", "5"):
        keys.type(value)
        press("Enter")
    one.find('[data-field="1"]').focus()
    moves = ("Enter", "Enter", "Shift+Enter", "ArrowUp", "ArrowDown", "ArrowDown")
    assert [press(key) for key in moves] == ["4", "0", "4", "0", "1", "1"]
    one.find('.board [data-node="4"] .name').click()
    assert press() == "4"
    one.find(".tabs input").first.focus()
    press("ArrowRight", "Tab", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "Space")
    assert one.so_far("pruned") == "Pruned: L4"
    assert one.page.evaluate("document.activeElement.getAttribute('aria-checked')") == "true"
    one.find('.tabs input[value="pruned"]').focus()
    press("ArrowRight", "Tab")
    press("ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter", "ArrowRight", "Enter", "ArrowRight", "Enter")
    assert one.so_far("order") == "Order: L1 L2 L3"
    one.find('.tabs input[value="order"]').focus()
    press("ArrowRight", "Tab", "ArrowUp", "ArrowLeft", "Space")
    one.find("button.check").focus()
    press("Enter")

    assert one.find(".status").inner_text() == EN["all_right"]


def test_what_is_shown_is_also_said(student: Any):
    """Nodes, fields, verdicts and live regions have accessible names, in light and dark mode."""
    one = student(TWO_PLIES)
    one.write(B="6")
    one.click("pruned", "L4")
    leaf = one.find('.board [data-node="6"]')
    assert [leaf.get_attribute(name) for name in ("role", "aria-checked", "aria-label")] == [
        "checkbox",
        "true",
        "L4 = 9",
    ]
    one.check()
    one.ask("values")
    one.find("button.which").click()
    assert one.page.evaluate("document.activeElement.className") == "why"
    field = one.find('[data-field="1"]')
    assert (field.get_attribute("aria-label"), field.get_attribute("aria-invalid")) == ("Value of B (MIN)", "true")
    verdicts = [": not right yet", ": right", ": not answered", ": not answered"]
    assert one.find(".tabs .verdict").all_text_contents() == verdicts
    assert one.find('[data-told="values"]').get_attribute("aria-live") == "polite"
    assert one.find(".status").get_attribute("role") == "status"
    assert out_of_reach(one.page) == []


# Several players


def test_payoffs_are_read_told_and_followed(student: Any):
    """Payoffs may have brackets and any separator; their number must be that of the players."""
    one = student(SHALLOW)
    one.write(B="(2, 3, 5)", C="(1, 1, 8)", D="(1, 1, 8)")
    right = ("(7, 1, 2)", "7/1/2", "<7; 1; 2>", "7 1 2", "7,1,2", "[7|1|2]", "(7,0; 1; 2)", "7, 2/2, 2", "(7 1 2")
    wrong = ("7", "(7, 1)", "7, 1, 2, 0", "7, x, 2")
    for text in (*right, *wrong):
        one.write(A=text)
        told = one.checked("values")
        assert (set(one.verdicts("values")) == {"right"}) is (text in right), text
        assert (said("no_payoffs", node="A", text=text, count=3) in told) is (text in wrong), text

    one = student("((<1, 5, 6> <4, 2, 3>) (<3, 1, 2> <2, 5, 2>))")
    one.write(A="(4, 2, 3)", B="(4, 2, 3)", C="(2, 5, 2)")
    told = one.reasons("values")
    assert any("B is a node of P2, who takes the child that brings P2 most" in text for text in told)
    assert said("follows", node="A", value="(4, 2, 3)", names="B") in told


@pytest.mark.parametrize("tree", ["((6 5) (2 9))", "(((1 2) (3 4) (5 6)) ((7 8) (9 10) (11 12)) ((3 1) (2 4) (6 5)))"])
def test_on_a_phone_the_root_is_in_sight(tree: str, open_page: OpenPage):
    """The rules are collapsed so that the tree starts in the upper half; a small tree is completely visible."""
    page = open_page(page_of(solve(read(tree))), width=390)
    board, root, picture = (
        page.locator(part).bounding_box()
        for part in ("div.board", 'div.board [data-node="0"] .shape', ".desk .picture")
    )
    assert picture["x"] <= root["x"]
    assert root["x"] + root["width"] <= picture["x"] + picture["width"] <= 390
    assert root["y"] + root["height"] < 422
    assert not page.locator(".rules").evaluate("rules => rules.open")
    fields = [field.bounding_box() for field in page.locator(".field").all()]
    assert min(field["height"] for field in fields if field) >= 24
    assert len(tree) > 20 or board["width"] <= picture["width"]


# Questions outside the search


def test_a_number_of_leaves_is_checked_and_saved(student: Any):
    """Wrong, right and invalid numbers have different verdicts; the right one is saved and loaded."""
    one = student(TWO_PLIES, wanted=("pruned", "count"))
    right = str(len(one.solution.evaluated_ids))

    def write(text: str) -> list[str]:
        one.find("[data-number]").fill(text)
        one.check()
        return one.verdicts("count")

    one.ask("count")
    assert [write(text) for text in ("many", "", "0", right)] == [["wrong", "wrong"], ["missing"], ["wrong"], ["right"]]
    write("0")
    assert one.tree.names[one.solution.evaluated_ids[-1]] in one.hints("count")[0]
    write(f" {right} ")
    assert one.save()[1] == f"# partly shown\ncount: {right}\n"
    one.begin_again()
    one.load("answer.txt", f"count: {right}")
    assert one.find("[data-number]").input_value() == right
