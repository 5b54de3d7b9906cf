"""Recognition of course systems, and assignment of files to students."""

from collections.abc import Callable

import pytest

from tests.support.effort import dice, seeds
from treesolve.integrations.archive_entry import ArchiveEntry, SubmittedFileInfo
from treesolve.integrations.course_system import (
    Submitter,
    parse_canvas_path,
    parse_ilias_path,
    parse_moodle_path,
    parse_openolat_path,
    recognize_files,
    submitters,
)


def entry(path: str, content: str = "") -> ArchiveEntry:
    """Return an archive entry."""
    return ArchiveEntry(path, f"x.zip/{path}", lambda most: content.encode()[:most])


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("Sample Ä 01_7_assignsubmission_file/Lösung 0.txt", "7|Sample Ä 01|Lösung 0.txt|/"),
        ("A_7_assignsubmission_file/src/x.txt", "7|A|src/x.txt|/"),
        ("A_7_assignsubmission_onlinetext/onlinetext.html", "7|A|onlinetext.html|/"),
        ("A_7_assignsubmission_file_/x.txt", "7|A|x.txt|_/"),
        ("A_7_assignsubmission_file_x.txt", "7|A|x.txt|_"),
        ("A_7_assignsubmission_onlinetext_onlinetext.html", "7|A|onlinetext.html|_"),
        ("A_7_assignsubmission_onlinetext.html", "7|A|A_7_assignsubmission_onlinetext.html|/"),
        ("Gruppe 1-A B_7_assignsubmission_file/x.txt", "7|Gruppe 1-A B|x.txt|/"),
        ("Ana_Maria_8_assignsubmission_file/x.txt", "8|Ana Maria|x.txt|/"),
        ("Sheet 3/A_7_assignsubmission_file/x_8_y.txt", "7|A|x_8_y.txt|/"),
    ],
)
def test_students_in_paths_of_moodle(path: str, expected: str):
    """The number identifies the student; returned files begin as Moodle's importer requires."""
    key, name, file, before = expected.split("|")

    found = parse_moodle_path(path)

    assert found is not None
    assert found[:4] == (key, name, file, f"{name}_{key}_assignsubmission_file{before}")


@pytest.mark.parametrize(
    ("filing", "path", "expected"),
    [
        (parse_canvas_path, "samplea_LATE_34_208_Work-2.txt", "34|samplea|Work.txt|samplea_LATE_34_208_|True|2|False"),
        (parse_canvas_path, "x/a_34_208_my_work.tar.gz", "34|a|my_work.tar.gz|a_34_208_|False|0|False"),
        (parse_ilias_path, "Team_12/Ä_Sample_b.a_317/x.txt", "317|Sample Ä|x.txt|Ä_Sample_b.a_317/|False|0|False"),
        (parse_openolat_path, "sample/3_revisions_1/x.txt", "sample|sample|x.txt|sample/|False|3|True"),
        (parse_moodle_path, "x.txt", None),
        (parse_moodle_path, "A_7_assignsubmission_file", None),
        (parse_moodle_path, "A_assignsubmission_file/x.txt", None),
        (parse_moodle_path, "a/b_7/x.txt", None),
        (parse_canvas_path, "samplea_34_work.txt", None),
        (parse_ilias_path, "Abgaben/x.txt", None),
        (parse_openolat_path, "sample/1_task/x.txt", None),
    ],
)
def test_students_in_paths_of_other_systems(
    filing: Callable[[str], SubmittedFileInfo | None], path: str, expected: str | None
):
    """Attempts and late submissions are recognized; other names are not assigned to students."""
    found = filing(path)

    assert (found and "|".join(map(str, found))) == expected


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
  :results:
    output: |
      submission_125:
        :submitters:
        - :name: Nobody
    tests:
    - name: a test
  :submitters:
  - :name: Sample C
    :email: c@example.org
    :sid: 102
"""


def test_submitters_in_metadata_of_gradescope():
    """There can be several submitters, and quotes and escapes of YAML."""
    found = submitters(METADATA)

    assert found["submission_123"] == (
        Submitter("Sample Ä Ł", "0100", "a@example.org"),
        Submitter("Sample O'B", "", "b@example.org"),
    )
    assert found["submission_124"] == (Submitter("Sample C", "102", "c@example.org"),)


@pytest.mark.parametrize(
    "lines",
    [
        *(
            "- :name: |\n      Sample",
            "- :name: Sample\n      Long",
            "- :name: 'Sample",
            "- :name: &a Sample",
            "- :name: [Sample]",
        ),
        *(
            "- :sid: 0100",
            "- :sid: 1_000",
            "- :sid: 0x1F",
            "- :sid: yes",
            "- :sid: 12:30",
            "- :sid: 1.5",
            "- :sid: 2026-11-22",
        ),
        *(
            "- :name: Sample # A",
            "- :name: a: b",
            "- :name: !binary A",
            '- :name: "a\\nb"',
            "- :section:\n      :name: A",
            "- - :name: A",
        ),
    ],
)
def test_ambiguous_metadata_has_no_submitters(lines: str):
    """A submission with a line that is not a field or possibly not text has no submitters; the next one does."""
    before = f"submission_1:\n  :submitters:\n  - :email: a@example.org\n  {lines}\n  :status: x\n"

    assert list(submitters(before + METADATA[4:])) == ["submission_123", "submission_124"]


def test_gradescopes_lists_are_read_like_a_yaml_library_does():
    """Long texts and unsupported escapes are rejected; output of students is never a name."""
    yaml = pytest.importorskip("yaml")
    fragments = ["Sample", *"OÄ😀'\":\\019.-_e~", " ", ": ", " #", "no", "@x.org"]
    output = "  :submitters:\n  - :name: Nobody\nsubmission_9:\n  :submitters:\n"
    found = []
    for seed in seeds(2000):
        draw = dice(f"metadata {seed}")
        texts = ["".join(draw.choices(fragments, k=draw.randint(0, 4))) for _ in range(6)]
        people = [dict(zip((":name", ":sid", ":email"), row, strict=True)) for row in (texts[:3], texts[3:])]
        document = {"submission_1": {":results": {"output": output}, ":submitters": people, ":status": output}}
        style = draw.choice([None, None, "'", '"'])
        document_text = yaml.safe_dump(document, allow_unicode=seed % 2 == 0, default_style=style)
        listed = yaml.safe_load(document_text)["submission_1"][":submitters"]
        right = [[str(one[f":{field}"]) for field in Submitter._fields] for one in listed]
        found.append(submitters(document_text))
        assert found[-1] in ({}, {"submission_1": tuple(Submitter(*row) for row in right)}), document_text
    assert sum(map(bool, found)) > len(found) / 10


def test_an_export_of_gradescope_is_recognized():
    """Its metadata file is not an answer; a file belongs to all its submitters."""
    found = recognize_files(
        [
            entry("assignment_1_export/submission_123/a.txt"),
            entry("assignment_1_export/submission_metadata.yml", METADATA),
            entry("assignment_1_export/submission_999/b.txt"),
        ]
    )

    assert found is not None
    assert found.system == "Gradescope"
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
    """Possible coincidences are not recognized."""
    found = recognize_files([entry(path) for path in paths])

    assert (found and found.system) == system
