"""Printed sheets: the exam or exercise sheet, the solution and the guide for tutors."""

import io
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import cached_property
from math import ceil
from operator import itemgetter
from typing import Any

from markupsafe import Markup

from treesolve.authoring.sheet_plan import SheetPlan
from treesolve.authoring.variant import Variant
from treesolve.drawing.escaping import ESCAPES
from treesolve.drawing.paper_fit import READABLE_SCALE
from treesolve.model.optional_package import import_optional
from treesolve.rendering.answer_space import Fields, NewPage
from treesolve.rendering.available_height import FIELDS, TITLE, scale_for_print, text_height
from treesolve.rendering.document import Block, Document, Heading, Opening, Paragraph, written
from treesolve.rendering.handout import handout
from treesolve.rendering.inline_text import Line, Newline, Pictured, Strong, Words
from treesolve.rendering.lecturer_markdown import markdown
from treesolve.rendering.pdf import printable
from treesolve.rendering.search_rules import legend, rules
from treesolve.rendering.sheet_task import TaskPage
from treesolve.rendering.task_trees import WIDTH
from treesolve.rendering.template_environment import SUFFIXES, number_text, render, words
from treesolve.rendering.tree_picture import LARGE, READABLE_IN_LARGE

SHEET, SOLUTION = "sheet", "solution"
"""The kinds of documents that each variant has. The guide for tutors is one document for all variants."""

_FURTHER_PAGES = 1
"""Number of pages beyond one per task that get their own QR code."""

TEXT_SIZE = 10.5
"""Font size, in points."""

_SHRUNK = 0.75
"""Scale of pictures in solutions, which is smaller so that more of them fit on a page."""

_READABLE_IN_COLUMNS = 0.5
"""Minimum scale of legible pictures in columns."""

_AGAIN_IN_LARGE: dict[str, Any] = {"again_room": 0.4, "again_most": 100, "again_least": 100}
"""Limits for repeated trees in large print, which have full size or are omitted: share of the height, percentages."""

_LONG_WORD = re.compile(r"[\w\\]{25,}")
"""Matches a word that is too long for a table column, in Typst source."""

_NUMBER, _COUNT = "\ue000", "\ue001"
"""Placeholders for page numbers, which only the output format knows."""


class VariantPage:
    """One variant of a sheet.

    `called` is the display name of the variant. `student` is the student it belongs to: only the ID if no font can
    print the name, and an empty string without a roster. The `running_head` is at the top of each page. `details` are
    course, date, time and points; `has_details` is true if they add to what a single task shows. The foot of each page
    shows the student and the code, unless the code is the display name. Students fill in the `fields`; known values are
    printed.
    """

    def __init__(self, sheet: SheetPlan, variant: Variant) -> None:
        self.sheet, self.variant = sheet, variant
        self.words = words(sheet.language, "sheet.jinja")
        self.called = self.words.variant({"code": variant.called})
        self.name = printable(variant.student.name) if variant.student else ""
        self.student = self._name_of_student()
        code = variant.code if variant.given_name else ""
        self.code_and_student = " · ".join(filter(None, (code, self.student)))
        self.running_head = " · ".join(filter(None, (sheet.course, sheet.title)))
        self.details = list(filter(None, self._details()))
        self.has_details = len(self.details) > 1 or len(sheet.tasks) > 1
        known = {"name": self.name, "matriculation": variant.student.id} if variant.student else {}
        self.fields = [(self.words.field(name), known.get(name, "")) for name in sheet.fields]

    @cached_property
    def tasks(self) -> list[TaskPage]:
        """The tasks, in order. Only the first task has the head of the sheet above it."""
        of_tasks = zip(self.sheet.tasks, self.variant.exercises, self.variant.answer_keys, strict=True)
        heights = itertools.chain([self._used_heights_above_first_task()], itertools.repeat((0.0, 0.0)))
        return [
            TaskPage(self.sheet, *of_task, *above, normal_print)
            for of_task, above, normal_print in zip(of_tasks, heights, self._tasks_in_normal_print, strict=False)
        ]

    @property
    def _tasks_in_normal_print(self) -> Sequence[TaskPage | None]:
        """The tasks in normal print, if the sheet is in large print, because large print must not be smaller."""
        look = self.sheet.look
        if not look.large_print:
            return [None] * len(self.sheet.tasks)
        return VariantPage(self.sheet._replace(look=look._replace(large_print=False)), self.variant).tasks

    def _used_heights_above_first_task(self) -> tuple[float, float]:
        """Return the height used above the first task, on the sheet and in its solution."""
        look = self.sheet.look
        searching = " ".join(f"{tasks} {shown.words} {sentences}" for tasks, shown, sentences in self.rules)
        conventions = f"{self.words.convention_title()} {searching}"
        texts = [" ".join(self.details) if self.has_details else "", self.sheet.note, conventions]
        head = scale_for_print(TITLE + FIELDS * ceil(len(self.fields) / 2), look) + text_height(texts, look)
        return head, scale_for_print(TITLE, look) + text_height([self.called], look)

    def page_numbers(self, form: str, number: str, count: str) -> Markup:
        """Return the line with the page number, with the format's own code for the numbers."""
        sentence, escaped = self.words.page({"number": _NUMBER, "count": _COUNT}), ESCAPES[SUFFIXES[form]]
        text = re.sub(f"[^{_NUMBER}{_COUNT}]+", lambda found: escaped(found[0]), sentence)
        return Markup(text.replace(_NUMBER, number).replace(_COUNT, count))

    @property
    def asked(self) -> Document:
        """The sheet for students: fields, rules, and each task with its answer space."""
        line = " · ".join(self.details) if self.has_details else None
        blocks: list[Block] = [Opening(self.sheet.title, source=line, aside=self.called)]
        if self.fields:
            blocks.append(Fields(self.fields))
        blocks += [*markdown(self.sheet.note), self.how_to_search]
        for number, task in enumerate(self.tasks):
            if task.task.new_page and number:
                blocks.append(NewPage(sparing=True))
            blocks.append(task.asked)
        return Document(blocks, self.sheet.language, WIDTH)

    @property
    def how_to_search(self) -> Paragraph:
        """Which player owns which nodes, and the rules of the search; listed by task if tasks differ."""
        line: list[Words] = [Strong(f"{self.words.convention_title()}.")]
        is_one_legend = len({shown for _, shown, _ in self.rules}) == 1
        line += [" ", self.rules[0][1]] if is_one_legend else []
        for tasks, shown, sentences in self.rules:
            line += [Newline(), Strong(f"{tasks}.")] if tasks else []
            line += [] if is_one_legend else [" ", shown]
            line.append(f" {sentences}")
        return Paragraph([Line(line)], "warning")

    @property
    def solution(self) -> Document:
        """The solution: the student, and for each task the correct answers and explanations."""
        whose = f"{self.called}, {self.student}" if self.student else self.called
        opening = Opening(self.words.solution({"title": self.sheet.title}), source=whose)
        return Document([opening, *(block for task in self.tasks for block in task.solved)], self.sheet.language, WIDTH)

    @property
    def guides(self) -> list[list[str]]:
        """The guide for tutors: for each task the variant and the Typst source.

        The variant is an empty string for tasks that all variants share.
        """
        student_or_code = self.variant.code if self.variant.given_name else self.student
        whose, guides = " · ".join(filter(None, (self.called, student_or_code))), []
        for task in self.tasks:
            is_own = task.task.is_drawn or bool(task.exercise.questions)
            page = Document(task.guide(self.called if is_own else ""), self.sheet.language)
            guides.append([whose if is_own else "", written(page, "typst")])
        return guides

    def _name_of_student(self) -> str:
        student = self.variant.student
        if student is None:
            return ""
        return self.words.given_to({"name": self.name, "id": student.id}) if self.name else student.id

    def _details(self) -> Iterator[str]:
        sheet = self.sheet
        yield sheet.course
        yield self.words.date(sheet.date) if isinstance(sheet.date, date) else sheet.date
        yield self.words.time({"minutes": sheet.minutes}) if sheet.minutes else ""
        yield self.words.points({"points": number_text(sheet.possible_points, sheet.language)})

    @cached_property
    def rules(self) -> list[tuple[str, Pictured, str]]:
        """The distinct rules: the tasks they apply to (empty for all tasks), the legend, and the rules as sentences."""
        labels_by_rules: dict[tuple[Pictured, str], list[str]] = {}
        for task, exercise in zip(self.sheet.tasks, self.variant.exercises, strict=True):
            shown = legend(exercise.tree, self.sheet.look.shapes, self.sheet.language)
            rule_text = rules(exercise.tree, exercise.convention, self.sheet.language)
            labels_by_rules.setdefault((shown, rule_text), []).append(task.label)
        if len(labels_by_rules) == 1:
            return [("", *both) for both in labels_by_rules]
        return [(self.words.tasks({"labels": labels}), *both) for both, labels in labels_by_rules.items()]

    def codes(self, drawn: Callable[[str], str]) -> list[tuple[str, str]]:
        """Return the QR code of each page, rendered by `drawn`, with its text alternative.

        The last code does not name a page, because all remaining pages share it.
        """
        facts = {"id": self.sheet.id, "code": self.variant.code}
        pages = [*map(str, range(1, len(self.sheet.tasks) + _FURTHER_PAGES + 1)), ""]
        return [
            (drawn("/".join([*facts.values(), *([page] if page else [])])), self.words.code_for(facts | {"page": page}))
            for page in pages
        ]


def qr_code_svg(text: str) -> str:
    """Return a QR code as SVG, with enough error correction for bad photocopies."""
    buffer = io.BytesIO()
    _make_qr_code(text).save(buffer, kind="svg", xmldecl=False, svgns=True, border=2)
    return buffer.getvalue().decode()


def qr_code_tikz(text: str) -> Markup:
    """Return a QR code as a TikZ path, with adjacent squares merged into rectangles."""
    rows = list(_make_qr_code(text).matrix)
    path = []
    for y, row in enumerate(reversed(rows)):
        x = 0
        for is_dark, squares in itertools.groupby(row):
            wide = len(list(squares))
            path += [f"({x},{y})rectangle+({wide},1)"] if is_dark else []
            x += wide
    return Markup(f"({len(rows)},{len(rows)}){''.join(path)}")


def _make_qr_code(text: str) -> Any:
    # Finding the best mask takes longer than everything else; any mask is readable.
    return import_optional("segno").make(text, error="m", micro=False, mask=2)


def piece(page: VariantPage, kind: str, form: str = "typst") -> str:
    """Return the pages of one variant in an output format; `kind` is SHEET or SOLUTION."""
    printed = written(page.asked if kind == SHEET else page.solution, form)
    if form not in ("latex", "typst"):
        return printed
    codes = page.codes(qr_code_tikz if form == "latex" else qr_code_svg) if kind == SHEET else []
    return render("variant", form, page.sheet.language, p=page, piece=Markup(printed), codes=codes)


def guide(sheet: SheetPlan, variant: Variant, guides: Iterable[Sequence[str]]) -> Iterator[str]:
    """Return the guide for tutors in Typst, which combines the guides of all variants; `variant` may be any of them."""
    page, language = VariantPage(sheet, variant), sheet.language
    title = page.words.guide({"title": sheet.title})
    keys = [task.key for task in page.tasks]
    is_rounded = any(key.may_be_rounded(part) for key in keys for part in key.points)
    notes = [page.words.guide_rules(), *([page.words.rounding()] if is_rounded else [])]
    blocks: list[Block] = [
        Opening(title),
        Paragraph([" · ".join(page.details)]),
        Paragraph([" ".join(notes)]),
        page.how_to_search,
    ]
    pieces = [written(Document(blocks, language), "typst")]
    each = sorted(dict.fromkeys(map(tuple, guides)), key=lambda guide: guide[0] != "")
    for whose, tasks in itertools.groupby(each, itemgetter(0)):
        pieces.append(written(Document([Heading(whose or page.words.all_variants())], language), "typst"))
        pieces += (piece for _, piece in tasks)
    paper = sheet.look.paper
    return handout(["\n".join(pieces)], "typst", language, title=title, paper=paper, parted=True, shrunk=_SHRUNK)


def render_sheet_document(sheet: SheetPlan, pieces: Sequence[str], kind: str, form: str = "typst") -> Iterator[str]:
    """Return one document that contains the pages of several variants, in chunks."""
    say = words(sheet.language, "sheet.jinja")
    title = sheet.title if kind == SHEET else say.solution({"title": sheet.title})
    if form in ("text", "markdown"):
        return iter(pieces)
    frame: dict[str, Any] = {"title": title, "paper": sheet.look.paper, "parted": True}
    if form == "html":
        return handout(pieces, form, sheet.language, **frame, script=False)
    look = sheet.look
    return handout(
        pieces,
        form,
        sheet.language,
        **frame,
        frame="sheet",
        look=look,
        long_words=any(_LONG_WORD.search(piece) for piece in pieces),
        readable_scale=_READABLE_IN_COLUMNS
        if look.in_columns
        else READABLE_IN_LARGE
        if look.large_print
        else READABLE_SCALE,
        shrunk=1 if kind == SHEET or look.large_print else _SHRUNK,
        **(_AGAIN_IN_LARGE if look.large_print else {}),
        size=Markup(f"{TEXT_SIZE * (LARGE if look.large_print else 1):g}"),
    )
