"""The tables the reader runs on are what Lark makes of the grammar."""

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark, Token, UnexpectedToken

from tests.places import exercise_files
from treesolve.notation.compile_grammar import HEADERS, TABLES, grammar, tables_source
from treesolve.notation.headers import KEYS
from treesolve.notation.scanner import END, TERMINALS, Acceptor, pieces


@cache
def lark() -> Lark:
    """Lark's own parser for the grammar."""
    return grammar()


def accepted_by_lark(terminals: list[str]) -> list[bool]:
    """For each terminal of a sequence whether Lark takes it, refused ones being left out."""
    parser = lark().parse_interactive()
    answers = []
    for terminal in terminals:
        try:
            parser.feed_token(Token(terminal, ""))
        except UnexpectedToken:
            answers.append(False)
        else:
            answers.append(True)
            if terminal == END:
                break
    return answers


def accepted_by_tables(terminals: list[str]) -> list[bool]:
    """The same for the acceptor the reader uses."""
    acceptor = Acceptor()
    answers = []
    for terminal in terminals:
        answers.append(acceptor.feed(terminal))
        if terminal == END and answers[-1]:
            break
    return answers


def test_the_tables_are_up_to_date():
    """Whoever changes the grammar runs `python -m treesolve.notation.compile_grammar`."""
    assert TABLES.read_text("utf-8") == tables_source()


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from([*TERMINALS, *HEADERS, "OPEN", "NUMBER", "NUMBER", "CLOSE", END]), max_size=30))
def test_the_acceptor_answers_like_lark(terminals: list[str]):
    """Terminal for terminal, after refusals too."""
    assert accepted_by_tables(terminals) == accepted_by_lark(terminals)


def test_every_exercise_is_a_tree_to_bare_lark():
    """The grammar file alone describes the files: Lark parses them without any of our code."""
    for path in exercise_files():
        assert lark().parse(path.read_text("utf-8"))


def test_the_grammar_knows_the_headers():
    """The keys in the grammar are the keys of the reader."""
    pattern = next(terminal for terminal in lark().terminals if terminal.name == "HEADER").pattern.to_regexp()

    assert all(key in pattern for key in KEYS if key != "tree")


def test_every_character_belongs_to_a_piece():
    """The scanner passes over nothing but blanks and comments."""
    text = 'S: MAX[ 1/2*left->"a b": (6-5 x, ?)] # end\n}} "open 1.2.3 ->'
    covered = "".join(match[0] for match in pieces(text, 0))

    assert covered == text
