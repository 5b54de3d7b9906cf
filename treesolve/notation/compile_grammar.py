"""Writes `tables.py`: the parse tables of the grammar, so that a run need not compute them.

    python -m treesolve.notation.compile_grammar

Reading the grammar takes Lark longer than a small tree takes treesolve. The tables belong to one version of
Lark; under another one the grammar file is read instead, and everything works as before.
"""

import hashlib
import os
import pprint
import sys
from pathlib import Path

from lark import __version__
from lark.grammar import Rule
from lark.lexer import TerminalDef

from treesolve.notation.scanner import GRAMMAR, build_grammar
from treesolve.resources import resource

TABLES = Path(__file__).with_name("tables.py")


def tables_source() -> str:
    """The text `tables.py` should have."""
    data, memo = build_grammar().memo_serialize([TerminalDef, Rule])
    data["options"] = {name: value for name, value in data["options"].items() if name != "transformer"}
    literal = {name: pprint.pformat(value, compact=True, width=118) for name, value in (("DATA", data), ("MEMO", memo))}
    return (
        '"""The parse tables of grammars/tree.lark; written by treesolve.notation.compile_grammar."""\n\n'
        "from typing import Any\n\n"
        f'LARK = "{__version__}"\n\n'
        f'GRAMMAR = "{grammar_digest()}"\n\n'
        f"DATA: dict[str, Any] = {literal['DATA']}\n\n"
        f"MEMO: dict[int, Any] = {literal['MEMO']}\n"
    )


def grammar_digest() -> str:
    """A digest of the grammar file, by which a test sees whether the tables are out of date."""
    return hashlib.sha256((resource("grammars") / GRAMMAR).read_bytes()).hexdigest()


def main() -> None:
    """Write the tables; Lark numbers its states by hash, so the hashes are fixed first."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "treesolve.notation.compile_grammar"])
    TABLES.write_text(tables_source(), encoding="utf-8")


if __name__ == "__main__":
    main()
