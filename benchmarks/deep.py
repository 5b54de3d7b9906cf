"""Run every stage on a tree of depth 100,000 and print the seconds of each as JSON."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from trees import deep_text

from treesolve.notation.formatter import format_text
from treesolve.notation.reader import read
from treesolve.rendering.json.solution_json import solution_document
from treesolve.search.minimax import minimax_values
from treesolve.search.solution import solve

DEPTH = 100_000


def main() -> None:
    """Run the stages in order."""
    text = deep_text(DEPTH)
    seconds: dict[str, float] = {}

    def stage(name: str, work: Callable[[], Any]) -> Any:
        begin = perf_counter()
        result = work()
        seconds[name] = perf_counter() - begin
        return result

    tree = stage("read", lambda: read(text))
    solution = stage("search", lambda: solve(tree))
    stage("minimax values", lambda: minimax_values(tree))
    stage("format", lambda: format_text(text))
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        stage("written as JSON", lambda: nowhere.writelines(solution_document(solution, "deep.tree")))
    print(json.dumps(seconds))


if __name__ == "__main__":
    main()
