"""Forms for answers, filled in by somebody who does what they ask."""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from treesolve.grading.grader import Grader
from treesolve.model.answer import Answer
from treesolve.rendering.answer_form import FormTask, answer_form
from treesolve.rendering.question_wording import question_key
from treesolve.rendering.template_environment import number_text, window_text, words
from treesolve.submissions.answer_writer import format_answer_name, format_parts

_ROOM = re.compile(r"\[[ ,;]*\]|\([ ,;]*\)|")


def form_of(grader: Grader, language: str) -> str:
    """Return the form of what a grader marks."""
    asked = [part for part in grader.rubric.points if part in grader.points]
    return answer_form([FormTask(grader.tree, asked, grader.questions)], language)


def filled(
    grader: Grader,
    answer: Answer,
    texts: Mapping[str, str],
    language: str,
    empty: str = "",
    *,
    with_signs: bool = False,
) -> str:
    """Return the form with an answer in it, `texts` being those of questions; `empty` stands for what is not answered.

    `with_signs` writes ≤ and ≥ before what is a mere bound in the solution.
    """
    number, window = partial(number_text, language=language), partial(window_text, language=language)
    written = format_parts(answer, grader.tree, grader.solution, number, window) | dict(texts)
    if written.get("pruned") == "none":
        written["pruned"] = words(language, "sheet.jinja").nothing()
    keys = {f"{question_key(part, grader.questions.get(part), language)}:": part for part in grader.points}
    items = {
        "values": _items(grader, answer.values or {}, number, with_signs=with_signs),
        "windows": _items(grader, answer.windows or {}, lambda ends: window(*ends)),
    }
    lines = []
    for line in form_of(grader, language).splitlines():
        key = next((key for key in keys if line.startswith(key)), "")
        part = keys.get(key, "")
        if part in items:
            line = key + _with_items(line[len(key) :], items[part], empty)
        elif part == "statements":
            line = _with_judgements(line, written.get(part, ""), empty)
        elif part:
            line = f"{key} {written.get(part) or empty or line[len(key) :].strip()}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def _items(
    grader: Grader, given: Mapping[int, Any], write: Any, *, with_signs: bool = False
) -> Iterator[tuple[str, str]]:
    """For each inner node how its item begins, and what is to stand there; empty where that is not answered."""
    names, signs = grader.tree.names, {"<=": "≤", ">=": "≥"}
    for node in grader.tree.level_order:
        if grader.tree.children[node]:
            sign = signs.get(grader.solution.relation(node) or "", "") if with_signs and node in given else ""
            yield f" {format_answer_name(names[node])}=", f"{sign}{write(given[node])}" if node in given else ""


def _with_items(rest: str, items: Iterator[tuple[str, str]], empty: str) -> str:
    """Return a line behind its key, filled in."""
    done = ""
    while rest:
        item, said = next(items)
        assert rest.startswith(item), (rest, item)
        room = _ROOM.match(rest, len(item))
        assert room is not None
        done += item + (said or empty or room[0])
        rest = rest[room.end() :]
    return done


def _with_judgements(line: str, said: str, empty: str) -> str:
    """Return the line of statements, filled in."""
    given = dict(one.split(" ", 1) for one in said.split(", ")) if said else {}
    return re.sub(r"(\d+)=", lambda item: f"{item[0]}{given.get(item[1], empty)}", line)
