"""Large keys written piece by piece: nothing of them but one exercise is held at a time.

Vocabulary

    solution    the right answers to an exercise in the text form, part by part
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from treesolve.analysis.model_answer import answer_of_search
from treesolve.answers.answer_writer import written_parts
from treesolve.grading.exam import SCHEMA, Exercise, exercise_json
from treesolve.grading.marking_scheme import AnswerKey


def key_document_in_pieces(
    exercises: Iterable[tuple[Exercise, AnswerKey]],
    *,
    students: Mapping[str, str] | None = None,
    names: Mapping[str, str] | None = None,
    sheet: Mapping[str, Any] | None = None,
) -> Iterator[str]:
    """The document treesolve/key/1 in pieces, an exercise a line, each with its solution, by its answer key.

    The exercises are taken one after the other, the roster and its names are written when all of them are: a mapping
    that grows meanwhile is written whole.
    """
    head = json.dumps({"schema": SCHEMA, "sheet": dict(sheet or {})})
    yield f'{head[:-1]},\n"exercises": ['
    between = "\n"
    for exercise, key in exercises:
        yield between + json.dumps(solved_entry(exercise, key))
        between = ",\n"
    yield f'\n],\n"students": {json.dumps(dict(students or {}), indent=1)}'
    yield f',\n"names": {json.dumps(dict(names), indent=1)}}}\n' if names else "}\n"


def solved_entry(exercise: Exercise, key: AnswerKey) -> dict[str, Any]:
    """An exercise as a JSON object, with its solution."""
    return {**exercise_json(exercise), "solution": solution_texts(key)}


def solution_texts(key: AnswerKey) -> dict[str, str]:
    """What a perfect student writes behind each key, in the order of the points."""
    answer = answer_of_search(key.solution, key.right, key.search_parts)
    written = written_parts(answer, key.tree, key.solution)
    asked = {part: key.questions[part] for part in key.points if part in key.questions}
    written |= {part: question.right_answer(key.solution) for part, question in asked.items()}
    return {part: written[part] for part in key.points if part in written}
