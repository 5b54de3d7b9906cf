"""Tables of LaTeX and HTML, as rows with bars between their cells."""

import re
from collections.abc import Iterator

from treesolve.notation.foreign.patch import Edit

_TABULAR = re.compile(
    r"\A\s*(?:\\begin\{(?:table|center)\*?\}(?:\[[^\]\n]*\])?\s*|\\centering\s*|\\caption\{[^{}]*\}\s*)*"
    r"\\begin\{(?P<kind>tabular[xy*]?|array|longtable)\}(?:\{[^{}\n]*\}){1,2}(?P<rows>.*?)\\end\{(?P=kind)\}"
    r"\s*(?:\\end\{(?:table|center)\*?\}\s*|\\caption\{[^{}]*\}\s*|\\label\{[^{}]*\}\s*)*\Z",
    re.DOTALL,
)
_IN_TABULAR = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule)|\\cline\{[^{}]*\}|(?P<row>\\\\(?:\[[^\]]*\])?)|(?P<cell>(?<!\\)&)"
    r"|\\(?:textbf|textit|texttt|emph|text|mathrm)\{(?P<words>[^{}]*)\}|\$|(?P<nothing>--+)"
)
_TABLE = re.compile(r"\A\s*<table[^<>]*>.*</table>\s*\Z", re.DOTALL | re.IGNORECASE)
_IN_TABLE = re.compile(
    r"(?P<row></tr>)|(?P<cell></t[dh]>(?=\s*<t[dh]))|<caption[^<>]*>.*?</caption>|</?[a-z][^<>]*>|(?P<blank>\s*\n\s*)",
    re.DOTALL | re.IGNORECASE,
)


def tables_with_bars(text: str) -> Iterator[Edit]:
    r"""What makes a table of markup one with bars.

    >>> "".join(edit.instead for edit in tables_with_bars(r"\begin{tabular}{l}A & B \\ C & D\end{tabular}"))
    '|\n|'
    """
    if found := _TABULAR.match(text):
        yield Edit(0, found.start("rows"), "", "tidied-fence")
        for each in _IN_TABULAR.finditer(text, *found.span("rows")):
            yield Edit(*each.span(), "\n" if each["row"] else "|" if each["cell"] else each["words"] or "")
        yield Edit(found.end("rows"), len(text), "")
    elif _TABLE.match(text):
        for each in _IN_TABLE.finditer(text):
            yield Edit(*each.span(), "\n" if each["row"] else "|" if each["cell"] else "", "tidied-fence")
