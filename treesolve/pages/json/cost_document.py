"""What a study has found as JSON for machines: the document treesolve/cost/1, plain ASCII on one line."""

from typing import Any

from treesolve.analysis.cost.count import (
    Cell,
    Count,
    all_leaves,
    branching_factor,
    exponent,
    leaves_by_estimate_of_lectures,
    random_growth,
)
from treesolve.analysis.cost.finding import Finding, Growth
from treesolve.analysis.cost.game_study import GameStudy
from treesolve.analysis.cost.tree_study import least
from treesolve.model.convention import Convention
from treesolve.notation.json_text import convention_json
from treesolve.pages.json.encoding import encode


def cost_document(finding: Finding) -> str:
    """The document treesolve/cost/1; rounded numbers, such as a mean, are given to six places."""
    study = finding.study
    game = None
    if isinstance(study, GameStudy):
        game = {"name": study.game.name, "position": study.position, "heuristic": study.heuristic}
    document = {
        "schema": "treesolve/cost/1",
        "convention": convention_json(study.convention),
        "game": game,
        "seed": study.seed,
        "trials": study.trials,
        "effort": study.effort,
        "complete": finding.complete,
        "cells": [_cell_as_json(cell, study.convention) for cell in finding.cells],
        "growth": [_growth_as_json(growth) for growth in finding.growths()],
    }
    return encode(document)


def _growth_as_json(growth: Growth) -> dict[str, Any]:
    return {
        "branching": growth.width,
        "from": growth.low,
        "to": growth.high,
        "measured": _rounded(growth.factor),
        "pearl": _rounded(random_growth(growth.width)),
        "estimate": _rounded(growth.width**0.75),
    }


def _cell_as_json(cell: Cell, convention: Convention) -> dict[str, Any]:
    found: dict[str, Any] = {"branching": cell.width, "depth": cell.depth}
    if cell.width is not None:
        found["leaves"] = all_leaves(cell.width, cell.depth)
        found["least"] = least(convention, cell.width, cell.depth)
        found["estimate"] = _rounded(leaves_by_estimate_of_lectures(cell.width, cell.depth))
    found["minimax"] = _count_as_json(cell.minimax, cell)
    found["orders"] = {order: _count_as_json(count, cell) for order, count in cell.orders.items()}
    return found


def _count_as_json(count: Count, cell: Cell) -> dict[str, Any]:
    return {
        "known": count.how,
        "trials": list(count.counts),
        "mean": _rounded(count.mean),
        "margin": _rounded(count.margin),
        "quartiles": count.quartiles and list(map(_rounded, count.quartiles)),
        "branching_factor": _rounded(branching_factor(count, cell.depth)),
        "exponent": None if cell.width is None else _rounded(exponent(count, cell.width, cell.depth)),
    }


def _rounded(number: Any) -> int | float | None:
    """A number to six places, a whole one as such; None for none."""
    if number is None:
        return None
    return int(number) if number == int(number) else round(float(number), 6)
