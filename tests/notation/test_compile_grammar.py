"""The tables the readers run on are what Lark makes of the grammars."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, Token, UnexpectedToken

from tests.support.effort import examples
from tests.support.places import exercise_files
from treesolve.notation import compile_grammar
from treesolve.notation.compile_grammar import compiled, tables_source
from treesolve.notation.grammar import GRAMMARS, TREE, Grammar, Tables
from treesolve.notation.headers import KEYS
from treesolve.notation.parse_tables import parse_tables
from treesolve.notation.scanner import END, Acceptor, pieces


@cache
def parser(grammar: Grammar) -> Lark:
    """Lark's own parser for a grammar."""
    return compile_grammar.parser(grammar)


def accepted_by_lark(grammar: Grammar, terminals: list[str]) -> list[bool]:
    """For each terminal of a sequence whether Lark takes it, refused ones being left out."""
    parse = parser(grammar).parse_interactive()
    answers = []
    for terminal in terminals:
        try:
            parse.feed_token(Token(terminal, ""))
        except UnexpectedToken:
            answers.append(False)
        else:
            answers.append(True)
            if terminal == END:
                break
    return answers


def accepted_by_tables(tables: Tables, terminals: list[str]) -> list[bool]:
    """The same for the acceptor the readers use."""
    acceptor = Acceptor(tables)
    answers = []
    for terminal in terminals:
        answers.append(acceptor.feed(terminal))
        if terminal == END and answers[-1]:
            break
    return answers


@pytest.mark.parametrize("grammar", GRAMMARS, ids=lambda grammar: grammar.name)
def test_the_tables_are_up_to_date(grammar: Grammar):
    """Whoever changes how tables are made runs `python -m treesolve.notation.compile_grammar`."""
    assert parse_tables(grammar) == compiled(grammar)
    assert grammar.tables_file().read_text("utf-8") == tables_source(grammar, compiled(grammar))


@examples(500)
@given(data=st.data())
def test_the_acceptor_answers_like_lark(data: st.DataObject):
    """Terminal for terminal, after refusals too."""
    grammar, tables = TREE, parse_tables(TREE)
    often = [*TREE.apart, "OPEN", "NUMBER", "NUMBER", "CLOSE", END]
    terminals = data.draw(st.lists(st.sampled_from([*tables.terminals, *often]), max_size=30))

    assert accepted_by_tables(tables, terminals) == accepted_by_lark(grammar, terminals)


def test_every_exercise_is_a_tree_to_bare_lark():
    """The grammar file alone describes the files: Lark parses them without any of our code."""
    for path in exercise_files():
        assert parser(TREE).parse(path.read_text("utf-8"))


def test_the_grammar_knows_the_headers():
    """The keys in the grammar are the keys of the reader."""
    pattern = next(terminal for terminal in parser(TREE).terminals if terminal.name == "HEADER").pattern.to_regexp()

    assert all(key in pattern for key in KEYS if key != "tree")


def test_every_character_belongs_to_a_piece():
    """The scanner passes over nothing but blanks and comments."""
    text = 'S: MAX[ 1/2*left->"a b": (6-5 x, ?)] # end\n}} "open 1.2.3 ->'
    covered = "".join(match[0] for match in pieces(text, 0))

    assert covered == text
