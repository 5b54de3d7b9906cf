// Determines which buggy rule to tell the student, if any: the one that best explains the answers among all rules of
// the page.
//
// A rule is likely above certain odds; mistakes it explains are not counted as guesses. A rule is named if it is likely
// enough to be told, until the student resists it several times ("gone") or another rule explains more.

const LIKELY = 3;
const DOUBT = 0.5; // So likely a right search always counts, that trees are looked for which prove a rule.

/** All that the answers so far say of the wrong rules of a trainer's data. */
class Suspicions {
  constructor(data) {
    this.rules = Object.keys(data.rules ?? {});
    this.all = this.rules.map((rule) => new Suspicion(rule));
    this.current = null;
  }

  /** Take in what was answered in a tree, as a played search records it; what was helped with does not count. */
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

  /** The named rule has gone, and with it whatever else its answers looked like. */
  letGo() {
    this.current = null;
    for (const suspicion of this.all) suspicion.forget();
  }

  isCovered(suspicion) {
    return this.all.some((other) => other !== suspicion && suspicion.isCoveredBy(other));
  }

  /** The rule that is told now, with the tree and the place of the question where it failed last; null for none. */
  get named() {
    if (this.current === null) return null;
    const { tree, question } = [...this.current.places.values()].at(-1);
    return { rule: this.current.rule, tree, question };
  }

  /** Whether some wrong rule is likely, be it named or not. */
  get isAnyLikely() {
    return this.all.some(({ odds }) => odds >= LIKELY);
  }

  /** The likeliest explanations, likeliest first, as rule and weight; the rule undefined stands for a right search. */
  likeliest(count) {
    const all = [{ rule: undefined, odds: 0 }, ...this.all].sort((one, other) => other.odds - one.odds).slice(0, count);
    const highest = all[0].odds;
    return all.map(({ rule, odds }) => ({ rule, weight: Math.max(Math.exp(odds - highest), rule ? 0 : DOUBT) }));
  }
}
