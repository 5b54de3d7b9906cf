"""The convention that an argument or an option names.

The reader of expressions, which loads fractions, is imported where there is an expression to read.
"""

from treesolve.cli.usage import bad_parameter
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.problem import InputError, Problem


def named_convention(written: str, option: str = "--convention") -> Convention:
    """The convention an expression stands for; rules without a lecture change the default.

    Raises a usage error naming the option where it stands for none, InputError for what is wrong in a file.
    """
    if written in CONVENTIONS:
        return CONVENTIONS[written]
    from treesolve.notation.convention_expression import read_expression

    try:
        return read_expression(written)
    except InputError as error:
        if error.problems[0].text == written:
            first, *more = error.problems
            raise bad_parameter(first, option, *more) from None
        raise


def absolute_convention(written: str, option: str) -> Convention:
    """The convention of an expression that has to name a lecture. Raises what `named_convention` does."""
    from treesolve.notation.convention_expression import names_lecture

    if not names_lecture(written):
        raise bad_parameter(Problem("rules-without-lecture", None, {"text": written.strip()}), option)
    return named_convention(written, option)
