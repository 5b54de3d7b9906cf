"""Sentences of a lecturer's own: they stand in the place of ours, do no more than these, and run in a sandbox."""

from pathlib import Path
from time import perf_counter

import jinja2
import pytest
from jinja2.sandbox import SecurityError

from tests.support.places import ROOT
from treesolve.model.problem import InputError
from treesolve.notation.reader import read
from treesolve.pages.document import written
from treesolve.pages.environment import words
from treesolve.pages.own_folder import read_templates
from treesolve.pages.own_sentences import macros_in, our_template, sentence_problems
from treesolve.pages.own_templates import OwnFile, OwnTemplates, holding
from treesolve.pages.solution_page import solution_page
from treesolve.search.solution import solve

FILES = sorted(path.relative_to(ROOT / "templates") for path in (ROOT / "templates").glob("??/*.jinja"))


def own(text: str, file: str = "words.jinja", language: str = "en") -> OwnTemplates:
    """Templates with one file of sentences, not checked."""
    return OwnTemplates(text, sentences={(language, file): OwnFile(file, text)})


def told(text: str, file: str = "words.jinja") -> list[tuple[str, int]]:
    """The codes of what is wrong in a file, each with its line; 0 where the file as a whole is."""
    problems = sentence_problems("en", file, OwnFile(file, text))
    return [(problem.code, place.line if (place := problem.place()) else 0) for problem in problems]


@pytest.mark.parametrize("path", FILES, ids=str)
def test_ours_do_no_more_than_a_lecturers_may(path: Path):
    """No layout, no logic of pages: whoever copies a sentence of ours and changes its words is not refused."""
    file = OwnFile(path.name, (ROOT / "templates" / path).read_text("utf-8"))

    assert sentence_problems(str(path.parent), path.name, file) == ()


def test_a_sentence_stands_in_the_place_of_ours():
    """Where a page prints it, where another sentence calls it, and where another file does; in its language only."""
    page = lambda language: written(solution_page(solve(read("((6 5) (2 9))")), language))  # noqa: E731
    before = page("en"), page("de")
    and_also = own('{% macro list(names) %}{{ names | join(" & ") }}{% endmacro %}')
    step = own("{%- macro step() -%} Move {%- endmacro %}")

    with holding(step):
        assert page("en") == before[0].replace("Step  Node", "Move  Node")
        assert page("de") == before[1]
    with holding(and_also):
        assert words("en").not_searched(["L1", "L2"], ["A"]) == "A & L1 & L2 are not visited"
        assert words("en", "questions.jinja").piece
        assert "L1 & L2" in words("en", "grading.jinja").pruned_right({"names": ["L1", "L2"], "told": [], "rest": 0})
    assert (page("en"), page("de")) == before


def test_a_sentence_of_each_file_can_be_ones_own():
    """Each file of ours, given back as a lecturer's, prints the same."""
    for path in FILES[::2]:
        text = (ROOT / "templates" / path).read_text("utf-8")
        language, names = str(path.parent), macros_in(our_template(str(path.parent), path.name))
        plain = [name for name, macro in names.items() if not macro.args]
        said = [getattr(words(language, path.name), name)() for name in plain]

        with holding(own(text, path.name, language)):
            assert [getattr(words(language, path.name), name)() for name in plain] == said
            assert all(getattr(words(language, path.name), name) for name in names)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("{% macro step() %}Move", "own-sentence-syntax", 1),
        ("\n{% macro step() %}{{ }}{% endmacro %}", "own-sentence-syntax", 2),
        ("{% macro step() %}{% nothing %}{% endmacro %}", "own-sentence-syntax", 1),
        ("{% macro step() %}A{% endmacro %}\n\nB\n", "own-sentence-between", 3),
        ("{% macro step() %}A{% endmacro %}\n{{ 1 }}", "own-sentence-between", 2),
        ("{% macro stepp() %}A{% endmacro %}", "own-sentence-unknown", 1),
        ("{% macro step(f) %}A{% endmacro %}", "own-sentence-parameters", 1),
        ("{% macro list(names) %}\n{{ nams }}{% endmacro %}", "own-sentence-fact", 2),
        ("{% macro list(names) %}\n\n{{ names.count }}{% endmacro %}", "own-sentence-fact", 3),
        ("{% macro list(names) %}{{ names.__class__ }}{% endmacro %}", "own-sentence-fact", 1),
        ("{% macro step() %}{{ varargs }}{% endmacro %}", "own-sentence-fact", 1),
        ('{% macro list(names) %}{{ names["append"] }}{% endmacro %}', "own-sentence-kind", 1),
        ("{% macro list(names) %}{{ names[names] }}{% endmacro %}", "own-sentence-kind", 1),
        ("{% macro step() %}\n{% set x = 1 %}{% endmacro %}", "own-sentence-kind", 2),
        ("{% macro step() %}{{ 9 * 9 }}{% endmacro %}", "own-sentence-kind", 1),
        ("{% macro step() %}{{ " + "9" * 5000 + " }}{% endmacro %}", "own-sentence-syntax", 0),
        ("{% macro step() %}{% if 1 is odd %}A{% endif %}{% endmacro %}", "own-sentence-kind", 1),
        ("{% macro list(names) %}{{ list(names) }}{% endmacro %}", "own-sentence-kind", 1),
        ('{% macro step() %}{{ {"a": "b"}.get(lipsum()) }}{% endmacro %}', "own-sentence-kind", 1),
        ("{% macro list(names) %}{{ names | random }}{% endmacro %}", "own-sentence-kind", 1),
        ('{% macro list(names) %}{{ names | join("", "append") }}{% endmacro %}', "own-sentence-kind", 1),
        ('{% macro list(names) %}{{ names | join(attribute="append") }}{% endmacro %}', "own-sentence-kind", 1),
        ("{% macro list(names) %}{{ names | join | join }}{% endmacro %}", "own-sentence-kind", 1),
        ("{% macro list(names) %}{% for n in names %}{{ n }}{% endfor %}{% endmacro %}", "own-sentence-kind", 1),
        ("{% macro step() %}" + "{% if 1 %}" * 150 + "{% endif %}" * 150 + "{% endmacro %}", "own-sentence-syntax", 0),
        ("{% macro step() %}{{ " + "not " * 900 + "1 }}{% endmacro %}", "own-sentence-syntax", 0),
        ("{% macro step() %}{{ " + "(" * 900 + "1" + ")" * 900 + " }}{% endmacro %}", "own-sentence-syntax", 0),
    ],
)
def test_a_mistake_is_told_with_its_line(text: str, code: str, line: int):
    """Before anything is printed."""
    assert (code, line) in told(text)


HOSTILE = (
    '{% include "../pages/handout.html.jinja" %}',
    '{% include "/etc/passwd" %}',
    '{% import "../../secret" as x %}',
    '{% extends "words.jinja" %}',
    "{% for i in range(99999999) %}{% for j in range(99999999) %}x{% endfor %}{% endfor %}",
    "{% for i in names recursive %}{{ loop(names) }}{% endfor %}",
    '{{ "".__class__.__mro__[1].__subclasses__() }}',
    '{{ ""["__class__"] }}',
    '{{ ("" | attr("__class__")) }}',
    '{{ names | map(attribute="__class__") | list }}',
    '{{ "%999999999d" | format(1) }}',
    '{{ "x" * 999999999 }}',
    "{{ 9 ** 9 ** 9 }}",
    '{{ "x" | center(999999999) }}',
    "{{ lipsum(99999) }}",
    "{{ cycler.__init__.__globals__ }}",
    "{{ list.__globals__ }}",
    "{{ self._TemplateReference__context }}",
    '{{ joiner.__init__.__globals__["os"].popen("id").read() }}',
    "{% call list(names) %}{% endcall %}",
    "{% filter upper %}x{% endfilter %}",
    "{% macro inner() %}x{% endmacro %}",
    "{% set x = names ~ names %}{% set x = x ~ x %}",
    "{% with x = names %}{{ x }}{% endwith %}",
)


@pytest.mark.parametrize("body", HOSTILE)
def test_what_is_hostile_is_refused_at_once(body: str):
    """Loops without an end, files from elsewhere, attributes, texts without measure."""
    begun = perf_counter()
    problems = told("\n\n{% macro list(names) %}\n" + body + "{% endmacro %}")

    assert problems
    assert {line for _, line in problems} == {4}
    assert perf_counter() - begun < 1


@pytest.mark.parametrize("body", ["names.__class__", '""["__class__"]', '"" | attr("__class__")', "list._func"])
def test_even_what_is_not_seen_runs_in_a_sandbox(body: str):
    """Attributes of Python are out of reach where the check is left out."""
    text = "{% macro list(names) %}{{ " + body + " }}{% endmacro %}"

    with holding(own(text)), pytest.raises((InputError, SecurityError, jinja2.UndefinedError)) as refused:
        words("en").list(["A"])
    assert "unsafe" in str(getattr(refused.value, "problems", [refused.value])[0].facts["reason"])


def test_what_fails_when_it_is_printed_is_told_with_its_line(tmp_path: Path):
    """The line of the lecturer's file, wherever it was called from."""
    (tmp_path / "en").mkdir()
    path = tmp_path / "en" / "words.jinja"
    path.write_text("\n{% macro list(names) %}\n\n{{ names - names }}{% endmacro %}")

    with holding(read_templates(tmp_path)), pytest.raises(InputError) as refused:
        words("en").not_searched(["L1", "L2"], [])
    problem = refused.value.problems[0]
    place = problem.place()
    assert (problem.code, problem.source, place and place.line) == ("own-sentence-failed", str(path), 4)


def test_an_error_of_ours_stays_what_it_is():
    """Nobody is told to look for it in a file of his own."""
    with holding(own("{% macro step() %}A{% endmacro %}")), pytest.raises(jinja2.UndefinedError):
        words("en").rules({})
