"""TOML files: every value has a position in the text in any spelling."""

import tomllib
from collections.abc import Iterator

from tests.support.places import TESTS
from treesolve.notation.toml_source import TomlValue

SPELLINGS = r"""
a."b.c" . 'd]' = [1, {x.y = 2, "z" = '''q
]'''}, '''"a"'''''  , # ]
]
"\u0061b" = "\"#"
'' = ''
[t."a]b"]  # a comment
k = 1979-05-27 07:32:00 # another
[[p]]
a = [[], {}, -inf,]
[[p.q]]
[[ p . q ]]
[p.q.r]
z = 0xff_ff
[[p]]
[[p.q]]
b = nan
c = ["x", "\u0078"]
"""


def values_in(at: TomlValue) -> Iterator[TomlValue]:
    """Yield all values inside one."""
    inside = at.entries().values() if isinstance(at.value, dict) else at.items() if isinstance(at.value, list) else ()
    for one in inside:
        yield from (one, *values_in(one))


def test_every_value_has_a_span():
    """The span is that of the key, of the list item, or of the table if the value is missing."""
    for text in (SPELLINGS, *(path.read_text("utf-8") for path in sorted(TESTS.glob("golden/inputs/*.toml")))):
        for at in values_in(TomlValue(tomllib.loads(text), "x.toml", text)):
            assert at.span is not None
            written = text[slice(*at.span)]
            if isinstance(at.path[-1], str):
                assert tomllib.loads(f"{written} = 0") == {at.key: 0}
            if not isinstance(at.value, str | dict | list):
                assert str(tomllib.loads(f"found = {at.shown}")["found"]) == str(at.value)
            assert at.content_span is None or text[slice(*at.content_span)] == at.value
            assert isinstance(at.value, str) or at.child("missing").span == at.span


def test_the_span_of_an_item_is_its_content():
    """The span of a list item only includes the quotes if the string has escapes."""
    file = TomlValue(tomllib.loads(SPELLINGS), "x.toml", SPELLINGS)
    items = file.entries()["p"].items()[1].entries()["q"].items()[0].entries()["c"].items()

    assert [SPELLINGS[slice(*item.span)] for item in items if item.span] == ["x", r'"\u0078"']
