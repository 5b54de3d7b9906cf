"""Played searches made by hand from what a solution records, for tests of the page's scripts."""

from typing import Any

from treesolve.model.convention import CONVENTIONS
from treesolve.notation.number_text import write_number
from treesolve.notation.reader import read
from treesolve.pages.solution_page import SolutionPage
from treesolve.search.solution import Solution, solve
from treesolve.search.trace import Cut, Enter, Evaluate, Leave, Update

TREES = {"cut": ("((6 5) (2 9))", "cs188"), "deep": ("((5 (7 3)) (2 (6 8) 9) ((8 4) (1 2)))", "cs188")}


def played(name: str, language: str = "en") -> tuple[Solution, dict[str, Any]]:
    """A solution, and its played search in the format of the page."""
    text, lecture = TREES[name]
    solution = solve(read(text, "x.tree"), CONVENTIONS[lecture])
    page = SolutionPage(solution, language=language)
    player = page.player(len(solution.steps))
    tree = solution.tree
    told = ["", *(row[2] for row in page.steps.each())]
    film = {"places": list(player.places()), "tracks": [list(map(list, track)) for track in player.tracks()]}
    questions = [question for step in solution.steps for question in _questions(solution, step)]
    children = [list(each) for each in tree.children]
    return solution, {
        "id": f"fixture-{name}",
        "names": list(tree.names),
        "children": children,
        "film": film,
        "told": told,
        "questions": questions,
        "rules": ["strict-cut"],
    }


def _questions(solution: Solution, step: Any) -> list[dict[str, Any]]:
    tree, found, events = solution.tree, [], step.events

    def ask(kind: str, skill: str, node: int, right: Any, **more: Any) -> None:
        what = {"step": step.number, "kind": kind, "node": node, "skill": skill}
        found.append(what | {"right": right, "why": f"Why {tree.names[node]}: {kind}."} | more)

    for event in events:
        match event:
            case Enter(node, alpha, beta):
                parent = tree.parents[node]
                if parent is not None:
                    ask("child", "order", parent, node)
                    others = [child for child in tree.children[parent] if child != node]
                    found[-1] |= {"wrong": {str(child): "It comes later." for child in others[:1]}}
                ask("bounds", "bounds", node, [write_number(alpha), write_number(beta)], heads=["α", "β"])
            case Update(node, child, value):
                if tree.children[child]:
                    ask("return", "values", child, write_number(value), also=[])
                if child != tree.children[node][-1] and not _cuts_next(solution, step, node):
                    ask("cut", "cuts", node, "on", wrong={"cut": "With L4 = 100 this would be a mistake."})
            case Cut(node):
                ask("cut", "cuts", node, "cut")
            case Leave(0, value):
                ask("return", "values", 0, write_number(value), also=[])
            case Evaluate() | Leave():
                pass
    return found


def _cuts_next(solution: Solution, step: Any, node: int) -> bool:
    events = [event for each in solution.steps[step.number - 1 : step.number + 1] for event in each.events]
    return any(isinstance(event, Cut) and event.node == node for event in events)
