"""Makes the parse tables: what Lark makes of each grammar, so that a run need not ask it again.

    python -m treesolve.notation.compile_grammar

writes them. The build does so, too, and a run in a clone where they do not fit the grammar any more.
"""

import os
import pprint
from typing import Any

from lark import Lark
from lark.lexer import TerminalDef
from lark.parsers.lalr_analysis import Shift

from treesolve.notation.grammar import FAULT, GRAMMARS, Grammar, Tables

States = dict[int, dict[str, tuple[Any, Any]]]
"""Lark's parse table: for each state what to do at a terminal, or where to go after a rule."""


def parser(grammar: Grammar) -> Lark:
    """The parser Lark makes of a grammar."""
    return Lark(grammar.text(), parser="lalr")


def compiled(grammar: Grammar) -> Tables:
    """The tables of a grammar; the same for the same grammar."""
    lark = parser(grammar)
    table = lark.parser.parser._parse_table
    start = table.start_states["start"]
    numbers = _states_in_order(table.states, start)
    rules = sorted({(len(rule.expansion), str(rule.origin.name)) for rule in lark.rules})
    terminals = _terminals_by_strength(lark, grammar.apart)
    return Tables(
        origin=grammar.origin(),
        terminals=tuple(str(terminal.name) for terminal in terminals),
        pattern=_piece_pattern(lark, terminals, grammar.fault),
        start_state=numbers[start],
        end_state=numbers[table.end_states["start"]],
        reductions=tuple(rules),
        actions=_actions_of_states(table.states, numbers, rules),
    )


def _states_in_order(states: States, start: int) -> dict[int, int]:
    """Lark numbers states by hash; here they are numbered in the order in which they are reached."""
    numbers = {start: 0}
    waiting = [start]
    while waiting:
        for _, (action, target) in sorted(states[waiting.pop(0)].items()):
            if action is Shift and target not in numbers:
                numbers[target] = len(numbers)
                waiting.append(target)
    return numbers


def _actions_of_states(
    states: States, numbers: dict[int, int], rules: list[tuple[int, str]]
) -> tuple[dict[str, int], ...]:
    """For each state: a terminal or a rule -> the next state, or the inverted number of a reduction."""
    rows: list[dict[str, int]] = [{} for _ in numbers]
    for state, row in states.items():
        for symbol, (action, target) in sorted(row.items()):
            reduction = None if action is Shift else ~rules.index((len(target.expansion), target.origin.name))
            rows[numbers[state]][str(symbol)] = numbers[target] if reduction is None else reduction
    return tuple(rows)


def _terminals_by_strength(lark: Lark, apart: tuple[str, ...]) -> list[TerminalDef]:
    """The terminals of the pattern, the strongest first."""
    ignored = lark.lexer_conf.ignore
    found = [terminal for terminal in lark.terminals if terminal.name not in (*ignored, *apart)]
    return sorted(found, key=lambda terminal: (-terminal.priority, terminal.name))


def _piece_pattern(lark: Lark, terminals: list[TerminalDef], fault: str) -> str:
    """One regular expression for the terminals, for the blanks before them, and for what is none of them."""
    ignored = sorted(lark.lexer_conf.ignore)
    blank = "|".join(lark.get_terminal(name).pattern.to_regexp() for name in ignored)
    named = "|".join(f"(?P<{terminal.name}>{terminal.pattern.to_regexp()})" for terminal in terminals)
    return rf"(?:{blank})*+(?:{named}|(?P<{FAULT}>{fault})|\Z)"


def tables_source(grammar: Grammar, tables: Tables) -> str:
    """The text of a module that holds the tables."""
    fields = tables._asdict().items()
    lines = [f"{name.upper()} = {pprint.pformat(value, compact=True, width=118)}\n" for name, value in fields]
    title = f'"""The parse tables of grammars/{grammar.name}.lark, written by treesolve.notation.compile_grammar."""\n'
    return "\n".join([title, *lines])


def write_tables(grammar: Grammar, tables: Tables) -> None:
    """Write the module that holds the tables; whoever imports it meanwhile finds all of it or nothing."""
    file = grammar.tables_file()
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        part.write_text(tables_source(grammar, tables), encoding="utf-8")
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def main() -> None:
    """Write the tables of all grammars."""
    for grammar in GRAMMARS:
        write_tables(grammar, compiled(grammar))


if __name__ == "__main__":
    main()
