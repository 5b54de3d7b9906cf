"""The scripts of the trainer in Node, without a page.

python -m tests.support.trainers    makes the progress of two students in docs/examples anew, for another pool
"""

import json
import shutil
import subprocess
from functools import cache
from typing import Any

import pytest

from tests.support.places import ROOT
from treesolve.authoring.trainer_pool import Trainer, pool, read_trainer, trainer_of_fields
from treesolve.model.convention import CONVENTIONS
from treesolve.rendering.trainer_page import trainer_data

SCRIPTS = (
    *("practice-number", "play-search", "trainer-suspicion", "trainer-rules", "trainer-choice", "trainer-days"),
    "trainer-state",
)
"""The scripts of the page that know no page, in the order in which they stand there."""


SMALL = 24
"""So many trees are enough for scripts that do not look for the best one."""


@cache
def pool_of_convention(convention: str, trees: int = Trainer().trees) -> dict[str, Any]:
    """Return the data of the usual trainer for a convention, or of one with so many trees, without what only a page
    shows.
    """
    trainer = trainer_of_fields(CONVENTIONS[convention], {"trees": trees})
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
    """Return the value of an expression in the scripts."""
    return ran(f"console.log(JSON.stringify({expression}));", **names)


def walked(convention: str, walks: int, seed: int) -> int:
    """How many trees were played on so many walks through days, if all went well
    (tests/rendering/trainer_walks.mjs).
    """
    script = (ROOT / "tests/rendering/trainer_walks.mjs").read_text("utf-8")
    return int(ran(script, pool=pool_of_convention(convention, SMALL), walks=walks, seed=seed))


def students(convention: str, tries: dict[str, int], seed: int) -> Any:
    """Figures of students who train for a convention, so many of each kind (tests/rendering/trainer_students.mjs)."""
    script = (ROOT / "tests/rendering/trainer_students.mjs").read_text("utf-8")
    return ran(script, pool=pool_of_convention(convention), tries=tries, seed=seed)


def saved(trainer: Trainer, students: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the page's script saves for such students, and what it says of them (tests/rendering/trainer_saves.mjs)."""
    script = (ROOT / "tests/rendering/trainer_saves.mjs").read_text("utf-8")
    return list(ran(script, data=trainer_data(trainer, [*pool(trainer)]), students=students))


def main() -> None:
    """Make the progress in docs/examples anew."""
    folder, days = ROOT / "docs" / "examples", ["2026-11-24", "2026-11-25", "2026-11-26"]
    students = [
        {"student": "4711", "days": days[:2], "elsewhere": days[2:], "trees": 1, "slips": 4},
        {"student": "", "days": days[2:], "elsewhere": days[:1], "trees": 1, "slips": 2},
    ]
    made = saved(read_trainer(folder / "trainer.toml"), students)
    for name, one in zip(("progress-4711", "4712"), made, strict=True):
        text = json.dumps(one["first"], separators=(",", ":"))
        (folder / "progress" / f"{name}.json").write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    main()
