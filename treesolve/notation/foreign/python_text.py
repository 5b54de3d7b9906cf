"""Python's own text, read and never run: its statements, and the constants in them."""

import ast
import re
import warnings
from collections.abc import Iterator
from functools import lru_cache

from treesolve.model.number import Number
from treesolve.model.problem import Span
from treesolve.notation.foreign.designations import designations_as_calls
from treesolve.notation.foreign.label import number

LONGEST = 400_000
"""So many characters of Python are read; whoever has more has a file of another kind."""

_LISTS = {"ArrayList", "LinkedList", "List", "Vector", "vector", "ArrayBuffer", "ListBuffer", "MutableList"}
"""What makes an empty list in other languages."""

_DEEPEST = 100
_LONGEST_CHAIN = 200
"""So many signs, attributes, calls or branches may hang on one another; whatever looks at them goes down into each."""
_MOST_BLOCKS = 100
_FOREIGN_WORDS = re.compile(
    r"(^|;)[ \t]*(?:(?:const|let|var|auto|final|struct|int|double|float|long|boolean|bool|string)[ \t]+)?"
    r"(?:(?:[A-Z]|(?:std::)?vector|(?<=struct )[a-z])\w*(?:<[\w<>, :]*>)?[ \t*&]+)?(?=\w+[ \t]*=[^=])",
    re.MULTILINE,
)
_INITIALISED = re.compile(r"(?:%|&|\b)([A-Z]\w*)[ \t]?\{(?=[^{}\n]*\w)([^{}\n]*)\}")
"""A constructor with braces, as in C++, Go, Rust and Elixir."""
_FIELD = re.compile(r"(?<=[\s(,])([A-Za-z]\w*)[ \t]*:(?!:)|\A([A-Za-z]\w*)[ \t]*:(?!:)")
_SEVERAL = re.compile(r"^[ \t]*\w+ = +\w+\([^()\n]*\)(?:,[ \t]*\w+[ \t]*=[ \t]*\w+\([^()\n]*\))+[ \t]*$", re.MULTILINE)
"""Several variables that are declared in one line, each with its node."""
_NEW = re.compile(r"\bnew[ \t]+(?=[A-Za-z])")
_ENDS = re.compile(r";[ \t]*(?=$|//)", re.MULTILINE)
_COMMENTS = re.compile(r"//[^\n]*")
_PUT = re.compile(
    r"^([ \t]*\w+)\.(?:put|set|insert)\([ \t]*([\"']\w+[\"'])[ \t]*,[ \t]*([^\n]+)\)[ \t]*$", re.MULTILINE
)
"""What puts a value into a map, as in Java."""
_PHP = re.compile(r"\$(?=[A-Za-z_])|^<\?(?:php)?|\?>", re.MULTILINE)
_DECLARED = re.compile(
    r"^[ \t]*(?:import|#include|using|package|System\.out|return|std::cout|cout|console\.|echo\b|print\b)[^\n]*$",
    re.MULTILINE,
)


class PythonText:
    """A text with its statements; `original` is what it was translated from, line by line."""

    def __init__(self, text: str, statements: list[ast.stmt], original: str | None = None) -> None:
        self.statements = statements
        self._lines = text.split("\n")
        self._encoded = [line.encode() for line in self._lines]
        self._statements_of_translation = original is not None
        self._places = [Span(0, 0)]
        for line in (text if original is None else original).split("\n"):
            start = self._places[-1].end + 1 if len(self._places) > 1 else 0
            self._places.append(Span(start, start + len(line)))

    def span(self, node: ast.expr | ast.stmt) -> Span:
        """Where the node stands; all of its line where columns cannot be told."""
        place = self._places[node.lineno]
        if (
            self._statements_of_translation
            or node.end_lineno != node.lineno
            or not self._lines[node.lineno - 1].isascii()
        ):
            return place
        return Span(place.start + node.col_offset, place.start + (node.end_col_offset or 0))

    def number(self, node: ast.expr) -> Number | None:
        """The number that a constant is, with its sign; infinity in Python's words, too."""
        sign = 1
        while isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
            sign = -sign if isinstance(node.op, ast.USub) else sign
            node = node.operand
        found = self._plain_number(node)
        return None if found is None else sign * found

    def _plain_number(self, node: ast.expr) -> Number | None:
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
            return number(self._constant_as_written(node).replace("_", ""))
        words = dotted_name(node)
        if words in ("math.inf", "inf", "np.inf", "numpy.inf", "Infinity"):
            return float("inf")
        if isinstance(node, ast.Call) and dotted_name(node.func) in ("float", "Fraction") and len(node.args) == 1:
            inside = node.args[0]
            return number(inside.value) if isinstance(inside, ast.Constant) and isinstance(inside.value, str) else None
        return self._fraction_of_quotient(node)

    def _fraction_of_quotient(self, node: ast.expr) -> Number | None:
        """The fraction in `1 / 3` and `Fraction(1, 3)`."""
        pair: list[ast.expr] = []
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            pair = [node.left, node.right]
        elif isinstance(node, ast.Call) and dotted_name(node.func) == "Fraction":
            pair = node.args
        if len(pair) != 2 or not all(isinstance(each, ast.Constant) for each in pair):
            return None
        return number("/".join(str(each.value) for each in pair if isinstance(each, ast.Constant)))

    def _constant_as_written(self, node: ast.Constant) -> str:
        """The constant as it is written, so that no digit is lost; Python counts in bytes."""
        return self._encoded[node.lineno - 1][node.col_offset : node.end_col_offset].decode()


def dotted_name(node: ast.expr) -> str:
    """`a.b.c` as its words; nothing where it is something else.

    >>> dotted_name(ast.parse("math.inf", mode="eval").body)
    'math.inf'
    """
    words: list[str] = []
    while isinstance(node, ast.Attribute):
        words.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(words)]) if isinstance(node, ast.Name) else ""


def is_new_list(node: ast.expr) -> bool:
    """Whether an expression makes an empty list, as in Java."""
    return isinstance(node, ast.Call) and not node.args and dotted_name(node.func).rpartition(".")[2] in _LISTS


def is_none(node: ast.expr) -> bool:
    """Whether an expression is None."""
    return isinstance(node, ast.Constant) and node.value is None


def blocks(text: str) -> Iterator[PythonText]:
    """The runs of lines without braces in a program of another language, where all of a run are statements."""
    if len(text) > LONGEST or _depth_of_brackets(text) > _DEEPEST:
        return
    text = _INITIALISED.sub(_called, text)
    lines = text.split("\n")
    ends = [place for place, line in enumerate(lines) if "{" in line or "}" in line]
    start = 0
    for end in [*ends[:_MOST_BLOCKS], len(lines)]:
        if end - start > 1:
            found = _statements_of_translation("\n" * start + "\n".join(lines[start:end]), text)
            if found:
                yield found
        start = end + 1


@lru_cache(maxsize=2)
def python_text(text: str) -> PythonText | None:
    """The statements of a text, also of one in JavaScript, Java or C++ that looks alike; None where there are none.

    >>> [type(each).__name__ for each in python_text("Node a = new Node(3);\\na.add(b);").statements]
    ['Assign', 'Expr']
    """
    if len(text) > LONGEST or _depth_of_brackets(text) > _DEEPEST:
        return None
    statements = _statements_if_python(text)
    return _statements_of_translation(text, text) if statements is None else PythonText(text, statements)


def _statements_of_translation(text: str, original: str) -> PythonText | None:
    """The statements of a text in a language that looks alike, with the places of their lines in the original."""
    text = "\n".join(line.strip() for line in _lines_as_python(text).split("\n"))
    statements = _statements_if_python(text)
    return None if statements is None else PythonText(text, statements, original)


def _lines_as_python(text: str) -> str:
    """Lines of other languages without what Python does not say."""
    text = _DECLARED.sub("", _INITIALISED.sub(_called, designations_as_calls(_COMMENTS.sub("", text))))
    text = re.sub(r"(?<=[^=!<>]=)[ \t]*\n", " \\\\\n", text)
    text = re.sub(r"(?<=\w)\$(?=[A-Za-z])", ".", re.sub(r"(?<=[\w)])[ \t]*<-[ \t]*(?=\w)", " = ", text))
    text = _PHP.sub("", text) if "->" in text else text
    text = re.sub(r"(?<=\w)<[\w<>, ]*>(?=\()", "", text)
    text = re.sub(r"\n[ \t]*\.(?=[A-Za-z])", "\\\\\n.", text)
    text = _PUT.sub(r"\1[\2] = \3", _NEW.sub("", _ENDS.sub("", _FOREIGN_WORDS.sub(r"\1", text))))
    text = _SEVERAL.sub(lambda found: re.sub(r"\),[ \t]*(?=\w+[ \t]*=)", "); ", found[0]), text)
    text = re.sub(r"\bnull\b|\bnullptr\b|\bNULL\b", "None", text.replace("->", "."))
    return re.sub(r"\btrue\b", "True", re.sub(r"\bfalse\b", "False", text))


def _called(found: re.Match[str]) -> str:
    """A constructor with braces as a call, its fields as arguments."""
    return f"{found[1]}({_FIELD.sub(lambda field: f'{field[1] or field[2]}=', found[2])})"


def _depth_of_brackets(text: str) -> int:
    """How many brackets are open at once."""
    deepest = depth = 0
    for found in re.finditer(r"[(\[{]|[)\]}]", text):
        depth = depth + 1 if found[0] in "([{" else max(depth - 1, 0)
        deepest = max(deepest, depth)
    return deepest


def _statements_if_python(text: str) -> list[ast.stmt] | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            program = ast.parse(text)
        return None if _is_deeper_than(_LONGEST_CHAIN, program) else list(_statements_in_bodies(program.body))
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


def _is_deeper_than(most: int, program: ast.AST) -> bool:
    level = [program]
    for _ in range(most):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return bool(level)


def _statements_in_bodies(statements: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements, with those in the bodies of classes, and behind `if __name__ == "__main__":`."""
    for statement in statements:
        is_main = isinstance(statement, ast.If) and "__name__" in ast.dump(statement.test)
        if is_main or isinstance(statement, ast.ClassDef):
            yield from _statements_in_bodies(statement.body)  # type: ignore[attr-defined]
        else:
            yield statement
