"""The feedback zip: a page per student, and no path leads outside."""

import io
import zipfile

from treesolve.integrations.course_system import Submitter, parse_gradescope_path
from treesolve.integrations.moodle_feedback import FeedbackZip


def pages(*added: tuple[str, str, str, str | bytes]) -> dict[str, bytes]:
    """Return the contents of a zip after adding these pages."""
    file = io.BytesIO()
    feedback_zip = FeedbackZip(file)
    for one in added:
        feedback_zip.add(*one)
    feedback_zip.finish()
    archive = zipfile.ZipFile(file)
    return {name: archive.read(name) for name in archive.namelist()}


def test_a_page_begins_with_the_feedback_prefix():
    """Content can be text or bytes; a second page of the same name gets a number."""
    assert pages(
        ("A_7_/", "feedback", ".html", "ä"), ("A_7_/", "feedback", ".html", b"1"), ("B_", "x", ".pdf", "")
    ) == {
        "A_7_/feedback.html": "ä".encode(),
        "A_7_/feedback-2.html": b"1",
        "B_x.pdf": b"",
    }


def test_no_path_leads_outside():
    """Neither names of exercises nor names of students can escape."""
    (found,) = parse_gradescope_path("s_1/a.txt", {"s_1": (Submitter(name="../../a\\b"),)})

    assert found.feedback_prefix == "s_1/..-..-a-b-"
    assert [*pages(("A/", "feedback-../x", ".md", ""))] == ["A/feedback-..-x.md"]


def test_the_same_pages_give_the_same_bytes():
    """The time does not matter."""
    file = io.BytesIO()
    feedback_zip = FeedbackZip(file)
    feedback_zip.add("A/", "x", ".md", "1")
    feedback_zip.finish()

    assert zipfile.ZipFile(file).infolist()[0].date_time == (1980, 1, 1, 0, 0, 0)
