// The state of a trainer, independent of the page: the played trees, the progress, the next tree, and the saved file.
//
// Each finished tree is recorded as {tree, when, level, record}; `record` is that of the played search, and `when` the
// local date and time, such as "2026-11-28T14:03:25". Everything else is derived: saved data may be arbitrary, so
// invalid entries are dropped, and answers are checked again.

const GAMES_MOST = 5000;
const LIKELIEST = 20;

function isWhen(text) {
  return typeof text === "string" && /^.{10}T\d\d:\d\d(:\d\d)?$/.test(text) && isDay(text.slice(0, 10));
}

/** Return the valid part of the settings. */
function sensibleSettings(given, data) {
  const { skills, size, seed, help } = Object(given);
  const meant = data.skills.filter((skill) => Array.isArray(skills) && skills.includes(skill));
  return {
    ...(meant.length ? { skills: meant } : {}),
    ...(["small", "medium", "large"].includes(size) ? { size } : {}),
    seed: Number.isSafeInteger(seed) ? seed : 0,
    ...(Number.isInteger(help) && help >= 0 && help <= EVERYTHING ? { help } : {}),
  };
}

/** A trainer for the trees of `data`; `today` is a day such as "2026-11-28", to be updated when the day changes. */
class Trainer {
  constructor(data, kept = {}, settings = {}, today = "") {
    this.data = data;
    this.settings = sensibleSettings(settings, data);
    this.today_ = isDay(today) ? today : "1970-01-01";
    this.trees = new Map(data.trees.map((tree) => [tree.id, tree]));
    this.choice = new TreeChoice(data, this.settings);
    this.student = "";
    this.games = [];
    this.skipped = new Set();
    this.derive();
    this.merge(kept);
  }

  // Played trees

  /** Record a finished tree with its level, record and time. Return false if they are invalid. */
  finish(treeId, level, record, when) {
    return this.add([{ tree: treeId, when, level, record }]) > 0;
  }

  /** Skip a tree until the page is opened again. */
  skip(treeId) {
    this.skipped.add(treeId);
  }

  /** Merge the games of another file without duplicates. Return the number of new games. */
  merge(kept) {
    const { trainer, student, played } = Object(kept);
    if (trainer !== this.data.id) return 0;
    if (typeof student === "string" && !this.student) this.student = student.slice(0, 200);
    return this.add(Array.isArray(played) ? played.slice(-GAMES_MOST) : []);
  }

  add(entries) {
    const known = new Set(this.games.map((game) => `${game.when} ${game.tree.id}`));
    const fresh = [];
    for (const game of entries.map((entry) => this.game(entry))) {
      const key = game && `${game.when} ${game.tree.id}`;
      if (!game || known.has(key)) continue;
      known.add(key);
      fresh.push(game);
    }
    const isNext = !this.games.length || fresh.every(({ when }) => when > this.games.at(-1).when);
    if (fresh.length) this.games = [...this.games, ...fresh].sort(earlierFirst);
    if (!isNext) this.derive();
    else fresh.sort(earlierFirst).forEach((game) => this.learn(game));
    return fresh.length;
  }

  /** Return a game from a saved entry; null if it is invalid. */
  game(entry) {
    const { tree: id, when, level, record } = Object(entry);
    const tree = this.trees.get(id);
    if (!tree || !isWhen(when)) return null;
    const search = new PlayedSearch(tree, { level, record });
    return search.record.length ? { tree, when, level: search.level, record: search.record } : null;
  }

  derive() {
    this.suspicions = new Suspicions(this.data);
    this.mastery = new Mastery(this.settings.skills ?? this.data.skills);
    this.games.forEach((game) => this.learn(game));
  }

  learn({ tree, when, record }) {
    this.suspicions.learn(tree, record);
    this.mastery.learn(when.slice(0, 10), tree, record);
  }

  // Derived state

  /** Return the next tree and its level. */
  next() {
    const toDo = this.today.map(({ skill }) => skill);
    const { isAnyLikely } = this.suspicions;
    const likely = this.suspicions.likeliest(LIKELIEST);
    return this.choice.next({ toDo, named: this.named?.rule ?? null, likely, isAnyLikely, games: this.games, skipped: this.skipped });
  }

  /** The buggy rule that explains the answers, with the tree id and question index of its last mistake; or null. */
  get named() {
    return this.suspicions.named;
  }

  /** What to practice today: entries as in `progress`; an empty list means that today is done. */
  get today() {
    return this.mastery.today(this.today_);
  }

  set today(day) {
    if (isDay(day)) this.today_ = day;
  }

  /** Each skill: {skill, state, isDone, days, due, isRightToday}; trainer-days defines the states. */
  get progress() {
    return this.mastery.progress(this.today_);
  }

  /** The data saved in the browser and as a file. */
  get file() {
    const played = this.games.map(({ tree, when, level, record }) => ({ tree: tree.id, when, level, record }));
    const right = this.mastery.skills.map(({ skill, schedule }) => [skill, schedule.days]).filter(([, days]) => days.length);
    const { id: trainer, lecture } = this.data;
    const { student, settings } = this;
    const done = Object.fromEntries(right);
    return { treesolve: "progress", version: 1, trainer, lecture, student, settings, played, done };
  }
}

function earlierFirst(one, other) {
  return one.when < other.when ? -1 : one.when > other.when ? 1 : one.tree.id < other.tree.id ? -1 : Number(one.tree.id > other.tree.id);
}
