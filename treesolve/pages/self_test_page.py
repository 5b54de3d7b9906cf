"""What an exercise makes of perfect answers, of an empty one, and of each misconception, as lines of text."""

from collections.abc import Iterator

from treesolve.grading.self_test import FollowerTrial, LectureTrial, SelfTest
from treesolve.pages.environment import number_text, words
from treesolve.pages.table import text_table


def self_test_page(test: SelfTest, language: str = "en") -> str:
    """The self-test in sentences, and a table with a row a misconception."""
    return "\n".join([*_sentences_on_lectures(test, language), "", _table_of_followers(test, language)]) + "\n"


def _sentences_on_lectures(test: SelfTest, language: str) -> Iterator[str]:
    say = words(language, "grades.jinja")
    searched = [trial for trial in test.lectures if trial.possible is not None]
    sound = [trial.convention for trial in searched if trial.is_sound]
    yield say.perfect({"lectures": sound, "points": _points_of_lecture(test.lectures[0], language)})
    for trial in searched:
        if not trial.is_sound:
            yield say.imperfect({"lecture": trial.convention, "points": _points_of_lecture(trial, language)})
    refused = [trial.convention for trial in test.lectures if trial.possible is None]
    if refused:
        yield say.not_searched({"lectures": refused})
    yield say.empty_answer({"points": number_text(test.empty, language) if test.empty else ""})


def _points_of_lecture(trial: LectureTrial, language: str) -> str:
    return number_text(trial.points or 0, language)


def _table_of_followers(test: SelfTest, language: str) -> str:
    say = words(language, "grades.jinja")
    head = [say.column(name) for name in ("misconception", "points", "result")]
    return text_table(head, [_row_of_follower(trial, language) for trial in test.followers])


def _row_of_follower(trial: FollowerTrial, language: str) -> list[str]:
    say = words(language, "grades.jinja")
    result = say.trial({"result": trial.result, "others": trial.others})
    return [trial.code, number_text(trial.points, language), result]
