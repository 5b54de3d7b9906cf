"""Large and deep texts in notations line by line and as graphs: bounded, and in time that grows with the text only."""

import time
from contextlib import suppress
from importlib import import_module

import pytest

from tests.support.effort import few, size
from treesolve.model.problem import InputError
from treesolve.notation.foreign.sketch import read_sketch
from treesolve.notation.reader import read

NOTATIONS = (
    *("gambit", "cs188", "dot", "mermaid", "xml_elements", "drawn_tree", "edge_dictionary", "statements", "equations"),
    *("edge_table", "adjacency", "leaf_rows", "outline", "yaml_nodes", "flat_array", "drawing_in_text", "prose"),
    *("paths", "levels", "toml_tables", "tikz", "records", "graph_elements", "items", "istgame", "associations"),
    *("brackets_alone", "graph_text"),
)
MANY = size(100_000)
LONG = 10 * MANY

HOSTILE = {
    "brackets": "(" * MANY,
    "closing": "]" * MANY,
    "blanks": " " * LONG,
    "letters": "a" * LONG,
    "minus signs": "-" * MANY + "3",
    "quotes": '"' * MANY,
    "backslashes": "\\" * MANY,
    "digits": "9" * MANY,
    "numbers": "3 " * (2 * MANY),
    "words": "max min leaf root tree " * MANY,
    "bars": "3 | " * MANY,
    "double bars": "|" * MANY + "3",
    "branches": "|   " * MANY + "|-- 3",
    "commas": "A,B\n" + "," * MANY,
    "tags": "<a>" * MANY,
    "open tags": "<a " * MANY,
    "comments": "<!--" * MANY,
    "arrows": "A " + "-> " * MANY,
    "dashes": "graph TD\nA " + "--" * MANY,
    "braces": "digraph {" + "{" * MANY,
    "brackets in DOT": "digraph { A " + "[" * MANY,
    "words in Mermaid": "graph TD\n" + "A -- " * MANY,
    "strings": 'EFG 2 R "a" { "1" "2" }\n' + '"a" ' * MANY,
    "calls": "A = " + "max(" * MANY,
    "statements": "a.add(" * MANY,
    "attributes": "a" + ".left" * MANY + " = Node(3)",
    "strokes": "A\n" + "/\\ " * MANY + "\n3 5",
    "outline ever deeper": "".join(" " * depth + "A\n" for depth in range(1500)),
    "array": "int x[] = {" + "3, " * MANY,
    "types": "int " * MANY + "x[] = {3, 5}",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("name", NOTATIONS)
def test_no_text_keeps_a_notation_busy(name, text):
    """It is told, or read, or refused, in a few seconds on a slow machine, and without a traceback."""
    notation = import_module(f"treesolve.notation.foreign.{name}")
    start = time.process_time()
    try:
        if notation.recognises(text):
            read_sketch(notation.read(text))
    except InputError:
        pass
    assert time.process_time() - start < 8


def _binary(write) -> str:
    """A tree of a hundred thousand edges, line by line; `write` has a line for a child, its parent, and its value."""
    count = size(2**16)
    values = [None if 2 * node + 1 < count - 1 else node for node in range(count)]
    return "".join(write(child, (child - 1) // 2, values[child]) for child in range(1, count - 1))


PIECES = (
    *("/", "#", " ", "\t", "\n", "9", "a", "a_", "(", "[", "{", "()", "[0]", "-a", "- a\n", "a.", "9.", "a[", "a="),
    *("A: ", "A -> B\n", "|", "│ ", "├", "--", "->", "//", "/*", "<", "<a", "<max>", '"', "'", '"a":', "`", "\\"),
    *("\\n", "{a}", "child {", "[.A ", "node{3} ", "Node(", "Node(3), ", "x = [3]\n", "lambda ", "new ", "1/2 "),
    *("50% ", "MAX ", "max(", "A = max(3", "not ", "===\n"),
)
AROUND = (
    "{}",
    "tree = {}x",
    "{}\n((6 5) (2 9))",
    "((6 5) (2 9))\n{}",
    "digraph {{ A -> B; {} }}",
    "root = Node(3)\nroot.add({})",
)


@pytest.mark.parametrize("piece", PIECES)
def test_one_piece_again_and_again_is_read_in_time(piece: str):
    """A banner of number signs, blanks behind a sign, a chain of calls: nothing tries all ways to part them."""
    start = time.process_time()
    for around in AROUND:
        with suppress(InputError):
            read(around.format(piece * (600 // len(piece))))
    assert time.process_time() - start < 10


LARGE = {
    "dot": lambda: "digraph {" + _binary(lambda c, p, v: f"a{p} -> a{c}; " + (f"a{c} [label={v}];" if v else "")) + "}",
    "mermaid": lambda: "graph TD\n" + _binary(lambda c, p, v: f"a{p} --> a{c}{f'[{v}]' if v else ''}\n"),
    "adjacency": lambda: _binary(lambda c, p, v: f"a{p} -> a{c}\n" + (f"a{c} = {v}\n" if v else "")),
    "edge_table": lambda: "parent,child,value\n" + _binary(lambda c, p, v: f"a{p},a{c},{v or ''}\n"),
    "outline": lambda: "MAX\n" + "  MIN\n    3\n    5\n" * (MANY // 3),
    "drawn_tree": lambda: "MAX\n" + "├── MIN\n│   ├── 3\n│   └── 5\n" * (MANY // 3),
    "xml_elements": lambda: "<max>" + "<min><leaf>3</leaf><leaf>5</leaf></min>" * (MANY // 3) + "</max>",
    "graph_elements": lambda: (
        "<graphml>"
        + _binary(
            lambda c, p, v: (
                f'<edge source="a{p}" target="a{c}"/>'
                + (f'<node id="a{c}"><data key="value">{v}</data></node>' if v else "")
            )
        )
    ),
    "items": lambda: (
        r"\begin{itemize}\item A \begin{itemize}" + r"\item B \begin{itemize}\item 3\item 5\end{itemize}" * (MANY // 3)
    ),
    "leaf_rows": lambda: " | ".join(["3 5"] * MANY),
    "equations": lambda: "A = max(" + ", ".join(["min(3, 5)"] * (MANY // 3)) + ")\nB = 3",
    "cs188": lambda: (
        'successors: """\n'
        + _binary(lambda c, p, _: f"a{p} m a{c}\n")
        + '"""\nevaluation: """\n'
        + _binary(lambda c, _, v: f"a{c} {v}\n" if v else "")
        + '"""\ndepth: "99"\n'
    ),
    "deep outline": lambda: "".join(" " * depth + "MAX\n" for depth in range(1000)) + " " * 1000 + "3",
    "deep DOT": lambda: (
        "digraph { a0" + "".join(f" -> a{number}" for number in range(1, MANY)) + f"; a{MANY - 1} [label=3] }}"
    ),
    "deep XML": lambda: "<max>" * (MANY // 2) + "<leaf>3</leaf>" + "</max>" * (MANY // 2),
}


@pytest.mark.parametrize("name", few([*LARGE]))
def test_a_large_tree_is_read_in_time(name):
    """Some hundred thousand edges, or fifty thousand plies, from the text to the tree."""
    text = LARGE[name]()
    start = time.process_time()
    try:
        tree = read(text)
    except InputError as error:
        assert name == "equations"
        assert [problem.code for problem in error.problems] == ["graph-roots"]
    else:
        assert len(tree) > 1000
    assert time.process_time() - start < 40
