// Determines which skills are mastered, and what to practice on a day. Days are strings such as "2026-11-28"; this
// script does not know the current date.
//
// A skill is right on a day if at least two of its last six questions on that day were right without help and at most
// one was not. So an occasional slip costs a few questions but no day: with one slip in twenty, a skill is done after
// two trees on two days, and hardly ever after more than four. Later mistakes count as well.
//
// A skill is done if it was right on two different days. It then returns for reviews: after one day, then three, then
// seven. A skill that is not right in its review stays due, and then starts again with one day. It is settled if all
// reviews were right. The states are "new", "begun" (right on one day), "due" (for review), "resting" (done, the next
// review is later) and "settled".

const LAST_QUESTIONS = 6;
const RIGHT_LEAST = 2;
const WRONG_MOST = 1;

const DAYS_TO_BE_DONE = 2;
const RETURNS = [1, 3, 7];

const NEW_AT_ONCE = 2;

/** Whether a text is a valid date. */
function isDay(text) {
  return typeof text === "string" && /^\d{4}-\d\d-\d\d$/.test(text) && dayAfter(text, 0) === text;
}

/** Return the day `count` days after another one; an empty string if that is invalid. */
function dayAfter(day, count) {
  const moment = new Date(`${day}T00:00:00Z`).getTime() + count * 86400000;
  return Number.isFinite(moment) ? new Date(moment).toISOString().slice(0, 10) : "";
}

/** Whether a skill is right on a day, given its answers: each is right without help or not. */
function wentRight(results) {
  const last = results.slice(-LAST_QUESTIONS);
  const right = last.filter(Boolean).length;
  return right >= RIGHT_LEAST && last.length - right <= WRONG_MOST;
}

/** The days of one skill. */
class SkillDays {
  constructor(skill) {
    this.skill = skill;
    this.results = new Map();
    this.rightOn = new Set();
  }

  /** Add the answers of one tree, each right without help or not; trees come in the order of their days. */
  learn(day, results) {
    const all = [...(this.results.get(day) ?? []), ...results];
    this.results.set(day, all);
    if (wentRight(all)) this.rightOn.add(day);
    else this.rightOn.delete(day);
  }

  isRightOn(day) {
    return this.rightOn.has(day);
  }

  /** The days that count: the first two right ones and the reviews; and the day of the next review. */
  get schedule() {
    const counted = [];
    let returns = 0;
    let due = "";
    for (const day of [...this.results.keys()].sort()) {
      const isRight = this.rightOn.has(day);
      if (counted.length < DAYS_TO_BE_DONE) {
        if (isRight) counted.push(day);
        if (isRight && counted.length === DAYS_TO_BE_DONE) due = dayAfter(day, RETURNS[0]);
      } else if (due && day >= due) {
        if (isRight) counted.push(day);
        returns = isRight ? returns + 1 : -1;
        due = isRight && returns >= RETURNS.length ? "" : isRight ? dayAfter(day, RETURNS[returns]) : due;
      }
    }
    return { days: counted, due };
  }

  /** Return the state of the skill on a day. */
  on(day) {
    const { days, due } = this.schedule;
    const isDone = days.length >= DAYS_TO_BE_DONE;
    const state = isDone ? (!due ? "settled" : due <= day ? "due" : "resting") : days.length ? "begun" : "new";
    return { skill: this.skill, state, isDone, days, due: due || null, isRightToday: this.isRightOn(day) };
  }
}

/** All skills of a trainer, simplest first. */
class Mastery {
  constructor(skills) {
    this.skills = skills.map((skill) => new SkillDays(skill));
  }

  /** Add the answers in a tree on a day. */
  learn(day, tree, record) {
    for (const skill of this.skills) {
      const own = record.filter(({ question }) => tree.questions[question].skill === skill.skill);
      if (own.length) skill.learn(day, own.map(({ right, helped }) => right && !helped));
    }
  }

  /** Return the states of all skills on a day. */
  progress(day) {
    return this.skills.map((skill) => skill.on(day));
  }

  /** Return what to practice on a day, in the order of skills: due and begun ones, and a few new ones at a time. */
  today(day) {
    const open = this.progress(day).filter(({ state, isRightToday }) => !isRightToday && ["new", "begun", "due"].includes(state));
    const fresh = open.filter(({ state }) => state === "new").slice(0, NEW_AT_ONCE);
    return open.filter((entry) => entry.state !== "new" || fresh.includes(entry));
  }
}
