"""Escape functions for each page format; escaped text is printed literally and never interpreted."""

import re
from collections.abc import Callable, Mapping

from treesolve.model.problem import sanitize


def in_one_line(text: str) -> str:
    r"""Return the sanitized text as one line, with tabs and line ends replaced by blanks.

    >>> in_one_line("a\tb\n\x1b")
    'a b �'
    """
    return sanitize(text.replace("\n", " ").replace("\t", " "))


def escape_markdown(text: str) -> str:
    r"""Return the text escaped for Markdown.

    >>> print(escape_markdown("a*b <i>"))
    a\*b \<i\>
    """
    text = re.sub(r"([\\`*_{}\[\]<>#|~&])", r"\\\1", sanitize(text))
    return re.sub(r"^([0-9]*)([-+.)])", r"\1\\\2", text)  # at the start of a line these would begin a list


def escape_html(text: str) -> str:
    """Return the text escaped for use in elements and attributes of HTML and SVG.

    >>> print(escape_html('<b> & "c"'))
    &lt;b&gt; &amp; &quot;c&quot;
    """
    from html import escape  # not needed for text pages

    return escape(sanitize(text))


_TYPST_MARKS = re.compile(r"""([\\*_`$#@<>\[\]~=\-+/'"])""")


def escape_typst(text: str) -> str:
    r"""Return the text escaped for Typst markup.

    >>> print(escape_typst('#read("x") // 1 - 2'))
    \#read(\"x\") \/\/ 1 \- 2
    """
    text = _TYPST_MARKS.sub(r"\\\1", sanitize(text)).replace("...", "..\\.").replace("\n", " ")
    return re.sub(r"^([0-9]+)\.", r"\1\\.", text)


def quote_typst_string(text: str) -> str:
    r"""Return the text as a quoted string for Typst code.

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
    **{sign: latex[12:-1] for sign, latex in _LATEX_MARKS.items() if latex.startswith(r"\ensuremath{")},
    "≠": r"\neq",
    "≈": r"\approx",
    **{letter: f"\\{name}" for letter, name in zip("αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ", _GREEK.split(), strict=True)},
    **{raised: f"{{}}^{digit}" for digit, raised in zip("0123456789n", "⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ", strict=True)},
    **{lowered: f"{{}}_{digit}" for digit, lowered in enumerate("₀₁₂₃₄₅₆₇₈₉")},
}
"""The LaTeX commands of symbols inside formulas."""

_FORMULA = re.compile(rf"[{''.join(_FORMULAS)}]+(?:(?:(?<=[≤≥≈]) )?\d+(?:[.,/]\d+)?)?")


def with_math_formulas(markdown: str) -> str:
    r"""Return the Markdown with symbols replaced by formulas.

    Pandoc can convert formulas to every format, even if the font lacks the symbols.

    >>> print(with_math_formulas("α ≤4, C ≤ 2,5"))
    $\alpha$ $\leq 4$, C $\leq 2{,}5$
    """
    # pandoc does not end a formula at a $ that is followed by a digit.
    return _FORMULA.sub(lambda found: f"${_formula(found[0])}$", markdown)


def _formula(text: str) -> str:
    symbols = [_FORMULAS.get(sign, sign) for sign in text if sign != " "]
    formula = "".join(f"{symbol} " if symbol[-1].isalpha() else symbol for symbol in symbols)
    return formula.rstrip().replace(",", "{,}")


_MAX_WORD_LENGTH = 30

_LATEX_LETTERS = frozenset(
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿĀāĂăĄąĆćČčĎďĐđĒēĘęĚěĞğĪīİıĹĺĽľŁłŃńŇňŐőŒœŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŸŹźŻżŽž§€°¡¿£"
)
"""Non-ASCII characters that the T1 fonts of every TeX installation contain."""


def escape_latex(text: str) -> str:
    r"""Return the text escaped for LaTeX.

    Characters that are missing from the fonts of pdfLaTeX become `\anycharacter` with their code point. The page must
    define this command. Very long words may be broken at any character, so that they fit on the page.

    >>> print(escape_latex("\\input{x} α ≥ 5 王"))
    \textbackslash{}input\{x\} \ensuremath{\alpha} \ensuremath{\geq} 5 \anycharacter{738B}
    """
    return " ".join(map(_latex_word, sanitize(text).split(" ")))


def _latex_word(word: str) -> str:
    between = r"\allowbreak{}" if len(word) > _MAX_WORD_LENGTH else ""
    printed = between.join(map(_latex_character, word))
    return re.sub(",(?=,)", ",{}", printed)  # T1 fonts have a ligature of two commas


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
"""The escape function for each file extension of page templates."""
