"""The files of one student form one submission, regardless of their types and source."""

from pathlib import Path

import pytest

from tests.support.course_systems import PARTLY, RIGHT, forty, moodle_zip, place_with, zip_of
from treesolve.integrations.course_submissions import CourseSubmission, SubmissionLoader, count_submissions
from treesolve.integrations.student_files import MAX_PAGE
from treesolve.model.problem import Problem, Span
from treesolve.submissions.submission import Submission
from treesolve.submissions.text_decoding import MAX_BYTES

MOODLE = Path(__file__).parent / "moodle"


def taken(path: Path) -> tuple[dict[str, str], list[str], dict[str, CourseSubmission]]:
    """Return the texts by student, the problem codes, and the submissions by student."""
    intake = SubmissionLoader([str(path)])
    found = list(intake.submissions())
    texts = {one.student: one.text for one in found if isinstance(one, Submission)}
    codes = [one.code for one in found if isinstance(one, Problem)]
    return texts, codes, {one.student: one for one in intake.course_submissions.values()}


def zipped(tmp_path: Path, files: dict[str, str | bytes]) -> Path:
    """Return a zip with these files."""
    (tmp_path / "x.zip").write_bytes(zip_of(files))
    return tmp_path / "x.zip"


@pytest.mark.parametrize("how", ["assignment", "blind"])
def test_a_zip_that_moodle_made(how: str):
    """Eleven of twelve students submitted; each submission is identified by the number."""
    texts, codes, course_submissions = taken(MOODLE / how / "submissions.zip")

    assert len(texts) == len(course_submissions) == 11
    assert codes == []
    assert all("values: A=3" in text and "best" in text for text in texts.values())
    assert len({one.key for one in course_submissions.values()}) == 11
    if how == "assignment":
        assert {"Sample Twin 13", "Sample Twin 17", "Sample Two OÖ 02"} <= texts.keys()
        assert course_submissions["Sample Picture 10"].unread


@pytest.mark.parametrize("how", ["", "blind", "groups", "flat", "old"])
def test_forty_students_however_moodle_names_them(how: str, tmp_path: Path):
    """Each student who submitted has one submission, identified by the number."""
    students = [one for one in forty() if one.files]
    (tmp_path / "x.zip").write_bytes(moodle_zip(forty(), how))
    texts, codes, course_submissions = taken(tmp_path / "x.zip")

    assert codes == []
    assert len(texts) == len(students) == 36
    assert {one.key for one in course_submissions.values()} == {str(one.number) for one in students}


def test_a_folder_is_like_the_zip(tmp_path: Path):
    """It does not matter whether the zip is unpacked."""
    files = {
        "A_7_assignsubmission_file/a.txt": "values: A=3",
        "A_7_assignsubmission_onlinetext/onlinetext.html": "best: B",
    }
    folder, archive = place_with(tmp_path / "in", files), zipped(tmp_path, dict(files))

    assert taken(folder)[0] == taken(archive)[0] == {"A": "values: A=3\n\nbest: B\n\n"}
    assert count_submissions([str(folder), str(archive)]) == 4


def test_a_single_folder_with_a_students_name_is_not_a_submission(tmp_path: Path):
    """A single folder whose name could be ILIAS's or Canvas's is not a submission."""
    folder = place_with(tmp_path / "Exercise_Sheet_WS_2025", {"meier.txt": "best: B"})
    (found,) = SubmissionLoader([str(folder)]).submissions()

    assert isinstance(found, Submission)
    assert found.student == "meier"


FOLDER = "A_7_assignsubmission_file"
PAGE = "A_7_assignsubmission_onlinetext/onlinetext.html"
UNREAD_PAGE = "[unread file: onlinetext.html of A]\n\n"
METADATA = "submission_1:\n  :submitters:\n  - :name: Sample A\n    :sid: '1'\n"

HANDED_IN: dict[str, tuple[dict[str, str | bytes], dict[str, str], list[str]]] = {
    "text counts, other files are named, empty ones are passed over": (
        {
            f"{FOLDER}/photo.jpg": "x",
            f"{FOLDER}/scan": b"%PDF-1.7",
            f"{FOLDER}/e.txt": " \n",
            f"{FOLDER}/a.txt": "values: A=3\n",
        },
        {"A": "values: A=3\n\n[unread file: photo.jpg of A]\n\n[unread file: scan of A]\n\n"},
        [],
    ),
    "a picture alone waits": ({f"{FOLDER}/photo.jpg": "x"}, {"A": "[unread file: photo.jpg of A]\n\n"}, []),
    "a long page with a picture is named once": (
        {PAGE: f"<p>{'values: A=3 ' * (MAX_BYTES // 10)}</p><img src='data:image/png;base64,AAAA'>"},
        {"A": UNREAD_PAGE},
        [],
    ),
    "a file and its copies are one answer": (
        {
            f"{FOLDER}/a.txt": "values: A=3\nbest: B\n",
            f"{FOLDER}/a (1).txt": "values: A=3\r\nbest: B",
            PAGE: "<p>values: A=3<br>best: B</p>",
        },
        {"A": "values: A=3\nbest: B"},
        [],
    ),
    "an empty page is told": ({PAGE: "<p>&nbsp;</p>"}, {}, ["submission-empty"]),
    "tables are parts of an answer": (
        {f"{FOLDER}/a.csv": "order\nL1 L2\n", f"{FOLDER}/b.csv": "best\nB\n"},
        {"A": "order: L1 L2\n\nbest: B\n\n"},
        [],
    ),
    "of attempts as Canvas numbers them the last one counts, parts are none": (
        {
            "samplea_34_208_Work.txt": PARTLY,
            "samplea_34_208_Work-1.txt": RIGHT,
            "sampleb_LATE_35_209_part-1.txt": "values: A=3",
            "sampleb_LATE_35_209_part-2.txt": "best: B",
        },
        {"samplea": RIGHT, "sampleb": "values: A=3\n\nbest: B\n\n"},
        ["handed-in-again", "handed-in-late"],
    ),
    "what lies in nobody's folder is no answer": (
        {f"{FOLDER}/a.txt": "best: B", "solution.txt": "best: B"},
        {"A": "best: B"},
        ["archive-no-student"],
    ),
    "a file called by a number says whose it is": ({f"{FOLDER}/471100.txt": "best: B"}, {"471100": "best: B"}, []),
    "an export of Gradescope": (
        {"export/submission_metadata.yml": METADATA, "export/submission_1/a.txt": "best: B\n"},
        {"Sample A": "best: B\n"},
        [],
    ),
    "an export of Gradescope with a list that is not clear": (
        {
            "export/submission_metadata.yml": f"{METADATA}submission_2:\n  :submitters:\n  - :name: |\n      B\n",
            "export/submission_1/a.txt": "best: B\n",
            "export/submission_2/a.txt": "best: B\n",
        },
        {"Sample A": "best: B\n"},
        ["gradescope-submitters", "archive-no-student"],
    ),
    "of no system": ({"4711.txt": "best: B", "4712.txt": "best: C"}, {"4711": "best: B", "4712": "best: C"}, []),
}


@pytest.mark.parametrize("form", ["zip", "folder"])
@pytest.mark.parametrize("case", HANDED_IN)
def test_there_is_one_text_per_student(case: str, form: str, tmp_path: Path):
    """Zipped or unpacked, no student is missing, and unread files are reported for review."""
    files, wanted, expected_codes = HANDED_IN[case]
    texts, codes, course_submissions = taken(
        zipped(tmp_path, files) if form == "zip" else place_with(tmp_path / "in", files)
    )

    assert (texts, codes) == (wanted, expected_codes)
    if case != "of no system":
        assert len(course_submissions) == max(1, len(wanted))
        assert [one.unread for one in course_submissions.values()] == [
            "[unread" in text for text in texts.values()
        ] or not texts


def test_a_picture_in_a_page_needs_review(tmp_path: Path):
    """Its size does not matter; the text of the page is read up to the limit."""
    for length in (100, MAX_PAGE):
        page = f"<p>values: A=Ä</p><p><img src='data:image/png;base64,{'A' * length}'></p>best: B"
        texts, codes, course_submissions = taken(zipped(tmp_path, {PAGE: page}))

        rest = "best: B\n\n" if length == 100 else ""
        assert texts == {"A": f"values: A=Ä\n\n{rest}[unread file: onlinetext.html of A]\n\n"}
        assert codes == []
        assert course_submissions["A"].unread


def test_a_problem_points_into_its_own_file(tmp_path: Path):
    """Line numbers are those of the file, not of all files together."""
    path = zipped(
        tmp_path, {"A_7_assignsubmission_file/a.txt": "values: A=3\n", "A_7_assignsubmission_file/b.txt": "\nbest: Q\n"}
    )
    (found,) = SubmissionLoader([str(path)]).submissions()

    assert isinstance(found, Submission)
    start = found.text.index("Q")
    placed = found.placed(Problem("answer-unknown-node", Span(start, start + 1), {}, found.source, found.text))
    assert placed.source.endswith("/b.txt")
    assert placed.place() == (2, 7)


def test_a_group_submission_belongs_to_each_member(tmp_path: Path):
    """Names in it are ignored."""
    metadata = f"{METADATA}  - :name: Sample B\n    :sid: '2'\n"
    files: dict[str, str | bytes] = {
        "submission_metadata.yml": metadata,
        "submission_1/a.txt": "student: 4711\nbest: B\n",
    }
    texts, codes, course_submissions = taken(zipped(tmp_path, files))

    assert codes == []
    assert {student: text.split() for student, text in texts.items()} == {
        "Sample A": ["best:", "B"],
        "Sample B": ["best:", "B"],
    }
    assert [one.source for one in course_submissions.values()] == [
        f"{tmp_path}/x.zip/submission_1/a.txt ({key})" for key in "12"
    ]


def test_many_files_of_one_student_are_bounded(tmp_path: Path):
    """Files beyond the limit are reported as unread."""
    files: dict[str, str | bytes] = {
        f"A_7_assignsubmission_file/{number:03d}.txt": f"{number:02d}" * 15_000 for number in range(90)
    }
    texts, _, course_submissions = taken(zipped(tmp_path, files))

    assert len(texts["A"]) < 100_000
    assert "[unread file: 003.txt of A]" in texts["A"]
    assert course_submissions["A"].unread


def test_an_encrypted_answer_is_reported_for_review(tmp_path: Path):
    """The others are read."""
    content = bytearray(zip_of({"A_7_assignsubmission_file/a.txt": "1", "B_8_assignsubmission_file/a.txt": "best: B"}))
    for index in (content.index(b"PK\x03\x04") + 6, content.index(b"PK\x01\x02") + 8):
        content[index] |= 1
    (tmp_path / "x.zip").write_bytes(bytes(content))
    texts, codes, _ = taken(tmp_path / "x.zip")

    assert texts == {"A": "[unread file: a.txt of A]\n\n", "B": "best: B"}
    assert codes == ["archive-encrypted"]
