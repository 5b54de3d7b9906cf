"""Templates of all languages have the same macros, facts and cases."""

import re
from functools import cache
from typing import Any

import pytest
from jinja2 import meta, nodes

from tests.support.places import ROOT
from treesolve.cli.new import FILES as FIRST_EXAM
from treesolve.model.resources import languages
from treesolve.rendering.template_environment import environment

TEMPLATES = ROOT / "templates"
REFERENCE = "en"
OTHERS = languages()[1:]
"""Languages compared with the reference."""

FILES = sorted(path.name for path in (TEMPLATES / REFERENCE).glob("*.jinja"))

SAME_WORD = {"by"}
"""English words in constants of German templates."""

ENGLISH = re.compile(
    r"\b(the|is|are|be|with|without|not|node|leaf|child|children|and|or|of|to|for|at|on|this|that|there|it|its|by|from"
    r"|has|have|had|only|than|as|which|what|step|stays|evaluated|visited|pruned|nothing)\b",
    re.IGNORECASE,
)
"""Words that indicate an untranslated sentence."""


@cache
def parsed(language: str, file: str) -> nodes.Template:
    """Return the parsed template of a language."""
    return environment(REFERENCE).parse((TEMPLATES / language / file).read_text("utf-8"))


@cache
def macros(language: str, file: str) -> dict[str, nodes.Macro]:
    """Return all macros defined in a template."""
    found = list(parsed(language, file).find_all(nodes.Macro))
    assert len({macro.name for macro in found}) == len(found), f"{language}/{file} defines a macro twice"
    return {macro.name: macro for macro in found}


def signature(macro: nodes.Macro) -> tuple[list[str], list[str]]:
    """Return the parameters of a macro and their defaults."""
    return [argument.name for argument in macro.args], [repr(default) for default in macro.defaults]


def facts(macro: nodes.Macro) -> set[str]:
    """Return the attributes that a macro reads from its arguments."""
    read_here = {found.name for found in macro.find_all(nodes.Name) if found.ctx == "load"}
    asked = {f".{found.attr}" for found in macro.find_all(nodes.Getattr)}
    return asked | read_here & {argument.name for argument in macro.args}


def case_constants(macro: nodes.Macro) -> list[nodes.Expr]:
    """Return the constants that a macro compares with."""
    keys = [pair.key for table in macro.find_all(nodes.Dict) for pair in table.items]
    compared = [side for test in macro.find_all(nodes.Compare) for side in (test.expr, *(op.expr for op in test.ops))]
    return [found for found in keys + compared if isinstance(found, nodes.Const)]


def cases(macro: nodes.Macro) -> set[Any]:
    """Return the cases of a macro by their codes."""
    return {constant.value for constant in case_constants(macro)}


def spoken(macro: nodes.Macro) -> set[str]:
    """Return the literal words of a macro, without options and file extensions."""
    codes = {id(constant) for constant in case_constants(macro)}
    texts = [data.data for data in macro.find_all(nodes.TemplateData)]
    texts += [const.value for const in macro.find_all(nodes.Const) if id(const) not in codes]
    plain = [re.sub(r"--\w+|\.\w+\b", "", text.lower()) for text in texts if isinstance(text, str)]
    return {word for text in plain for word in re.findall(r"[^\W\d_]{2,}", text)}


def test_the_languages_are_those_with_a_folder():
    """Each folder next to the pages is a language that is tested here; German is one of them."""
    folders = {path.name for path in TEMPLATES.iterdir() if path.is_dir()}

    assert folders - {"pages"} == {REFERENCE, *OTHERS} > {"de"}


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_template_and_no_other(language: str):
    """The template files have the same names."""
    assert sorted(path.name for path in (TEMPLATES / language).iterdir()) == sorted((*FILES, *FIRST_EXAM))


each_file = pytest.mark.parametrize(("language", "file"), [(language, file) for language in OTHERS for file in FILES])


@each_file
def test_a_language_tells_the_same_facts_in_the_same_cases(language: str, file: str):
    """Macros have the same parameters, facts and cases, without misspelled names."""
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
    """No macro contains a common English word that does not exist in German."""
    for name, macro in macros(language, file).items():
        assert not {word for word in spoken(macro) - SAME_WORD if ENGLISH.fullmatch(word)}, name
