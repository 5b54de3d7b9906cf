"""Published solutions: random ones compared with a short independent recursion, and the messages about them."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.cli.test_commands import run
from tests.support.effort import cases, dice
from treesolve.grading.published_solution import PublishedCheck, PublishedSolution
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.number import INFINITY
from treesolve.model.problem import InputError
from treesolve.model.resources import schema_text
from treesolve.model.tree import Tree
from treesolve.notation.number_text import format_number
from treesolve.notation.reader import read
from treesolve.notation.writer import format_tree_line
from treesolve.rendering.answer_feedback import published_reasons
from treesolve.search.solution import solve

Case = dict[str, Any]

TWO_PLIES = "tree: ((6 5) (2 9))\n"


def check_solution(text: str, convention: Convention) -> PublishedCheck:
    """Return the result of checking the solution in a text."""
    found = PublishedSolution(read(text), text, "book.tree").check_solution(convention)
    assert found is not None
    return found


def by_hand(tree: Tree, *, cut: str = ">=", bounds: str = "deep", order: str = "left-right") -> tuple[Any, ...]:
    """Return the value of the root and the evaluated leaves, by a fail-soft recursion."""
    seen: list[int] = []

    def value(node: int, low: float, high: float, is_max: bool) -> float:
        if not tree.children[node]:
            seen.append(node)
            return float(tree.values[node])  # type: ignore[arg-type]
        best = -INFINITY if is_max else INFINITY
        for child in tree.children[node][:: 1 if order == "left-right" else -1]:
            own = (max(low, best), high) if is_max else (low, min(high, best))
            alone = (best, INFINITY) if is_max else (-INFINITY, best)
            best = (max if is_max else min)(best, value(child, *(own if bounds == "deep" else alone), not is_max))
            beyond = best - high if is_max else low - best
            if beyond > 0 or (beyond == 0 and cut == ">="):
                break
        return best

    return value(0, -INFINITY, INFINITY, True), seen


RULES = {
    ":cut=strict": {"cut": ">"},
    ":bounds=shallow": {"bounds": "shallow"},
    ":order=right-left": {"order": "right-left"},
}


def drawn(rng: random.Random, depth: int = 4) -> str:
    """Return a tree with many equal leaves."""
    if depth == 0 or (depth < 3 and rng.random() < 0.2):
        return str(rng.randint(0, 4))
    return f"({' '.join(drawn(rng, depth - 1) for _ in range(rng.randint(1, 3)))})"


def test_rules_are_those_by_which_a_recursion_gives_the_same():
    """A solution by one changed rule is right by exactly those rules that evaluate the same leaves."""
    rng, seen = dice("published"), set()
    for _ in range(cases(2000)):
        tree = read(drawn(rng))
        if not tree.children[0]:
            continue
        made = rng.choice([{}, *RULES.values()])
        worth, order = by_hand(tree, **made)
        pruned = [tree.names[leaf] for leaf in tree.leaf_ids if leaf not in order]
        lines = [
            f"value: {format_number(int(worth))}",
            f"order: {' '.join(tree.names[leaf] for leaf in order)}",
            f"pruned: {' '.join(pruned) or 'none'}",
        ]
        shown = rng.sample(lines, rng.randint(1, 3))
        compared = [place for place, line in enumerate(lines) if line in shown]

        def same(rules: dict[str, str], tree: Tree = tree, order: list[int] = order, asked: Any = compared) -> bool:
            _, found = by_hand(tree, **rules)
            return (1 not in asked or found == order) and (2 not in asked or {*found} == {*order})

        text = "\n".join(shown) + "\ntree: " + format_tree_line(tree)
        found = check_solution(text, CONVENTIONS["aima"])
        assert found.own.is_right == same({}), text
        by_convention = {trial.name: trial.is_right for trial in found.conventions}
        assert by_convention["cs188"] == same({"cut": ">"}), text
        if not found.own.is_right:
            assert {rule for rule in found.rules if rule in RULES} == {
                rule for rule, fields in RULES.items() if same(fields)
            }, text
            assert list(published_reasons(found)), text
        seen |= {found.own.is_right, *found.rules}
    assert {True, *RULES} <= seen


@pytest.mark.parametrize(
    ("headers", "wrong"),
    [
        *(("value: 5", ()), ("values: C = 2", ()), ("values: A=5 C=9", ("values",))),
        *(("values: A=5 C=9\nvalue: 6", ("values", "value")), ("pruned: 9\norder: 6 5 2", ())),
        *(("pruned: none", ("pruned",)), ("pruned: C", ("pruned",)), ("order: L1 L2 L3 L4", ("order",))),
        ("order: L1 L2", ("order",)),
    ],
)
def test_each_part_may_be_given_alone_and_in_part(headers: str, wrong: tuple[str, ...]):
    """Missing parts and values are not mistakes; pruned nodes and leaf order have to be complete."""
    found = check_solution(f"{headers}\n{TWO_PLIES}", CONVENTIONS["aima"])

    assert found.own.wrong == wrong
    assert {part for part, _ in published_reasons(found)} == {*wrong}


def test_values_in_the_view_of_the_mover():
    """In lang, values may be in the mover's or in MAX's view."""
    for values in ("values: B=-5 C=-2", "values: B=5 C=2"):
        assert check_solution(f"{values}\n{TWO_PLIES}", CONVENTIONS["lang"]).own.is_right
    assert not check_solution(f"values: B=-5 C=2\n{TWO_PLIES}", CONVENTIONS["lang"]).own.is_right
    assert not check_solution(f"values: B=-5\n{TWO_PLIES}", CONVENTIONS["aima"]).own.is_right


def test_every_wrong_value_is_reported():
    """Every wrong value is reported, even if it follows from another mistake."""
    reasons = list(published_reasons(check_solution(f"values: A=6 B=6\n{TWO_PLIES}", CONVENTIONS["aima"])))

    assert [part for part, _ in reasons] == ["values", "values"]
    assert not any("you" in output.split() for _, output in reasons)


def test_convention_that_does_not_search_is_skipped():
    """A convention that does not search a forced move is not compared with a solution."""
    found = check_solution("pruned: none\ntree: ((0.5 0.25))\n", CONVENTIONS["aima"])

    assert found.own.is_right
    assert "unit" not in {trial.name for trial in found.conventions}


def test_leaves_by_their_values_are_those_that_the_convention_means():
    """Of two leaves with value 9, the pruned one is meant; from right to left, it is the other one."""
    text = "pruned: 3\ntree: ((6 5) (3 3))\n"

    assert check_solution(text, CONVENTIONS["aima"]).own.is_right
    from_the_right = check_solution(text, CONVENTIONS["aima"].override(order="right-left"))
    assert from_the_right.own.wrong == ("pruned",)
    assert ":order=left-right" in from_the_right.rules
    assert "aima" in {trial.name for trial in from_the_right.conventions if trial.is_right}


@pytest.mark.parametrize("claim", ["pruned: none", "order: L1 L2 L3 L4"])
def test_without_cuts_nothing_is_right_that_asks_for_them(claim: str):
    """`pruned: none` is not right because of minimax, unless minimax is the requested convention."""
    found = check_solution(f"{claim}\n{TWO_PLIES}", CONVENTIONS["aima"])

    assert not {trial.name for trial in found.conventions} & {"minimax", "negamax"}
    assert not any(rule.startswith(":cut=never") for rule in found.rules)
    assert check_solution(f"{claim}\n{TWO_PLIES}", CONVENTIONS["minimax"]).own.is_right
    assert {trial.name for trial in check_solution(f"value: 5\n{TWO_PLIES}", CONVENTIONS["aima"]).conventions} >= {
        "minimax"
    }


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("order: L1 L2 L3\ntree: ((6 5) (2 9))", []),
        ("pruned: none\ntree: ((6 5) (5 9))", [":cut=strict"]),
        ("order: L4 L3 L2 L1\ntree: ((6 5) (2 9))", [":order=right-left"]),
    ],
)
def test_solution_right_by_another_convention_has_no_diagnosis(text: str, rules: list[str]):
    """If a convention or another rule makes the solution right, no misconception is reported."""
    found = check_solution(text, CONVENTIONS["aima"])

    assert [rule for rule in found.rules if rule in RULES] == rules
    assert found.misconceptions == ()


THREE_PLIES = "\ntree: A: (B: (D: (3 9) E: (7 8)) C: (F: (2 6) G: (5 11)))\n"


@pytest.mark.parametrize(
    ("headers", "levels", "partly"),
    [
        ("values: A=7 B=7 C=5 D=3 E=7 F=2 G=5\npruned: L6 L8", [["max", "max", "min"]], []),
        ("values: A=11 B=9 C=11 D=9 E=8 F=6 G=11", [], []),
        ("values: A=7 B=7 C=5 D=3 E=7 F=2 G=5\npruned: none", [], ["swapped-players"]),
        ("values: A=8 B=8 C=6 D=9 E=8 F=6 G=10", [], []),
        ("values: A=5 B=7 C=5 D=3 E=7 F=2 G=5", [], []),
        ("value: 8", [], []),
        ("value: 7\ntree: (((7 7) (9 5)) ((9 5) (8 6)))", [["min", "min", "max"]], []),
    ],
)
def test_other_players_and_partial_explanations(headers: str, levels: list[Any], partly: list[str]):
    """An exam with players MAX MAX MIN is recognized; unexplained solutions get a diagnosis."""
    output = run("check", "-", "--format", "json", stdin=headers + THREE_PLIES * ("tree" not in headers)).stdout
    found = json.loads(output)["published"]
    assert (found["levels"], found["partly"]) == (levels, partly)
    assert all(" ".join(level).upper() in found["message"] for level in levels)
    Draft202012Validator(json.loads(schema_text("check"))).validate(json.loads(output))


def test_incomplete_answer_rules_are_diagnosed():
    """Solutions that prune the leaves that cause cuts are diagnosed like answers."""
    found = check_solution(
        "pruned: L3 L4 L5 L6 L8\norder: L1 L2 L7\ntree: ((6 5) (2 9) (1 8) (3 7))\n", CONVENTIONS["aima"]
    )
    assert (found.misconceptions, found.partly) == (("prunes-cause",), ())


@pytest.mark.parametrize(
    ("headers", "code", "place"),
    [
        ("value: none", "published-unread", (1, 8)),
        ("title: t\npruned: L4 Q", "answer-unread", (2, 12)),
        ("# note\nvalues: A=x", "answer-unread", (2, 11)),
        ("order: L1 L2 L1", "answer-order-twice", (1, 14)),
        ("values: A=5 A=6", "answer-twice", (1, 13)),
    ],
)
def test_unreadable_solution_is_reported_with_its_position(headers: str, code: str, place: tuple[int, int]):
    """Unreadable parts are reported with line and column in the tree's file, and the solution is not judged."""
    text = f"{headers}\n{TWO_PLIES}"
    with pytest.raises(InputError) as refused:
        PublishedSolution(read(text), text, "book.tree").check_solution(CONVENTIONS["aima"])

    problem = refused.value.problems[0]
    assert (problem.code, problem.place(), problem.source, problem.text) == (code, place, "book.tree", text)


@pytest.fixture(name="folder")
def folder_with_trees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a right and a wrong solution."""
    monkeypatch.chdir(tmp_path)
    Path("right.tree").write_text(f"convention: lang\npruned: L4   # C\nvalues: B = 5\n{TWO_PLIES}")
    Path("wrong.tree").write_text(f"order: L1 L3\n{TWO_PLIES}")
    Path("plain.tree").write_text(f"convention: lang\n{TWO_PLIES}")
    Path("answer.txt").write_text("values: A=5 B=5 C=2\npruned: L4\n")
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_exit_codes_and_documents():
    """The exit code is 0 if the solution is right by the file's convention, else 1; each tree has a document."""
    assert [run("check", name).exit_code for name in ("right.tree", "wrong.tree", "plain.tree")] == [0, 1, 0]
    assert run("check", "-q", "right.tree").stdout == ""
    assert "wrong under aima" in run("check", "-q", "wrong.tree").stdout
    result = run("check", "right.tree", "wrong.tree", "plain.tree", "--format", "json")
    documents = [json.loads(line) for line in result.stdout.splitlines()]
    for document in documents:
        Draft202012Validator(json.loads(schema_text("check"))).validate(document)
    assert [found["published"] and found["published"]["right"] for found in documents] == [True, False, None]
    assert [one["part"] for one in documents[1]["published"]["reasons"]] == ["order"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", ["solve {} --format markdown", "draw {}", "grade {} answer.txt --format jsonl"])
def test_other_commands_ignore_published_solutions(command: str):
    """A published solution does not change the output of other commands."""
    first, second = (run(*command.format(name).split()) for name in ("right.tree", "plain.tree"))

    assert first.exit_code == second.exit_code == 0
    assert first.stdout.replace('"right"', '"plain"') == second.stdout


@pytest.mark.usefixtures("folder")
def test_formatting_keeps_the_solution():
    """Formatting keeps the solution and comments; notations without headers report the loss."""
    assert run("format", "right.tree").exit_code == 0
    content = "convention: lang\npruned: L4 # C\nvalues: B = 5\n" + TWO_PLIES
    assert Path("right.tree").read_text() == content
    assert "convention, pruned, values" in run("convert", "right.tree", "-o", "right.json").stderr


def test_names_of_nodes_are_no_headers():
    """Nodes in a bare tree may have the names of headers."""
    tree = read("value: (order: (6 5) pruned: (2 9))")

    assert tree.names[0] == "value"
    assert solve(tree, CONVENTIONS["aima"]).value == 5
    assert (
        PublishedSolution(tree, "value: (order: (6 5) pruned: (2 9))", "-").check_solution(CONVENTIONS["aima"]) is None
    )
