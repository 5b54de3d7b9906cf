"""Free text in Markdown, as Typst and as LaTeX: what it means stands there, and nothing in it is obeyed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from treesolve.model.problem import UNPRINTABLE
from treesolve.pages.markdown import markdown
from treesolve.pages.pdf import pdf


@pytest.mark.parametrize(
    ("text", "typst", "latex"),
    [
        ("plain", "plain", "plain"),
        ("*one* **two**", "#emph[one] #strong[two]", r"\emph{one} \textbf{two}"),
        ("a\n\nb", "a\n\nb", "a\n\nb"),
        ("`#x`", '#raw("#x", block: false)', r"\texttt{\#x}"),
        ("- a\n- b", "#list([a],[b],)", "\\begin{itemize}\n\\item a\n\\item b\n\\end{itemize}"),
        ("1. a\n2. b", "#enum([a],[b],)", "\\begin{enumerate}\n\\item a\n\\item b\n\\end{enumerate}"),
        ("# Head", "#strong[Head]", r"\textbf{Head}"),
        (
            "[here](https://example.org/a_b)",
            "here (https:\\/\\/example.org\\/a\\_b)",
            r"here (https://example.org/a\_b)",
        ),
        ("50 % & $5_000", "50 % & \\$5\\_000", r"50 \% \& \$5\_000"),
        ("<b>x</b>", "\\<b\\>x\\<\\/b\\>", r"\textless{}b\textgreater{}x\textless{}/b\textgreater{}"),
        (
            '#read("/etc/passwd")',
            '\\#read(\\"\\/etc\\/passwd\\")',
            r"\#read(\textquotedbl{}/etc/passwd\textquotedbl{})",
        ),
        (r"\input{x}", r"\\input{x}", r"\textbackslash{}input\{x\}"),
    ],
)
def test_what_is_written_stands_there(text: str, typst: str, latex: str):
    """In both forms."""
    assert markdown(text, "typst") == typst
    assert markdown(text, "latex") == latex


@examples(150)
@given(st.text(max_size=60).filter(lambda text: not UNPRINTABLE.search(text)))
def test_no_text_breaks_a_page(text: str):
    """Whatever a lecturer pastes, a page comes out; control characters are refused before."""
    source = f'#set document(title: "x", date: none)\n#set text(lang: "en")\n{markdown(text, "typst")}'
    assert pdf(source)[:5] == b"%PDF-"
