// Which wrong rule explains what a student answers, slips allowed. It knows no rule of any search: each question says
// what the wrong rules would have answered.
//
// Vocabulary
//
//   rule      a wrong rule that the page knows, by its code
//   odds      how much better a rule explains the answers than a right search with slips, as a logarithm
//   own       the same, from those questions only that another rule answers otherwise
//   against   how many answers in a row a rule has not explained
//   named     the rule that is likely enough to be told, if there is one
//
// A rule is weighed against "right, with slips". Whoever follows it does so three times out of four, so that two rules
// in one head are found as well; a slip looks like it now and then. By these figures somebody who is right is accused of
// one rule with a chance of less than exp(-ENOUGH), however long he or she plays.

const SLIP = 0.05;
const FOLLOWED = 0.75;

/** How often a slip looks like one rule: there is one other answer to "does it cut?", and many other numbers. */
const LOOKS_ALIKE = { cut: 1, child: 0.6, return: 0.3, bounds: 0.2 };

const ENOUGH = 9; // From these odds on a rule is named,
const PLACES_ENOUGH = 2; // at no fewer places,
const MARGIN = 2; // unless another explains it as well.
const LEAST = -4; // Odds do not fall below these: a rule may be caught later.
const GONE = 4; // After so many answers in a row against it a rule has gone.

const AGAINST = Math.log((1 - FOLLOWED) / (1 - SLIP));

/** What an answer as a rule has it says for the rule. */
function weightFor(kind) {
  return Math.log(FOLLOWED / (SLIP * LOOKS_ALIKE[kind]));
}

/** Whether an answer is what a wrong rule makes of a question. */
function isAnswerOf(question, rule, answer) {
  const right = question.by?.[rule];
  return right !== undefined && isRightAnswer({ kind: question.kind, right }, answer);
}

/** Whether two rules answer a question alike; undefined stands for what is right. */
function answerAlike(question, one, other) {
  return JSON.stringify(question.by?.[one]) === JSON.stringify(question.by?.[other]);
}

/** What is known of one rule. */
class Suspicion {
  constructor(rule) {
    this.rule = rule;
    this.forget();
  }

  forget() {
    this.odds = 0;
    this.against = 0;
    this.own = {};
    this.places = new Map();
  }

  /** Take in an answer to a question that the rule answers otherwise than the lecture. */
  weigh(tree, place, answer, others) {
    const question = tree.questions[place];
    const speaksFor = isAnswerOf(question, this.rule, answer);
    const weight = speaksFor ? weightFor(question.kind) : AGAINST;
    this.odds = Math.max(LEAST, this.odds + weight);
    this.against = speaksFor ? 0 : this.against + 1;
    for (const other of others) {
      if (!answerAlike(question, this.rule, other)) this.own[other] = Math.max(LEAST, (this.own[other] ?? 0) + weight);
    }
    if (speaksFor) this.places.set(`${tree.id} ${question.node}`, { tree: tree.id, question: place });
    else if (this.odds <= 0) this.places.clear();
  }

  get isEnough() {
    return this.odds >= ENOUGH && this.places.size >= PLACES_ENOUGH;
  }

  /** Whether another rule explains about as much, and whatever speaks for this one. */
  isCoveredBy(other) {
    return other.odds > this.odds - MARGIN && (this.own[other.rule] ?? 0) < MARGIN;
  }
}

/** All that the answers so far say of the wrong rules of a trainer's data. */
class Suspicions {
  constructor(data) {
    this.rules = Object.keys(data.rules ?? {});
    this.all = this.rules.map((rule) => new Suspicion(rule));
    this.current = null;
    this.overcome = new Set();
  }

  /** Take in what was answered in a tree, as a played search records it; what was helped with does not count. */
  learn(tree, record) {
    for (const { question: place, answer, helped, right } of record) {
      const question = tree.questions[place];
      if (helped) continue;
      for (const suspicion of this.all) {
        const isMeant = question.by?.[suspicion.rule] !== undefined;
        const isEither = right && isAnswerOf(question, suspicion.rule, answer);
        if (isMeant && !isEither) suspicion.weigh(tree, place, answer, this.rules);
      }
    }
    this.decide();
  }

  decide() {
    const gone = this.current !== null && this.current.against >= GONE;
    if (gone) this.overcome.add(this.current.rule);
    if (gone) this.current.forget();
    if (this.current !== null && !gone && !this.isCovered(this.current)) return;
    const likely = this.all.filter((suspicion) => suspicion.isEnough && !this.isCovered(suspicion));
    this.current = likely.reduce((best, next) => (best && best.odds >= next.odds ? best : next), null);
    if (this.current !== null) this.overcome.delete(this.current.rule);
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

  /** The rules that were named and have gone. */
  get gone() {
    return [...this.overcome];
  }

  /** The likeliest explanations, likeliest first, as rule and weight; the rule undefined stands for a right search. */
  likeliest(count) {
    const all = [{ rule: undefined, odds: 0 }, ...this.all].sort((one, other) => other.odds - one.odds).slice(0, count);
    const highest = all[0].odds;
    return all.map(({ rule, odds }) => ({ rule, weight: Math.exp(odds - highest) }));
  }
}
