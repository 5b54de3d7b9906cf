"""Compare the program's outputs with the golden files.

python -m tests.golden                     show how outputs differ
python -m tests.golden --update            show how outputs differ and write them
python -m tests.golden --update solve/     only outputs whose names contain this text
"""

import difflib
import os
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

from tests.golden.outputs import GOLDEN, golden_path, load_commands, make_workspace, output, read_golden
from tests.support import source_prints


def differences(name: str, actual: str) -> Iterator[str]:
    """Return the lines of a unified diff from the golden file to the actual output."""
    before, after = (text.splitlines(keepends=True) for text in (read_golden(name), actual))
    return difflib.unified_diff(before, after, f"tests/golden/{name}.txt", "actual output", n=2)


def stale_files() -> list[Path]:
    """Files of outputs that `commands.toml` does not name."""
    expected = {golden_path(name) for name in load_commands()}
    return [path for path in sorted(GOLDEN.glob("*/**/*.txt")) if path not in expected and not _is_input(path)]


def _is_input(path: Path) -> bool:
    return path.is_relative_to(GOLDEN / "inputs")


def main() -> int:
    """Print the differences; 1 if there are any and they are not written."""
    parser = ArgumentParser(prog="python -m tests.golden", description="Compare outputs with the golden files.")
    parser.add_argument("--update", action="store_true", help="write the outputs that differ")
    parser.add_argument("name", nargs="?", default="", help="only outputs whose names contain this text")
    options = parser.parse_args()
    source_prints.install()
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        start = Path.cwd()
        make_workspace(Path(folder).resolve())
        for name in load_commands():
            if options.name in name:
                count += _compare(name, update=options.update)
        os.chdir(start)
    for path in stale_files():
        print(f"{path.relative_to(GOLDEN)}: not in commands.toml")
        count += 1
        if options.update:
            path.unlink()
    print(f"{count} of {len(load_commands())} outputs {'updated' if options.update else 'differ'}")
    return int(count > 0 and not options.update)


def _compare(name: str, *, update: bool) -> bool:
    """Print the differences of one output, and write it if asked to; whether there are any."""
    actual = output(name)
    if actual == read_golden(name):
        return False
    sys.stdout.writelines(differences(name, actual))
    if update:
        golden_path(name).parent.mkdir(parents=True, exist_ok=True)
        golden_path(name).write_bytes(actual.encode())
    return True


if __name__ == "__main__":
    sys.exit(main())
