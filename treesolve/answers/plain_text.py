r"""A student's text without its markup, every character at its place: Markdown, LaTeX, HTML, comments.

>>> plain("**Pruned:** $L_{4}$  # a remark")[0]
'  Pruned:    L__4_             '
"""

import re
from collections.abc import Callable

from treesolve.answers.answer_lines import HEADING
from treesolve.answers.answer_words import latex, passed
from treesolve.answers.part_words import part_meant
from treesolve.model.problem import Span

_QUOTED = r'"(?:[^"\\\n]|\\["\\]){0,300}"'
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*", re.MULTILINE)
_RULE = re.compile(r"^[ \t]*(?=[^\n]*\|)\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?\|?[ \t]*$", re.MULTILINE)
_HEADING = re.compile(
    r"^[ \t]*#{1,6}[ \t]*(?=(?:\(?(?:[A-Za-z]|\d{1,2})[.)][ \t]*)?([^\n#:]*):?[ \t#]*$)", re.MULTILINE
)
_TOKEN = re.compile(
    rf"(?P<keyed>\"\w[\w ]{{0,40}}\"(?=[ \t]*:))|(?P<quoted>{_QUOTED})"
    r"|(?P<cited>(?<![\w'])'[^'\n\"]{1,40}'(?![\w']))|(?P<comment>(?:#|(?<![\w:/])//(?=[ \t]))[^\n]*)"
    r"|(?P<line><br[ ]?/?>|</p>|</li>|\\\\|\\item\b(?:\[[^\]\n]*\])?)"
    r"|(?P<sub>_\{\w+\})|\\(?P<command>[A-Za-z]+|[{}()\[\],;!: ])"
    r"|(?P<tag></?(?:p|li|ul|ol|b|i|strong|em|code|pre|sub)>|&nbsp;)"
    r"|(?P<mark>\*\*|__|`+|\$+)"
    r"|(?<![\w*%)])(?P<star>\*(?=[^\s*][^*\n]*\*))|(?<=[^\s*])(?P<end>\*)(?=[\s,;:)]|\.(?!\d)|$)"
)
_SIGNS_OF_TOKENS = "\"'#/<\\_&`$*"
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\{\w+\*?\}(?:\[[^\]\n]*\])?(?:\{[^}\n]*\})?")
_TABULAR = re.compile(r"\\begin\{(?:tabular|array)[^\0]*?\\end\{(?:tabular|array)")
_ALIGNED = re.compile(r"&(?=[ \t]*(?:[=<>≤≥]|\\[lg]eq?\b))|(?<=[=≤≥])[ \t]*&")
_WRAPPED = re.compile(r"\\(?:(?:sub)*section|paragraph|text\w*|math\w+|emph|underline)\*?\{([^{}\n]*)\}")
_FRACTION = re.compile(r"\\[dt]?frac\{([^{}\n]*)\}\{([^{}\n]*)\}")
_CALL = re.compile(r"\b(?:set|dict|list|tuple|frozenset)(?=[(\[])")
_CELL = re.compile(r"^([ \t]*\"?([^\W\d][\w ]{0,40})\"?)[ \t]*,[ \t]*\"([^\"\n]*)\"(?=[ \t]*$)", re.MULTILINE)
_TICKED = re.compile(r"^(?![^\n]*[✗✘✕❌])[^\n]*[✓✔☑✅][^\n]*", re.MULTILINE)
_BRANCH = re.compile(r"^[ \t]*(?:[|+`\\]-+[ \t]+|(?:\|[ \t]+)+(?=[|+`\\]-))+", re.MULTILINE)
_SMILEY = re.compile(r"(?<=\s)[:;]-?[)(DPp](?=\s|$)|[├│└─┌┐┘┬┴┼╰╭╮╯┤]|[\U0001F300-\U0001FAFF✂]")
_TICK = re.compile(r"([|;,\t]?)([ \t]*)[✓✔☑✅](?=[ \t]*([|;,\t\n]?))")
_ASSIGNS = re.compile(r"<-+(?=[ \t])")
_POINTED = re.compile(
    r"(?:^|(?<=[;|]))([ \t]*)([^\W\d][\w \t]{1,40}?)[ \t]*(?:-+>|=>|→|⇒)(?=[^;|\n]*[;|]|[^\n]*$)", re.MULTILINE
)
_REMARKED = re.compile(
    r"(?<=\d)([ \t]+)\[(?![^\[\]\n]*(?:inf|unend|alpha|beta|[αβ∞]))([^\[\]\n]*[^\W\d]{3}[^\[\]\n]*)\]", re.IGNORECASE
)
_DIVIDED = re.compile(r"^(?=[^\n/]*[ \t]//[ \t][^\n/]*[ \t]//[ \t])[^\n]*", re.MULTILINE)
"""`A: 5 // B: 5 // C: 2`: what stands between several is no comment."""

_INDENT = re.compile(r"^[ \t]++(?=[^\t\n]*$)", re.MULTILINE)
_CITED = re.compile(r"^[ \t]*(?:>[ \t]*)+", re.MULTILINE)


def plain(text: str) -> tuple[str, dict[Span, str]]:
    """The text with blanks in the place of markup and comments, as long as it was, and the comments by place."""
    for signs, markup, written in _MARKUP:
        text = markup.sub(written, text) if _may_have(signs, text) else text
    if not _may_have(_SIGNS_OF_TOKENS, text):
        return text, {}
    comments = {Span(*one.span()): one[0] for one in _TOKEN.finditer(text) if one.lastgroup == "comment"}
    return _TOKEN.sub(_text_for_markup, text), comments


def _may_have(signs: str, text: str) -> bool:
    """Whether a text has one of some signs; always where there are none."""
    return not signs or any(sign in text for sign in signs)


def _row_as_keyed_line(found: re.Match[str]) -> str:
    """A row of a table of keys and answers, as a line with a key."""
    return f"{found[1]}: {found[3]}".ljust(len(found[0])) if part_meant(found[2]) else found[0]


def _arrow_key_with_colon(found: re.Match[str]) -> str:
    """A key with an arrow behind it, in a line of several, as one with a colon."""
    return f"{found[1]}{found[2]}:".ljust(len(found[0])) if part_meant(found[2]) else found[0]


def _tick_as_word_or_blanks(found: re.Match[str]) -> str:
    """A tick beside what is right is passed over; one that is the whole cell of a table says yes."""
    is_cell = found[1] and (found[3] or not found.string[found.end() :].strip())
    return found[0] if is_cell else (found[1] + found[2]).ljust(len(found[0]))


def _match_as_blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _text_for_markup(found: re.Match[str]) -> str:
    """What stands in the place of a piece of markup."""
    return _WITHOUT.get(found.lastgroup or "", _match_as_blanks)(found)


def _sign_of_latex_command(found: re.Match[str]) -> str:
    command = found["command"]
    if command.isalpha() and command not in latex():
        return found[0]
    return latex().get(command, "").rjust(len(found[0]))


def _is_key(heading: str) -> bool:
    """Whether a heading begins a part, or a task, or is a question."""
    return bool(part_meant(heading) or any(passed(kind).fullmatch(heading.strip()) for kind in ("task", "question")))


def _without_comment(found: re.Match[str]) -> str:
    """Blanks, with a sign that it is a heading where it is alone on its line."""
    is_heading = (
        found[0][0] == HEADING
        and not found.string[found.string.rfind("\n", 0, found.start()) + 1 : found.start()].strip()
    )
    return (HEADING if is_heading else "").ljust(len(found[0]))


_WITHOUT: dict[str, Callable[[re.Match[str]], str]] = {
    "cited": lambda found: f" {found[0][1:-1]} ",
    "keyed": lambda found: f" {found[0][1:-1]} ",
    "quoted": lambda found: found[0],
    "comment": _without_comment,
    "sub": lambda found: found[0].replace("{", "_").replace("}", "_"),
    "command": _sign_of_latex_command,
    "line": lambda found: "\n".ljust(len(found[0])),
}

_MARKUP: tuple[tuple[str, re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (" \t", _INDENT, _match_as_blanks),
    ("`~", _FENCE, _match_as_blanks),
    ("|", _RULE, _match_as_blanks),
    (">", _CITED, _match_as_blanks),
    ('"', _CELL, _row_as_keyed_line),
    ("\\", _WRAPPED, lambda found: found[1].rjust(len(found[0]) - 1) + " "),
    ("/", _DIVIDED, lambda found: found[0].replace("//", " ;")),
    ("[", _REMARKED, r"\1(\2)"),
    (">→⇒", _POINTED, _arrow_key_with_colon),
    ("\\", _FRACTION, lambda found: f"{found[1]}/{found[2]}".rjust(len(found[0]))),
    ("\\", _TABULAR, lambda found: found[0].replace("&", "|")),
    ("|+`\\", _BRANCH, _match_as_blanks),
    ("", _SMILEY, _match_as_blanks),
    ("\\", _ENVIRONMENT, _match_as_blanks),
    ("&", _ALIGNED, _match_as_blanks),
    ("([", _CALL, _match_as_blanks),
    ("✓✔☑✅", _TICKED, lambda found: _TICK.sub(_tick_as_word_or_blanks, found[0])),
    ("#", _HEADING, lambda found: _match_as_blanks(found) if _is_key(found[1]) else found[0]),
    ("<", _ASSIGNS, lambda found: "←".rjust(len(found[0]))),
)
"""What is changed in turn: signs of which one is in it, the expression for it, and what stands in its place."""
