// Simulates students of a trainer, without a browser. Runs after the scripts of the page; `pool` (a trainer's data),
// `tries` (the number of students of each kind) and `seed` must be defined. Prints statistics as JSON.

let state = (Math.imul(seed, 2654435761) + 12345) >>> 0;
const random = (count) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 4294967296) * count);
};
const pick = (list) => list[random(list.length)];
const happens = (share) => random(1e6) < share * 1e6;
const SLIPS = 0.05;
const codes = Object.keys(pool.rules);

/** Return a random wrong answer; half of them agree with some rule. */
function slip(question, tree) {
  const others = Object.values(question.by ?? {});
  if (others.length && happens(0.5)) return pick(others);
  if (question.kind === "child") return pick(tree.children[question.node].filter((child) => child !== question.right)) ?? question.right;
  if (question.kind === "cut") return question.right === "cut" ? "on" : "cut";
  const other = () => String(random(21));
  return question.kind === "return" ? other() : question.right.map((right) => (happens(0.5) ? right : other()));
}

/** Play a tree with the given answers, and return the record for the trainer. */
function played(tree, level, meant) {
  const search = new PlayedSearch(tree, {}, level);
  while (!search.isDone) {
    const answer = happens(SLIPS) ? slip(search.due, tree) : meant(search.due, tree);
    if (!search.enter(answer)) throw new Error(`no answer to ${JSON.stringify(search.due)}: ${JSON.stringify(answer)}`);
    search.check();
    search.goOn();
  }
  return search.state.record;
}

const whenOn = (day, turn) => `${day}T${String(8 + Math.floor(turn / 60)).padStart(2, "0")}:${String(turn % 60).padStart(2, "0")}`;

/** Play up to `trees` trees on a day until `seen` returns true. Return their number, or Infinity if it never does. */
function train(trainer, day, meant, trees, seen = () => false) {
  trainer.today = day;
  for (let turn = 1; turn <= trees; turn++) {
    const { tree, level } = trainer.next();
    if (!trainer.finish(tree.id, level, played(tree, level, meant), whenOn(day, turn))) throw new Error("a tree was not taken");
    if (seen(trainer)) return turn;
  }
  return Infinity;
}

const right = ({ right }) => right;
const follower = (rule) => (question) => question.by?.[rule] ?? question.right;
/** Two rules at once: if they disagree, either of them. */
const mixed = (one, other) => (question) => {
  const answers = [one, other].map((rule) => question.by?.[rule]).filter((answer) => answer !== undefined);
  return answers.length ? pick(answers) : question.right;
};
const wild = ({ kind, right }) => (kind === "return" ? String(random(21)) : right.map(() => String(random(21))));
/** Rules unknown to all pages. */
const UNKNOWN = {
  "counts children": (question, tree) => (question.kind === "return" ? String(tree.children[question.node].length) : question.right),
  "one more": (question) => (question.kind === "return" && /^-?\d+$/.test(question.right) ? String(Number(question.right) + 1) : question.right),
  "bounds exchanged": (question) => (question.kind === "bounds" ? [...question.right].reverse() : question.right),
  "no infinities": (question) => (question.kind === "bounds" ? question.right.map((bound) => bound.replace("inf", "99")) : question.right),
  "guesses cuts": (question) => (question.kind === "cut" ? pick(["cut", "on"]) : question.right),
  "wild numbers": (question) => (["return", "bounds"].includes(question.kind) && happens(0.5) ? wild(question) : question.right),
};

const newTrainer = (settings = {}, data = pool) => new Trainer(data, {}, { seed: random(1e6), ...settings }, "2026-11-02");
/** Return the counts in order; 99 means never. */
const finite = (counts) => counts.map((count) => Math.min(count, 99)).sort((one, other) => one - other);
const figures = { named: {}, mixed: { own: 0, other: [], none: [] }, unknown: {}, accused: 0, done: {} };

for (const rule of codes) {
  const found = { trees: [], others: 0, gone: [], elsewhere: 0 };
  for (let run = 0; run < tries.rule; run++) {
    const trainer = newTrainer();
    found.trees.push(train(trainer, "2026-11-02", follower(rule), 6, () => trainer.named));
    if (trainer.named?.rule !== rule) {
      found.others += trainer.named !== null;
      continue;
    }
    const { tree, question } = trainer.named;
    if (pool.trees.find(({ id }) => id === tree).questions[question].by[rule] === undefined) throw new Error("it failed elsewhere");
    const { tree: next, level } = trainer.next();
    found.elsewhere += !trainer.choice.asked(next, level).some(({ by }) => by?.[rule] !== undefined);
    found.gone.push(train(trainer, "2026-11-03", right, 6, () => trainer.named === null));
  }
  figures.named[rule] = { ...found, trees: finite(found.trees), gone: finite(found.gone) };
}

for (let run = 0; run < tries.mixed; run++) {
  const one = pick(codes);
  const other = pick(codes.filter((code) => code !== one));
  const trainer = newTrainer();
  const count = train(trainer, "2026-11-02", mixed(one, other), 6, () => trainer.named);
  if (count === Infinity) figures.mixed.none.push(`${one}, ${other}`);
  else if ([one, other].includes(trainer.named.rule)) figures.mixed.own += 1;
  else figures.mixed.other.push(`${one}, ${other}: ${trainer.named.rule}`);
}

for (const [name, meant] of Object.entries(UNKNOWN)) {
  for (let run = 0; run < tries.unknown; run++) {
    const trainer = newTrainer();
    const count = train(trainer, "2026-11-02", meant, 12, () => trainer.named);
    if (count < Infinity) (figures.unknown[name] ??= []).push(`${trainer.named.rule} after ${count}`);
  }
}

for (let run = 0; run < tries.right; run++) {
  const trainer = newTrainer();
  let isAccused = false;
  const counts = {};
  for (const day of ["2026-11-02", "2026-11-03", "2026-11-04", "2026-11-05"]) {
    train(trainer, day, right, 6, () => {
      isAccused ||= trainer.named !== null;
      const { tree, record } = trainer.games.at(-1);
      for (const { skill, isDone, isRightToday } of trainer.progress) {
        const count = (counts[skill] ??= { trees: 0, done: 0, last: "" });
        const isAsked = record.some(({ question }) => tree.questions[question].skill === skill);
        if (isAsked && count.last !== day && !count.done) count.trees += 1;
        if (isRightToday) count.last = day;
        if (isDone) count.done ||= count.trees;
      }
      return trainer.today.length === 0;
    });
  }
  figures.accused += isAccused;
  for (const skill of pool.skills) (figures.done[skill] ??= []).push(counts[skill]?.done || Infinity);
}
for (const skill of pool.skills) figures.done[skill] = finite(figures.done[skill] ?? []);
console.log(JSON.stringify(figures));
