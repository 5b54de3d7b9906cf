"""The parse tables of a grammar: those the build has written, made anew where they do not fit the grammar.

A wheel carries them, and an editable installation writes them into the clone. In a clone that was never installed, or
whose grammar has changed since, the first run asks Lark, which takes it a moment longer, and writes them for those
after it, as Python does with bytecode.
"""

from contextlib import suppress
from functools import cache
from importlib import import_module

from treesolve.notation.grammar import Grammar, Tables


@cache
def parse_tables(grammar: Grammar) -> Tables:
    """The tables of a grammar, in the state it is in now."""
    written = _tables_in_file(grammar)
    return written if written and written.origin == grammar.origin() else _tables_made_anew(grammar)


def _tables_in_file(grammar: Grammar) -> Tables | None:
    """The tables in the file, if there are any that this version can use."""
    with suppress(ImportError, AttributeError):
        module = import_module(f"treesolve.{grammar.room}.tables")
        return Tables(*(getattr(module, field.upper()) for field in Tables._fields))
    return None


def _tables_made_anew(grammar: Grammar) -> Tables:
    """The tables as Lark makes them, and written if the folder can be written to."""
    from treesolve.notation.compile_grammar import compiled, write_tables

    tables = compiled(grammar)
    with suppress(OSError):
        write_tables(grammar, tables)
    return tables
