"""What the fuzzer mutates, and the commands that read it."""

import re
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import chain, groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner

from tests.support.course_systems import TREE as COURSE_TREE
from tests.support.course_systems import forty, moodle_zip, worksheet
from tests.support.foreign import examples
from tests.support.keys import key_text
from tests.support.places import EXERCISES, ROOT, broken_files, exercise_files
from tests.support.readers import corpus
from treesolve.cli import treesolve
from treesolve.notation.importers.format_detection import NOTATIONS

TREE = b"S: MAX (A: MIN (6 5) B: MIN (2 9))"
ANSWER = b"student: 4711\nvalues: S=5 A=5 B=2\nwindows: B=[5, inf]\npruned: L4\norder: 6 5 2\nbest: A\nvalue: 5\n"

FILES: Mapping[str, bytes] = {
    "key.tree": TREE,
    "4711.txt": ANSWER,
    "moodle.zip": moodle_zip(forty()[:2]),
    "named.txt": b"exercise: key\n" + ANSWER,
    "open.tree": b"((6 x) (2 9))",
    "course.tree": COURSE_TREE.encode(),
    "sheet.toml": b'title = "T"\n[[task]]\nfile = "key.tree"\nask = ["values", "pruned"]\n',
}
"""The files that command lines name, and what is in them."""

LETTERHEAD: Mapping[str, bytes] = {
    "treesolve.toml": b'letterhead = "look"\n',
    "look/letterhead.toml": b'header = "Department"\nlogo = "logo.svg"\naccent = "#004f8a"\n',
    "look/logo.svg": (ROOT / "docs" / "examples" / "letterhead" / "course" / "logo.svg").read_bytes(),
    "look/fonts/own.ttf": bytes.fromhex("00010000 00010010 00000000 636d6170 00000000 0000001c 00000004 00000000"),
}
"""A lecturer's defaults and letterhead."""

MOVES = b"1\n2\n3\n4\n7=6+1\n6=5+1\n6=4+2\n5=4+1\n5=3+2\n4=3+1\n3=2+1\n5:5\n4:4\n3:3\n5:1\n4:1\n3:1\n2:1\n1:1\n"
"""Moves of all games."""


class Target(NamedTuple):
    """Something that is read: pieces, the readers whose corpus has more good inputs of it, and command lines.

    A command line is run in a folder of its own, which has FILES and those of `beside`. In it `@` is the input as the
    file that is called so, `-` the input as standard input, `{}` within a word the input itself as an argument.
    """

    name: str
    commands: tuple[str, ...]
    pieces: tuple[bytes, ...]
    kept: tuple[str, ...]
    file: str
    beside: Mapping[str, bytes]
    has_effort: bool

    @property
    def originals(self) -> tuple[bytes, ...]:
        """Good inputs: those that are made or stand in files, and what is kept."""
        return _good_inputs(self.name, self.kept)


@contextmanager
def scratch(beside: Mapping[str, bytes] = {}) -> Iterator[Path]:
    """A folder of its own with the files that command lines name, and more of them."""
    with tempfile.TemporaryDirectory() as name:
        for called, content in {**FILES, **beside}.items():
            path = Path(name) / called
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        yield Path(name)


def _pieces(*texts: str) -> tuple[bytes, ...]:
    """Pieces, with two blanks between them."""
    return tuple(piece.encode() for text in texts for piece in text.split("  "))


TREE_PIECES = _pieces(
    "1/2 *  MAX   chance  tree:  title:  levels: MAX  levels: MIN  shape: 2 2\n  shape: ,\n  leaves: 1 2  chance(  0 *",
    "convention: lang\n  convention: unit\n  points: best 1\n  points: best 1e-999\n  bounds: 0 10\n  <1, 2, 6>",
    "shape:" + " 9" * 2000,
)

ANSWER_PIECES = _pieces(
    "values:  A=5  pruned:  L4..L6  studnt: 2\n  tree: ((6 5) (2 9))\n  windows:  [5, inf]  Reihenfolge:  Bester Zug:",
    "none  keine  exercise: 1\n  variant: B\n  nam: x\n  none: 5\n  for which x: x<5\n  line: S A L2\n  mistake: A\n",
    "reordered: ((5 6))\n  statements: 1 true\n",
)

TOML_PIECES = _pieces(
    '[points]\n  = 1e-999\n  = 1e999\n  = [  = {  = "x"\n  [[task]]\n  = true\n  values = 4\n  """  = 1979-05-27\n',
)

PIECES: Mapping[str, tuple[bytes, ...]] = {
    **dict.fromkeys(("trees", "pages", "trees to be like"), TREE_PIECES),
    "foreign trees": _pieces(
        "max   Node(  Leaf 3  {'A': [  \"children\": [  \\Tree [.  child {node {  )A;  tree =   ->",
        "-->   |   -   |--   = ",
        "= max(  //   /*  %  None  float('inf')  1,5  –",
    ),
    **dict.fromkeys(("grade", "reports"), ANSWER_PIECES),
    "tables": ANSWER_PIECES + _pieces(',  ;  "  student,  sep=;\n  ="'),
    **dict.fromkeys(("rubrics", "sheets"), TOML_PIECES),
    "decisions": TOML_PIECES
    + _pieces('[[decision]]\n  student = "4711"\n  points = 1\n  part = "best"\n  reason =   text = "x"'),
    "conventions": TOML_PIECES + _pieces("window = [  order ="),
    "defaults": TOML_PIECES
    + _pieces('letterhead = "look"\n  style = "boards"\n  convention = "lang"\n  language = "de"\n  ../look'),
    "rosters": _pieces(',  ;  "  4711  id'),
    "grades": _pieces('"points":  "student"  []  {}  "-inf"'),
    "keys": _pieces('"tree":  []  {}  "exercises"  "points":'),
    "conversions": _pieces('1/2 *  CHANCE   title: <b>&amp;\n  points: best 1, values 4, order 2\n  "a}b"  \\'),
    "archives": (b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"../", b"_assignsubmission_file/"),
    "worksheets": _pieces(',  ;  "  Participant   \n  Grade  ID'),
    "letterheads": TOML_PIECES
    + _pieces('header =  footer = {  en =  font = "  accent = "#  logo = "../  logo.png  #000  #[x]  $  \\u{1}'),
    "logos": _pieces(
        "<svg  <script>  </svg>  <image href=  &lt;  &x;  <!DOCTYPE  <![CDATA[  width=  1e9  url(#a)  id="
    ),
    "play": _pieces("?  q  \x04"),
    **dict.fromkeys(
        ("expressions", "names", "drawn", "constraints", "positions", "players"),
        _pieces("..  x  %  ,  =  all  10000000  -  /  :"),
    ),
}
"""What may get into the inputs of a target."""


@cache
def targets() -> dict[str, Target]:
    """All targets by name, as `fuzz_targets.toml` tells them."""
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    short = table.pop("short")
    return {name: _target(name, message, table, short) for name, message in table.items()}


def _target(name: str, message: Mapping[str, Any], table: Mapping[str, Any], short: Mapping[str, str]) -> Target:
    commands = table.get(message["commands"], message)["commands"].replace("{ROOT}", str(ROOT))
    for word, options in short.items():
        commands = commands.replace(word, options)
    kept = [reader for kept in message.get("kept", ()) for reader in (NOTATIONS if kept == "notations" else [kept])]
    look = LETTERHEAD if "look" in message else {}
    file, has_effort = message.get("file", "input.txt"), "effort" in message
    return Target(name, tuple(commands.splitlines()), PIECES.get(name, ()), tuple(kept), file, look, has_effort)


def _small(*paths: Path) -> tuple[bytes, ...]:
    """What is in small files."""
    return tuple(path.read_bytes() for path in sorted(paths) if path.is_file() and path.stat().st_size < 3000)


def _written(*arguments: str) -> bytes:
    """What a command prints: the original of something that the program itself has written."""
    return CliRunner().invoke(treesolve, arguments).stdout_bytes


@cache
def _good_inputs(name: str, kept: tuple[str, ...]) -> tuple[bytes, ...]:
    return (*_originals()[name], *chain.from_iterable(map(corpus, kept)))


@cache
def _originals() -> dict[str, tuple[bytes, ...]]:
    """Good inputs that are made, or stand in files, by the target they are for."""
    trees = (*_small(*exercise_files()), *_small(*broken_files()), b"")
    answers, ending = (EXERCISES / "answers").glob("*/submissions/*"), attrgetter("suffix")
    by_ending = {name: _small(*paths) for name, paths in groupby(sorted(answers, key=ending), ending)}
    texts = (ANSWER, *by_ending[".txt"])
    sheets = (
        re.sub(rb'"\.\./[^"]*"', b'"key.tree"', sheet) for sheet in _small(*(EXERCISES / "sheets").glob("*.toml"))
    )
    words = _pieces(
        "3x2..3  0..20  0..1/20  pruned=3  best=last  MAX MIN MIN  2..4  2,4  7  1 2 3  aima  lines  1/2,1/2"
    )
    boards = _pieces(
        "......./......./......./......./......./.......  random",
        "X.O/.X./..O  7  21  3 4 5  .......  X  1 1/2 0  title: x  5 1 9  prune:depth=3  limit:depth=2,swing=1",
    )
    with scratch() as folder:
        tree, answer = str(folder / "key.tree"), str(folder / "4711.txt")
        grades, key = _written("grade", tree, answer, "--format", "json"), key_text(tree).encode()
    return {
        **dict.fromkeys(("trees", "pages", "trees to be like"), trees),
        **dict.fromkeys(("grade", "reports"), texts),
        "foreign trees": tuple(one.text.encode() for one in examples()),
        "tables": by_ending[".csv"],
        "rubrics": _small(EXERCISES / "answers" / "rubric.toml"),
        "decisions": _small(ROOT / "docs" / "examples" / "decisions.toml"),
        "defaults": (LETTERHEAD["treesolve.toml"], b'language = "de"\nconvention = "lang"\n'),
        "conventions": (b'id = "x"\nbase = "aima"\ncut = ">"\n', b'id = "x"\ntitle = "X"\nbounds = "shallow"\n'),
        "rosters": (b"id,name\n4711,Ada\n4712,Bo\n", b"Matrikelnummer;Vorname;Nachname\n4711;Eins;Muster\n"),
        "sheets": (*sheets, FILES["sheet.toml"]),
        "grades": (grades,),
        "keys": (key,),
        "conversions": (TREE,),
        "archives": (moodle_zip(forty()[:2], "flat"),),
        "worksheets": tuple(worksheet(forty()[:2], language).encode() for language in ("en", "de")),
        "letterheads": (LETTERHEAD["look/letterhead.toml"],),
        "logos": (LETTERHEAD["look/logo.svg"],),
        "fonts": (LETTERHEAD["look/fonts/own.ttf"],),
        **dict.fromkeys(("expressions", "constraints"), words),
        "names": _pieces(
            "values,pruned  boards  1  x  json  4711  key  dot  conventions  pruned  grundy  moodle  solve  x.tree  -q"
        ),
        "drawn": (*words, b"large-print", b"best,random", b"grundy"),
        **dict.fromkeys(("positions", "players"), boards),
        "play": (MOVES * 7, b"5\n1\n?\n3\n", b"q\n", b"?\n", b"1\n2\n3\n4\n", b"X.O/.X./..O"),
    }
