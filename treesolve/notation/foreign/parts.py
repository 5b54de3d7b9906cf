"""A text as a whole; and where nobody reads that, its parts: values behind their tree, or several trees."""

from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import islice

from treesolve.model.number import Unknown
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.notation.foreign.asides import check_asides
from treesolve.notation.foreign.brackets_alone import brackets_with_all_numbers, list_alone
from treesolve.notation.foreign.idle_statements import without_idle_statements
from treesolve.notation.foreign.list_changes import check_lists
from treesolve.notation.foreign.notations import NOTATIONS, Notation
from treesolve.notation.foreign.notebook import code_of_notebook
from treesolve.notation.foreign.pasted import characters
from treesolve.notation.foreign.patch import Patched
from treesolve.notation.foreign.programs import check_unchanged
from treesolve.notation.foreign.prose import groups_in_sentences
from treesolve.notation.foreign.quoted_text import text_in_quotes
from treesolve.notation.foreign.recognise import DOUBTS, Read, Recognised, recognise, recognised
from treesolve.notation.foreign.refusal import refusal, shows_tree
from treesolve.notation.foreign.sentences_around import without_sentences
from treesolve.notation.foreign.several import check_number_before_brackets, check_plural, check_several
from treesolve.notation.foreign.sketch import Sketch, nodes, read_sketch, sketch_of
from treesolve.notation.foreign.spelling import text_in_known_spelling
from treesolve.notation.foreign.tidy import for_our_grammar
from treesolve.notation.foreign.values_behind import behind, with_values
from treesolve.notation.headers import read_headers
from treesolve.notation.signs import has_signs_of_other_meaning

PARTS = (without_idle_statements, text_in_quotes, without_sentences)
"""What leaves of a text only the part that is a tree, each in its way."""


_MOST_TRIED = 5
_LEAST = 3
"""A tree that stands within something else has more nodes."""


def recognise_parts(text: str, own: Read, refused: InputError | None) -> Recognised:
    """What `recognise` makes of a text; where that fails, the tree whose leaves have their values behind it.

    Raises InputError, with the places in this text, where nobody can read it; it says so if there are several trees.
    """
    code = code_of_notebook(text)
    if code is not None:
        return _of_notebook(code, own)
    try:
        read = recognise(Patched(text), own, refused)
    except InputError as error:
        if error.problems[0].code in DOUBTS:
            raise
        found = _tree_with_values_behind(text, own)
        if found is None:
            for check in (check_several, check_number_before_brackets):
                check(text, partial(_tree_of_part, own=own))
            check_unchanged(text)
            check_lists(text)
            return _tree_of_part_alone(text, own, error)
        return found
    check_plural(text, read.tree)
    return read


def _tree_of_part_alone(text: str, own: Read, refused: InputError) -> Recognised:
    """The tree of the part of a text that is one; else the refusal of the first part that shows a line."""
    told = [refused]
    for part in PARTS:
        alone = part(Patched(text))
        if not alone.remarks:
            continue
        try:
            read = recognise(alone, own, refused)
        except InputError as error:
            told.append(error)
        else:
            if not any(isinstance(value, Unknown) for value in read.tree.values):
                return read
    raise next(filter(shows_tree, told), None) or _refusal_with_tree_shown(text, own, refused)


def _refusal_with_tree_shown(text: str, own: Read, refused: InputError) -> InputError:
    """The refusal with the tree that stands in brackets, or in sentences; as it is where none does."""
    headers = read_headers(text)  # ours, with a mistake, where there are any
    if headers.lines or headers.problems:
        return refused
    if found := list_alone(text) or _tree_in_brackets(text, own):
        return _refusal_of_list(refused.problems[0].code, text, found)
    groups = groups_in_sentences(text)
    return refusal("prose", groups.span, groups) if groups else refused


def _tree_in_brackets(text: str, own: Read) -> Sketch | None:
    """The tree that stands in brackets within something else, with their place; None where nobody reads one."""
    for span in islice(brackets_with_all_numbers(text), _MOST_TRIED):
        with suppress(InputError):
            found = sketch_of(_tree_of_part(text[slice(*span)], own))
            return found._replace(span=span) if len(list(nodes(found))) > _LEAST else None
    return None


def _refusal_of_list(code: str, text: str, sketch: Sketch) -> InputError:
    """The refusal that shows a list, by the code of the first one where that has words for it."""
    told = code if code in ("statement-untold", "prose") else "brackets-alone"
    return refusal(told, sketch.span, sketch, text=text[slice(*sketch.span)][:60])


def _of_notebook(code: str, own: Read) -> Recognised:
    """The tree in the code of a notebook. Raises InputError, without places, where there is none."""
    try:
        try:
            tree = own(code)
        except InputError as error:
            read = recognise_parts(code, own, error)
        else:
            read = Recognised(tree, code, ())
    except InputError as error:
        raise InputError(tuple(problem._replace(span=None) for problem in error.problems)) from None
    read.tree.offsets = (0,) * len(read.tree.offsets)
    return read._replace(remarks=tuple(remark._replace(span=None) for remark in read.remarks))


def _tree_of_part(text: str, own: Read) -> Tree:
    """The tree of a part of a text."""
    try:
        tree = own(text)
    except InputError as error:
        return recognise(Patched(text), own, error).tree
    return recognise(Patched(text), own, None).tree if has_signs_of_other_meaning(text, tree) else tree


def _tree_with_values_behind(text: str, own: Read) -> Recognised | None:
    """The tree whose leaves have their values behind it; None where it is none."""
    plain = characters(Patched(text))
    values = behind(plain.text)
    head = _tree_before_values(values.front, own) if values else None
    sketch = with_values(head[0], values) if head and values else None
    if head is None or sketch is None:
        return None
    try:
        tree = read_sketch(sketch)
    except InputError:
        return None
    if not (head[1] and any(node.kind for node in nodes(sketch))):
        check_asides(text, tree)
    return recognised(tree, sketch, head[1], plain)


def _tree_before_values(text: str, own: Read) -> tuple[Sketch, str] | None:
    """The tree without its values, and the name of its notation; None where nobody can read it."""
    try:
        return sketch_of(own(for_our_grammar(text_in_known_spelling(Patched(text))).text)), ""
    except InputError:
        pass
    for name in NOTATIONS:
        notation: Notation = import_module(f"treesolve.notation.foreign.{name}")
        if notation.recognises(text):
            try:
                return notation.read(text), notation.NAME
            except InputError:
                return None
    return None
