"""The trainer page: its packed data, for every convention with cuts and in both languages."""

import json
import re
import zlib
from base64 import b64decode
from functools import cache
from typing import Any

import pytest

from tests.support.effort import few
from treesolve.analysis.misconception_step import misconception_answers
from treesolve.analysis.step_question import step_questions
from treesolve.authoring.trainer_pool import PoolTree, Trainer, pool, skills_of_convention
from treesolve.model.convention import CONVENTIONS
from treesolve.model.problem import InputError
from treesolve.notation.convention_expression import resolve_expression
from treesolve.rendering.trainer_page import trainer_document

CUTTING = [name for name, convention in CONVENTIONS.items() if convention.cuts]


@cache
def page(name: str, language: str = "en", trees: int = 10, **fields: Any) -> str:
    """Return the trainer page of that convention."""
    convention = resolve_expression(name)
    skills = skills_of_convention(convention)
    trainer = Trainer(convention, language, trees=trees, **{"skills": skills, **fields})
    return "".join(trainer_document(trainer, pooled(trainer)))


@cache
def pooled(trainer: Trainer) -> list[PoolTree]:
    """Return the trees of a trainer."""
    return [*pool(trainer)]


def data(text: str) -> dict[str, Any]:
    """Return the unpacked data."""
    [packed] = re.findall(r'id="pool">(.*?)</script>', text)
    unpacked: dict[str, Any] = json.loads(zlib.decompress(b64decode(packed), -15))
    return unpacked


@pytest.mark.parametrize("convention", few(CUTTING))
def test_every_tree_is_there_with_its_questions_and_what_wrong_rules_answer(convention: str):
    """Questions and buggy answers equal those of the analysis; rules that never differ are left out."""
    found = data(page(convention))
    trainer = Trainer(CONVENTIONS[convention], skills=skills_of_convention(CONVENTIONS[convention]), trees=10)
    for tree, trained in zip(found["trees"], pooled(trainer), strict=True):
        questions, answers = step_questions(trained.solution), misconception_answers(trained.solution)
        assert [question["node"] for question in tree["questions"]] == [question.node for question in questions]
        assert [[*question.get("by", {})] for question in tree["questions"]] == [[*by] for by in answers]
        for question in tree["questions"]:
            for wrong in question.get("by", {}).values():
                assert type(wrong) is type(question["right"])
                assert wrong != question["right"]
        assert {*tree["rules"]} == {rule for question in tree["questions"] for rule in question.get("by", {})}
        assert {*tree["rules"]} <= {*found["rules"]}
        assert {question["skill"] for question in tree["questions"]} == {*trained.skills}


@pytest.mark.parametrize("convention", few(CUTTING))
def test_trees_of_a_form_share_a_picture_with_room_for_each(convention: str):
    """The shared picture has a group for every node with its name, and no values; no animation has more nodes."""
    found = data(page(convention))
    assert len(found["pictures"]) < len(found["trees"])
    for tree in found["trees"]:
        svg = found["pictures"][tree["picture"]]["svg"]
        assert re.findall(r'data-node="(\d+)"', svg) == [str(node) for node in range(len(tree["names"]))]
        assert {*re.findall(r'class="name"[^>]*>([^<]*)<', svg)} - {""} == {*tree["names"]}
        assert not re.search(r'class="(value|window)"[^>]*>[^<]', svg)
        assert len(tree["film"]["tracks"]) == len(tree["names"])


def test_both_languages_have_the_same_trees():
    """Progress can be moved between languages; only the sentences differ."""
    english, german = data(page("aima")), data(page("aima", "de"))
    assert english["id"] == german["id"]
    assert [tree["id"] for tree in english["trees"]] == [tree["id"] for tree in german["trees"]]
    assert english["trees"][0]["told"] != german["trees"][0]["told"]
    assert english["rules"]["late-cut"] != german["rules"]["late-cut"]


def test_what_is_fixed_stands_in_the_page():
    """The page contains the title and the settings for the script."""
    text = page("aima", title="Before <the> exam", skills=("values", "cuts"), size="small", seed=7, help=1)
    assert "<h1>Before &lt;the&gt; exam</h1>" in text
    found = data(text)
    assert found["settings"] == {"size": "small", "seed": 7, "help": 1}
    assert found["skills"] == ["values", "cuts"]
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")


def test_what_is_never_asked_is_not_promised():
    """Level 1 asks neither order nor bounds; a trainer without any other skill is rejected."""
    text = page("aima", trees=8, help=1)
    assert not {"order", "bounds"} & {*data(text)["skills"], *re.findall(r'type="checkbox" value="(\w+)"', text)}
    assert {"values", "cuts"} <= {*data(text)["skills"]}
    assert {"order", "bounds"} <= {*data(page("aima", trees=8, help=3))["skills"]}
    with pytest.raises(InputError) as caught:
        page("aima", trees=8, help=0, skills=("order", "bounds"))
    assert caught.value.problems[0].code == "trainer-empty"
