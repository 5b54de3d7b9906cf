// Chooses the next tree and the level: how much of it is asked, from two questions to all. The level rises by itself as
// trees go well.
//
// Candidates are the trees of the chosen size that were not played recently. If a buggy rule is named, trees where it
// matters come first. Otherwise, if some rules are likely, trees that distinguish them best come first. Otherwise trees
// that practice the most urgent skill come first; ties go to the tree that practices more of the other skills, and then
// to the tree that best distinguishes the likeliest explanations. The seed decides among about equally good trees.

const FIRST_LEVEL = 2;
const WELL = 0.75; // Such a share right without help, and more is asked next time;
const BADLY = 0.4; // a smaller one, and less.

/** After so many trees those of a size come, where none is set. */
const AFTER = { small: 0, medium: 1, large: 2 };
const GENTLE = 30; // The first tree has no more questions, where there is one.

/** What it is worth that a tree asks for something so many times, or more often: one answer shows next to nothing. */
const WORTH = [0, 0.5, 2, 3, 3.5];
const OFTEN = WORTH.length - 1;
const NEARLY = 0.95;

/** How much is asked after these trees, each with its level and its record. */
function levelAfter(games) {
  return games.reduce((level, { record }) => {
    const share = record.filter(({ right }) => right).length / Math.max(1, record.length);
    return Math.min(EVERYTHING, Math.max(0, level + (share >= WELL ? 1 : share < BADLY ? -1 : 0)));
  }, FIRST_LEVEL);
}

/** A number below `count` that is always the same for a seed and a turn. */
function drawnBelow(count, seed, turn) {
  let state = (Math.imul(seed + 1, 2654435761) ^ Math.imul(turn + 1, 40503)) >>> 0;
  for (let round = 0; round < 3; round++) state = (Math.imul(state ^ (state >>> 15), 2246822519) + 1) >>> 0;
  return state % count;
}

/** Those things for which a measure is nearly as high as it gets. */
function nearlyBest(things, measure) {
  const found = things.map(measure);
  const best = Math.max(...found);
  return things.filter((_, place) => found[place] >= best * NEARLY);
}

/** What was found out about the trees of some data, whatever is set: the questions of each level, and how many differ. */
const FOUND = new WeakMap();

/** Chooses from the trees of a trainer's data, within what is set. */
class TreeChoice {
  constructor(data, settings) {
    this.settings = settings;
    const isSized = ({ size }) => !settings.size || size === settings.size;
    const isMeant = ({ questions }) => !settings.skills || questions.some(({ skill }) => settings.skills.includes(skill));
    const fitting = data.trees.filter((tree) => isSized(tree) && isMeant(tree));
    this.trees = fitting.length ? fitting : data.trees;
    if (!FOUND.has(data)) FOUND.set(data, { known: new Map(), counts: new Map() });
    Object.assign(this, FOUND.get(data));
  }

  /** The questions of a tree that are asked at a level. */
  asked(tree, level) {
    const key = `${tree.id} ${level}`;
    if (!this.known.has(key)) this.known.set(key, [...new PlayedSearch(tree, {}, level).asked]);
    return this.known.get(key);
  }

  /** Those that are not too large yet, not skipped, and not played among the last half of the pool. */
  fresh(games, skipped) {
    const lately = games.slice(-Math.floor(this.trees.length / 2)).map(({ tree }) => tree.id);
    const isGentle = ({ size, questions }) => games.length >= AFTER[size] && (games.length || questions.length <= GENTLE);
    const fresh = this.trees.filter((tree) => !lately.includes(tree.id) && !skipped.has(tree.id) && isGentle(tree));
    return fresh.length ? fresh : this.trees;
  }

  /** The next tree with its level: `toDo` skills, `named` a rule or null, `likely` explanations, `games` played so far. */
  next({ toDo, named, likely, isAnyLikely, games, skipped = new Set() }) {
    const fresh = this.fresh(games, skipped);
    const isUrgent = (question) => (named ? question.by?.[named] !== undefined : question.skill === toDo[0]);
    const level = this.level(fresh, isUrgent, games, toDo.includes("order"));
    const worth = (tree, isMeant) => WORTH[Math.min(OFTEN, this.asked(tree, level).filter(isMeant).length)];
    const urgent = (tree) => worth(tree, isUrgent);
    const practised = (tree) => toDo.reduce((sum, skill) => sum + worth(tree, (question) => question.skill === skill), 0);
    const parted = (tree) => this.parted(tree, level, likely);
    const measures = !named && isAnyLikely ? [parted, urgent, practised] : [urgent, parted, practised];
    const best = measures.reduce(nearlyBest, fresh);
    return { tree: best[drawnBelow(best.length, this.settings.seed, games.length)], level };
  }

  /**
   * As much as is set; else what the trees so far lead to, or so much that what comes first is asked somewhere. Who knows
   * the order of the search is not asked for it on and on.
   */
  level(trees, isUrgent, games, isOrderToDo) {
    if (this.settings.help !== undefined) return this.settings.help;
    let level = Math.min(levelAfter(games), isOrderToDo ? EVERYTHING : EVERYTHING - 1);
    const isAsked = () => trees.some((tree) => this.asked(tree, level).some(isUrgent));
    const from = level;
    while (level < EVERYTHING && !isAsked()) level += 1;
    return isAsked() ? level : from;
  }

  /** How many of the questions of a tree two explanations answer otherwise. */
  differing(tree, level, one, other) {
    const key = `${tree.id} ${level} ${one} ${other}`;
    if (!this.counts.has(key)) {
      const isOther = (question) => question.by && !answerAlike(question, one, other);
      this.counts.set(key, this.asked(tree, level).filter(isOther).length);
    }
    return this.counts.get(key);
  }

  /** How well a tree parts explanations: each two by how likely they are and how many answers they differ in. */
  parted(tree, level, likely) {
    let sum = 0;
    likely.forEach((one, place) => {
      for (const other of likely.slice(0, place)) {
        const differing = Math.min(OFTEN, this.differing(tree, level, one.rule, other.rule));
        sum += one.weight * other.weight * Math.sqrt(differing);
      }
    });
    return sum;
  }
}
