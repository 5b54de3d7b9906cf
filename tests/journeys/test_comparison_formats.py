"""The comparison of all conventions says the same as a table and as JSON."""

import json
import random
from pathlib import Path

from tests.support.effort import cases, dice
from tests.support.program import run

NO_NAME = "–"


def random_tree(rng: random.Random, depth: int) -> str:
    """A tree with many ties and cuts."""
    if depth == 0 or rng.random() < 0.2:
        return str(rng.randint(0, rng.choice((1, 3))))
    return f"({' '.join(random_tree(rng, depth - 1) for _ in range(rng.randint(1, 3)))})"


def compared(tree: str, folder: Path) -> tuple[dict[str, list[str]], dict[str, dict], dict]:
    """The rows of the table and the entries of the JSON document by convention, and the whole document."""
    path = folder / "x.tree"
    path.write_text(tree)
    table = run("solve", path, "-c", "all", "--format", "markdown").stdout
    document = json.loads(run("solve", path, "-c", "all", "--format", "json").stdout)
    lines = [[cell.strip() for cell in line.strip("| ").split("|")] for line in table.splitlines() if line[:1] == "|"]
    return {row[0]: row for row in lines[2:]}, {one["convention"]: one for one in document["lectures"]}, document


def table_row(entry: dict, document: dict) -> list[str]:
    """The row of the table that belongs to an entry of the JSON document."""
    names = document["names"]
    return [
        entry["convention"],
        str(entry["value"]),
        NO_NAME if entry["best"] is None else names[entry["best"]],
        f"{len(entry['evaluated'])}/{document['leaves']}",
        " ".join(names[node] for node in entry["pruned"]) or NO_NAME,
        str(entry["cuts"]),
    ]


def test_a_cut_that_skips_nothing_counts_only_where_the_convention_counts_it(tmp_path: Path):
    """Only cosc367 does; `cuts` in the document of a solution lists all of them."""
    table, entries, _ = compared("MIN (2 MAX (0 0 3))", tmp_path)

    assert {name: entry["cuts"] for name, entry in entries.items() if entry["cuts"]} == {"cosc367": 1}
    assert {name for name, row in table.items() if row[-1] != "0"} == {"cosc367"}
    solution = json.loads(run("solve", tmp_path / "x.tree", "-c", "haw", "--format", "json").stdout)
    assert [cut["skipped"] for cut in solution["cuts"]] == [[]]


def test_table_and_json_agree(tmp_path: Path):
    """Random trees under every convention; one that cannot search a tree has no row."""
    rng = dice("comparison")
    for _ in range(cases(640)):
        tree = rng.choice(("MAX", "MIN")) + f" ({random_tree(rng, 3)} {random_tree(rng, 3)} {random_tree(rng, 2)})"
        table, entries, document = compared(tree, tmp_path)
        searched = {name: entry for name, entry in entries.items() if entry["refusal"] is None}

        assert table == {name: table_row(entry, document) for name, entry in searched.items()}, tree
