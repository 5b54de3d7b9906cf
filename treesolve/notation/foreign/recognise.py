"""Which notation a text is in that our grammar does not read, and its tree.

First what editors, chats and programs add is taken out; then each notation is asked whether the text is its own.

Vocabulary

    refusal     the InputError that says why a text is no tree
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NamedTuple

from treesolve.model.number import Unknown
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.foreign.asides import check_asides, check_sentences, tells_kinds
from treesolve.notation.foreign.chances import check_pairs, unsaid, with_weights
from treesolve.notation.foreign.decimal_commas import doubtful, thousands
from treesolve.notation.foreign.doubts import problem_of_unclear_meaning
from treesolve.notation.foreign.flat_leaves import flat_problem, is_flat
from treesolve.notation.foreign.left_out import CHECKED, check_calls, check_joined_lines, check_left_out, only_whole
from treesolve.notation.foreign.notations import INDENTED, LAST, LINES, NOTATIONS, SET_IN, SIGNS, SLOW, Notation
from treesolve.notation.foreign.other_movers import problem_of_other_movers
from treesolve.notation.foreign.pasted import characters
from treesolve.notation.foreign.patch import Patched
from treesolve.notation.foreign.programs import check_assigned_once, check_unchanged, literals_only
from treesolve.notation.foreign.sketch import Sketch, nodes, read_sketch, shown_line
from treesolve.notation.foreign.spelling import text_in_known_spelling
from treesolve.notation.foreign.structure import forest_under_one_root, is_on_one_line, text_with_headers_gathered
from treesolve.notation.foreign.tidy import for_our_grammar
from treesolve.notation.headers import read_headers
from treesolve.notation.signs import has_signs_of_other_meaning

MEANT = (
    *("payoff-tree", "payoff-length", "payoff-mixed", "payoff-kind", "payoff-player", "payoff-sum", "player-", "sum-"),
    *("weight", "levels-", "leaf-outside", "too-many", "shape", "leaves-", "points", "bounds", "unknown-le", "header-"),
)
"""What codes begin with that are about trees in our notation: the text was understood, and something in it is wrong."""

ASKED = ("flat-leaves", "decimal-commas")
"""Codes of what is asked of a text that could be read in more than one way."""

DOUBTS = (
    *("brackets-untold", "unknown-field", "rows-of-lines", "head-or-kind", "kinds-beside", "meant-otherwise"),
    *("blanks-and-commas", "thousand-points", "chance-untold", "chance-as-name", "player-as-name"),
)
"""Codes of what is asked of a tree that was read, and left out what the text says; no other notation knows better."""

_KIND = re.compile(r"\b(?:MAX|MIN|CHANCE)\b|[△▽]", re.IGNORECASE)

_OF_LITERALS = ("dictionaries", "lists", "constructors", "records", "associations")
"""The modules of what stands in a program as a value, which statements behind it may change."""
_NO_TREE = re.compile(
    r"\s*(?:[\w<>\[\]]+\s+)*(?P<name>\w*(?:matri(?:x|ces)|adj(?:acency)?|board|grid|maze|image|kernel|distances?))"
    r"(?:\s*\[\d*\])*\s*(?::[^=\n]{0,40})?=",
    re.IGNORECASE,
)
"""How a program begins that gives a list another name than that of a tree."""

LONGEST = 5_000_000
"""No longer text is looked at for another notation than our own."""

LONG = 300_000
"""So many characters are a long text."""

Read = Callable[[str], Tree]


class Recognised(NamedTuple):
    """A tree that was written otherwise: the tree, its text in our notation, and remarks on what was done."""

    tree: Tree
    text: str
    remarks: tuple[Problem, ...]


def recognise(given: Patched, own: Read, refused: InputError | None) -> Recognised:
    """The tree of a text that our grammar refused; or that it read, with signs that something else is meant.

    `own` reads our notation. Raises InputError, with the places in the first text, where nobody can read it.
    """
    text = given.text
    if refused is not None and _is_our_notation_meant(refused, text):
        raise refused
    plain = characters(given)
    spelt = text_in_known_spelling(plain)
    ours = text_with_headers_gathered(for_our_grammar(spelt))
    told = refused
    if refused is not None:
        try:
            return _read_tidied(ours, own)
        except InputError as error:
            if error.problems[0].code in DOUBTS:
                raise
            told = _refusal_that_got_further(error, refused, ours)
    if refused is None:
        return _read_foreign(plain, SIGNS) or _tree_as_it_stands(text, own)
    if len(text) > LONGEST or read_headers(text).lines:
        raise told  # type: ignore[misc]
    begins_with_bracket = plain.text.lstrip()[:1] in ("(", "[", "{")
    apart = (SET_IN if literals_only(spelt) is not spelt else ()) + (SLOW if len(text) > LONG else ())
    apart += LINES if begins_with_bracket else ()
    names = tuple(name for name in NOTATIONS if name not in apart)
    found = None if spelt is plain else _read_foreign(spelt, names)
    found = found or _read_foreign(plain, names) or _read_foreign(for_our_grammar(spelt), names)
    found = found or _tree_in_program(spelt, own) or _read_foreign(plain, LAST)
    if found is None:
        raise told  # type: ignore[misc]
    return found


def _is_our_notation_meant(refused: InputError, text: str) -> bool:
    """Whether the text is in our notation, with a mistake; leaves without a shape may have bars that say theirs."""
    if refused.problems[0].code == "leaves-without-shape" and "|" in text:
        return False
    return all(problem.code.startswith(MEANT) for problem in refused.problems)


def _tree_in_program(plain: Patched, own: Read) -> Recognised | None:
    """The tree that stands in a program; None where there is none."""
    alone = literals_only(plain)
    if alone is plain:
        return None
    with _problems_with_notation_named(None, plain):
        check_unchanged(plain.text)
    tidy = for_our_grammar(alone)
    try:
        return _read_tidied(tidy, own)
    except InputError as error:
        if error.problems[0].code in DOUBTS:
            raise
        if error.problems[0].code in ASKED:
            raise _error_placed_in_original(error, tidy) from None
    return _read_foreign(alone) or _read_foreign(tidy)


def _has_written_kinds(text: str) -> bool:
    """Whether a kind is written outside of comments."""
    return _KIND.search(re.sub(r"#[^\n]*", "", text)) is not None


def _tree_as_it_stands(text: str, own: Read) -> Recognised:
    """What our grammar made of the text, unless its commas cannot be told."""
    tree = own(text)
    problem = doubtful(text, tree.offsets[0]) or problem_of_unclear_meaning(text, tree)
    if problem:
        raise InputError((problem._replace(text=text),))
    if "," in text and not _has_written_kinds(text):
        check_pairs(unsaid(tree))
    if tells_kinds(text, tree):
        check_asides(text, tree, is_ours=True)
    return Recognised(tree, text, ())


def _read_tidied(ours: Patched, own: Read) -> Recognised:
    """What our grammar makes of the tidy text. Raises InputError where it is no tree, or more than one."""
    try:
        tree = own(ours.text)
    except InputError as error:
        raise _refusal_of_forest(ours, own, error) from None
    found = _read_foreign(ours, SIGNS) if has_signs_of_other_meaning(ours.text, tree) else None
    if found:
        return found
    codes = {remark.code for remark in ours.remarks}
    if codes & {"tidied-assignment", "tidied-program"}:
        check_unchanged(ours.first)
        check_assigned_once(ours.first)
        _check_name(ours.first)
    problem = doubtful(ours.text, tree.offsets[0])
    if problem:
        raise InputError((problem,))
    if codes & {"tidied-assignment", "tidied-program"} and is_flat(tree):
        raise InputError((flat_problem(tree, Span(0, len(ours.text.rstrip()))),))
    if problem := problem_of_unclear_meaning(ours.text, tree):
        raise _error_placed_in_original(InputError((problem,)), ours)
    if ours.remarks and _has_written_kinds(ours.text):
        check_sentences(ours.first, tree)
    elif ours.remarks:
        check_asides(ours.first, tree)
        with _problems_with_notation_named(None, ours):
            check_pairs(unsaid(tree))
    tree.offsets = tuple(map(ours.origin, tree.offsets))
    remarks = (*ours.remarks, Problem("read-as", None, {"notation": "", "line": shown_line(tree)}))
    return Recognised(tree, ours.text, remarks if ours.remarks else ())


def _check_name(text: str) -> None:
    """Raises InputError where the name of a list says that it is no tree."""
    if found := _NO_TREE.match(text):
        raise InputError((Problem("meant-otherwise", Span(*found.span("name")), {"text": found["name"]}),))


def _refusal_of_forest(ours: Patched, own: Read, error: InputError) -> InputError:
    """The refusal of several trees in one text, with the line that they are as children of one root."""
    if [problem.code for problem in error.problems] != ["second-tree"]:
        return error
    rooted, problem = forest_under_one_root(ours), error.problems[0]
    try:
        tree = own(rooted.text)
    except InputError:
        return error
    is_line = is_on_one_line(ours.text)
    if is_flat(tree):
        return InputError((flat_problem(tree, problem.span),)) if is_line else error
    labels = any(len(below) == 1 and isinstance(tree.values[below[0]], Unknown) for below in tree.children)
    if labels or not all(tree.children[child] for child in tree.children[0]):
        return error
    if is_line and (doubt := problem_of_unclear_meaning(rooted.text, tree)):
        return _error_placed_in_original(InputError((doubt,)), rooted)
    return InputError((problem._replace(facts={**problem.facts, "instead": shown_line(tree)}),))


def _refusal_that_got_further(error: InputError, refused: InputError, ours: Patched) -> InputError:
    """Of two refusals the one that got further in the text; in the first place the one of the text as it is."""
    if error.problems[0].code == "statement-untold":
        return error
    if not ours.remarks and error.problems[0].code == refused.problems[0].code:
        known = {problem.code for problem in error.problems if problem.facts.get("instead")}
        return _error_placed_in_original(error, ours) if known else refused
    return _error_placed_in_original(error, ours)


def _error_placed_in_original(error: InputError, text: Patched) -> InputError:
    return InputError(tuple(text.placed(problem)._replace(text=None) for problem in error.problems))


def _read_foreign(plain: Patched, names: tuple[str, ...] = NOTATIONS) -> Recognised | None:
    """The tree of the first notation that has its signs in the text. Raises InputError where that cannot read it."""
    for name in names:
        notation: Notation = import_module(f"treesolve.notation.foreign.{name}")
        if not notation.recognises(plain.text):
            continue
        with _problems_with_notation_named(notation, plain):
            sketch = _without_heading(with_weights(notation.read(plain.text), plain.text))
            if name in INDENTED:
                check_joined_lines(sketch, plain.text)
                _check_values_above_nodes(sketch, plain.text)
            tree = read_sketch(sketch)
            if problem := thousands(plain.text, tree) or problem_of_other_movers(tree):
                raise InputError((problem,))
        check = check_sentences if any(node.kind for node in nodes(sketch)) else check_asides
        check(plain.first, tree)
        if name in CHECKED and not (name == "edge_table" and _has_heading(plain.text)):
            with _problems_with_notation_named(notation, plain):
                check_left_out(sketch, plain.text)
        if name in _OF_LITERALS and {"tidied-assignment", "tidied-program"} & {each.code for each in plain.remarks}:
            check_unchanged(plain.first)
        if name in ("statements", "constructors"):
            with _problems_with_notation_named(notation, Patched(plain.first)):
                check_calls(sketch, plain.first)
        return recognised(tree, sketch, notation.NAME, plain)
    return None


def _without_heading(sketch: Sketch) -> Sketch:
    """The tree below what only names it: a root without a kind, above one node of which MAX is written."""
    only = sketch.children[0] if len(sketch.children) == 1 else None
    return only if only and only.children and only.kind is Kind.MAX and sketch.kind is None else sketch


def _has_heading(table: str) -> bool:
    """Whether a table says what its columns are for: then numbers in others are meant for something else."""
    from treesolve.notation.foreign.edge_table import is_headed

    return is_headed(table)


@contextmanager
def _problems_with_notation_named(notation: Any, plain: Patched) -> Iterator[None]:
    """Problems found inside are at places of the text as it was given, and know the notation."""
    try:
        yield
    except InputError as error:
        facts = {"notation": notation.NAME} if notation else {}
        told = (problem._replace(facts={**facts, **problem.facts}) for problem in error.problems)
        problems = (only_whole(problem, plain.first) if notation else problem for problem in told)
        raise _error_placed_in_original(InputError(tuple(problems)), plain) from None


def _check_values_above_nodes(sketch: Sketch, text: str) -> None:
    """Raises InputError where something stands below few nodes with values: what is below a leaf was moved there."""
    inner = [node for node in nodes(sketch) if node.children]
    valued = [node for node in inner if node.own_value]
    plain = [node for node in valued if not node.name and not node.kind]
    for found in (valued, plain):
        if found and 2 * len(found) <= len(inner):
            written = text[slice(*found[0].span)].strip()
            raise InputError((Problem("outline-below-leaf", found[0].span, {"text": written}),))


def recognised(tree: Tree, sketch: Sketch, notation: str, plain: Patched) -> Recognised:
    """A tree that was read from a sketch, with remarks on how."""
    from treesolve.notation.writer import write

    tree.offsets = tuple(map(plain.origin, tree.offsets))
    passed = next((node.span for node in nodes(sketch) if node.own_value), None)
    remarks = [*plain.remarks, Problem("read-as", None, {"notation": notation, "line": shown_line(tree)})]
    if passed:
        remarks.append(plain.placed(Problem("own-values", passed)))
    return Recognised(tree, write(tree), tuple(remarks))
