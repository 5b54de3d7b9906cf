"""The scripts of the trainer in Node, without a page."""

import json
import shutil
import subprocess
from functools import cache
from typing import Any

import pytest

from tests.support.places import ROOT
from treesolve.exercises.trainer import Trainer, pool
from treesolve.exercises.trainer_file import trainer_of_fields
from treesolve.model.convention import CONVENTIONS
from treesolve.pages.trainer_page import trainer_data

SCRIPTS = (
    "practice-number",
    "play-search",
    "trainer-suspicion",
    "trainer-rules",
    "trainer-choice",
    "trainer-days",
    "trainer-state",
)
"""The scripts of the page that know no page, in the order in which they stand there."""


@cache
def pool_of_lecture(lecture: str, trees: int = Trainer().trees) -> dict[str, Any]:
    """The data of the usual trainer for a lecture, or of one with so many trees, without what only a page shows."""
    trainer = trainer_of_fields(CONVENTIONS[lecture], {"trees": trees})
    data = trainer_data(trainer, [*pool(trainer)])
    return data | {"pictures": [], "trees": [tree | {"film": {}} for tree in data["trees"]]}


def ran(script: str, **names: object) -> Any:
    """What a script prints, as JSON, that stands after those of the page; `names` are constants in it."""
    if shutil.which("node") is None:
        pytest.skip("no node is installed")
    sources = [(ROOT / f"templates/pages/{name}.js").read_text("utf-8") for name in SCRIPTS]
    constants = [f"const {name} = {json.dumps(value)};" for name, value in names.items()]
    whole = "\n".join([*sources, *constants, script])
    done = subprocess.run(["node", "-"], input=whole, capture_output=True, text=True, timeout=1800, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def worked_out(expression: str, **names: object) -> Any:
    """The value of an expression in the scripts."""
    return ran(f"console.log(JSON.stringify({expression}));", **names)


def walked(lecture: str, walks: int, seed: int) -> int:
    """How many trees were played on so many walks through days, if all went well (tests/pages/trainer_walks.mjs)."""
    script = (ROOT / "tests/pages/trainer_walks.mjs").read_text("utf-8")
    return int(ran(script, pool=pool_of_lecture(lecture, 40), walks=walks, seed=seed))


def students(lecture: str, tries: dict[str, int], seed: int) -> Any:
    """Figures of students who train for a lecture, so many of each kind (tests/pages/trainer_students.mjs)."""
    script = (ROOT / "tests/pages/trainer_students.mjs").read_text("utf-8")
    return ran(script, pool=pool_of_lecture(lecture), tries=tries, seed=seed)
