"""Templates and words of each language, and conversion of names and numbers to text.

Text from outside, such as a student ID, is stripped of terminal control characters and shortened. Each output format
escapes text itself; this module handles the characters that no escaping makes safe.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import islice
from typing import Any

from jinja2 import Environment, Template
from markupsafe import Markup

from treesolve.drawing.escaping import ESCAPES, in_one_line, quote_typst_string
from treesolve.drawing.shape import ON_PAPER, VALUE_SIZE, DrawingMetrics
from treesolve.model.convention import Convention
from treesolve.model.number import INFINITY, Number, Value
from treesolve.model.problem import sanitize
from treesolve.model.reading_point import AT_ENTRY, split_into_pairs, split_reading_point
from treesolve.model.resources import PACKAGE, resource_folder
from treesolve.model.tree import Tree
from treesolve.notation.number_text import format_number, format_weight
from treesolve.rendering.letterhead import Letterhead, current_letterhead
from treesolve.rendering.table import TABLES
from treesolve.rendering.template_engine import engine, loader_for

SUFFIXES = {"text": "txt", "markdown": "md", "html": "html", "latex": "tex", "typst": "typ"}
"""The output formats of pages, each with the suffix of its templates."""


@cache
def environment(language: str) -> Environment:
    """Return the template environment of a language, with its words and all pages."""
    return engine(loader_for(PACKAGE, resource_folder("templates"), language), ESCAPES)


class Words:
    """The macros of one template as functions that return plain text.

    Pages must use these functions, because Jinja would treat the result of a direct macro call as markup and not escape
    it.
    """

    def __init__(self, module: Any) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Callable[..., str]:
        macro = getattr(self._module, name)
        function = self.__dict__[name] = lambda *things: str(macro(*things))
        return function


@cache
def words(language: str, template: str = "words.jinja") -> Words:
    """Return the macros of one template of a language."""
    return Words(environment(language).get_template(template).module)


def number_text(value: Value | tuple[Value, ...], language: str = "en") -> str:
    """Return a number with a real minus sign or infinity sign. Payoffs are returned in parentheses.

    >>> number_text(-3), number_text(float("-inf"))
    ('−3', '−∞')
    """
    if isinstance(value, tuple):
        return f"({f'{words(language).list_mark()} '.join(number_text(each, language) for each in value)})"
    return _localize_number(format_number(value), language)


_THIN = "\N{NARROW NO-BREAK SPACE}"

MAX_DIGITS = 9
"""Maximum number of digits of a number. Longer numbers are shown as powers of ten."""


def about(number: int) -> str:
    """Return an estimate rounded to three digits, with digit groups.

    If it has more than MAX_DIGITS digits, it is returned as a power of ten.

    >>> about(586), about(551558), about(5 * 10**35)
    ('586', '552\u202f000', '5·10^35')
    >>> about(10**5000), about(96 * 10**40), about(94 * 10**40)
    ('1·10^5000', '1·10^42', '9·10^41')
    """
    if number < 10**MAX_DIGITS:
        return group_digits(round(number, min(0, 3 - len(str(number)))))
    from math import log10

    exponent = int(log10(number))
    digit = (number + 10**exponent // 2) // 10**exponent
    return f"{digit}·10^{exponent}" if digit < 10 else f"1·10^{exponent + 1}"


def group_digits(number: int) -> str:
    """Return the number with its digits in groups of three.

    >>> group_digits(19608)
    '19\u202f608'
    """
    return f"{number:,}".replace(",", _THIN)


def weight_text(weight: Number, language: str = "en") -> str:
    """Return a probability in its original notation, which is 1/2, 0.5 or 50 %.

    >>> from treesolve.notation.number_text import read_weight
    >>> weight_text(read_weight("50%")), weight_text(read_weight("0.50"), "de"), weight_text(read_weight("2/4"))
    ('50 %', '0,50', '2/4')
    """
    text = format_weight(weight)
    return _localize_number(f"{text.rstrip('% ')} %" if text.endswith("%") else text, language)


def _localize_number(number: str, language: str) -> str:
    text = number.replace("-", "−").replace("inf", "∞")
    mark = words(language).decimal_mark()
    return text if mark == "." else text.replace(".", mark)


def window_text(low: Value, high: Value, language: str = "en") -> str:
    """Return a window in brackets.

    >>> window_text(float("-inf"), 5)
    '[−∞, 5]'
    """
    return f"[{number_text(low, language)}{words(language).list_mark()} {number_text(high, language)}]"


def format_window_row(row: Sequence[Number], language: str = "en") -> str:
    """Return one or more windows in brackets, separated by spaces.

    >>> format_window_row((3, 9, 3, 2))
    '[3, 9] [3, 2]'
    """
    return " ".join(window_text(*pair, language) for pair in split_into_pairs(row))


def question_for_part(say: Any, ask: Callable[[str], str], part: str, convention: Convention) -> str:
    """Return the question about a part. The question about windows depends on the convention's reading point."""
    if part != "windows" or convention.alpha_beta == AT_ENTRY:
        return ask(part)
    sentence: str = say.ask_pairs(*short_reading_point(convention))
    return sentence.strip()


def window_column_heading(say: Any, convention: Convention) -> str:
    """Return the heading of a column of alpha-beta pairs."""
    heading: str = say.window() if convention.alpha_beta == AT_ENTRY else say.pairs(*short_reading_point(convention))
    return heading


def short_reading_point(convention: Convention) -> tuple[str, str]:
    """Return the name of the convention's reading point and of its leaf, shortened for pictures."""
    name, leaf = split_reading_point(convention.alpha_beta)
    return name, shortened(leaf)


def render(template: str, form: str, language: str, **things: Any) -> str:
    """Return a page rendered from a template, with all values escaped for the output format."""
    return "".join(render_chunks(template, form, language, **things))


def render_chunks(template: str, form: str, language: str, **things: Any) -> Iterator[str]:
    """Yield a page rendered from a template, in chunks, with all values escaped for the output format."""
    return _page_template(template, form, language).generate(_template_globals(form, language) | things)


def macros(template: str, form: str, language: str) -> Any:
    """Return the macros of a page template as attributes. Their output is escaped for the format."""
    return _macros(template, form, language, current_letterhead())


@lru_cache(maxsize=256)
def _macros(template: str, form: str, language: str, _letterhead: Letterhead | None) -> Any:
    """Return the macros of a page. The letterhead is an argument only because the cache key must contain it."""
    return _page_template(template, form, language).make_module(_template_globals(form, language))


def _page_template(template: str, form: str, language: str) -> Template:
    return environment(language).get_template(f"{template}.{SUFFIXES[form]}.jinja")


def _template_globals(form: str, language: str) -> dict[str, Any]:
    """Return the variables and functions that all page templates share."""
    return {
        "grid": TABLES.get(form),
        "fenced": fenced,
        "code_span": code_span,
        "w": words(language),
        "words": partial(words, language),
        "language": language,
        "string": typst_text,
        "letterhead": current_letterhead(),
        "tree_style": _tree_stylesheet() if form == "html" else "",
        "sizes": picture_text_sizes(ON_PAPER),
    }


def _tree_stylesheet() -> Markup:
    """Return the style element for all trees of an HTML page.

    The module with the styles is imported here, because other formats do not need it.
    """
    from treesolve.drawing.svg import STYLE

    return Markup(STYLE)


def picture_text_sizes(setting: DrawingMetrics) -> dict[str, Markup]:
    """Return the font sizes of a drawing, in points."""
    return {name: Markup(f"{size:g}") for name, size in (("value", VALUE_SIZE), *setting._asdict().items())}


def typst_text(text: str) -> Markup:
    """Return the text as a Typst string literal, marked as already escaped."""
    return Markup(quote_typst_string(text))


def fenced(text: str) -> Markup:
    """Return the text as a fenced Markdown code block, with a fence longer than any in the text."""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text)), 3)
    return Markup(f"{fence}text\n{sanitize(text)}\n{fence}")


def code_span(text: str) -> Markup:
    """Return the text as a Markdown code span.

    >>> print(code_span("a`b"))
    `` a`b ``
    """
    marks = "`" * max((len(run) + 1 for run in re.findall("`+", text)), default=1)
    space = " " if marks != "`" else ""
    return Markup(f"{marks}{space}{in_one_line(text)}{space}{marks}")


MAX_TEXT_LENGTH, MAX_LABEL_LENGTH = 300, 24
"""Maximum length in characters of a student ID, title or name on a page, and of text in a picture."""


def display_text(text: str) -> str:
    r"""Return text from outside for display, shortened and without control characters.

    >>> display_text("47\x1b11\n")
    '47�11 '
    """
    return shortened(text, MAX_TEXT_LENGTH)


def shortened(text: str, longest: int = MAX_LABEL_LENGTH) -> str:
    """Return the text on one line, shortened to `longest` characters."""
    text = in_one_line(text)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def display_title(tree: Tree) -> str | None:
    """Return the title from a tree's header on one line, or None."""
    return in_one_line(tree.title or "").strip() or None


MAX_NAMES = 500
"""Maximum number of names in a sentence. If there are more, the sentence only says how many."""


def limit_names(names: Iterable[str], count: int, language: str = "en") -> list[str]:
    """Return up to MAX_NAMES names for a sentence; if `count` is larger, add how many names are omitted."""
    shown = list(islice(names, MAX_NAMES))
    return shown if len(shown) == count else [*shown, words(language).and_more(count - len(shown))]


class Wording:
    """Text about a tree in one language, for all pages."""

    def __init__(self, tree: Tree, language: str) -> None:
        self.tree, self.language = tree, language

    def number(self, value: Any) -> str:
        """Return a number in MAX's view, or payoffs, as text."""
        return number_text(value, self.language)

    def limit(self, value: Number) -> str:
        """Return a number in MAX's view as text, or an empty string if the number is infinite."""
        return "" if abs(value) == INFINITY else self.number(value)

    def name(self, node: int) -> str:
        """Return the name of a node."""
        return self.tree.names[node]

    def all_names(self, nodes: Iterable[int]) -> list[str]:
        """Return the names of all given nodes, without a maximum."""
        return list(map(self.name, nodes))

    def names(self, nodes: Iterable[int]) -> list[str]:
        """Return the names of nodes, at most MAX_NAMES of them."""
        found = list(nodes)
        return limit_names(map(self.name, found), len(found), self.language)

    def kind(self, node: int) -> str:
        """Return the kind of a node in capitals, such as MAX."""
        return self.tree.kinds[node].value.upper()
