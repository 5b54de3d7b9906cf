"""Writes the parse tables: what Lark makes of each grammar, so that a run need not ask it again.

    python -m treesolve.notation.compile_grammar

Run it after a change of a file in `grammars/`; a test sees whether it was forgotten.

Vocabulary

    apart       terminals that are whole lines read by other code, and no part of the pattern of pieces
"""

import pprint
from pathlib import Path
from typing import Any, NamedTuple

from lark import Lark
from lark.lexer import TerminalDef
from lark.parsers.lalr_analysis import Shift

from treesolve.model.resources import PACKAGE, resource

FAULT = "FAULT"
"""The name of what is no terminal."""


class Grammar(NamedTuple):
    """A grammar file, where its tables are written, its terminals apart, the expression of its faults."""

    name: str
    tables: Path
    apart: tuple[str, ...]
    fault: str

    def parser(self) -> Lark:
        """The parser Lark makes of the file."""
        path = resource("grammars") / f"{self.name}.lark"
        return Lark(path.read_text(encoding="utf-8"), parser="lalr")


TREE = Grammar(
    "tree",
    PACKAGE / "notation" / "tables.py",
    ("HEADER", "TREE"),
    r"\"[^\"\n]*\"?|[^\s,;()\[\]{}#]+(?:\s*(?:->|→|:)(?![^\s,;()\[\]{}#]))?",
)

_SIGN = "[=:≤≥<>≈]"
ANSWER = Grammar(
    "answer",
    PACKAGE / "answers" / "tables.py",
    (),
    rf"(?:\"(?:[^\"\\\n]|\\[\"\\])*\"|[+\-−–]?[\w'’./]+)[ \t]*{_SIGN}(?:[ \t]*{_SIGN})*[ \t]*"
    rf"(?:[\[(\]][^\n#\[\]()]*[\])\[]?|[^\s,;|#]*)|\"[^\n]*|[^\s,;|#\"(){{}}\[\]]+|\S",
)

GRAMMARS = (TREE, ANSWER)
"""All grammars there are."""

States = dict[int, dict[str, tuple[Any, Any]]]
"""Lark's parse table: for each state what to do at a terminal, or where to go after a rule."""


def tables_source(grammar: Grammar) -> str:
    """The text the tables of a grammar should have; the same for the same grammar."""
    parser = grammar.parser()
    table = parser.parser.parser._parse_table
    start = table.start_states["start"]
    numbers = _numbered(table.states, start)
    rules = sorted({(len(rule.expansion), str(rule.origin.name)) for rule in parser.rules})
    terminals = _terminals(parser, grammar.apart)
    parts = {
        "FAULT": FAULT,
        "TERMINALS": tuple(str(terminal.name) for terminal in terminals),
        "PATTERN": piece_pattern(parser, terminals, grammar.fault),
        "START_STATE": numbers[start],
        "END_STATE": numbers[table.end_states["start"]],
        "REDUCTIONS: tuple[tuple[int, str], ...]": tuple(rules),
        "ACTIONS: tuple[dict[str, int], ...]": _actions(table.states, numbers, rules),
    }
    lines = [f"{name} = {pprint.pformat(part, compact=True, width=118)}\n" for name, part in parts.items()]
    title = f'"""The parse tables of grammars/{grammar.name}.lark; written by treesolve.notation.compile_grammar."""\n'
    return "\n".join([title, *lines])


def _numbered(states: States, start: int) -> dict[int, int]:
    """Lark numbers states by hash; here they are numbered in the order in which they are reached."""
    numbers = {start: 0}
    waiting = [start]
    while waiting:
        for _, (action, target) in sorted(states[waiting.pop(0)].items()):
            if action is Shift and target not in numbers:
                numbers[target] = len(numbers)
                waiting.append(target)
    return numbers


def _actions(states: States, numbers: dict[int, int], rules: list[tuple[int, str]]) -> tuple[dict[str, int], ...]:
    """For each state: a terminal or a rule -> the next state, or the inverted number of a reduction."""
    rows: list[dict[str, int]] = [{} for _ in numbers]
    for state, row in states.items():
        for symbol, (action, target) in sorted(row.items()):
            reduction = None if action is Shift else ~rules.index((len(target.expansion), target.origin.name))
            rows[numbers[state]][str(symbol)] = numbers[target] if reduction is None else reduction
    return tuple(rows)


def _terminals(parser: Lark, apart: tuple[str, ...]) -> list[TerminalDef]:
    """The terminals of the pattern, the strongest first."""
    ignored = parser.lexer_conf.ignore
    found = [terminal for terminal in parser.terminals if terminal.name not in (*ignored, *apart)]
    return sorted(found, key=lambda terminal: (-terminal.priority, terminal.name))


def piece_pattern(parser: Lark, terminals: list[TerminalDef], fault: str) -> str:
    """One regular expression for the terminals, for the blanks before them, and for what is none of them."""
    ignored = sorted(parser.lexer_conf.ignore)
    blank = "|".join(parser.get_terminal(name).pattern.to_regexp() for name in ignored)
    named = "|".join(f"(?P<{terminal.name}>{terminal.pattern.to_regexp()})" for terminal in terminals)
    return rf"(?:{blank})*+(?:{named}|(?P<{FAULT}>{fault})|\Z)"


def main() -> None:
    """Write the tables of all grammars."""
    for grammar in GRAMMARS:
        grammar.tables.write_text(tables_source(grammar), encoding="utf-8")


if __name__ == "__main__":
    main()
