"""From which course system files come, and whose they are."""

import pytest

from treesolve.exchange import canvas, gradescope_export, ilias, moodle_assignment, openolat
from treesolve.exchange.entry import Entry
from treesolve.exchange.gradescope_export import Submitter, submitters
from treesolve.exchange.systems import recognised


def entry(path: str, content: str = "") -> Entry:
    """A file of an archive."""
    return Entry(path, f"x.zip/{path}", lambda most: content.encode()[:most])


@pytest.mark.parametrize(
    ("path", "key", "name", "file", "returned"),
    [
        (
            "Sample Ä 01_7_assignsubmission_file/Lösung 0.txt",
            "7",
            "Sample Ä 01",
            "Lösung 0.txt",
            "Sample Ä 01_7_assignsubmission_file/",
        ),
        ("A_7_assignsubmission_file/src/x.txt", "7", "A", "src/x.txt", "A_7_assignsubmission_file/"),
        ("A_7_assignsubmission_onlinetext/onlinetext.html", "7", "A", "onlinetext.html", "A_7_assignsubmission_file/"),
        ("A_7_assignsubmission_file_/x.txt", "7", "A", "x.txt", "A_7_assignsubmission_file_/"),
        ("A_7_assignsubmission_file_x.txt", "7", "A", "x.txt", "A_7_assignsubmission_file_"),
        ("A_7_assignsubmission_onlinetext_onlinetext.html", "7", "A", "onlinetext.html", "A_7_assignsubmission_file_"),
        (
            "A_7_assignsubmission_onlinetext.html",
            "7",
            "A",
            "A_7_assignsubmission_onlinetext.html",
            "A_7_assignsubmission_file/",
        ),
        (
            "Participant_7_assignsubmission_file/x.txt",
            "7",
            "Participant",
            "x.txt",
            "Participant_7_assignsubmission_file/",
        ),
        (
            "Gruppe 1-A B_7_assignsubmission_file/x.txt",
            "7",
            "Gruppe 1-A B",
            "x.txt",
            "Gruppe 1-A B_7_assignsubmission_file/",
        ),
        ("Ana_Maria_8_assignsubmission_file/x.txt", "8", "Ana Maria", "x.txt", "Ana Maria_8_assignsubmission_file/"),
        ("Sheet 3/A_7_assignsubmission_file/x_8_y.txt", "7", "A", "x_8_y.txt", "A_7_assignsubmission_file/"),
    ],
)
def test_moodle_says_whose_a_file_is(path: str, key: str, name: str, file: str, returned: str):
    """By the number; and what goes back begins as Moodle's importer takes it."""
    found = moodle_assignment.filing(path)

    assert found is not None
    assert found[:4] == (key, name, file, returned)


@pytest.mark.parametrize("path", ["x.txt", "A_7_assignsubmission_file", "A_assignsubmission_file/x.txt", "a/b_7/x.txt"])
def test_other_names_are_not_moodles(path: str):
    """Nobody is guessed."""
    assert moodle_assignment.filing(path) is None


def test_canvas_says_whose_a_file_is():
    """And which attempt it is, and whether it was late."""
    late, plain = canvas.filing("samplea_LATE_34_208_Work-2.txt"), canvas.filing("x/samplea_34_208_my_work.tar.gz")

    assert late == ("34", "samplea", "Work.txt", "samplea_LATE_34_208_", True, 2, False)
    assert plain == ("34", "samplea", "my_work.tar.gz", "samplea_34_208_", False, 0, False)
    assert canvas.filing("samplea_34_work.txt") is None


def test_ilias_and_openolat_say_whose_a_file_is():
    """Folders of teams stand around those of students; of several attempts the last one counts."""
    team, again = ilias.filing("Team_12/Ä_Sample_saempel.a_317/x.txt"), openolat.filing("sample/3_revisions_1/x.txt")

    assert team is not None
    assert team[:4] == ("317", "Sample Ä", "x.txt", "Ä_Sample_saempel.a_317/")
    assert again == ("sample", "sample", "x.txt", "sample/", False, 3, True)
    assert ilias.filing("Abgaben/x.txt") is openolat.filing("sample/1_task/x.txt") is None


METADATA = r"""---
submission_123:
  :submitters:
  - :name: "Sample \xC4 \u0141"
    :sid: '0100'
    :email: a@example.org
  - :name: 'Sample O''B'
    :sid:
    :email: b@example.org
  :created_at: 2026-11-22 10:00:00.000000000 Z
  :score: 3.0
  :history: []
submission_124:
  :submitters:
  - :name: Sample C
    :email: c@example.org
    :sid: 102
  :results:
    tests:
    - name: a test
"""


def test_gradescope_says_who_has_handed_in():
    """Several submitters, quotes and escapes as YAML has them."""
    found = submitters(METADATA)

    assert found["submission_123"] == (
        Submitter("Sample Ä Ł", "0100", "a@example.org"),
        Submitter("Sample O'B", "", "b@example.org"),
    )
    assert found["submission_124"][0] == Submitter("Sample C", "102", "c@example.org")


def test_an_export_of_gradescope_is_recognised():
    """Its metadata are nobody's answer; a file is everybody's who has handed it in."""
    found = recognised(
        [
            entry("assignment_1_export/submission_123/a.txt"),
            entry("assignment_1_export/submission_metadata.yml", METADATA),
            entry("assignment_1_export/submission_999/b.txt"),
        ]
    )

    assert found is not None
    assert found.system == gradescope_export.SYSTEM
    assert [filing.key for filing, _ in found.files] == ["0100", "b@example.org"]
    assert [one.path for one in found.others] == ["assignment_1_export/submission_999/b.txt"]


@pytest.mark.parametrize(
    ("paths", "system"),
    [
        (["A_7_assignsubmission_file/x.txt", "y.txt"], "Moodle"),
        (["sample/2_submissions/x.txt", "sample/1_task/y.txt"], "OpenOlat"),
        (["a_1_2_x.txt", "b_3_4_y.txt"], "Canvas"),
        (["a_1_2_x.txt", "4711.txt"], None),
        (["status.xlsx", "Ä_Sample_saempel_317/x.txt"], "ILIAS"),
        (["Ä_Sample_saempel_317/x.txt", "group 1/x.txt"], None),
        (["Ä_Sample_saempel_317/x.txt", "Ä_Sample_saempel_317/y.txt", "B_Sample_b_318/x.txt"], "ILIAS"),
        (["Exercise_Sheet_WS_2025/a.txt", "Exercise_Sheet_WS_2025/b.txt"], None),
        (["a_1_2_x.txt", "a_1_2_y.txt"], "Canvas"),
        (["a_LATE_1_2_x-1.txt", "a_1_2_x.txt"], "Canvas"),
        (["WS_2025_11_a.txt", "WS_2025_12_b.txt"], None),
        (["4711.txt", "4712/answer.txt"], None),
        ([], None),
    ],
)
def test_a_system_is_known_by_its_names(paths: list[str], system: str | None):
    """And what could be chance is no system's."""
    found = recognised([entry(path) for path in paths])

    assert (found and found.system) == system
