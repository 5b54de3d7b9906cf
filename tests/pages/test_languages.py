"""Every language says the same things, in its own words and in the words of each lecture."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jinja2 import meta, nodes

from tests.support.effort import dealt
from tests.support.places import ROOT, exercise_files, named
from treesolve.cli.new import FILES as FIRST_EXAM
from treesolve.model.problem import Problem
from treesolve.model.resources import languages
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.pages.comparison_page import comparison_page
from treesolve.pages.document import written
from treesolve.pages.environment import environment
from treesolve.pages.problem_sentence import problem_sentence
from treesolve.pages.solution_page import solution_page
from treesolve.search.comparison import compare

TEMPLATES = ROOT / "templates"
REFERENCE = "en"
OTHERS = languages()[1:]
"""The languages that must say what the reference says."""

FILES = sorted(path.name for path in (TEMPLATES / REFERENCE).glob("*.jinja"))

SAME_WORD = frozenset(
    re.findall(
        r"\w+",
        """
        de en plan sheet
        an in so was name text test start kind byte terminal maximum minimax negamax alpha beta max min inf
        grade key schema student title levels tree shape leaves values chance utf toml id base eval alphabeta by search
        hand pdf png pip python install typst solve draw check practice order markdown sum korf maxn star
        consistent list lectures schemas form answer answers game games unfold aima points true false german
        cut bounds bound never none deep shallow value clipped all after before searched unseen unit first
        treesolve example examples format conventions convention show lecture haw knuth moore play
        cs berkeley median pearl
        autograder canvas exams image trainer javascript browser ubuntu zip entry last changes will
        json windows pipe kib
        tic tac toe nim misère dag
        tictactoe ask file like root mib task generate csv tex matrikelnummer april august september november code rest
        decision decisions part points reason
        notation window nodes ismax graph networkx
        templates letterhead jinja macro endmacro name font new computer modern accent fonts svg png logo
        if filter names
        moodle canvas gradescope ilias openolat zip gzip rar
        enter tab review port
        heap nim fraction int float nan codes path array bytes aima strict game effort option echo
        """,
    )
)
"""Words German has too, and the words of the notation, of options and of code, which no language translates."""

ENGLISH = re.compile(
    r"\b(the|is|are|be|with|without|not|node|leaf|child|children|and|or|of|to|for|at|on|this|that|there|it|its|by|from"
    r"|has|have|had|only|than|as|which|what|step|stays|evaluated|visited|pruned|nothing)\b",
    re.IGNORECASE,
)
"""Words that give away a sentence nobody translated."""


@cache
def parsed(language: str, file: str) -> nodes.Template:
    """A template of a language."""
    return environment(REFERENCE).parse((TEMPLATES / language / file).read_text("utf-8"))


@cache
def macros(language: str, file: str) -> dict[str, nodes.Macro]:
    """The macros a template defines, wherever in it."""
    found = list(parsed(language, file).find_all(nodes.Macro))
    assert len({macro.name for macro in found}) == len(found), f"{language}/{file} defines a macro twice"
    return {macro.name: macro for macro in found}


def signature(macro: nodes.Macro) -> tuple[list[str], list[str]]:
    """The parameters of a macro, and their defaults."""
    return [argument.name for argument in macro.args], [repr(default) for default in macro.defaults]


def facts(macro: nodes.Macro) -> set[str]:
    """What a macro asks of its arguments."""
    read_here = {found.name for found in macro.find_all(nodes.Name) if found.ctx == "load"}
    asked = {f".{found.attr}" for found in macro.find_all(nodes.Getattr)}
    return asked | read_here & {argument.name for argument in macro.args}


def case_constants(macro: nodes.Macro) -> list[nodes.Expr]:
    """The constants by which a macro tells one case from another."""
    keys = [pair.key for table in macro.find_all(nodes.Dict) for pair in table.items]
    compared = [side for test in macro.find_all(nodes.Compare) for side in (test.expr, *(op.expr for op in test.ops))]
    return [found for found in keys + compared if isinstance(found, nodes.Const)]


def cases(macro: nodes.Macro) -> set[Any]:
    """The cases a macro knows, by their codes."""
    return {constant.value for constant in case_constants(macro)}


def spoken(macro: nodes.Macro) -> set[str]:
    """The words a macro can print by itself; options and endings of files are no words."""
    codes = {id(constant) for constant in case_constants(macro)}
    texts = [data.data for data in macro.find_all(nodes.TemplateData)]
    texts += [const.value for const in macro.find_all(nodes.Const) if id(const) not in codes]
    plain = [re.sub(r"--\w+|\.\w+\b", "", text.lower()) for text in texts if isinstance(text, str)]
    return {word for text in plain for word in re.findall(r"[^\W\d_]{2,}", text)}


@pytest.mark.parametrize("path", [TEMPLATES / language / file for language in languages() for file in FILES], ids=named)
def test_a_sentence_takes_no_more_lines_than_it_needs(path: Path):
    """A macro of one line stands in that line, a case behind its condition; a blank line is where a group begins."""
    text = path.read_text("utf-8")

    assert re.findall(r"macro [^\n]*-%\}\n[^\n]*\n\{%- endmacro", text) == []
    assert re.findall(r"\{%- (?:if|elif|else)\b[^%]*-%\}\n\s*(?!\{%)\S[^\n]*", text) == []
    assert re.findall(r"\n\n(?!\{#)[^\n]*", text) == []


def test_the_languages_are_those_with_a_folder():
    """A folder beside the pages is a language, and each of them is tested here; German is one of them."""
    folders = {path.name for path in TEMPLATES.iterdir() if path.is_dir()}

    assert folders - {"pages"} == {REFERENCE, *OTHERS} > {"de"}


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_template_and_no_other(language: str):
    """Files of the same names."""
    assert sorted(path.name for path in (TEMPLATES / language).iterdir()) == sorted((*FILES, *FIRST_EXAM))


each_file = pytest.mark.parametrize(("language", "file"), [(language, file) for language in OTHERS for file in FILES])


@each_file
def test_a_language_tells_the_same_facts_in_the_same_cases(language: str, file: str):
    """The same macros with the same parameters, facts and cases, and no name with a slip in it."""
    reference = macros(REFERENCE, file)
    assert {name: signature(macro) for name, macro in macros(language, file).items()} == {
        name: signature(macro) for name, macro in reference.items()
    }
    for name, macro in macros(language, file).items():
        assert facts(macro) == facts(reference[name]), name
        assert cases(macro) >= cases(reference[name]), name
    undeclared, usual = (meta.find_undeclared_variables(parsed(each, file)) for each in (language, REFERENCE))
    assert undeclared <= usual


@each_file
def test_no_word_is_left_in_the_reference_language(language: str, file: str):
    """A macro shares no word with its counterpart but those that are the same in both, and has no other of it."""
    for name, macro in macros(language, file).items():
        own = spoken(macro) - SAME_WORD
        assert not own & spoken(macros(REFERENCE, file)[name]), name
        assert not {word for word in own if ENGLISH.fullmatch(word)}, name


def is_sentence(text: str) -> bool:
    """Whether a text begins like a sentence and ends like one."""
    return re.fullmatch(r"\S.*[.?]", text) is not None and "  " not in text


TEXTS = dict.fromkeys(
    (found.attr for macro in macros(REFERENCE, "problems.jinja").values() for found in macro.find_all(nodes.Getattr)),
    "7",
)
"""Every fact a problem may have; most of them are texts."""

COUNTED = ("count", "given", "expected", "found", "players", "levels", "byte")
VARIED = (
    {"nearest": None, "previous": "NAME", "encoding": None, "instead": None},
    {"nearest": "X", "previous": "MOVE", "encoding": "UTF-16", "instead": "6 -5"},
    {"nearest": "X", "previous": "WEIGHT", "encoding": None, "instead": None},
    {"nearest": None, "previous": "KIND", "encoding": None, "instead": "5"},
)
NO_SENTENCES = {"hint", "nearest_tree", "number", "system", "notation", "more", "works", "told", "read_as"}
"""Macros that are parts of sentences."""


@pytest.mark.parametrize("language", OTHERS)
def test_a_problem_is_told_in_whole_sentences(language: str):
    """Whatever its facts."""
    for name in set(macros(REFERENCE, "problems.jinja")) - NO_SENTENCES:
        for count, varied in enumerate(VARIED, 1):
            facts_of_case = TEXTS | dict.fromkeys(COUNTED, count) | {"package": "typst"} | varied
            assert is_sentence(problem_sentence(Problem(name.replace("_", "-"), None, facts_of_case), language)), name


def untitled(path: Path) -> Tree:
    """The tree of an exercise without its title and source, which are in the language of their author."""
    return read(re.sub("^(title|source):.*\n", "", path.read_text("utf-8"), flags=re.MULTILINE))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("path", dealt(exercise_files(), 0, 2), ids=named)
def test_an_exercise_is_solved_and_compared_in_every_language(path: Path, language: str):
    """Under every lecture that can search it: no English, no comma that could be two things."""
    compared = compare(untitled(path))
    solutions = [row.solution for row in compared.rows if row.solution]
    pages = [comparison_page(compared, language), *(solution_page(solution, language) for solution in solutions)]

    assert solutions
    for page in map(written, pages):
        assert not ENGLISH.search(page), ENGLISH.search(page)
        assert not re.search(r"\d,\d+, [−+]?[\d∞]|[\d∞], [−+]?\d+,\d", page)
