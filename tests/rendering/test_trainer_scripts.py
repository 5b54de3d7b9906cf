"""The trainer's scripts without a page: diagnosing rules, choosing trees, mastering skills, merging files."""

from typing import Any

import pytest

from tests.support.effort import cases, dealt, few, seeded
from tests.support.trainers import SMALL, pool_of_convention, ran, students, walked, worked_out

SEARCHED_CONVENTIONS = ("aima", "cs188", "lang")
USUAL = dealt(SEARCHED_CONVENTIONS, 1, 3)
"""Conventions whose default trainer is tested, which takes seconds to build."""

GUESSING = "guesses cuts"
"""No rule, but half of its answers agree with some rule."""


def hold(found: dict[str, Any]) -> None:
    """Check the guarantees for students with one buggy rule, two, none, or one unknown to the page."""
    every = sorted(count for named in found["named"].values() for count in named["trees"])
    assert every[len(every) // 2] <= 2
    assert sum(count <= 3 for count in every) >= 0.9 * len(every), found["named"]
    for rule, named in found["named"].items():
        trees, gone, tried = named["trees"], named["gone"], len(named["trees"])
        assert trees[tried // 2] <= (4 if rule == "parent-skip" else 3), rule
        assert named["others"] <= max(1, 0.05 * tried), rule
        assert named["elsewhere"] == 0, rule
        assert gone[len(gone) // 2] <= 2, (rule, gone)
    mixed = found["mixed"]
    assert mixed["own"] + 1 >= 0.9 * (mixed["own"] + len(mixed["other"]) + len(mixed["none"])), mixed
    assert {*found["unknown"]} <= {GUESSING}
    assert found["accused"] == 0
    for skill, trees in found["done"].items():
        assert sum(count > 4 for count in trees) <= max(1, 0.02 * len(trees)), (skill, trees)


@pytest.mark.long
@pytest.mark.parametrize("convention", USUAL)
def test_students_are_told_apart_and_whoever_is_right_is_done(convention: str):
    """Each buggy rule is named soon and later disappears, no other rule is named, and a slip costs no day."""
    tries = {"rule": cases(50), "mixed": cases(200), "unknown": cases(30) // 3, "right": cases(200)}
    hold(students(convention, tries, seed=_number(convention)))


def _number(name: str) -> int:
    return sum(str(seeded(name)).encode())


@pytest.mark.long
@pytest.mark.parametrize("convention", few(SEARCHED_CONVENTIONS))
def test_training_days_survive_any_file_and_give_the_same_from_the_same(convention: str):
    """Random walks with junk states, settings, records and dates work; merging two files is commutative."""
    assert walked(convention, cases(1000), seed=_number(convention)) > cases(1000)


@pytest.mark.parametrize(
    ("day", "count", "later"),
    [
        *(("2026-11-28", 0, "2026-11-28"), ("2026-11-28", 3, "2026-12-01"), ("2026-12-31", 1, "2027-01-01")),
        *(("2028-02-28", 1, "2028-02-29"), ("2026-03-28", 7, "2026-04-04"), ("2026-02-30", 1, "2026-03-03")),
        ("", 1, ""),
    ],
)
def test_days_are_counted_by_the_calendar(day: str, count: int, later: str):
    """Days are counted correctly across months, years and daylight saving time."""
    assert worked_out("dayAfter(day, count)", day=day, count=count) == later


def test_only_days_of_the_calendar_are_days():
    """Only valid dates in ISO format are accepted."""
    texts = ["2026-11-28", "2026-02-30", "2026-2-3", "28.11.2026", "", None, 20261128, "2026-11-28T10:00"]
    assert worked_out("texts.map(isDay)", texts=texts) == [True] + 7 * [False]


@pytest.mark.parametrize(
    ("results", "is_right"),
    [
        *(("", False), ("r", False), ("rr", True), ("rw", False), ("wr", False), ("wrr", True), ("rrw", True)),
        *(("wrw", False), ("wwrr", False), ("wwrrr", False), ("rrrrww", False), ("wwrrrrw", False), ("wwrrrrrw", True)),
        ("wwwwrrrrrr", True),
    ],
)
def test_a_skill_went_right_with_one_slip_among_the_last_six_questions(results: str, is_right: bool):
    """A skill is right with at least two right and at most one wrong of the last six questions."""
    assert worked_out('wentRight([...results].map((one) => one === "r"))', results=results) is is_right


SCHEDULED = """days.reduce((skill, [day, results]) => {
    skill.learn(day, [...results].map((one) => one === "r"));
    return skill;
}, new SkillDays("cuts"))"""


@pytest.mark.parametrize(
    ("played", "today", "state", "counted", "due"),
    [
        ("", "01", "new", "", None),
        ("01 ww", "02", "new", "", None),
        ("01 rr", "02", "begun", "01", None),
        ("01 rr, 01 rr", "02", "begun", "01", None),
        ("01 r, 02 r", "02", "new", "", None),
        ("01 r, 01 r, 03 rr", "03", "resting", "01 03", "04"),
        ("01 rr, 03 rr", "04", "due", "01 03", "04"),
        ("01 rr, 03 rr, 09 rr", "09", "resting", "01 03 09", "12"),
        ("01 rr, 03 rr, 04 rr, 06 rr", "06", "resting", "01 03 04", "07"),
        ("01 rr, 03 rr, 04 rr, 07 rr", "13", "resting", "01 03 04 07", "14"),
        ("01 rr, 03 rr, 04 rr, 07 rr, 15 rr", "30", "settled", "01 03 04 07 15", None),
        ("01 rr, 03 rr, 04 rr, 07 ww", "08", "due", "01 03 04", "07"),
        ("01 rr, 03 rr, 04 rr, 07 ww, 08 rr", "08", "resting", "01 03 04 08", "09"),
    ],
)
def test_a_skill_is_done_after_two_days_and_returns_after_one_three_and_seven(played, today, state, counted, due):
    """A failed review stays due, and the next one follows after a day."""
    dated = [("2026-11-" + day, results) for day, results in map(str.split, filter(None, played.split(", ")))]
    found = worked_out(f"({SCHEDULED}).on(today)", days=dated, today=f"2026-11-{today}")

    assert found["state"] == state
    assert found["days"] == [f"2026-11-{day}" for day in counted.split()]
    assert found["due"] == (due and f"2026-11-{due}")
    assert found["isDone"] is (len(found["days"]) > 1)


def test_the_list_of_a_day_has_what_is_due_or_begun_and_two_new_skills():
    """The list is in the order of the skills, without those that went right today."""
    skills = ["values", "bounds", "cuts", "ties", "deep", "order"]
    learnt = {"values": ["2026-11-01", "2026-11-02"], "cuts": ["2026-11-02"], "bounds": ["2026-11-03"]}
    script = """const mastery = new Mastery(skills);
        for (const skill of mastery.skills) for (const day of learnt[skill.skill] ?? []) skill.learn(day, [true, true]);
        console.log(JSON.stringify(mastery.today("2026-11-03").map(({ skill, state }) => [skill, state])));"""
    expected = [["values", "due"], ["cuts", "begun"], ["ties", "new"], ["deep", "new"]]
    assert ran(script, skills=skills, learnt=learnt) == expected


def test_help_fades_with_what_went_well():
    """The level rises up to the maximum after success, and falls after mostly wrong answers."""
    games = [{"record": [{"right": right == "r"} for right in rights]} for rights in ("rrrw", "rr", "rw", "wwww")]
    assert worked_out("[0, 1, 2, 3, 4].map((count) => levelAfter(games.slice(0, count)))", games=games) == [
        2,
        3,
        3,
        3,
        2,
    ]


def test_the_same_seed_trains_with_the_same_trees_and_another_one_with_others():
    """Ten trees of a student without mistakes depend only on the seed."""
    script = """const trees = (seed) => {
          const trainer = new Trainer(pool, {}, { seed }, "2026-11-02");
          return Array.from({ length: 10 }, (_, turn) => {
            const { tree, level } = trainer.next();
            const record = tree.questions.map(({ right }, question) => ({ question, answer: right }));
            trainer.finish(tree.id, level, record, `2026-11-02T10:0${turn}`);
            return tree.id;
          });
        };
        console.log(JSON.stringify([trees(7), trees(7), ...[8, 9, 10].map(trees)]));"""
    first, again, *others = ran(script, pool=pool_of_convention("cs188", SMALL))
    assert first == again
    assert len({*first}) == 10
    assert all(other != first for other in others)


def test_what_is_saved_is_what_was_played_and_the_days_that_count():
    """Saved verdicts are not trusted but recomputed."""
    pool = pool_of_convention("cs188", SMALL)
    tree = pool["trees"][0]
    wrong = [{"question": place, "answer": "no number", "right": True} for place, _ in enumerate(tree["questions"])]
    forged = [{"question": 0, "answer": ["7", "8"], "right": True, "helped": False}]
    played = [
        {"tree": tree["id"], "when": "2026-11-28T14:03", "level": 3, "record": forged},
        {"tree": tree["id"], "when": "2026-11-28T14:02", "level": 3, "record": wrong},
        {"tree": "nobody's", "when": "2026-11-28T14:04", "level": 3, "record": forged},
    ]
    kept = {"trainer": pool["id"], "student": "Noether, Emmy", "played": played, "done": {"cuts": ["2026-11-01"]}}
    file = worked_out('new Trainer(pool, kept, { seed: 3, help: 9 }, "2026-11-28").file', pool=pool, kept=kept)

    assert file == {
        "treesolve": "progress",
        "version": 1,
        "trainer": pool["id"],
        "lecture": "cs188",
        "student": "Noether, Emmy",
        "settings": {"seed": 3},
        "played": [played[0] | {"record": [forged[0] | {"right": False}]}],
        "done": {},
    }


@pytest.mark.long
@pytest.mark.parametrize("convention", USUAL)
def test_a_named_rule_has_trees_on_which_it_matters(convention: str):
    """The chosen level asks questions on which the named rule matters, for any skill and seed."""
    pool = pool_of_convention(convention)
    script = """const games = Array(3).fill({ tree: {}, record: [{ right: true }] });
        const asked = Object.keys(pool.rules).map((rule) => [1, 2, 3, 4, 5].map((seed) => {
          const choice = new TreeChoice(pool, { seed });
          const wanted = { toDo: ["values"], named: rule, likely: [], isAnyLikely: false, games };
          const { tree, level } = choice.next(wanted);
          return choice.asked(tree, level).filter(({ by }) => by?.[rule] !== undefined).length;
        }));
        console.log(JSON.stringify(asked));"""
    for rule, asked in zip(pool["rules"], ran(script, pool=pool), strict=True):
        most = max(sum(rule in entry.get("by", {}) for entry in tree["questions"]) for tree in pool["trees"])
        assert min(asked) >= min(3, most), rule
