"""Documents: all output formats print the same content, escaped, and only animations need scripts."""

import doctest
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from html.parser import HTMLParser

import jinja2
import pytest

from tests.rendering.test_feedback import ATTACKS, attacked
from tests.rendering.test_player_animation import Reader
from tests.support.pdf_text import page_texts
from tests.support.places import ROOT
from treesolve.analysis.parametric import solve_unknown
from treesolve.analysis.reordering import reorder
from treesolve.authoring.sheet_plan import SheetPlan, SheetStyle, Task
from treesolve.authoring.trainer_pool import Trainer
from treesolve.authoring.variant import draw_variants
from treesolve.drawing.escaping import ESCAPES, in_one_line
from treesolve.games.evaluation import Scoring
from treesolve.games.heap_games import Grundy
from treesolve.games.lazy_tree import Horizon, Positions
from treesolve.games.match import GameRecord
from treesolve.games.state_space import state_space
from treesolve.grading.class_summary import counted, tally
from treesolve.grading.exercise import Exercise
from treesolve.grading.grade_changes import Change, GradedEntry, GradedPart
from treesolve.grading.grader import Grader
from treesolve.grading.roster import Student
from treesolve.grading.rubric import Rubric, SkillMarks
from treesolve.grading.sheet_totals import ClassTotals, SheetTotal
from treesolve.model.answer import QUESTIONS, Answer
from treesolve.model.convention import CONVENTIONS
from treesolve.model.problem import UNPRINTABLE, sanitize
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.rendering.answer_space import Cells, Fields, NewPage, Question, Space, Writing
from treesolve.rendering.class_page import class_page
from treesolve.rendering.comparison_page import comparison_page
from treesolve.rendering.document import (
    Block,
    Document,
    Heading,
    Items,
    Listing,
    Opening,
    Paragraph,
    Part,
    Points,
    Search,
    Table,
    Together,
    Verbatim,
    listing,
    written,
)
from treesolve.rendering.excerpt import ROOMS
from treesolve.rendering.feedback import MarkedTask, feedback_page, sheet_feedback_page
from treesolve.rendering.game_report import match_results_page
from treesolve.rendering.grade_changes_page import regrade_page
from treesolve.rendering.grades import ResultsTable, totals_page
from treesolve.rendering.handout import render_page, render_pages
from treesolve.rendering.inline_text import Code, Emphasis, Gap, Line, Newline, Pictured, Strong, Words
from treesolve.rendering.listing import (
    constraints_page,
    convention_page,
    conventions_page,
    games_page,
    lists_page,
    schemas_page,
)
from treesolve.rendering.printed_sheet import VariantPage
from treesolve.rendering.progress_page import ClassProgress, progress_page
from treesolve.rendering.reordering_page import reordering_page
from treesolve.rendering.solution_page import solution_page
from treesolve.rendering.template_environment import SUFFIXES, environment
from treesolve.rendering.unfold_page import state_space_page
from treesolve.rendering.unknown_page import unknown_page
from treesolve.search.comparison import compare
from treesolve.search.maxn import solve_maxn
from treesolve.search.solution import solve
from treesolve.submissions.progress_file import PlayedTree, StudentProgress

TREE = "title: Two plies_1\nsource: a & b <c>\ntree: ((6 5) (2 9) (1/3 x))"
SEARCHED_CONVENTIONS = list(CONVENTIONS.values())
SOLVED = solve(read(TREE.replace("x", "4")), CONVENTIONS["haw"])
GRADER = Grader(SOLVED.tree, CONVENTIONS["haw"], Rubric(points={"values": 3, "pruned": 2, "best": 1}))
ANSWER = Answer("Zoë_1", {0: 9, 1: 6, 4: 9, 7: 4}, pruned=(6,), best=4)
REPORT = GRADER.report(ANSWER._replace(pending=frozenset({"pruned"})))
EXERCISE = {"exercise": "a_1", "title": "Two plies", "variant": None, "convention": "haw", "points_possible": 6}
GRADES = [["Zoë_1", "4", "3", "1,0", "once more"], ["47 & 11", "2", "2", "", ""]]
WORTH = {"1": 4, "2_b": 3}
TOTALS = [
    SheetTotal("Zoë_1", "Zoë #1", "B", {"1": 4, "2_b": None}, 4, 7, "2,3", WORTH),
    SheetTotal("47", "", None, {"1": 1, "2_b": 2}, 3, 7, None, WORTH, ("1",)),
]
SHEET = ClassTotals("Homework #3", WORTH, TOTALS, [Student("x_y", "X & Y")], ["1,0", "2,3"], 2)
TASK = MarkedTask(Exercise("1", SOLVED.tree, CONVENTIONS["haw"]), REPORT, GRADER)
BEFORE, NOW = GradedPart(2, "partial", {"B_1": "correct"}), GradedPart(1, "partial", {"B_1": "wrong"})
CHANGE = Change(
    GradedEntry("Zoë_1", "a_1", "a_1 (B)", 4, 4, "1,0", parts={"values": BEFORE}),
    GradedEntry("Zoë_1", "a_1", "a_1 (B)", 3, 5, None, parts={"values": NOW}),
)
SPACE = state_space(Positions(Grundy("5"), Scoring(), Horizon()), 100)
CLASS = counted(
    "task_1",
    SOLVED.tree,
    GRADER.possible,
    Counter(tally(GRADER.report(Answer("Zoë_1", {0: 9, 1: 6, 4: 9, 7: 4}, pruned=(6,), best=4))) * 3),
)
PROBLEMS = [{"source": "x.txt", "line": 3, "column": 5, "code": "unknown-node", "message": "There is no node Q_."}]
RECORDS = [GameRecord(1, (1000, 2000)), GameRecord(0, (7, 8))]
MATCH = {"game": "tictactoe", "position": ".../.../...", "first": "deepen", "second": "my_player", "asked": 3}
MATCH |= {"determined": True, "interrupted": True}
PAYOFFS = "title: Three_players\nbounds: 0 9\nsum: 9\ntree: (<1, 2, 6> (<4, 3, 2> <6, 1, 2>) (<9, 0, 0> <2, 4, 3>))"

GAMES = (PlayedTree("2026-11-24T14:03", "0" * 16, 12, 9), PlayedTree("2026-11-25T14:03", "1" * 16, 7, 7))
PROGRESS = StudentProgress(
    ("x.json",), "Zoë_1 & <b>", "", "haw", GAMES, {"cuts": frozenset({"2026-11-24", "2026-11-25"})}
)
MARKS = SkillMarks(("cuts", "bounds"), 5, Rubric(out_of=12))
PRACTISED = ClassProgress(Trainer(title="Before the exam #1"), "", MARKS, [PROGRESS, PROGRESS._replace(games=())], 2)

PAGES = {
    "solution": lambda language: solution_page(SOLVED, language),
    "solution of negamax": lambda language: solution_page(solve(SOLVED.tree, CONVENTIONS["lang"]), language),
    "comparison": lambda language: comparison_page(compare(SOLVED.tree, SEARCHED_CONVENTIONS), language),
    "unknown": lambda language: unknown_page(solve_unknown(read(TREE), CONVENTIONS["aima"]), language=language),
    "order": lambda language: reordering_page(reorder(SOLVED, goal="worst"), language),
    "max^n": lambda language: solution_page(solve_maxn(read(PAYOFFS, payoffs=True)), language),
    "conventions": lambda language: conventions_page(SEARCHED_CONVENTIONS, language),
    "convention": lambda language: convention_page(CONVENTIONS["unit"], language),
    "lists": lambda language: lists_page(("conventions", "games"), language),
    "constraints": lambda language: constraints_page(language=language),
    "games": lambda language: games_page("tictactoe", language),
    "schemas": lambda language: schemas_page({"solution": "solve"}, language),
    "feedback": lambda language: feedback_page(REPORT, GRADER, language),
    "grades": lambda language: ResultsTable(["values"], language).page(GRADES, [EXERCISE], 1, ["one-player"]),
    "totals": lambda language: totals_page(SHEET, language),
    "changes": lambda language: regrade_page([CHANGE], 3, language),
    "state space": lambda language: state_space_page(SPACE, "Grundy #5_1", 12, language),
    "class": lambda language: class_page([CLASS], language, problems=PROBLEMS),
    "class with a sheet": lambda language: class_page([CLASS], language, sheet=SHEET),
    "sheet of a student": lambda language: sheet_feedback_page("Homework #3", TOTALS[1], {"1": TASK}, language),
    "match": lambda language: match_results_page(RECORDS, MATCH, language),
    "progress": lambda language: progress_page(PRACTISED, language),
    "guide": lambda language: guide_of(language),
    "sheet": lambda language: variant_of(language).asked,
    "solution of a sheet": lambda language: variant_of(language).solution,
    "hints": lambda language: feedback_page(REPORT, GRADER, language, full=False),
}


def variant_of(language: str) -> VariantPage:
    """Return a variant of a sheet with all kinds of questions, under two conventions."""
    tree = read("title: Two plies_1\ntree: ((6 5) (2 9))")
    deeper = read("(((85 66) (78 64)) ((21 25) (19 40)) ((0 28) (54 91)))")
    every = dict.fromkeys(["values", "pruned", "windows", "order", "best", "value", *QUESTIONS], Fraction(3, 2))
    tasks = (
        Task(
            "1_a", solve(tree), points={"values": 3, "best": 1}, space=2, text="A *text* and `code`:\n\n1. one\n2. two"
        ),
        Task("2", solve(deeper, CONVENTIONS["cs188"]), CONVENTIONS["cs188"], every, "Two <b>", new_page=True),
    )
    sheet = SheetPlan("X #1", "x", tasks, look=SheetStyle(steps=True), language=language, note="- a\n- **b** & c")
    return VariantPage(sheet, next(draw_variants(sheet, "7", 1)))


def guide_of(language: str) -> Document:
    """Return the tutor's guide of a task."""
    return Document([Opening("Guide"), Heading("All"), *variant_of(language).tasks[0].guide()], language)


def texts(words: Words) -> list[str]:
    """Yield the texts within inline markup."""
    if isinstance(words, str | Pictured):
        return [words] if isinstance(words, str) else []
    parts = words.words if isinstance(words, Line) else words
    return [text for part in parts for text in texts(part)]


def squeezed(text: str) -> str:
    """Return the text without whitespace, because formats break lines and pages differently."""
    return "".join(text.split())


def html_text(html: str) -> str:
    """Return the text content of HTML."""
    found: list[str] = []
    reader = HTMLParser()
    reader.handle_data = found.append  # type: ignore[method-assign]
    reader.feed(html)
    return "".join(found)


def facts(blocks: Sequence[Block]) -> Iterator[str]:
    """Yield all words and numbers in the blocks of a page."""
    for block in blocks:
        if isinstance(block, Opening):
            yield from filter(None, (block.title, block.source, *block.warnings))
        elif isinstance(block, Paragraph):
            yield from (text for sentence in block.sentences for text in texts(sentence))
        elif isinstance(block, Points):
            yield from (text for item in block.items.each() for text in texts(item))
            yield block.lead
        elif isinstance(block, Table):
            yield from block.head
            rows = [in_one_line(cell) for row in block.rows.each() for cell in row]
            yield from rows if block.widest is None else ()
        elif isinstance(block, Search):
            yield from facts((block.outcome, block.steps))
        elif isinstance(block, Heading):
            yield from (block.text, *(text for text in texts(block.aside)))
        elif isinstance(block, Together | Part):
            yield from facts(block.blocks)
        elif isinstance(block, Items):
            yield from (fact for item in block.items for fact in facts(item))
        else:
            yield from facts_to_fill_in(block)


def facts_to_fill_in(block: Block) -> Iterator[str]:
    """Yield all words and numbers in blocks with answer space."""
    if isinstance(block, Fields):
        yield from (text for field in block.fields for text in field)
    elif isinstance(block, Question):
        yield from (block.letter, *texts(block.words), block.aside, *block.choices)
    elif isinstance(block, Writing):
        yield from (block.lead, block.form)
    elif isinstance(block, Cells):
        yield from (*block.head, *block.names)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("form", SUFFIXES)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_says_the_same_in_every_form(page: str, form: str, language: str):
    """Every format prints each sentence and each table cell."""
    document = PAGES[page](language)._replace(width=None)
    printed, escaped = written(document, form), ESCAPES[SUFFIXES[form]]

    message = list(facts(list(document.blocks)))
    assert len(message) > 3
    assert [fact for fact in message if escaped(fact) not in printed] == []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("page", PAGES)
def test_every_page_says_it_where_people_open_it(page: str, language: str):
    """PDF text and browser text contain the same content; only pages with a player have scripts."""
    document = PAGES[page](language)
    html = str(render_page(document, "html"))
    sheets = page_texts(bytes(render_page(document, "pdf")))  # type: ignore[arg-type]
    shown = squeezed(html_text(html)), squeezed("".join(sheets))

    message = list(facts(list(document.blocks)))
    assert [fact for fact in message for text in shown if squeezed(fact) not in text] == []
    assert html.count("<h1>") == sum(isinstance(block, Opening) for block in document.blocks)
    assert ("<script" in html) == (page in ("solution", "solution of negamax", "max^n")) == document.moves


@pytest.mark.parametrize("form", SUFFIXES)
def test_a_form_takes_as_much_as_it_has_room_for(form: str):
    """Rows beyond the size limit are counted but not even created."""
    made = []

    def rows() -> Iterator[list[str]]:
        for number in range(10**6):
            made.append(number)
            yield [str(number)]

    printed = written(Document([Table(["n"], Listing(10**6, rows, "steps"))]), form)

    assert len(made) < 5000
    assert "1000000" in printed.replace(" ", "")


@pytest.mark.parametrize("form", SUFFIXES)
def test_a_class_is_listed_to_its_end(form: str):
    """The list of a class has no size limit, because nobody would look for missing students."""
    rows = [[f"s{number}", "1", "1", "", ""] for number in range(5000)]

    assert "s4999" in written(ResultsTable(["values"]).page(rows, [EXERCISE]), form)


def test_nothing_in_a_block_is_obeyed():
    """Markup characters of all formats are printed literally in each kind of block."""
    attack = '</p><script>x</script> \\input{x} #read("x") **b** `c` | d'
    document = Document(
        [
            Opening(attack, source=attack, convention=attack, warnings=[attack]),
            Heading(attack),
            Paragraph([attack, Strong(attack), Code(attack)]),
            Paragraph([attack], "warning"),
            Points(listing([attack, Line([Strong(attack), Code(attack)])]), heading=attack, lead=attack),
            Table([attack], listing([[attack]]), heading=attack),
            Verbatim(attack),
            Part([Together([Items([[Paragraph([Emphasis(attack), Newline(), Gap()])]])], "statement"), NewPage()]),
            Fields([(attack, attack)]),
            Question(attack, attack, attack, [attack]),
            *(Writing(1, attack, attack), Cells([attack], [attack]), Space(2.5)),
        ]
    )
    assert "<script" not in written(document, "html")
    assert r"\input" not in written(document, "latex")
    assert '\n#read("x")' not in written(document, "typst")
    assert str(render_page(document, "html", attack)).count("<script") == 0
    assert bytes(render_page(document, "pdf", attack)).startswith(b"%PDF-")
    assert written(document, "text").count(attack) >= 23
    outside = re.sub(r"(?m)^```.*?^```|`` .*? ``", "", written(document, "markdown"), flags=re.DOTALL)
    assert not re.findall(r"(?<!\\)<script", outside)


def named_by(stranger: str) -> Iterator[Document]:
    """Return pages on which every name is this text."""
    plain = read("((6 5) (2 9))")
    message = {"title": stranger, "source": stranger, "moves": {1: stranger}}
    tree = Tree(plain.kinds, plain.values, plain.children, given_names=dict.fromkeys(range(7), stranger), **message)
    found = solve(tree, CONVENTIONS["aima"])
    sheet = SheetPlan(
        "x", stranger, (Task(stranger, solve(tree), points={"values": 3}, title=stranger),), course=stranger
    )
    variant = next(draw_variants(sheet, "7", 1, [Student("4711", stranger)]))
    yield from (solution_page(found), comparison_page(compare(tree, SEARCHED_CONVENTIONS)))
    yield from (
        VariantPage(sheet, variant).asked,
        VariantPage(sheet, variant).solution,
        state_space_page(SPACE, stranger, 12),
    )
    yield ResultsTable(["values"]).page([[stranger] * 5], [{**EXERCISE, "title": stranger, "exercise": stranger}])
    total = SheetTotal(stranger, stranger, stranger, {stranger: 1}, 1, 2, stranger, {stranger: 2})
    sheet = ClassTotals(stranger, {stranger: 2}, [total], [Student(stranger, stranger)], [stranger])
    yield totals_page(sheet)
    yield class_page([counted(stranger, tree, 3, {})], sheet=sheet)
    yield sheet_feedback_page(stranger, total, {stranger: TASK._replace(exercise=TASK.exercise._replace(tree=tree))})
    grader, report = attacked(stranger)
    yield from (feedback_page(report, grader, full=full) for full in (True, False))
    before, now = (
        GradedPart(points, verdict, {stranger: verdict}) for points, verdict in ((1, stranger), (2, "wrong"))
    )
    entry = GradedEntry(stranger, stranger, stranger, 1, 2, stranger, parts={"values": before})
    changed = Change(entry, entry._replace(grade=None, parts={"values": now}))
    yield regrade_page([changed, Change(entry, None)], 1)
    yield regrade_page([changed._replace(tasks=(changed,))], 1, is_sheet=True)
    yield match_results_page(RECORDS, {**MATCH, "game": stranger, "position": stranger, "first": stranger})
    yield class_page([counted(stranger, tree, 3, {})], problems=[{"source": stranger, "message": stranger}])


@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_nothing_a_stranger_writes_takes_effect_on_any_page(attack: str):
    """Hostile names add no elements, Markdown is escaped, terminals get no control characters, and PDFs compile."""
    pages, usual = [*named_by(attack)], [*named_by("x")]

    for page, ordinary in zip(pages, usual, strict=True):
        tags = [{tag for tag, _ in Reader(str(render_page(each, "html"))).elements} for each in (page, ordinary)]
        assert tags[0] <= tags[1] | {"figcaption"}
        outside = re.sub(r"(`{3,})text\n.*?\n\1\n", "", written(page, "markdown"), flags=re.DOTALL)
        assert not re.search(r"(?<!\\)[<`]", outside)
        assert not any(UNPRINTABLE.search(written(page, form)) for form in SUFFIXES)
        assert r"\input{" not in written(page, "latex")
    assert bytes(render_pages(pages, "pdf")).startswith(b"%PDF-")  # type: ignore[arg-type]


def org_escaped(text: str) -> str:
    """Return a text that Org mode prints as it is."""
    return re.sub(r"(?<!\S)(?=[*/_=~+#])|(?=\|)", "\u200b", sanitize(text))


def test_a_new_page_and_a_new_form_are_what_the_guide_says(monkeypatch: pytest.MonkeyPatch):
    """The guide's examples of a new page and a new format work, for all formats and all pages but sheets."""
    guide = ROOT / "CONTRIBUTING.md"
    template = (ROOT / "tests" / "rendering" / "document.org.jinja").read_text("utf-8")
    english = environment("en")
    added = jinja2.DictLoader({"document.org.jinja": template})
    monkeypatch.setattr(english, "loader", jinja2.ChoiceLoader([added, english.loader]))
    monkeypatch.setitem(SUFFIXES, "org", "org")  # type: ignore[arg-type]
    monkeypatch.setitem(ESCAPES, "org", org_escaped)  # type: ignore[arg-type]
    monkeypatch.setitem(ROOMS, "org", ROOMS["text"])  # type: ignore[arg-type]

    examples = doctest.DocTestParser().get_doctest(guide.read_text("utf-8"), {}, guide.name, str(guide), 0)
    results = doctest.DocTestRunner().run(examples, clear_globs=False)

    assert (results.failed, results.attempted > 2) == (0, True)
    for page in (page for name, page in PAGES.items() if name != "sheet"):
        document = page("en")._replace(width=None)
        printed = written(document, "org")
        assert [fact for fact in facts(list(document.blocks)) if ESCAPES["org"](fact) not in printed] == []
