"""The plain-text answer form, which has a key for each question and a blank for each inner node.

The form is handed out with an exercise as a file, by e-mail or in a text field. The answer parser can read every
line of a filled-in form. Every inner node has a blank, even if the search prunes it, so that the form reveals nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

from treesolve.authoring.variant import Variant
from treesolve.grading.answer_key import AnswerKey
from treesolve.grading.exercise import Exercise
from treesolve.grading.part.exercise_part import Blanks
from treesolve.grading.part.search_parts import SEARCH_PARTS
from treesolve.grading.question.tree_question import TreeQuestion
from treesolve.model.reading_point import AT_CHANGES
from treesolve.model.tree import Tree
from treesolve.rendering.question_wording import question_key
from treesolve.rendering.template_environment import number_text, words
from treesolve.submissions.answer_writer import format_answer_name
from treesolve.submissions.mentions import is_irrelevant
from treesolve.submissions.node_names import NodeNames
from treesolve.submissions.submission import format_identification_line

MAX_LINE_LENGTH = 69
"""Maximum line length of a filled-in form, in characters. Lines with a long name may exceed it."""

_WIDTH_OF_NUMBER = 3
"""The width reserved for a number, in characters. Forms reserve more if leaves have longer numbers."""


class FormTask(NamedTuple):
    """The questions about one tree, in the order of the form; `name` identifies the exercise in answers."""

    tree: Tree
    parts: Sequence[str]
    questions: Mapping[str, TreeQuestion] = {}
    name: str = ""

    @classmethod
    def of_exercise(cls, exercise: Exercise, key: AnswerKey) -> Self:
        """Return the questions of an exercise that have points in its key, in the order of the exercise."""
        parts = sorted(key.points, key=[*exercise.points, *key.points].index)
        return cls(exercise.tree, parts, exercise.questions, exercise.name)


def form_of_variant(variant: Variant, language: str, *, asks_variant: bool = False) -> str:
    """Return the answer form of one variant of a sheet."""
    tasks = [FormTask.of_exercise(*one) for one in zip(variant.exercises, variant.answer_keys, strict=True)]
    return answer_form(tasks, language, asks_variant=asks_variant)


def answer_form(
    tasks: Sequence[FormTask], language: str = "en", *, asks_variant: bool = False, is_named: bool = False
) -> str:
    """Return the empty form for these tasks. Tasks are named if there are several, or if `is_named` is true.

    `asks_variant` adds a field for the variant.

    >>> from treesolve.notation.reader import read
    >>> print(answer_form([FormTask(read("((6 5) (2 9))"), ("values", "windows", "best"))]), end="")
    # Fill in and hand in as plain text; what stays empty is no answer.
    # Nodes as they are called in the picture, with blanks between them.
    <BLANKLINE>
    Student:
    <BLANKLINE>
    Values: A= B= C=
    Windows: A=[ , ] B=[ , ] C=[ , ]
    Best move:
    """
    say = words(language, "form.jinja")
    head = [f"{say.student()}:", *([f"{say.variant()}:"] if asks_variant else [])]
    bodies = [_lines_of_task(one, language, is_named or len(tasks) > 1) for one in tasks]
    return "\n\n".join("\n".join(block) for block in (_comment_lines(tasks, language), head, *bodies) if block) + "\n"


def _comment_lines(tasks: Sequence[FormTask], language: str) -> list[str]:
    """Return the comments at the top of the form, except lines that might be mistaken for answers."""
    say, nodes = words(language, "form.jinja"), [NodeNames(one.tree) for one in tasks]
    comments = [*say.remarks().splitlines(), *([say.no_node()] if any("pruned" in one.parts for one in tasks) else [])]
    if any("windows" in one.parts and one.tree.alpha_beta == AT_CHANGES for one in tasks):
        comments.append(say.rows())
    lines = [f"# {line}" for line in comments]
    return [line for line in lines if all(is_irrelevant(line, each) for each in nodes)]


def _lines_of_task(task: FormTask, language: str, is_named: bool) -> list[str]:
    """Return the lines of a task: one line per question, or several if there are many nodes."""
    name = [format_identification_line(words(language, "form.jinja").task(), task.name)] if is_named else []
    return [*name, *(line for part in task.parts for line in _lines_of_part(task, part, language))]


def _lines_of_part(task: FormTask, part: str, language: str) -> Iterator[str]:
    """Yield the lines of a question: its key and the blanks."""
    tree, question = task.tree, task.questions.get(part)
    key, blanks = question_key(part, question, language), (question or SEARCH_PARTS[part]).blanks(tree)
    gaps = _gaps(blanks, language)
    if blanks.nodes:
        width = blanks.gaps * max(_WIDTH_OF_NUMBER, *map(len, _numbers_at_leaves(tree, language)))
        yield from _wrap_items(key, (f"{format_answer_name(tree.names[node])}={gaps}" for node in blanks.nodes), width)
    else:
        yield " ".join(filter(None, [f"{key}:", gaps, *blanks.words]))


def _numbers_at_leaves(tree: Tree, language: str) -> Iterator[str]:
    """Yield the numbers at the leaves as text; each payoff is a separate number."""
    values: Iterable[Any] = (tree.values[leaf] for leaf in tree.leaf_ids)
    return (number_text(one, language) for value in values for one in (value if isinstance(value, tuple) else (value,)))


def _gaps(blanks: Blanks, language: str) -> str:
    """Return brackets with separators if a blank takes several numbers, and an empty string if it takes one."""
    if blanks.gaps == 1 or not blanks.brackets:
        return ""
    mark = words(language).list_mark()
    return f"{blanks.brackets[0]} {f'{mark} ' * (blanks.gaps - 1)}{blanks.brackets[1]}"


def _wrap_items(key: str, items: Iterable[str], gap_width: int) -> Iterator[str]:
    """Yield lines of items that each start with the key; each item reserves `gap_width` characters for its answer."""
    line, filled_width = f"{key}:", 0
    for item in items:
        if filled_width and len(line) + filled_width + 1 + len(item) + gap_width > MAX_LINE_LENGTH:
            yield line
            line, filled_width = f"{key}:", 0
        line, filled_width = f"{line} {item}", filled_width + gap_width
    yield line
