// Simulates random training days, without a browser, with random states and settings. Runs after the scripts of the
// page; `pool`, `walks` and `seed` must be defined. Prints the number of trees, or throws.

let state = (Math.imul(seed, 2654435761) + 12345) >>> 0;
const random = (count) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 4294967296) * count);
};
const pick = (list) => list[random(list.length)];
const demand = (holds, what) => {
  if (!holds) throw new Error(what);
};
const same = (one, other, what) => demand(JSON.stringify(one) === JSON.stringify(other), `${what}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`);
const copy = (value) => JSON.parse(JSON.stringify(value));
const JUNK = [null, undefined, 0, -1, 1.5, 1e300, "", "x", "2026-02-30T10:00", "2026-13-01", [], [[]], {}, NaN, true, ["cuts", 7], { length: 3 }, "__proto__"];
const SETTINGS = [{}, { seed: 7 }, { size: "small" }, { skills: ["cuts"] }, { help: 0 }, { help: 1, skills: ["order", "deep", "order"] }];

/** Return a record with right, wrong and helped answers, which may be incomplete. */
function record(tree, level) {
  const search = new PlayedSearch(tree, {}, level);
  const stops = random(8) === 0 ? 1 + random(4) : Infinity;
  while (!search.isDone && search.record.length < stops) {
    const { due } = search;
    const isTold = random(12) === 0;
    if (isTold) search.tell();
    else {
      search.enter(random(5) && due.by ? pick([due.right, ...Object.values(due.by)]) : due.right);
      search.check();
    }
    search.goOn();
  }
  return search.state.record;
}

/** Return a copy with an invalid part. */
function spoilt(file) {
  const junk = copy(file);
  const isOuter = random(2) || !junk.played.length;
  const inner = isOuter ? junk : pick(junk.played);
  inner[pick(Object.keys(inner))] = pick(JUNK);
  if (!isOuter && Array.isArray(inner.record) && inner.record.length) inner.record[random(inner.record.length)] = pick(JUNK);
  return junk;
}

function check(trainer, settings, day) {
  const { tree, level } = trainer.next();
  same([tree.id, level], [trainer.next().tree.id, trainer.next().level], "the next tree stays");
  demand(pool.trees.includes(tree), "it is one of the pool");
  demand(settings.help === undefined ? level >= 0 && level <= 3 : level === settings.help, "as much is asked as is set");
  if (settings.size) demand(tree.size === settings.size, "it has the size that is set");
  const skills = pool.skills.filter((skill) => !settings.skills || settings.skills.includes(skill));
  same(trainer.progress.map(({ skill }) => skill), skills, "each skill has its progress");
  const list = trainer.today;
  same(list.map(({ skill }) => skill), skills.filter((skill) => list.some((entry) => entry.skill === skill)), "the list has the order of the skills");
  demand(list.every((entry) => !entry.isRightToday && (entry.state !== "due" || entry.due <= day)), "what is listed is to be done");
  const { played } = trainer.file;
  demand(played.every(({ when }, place) => !place || played[place - 1].when <= when), "what was played is in order");
  return { tree, level };
}

let trees = 0;
for (let walk = 0; walk < walks; walk++) {
  const settings = pick(SETTINGS);
  let day = dayAfter("2026-02-20", random(1000));
  let trainer = new Trainer(pool, pick(JUNK), settings, day);
  let elsewhere = new Trainer(pool, {}, settings, day);
  const days = 1 + random(4);
  for (let past = 0; past < days; past++) {
    trainer.today = elsewhere.today = day;
    for (let turn = 0; turn < 1 + random(4); turn++) {
      const place = random(4) ? trainer : elsewhere;
      const { tree, level } = check(place, settings, day);
      const count = place.games.length;
      for (const junk of JUNK) demand(!place.finish(junk, level, junk, `${day}T10:00`) && !place.finish(tree.id, junk, junk, junk), "junk is no game");
      demand(place.finish(tree.id, level, record(tree, level), `${day}T1${turn}:0${random(10)}`) && place.games.length === count + 1, "a game is taken");
      trees += 1;
    }
    const restored = new Trainer(pool, copy(trainer.file), settings, day);
    same(restored.file, trainer.file, "a file is restored as it was");
    same([restored.named, restored.today, restored.next().tree.id], [trainer.named, trainer.today, trainer.next().tree.id], "so is all that follows");
    const junk = spoilt(trainer.file);
    const survived = new Trainer(pool, junk, pick(JUNK), pick(JUNK));
    demand(survived.next().tree && survived.file.played.length <= trainer.games.length, "any file is survived");
    day = dayAfter(day, 1 + random(3));
  }
  const [here, there] = [trainer, elsewhere].map(({ file }) => copy(file));
  const count = trainer.games.length + elsewhere.games.length;
  trainer.merge(there);
  elsewhere.merge(here);
  same(trainer.file, elsewhere.file, "who opens whose file makes no difference");
  demand(trainer.merge(there) === 0 && trainer.games.length <= count, "nothing is doubled");
  const keys = (file) => file.played.map(({ tree, when }) => `${when} ${tree}`);
  same(keys(trainer.file), [...new Set([...keys(here), ...keys(there)])].sort(), "nothing is lost");
  demand(trainer.merge({ ...there, trainer: "another" }) === 0, "a file of another trainer is not taken");
}
console.log(trees);
