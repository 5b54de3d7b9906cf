"""Nothing but Lark: every answer in a folder parsed to a tree with the grammar file, on one core.

python benchmarks/bare_lark.py grammars/answer.lark FOLDER
"""

import sys
from pathlib import Path

from lark import Lark


def main(grammar: str, folder: str) -> None:
    """Parse them all and count them."""
    parse = Lark.open(grammar, parser="lalr").parse
    count = 0
    for path in sorted(Path(folder).iterdir()):
        parse(path.read_text(encoding="utf-8"))
        count += 1
    sys.stdout.write(f"{count}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
