"""How text prints as itself in each form of page, whatever characters it holds."""

import re
from collections.abc import Callable, Mapping

from treesolve.model.problem import sanitize


def in_one_line(text: str) -> str:
    r"""Return the harmless text, with blanks for its tabs and its ends of lines.

    >>> in_one_line("a\tb\n\x1b")
    'a b �'
    """
    return sanitize(text.replace("\n", " ").replace("\t", " "))


def escape_markdown(text: str) -> str:
    r"""Text that Markdown prints as it is.

    >>> print(escape_markdown("a*b <i>"))
    a\*b \<i\>
    """
    text = re.sub(r"([\\`*_{}\[\]<>#|~&])", r"\\\1", sanitize(text))
    return re.sub(r"^([0-9]*)([-+.)])", r"\1\\\2", text)  # at its beginning a line could become a list


def escape_html(text: str) -> str:
    """Text that HTML and SVG print as it is, in elements and in attributes.

    >>> print(escape_html('<b> & "c"'))
    &lt;b&gt; &amp; &quot;c&quot;
    """
    from html import escape  # pages of text do without it

    return escape(sanitize(text))


_TYPST_MARKS = re.compile(r"""([\\*_`$#@<>\[\]~=\-+/'"])""")


def escape_typst(text: str) -> str:
    r"""Text that Typst's markup prints as it is.

    >>> print(escape_typst('#read("x") // 1 - 2'))
    \#read(\"x\") \/\/ 1 \- 2
    """
    text = _TYPST_MARKS.sub(r"\\\1", sanitize(text)).replace("...", "..\\.").replace("\n", " ")
    return re.sub(r"^([0-9]+)\.", r"\1\\.", text)


def quote_typst_string(text: str) -> str:
    r"""Return the text as a string of Typst's code, with its quotation marks.

    >>> print(quote_typst_string('a "b" \\'))
    "a \"b\" \\"
    """
    marked = sanitize(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{marked}"'


_LATEX_MARKS = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "#": r"\#",
    "$": r"\$",
    "%": r"\%",
    "&": r"\&",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": r"{-}",
    "\n": " ",
    "−": r"\ensuremath{-}",
    "∞": r"\ensuremath{\infty}",
    "≥": r"\ensuremath{\geq}",
    "≤": r"\ensuremath{\leq}",
    "→": r"\ensuremath{\rightarrow}",
    "⌈": r"\ensuremath{\lceil}",
    "⌉": r"\ensuremath{\rceil}",
    "⌊": r"\ensuremath{\lfloor}",
    "⌋": r"\ensuremath{\rfloor}",
    "α": r"\ensuremath{\alpha}",
    "β": r"\ensuremath{\beta}",
    "·": r"\ensuremath{\cdot}",
    "×": r"\ensuremath{\times}",
    "±": r"\ensuremath{\pm}",
    "√": r"\ensuremath{\surd}",
    "ξ": r"\ensuremath{\xi}",
    **{raised: rf"\ensuremath{{^{digit}}}" for digit, raised in zip("0123456789n", "⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ", strict=True)},
    "…": r"\dots{}",
    "–": r"\textendash{}",
    "—": r"\textemdash{}",
    "„": r"\quotedblbase{}",
    "“": r"\textquotedblleft{}",
    "”": r"\textquotedblright{}",
    "‘": r"\textquoteleft{}",
    "’": r"\textquoteright{}",
    "‚": r"\quotesinglbase{}",
    "«": r"\guillemotleft{}",
    "»": r"\guillemotright{}",
    "\u00a0": "~",
    "\u202f": r"\,",
    "ß": r"\ss{}",
}

_GREEK = (
    "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon varphi chi "
    "psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
)

_FORMULAS = {
    **{sign: written[12:-1] for sign, written in _LATEX_MARKS.items() if written.startswith(r"\ensuremath{")},
    "≠": r"\neq",
    "≈": r"\approx",
    **{letter: f"\\{name}" for letter, name in zip("αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ", _GREEK.split(), strict=True)},
    **{raised: f"{{}}^{digit}" for digit, raised in zip("0123456789n", "⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ", strict=True)},
    **{lowered: f"{{}}_{digit}" for digit, lowered in enumerate("₀₁₂₃₄₅₆₇₈₉")},
}
"""Symbols, each as LaTeX writes it in a formula."""

_FORMULA = re.compile(rf"[{''.join(_FORMULAS)}]+(?:(?:(?<=[≤≥≈]) )?\d+(?:[.,/]\d+)?)?")


def with_math_formulas(markdown: str) -> str:
    r"""Markdown with its symbols as formulas, which pandoc carries into every form; other fonts need not have them.

    >>> print(with_math_formulas("α ≤4, C ≤ 2,5"))
    $\alpha$ $\leq 4$, C $\leq 2{,}5$
    """
    # A digit behind the last $ would make it a sum of money.
    return _FORMULA.sub(lambda found: f"${_formula(found[0])}$", markdown)


def _formula(text: str) -> str:
    symbols = [_FORMULAS.get(sign, sign) for sign in text if sign != " "]
    formula = "".join(f"{symbol} " if symbol[-1].isalpha() else symbol for symbol in symbols)
    return formula.rstrip().replace(",", "{,}")


_MAX_WORD_LENGTH = 30

_LATEX_LETTERS = frozenset(
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿĀāĂăĄąĆćČčĎďĐđĒēĘęĚěĞğĪīİıĹĺĽľŁłŃńŇňŐőŒœŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŸŹźŻżŽž§€°¡¿£"
)
"""What the T1 fonts of every TeX installation hold beside ASCII."""


def escape_latex(text: str) -> str:
    r"""Text that LaTeX prints as it is.

    A character that pdfLaTeX's fonts lack is handed to `\anycharacter` with its code, which the page defines. A very
    long word may be broken anywhere, since nothing else keeps it on the page.

    >>> print(escape_latex("\\input{x} α ≥ 5 王"))
    \textbackslash{}input\{x\} \ensuremath{\alpha} \ensuremath{\geq} 5 \anycharacter{738B}
    """
    return " ".join(map(_latex_word, sanitize(text).split(" ")))


def _latex_word(word: str) -> str:
    between = r"\allowbreak{}" if len(word) > _MAX_WORD_LENGTH else ""
    printed = between.join(map(_latex_character, word))
    return re.sub(",(?=,)", ",{}", printed)  # T1 fonts would join two commas to a quotation mark


def _latex_character(character: str) -> str:
    if character in _LATEX_MARKS:
        return _LATEX_MARKS[character]
    if character.isascii() or character in _LATEX_LETTERS:
        return character
    return rf"\anycharacter{{{ord(character):04X}}}"


ESCAPES: Mapping[str, Callable[[str], str]] = {
    "txt": sanitize,
    "md": escape_markdown,
    "html": escape_html,
    "svg": escape_html,
    "tex": escape_latex,
    "typ": escape_typst,
}
"""How text is escaped, by the suffix of the page's templates."""
