"""Conversion of the HTML of online texts to the lines that the student saw."""

from time import process_time

import pytest

from treesolve.integrations.online_text import extract_visible_text
from treesolve.integrations.student_files import MAX_PAGE


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("values: A=3", "values: A=3\n"),
        ("<p>values: A=3<br>pruned: L5<br/>best: B</p>", "values: A=3\npruned: L5\nbest: B\n"),
        ("<p>a</p><p>b</p>", "a\n\nb\n"),
        ("<div>a</div><div>b</div>", "a\nb\n"),
        ("<p>A =\n  3,&nbsp;B&nbsp;&ge;&nbsp;2 &amp; C&#61;4</p>", "A = 3, B ≥ 2 & C=4\n"),
        ("<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>d", "- a\n- b\n- c\n\nd\n"),
        ('<ol start="3"><li>a<li>b</ol>', "1. a\n2. b\n"),
        (
            "<table><thead><tr><th>Node<th>Value</thead><tbody><tr><td>A</td><td>3</td></tr></tbody></table>",
            "Node | Value\nA | 3\n",
        ),
        ("<table><tr><td>A<br>B</td><td><p>3</p><p>4</p></td></tr></table>x", "A B | 3 4\n\nx\n"),
        ("<table><tr><td>A</td></tr></table>", "A\n"),
        ("<table><tr><td>A<td>1<tr><td>B<td>2</table>", "A | 1\nB | 2\n"),
        ("<pre>A = 3\n  B = 2</pre>", "A = 3\nB = 2\n"),
        ("best: <s>C</s> B, <span style='text-decoration: line-through;'>D</span>", "best: ~~C~~ B, ~~D~~\n"),
        ("<span style='color: red'>L<del>1</del>2</span></span>", "L~~1~~2\n"),
        ("<b>L</b><sub>1</sub>, <i>L2</i>", "L1, L2\n"),
        ("<head><title>x</title><style>p {}</style></head><body><script>alert(1)</script>a</body>", "a\n"),
        ("<!-- no --><p>a<!-- b --></p>", "a\n"),
        ("<!DOCTYPE html><?xml?><![x[ y]]>a<!-- <p>no</p> --> b<!--[if mso]>c<![endif]-->", "a b\n"),
        ("a <! b <b", "a <! b <b\n"),
        ("3 < 5 und 4 > 2", "3 < 5 und 4 > 2\n"),
        ("</p></li></table></ul>a", "a\n"),
        ("<svg><title>x</title><text>y</text></svg>a", "a\n"),
        ("a<unknown>b</unknown>c", "abc\n"),
        ("", "\n"),
    ],
)
def test_a_text_is_read_as_it_is_seen(html: str, text: str):
    """Checks lines, lists, tables and entities; invisible text is omitted."""
    assert extract_visible_text(html).text == text


def test_a_long_nest_of_elements_is_read():
    """Deep nesting takes no extra time."""
    assert extract_visible_text("<ul><li>" * 20_000 + "x" + "<table><tr><td>" * 20_000).text.endswith("x\n")


@pytest.mark.parametrize(
    ("html", "has_picture"),
    [
        ('<p>a<img src="data:image/png;base64,AAAA"></p>', True),
        ('<img alt="" src="https://example.org/a.png" />', True),
        ('<img src="@@PLUGINFILE@@/a.png">', False),
        ("<p>a</p>", False),
    ],
)
def test_a_picture_is_seen(html: str, has_picture: bool):
    """Pictures that are separate files do not count."""
    assert extract_visible_text(html).has_picture == has_picture


@pytest.mark.parametrize("trap", ["<img ", "<!--", "<![", "</a", "<a b='", "<svg>", "&", "<", "<pre>", "<td>", "<s>"])
def test_no_page_takes_long(trap: str):
    """Many incomplete elements do not slow it down."""
    begun = process_time()
    extract_visible_text(trap * (MAX_PAGE // len(trap)))

    assert process_time() - begun < 20
