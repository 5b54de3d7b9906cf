"""The practice page in a real browser: right and wrong answers, hints, files, keys, phones, paper."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.pages.test_practice_page import HOSTILE, TWO_PLIES, data_of, page_of
from tests.support.browser import OpenPage
from tests.support.effort import crossed, few
from tests.support.places import EXERCISES
from treesolve.drawing.shape import SHAPES
from treesolve.model.answer import PARTS
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.number_text import read_number
from treesolve.notation.reader import read
from treesolve.pages.practice_page import spoken
from treesolve.search.maxn import solve_tree
from treesolve.search.solution import Solution, solve

if TYPE_CHECKING:
    from playwright.sync_api import Download, Locator, Page

EN, DE = spoken("en"), spoken("de")

DEEP = "((5 (7 3)) (2 (6 8) 9) ((8 4) (1 2)))"
"""A tree with cuts on two levels."""


def said(sentence: str, **blanks: object) -> str:
    """A sentence of the English page."""
    return re.sub(r"\{(\w+)\}", lambda blank: str(blanks[blank[1]]), EN[sentence])


class Student:
    """Somebody who sits in front of a page with one exercise, or with the exercise of that number."""

    def __init__(self, page: "Page", solution: Solution, number: int = 0) -> None:
        self.page = page
        self.solution = solution
        self.tree = solution.tree
        self.paper = page.locator("article.practice").nth(number)

    def node(self, name: str) -> int:
        """The id of a node."""
        return self.tree.names.index(name)

    def find(self, selector: str) -> "Locator":
        """Something in the exercise."""
        return self.paper.locator(selector)

    def ask(self, part: str) -> None:
        """Choose a question."""
        self.find(
            ".tabs label",
        ).filter(has=self.page.locator(f'input[value="{part}"]')).click()

    def write(self, **values: str) -> None:
        """Write values into the tree."""
        self.ask("values")
        for name, value in values.items():
            self.find(f'[data-field="{self.node(name)}"]').fill(value)

    def click(self, part: str, *names: str) -> None:
        """Click nodes of the tree."""
        self.ask(part)
        for name in names:
            self.find(f'.board [data-node="{self.node(name)}"] .shape').click(force=True)

    def check(self) -> str:
        """Have everything checked; what is said in short."""
        self.find("button.check").click()
        return self.find(".status").inner_text()

    def told(self, part: str) -> list[str]:
        """What is said about the answer to a question."""
        return [text.strip() for text in self.find(f'[data-told="{part}"] li .text').all_text_contents()]

    def verdicts(self, part: str) -> list[str | None]:
        """The verdicts on the answer to a question, line by line."""
        return [line.get_attribute("data-verdict") for line in self.find(f'[data-told="{part}"] li').all()]

    def hint(self, part: str) -> str:
        """Ask for one more hint."""
        self.ask(part)
        self.find("button.hint").click()
        return self.told(part)[-1]

    def marks(self) -> dict[str, str]:
        """The signs beside nodes."""
        signs = self.find(".verdict-mark").all_text_contents()
        return {name: sign for name, sign in zip(self.tree.names, signs, strict=True) if sign}

    def leaves(self) -> dict[str, str]:
        """What stands at the leaves."""
        values = self.find(".board .value").all_text_contents()
        return {self.tree.names[leaf]: values[leaf] for leaf in self.tree.leaves}

    def solve(self) -> None:
        """Give the right answer to every question."""
        solution, names = self.solution, self.tree.names
        asked = self.find(".tabs input").evaluate_all("tabs => tabs.map((tab) => tab.value)")
        if "values" in asked:
            self.write(
                **{names[entry["node"]]: entry["right"][0] for entry in data_of(solution)["values"] if entry["right"]}
            )
        if "windows" in asked:
            self.ask("windows")
            for entry in data_of(solution, "windows")["windows"]:
                for end, bound in enumerate(entry["right"]):
                    self.find(f'[data-window="{entry["node"]}"][data-end="{end}"]').fill(bound)
        if "pruned" in asked:
            self.click("pruned", *(names[node] for node in solution.pruned_roots))
            if not solution.pruned_roots:
                self.find(".nothing input").check()
        if "order" in asked:
            self.click("order", *(names[leaf] for leaf in solution.evaluated))
        if "best" in asked and solution.best is not None:
            self.click("best", names[solution.best])
        if "value" in asked:
            self.ask("value")
            self.find(".root-value").fill(data_of(solution)["root"]["right"][0])

    def save(self) -> "Download":
        """Save the answer as a file."""
        answer = self.find("details.answer")
        if answer.get_attribute("open") is None:
            answer.locator("summary").click()
        with self.page.expect_download() as download:
            self.find("button.save").click()
        return download.value

    def saved(self) -> dict[str, str]:
        """What stands in the saved file, by key."""
        return answer_in(Path(self.save().path()).read_text("utf-8"))


def answer_in(text: str) -> dict[str, str]:
    """The lines of an answer, by key."""
    return dict(line.split(": ", 1) for line in text.splitlines())


@pytest.fixture
def student(open_page: OpenPage) -> Iterator[Any]:
    """Opens an exercise for a student: `student(tree, lecture, options of the page)`."""

    def sits_down(
        text: str, lecture: str = "haw", *, wanted: tuple[str, ...] = (), language: str = "en", **options: Any
    ) -> Student:
        solution = solve_tree(read(text, payoffs=True), CONVENTIONS[lecture])
        return Student(open_page(page_of(solution, wanted=wanted, language=language), **options), solution)

    return sits_down


# Right answers


@pytest.mark.parametrize("lecture", few([*CONVENTIONS]))
def test_right_answers_are_right_in_every_lecture(student: Any, lecture: str):
    """Every question there is, on a tree with shares of 1 so that every lecture can search it."""
    one = student("((1 0.5 (0 1)) (0.25 (1 0.5) 1) (1/3 1))", lecture, wanted=PARTS)
    one.solve()

    assert one.check() == EN["all_right"]
    assert {verdict for part in PARTS for verdict in one.verdicts(part)} <= {"right", "note"}


SOME = ("aima/fig-5-2", "lang/bild-4", "textbook/deep-cut", "chance/random-nodes", "cosc367/q1-single-child-max")


@pytest.mark.parametrize(("exercise", "language"), few(crossed(SOME, ["en", "de"])))
def test_right_answers_to_an_exercise_are_right(student: Any, exercise: str, language: str):
    """In both languages."""
    one = student((EXERCISES / f"{exercise}.tree").read_text("utf-8"), language=language)
    one.solve()

    assert one.check() == (EN if language == "en" else DE)["all_right"]


def test_a_single_leaf_has_a_value(student: Any):
    """There is nothing else to ask."""
    one = student("-7")
    one.find(".root-value").fill("−7")

    assert one.check() == EN["all_right"]


def test_a_bound_is_right_with_a_remark(student: Any):
    """C was cut off: nobody who searches sees the 1."""
    one = student("((6 5) (2 1))")
    one.write(A="5", B="5", C="2")
    one.check()

    assert one.verdicts("values") == ["right", "note"]
    assert one.told("values")[1] == "C = 2 is what the search returns. It proves only that C ≤ 2."


NUMBERS = [
    ("1/2", ["0.5", "0,5", "1/2", "2/4", " 0.50 ", ".5", "+0,5", "½".replace("½", "1 / 2")]),
    ("-3", ["-3", "−3", "–3", "- 3", "-3.0", "-6/2"]),
    ("inf", ["inf", "∞", "+∞", "INF", "infinity"]),
    ("-inf", ["-inf", "−∞", "-∞"]),
]


@pytest.mark.parametrize(("value", "texts"), NUMBERS)
def test_numbers_are_read_in_many_ways(student: Any, value: str, texts: list[str]):
    """And saved in one that treesolve reads."""
    one = student("(" + f"({value}) " * (len(texts) - 1) + ")", "minimax", wanted=("values",))
    names = one.tree.names[:1] + tuple(one.tree.names[child] for child in one.tree.children[0])
    one.write(**dict(zip(names, texts, strict=True)))
    assert one.check() == EN["all_right"]
    told = dict(entry.split("=") for entry in one.saved()["values"].split())
    assert {name: read_number(number) for name, number in told.items()} == dict.fromkeys(names, read_number(value))


def test_a_value_may_have_the_sign_of_a_bound(student: Any):
    """It counts as the number, and is saved as one."""
    one = student("(7)", "haw", wanted=("values",))
    for text in ("≥7", ">=7", "≤ 7", "<=7", ">7", "=7", " ≥ 7,0", "≥14/2"):
        one.write(A="")
        assert one.check() != EN["all_right"]
        one.write(A=text)
        assert one.check() == EN["all_right"], text
        assert one.saved()["values"] in ("A=7", "A=7.0", "A=14/2"), text


INSIDE = """box => [...box.querySelectorAll(".field")].every((field) => {
  const { left, right, top, bottom } = field.getBoundingClientRect();
  const shape = box.querySelector(`[data-node="${field.dataset.field}"] .shape`);
  const turned = shape.getScreenCTM().inverse();
  const corners = [[left, top], [right, top], [left, bottom], [right, bottom]];
  return corners.every(([x, y]) => shape.isPointInFill(new DOMPoint(x, y).matrixTransform(turned)));
})"""


@pytest.mark.parametrize("width", [1200, 390])
@pytest.mark.parametrize("shapes", SHAPES)
def test_fields_stay_inside_their_nodes(open_page: OpenPage, shapes: str, width: int):
    """All their corners, at every size; a finger hits them on a phone, where the page itself does not scroll."""
    solution = solve(read("((CHANCE (1/3 * 6, 2/3 * -100) 5) (2 (9 1/7)))"), CONVENTIONS["haw"])
    page = open_page(page_of(solution, shapes=shapes), width=width, height=844)

    assert page.locator("div.board").evaluate(INSIDE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    high = page.locator(".field").evaluate_all("fields => fields.map((field) => field.getBoundingClientRect().height)")
    assert width > 390 or min(high) >= 40


@pytest.mark.parametrize("width", [1200, 390])
def test_boards_stay_boards(open_page: OpenPage, width: int):
    """As wide as their squares, with a field beside each that has its name until something is written."""
    tree = read((EXERCISES / "games" / "tictactoe-three-moves.tree").read_text("utf-8"))
    page = open_page(page_of(solve(tree, CONVENTIONS["lang"]), boards=True), width=width)
    sizes = page.locator("div.board rect.board").evaluate_all(
        "all => all.map((one) => [one, one.nextElementSibling].map((each) => Math.round(each.getBBox().width)))"
    )

    assert len(sizes) == len(tree)
    assert all(outline == grid for outline, grid in sizes)
    names = page.locator(".field").evaluate_all("fields => fields.map((field) => field.placeholder)")
    assert sorted(names) == sorted(name for name, children in zip(tree.names, tree.children, strict=True) if children)


@pytest.mark.parametrize("text", few(["abc", "1/0", "1,2,3", "--3", "1e5", "3 4x", "1/2/3", "NaN", "0x10"]))
def test_what_is_no_number_is_told(student: Any, text: str):
    """And left out of the file, with a remark."""
    one = student(TWO_PLIES, wanted=("values",))
    one.write(A="5", B=text)

    assert one.check() == "Values: not right yet."
    assert one.told("values")[1] == said("no_number", node="B", text=text)
    assert one.saved()["values"] == "A=5"
    assert one.find(".files").inner_text().endswith(said("left_out", names="B"))


# Wrong values


def test_a_wrong_value_names_the_children_to_look_at(student: Any):
    """MIN would take the smallest."""
    one = student(TWO_PLIES)
    one.write(A="5", B="6", C="2")

    assert one.check().startswith("Values: not right yet; Pruned: not answered")
    assert one.told("values") == [
        "Right: C and A.",
        "B is not right. B is a MIN node: it takes the smallest value of its children. "
        "Look again at L1 = 6 and L2 = 5.",
    ]
    assert one.marks() == {"A": "✓", "B": "✗", "C": "✓"}


def test_a_value_that_follows_is_not_wrong_a_second_time(student: Any):
    """A is right for what the student took B to be."""
    one = student(TWO_PLIES)
    one.write(A="6", B="6", C="2")
    one.check()

    assert one.verdicts("values") == ["right", "wrong", "follows"]
    assert one.told("values")[2] == said("follows", node="A", value="6", names="B")
    assert one.marks() == {"A": "↳", "B": "✗", "C": "✓"}


def test_a_value_that_does_not_follow_sends_below_first(student: Any):
    """Neither right nor right for the children."""
    one = student(TWO_PLIES)
    one.write(A="9", B="6", C="2")
    one.check()

    assert one.told("values")[2] == said("children_first", node="A", value="9", names="B")


def test_follow_through_over_a_wrong_cut(student: Any):
    """Without L2, B is 6: the cut is the mistake, not the value."""
    one = student(TWO_PLIES)
    one.click("pruned", "L2")
    one.write(B="6")
    one.check()

    assert one.told("values")[0] == said("follows", node="B", value="6", names="L2")


def test_follow_through_over_several_levels(student: Any):
    """One slip at a leaf's parent, and everything above follows from it."""
    one = student("(((6 5) (2 9)) ((1 4) (3 8)))", "minimax")
    one.write(D="6", E="2", B="2", F="4", G="8", C="4", A="4")
    one.check()

    assert one.marks() == {"A": "↳", "B": "↳", "C": "✓", "D": "✓", "E": "✗", "F": "✓", "G": "✓"}
    assert one.told("values")[3] == said("follows", node="A", value="4", names="B")


def test_expected_values_are_exact_or_rounded_to_two_places(student: Any):
    """A third is no decimal; with 4 in the place of 2 the sum is 19/6."""
    one = student("CHANCE (1/2 * 3, 1/6 * MIN (2 9), 1/3 * 3)", "minimax")
    assert Fraction(17, 6) == one.solution.value

    right = (("2", "17/6", "✓"), ("2", "2.8333", "✓"), ("2", "2,83", "✓"), ("4", "19/6", "↳"), ("4", "3.17", "↳"))
    wrong = (("2", "2.8", "✗"), ("2", "2.84", "✗"), ("2", "2.8334", "✗"), ("4", "3.16", "✗"), ("2", "3", "✗"))
    for below, value, mark in right + wrong:
        one.write(B=below, A=value)
        one.check()
        assert one.marks()["A"] == mark, value


def test_an_average_that_stops_is_no_partial_sum(student: Any):
    """Right are the bound that the search returns and the value; not what the children seen add up to."""
    one = student("bounds: -2 2\ntree: (safe: 1 bet: CHANCE (MIN (-2 2) MIN (1 0) MIN (2 2)))", "aima")
    one.click("pruned", "C", "D")

    for value, mark in (("2/3", "✓"), ("-2/3", "✗"), ("0", "✓")):
        one.write(B="-2", bet=value)
        one.check()
        assert one.marks()["bet"] == mark, value


def test_infinite_expected_values(student: Any):
    """Infinities absorb what is finite; against each other they have no sum, and nothing breaks."""
    one = student("CHANCE (1/2 * MIN (1 2), 1/2 * MIN (3 4))", "minimax")
    one.write(B="∞", C="3", A="∞")
    one.check()
    assert one.marks()["A"] == "↳"

    one.write(C="−∞")
    one.check()
    assert one.marks()["A"] == "✗"


def test_a_value_in_the_view_of_min_is_told(student: Any):
    """In a lecture in which MIN writes −v."""
    one = student(TWO_PLIES, "lang")
    one.write(B="-5")
    one.check()

    assert one.told("values")[0] == said("own_view", node="B", value="-5")


# What is pruned


def wrong_sentence(one: Student, name: str) -> str:
    """What the data says about a node taken for pruned."""
    return next(each["wrong"] for each in data_of(one.solution)["findings"] if each.get("visit") == one.node(name))


def missed_sentence(one: Student, name: str, kind: str = "missed") -> str:
    """What the data says about the cut that skips a node."""
    return next(each[kind] for each in data_of(one.solution)["findings"] if one.node(name) in each.get("cut", ()))


def test_a_wrong_cut_is_answered_with_the_counterexample(student: Any):
    """Only the wrong one; the right one is named as right."""
    one = student(TWO_PLIES)
    one.click("pruned", "L2", "L4")
    one.check()

    assert one.told("pruned") == ["Right: L4.", wrong_sentence(one, "L2")]
    assert one.marks() == {"L2": "✗", "L4": "✓"}


def test_a_counterexample_is_shown_in_the_tree(student: Any):
    """Its values at the leaves, until they are taken back, or anything else happens."""
    one = student(TWO_PLIES)
    one.click("pruned", "L2")
    one.check()
    values = dict(data_of(one.solution)["findings"][3]["supposed"])
    shown = {one.tree.names[leaf]: text for text, leaves in values.items() for leaf in leaves}

    one.find("button.suppose").click()
    assert one.leaves() == {"L1": "6", **shown}
    assert one.find(".supposed").count() == 3
    one.find("button.suppose").click()
    assert one.leaves() == {"L1": "6", "L2": "5", "L3": "2", "L4": "9"}
    one.find("button.suppose").click()
    one.ask("order")
    assert one.leaves()["L2"] == "5"


def test_a_missed_cut_is_answered_with_its_reason(student: Any):
    """In the words of the lecture."""
    one = student(TWO_PLIES)
    one.ask("pruned")
    one.find(".nothing input").check()
    one.check()

    assert one.told("pruned") == [missed_sentence(one, "L4")]
    assert "β = 2 ≤ α = 5" in one.told("pruned")[0]


def test_a_part_of_a_cut_is_not_the_cut(student: Any):
    """Both children of B are skipped."""
    one = student("(5 (2 (1 1) 9))")
    one.click("pruned", "L5")
    one.check()

    assert one.told("pruned") == ["Right: L5.", missed_sentence(one, "L5", "partly")]


@pytest.mark.parametrize("names", [["C"], ["L3", "L4"], ["C", "L3", "L3"]])
def test_a_subtree_may_be_given_by_its_top_or_by_its_leaves(student: Any, names: list[str]):
    """It is the same answer, and the same file."""
    one = student("(5 (2 (1 1) 9))")
    one.click("pruned", *names, "L5")
    one.check()

    assert one.told("pruned") == ["Right: C and L5."]
    assert one.saved()["pruned"] == "C L5"


def test_a_second_click_takes_it_back(student: Any):
    """Also below a node that was clicked as a whole."""
    one = student(TWO_PLIES)
    one.click("pruned", "C")
    assert one.find(".status").inner_text() == "C: pruned"
    one.click("pruned", "L3")
    assert one.find('[data-part="pruned"] .so-far').inner_text() == "Pruned: L4"
    one.click("pruned", "L4")
    assert one.find('[data-part="pruned"] .so-far').inner_text() == "Pruned: Nothing yet"


def test_nothing_pruned_must_be_said(student: Any):
    """An empty answer is not the answer that nothing is pruned."""
    one = student("((1 2) (3 4))")
    one.check()
    assert one.told("pruned") == [EN["say_nothing"]]

    one.ask("pruned")
    one.find(".nothing input").check()
    one.check()
    assert one.told("pruned") == [EN["nothing_is_pruned"]]
    assert one.saved()["pruned"] == "none"

    one.click("pruned", "L1")
    assert not one.find(".nothing input").is_checked()


# The order


def test_the_first_mistake_in_the_order_is_told(student: Any):
    """A pruned leaf, a leaf too early, a wrong first one, a list too short."""
    one = student(TWO_PLIES)
    one.click("order", "L1", "L2", "L4")
    one.check()
    assert one.told("order") == [f"{said('first_mistake', count=2, node='L4 = 9')} {EN['never_evaluated']}"]
    assert one.marks() == {"L1": "✓", "L2": "✓", "L4": "✗"}

    one.find("button.clear").click()
    one.click("order", "L2", "L1")
    one.check()
    assert one.told("order") == [f"{said('wrong_from_start', node='L2 = 5')} {EN['comes_later']}"]

    one.find("button.clear").click()
    one.click("order", "L1", "L2")
    one.check()
    assert one.told("order") == [said("too_short", count=2)]


def test_an_order_that_fits_the_ticked_nodes_follows(student: Any):
    """Whoever prunes nothing evaluates L4."""
    one = student(TWO_PLIES)
    one.click("order", "L1", "L2", "L3", "L4")
    one.check()
    assert one.verdicts("order") == ["wrong"]

    one.ask("pruned")
    one.find(".nothing input").check()
    one.check()
    assert one.told("order")[1] == EN["fits_pruned"]


def test_leaves_are_numbered_and_can_be_taken_out(student: Any):
    """By a click, by the button, all at once."""
    one = student(TWO_PLIES)
    one.click("order", "L1", "L3", "L2")
    assert one.find(".place").all_text_contents() == ["", "", "1.", "3.", "", "2.", ""]
    one.click("order", "L3")
    assert one.find('[data-part="order"] .so-far').inner_text() == "Order: L1 L2"
    one.find("button.undo").click()
    assert one.find('[data-part="order"] .so-far').inner_text() == "Order: L1"
    one.click("order", "B")
    assert one.find('[data-part="order"] .so-far').inner_text() == "Order: L1"
    one.find("button.clear").click()
    assert one.find("button.undo").is_disabled()


# Best move, root value, windows


@pytest.mark.parametrize(
    ("text", "chosen", "told"),
    [
        (TWO_PLIES, "B", "Right: B."),
        (TWO_PLIES, "C", "C is not chosen. A is a MAX node: it takes the greatest value of its children."),
        (
            "((5 6) (5 7))",
            "C",
            "C is worth as much, but this lecture takes the first of equally good children it visits.",
        ),
        ("((5 6) (5 4))", "C", "C looks as good, but the search has only a bound for its value."),
    ],
)
def test_the_best_move(student: Any, text: str, chosen: str, told: str):
    """Chosen in the tree."""
    one = student(text)
    one.click("best", chosen)
    one.check()

    assert one.told("best") == [told]


def test_a_best_move_that_follows_from_wrong_values(student: Any):
    """Chosen beside the tree."""
    one = student(TWO_PLIES)
    one.write(B="5", C="9")
    one.ask("best")
    one.find('.choices input[value="4"]').check()
    one.check()

    assert one.verdicts("best") == ["follows"]
    assert one.told("best") == [said("best_follows", node="C", root="A")]


def test_the_value_of_the_root_alone(student: Any):
    """A place of its own, where no other values are asked for."""
    one = student(TWO_PLIES, wanted=("value",))

    for value, verdict in (("5", "right"), ("6", "wrong"), ("", "missing"), ("x", "wrong")):
        one.find(".root-value").fill(value)
        one.check()
        assert one.verdicts("value") == [verdict], value


def test_windows(student: Any):
    """Both bounds, each told by itself."""
    one = student("((6 5) (2 9 (1 1)))", wanted=("windows",))
    for node, low, high in ((0, "-inf", "inf"), (1, "−∞", "5"), (4, "3", ""), (7, "5", "2")):
        one.find(f'[data-window="{node}"][data-end="0"]').fill(low)
        one.find(f'[data-window="{node}"][data-end="1"]').fill(high)
    one.check()

    mistakes = ["B: β not right yet.", "C: α and β not right yet.", said("no_window", node="D")]
    assert one.told("windows") == ["Right: A.", *mistakes]
    assert one.saved()["windows"] == "A=[-inf, inf] B=[-inf, 5] D=[5, 2]"


# Hints and the solution


def test_hints_come_one_by_one(student: Any):
    """About the first thing that is not right, and then about the next."""
    one = student(TWO_PLIES)
    entries = data_of(one.solution)["values"]

    assert [one.hint("values") for _ in range(4)] == [*entries[0]["hints"], EN["last_hint"]]
    one.write(B="5")
    assert one.told("values") == []
    assert one.hint("values") == entries[1]["hints"][0]
    one.write(C="2", A="5")
    assert one.hint("values") == EN["no_hint"]


def test_hints_about_cuts(student: Any):
    """A wrong one is doubted, a missed one led to."""
    one = student(TWO_PLIES)
    cut = data_of(one.solution)["findings"][-1]["hints"]
    assert [one.hint("pruned") for _ in range(3)] == cut

    one.click("pruned", "L1", "L4")
    assert one.hint("pruned") == "You have marked L1 as pruned. Could the leaves there still change the value of A?"
    one.click("pruned", "L1")
    assert one.hint("pruned") == EN["no_hint"]


def test_hints_about_the_order_and_the_move(student: Any):
    """Where the next leaf is, and only then which."""
    one = student(TWO_PLIES)
    one.click("order", "L1")

    hints = [one.hint("order") for _ in range(3)]
    assert hints == [said("order_next", count=1), said("order_parent", node="B"), said("order_leaf", node="L2 = 5")]
    one.click("order", "L2", "L3", "L4")
    assert one.hint("order") == EN["order_done"]
    assert [one.hint("best") for _ in range(3)] == data_of(one.solution)["best"]["hints"]


def test_no_hint_gives_the_whole_answer(student: Any):
    """However often somebody asks, only the first open thing is told."""
    one = student(DEEP, "aima")
    hints = [one.hint(part) for part in ("values", "pruned", "order") for _ in range(6)]

    assert not [hint for hint in hints if len(re.findall(r"\b[A-Z] = ", hint)) > 1]
    assert one.find("details.solution").is_hidden()


def test_the_solution_is_shown_only_after_a_check(student: Any):
    """And only to those who ask for it."""
    one = student(TWO_PLIES)
    assert one.find("details.solution").is_hidden()
    one.check()
    assert not one.find("details.solution li").first.is_visible()

    one.find("details.solution summary").click()
    shown = one.find("details.solution li").all_inner_texts()
    assert shown == data_of(one.solution)["solution"]
    assert shown[:2] == ["Values: B = 5, C = 2, A = 5.", "Pruned: L4."]


def test_old_verdicts_go_away(student: Any):
    """Whatever is changed is no longer what was checked; other questions keep their verdicts."""
    one = student(TWO_PLIES)
    one.write(B="6")
    one.click("order", "L1")
    one.check()
    one.write(B="5")

    assert one.told("values") == []
    assert one.marks() == {}
    assert one.told("order") == [said("too_short", count=1)]


# Files and memory


def wait_for_file(one: Any, name: str) -> None:
    """Wait until the page has read a file."""
    from playwright.sync_api import expect

    expect(one.find(".files")).to_contain_text(name)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_saved_answer_holds_what_was_entered(student: Any, language: str):
    """In the notation of tree files, whatever the language of the page."""
    one = student('S: ((6 0.5) "e2-e4": (-2 9))', language=language, wanted=PARTS)
    one.solve()
    one.write(S="0,5")
    one.find("details.answer summary").click()
    one.find("input.student").fill("4711")

    download = one.save()

    assert download.suggested_filename == "4711.txt"
    assert Path(download.path()).read_text("utf-8") == (
        "student: 4711\n"
        'values: A=0.5 "e2-e4"=-2 S=0.5\n'
        'windows: S=[-inf, inf] A=[-inf, inf] "e2-e4"=[0.5, inf]\n'
        "pruned: L4\n"
        "order: L1 L2 L3\n"
        "best: A\n"
        "value: 0.5\n"
    )


FILE_NAMES = {
    "": ("answer.txt", None),
    "a b": ("a_b.txt", "a b"),
    "../../x": ("__.._x.txt", '"../../x"'),
    "Ü#1": ("Ü_1.txt", '"Ü#1"'),
    'q"': ("q_.txt", '"q\\""'),
    ".x": ("_x.txt", '".x"'),
}
"""What a file is called in which a student with that id is saved, and what stands there as the id."""


def test_the_name_of_the_file(student: Any):
    """The student's id, without what file systems dislike."""
    one = student(TWO_PLIES)
    one.find("details.answer summary").click()

    for given, (name, line) in FILE_NAMES.items():
        one.find("input.student").fill(given)
        download = one.save()
        assert download.suggested_filename == name
        assert answer_in(Path(download.path()).read_text("utf-8")).get("student") == line


@pytest.mark.parametrize(
    "text", few([HOSTILE, TWO_PLIES, DEEP, (EXERCISES / "chance/random-nodes.tree").read_text("utf-8")])
)
def test_a_saved_answer_can_be_loaded_again(student: Any, text: str):
    """Saved, thrown away, loaded: everything is right again, and saved it is the same."""
    one = student(text, "aima", wanted=PARTS)
    one.solve()
    first = Path(one.save().path()).read_bytes()
    one.find("button.restart").click()
    assert one.check() != EN["all_right"]

    one.find("input.load").set_input_files({"name": "4711.txt", "mimeType": "text/plain", "buffer": first})
    wait_for_file(one, "4711.txt")

    assert one.check() == EN["all_right"]
    assert Path(one.save().path()).read_bytes() == first


def test_what_a_file_says_besides_is_told(student: Any):
    """Unknown names, keys and remarks; the rest is taken."""
    one = student(TWO_PLIES)
    content = "# mine\nstudent: 12 # me\nvalues: A=5, B=7 Z=3\npruned: L4 L9\norder: L1, B\nmood: fine\n\nbest: L1\n"
    one.find("details.answer summary").click()
    one.find("input.load").set_input_files({"name": "x.txt", "mimeType": "text/plain", "buffer": content.encode()})
    wait_for_file(one, "x.txt")

    assert one.find(".files").inner_text().endswith(said("not_understood", text="x.txt", names="Z L9 B mood: fine L1"))
    assert one.saved() == {"student": "12", "values": "B=7 A=5", "pruned": "L4", "order": "L1", "value": "5"}


def test_an_answer_survives_a_reload(student: Any):
    """Everything that was entered, on the same page; not what was said about it."""
    one = student(TWO_PLIES, wanted=PARTS)
    one.solve()
    one.check()
    one.page.reload()

    assert one.told("values") == []
    assert one.find('[data-field="1"]').input_value() == "5"
    assert one.check() == EN["all_right"]
    one.find("button.restart").click()
    one.page.reload()
    assert one.find('[data-field="1"]').input_value() == ""


def test_a_browser_without_a_memory_will_do(student: Any):
    """Private windows throw where others keep something."""
    one = student(TWO_PLIES)
    one.page.evaluate("Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } })")
    one.solve()

    assert one.check() == EN["all_right"]


def test_the_empty_form_is_saved_and_copied(student: Any):
    """As it stands there."""
    from playwright.sync_api import expect

    one = student(TWO_PLIES, permissions=["clipboard-read", "clipboard-write"])
    one.find("details.empty summary").click()
    text = one.find("pre.form").text_content()
    with one.page.expect_download() as download:
        one.find("button.save-form").click()

    assert Path(download.value.path()).read_text("utf-8") == text
    assert "\nBest move:\n" in text
    one.find("button.copy-form").click()
    expect(one.find(".form-told")).to_have_text(EN["copied"])
    assert one.page.evaluate("navigator.clipboard.readText()") == text


def test_exercises_of_one_page_do_not_mix(open_page: OpenPage):
    """Two of them, answered in turns; their files have their names."""
    solutions = [solve(read(text)) for text in (TWO_PLIES, DEEP)]
    page = open_page(page_of(*solutions, file="exam/first.tree"))
    first, second = (Student(page, solution, number) for number, solution in enumerate(solutions))
    first.solve()
    second.click("pruned", "B")

    assert first.check() == EN["all_right"]
    assert second.check() != EN["all_right"]
    assert first.told("pruned") == ["Right: L4."]
    assert first.save().suggested_filename == "answer-first.txt"


def test_names_are_only_names(student: Any):
    """Names that look like HTML or like blanks of sentences are shown as they are; nothing is run."""
    one = student(HOSTILE)
    names = one.tree.names
    one.write(**{names[0]: "5", names[1]: "9"})
    one.click("pruned", names[3], names[6])
    one.check()

    assert one.told("values")[1] == said("children_first", node=names[1], value="9", names="{names}")
    assert one.told("pruned")[0] == f"Right: {names[6]}."
    assert names[3] == "{names}"
    assert "{names}" in one.told("pruned")[1]
    assert one.saved()["values"] == '"</script><script>alert(1)</script>"=9 A=5'


# Keys, screen readers, phones, paper


def test_everything_can_be_done_from_the_keyboard(student: Any):
    """From the first tab stop to the last question."""
    one = student(TWO_PLIES)
    keys = one.page.keyboard

    def press(*names: str) -> None:
        for name in names:
            keys.press(name)

    press("Tab", "Tab")
    for value in ("5", "2", "5"):
        keys.type(value)
        press("Enter")
    one.find(".tabs input").first.focus()
    press("ArrowRight", "Tab")
    press("ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "Space")
    assert one.find('[data-part="pruned"] .so-far').inner_text() == "Pruned: L4"
    assert one.page.evaluate("document.activeElement.getAttribute('aria-checked')") == "true"
    one.find('.tabs input[value="pruned"]').focus()
    press("ArrowRight", "Tab")
    press("ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter", "ArrowRight", "Enter", "ArrowRight", "Enter")
    assert one.find('[data-part="order"] .so-far').inner_text() == "Order: L1 L2 L3"
    one.find('.tabs input[value="order"]').focus()
    press("ArrowRight", "Tab", "ArrowUp", "ArrowLeft", "Space")
    one.find("button.check").focus()
    press("Enter")

    assert one.find(".status").inner_text() == EN["all_right"]


def test_fields_lead_to_each_other(student: Any):
    """Enter to the next value to become known, shift back, arrows up and down the tree."""
    one = student(TWO_PLIES)
    one.find('[data-field="1"]').focus()
    visited = []
    for key in ("Enter", "Enter", "Shift+Enter", "ArrowUp", "ArrowDown", "ArrowDown"):
        one.page.keyboard.press(key)
        visited.append(one.page.evaluate("document.activeElement.dataset.field"))

    assert visited == ["4", "0", "4", "0", "1", "1"]


def test_a_click_on_a_node_leads_to_its_field(student: Any):
    """In the question about values."""
    one = student(TWO_PLIES)
    one.find('.board [data-node="4"] .name').click()

    assert one.page.evaluate("document.activeElement.dataset.field") == "4"


def test_what_is_shown_is_also_said(student: Any):
    """Names and states of nodes and fields, verdicts in words, places that speak up."""
    one = student(TWO_PLIES)
    one.write(B="6")
    one.click("pruned", "L4")
    assert one.find('.board [data-node="6"]').get_attribute("role") == "checkbox"
    assert one.find('.board [data-node="6"]').get_attribute("aria-checked") == "true"
    assert one.find('.board [data-node="6"]').get_attribute("aria-label") == "L4 = 9"
    assert one.find('.board [data-node="1"]').get_attribute("aria-label") == "B (MIN)"
    one.check()

    one.ask("values")
    assert one.find('[data-field="1"]').get_attribute("aria-label") == "Value of B (MIN)"
    assert one.find('[data-field="1"]').get_attribute("aria-invalid") == "true"
    assert one.find(".tabs .verdict").all_text_contents() == [
        ": not right yet",
        ": right",
        ": not answered",
        ": not answered",
    ]
    assert one.find('[data-told="values"]').get_attribute("aria-live") == "polite"
    assert one.find(".status").get_attribute("role") == "status"


WIDE = ("lang/bild-2", "aima/fig-5-2", "knuth-moore/uniform-2-4", "chance/random-nodes")


@pytest.mark.parametrize(("exercise", "language"), few(crossed(WIDE, ["en", "de"])))
def test_a_phone_shows_all_without_scrolling_sideways(student: Any, exercise: str, language: str):
    """Only a wide tree scrolls, inside its frame; nodes are large enough for fingers."""
    text = (EXERCISES / f"{exercise}.tree").read_text("utf-8")
    one = student(text, language=language, width=390, height=844, has_touch=True, is_mobile=True, wanted=PARTS)
    one.check()
    for part in one.find(".tabs input").evaluate_all("tabs => tabs.map((tab) => tab.value)"):
        one.ask(part)
        assert one.page.evaluate("document.documentElement.scrollWidth") <= 390, part
    target = one.find('.board [data-node="1"] .target').bounding_box()
    assert min(target["width"], target["height"]) >= 24
    for button in one.find("button:visible, .tabs label").all():
        assert button.bounding_box()["height"] >= 44 or button.evaluate("part => part.disabled"), button.inner_text()


def test_on_paper_it_is_an_empty_exercise(student: Any):
    """Whatever has been entered: the tree, the questions, and lines to write on."""
    one = student(TWO_PLIES)
    one.solve()
    one.check()
    assert not one.find(".sheet svg").is_visible()
    one.page.emulate_media(media="print")

    shown = one.page.locator("main").inner_text()
    assert "In which order does the search evaluate the leaves?" in shown
    assert "Right" not in shown
    assert not one.find(".field").first.is_visible()
    assert not one.find("button").first.is_visible()
    assert one.find(".sheet svg").is_visible()
    assert one.find(".sheet .pruned, .sheet .struck").count() == 0


def test_without_scripts_there_is_still_paper(open_page: OpenPage):
    """The page says so, and shows the tree."""
    page = open_page(page_of(solve(read(TWO_PLIES))), java_script_enabled=False)

    assert page.locator("noscript").inner_text().startswith("No scripts are run here")
    assert page.locator(".board svg").is_visible()
    assert not page.locator("button").first.is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_can_be_read_by_day_and_by_night(student: Any, scheme: str):
    """Text stands out against its ground, in the tree as well."""
    one = student(TWO_PLIES, color_scheme=scheme)
    one.write(B="6")
    one.check()

    for selector in (
        "h1",
        ".lecture",
        '[data-told="values"] [data-verdict="wrong"] .mark',
        ".field",
        ".tabs input:checked + span",
    ):
        assert contrast(one.find(selector).first) >= 4.5, selector


def contrast(element: "Locator") -> float:
    """The contrast between an element's text and the first ground that is not transparent behind it, as WCAG has it."""
    colours = element.evaluate(
        """(part) => {
          const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
          const rgb = (colour) => {
            canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
            return [...canvas.getImageData(0, 0, 1, 1).data];
          };
          let ground = part;
          while (rgb(getComputedStyle(ground).backgroundColor)[3] < 255) ground = ground.parentElement;
          return [rgb(getComputedStyle(part).color), rgb(getComputedStyle(ground).backgroundColor)];
        }"""
    )
    bright, dim = sorted(map(luminance, colours), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def luminance(colour: list[int]) -> float:
    """How bright a colour looks, from 0 to 1."""
    shares = [part / 255 for part in colour[:3]]
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# Several players

SHALLOW = "bounds: 0 10\nsum: 10\ntree: (<7, 1, 2> (<2, 3, 5> <9, 0, 1>) ((<1, 1, 8> <5, 4, 1>) <6, 0, 4>))"
TIED = "((<1, 2, 6> <4, 2, 3>) (<3, 1, 2> <3, 5, 2>))"


@pytest.mark.parametrize("language", ["en", "de"])
def test_right_payoffs_are_right(student: Any, language: str):
    """Every question there is about a tree with payoffs."""
    one = student(SHALLOW, language=language)
    one.solve()

    assert one.check() == (EN if language == "en" else DE)["all_right"]
    assert one.saved()["values"] == "B=<2, 3, 5> D=<1, 1, 8> C=<1, 1, 8> A=<7, 1, 2>"


def test_payoffs_are_read_in_many_ways(student: Any):
    """With brackets and without, between commas, semicolons, strokes and blanks."""
    one = student(SHALLOW)
    for text in ("(7, 1, 2)", "7/1/2", "<7; 1; 2>", "7 1 2", "7,1,2", "[7|1|2]", "(7,0; 1; 2)", "7, 2/2, 2"):
        one.write(B="(2, 3, 5)", C="(1, 1, 8)", D="(1, 1, 8)", A="")
        one.check()
        assert set(one.verdicts("values")) != {"right"}
        one.write(A=text)
        one.check()
        assert set(one.verdicts("values")) == {"right"}, text


def test_what_is_not_for_each_player_is_told(student: Any):
    """One number, too few, too many; a bracket that is open is none of these."""
    one = student(SHALLOW)
    for text in ("7", "(7, 1)", "7, 1, 2, 0", "7, x, 2", "(7 1 2"):
        one.write(A=text)
        one.check()
        wrong = said("no_payoffs", node="A", text=text, count=3) in one.told("values")
        assert wrong is (text != "(7 1 2"), text


def test_wrong_payoffs_are_told_and_followed(student: Any):
    """What the root takes of a slip follows from it."""
    one = student("((<1, 5, 6> <4, 2, 3>) (<3, 1, 2> <2, 5, 2>))")
    one.write(A="(4, 2, 3)", B="(4, 2, 3)", C="(2, 5, 2)")
    one.check()

    assert any("B is a node of P2, who takes the child that brings P2 most" in text for text in one.told("values"))
    assert said("follows", node="A", value="(4, 2, 3)", names="B") in one.told("values")


@pytest.mark.parametrize(
    ("values", "best", "is_right"),
    [
        ({"A": "3 5 2", "B": "1 2 6", "C": "3 5 2"}, "C", True),
        ({"A": "4 2 3", "B": "4 2 3", "C": "3 5 2"}, "B", True),
        ({"A": "4 2 3", "B": "1 2 6", "C": "3 5 2"}, "C", False),
        ({"A": "4 2 3", "B": "4 2 3", "C": "3 1 2"}, "B", False),
    ],
)
def test_ties_may_be_decided_either_way(student: Any, values: dict[str, str], best: str, is_right: bool):
    """But payoffs have to go with those of the children."""
    one = student(TIED)
    one.write(**values)
    one.click("best", best)
    one.check()

    assert (set(one.verdicts("values")) == {"right"}) is is_right


def test_limits_and_ties_are_told_where_something_is_cut(student: Any):
    """Between which limits payoffs lie, and which child is meant where the cuts depend on it."""
    told = [
        student(f"{headers}tree: {tree}").find("header").inner_text()
        for headers in ("bounds: 0 12\nsum: 12\n", "")
        for tree in (TIED, "(<7, 1, 2> <2, 3, 5>)")
    ]

    assert ["add up to at most 12" in text for text in told] == [True, True, False, False]
    assert ["there the first child is meant" in text for text in told] == [True, False, False, False]


def test_a_saved_answer_with_payoffs_can_be_loaded_again(student: Any):
    """The file has them as the notation writes them."""
    one = student(TIED)
    one.write(A="3 5 2", B="1/2/6")
    text = Path(one.save().path()).read_text("utf-8")
    assert answer_in(text)["values"] == "B=<1, 2, 6> A=<3, 5, 2>"

    one.find("button.restart").click()
    one.find("input.load").set_input_files({"name": "x.txt", "mimeType": "text/plain", "buffer": text.encode()})
    wait_for_file(one, "x.txt")
    assert one.find(f'[data-field="{one.node("B")}"]').input_value() == "<1, 2, 6>"


def test_hints_about_shallow_cuts(student: Any):
    """First a question, then the reason."""
    one = student(SHALLOW)
    one.click("pruned", "L6")
    one.check()
    assert any("P2 is sure of 1. That leaves up to 9 for P1, who has only 7" in text for text in one.told("pruned"))
    one.click("pruned", "L6")
    assert one.hint("pruned") == "What is P2 sure of at B after L2 = (2, 3, 5), and how much does that leave for P1?"
    assert "which leaves at most 7 ≤ 7 for P1" in one.hint("pruned")
