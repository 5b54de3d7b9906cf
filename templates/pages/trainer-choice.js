// Chooses the next tree and the level: how much of it is asked, from two questions to all. The level rises by itself as
// trees go well.
//
// Candidates are the trees of the chosen size that were not played recently. If a buggy rule is named, trees where it
// matters come first. Otherwise, if some rules are likely, trees that distinguish them best come first. Otherwise trees
// that practice the most urgent skill come first; ties go to the tree that practices more of the other skills, and then
// to the tree that best distinguishes the likeliest explanations. The seed decides among about equally good trees.

const FIRST_LEVEL = 2;
const WELL = 0.75; // From this share of right answers without help, the level rises;
const BADLY = 0.4; // below this share, it falls.

/** Without a chosen size, trees of each size appear after this many trees. */
const AFTER = { small: 0, medium: 1, large: 2 };
const GENTLE = 30; // The first tree has at most this many questions, if there is such a tree.

/** The worth of a tree by how often it asks for something: a single answer shows next to nothing. */
const WORTH = [0, 0.5, 2, 3, 3.5];
const OFTEN = WORTH.length - 1;
const NEARLY = 0.95;

/** Return the level after these trees, each with its level and record. */
function levelAfter(games) {
  return games.reduce((level, { record }) => {
    const share = record.filter(({ right }) => right).length / Math.max(1, record.length);
    return Math.min(EVERYTHING, Math.max(0, level + (share >= WELL ? 1 : share < BADLY ? -1 : 0)));
  }, FIRST_LEVEL);
}

/** Return a number below `count` that depends only on the seed and the turn. */
function drawnBelow(count, seed, turn) {
  let state = (Math.imul(seed + 1, 2654435761) ^ Math.imul(turn + 1, 40503)) >>> 0;
  for (let round = 0; round < 3; round++) state = (Math.imul(state ^ (state >>> 15), 2246822519) + 1) >>> 0;
  return state % count;
}

/** Return the items whose measure is nearly the maximum. */
function nearlyBest(things, measure) {
  const found = things.map(measure);
  const best = Math.max(...found);
  return things.filter((_, place) => found[place] >= best * NEARLY);
}

/** Cached facts about the trees of a pool, independent of settings: questions by level, and numbers of differences. */
const FOUND = new WeakMap();

/** Chooses from the trees of a pool within the settings. */
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

  /** Return the questions of a tree at a level. */
  asked(tree, level) {
    const key = `${tree.id} ${level}`;
    if (!this.known.has(key)) this.known.set(key, [...new PlayedSearch(tree, {}, level).asked]);
    return this.known.get(key);
  }

  /** Return the trees that are not too large yet, not skipped, and not among the recently played half of the pool. */
  fresh(games, skipped) {
    const lately = games.slice(-Math.floor(this.trees.length / 2)).map(({ tree }) => tree.id);
    const isGentle = ({ size, questions }) => games.length >= AFTER[size] && (games.length || questions.length <= GENTLE);
    const fresh = this.trees.filter((tree) => !lately.includes(tree.id) && !skipped.has(tree.id) && isGentle(tree));
    return fresh.length ? fresh : this.trees;
  }

  /** Return the next tree with its level; `named` is a rule or null, `games` are the trees played so far. */
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
   * Return the chosen level; otherwise the level after the trees so far, raised until some tree asks what is urgent.
   * Students who have mastered the order of the search are not asked for it at every step.
   */
  level(trees, isUrgent, games, isOrderToDo) {
    if (this.settings.help !== undefined) return this.settings.help;
    let level = Math.min(levelAfter(games), isOrderToDo ? EVERYTHING : EVERYTHING - 1);
    const isAsked = () => trees.some((tree) => this.asked(tree, level).some(isUrgent));
    const from = level;
    while (level < EVERYTHING && !isAsked()) level += 1;
    return isAsked() ? level : from;
  }

  /** Return how many questions of a tree two explanations answer differently. */
  differing(tree, level, one, other) {
    const key = `${tree.id} ${level} ${one} ${other}`;
    if (!this.counts.has(key)) {
      const isOther = (question) => question.by && !answerAlike(question, one, other);
      this.counts.set(key, this.asked(tree, level).filter(isOther).length);
    }
    return this.counts.get(key);
  }

  /** Return how well a tree distinguishes explanations: pairs are weighted by likelihood and number of differences. */
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
