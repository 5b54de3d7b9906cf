"""What students read about parts that a person has decided, in every format and both languages."""

import html
import json
from pathlib import Path

import pytest

from tests.support.program import run

TREE = """title: Zwei
convention: {}
points: values 3, windows 2, pruned 3, order 2, best 1, value 1
tree: ((6 5) (2 9))
"""
ANSWER = """student: 1
values: A=5 B=5 C=ungefähr 2
windows: ? weiß nicht
pruned: das Blatt rechts
order: hm 6 5 2
best: der linke Zug
value: fünf
"""
WRITTEN = {line.partition(":")[0]: line for line in ANSWER.splitlines()[1:]}
RIGHT = {
    "values": "A=5 B=5 C≤2",
    "windows": "A=[−∞, ∞] B=[−∞, ∞] C=[5, ∞]",
    "pruned": "L4",
    "order": "L1 L2 L3",
    "best": "B",
    "value": "A = 5",
}
COMMENT = "Bitte Namen nennen & <ruhig> bleiben."


def entry(part: str, said: str, reason: str = "", student: str = "1") -> str:
    """Return a decision as it stands in the file."""
    reason = f"reason = {json.dumps(reason)}\n" if reason else ""
    return f'[[decision]]\nstudent = "{student}"\npart = "{part}"\n{said}\n{reason}'


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a key, an answer of which nothing is understood, and decisions that give half the points."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.tree").write_text(TREE.format("haw"), "utf-8")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "1.txt").write_text(ANSWER, "utf-8")
    (tmp_path / "d.toml").write_text("\n".join(entry(part, "points = 0.5", COMMENT) for part in WRITTEN), "utf-8")
    return tmp_path


def words_of(text: str) -> str:
    """Return a text in one row, with the characters that HTML escapes."""
    return " ".join(html.unescape(text).split())


def shown_in(name: str, language: str, *options: str) -> str:
    """What a student reads in a format."""
    decided = ("--decisions", "d.toml", "--language", language, *options)
    if name == "page":
        run("grade", "x.tree", "in", *decided, "--report", "r", "-o", "g.csv")
        return words_of(Path("r/1.html").read_text("utf-8"))
    if name == "text":
        return words_of(run("grade", "x.tree", "in/1.txt", *decided, "--style", "width=300").stdout)
    if name == "json":
        message = json.loads(run("grade", "x.tree", "in", *decided, "--format", "json").stdout)
        return str(message["results"][0]["feedback"])
    return words_of(run("grade", "x.tree", "in", *decided, "--format", name).stdout.replace('""', '"'))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", ["page", "text", "json", "csv"])
def test_points_given_by_hand_have_their_reason(place: Path, name: str, language: str):
    """What was written, that a person decided, what is right, and the comment, for every part."""
    message = shown_in(name, language)
    person = {"en": "A person decided this. You wrote:", "de": "Das hat ein Mensch entschieden. Geschrieben war:"}

    assert message.count(person[language]) == len(WRITTEN)
    assert message.count(COMMENT) >= len(WRITTEN)
    for part, written in WRITTEN.items():
        before, _, behind = message.partition(f"{person[language]} {'“' if language == 'en' else '„'}{written}")
        right = RIGHT[part].replace(",", ";" if language == "de" else ",")
        assert before != message, part
        assert right in behind.split(COMMENT)[0], part


@pytest.mark.parametrize("name", ["page", "text", "json", "csv"])
def test_hints_do_not_tell_what_is_right(place: Path, name: str):
    """Before the deadline the person, what was written, and the comment are all there is."""
    message = shown_in(name, "en", *(() if name == "text" else ("--feedback", "hints")))
    if name != "text":
        assert message.count("A person decided this. You wrote:") == len(WRITTEN)
        assert "these are pruned: L4" not in message
        assert not any(f"Right: {right}" in message for right in RIGHT.values())


@pytest.mark.parametrize(
    ("decision", "says"),
    [
        (entry("pruned", 'verdict = "wrong"'), "A person decided this. You wrote: “pruned: das Blatt rechts”. With"),
        (entry("pruned", 'verdict = "nothing"'), "A person decided this. You wrote: “pruned: das Blatt rechts”. With"),
        (entry("pruned", 'verdict = "read"', "Unklar."), "counts as an answer here. You wrote: “pruned: das Blatt"),
        (entry("pruned", 'verdict = "read"', "Unklar."), "Comment: “Unklar.” Nothing was answered here."),
        (entry("pruned", 'means = "L3"'), "A person read this as “L3”. You wrote: “pruned: das Blatt rechts”."),
        (entry("pruned", 'verdict = "right"', "Gut!"), "Comment on “Pruned”: “Gut!”"),
        (entry("pruned", 'means = "L4"', "Gut!"), "Comment on “Pruned”: “Gut!”"),
    ],
)
def test_every_kind_of_decision_is_told(place: Path, decision: str, says: str):
    """With its comment, even where no point is lost."""
    Path("d.toml").write_text(decision, "utf-8")

    assert says in shown_in("json", "en")
    assert says.split(": “Gut")[0].split(" Nothing")[0][-30:] in shown_in("page", "en")


def test_a_comment_is_told_beside_praise(place: Path):
    """All points by hand, and a word of the tutor."""
    decisions = [entry(part, 'verdict = "right"', "Sehr schön." if part == "order" else "") for part in WRITTEN]
    Path("d.toml").write_text("\n".join(decisions), "utf-8")

    assert shown_in("json", "en") == "Everything is right. Well done! Comment on “Order”: “Sehr schön.”"
    assert "Kommentar zu „Reihenfolge“: „Sehr schön.“" in shown_in("page", "de")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("student: 1\n", "A person decided this. With the correct"),
        ("student: 1\nL4 fehlt da\nbest: B\n", "You wrote: “L4 fehlt da”. With"),
        ("student: 1\npruned: L1\npruned: L2 da\n", "You wrote: “pruned: L1 · pruned: L2 da”. With"),
        ("student: 1\npruned: " + "lang " * 100 + "\n", "lang l…”. With"),
        ("student: 1\npruned: \u202eevil<b>\n", "evil<b>”. With"),
    ],
)
def test_what_is_quoted_is_what_belongs_to_the_part(place: Path, text: str, says: str):
    """Its own lines; without any those that belong nowhere; long ones shortened, nothing where nothing is written."""
    Path("in/1.txt").write_text(text, "utf-8")
    Path("d.toml").write_text(entry("pruned", "points = 1"), "utf-8")

    assert says in shown_in("json", "en")


def test_files_are_quoted_by_name_and_paper_not_at_all(place: Path):
    """The line that stands for a file is ours, not the student's."""
    Path("in/1.txt").unlink()
    Path("in/photo.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    Path("d.toml").write_text(entry("pruned", "points = 1", student="photo"), "utf-8")
    assert "You wrote: “photo.png”. With" in shown_in("json", "en")

    paper = entry("pruned", "points = 1").replace("points = 1", 'points = 1\nanswer = "paper"')
    Path("d.toml").write_text(paper, "utf-8")
    message = json.loads(run("grade", "x.tree", "--decisions", "d.toml", "--format", "json").stdout)
    assert "Pruned (1 of 3 points): A person decided this. With" in message["results"][0]["feedback"]


def test_results_as_data_have_the_right_answer_of_a_decided_part(place: Path):
    """Instead of an empty list, which would say that nothing is pruned."""
    message = json.loads(run("grade", "x.tree", "in", "--decisions", "d.toml", "--format", "json").stdout)
    parts = message["results"][0]["parts"]

    assert (parts["pruned"]["expected"], parts["order"]["expected"]) == (["L4"], ["L1", "L2", "L3"])


@pytest.mark.parametrize("convention", ["lang", "knuth-moore", "unit", "minimax", "cosc367"])
def test_every_convention_tells_what_is_right(place: Path, convention: str):
    """Whatever the convention asks for."""
    asked = "values 3, best 1, value 1" if convention == "minimax" else "values 3, windows 2, pruned 3, order 2, best 1"
    tree = f"convention: {convention}\npoints: {asked}\ntree: ((0.6 0.5) (0.2 0.9))\n"
    Path("x.tree").write_text(tree, "utf-8")
    message = shown_in("json", "en")

    assert message.count("A person decided this. You wrote:") == len(asked.split(","))
    assert "Right: -" not in message
