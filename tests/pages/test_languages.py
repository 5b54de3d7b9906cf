"""Every language says the same things, in its own words and in the words of each lecture."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, nodes

from tests.golden import broken_files
from tests.support.effort import dealt
from tests.support.places import EXERCISES, ROOT, exercise_files, named
from treesolve.cli.run import solution_of
from treesolve.cli.steering import own_convention
from treesolve.drawing.label import Label
from treesolve.grading.question.statement import CLAIMS
from treesolve.model.convention import CHOICES, CONVENTIONS, DEFAULT
from treesolve.model.input_file import read_input
from treesolve.model.problem import InputError, Problem
from treesolve.model.resources import languages
from treesolve.model.tree import Kind, Tree
from treesolve.notation.reader import read
from treesolve.pages.comparison_page import comparison_page
from treesolve.pages.convention import convention_page, conventions_page
from treesolve.pages.document import written
from treesolve.pages.environment import words
from treesolve.pages.problem import problem_sentence
from treesolve.pages.worked_solution import solution_page
from treesolve.search.comparison import compare
from treesolve.search.search import Unsolvable
from treesolve.search.solution import solve

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
        hand pdf png pip python install typst watchfiles solve draw check practice order markdown sum korf maxn star
        list lectures schemas form answer answers game games unfold aima points true false german
        cut bounds bound never none deep shallow value clipped after before searched unseen unit first
        treesolve format conventions convention show lecture haw knuth moore play
        cs berkeley median pearl
        autograder canvas exams image ubuntu zip
        json windows pipe kib
        tic tac toe nim misère dag
        tictactoe ask file like root mib task generate csv tex matrikelnummer april august september november code rest
        decision decisions part points reason
        notation window nodes ismax graph networkx
        templates letterhead jinja macro endmacro name font new computer modern accent fonts svg png logo
        if filter names
        moodle canvas gradescope ilias openolat zip gzip rar
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
def macros(language: str, file: str) -> dict[str, nodes.Macro]:
    """The macros a template defines, wherever in it."""
    source = (TEMPLATES / language / file).read_text("utf-8")
    found = list(Environment().parse(source).find_all(nodes.Macro))
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
    assert sorted(path.name for path in (TEMPLATES / language).iterdir()) == FILES


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("file", FILES)
def test_a_language_defines_the_same_macros(file: str, language: str):
    """None is missing, none is extra, and each takes the same parameters."""
    reference = {name: signature(macro) for name, macro in macros(REFERENCE, file).items()}

    assert {name: signature(macro) for name, macro in macros(language, file).items()} == reference


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("file", FILES)
def test_a_language_tells_the_same_facts_in_the_same_cases(file: str, language: str):
    """A sentence that drops a number or a case would be found nowhere else."""
    for name, macro in macros(language, file).items():
        reference = macros(REFERENCE, file)[name]

        assert facts(macro) == facts(reference), name
        assert cases(macro) >= cases(reference), name


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("file", FILES)
def test_no_word_is_left_in_the_reference_language(file: str, language: str):
    """A macro shares no word with its counterpart but those that are the same in both."""
    shared = {
        name: spoken(macro) & spoken(macros(REFERENCE, file)[name]) for name, macro in macros(language, file).items()
    }
    assert not {name: words - SAME_WORD for name, words in shared.items() if words - SAME_WORD}


FACTS = dict.fromkeys(
    (found.attr for macro in macros(REFERENCE, "problems.jinja").values() for found in macro.find_all(nodes.Getattr)),
    "7",
)
"""Every fact a problem may have; most of them are texts."""

PAGE = {
    "root": "S",
    "best_move": "links",
    "path": ["S", "A", "L1"],
    "returned": "5",
    "leaf_count": 4,
    "pruned_leaf_count": 5,
    "rows": [["haw"]],
    "refutation": "B",
}

ANSWERS = [
    {"conventions": lectures, "best": best, "pruned": pruned, "more": more, "fewer": fewer}
    for lectures, best, pruned, more, fewer in (
        (["haw", "lang"], "A", ["L4"], ["L4"], ["L5"]),
        (["haw"], None, [], [], ["L5", "L6"]),
        (["haw"], "B", ["L4"], ["L4"], []),
        (["haw"], "B", [], [], []),
    )
]

GRADED = {
    "student": "4711",
    **dict.fromkeys(("points", "mean", "median", "least", "most", "low", "high", "local", "given", "value"), "5"),
    "at_most": "9",
    "of": "8",
    "grade": "1,3",
    "count": 2,
    "part": "…",
    "basis": "reference",
    "lecture": "lang",
    "name": "S",
    "kind": "MAX",
    "own": True,
    "numbers": ["5", "6"],
    "skipped": False,
    "right": "7",
    "wrong": "6",
    "window": "[3; ∞]",
    "names": ["A", "B"],
    "told": ["A = 5"],
    "why": "",
    "rest": 0,
    "several": True,
    "left": 0,
    "others": 5,
    "what": "value",
    "percent": "67 %",
    "last": False,
    "tree": "(5 6)",
}
"""The facts of one remark about an answer."""

VARIED: list[dict[str, list[Any]]] = [
    {
        "kind": ["MAX", "MIN", "CHANCE", "P2"],
        "own": [True, False],
        "numbers": [[], ["5"], ["5", "6"]],
        "skipped": [True, False],
        "right": ["", "7"],
    },
    {"names": [[], ["A"], ["A", "B"]], "told": [[], ["A = 5"]], "rest": [0, 3]},
    {"count": [0, 1, 3], "why": ["", "never", "later", "again"]},
    {"several": [True, False], "left": [0, 2]},
    {"what": ["", "pruned", "visited", "value", "window", "order", "best"]},
    {"basis": ["reference", "convention", "follow-through", "partial", "wrong", "missing"]},
    {"grade": ["", "1,3"], "of": ["1", "8"], "last": [True, False]},
]
"""The cases of these facts, together where one sentence has several of them."""

QUESTIONED: dict[str, Any] = (
    {"root": "S", "leaf": "L1", "letter": "x", "name": "A", "value": "5", "given": "7", "leaves": 9, "other": "L2"}
    | {"now": "4", "window": "[3; ∞]", "number": 1, "why": "…", "answer": "x ≤ 5", "kind": "MIN", "chosen": "A"}
    | {"where": "x ≤ 5", "found": 5, "skipped": ["L4"], "before": "4", "names": ["L1", "L2"], "right": "5"}
    | {"about": "pruned", "integers": True, "low": "0", "high": "9", "claim": "value", "near": False, "reason": "…"}
    | {"children": ["A"], "equal": [], "pruned": [], "count": 1, "exact": True, "truth": "true", "said": "…"}
)
"""The facts of one question."""

SAMPLES: dict[str, list[Any]] = {
    "m": [GRADED | dict(zip(varied, picked, strict=True)) for varied in VARIED for picked in product(*varied.values())],
    "f": [
        FACTS
        | {
            "byte": 255,
            "levels": 2,
            "package": "typst",
            "count": count,
            "players": count - 1,
            "given": count,
            "expected": count,
            "found": count,
        }
        | {"nearest": nearest, "previous": previous, "encoding": encoding, "instead": instead}
        for nearest, count, previous, encoding, instead in (
            (None, 1, "NAME", None, None),
            ("X", 2, "MOVE", "UTF-16", "6 -5"),
            ("X", 3, "WEIGHT", None, None),
            (None, 4, "KIND", None, "5"),
        )
    ],
    "w": list(CHOICES["wording"]),
    "b": [
        dict(zip(("best", "move", "pruned", "shallow", "chosen", "column"), picked, strict=True))
        | {"root": "S", "payoffs": "(1, 2)", "path": ["S", "A"], "count": 3, "leaves": 4, "child": "A", "player": "P1"}
        | {"own": "5", "left": "3", "above": "P2", "names": ["L1", "L2"], "node": "B", "after": "L1", "other": "L2"}
        | {"least": "0", "total": "10", "in_a_row": picked[0] is None}
        | {"has": "4" if picked[0] else "", "possible": ["(1, 2)", "(2, 2)"][: 1 + picked[3]], "told": 2 + picked[4]}
        for picked in product(
            ("A", None), ("x", None), ([], ["L4"]), *2 * [(True, False)], ("step", "node", "player", "what", "payoffs")
        )
    ],
    "s": [
        dict(zip(("kind", "negated", "leaf", "changed", "letter", "against", "deep"), picked, strict=True))
        | {"node": "S", "child": "A", "after": "L1", "low": low, "high": "9", "own": "α", "other": "β", "bound": "3"}
        | {"minus": "1 − ", "value": "5", "against_value": "4", "relation": "≥", "weight": "1/2", "skipped": "…"}
        | {"least": "1", "greatest": "2", "child_kind": picked[0], "again": picked[1], "probe": picked[2]}
        | {"chance": chance, "limit": limit, "edge": picked[3], "clipped": picked[1]}
        for (chance, limit), *picked, low in product(
            ((None, None), ("alpha", "2"), ("beta", None)),
            ("max", "min", "chance"),
            *3 * [(True, False)],
            ("α", ""),
            ("T", None),
            (True, False),
            ("0,5", "−∞"),
        )
    ],
    "chosen": [True, False],
    "readings": [["A = 5", "L1 = 5"]],
    "screen": [True, False],
    "c": [
        convention._replace(order=order, ties=ties, returns=returns)._asdict()
        | dict.fromkeys(("has_chance", "is_limited", "in_a_row", "has_impossible"), order == "right-left")
        | {"chance": "star2" if ties == "last" else "star1", "chooses": True, "hands_up": returns, "widest": "[−∞; ∞]"}
        for convention in CONVENTIONS.values()
        for order, ties, returns in product(CHOICES["order"], CHOICES["ties"], CHOICES["returns"])
    ],
    "p": [
        PAGE
        | {"separator": " ", "evaluated_count": 2, "pruned_count": 1}
        | dict(zip(("value", "best", "path_rest", "result", "evaluated", "least", "pruned"), picked, strict=True))
        | {"answers": answers, "refusals": refusals}
        for *picked, answers, refusals in product(
            ("5", None),
            ("A", None),
            (0, 3),
            ("exact", "upper", "lower", None),
            ([], ["L1", "L2"]),
            (None, 2, 1),
            ([], ["L4"]),
            ([], ANSWERS[:1], ANSWERS),
            ([], [("unit", "…")]),
        )
    ],
    "a": ANSWERS,
    "u": [
        dict(
            zip(
                ("integers", "low", "others_needed", "open", "changing", "code", "result", "outcomes"),
                picked,
                strict=True,
            )
        )
        | {"chance_node": picked[7] and "C", "shares_equal": picked[0]}
        | {"high": "9", "letter": "x", "leaves": ["L1"], "others": ["L2 (y)"], "root": "S"}
        | {"where": "x > 5", "name": "L2", "other": "y", "returned": "5"}
        | {"formulas": [("5", "x ≤ 5"), ("x", "x > 5")][: 1 + picked[2]]}
        for picked in product(
            (True, False),
            ("0", ""),
            *2 * [(True, False)],
            ("x > 5", ""),
            ("unknown-leaf-needed", "infinities-cancel", "expectation-too-long"),
            ("upper", "lower"),
            ([], ["L1"], ["L1", "L2"], ["L1", "L2", "L3"]),
        )
    ],
    "o": [
        dict(zip(("goal", "always", "unchanged", "exact", "compared", "shallow", "leaves"), picked, strict=True))
        | {"evaluated": 3, "given": 4, "limit": 5, "least": 2, "width": 2, "depth": 3, "knuth_moore": 5}
        for picked in product(
            ("best", "worst"),
            (None, "never-cuts", "forced"),
            *2 * [(True, False)],
            (None, "more", "fewer"),
            (True, False),
            (1, 4),
        )
    ],
    "e": [
        dict(zip(("kind", "relation", "ties", "proved", "low", "parent", "previous", "shallow"), picked, strict=True))
        | {"name": "S", "children": ["L1 = 6", "L2"], "high": picked[4], "value": "5", "window": "[3; ∞]", "told": told}
        | {"bound": "α", "after": "L1", "root": "S", "reason": "…", "names": "S", "node": "S", "count": 3, "text": "…"}
        | {"first": "A", "last": "B", "chance": picked[0] == "CHANCE", "limited": picked[3]}
        for told in ([], ["L4"])
        for picked in product(
            ("MAX", "MIN", "CHANCE"),
            ("≤", ""),
            ("first", "last"),
            (True, False),
            ("3", ""),
            ("A", ""),
            ("B", ""),
            (True, False),
        )
    ],
    "q": [
        QUESTIONED | dict(zip(varied, picked, strict=True))
        for varied in (
            {"about": ["pruned", "chosen", "value"], "integers": [True, False], "low": ["0", ""]},
            {"claim": sorted(CLAIMS), "near": [True, False], "reason": ["", "…"]},
            {"children": [["A = 5"], ["A", "B"]], "equal": [[], ["B"]], "name": ["", "A"], "pruned": [[], ["L4"]]},
            {"count": [0, 1, 3], "exact": [True, False], "right": ["", "5"], "truth": ["true", "false"]},
        )
        for picked in product(*varied.values())
    ],
    "h": [
        dict(zip(("points", "count", "page", "title", "labels", "is_single"), picked, strict=True))
        | {
            "year": 2027,
            "month": 2,
            "day": 11,
            "minutes": 45,
            "code": "7KPM",
            "number": "1",
            "label": "2",
            "id": "KI-1",
        }
        | {"window": "[3; ∞]", "form": "…", "name": "…", "seed": "7", "folder": "x", "sheets": "x", "solutions": "x"}
        | {"key": "x", "path": "x.toml", "low": "0", "high": "9"}
        | {"bound": "α", "node": "B", "after": picked[2] or None, "names": picked[4]}
        | {"shapes": shapes, "chance": chance}
        for *picked, (shapes, chance) in product(
            *(("1", "30"), (1, 30), ("", "3"), ("", "…"), (["1"], ["1", "2", "3"]), (True, False)),
            (("triangles", "circle"), ("squares", "diamond"), ("circles", ""), ("lines", "circle"), ("lines", "")),
        )
    ],
    "k": [
        dict(zip(("is_leaf", "code", "others", "without", "low", "result", "equal"), picked, strict=True))
        | {"node": "L1", "value": "6", "root": "S", "root_value": "5", "high": "3", "cut_node": "A"}
        | {"dropped": "L1", "least": picked[4] and "0", "most": "9"}
        for picked in product(
            (True, False),
            ("tie", "limit", "closed", "no-cuts", "chance", "unknown"),
            ([], [{"names": ["L2", "L3"], "rest": 0, "value": "9"}, {"names": ["L4"], "rest": 4, "value": "1"}]),
            ("4", ""),
            ("5", ""),
            ("exact", "upper", "lower"),
            ("5", ""),
        )
    ],
    "n": [
        dict(zip(("found", "asked", "exhausted", "proved", "can_try_more"), picked, strict=True))
        | {"candidates": 9000, "names": ["events=5"], "one": "events=5", "other": "best=2", "wants": ["best=2"]}
        for picked in product((0, 1, 7), (1, 9), (True, False), (True, False), (True, False))
    ],
    "d": [
        {"number": 2, "count": 3, "root": "S", "run": run, "continues": continues}
        for run, continues in product((None, (1, 1), (2, 5)), (True, False))
    ],
    "g": [
        {
            "exercise": "x",
            "title": ("", "…")[number],
            "convention": "haw",
            "part": "values",
            "node": "B",
            "source": "x.tree",
            "lecture": "haw",
        }
        | dict(zip(("variant", "points_possible", "changed", "answers", "passed", "result"), picked, strict=True))
        | {"before": before, "now": "4", "reasons": ["…"][:number], "lectures": ["haw", "lang"][: number + 1]}
        | {"points": ["", "7"][number], "others": ["late-cut"][:number]}
        | {"tasks": ["1 (8)"], "students": picked[3], "missing": ["4711"], "rest": 3 * number}
        for number, before in ((0, ""), (1, "3"))
        for picked in product(
            (None, "2"), ("1", "9"), (0, 1, 3), (0, 1, 3), (True, False), ("recognised", "tied", "right", "unnoticed")
        )
    ],
    "t": [
        dict(zip(("depth", "counting", "heuristic", "count", "names"), picked, strict=True))
        | {
            "game": "Nim",
            "position": "7" * (picked[0] % 2),
            "states": "14",
            "nodes": "24",
            "exact": picked[3] == 1,
            "value": "1",
            "told": "7 = 1",
        }
        for picked in product(
            (0, 1, 2, 9),
            ("plies", "choices", "moves"),
            ("", "none", "random", "lines", "material"),
            (1, 14),
            (["A"], ["A", "B"]),
        )
    ],
    "y": [
        dict(
            zip(
                ("moves", "result", "seat", "opening", "swapping", "asked", "nearest", "depth", "value"),
                picked,
                strict=True,
            )
        )
        | {
            "game": "Nim",
            "position": "7" * (picked[0] % 2),
            "first": "random",
            "second": "human",
            "winner": "random",
            "mover": "MAX",
        }
        | {"games": 3, "text": "x", "move": "5", "player": "random"}
        for picked in product(
            (1, 2),
            ("win", "draw", "number"),
            ("first", "second"),
            (0, 1, 2),
            (True, False),
            (1, 9),
            (None, "4"),
            (None, 1, 3),
            (None, "1"),
        )
    ],
    "v": [{"count": 3, "student": "4711"}],
    "which": ["first", "second", "draw"],
    "z": [
        {"game": game, "heuristic": heuristic, "position": "7", "lecture": "haw", "seed": "1", "trials": "100"}
        | {"effort": "1000", "done": 3, "cells": 8, "count": "5000", "seconds": "12"}
        for game, heuristic in (("", ""), ("simple-nim", "none"), ("tictactoe", "lines"))
    ],
    "game": [True, False],
    "parts": [["Werte"]],
    "source": ["4711.txt"],
    "first": [True, False],
    "names": [["A"], ["A", "B"], ["A", "B", "C"]],
    "leaves": [[], ["L1"], ["L1", "L2"]],
    "subtrees": [[], ["A"], ["A", "B"]],
    "size": [
        {"nodes": 900, "levels": 5, "most": 400, "deepest": 41, "medium": medium}
        for medium in ("text", "paper", "screen")
    ],
    "steps": [9000],
    "listed": ["steps", "cuts", "nodes", "intervals"],
    "shown": [500],
    "count": [2],
    "told": ["S = 5"],
    "step": ["3"],
    "last": [12],
    "name": ["S"],
    "kind": ["max", "leaf"],
    "with_signs": [True, False],
    "bounds": [[], [("α", "5"), ("β", "∞")]],
    "l": [
        Label("S", Kind.MAX, value, window, edge, "done", struck)
        for value, window, edge, struck in product(("", "5", "≤2"), ("", "[3; ∞]"), ("", "1/2"), (True, False))
    ],
}
"""Arguments for the macros, by the names of their parameters."""


def rendered(language: str, file: str, macro: nodes.Macro) -> Iterator[str]:
    """What a macro says to each of the sample arguments; a parameter without samples gets the cases it knows."""
    arguments = product(*(SAMPLES.get(argument.name, sorted(cases(macro), key=str)) for argument in macro.args))
    say = getattr(words(language, file), macro.name)
    return (str(say(*picked)) for picked in arguments)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("file", FILES)
def test_a_macro_speaks_its_language(file: str, language: str):
    """Whatever the facts: no error, something to say, no word of English."""
    for name in macros(REFERENCE, file):
        said = set(rendered(language, file, macros(language, file)[name]))

        assert any(text.strip() for text in said), name
        assert not [text for text in said if ENGLISH.search(text)], name


def is_sentence(text: str) -> bool:
    """Whether a text begins like a sentence and ends like one."""
    return re.fullmatch(r"\S.*[.?]", text) is not None and "  " not in text


NO_SENTENCES = {"hint", "number", "system", "notation", "more", "works", "told", "read_as"}
"""Macros that are parts of sentences."""


@pytest.mark.parametrize("language", OTHERS)
def test_a_problem_is_told_in_whole_sentences(language: str):
    """Whatever its facts."""
    for name in set(macros(REFERENCE, "problems.jinja")) - NO_SENTENCES:
        for facts_of_case in SAMPLES["f"]:
            assert is_sentence(problem_sentence(Problem(name.replace("_", "-"), None, facts_of_case), language)), name


def problems_of(path: Path) -> tuple[Problem, ...]:
    """Everything wrong with a file, as `treesolve solve` finds it."""
    try:
        found = read_input(str(path))
        tree = read(found.text, found.source)
        solution_of(tree, own_convention(tree, found) or DEFAULT, found)
    except InputError as error:
        return error.problems
    return ()


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("path", broken_files(), ids=lambda path: path.stem)
def test_a_real_mistake_is_told_in_every_language(path: Path, language: str):
    """The facts each mistake comes with are those its sentence asks for."""
    problems = problems_of(path)

    assert problems
    for problem in problems:
        sentence = problem_sentence(problem, language)
        assert is_sentence(sentence)
        assert sentence != problem_sentence(problem)


def untitled(path: Path) -> Tree:
    """The tree of an exercise without its title and source, which are in the language of their author."""
    return read(re.sub("^(title|source):.*\n", "", path.read_text("utf-8"), flags=re.MULTILINE))


def pages_of(tree: Tree, language: str) -> Iterator[str]:
    """The tree's solution under every lecture that can search it."""
    for convention in CONVENTIONS.values():
        try:
            solution = solve(tree, convention)
        except Unsolvable:
            continue
        yield written(solution_page(solution, language))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("path", dealt(exercise_files(), 0, 2), ids=named)
def test_an_exercise_is_solved_in_every_language(path: Path, language: str):
    """Under every lecture that can search it: nothing undefined, no English, no comma that could be two things."""
    pages = list(pages_of(untitled(path), language))

    assert pages
    for page in pages:
        assert not ENGLISH.search(page), ENGLISH.search(page)
        assert not re.search(r"\d,\d+, [−+]?[\d∞]|[\d∞], [−+]?\d+,\d", page)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("path", exercise_files(), ids=named)
def test_lectures_are_compared_in_every_language(path: Path, language: str):
    """Tables, answers and refusals."""
    page = written(comparison_page(compare(untitled(path)), language))

    assert not ENGLISH.search(page), ENGLISH.search(page)


@pytest.mark.parametrize("language", OTHERS)
def test_lectures_are_described_in_every_language(language: str):
    """All in one table, and each by itself; only what they are called stays as it is."""
    conventions = [convention._replace(title="…", source="…") for convention in CONVENTIONS.values()]

    pages = [written(convention_page(convention, language)) for convention in conventions]

    for page in (written(conventions_page(conventions, language)), *pages):
        assert not ENGLISH.search(page), ENGLISH.search(page)


WORDINGS = (
    ("haw", "lang/bild-2", "alphabeta_max(S, −∞, ∞)"),
    ("haw", "lang/bild-2", "alphabeta_min(B, 5, ∞)"),
    ("haw", "lang/bild-2", "α-Schnitt: β = 2 ≤ α = 5; L4 wird nicht ausgewertet"),
    ("haw", "chance/shares", "alphabeta_min(C; 0,5; ∞)"),
    ("luger", "luger/alpha-beta", "B ist β-beschnitten, da 5 > 3; L4 wird nicht ausgewertet"),
    ("luger", "luger/alpha-beta", "Nach G: D ist α-beschnitten, da 0 < 3 (Schranke von C); H wird nicht besucht."),
    ("lang", "lang/bild-2", "eval(S, w = ∞)"),
    ("lang", "lang/bild-2", "−eval(L1) = −6, also max = −6"),
    ("unit", "chance/shares", "1 − e(L1) = 0,5, also best_eval = 0,5"),
    ("aima", "aima/fig-5-2", "C2 und C3 werden nicht ausgewertet"),
    ("aima", "chance/shares", "[0,5; ∞]"),
    ("knuth-moore", "lang/bild-2", "−v(A) = 5, also α = 5"),
    ("cs188", "lang/bild-2", "Schnitt bei >"),
    ("haw", "textbook/deep-cut", "Ein tiefer Schnitt."),
    ("minimax", "lang/bild-2", "4 von 4 Blättern ausgewertet"),
)


@pytest.mark.parametrize(("lecture", "exercise", "wording"), WORDINGS)
def test_a_lecture_keeps_its_words_in_german(lecture: str, exercise: str, wording: str):
    """As its own text says it."""
    tree = read((EXERCISES / f"{exercise}.tree").read_text("utf-8"))

    assert wording in written(solution_page(solve(tree, CONVENTIONS[lecture]), "de"))


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("5", "1 von 1 Blatt ausgewertet"),
        ("((6 5) (2 9))", "3 von 4 Blättern ausgewertet"),
        ("(5 (2 (1 1) 9))", "C und L5 werden nicht besucht"),
        ("((6 5) (2 x))", "offen"),
    ],
)
def test_cases_and_plurals(text: str, wording: str):
    """One leaf is not several, and an open value is called open."""
    assert wording in written(solution_page(solve(read(text), CONVENTIONS["haw"]), "de"))
