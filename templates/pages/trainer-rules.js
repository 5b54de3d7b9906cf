// Determines which buggy rule to tell the student, if any: the one that best explains the answers among all rules of
// the page.
//
// A rule is likely above certain odds; mistakes it explains are not counted as guesses. A rule is named if it is likely
// enough to be told, until the student resists it several times ("gone") or another rule explains more.

const LIKELY = 3;
const DOUBT = 0.5; // Minimum weight of a right search, so that trees that prove a rule stay relevant.

/** The evidence for all buggy rules of a pool. */
class Suspicions {
  constructor(data) {
    this.rules = Object.keys(data.rules ?? {});
    this.all = this.rules.map((rule) => new Suspicion(rule));
    this.current = null;
  }

  /** Add the answers in a tree, as recorded by a played search; helped ones do not count. */
  learn(tree, record) {
    const own = record.filter(({ helped }) => !helped);
    for (const entry of own) this.weigh(tree, entry);
    for (const entry of own) this.compare(tree.questions[entry.question], entry);
    this.decide();
  }

  weigh(tree, { question: place, answer, right }) {
    const { by = {} } = tree.questions[place];
    for (const suspicion of this.all.filter(({ rule }) => by[rule] !== undefined)) {
      const isEither = right && isAnswerOf(tree.questions[place], suspicion.rule, answer);
      if (!isEither) suspicion.weigh(tree, place, answer, this.rules);
    }
  }

  compare(question, entry) {
    const explains = ({ rule, odds }) => odds >= LIKELY && isAnswerOf(question, rule, entry.answer);
    const explaining = entry.right ? [] : this.all.filter(explains);
    for (const suspicion of this.all) {
      if (!explaining.length || explaining.includes(suspicion)) suspicion.compare(question, entry);
    }
  }

  decide() {
    if (this.current?.hasGone) this.letGo();
    if (this.current !== null && !this.isCovered(this.current)) return;
    const likely = this.all.filter((suspicion) => suspicion.isEnough && !this.isCovered(suspicion));
    this.current = likely.reduce((best, next) => (best && best.odds >= next.odds ? best : next), null);
    if (this.current !== null) this.current.against = 0;
  }

  /** Drop the named rule after the student has resisted it, and all evidence collected so far. */
  letGo() {
    this.current = null;
    for (const suspicion of this.all) suspicion.forget();
  }

  isCovered(suspicion) {
    return this.all.some((other) => other !== suspicion && suspicion.isCoveredBy(other));
  }

  /** The rule to tell, with the tree and question index of its last mistake; null if there is none. */
  get named() {
    if (this.current === null) return null;
    const { tree, question } = [...this.current.places.values()].at(-1);
    return { rule: this.current.rule, tree, question };
  }

  /** Whether any buggy rule is likely, named or not. */
  get isAnyLikely() {
    return this.all.some(({ odds }) => odds >= LIKELY);
  }

  /** Return the likeliest explanations with their weights, likeliest first; undefined is a right search. */
  likeliest(count) {
    const all = [{ rule: undefined, odds: 0 }, ...this.all].sort((one, other) => other.odds - one.odds).slice(0, count);
    const highest = all[0].odds;
    return all.map(({ rule, odds }) => ({ rule, weight: Math.max(Math.exp(odds - highest), rule ? 0 : DOUBT) }));
  }
}
