"""A sheet on paper: what students get, what their solutions say, and what tutors mark by.

Vocabulary

    piece       the pages of one variant, to be bound with others in one document
    question    what is asked about a tree: one part, with its points, and the room to answer it
    room        how an answer is given: in the tree, in a table, on lines
    code        a square code at the foot of each page, which names sheet, variant and page
"""

import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import segno
from markupsafe import Markup

from treesolve.answer_key import AnswerKey
from treesolve.drawing.forest_styles import STYLES
from treesolve.drawing.typst import PRELUDE
from treesolve.escape import typst_escaped
from treesolve.frames import Frame, blank_frame
from treesolve.key import Exercise
from treesolve.pages.drawn import DrawnTree
from treesolve.pages.environment import number_text, render, rendered, window_text, words
from treesolve.pages.label import labels
from treesolve.pages.markdown import markdown
from treesolve.pages.picture import LARGE
from treesolve.pages.question import Asked, Telling, asked, question_key, right_text
from treesolve.pages.solution import SolutionPage
from treesolve.reference import answer_by
from treesolve.rubric import Rubric
from treesolve.sheet import Look, Sheet, Task
from treesolve.submission.writing import written_parts
from treesolve.tree import Tree
from treesolve.value import INFINITY, Number
from treesolve.variant import Variant

SHEET, SOLUTION, GUIDE = "sheet", "solution", "guide"
"""What is printed: for students, their solutions, and for tutors."""

_FURTHER_PAGES = 1
"""So many pages more than tasks have a code of their own."""

TEXT_SIZE = 10.5
"""The size of the font, in points."""


_NUMBER, _COUNT = "\ue000", "\ue001"
"""Characters in the place of numbers that only Typst knows."""


class Question(NamedTuple):
    """One question of a task.

    `lines` are empty lines to write on, the first behind `key`; `head` and `rows` a table to fill in. `drawn` is a tree
    of its own, `given` what is said about it, each with room for a reason on `reasons` lines behind `room`; `form` says
    how the answer is written, `notes` are printed small.
    """

    part: str
    letter: str
    sentence: str
    points: str
    lines: int = 0
    head: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    key: str = ""
    form: str = ""
    drawn: DrawnTree | None = None
    given: tuple[str, ...] = ()
    reasons: int = 0
    room: str = ""
    notes: tuple[str, ...] = ()


class TaskPage:
    """One exercise of a variant: its questions, and what is right."""

    def __init__(self, sheet: Sheet, task: Task, exercise: Exercise, form: str) -> None:
        self.sheet, self.task, self.exercise, self.form = sheet, task, exercise, form
        self.language = sheet.language
        self.words = words(sheet.language, "sheet.jinja")
        self.key = AnswerKey(exercise.tree, exercise.convention, Rubric(points=task.points), exercise.questions)

    def number(self, number: Number) -> str:
        """A number as people write it."""
        return number_text(number, self.language)

    @property
    def heading(self) -> str:
        """What the task is called."""
        return self.words.task({"label": self.task.label, "title": self.task.title})

    @property
    def points(self) -> str:
        """All points of the task."""
        return self.words.points({"points": self.number(self.task.possible)})

    @property
    def text(self) -> Markup:
        """What the lecturer says about the task."""
        return markdown(self.task.text, self.form)

    @cached_property
    def drawn(self) -> DrawnTree:
        """The tree as an exercise shows it."""
        return self._drawn(self.exercise.tree)

    @property
    def shows_tree(self) -> bool:
        """Whether the blank tree is needed: not where each question has a tree of its own."""
        return not all(question.drawn for question in self.questions)

    def _drawn(self, tree: Tree, frame: Frame | None = None) -> DrawnTree:
        shown = labels(tree, frame or blank_frame(tree), self.language, still=True)
        look = self.sheet.look
        return DrawnTree(tree, shown, self.language, width=100, paper=paper_of(look), shapes=look.shapes)

    @property
    def remarks(self) -> list[str]:
        """What has to be known about this tree."""
        window = self.exercise.convention.window
        if window == (-INFINITY, INFINITY) or not self.exercise.convention.cuts:
            return []
        return [self.words.start_window({"window": window_text(*window, self.language)})]

    @property
    def space(self) -> Markup:
        """The room for notes, in centimetres; nothing where there is none."""
        return Markup(f"{float(self.task.space):g}" if self.task.space else "")

    @cached_property
    def questions(self) -> list[Question]:
        """The questions, in the order in which they are asked."""
        return [
            self._question(part, chr(ord("a") + number) if len(self.key.points) > 1 else "")
            for number, part in enumerate(self.key.points)
        ]

    def _question(self, part: str, letter: str) -> Question:
        question = Question(part, letter, "", self._short(self.key.points[part]))
        if part in self.exercise.questions:
            return self._further(question, asked(self.exercise.questions[part], self.key.solution, self.language))
        sentence = self.words.ask(part)
        if part == "values" and self.exercise.convention.cuts:
            sentence += " " + self.words.may_stay_empty()
        question = question._replace(sentence=sentence)
        if part == "windows" and self.task.table:
            return question._replace(head=(words(self.language).node(), "α", "β"), rows=self._inner())
        if part in ("pruned", "order", "windows"):
            return question._replace(lines=2 if len(self.exercise.tree.leaves) > 14 else 1)
        return question._replace(lines=0 if part == "values" else 1)

    def _further(self, question: Question, told: Asked) -> Question:
        """A question beyond the parts of the search."""
        drawn = None
        if told.frame or told.tree:
            drawn = self._drawn(told.tree or self.exercise.tree, told.frame)
        return question._replace(
            sentence=told.sentence,
            lines=0 if told.lines else 2 if question.part == "reorder" else 1,
            key=told.key,
            form=told.form,
            drawn=drawn,
            given=told.lines,
            reasons=told.reasons,
            room=told.room,
            notes=told.notes,
        )

    def _short(self, points: Number) -> str:
        return self.words.points_short({"points": self.number(points)})

    def _inner(self) -> tuple[str, ...]:
        tree = self.exercise.tree
        return tuple(tree.names[node] for node in tree.level_order if tree.children[node])

    def _named(self, part: str) -> str:
        """What a part or a question is called."""
        question = self.exercise.questions.get(part)
        return question_key(part, question, self.language) if question else self.words.part(part)

    # What is right

    @cached_property
    def solved(self) -> SolutionPage:
        """The worked solution."""
        look = self.sheet.look
        return SolutionPage(self.key.solution, language=self.language, paper=paper_of(look), shapes=look.shapes)

    @cached_property
    def written(self) -> dict[str, str]:
        """The right answer to each part, as a student would write it."""
        answer = answer_by(self.key.solution, self.key.right, self.key.search_parts)
        told = self.exercise.questions.items()
        further = {part: right_text(question, self.key.solution, self.language) for part, question in told}
        return written_parts(answer, self.exercise.tree) | further

    @property
    def explained(self) -> list[tuple[str, str]]:
        """Why the answers to questions beyond the search are right: what each is called, and the sentences."""
        telling = Telling(self.key.solution, self.language)
        told = self.exercise.questions.items()
        return [(self._named(part), " ".join(telling.solved(question))) for part, question in told]

    @property
    def answers(self) -> list[tuple[str, str, str]]:
        """Each part by what it is called, its points, and what is right."""
        return [(self._named(part), self._short(points), self._told(part)) for part, points in self.key.points.items()]

    def _told(self, part: str) -> str:
        """What is right, in words that are read in answers, too."""
        return self.words.nothing() if self.written[part] == "none" else self.written[part]


class VariantPage:
    """One variant of a sheet."""

    def __init__(self, sheet: Sheet, variant: Variant, form: str) -> None:
        self.sheet, self.variant, self.form = sheet, variant, form
        self.words = words(sheet.language, "sheet.jinja")

    @cached_property
    def tasks(self) -> list[TaskPage]:
        """The tasks, in order."""
        return [
            TaskPage(self.sheet, task, exercise, self.form)
            for task, exercise in zip(self.sheet.tasks, self.variant.exercises, strict=True)
        ]

    @property
    def code(self) -> str:
        """The code of the variant."""
        return self.variant.code

    @property
    def called(self) -> str:
        """The variant as people call it."""
        return self.words.variant({"code": self.variant.code})

    @property
    def running_head(self) -> str:
        """What stands at the head of each page."""
        return " · ".join(filter(None, (self.sheet.course, self.sheet.title)))

    @property
    def page_numbers(self) -> Markup:
        """What stands at the foot of each page, with Typst's variables for the numbers."""
        text = typst_escaped(self.words.page({"number": _NUMBER, "count": _COUNT}))
        return Markup(text.replace(_NUMBER, "#number").replace(_COUNT, "#count"))

    @property
    def solutions(self) -> list[dict[str, str]]:
        """For each task the right answers in the text form, by part."""
        return [page.written for page in self.tasks]

    @property
    def answers(self) -> list[tuple[str, ...]]:
        """What tutors mark by: variant (none where all have the same), task, part, points and right answer."""
        return [
            (self.code if task.task.is_drawn or task.exercise.questions else "", task.task.label, *row)
            for task in self.tasks
            for row in task.answers
        ]

    @property
    def student(self) -> str:
        """Whose it is; nothing without a roster."""
        student = self.variant.student
        if student is None:
            return ""
        return self.words.given_to({"name": student.name, "id": student.id}) if student.name else student.id

    @property
    def note(self) -> Markup:
        """What the lecturer says about the sheet."""
        return markdown(self.sheet.note, self.form)

    @property
    def details(self) -> list[str]:
        """Course, date, time and points."""
        told = self.sheet
        when = self.words.date(told.date) if isinstance(told.date, date) else told.date
        minutes = self.words.time({"minutes": told.minutes}) if told.minutes else ""
        points = self.words.points({"points": number_text(told.possible, told.language)})
        return list(filter(None, (told.course, when, minutes, points)))

    @property
    def fields(self) -> list[tuple[str, str]]:
        """What students fill in, with what is known of it."""
        student = self.variant.student
        known = {"name": student.name, "matriculation": student.id} if student else {}
        return [(self.words.field(name), known.get(name, "")) for name in self.sheet.fields]

    @property
    def conventions(self) -> list[tuple[str, str]]:
        """How the lectures of the sheet search, each once: the tasks it is about, empty for all, and the sentences."""
        told: dict[str, list[str]] = {}
        for task in self.sheet.tasks:
            sentences = " ".join(self.words.convention(task.convention).split())
            told.setdefault(sentences, []).append(task.label)
        if len(told) == 1:
            return [("", sentences) for sentences in told]
        return [(self.words.tasks({"labels": labels}), sentences) for sentences, labels in told.items()]

    @property
    def players(self) -> str:
        """Which nodes are whose."""
        return self.words.players(self.sheet.look.shapes)

    @property
    def codes(self) -> list[tuple[str, str]]:
        """The square code of each page as SVG, with what it says for those who cannot see it.

        The last one names no page: it is for all the pages after those that most sheets have.
        """
        named = [f"/{page}" for page in range(1, len(self.sheet.tasks) + _FURTHER_PAGES + 1)]
        return [
            (square_code(f"{self.sheet.id}/{self.code}{page}"), self._told_code(page.strip("/")))
            for page in (*named, "")
        ]

    def _told_code(self, page: str) -> str:
        return self.words.code_for({"id": self.sheet.id, "code": self.code, "page": page})


def paper_of(look: Look) -> str:
    """The paper that pictures are made for, as treesolve.pages.picture calls it."""
    if look.two_up:
        return f"{look.paper}-columns"
    return f"{look.paper}-large" if look.large else look.paper


def square_code(text: str) -> str:
    """A text as a square code, in SVG: one that even a bad photocopy of it can be read from."""
    written = io.BytesIO()
    # The best mask takes longer to find than all the rest; any mask can be read.
    segno.make(text, error="m", micro=False, mask=2).save(written, kind="svg", xmldecl=False, svgns=True, border=2)
    return written.getvalue().decode()


def piece(sheet: Sheet, page: VariantPage, kind: str) -> str:
    """The pages of one variant in its form, "typst" or "latex": SHEET what the student gets, SOLUTION what is right."""
    return render(
        f"{kind}-piece", page.form, sheet.language, p=page, sheet=sheet, coded=kind == SHEET, steps=sheet.look.steps
    )


def guide_piece(sheet: Sheet, variant: Variant, rows: Iterable[Sequence[str]]) -> str:
    """The pages that tutors mark by, with the right answers of all variants; `variant` is any of these."""
    page = VariantPage(sheet, variant, "typst")
    same = page.words.all_variants()
    told = sorted(dict.fromkeys((row[0] or same, *row[1:]) for row in rows), key=lambda row: row[0] != same)
    return render("guide-piece", "typst", sheet.language, p=page, sheet=sheet, variants=_grouped(told))


def _grouped(rows: Iterable[tuple[str, ...]]) -> list[tuple[str, list[tuple[str, list[tuple[str, ...]]]]]]:
    """For each variant its tasks, and for each of these what is right in its parts."""
    return [
        (variant, [(task, [row[2:] for row in answers]) for task, answers in groupby(tasks, itemgetter(1))])
        for variant, tasks in groupby(rows, itemgetter(0))
    ]


def bound(sheet: Sheet, pieces: Iterable[str], kind: str, form: str = "typst") -> Iterator[str]:
    """The document around the pieces of some variants, as texts to be written one after the other."""
    say = words(sheet.language, "sheet.jinja")
    title = {"sheet": sheet.title}.get(kind) or getattr(say, kind)({"title": sheet.title})
    paper = {"a4": "a4", "letter": "us-letter"}[sheet.look.paper]
    return rendered(
        "sheet",
        form,
        sheet.language,
        pieces=map(Markup, pieces),
        title=title,
        paper=paper,
        look=sheet.look,
        factor=Markup(f"{LARGE if sheet.look.large and not sheet.look.two_up else 1:g}"),
        size=Markup(f"{TEXT_SIZE * (LARGE if sheet.look.large else 1):g}"),
        say=say,
        prelude=Markup(PRELUDE),
        styles=Markup(STYLES),
    )
