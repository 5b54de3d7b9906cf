"""One exercise of a printed sheet: its questions, the answer space and the solution."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial
from itertools import takewhile
from typing import Any

from treesolve.analysis.reference_answer import answer_from_solution
from treesolve.authoring.sheet_plan import SheetPlan, Task
from treesolve.drawing.paper_fit import FittedTree
from treesolve.grading.answer_key import AnswerKey
from treesolve.grading.exercise import Exercise
from treesolve.grading.part.search_parts import SEARCH_PARTS
from treesolve.grading.question.sentence import Sentence
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem
from treesolve.model.reading_point import AT_CHANGES, nodes_with_bounds
from treesolve.rendering.answer_space import Cells, Question, Space, Writing
from treesolve.rendering.available_height import available_height, available_height_below, text_height
from treesolve.rendering.document import Block, Drawing, Heading, Paragraph, Part, Table, Together, below, listing
from treesolve.rendering.inline_text import Gap, Line, Newline, Strong, Words
from treesolve.rendering.lecturer_markdown import markdown
from treesolve.rendering.maxn_page import MaxnPage
from treesolve.rendering.page_tree import DrawnTree
from treesolve.rendering.picture_label import exercise_labels, labels
from treesolve.rendering.question_wording import (
    LINES_FOR_A_REASON,
    PrintedQuestion,
    QuestionWording,
    asked,
    correct_answer_text,
    question_key,
)
from treesolve.rendering.search_rules import remarks
from treesolve.rendering.solution_page import SolutionPage, worked_page
from treesolve.rendering.task_trees import (
    TaskTree,
    fit_all_trees,
    formats,
    is_landscape,
    page_height,
    paper,
    small_print,
)
from treesolve.rendering.template_environment import number_text, question_for_part, window_text, words
from treesolve.submissions.answer_writer import format_parts

_OF_TASK = ""
"""The key of the task's own tree. The other keys are parts that have a separate tree."""


class TaskPage:
    """One exercise of a variant, with its questions and their solution.

    `used_height` is the height of everything above the exercise on its page, and `head_height` is the height of
    everything above its solution. In large print, `normal_print` is the same task in normal print.
    """

    def __init__(
        self,
        sheet: SheetPlan,
        task: Task,
        exercise: Exercise,
        key: AnswerKey,
        used_height: float = 0.0,
        head_height: float = 0.0,
        normal_print: "TaskPage | None" = None,
    ) -> None:
        self.sheet, self.task, self.exercise = sheet, task, exercise
        self.language = sheet.language
        self.words = words(sheet.language, "sheet.jinja")
        self.key, self.used_height, self.head_height, self.normal_print = key, used_height, head_height, normal_print

    def number(self, number: Number) -> str:
        """Return a number in the notation of the sheet's language."""
        return number_text(number, self.language)

    @property
    def heading(self) -> str:
        """The label and title of the task."""
        return self.words.task({"label": self.task.label, "title": self.task.title})

    @property
    def points(self) -> str:
        """The total points of the task, as text."""
        return self.words.points({"points": self.number(self.task.possible_points)})

    @property
    def drawn(self) -> DrawnTree:
        """The tree as the exercise shows it."""
        return self._drawings[_OF_TASK]

    @property
    def small_print(self) -> float | None:
        """Smallest font size of text in the trees, in points, if it is below the minimum of large print, else None."""
        return small_print(self._drawings.values(), self.sheet.look)

    @cached_property
    def _drawings(self) -> Mapping[str, DrawnTree]:
        """The tree of the task, and the separate trees of questions.

        In large print, the trees leave space for bounds if possible, so that the solution has the same layout.
        """
        look = self.sheet.look
        if look.large_print and self.exercise.convention.cuts:
            with_bound_space = fit_all_trees(dict(self._trees(bounds=True)), look, self.language)
            if small_print(with_bound_space.values(), look) is None:
                return with_bound_space
        return fit_all_trees(dict(self._trees(bounds=False)), look, self.language)

    def _trees(self, *, bounds: bool) -> Iterator[tuple[str, TaskTree]]:
        look, tree, texts = self.sheet.look, self.exercise.tree, [self.task.text, *self.remarks]
        if self._shows_tree or not self._further_questions:
            height = self._height_left_for_pictures(self.used_height, texts)
            get_labels = partial(exercise_labels, tree, self.language, bounds=bounds)
            yield _OF_TASK, TaskTree(tree, get_labels, height, texts, self._normal_print_tree(_OF_TASK))
        for part in filter(self._has_tree, self.points_by_part):
            printed = self._further_questions[part]
            above = [self.heading, *texts, printed.sentence, *printed.notes]
            shown = printed.tree or tree
            get_labels = (
                partial(labels, shown, printed.frame, self.language, still=True)
                if printed.frame
                else partial(exercise_labels, shown, self.language)
            )
            height = available_height_below(page_height(look), above, look)
            yield part, TaskTree(shown, get_labels, height, above, self._normal_print_tree(part))

    def _normal_print_tree(self, name: str) -> FittedTree | None:
        """Return the tree as fitted in normal print if this task is in large print, otherwise None."""
        return self.normal_print._drawings[name].fitted if self.normal_print else None

    def _height_left_for_pictures(self, used_height: float, texts: Iterable[str]) -> float:
        """Return the height left for pictures, below `used_height` and these texts."""
        look = self.sheet.look
        return available_height(page_height(look), used_height + text_height(texts, look), look)

    @property
    def remarks(self) -> list[str]:
        """Notes on this tree that students need."""
        return remarks(self.exercise.tree, self.exercise.convention, self.language)

    @cached_property
    def points_by_part(self) -> Mapping[str, Number]:
        """The points of each part, in the order of the questions."""
        return {part: self.key.points[part] for part in self.task.points if part in self.key.points}

    # Questions

    @property
    def asked(self) -> Part:
        """The task with its tree, and each question with its answer space.

        Raises InputError if the tree is too wide for the paper.
        """
        opening_part: list[Block] = [Heading(self.heading, aside=Line([Gap(), f" / {self.points}"]))]
        opening_part += [*markdown(self.task.text), *(Paragraph([remark]) for remark in self.remarks)]
        if shows_tree := self._shows_tree:
            if self.drawn.fitted is None:
                raise InputError((Problem("sheet-tree-too-wide", None, {"task": self.task.label}),))
            opening_part.append(Drawing(self.drawn))
        blocks: list[Block] = [Together(opening_part, "task")]
        for number, part in enumerate(self.points_by_part):
            blocks += self._blocks_of_question(part, number)
        if self.task.space:
            blocks += [Paragraph([self.words.notes()]), Space(float(self.task.space))]
        is_only_tree = shows_tree and len(self._drawings) == 1
        return Part(blocks, self.drawn if is_only_tree else None, any(map(is_landscape, self._drawings.values())))

    @property
    def _shows_tree(self) -> bool:
        """Whether any question concerns the task's own tree."""
        return not all(map(self._has_tree, self.points_by_part))

    def _has_tree(self, part: str) -> bool:
        """Return whether a question has its own tree."""
        printed = self._further_questions.get(part)
        return printed is not None and bool(printed.frame or printed.tree)

    @cached_property
    def _further_questions(self) -> dict[str, PrintedQuestion]:
        """The questions that are not about parts of the search."""
        questions = self.exercise.questions.items()
        return {part: asked(question, self.key.solution, self.language) for part, question in questions}

    def _blocks_of_question(self, part: str, number: int) -> Iterator[Block]:
        """Yield a question, marked with a letter if the task has several questions."""
        count = len(self.points_by_part)
        letter = f"{chr(ord('a') + number)})" if count > 1 else ""
        question = Question(letter, "", self._points_in_short(self.key.points[part]))
        printed = self._further_questions.get(part)
        if printed is None:
            yield from self._blocks_of_search_question(part, question)
            return
        yield from self._blocks_of_further_question(
            part, printed, question._replace(words=" ".join([printed.sentence, *printed.notes]))
        )

    def _blocks_of_search_question(self, part: str, question: Question) -> Iterator[Block]:
        """Yield a question about a part of the search. It has no lines, because students write values into the tree."""
        lines = SEARCH_PARTS[part].lines_to_answer(self.key.tree)
        yield question._replace(words=self._sentences_of_search_question(part), followed=lines > 0)
        if part == "windows" and self.task.table:
            bounds = ["α, β"] if self.key.solution.convention.alpha_beta == AT_CHANGES else ["α", "β"]
            yield Cells((words(self.language).node(), *bounds), self._names_of_nodes_asked_about())
        elif lines:
            yield Writing(lines)

    def _sentences_of_search_question(self, part: str) -> str:
        """Return the wording of a question about a part of the search, with notes on bounds and rounding."""
        cuts = self.exercise.convention.cuts
        if self.exercise.tree.has_payoffs:
            say = words(self.language, "maxn.jinja")
            return " ".join([say.ask(part), *([say.cut_too()] if cuts and part == "values" else [])])
        ask = question_for_part(self.words, self.words.ask, part, self.key.solution.convention)
        sentences = [ask, *([self.words.bounds_too(part, bool(self.remarks))] if cuts else [])]
        sentences += [self.words.rounding()] if self.key.may_be_rounded(part) else []
        return " ".join(sentences).strip()

    def _blocks_of_further_question(self, part: str, printed: PrintedQuestion, question: Question) -> Iterator[Block]:
        """Yield a question that is not about a part of the search, with its separate tree or its statements."""
        yield question
        if self._has_tree(part):
            yield Drawing(self._drawings[part])
        choices = (self.words.true_short(), self.words.false_short())
        space = words(self.language, "questions.jinja").room()
        for number, statement in enumerate(printed.statements):
            statement_question = Question(f"{number + 1}.", statement, choices=choices)
            # Keep the first and the last statement from ending up alone on a page.
            followed = number in (0, len(printed.statements) - 2)
            yield Together([statement_question, Writing(LINES_FOR_A_REASON, space)], "statement", followed)
        if not printed.statements:
            yield Writing(printed.lines, form=self.words.form({"form": printed.form}))

    def _points_in_short(self, points: Number) -> str:
        return self.words.points_short({"points": self.number(points)})

    def _names_of_nodes_asked_about(self) -> tuple[str, ...]:
        tree = self.exercise.tree
        return tuple(tree.names[node] for node in nodes_with_bounds(tree))

    def _name_of_part(self, part: str) -> str:
        """Return the display name of a part or question."""
        return question_key(part, self.exercise.questions.get(part), self.language)

    # Solution

    @cached_property
    def solution(self) -> SolutionPage | MaxnPage:
        """The worked solution."""
        look = self.sheet.look
        texts = [" ".join(answer) for answer in self.answers]
        texts += [sentence for _, sentences in self.explained for sentence in sentences]
        height = self._height_left_for_pictures(self.head_height, texts)
        exam_tree = next(iter(self._drawings.values()))
        normal_print = self.normal_print.solution.drawn.fitted if self.normal_print else None
        shown: dict[str, Any] = {
            "paper": paper(
                look, (True,) if is_landscape(exam_tree) else formats(look), height, normal_print=normal_print
            ),
            "shapes": look.shapes,
            "orientation": exam_tree.fitted and exam_tree.fitted.turned,
            "intervals": "windows" in self.key.points,
        }
        return worked_page(self.key.solution, self.language, **shown)

    def guide(self, variant: str = "") -> list[Block]:
        """Return the tutor's guide, which contains the correct answers, the variant and the searched tree."""
        drawn = self.solution.drawn
        blocks = [*self._blocks_of_right_answers(3, variant), Drawing(drawn)]
        return [Part(blocks, is_landscape=is_landscape(drawn))]

    @property
    def solved(self) -> list[Block]:
        """The correct answers and the worked solution, which contains all steps if the style includes them."""
        blocks = [*below(self.solution.blocks(steps=self.sheet.look.steps))]
        leading_blocks = [*takewhile(lambda block: not isinstance(block, Table), blocks)]
        opening_part = Part(
            [*self._blocks_of_right_answers(2), *leading_blocks], is_landscape=is_landscape(self.solution.drawn)
        )
        return [opening_part, *blocks[len(leading_blocks) :]]

    def _blocks_of_right_answers(self, level: int, variant: str = "") -> Iterator[Block]:
        """Yield the task heading, the correct answer to each part with its points, and the explanations."""
        say = words(self.language, "grading.jinja")
        yield Heading(self.heading, level, aside=" · ".join(filter(None, (variant, self.points))))
        head = [say.question(), say.points_head(), self.words.right()]
        yield Table(head, listing([*map(list, self.answers)]), words=(0, 1, 2))
        for name, (first, *others) in self.explained:
            further: list[Words] = [words_in for sentence in others for words_in in (Newline(), sentence)]
            yield Paragraph([Line([Strong(f"{name}."), " ", first, *further])])

    @cached_property
    def written(self) -> dict[str, str]:
        """The correct answer to each part in students' notation, with localized numbers."""
        answer = answer_from_solution(self.key.solution, self.key.right, self.key.search_parts)
        items = self.exercise.questions.items()
        further = {part: correct_answer_text(question, self.key.solution, self.language) for part, question in items}
        window = partial(window_text, language=self.language)
        return format_parts(answer, self.exercise.tree, self.key.solution, self.number, window) | further

    @property
    def explained(self) -> list[tuple[str, list[str]]]:
        """Explanations of the correct answers to questions that are not about parts of the search, with their names."""
        wording = QuestionWording(self.key.solution, self.language)
        return [
            (self._name_of_part(part), [text for one in self._explanation(part) if (text := wording.text(one))])
            for part in self.points_by_part
            if part in self.exercise.questions
        ]

    def _explanation(self, part: str) -> Iterator[Sentence | None]:
        question, solution = self.exercise.questions[part], self.key.solution
        yield from question.explanation(solution)
        yield question.note_on_picture(solution)

    @property
    def answers(self) -> list[tuple[str, str, str]]:
        """The name, points and correct answer of each part."""
        items = self.points_by_part.items()
        return [
            (self._name_of_part(part), self._points_in_short(points), self._right_answer_in_words(part))
            for part, points in items
        ]

    def _right_answer_in_words(self, part: str) -> str:
        """Return the correct answer in a notation that the answer parser also accepts."""
        return self.words.nothing() if self.written[part] == "none" else self.written[part]
