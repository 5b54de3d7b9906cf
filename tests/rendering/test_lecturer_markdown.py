"""Markdown texts in all output formats: their markup is rendered, and nothing else is interpreted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from treesolve.model.problem import UNPRINTABLE
from treesolve.rendering.document import Document, written
from treesolve.rendering.lecturer_markdown import markdown
from treesolve.rendering.pdf import pdf

ATTACK = '<b>x</b> #read("/etc/passwd") \\input{x} ![p](http://x.y/z.png)'


def printed(text: str, form: str) -> str:
    """Return the text in an output format, without the page around it."""
    page = written(Document(markdown(text)), form)
    return page.removeprefix("<article>\n").removesuffix("</article>\n").rstrip("\n")


@pytest.mark.parametrize(
    ("text", "typst", "latex", "html"),
    [
        ("plain", "plain", "plain", "<p>plain</p>"),
        (
            "*one* **two *three***",
            "#emph[one] *two #emph[three]*",
            r"\emph{one} \textbf{two \emph{three}}",
            "<p><em>one</em> <strong>two <em>three</em></strong></p>",
        ),
        ("a\n\nb", "a\n\nb", "a\n\nb", "<p>a</p>\n<p>b</p>"),
        ("a\nb  \nc", "a b\\ c", r"a b\newline c", "<p>a b<br>c</p>"),
        ("`#x`", '#raw("#x")', r"\texttt{\#x}", "<p><code>#x</code></p>"),
        (
            "- a\n- b",
            "#list([a\n], [b\n], )",
            "\\begin{itemize}\n\\item{} a\n\\item{} b\n\\end{itemize}",
            "<ul>\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ul>",
        ),
        (
            "1. a\n2. b",
            "#enum([a\n], [b\n], )",
            "\\begin{enumerate}\n\\item{} a\n\\item{} b\n\\end{enumerate}",
            "<ol>\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ol>",
        ),
        ("# Head", "*Head*", r"\textbf{Head}", "<p><strong>Head</strong></p>"),
        (
            "[here](https://example.org/a_b)",
            "here (https:\\/\\/example.org\\/a\\_b)",
            r"here (https://example.org/a\_b)",
            "<p>here (https://example.org/a_b)</p>",
        ),
        ("50 % & $5_000", "50 % & \\$5\\_000", r"50 \% \& \$5\_000", "<p>50 % &amp; $5_000</p>"),
    ],
)
def test_what_is_written_stands_there(text: str, typst: str, latex: str, html: str):
    """Markup appears in formats that support it."""
    assert printed(text, "typst") == typst
    assert printed(text, "latex") == latex
    assert printed(text, "html") == html


def test_nothing_but_markdown_is_obeyed():
    """HTML, commands and pictures are printed as written; so are horizontal rules."""
    assert "&lt;b&gt;x&lt;/b&gt; #read(&quot;" in printed(ATTACK, "html")
    assert "<img" not in printed(ATTACK, "html")
    assert r"\#read(\"" in printed(ATTACK, "typst")
    assert r"\textbackslash{}input\{x\}" in printed(ATTACK, "latex")
    assert r"\<b\>" in printed(ATTACK, "markdown")
    assert printed("a\n\n---\n\nb", "text") == "a\n\n* * *\n\nb"


@examples(150)
@given(st.text(max_size=60).filter(lambda text: not UNPRINTABLE.search(text)))
def test_no_text_breaks_a_page(text: str):
    """Any text without control characters gives a valid page."""
    source = f'#set document(title: "x", date: none)\n#set text(lang: "en")\n{printed(text, "typst")}'
    assert pdf(source)[:5] == b"%PDF-"
