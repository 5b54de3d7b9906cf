// Measures how well one buggy rule explains a student's answers, allowing for slips. It knows no rules of any search:
// each question lists the answers of the buggy rules.
//
// `odds` compare the rule with a right search with slips, as a logarithm; `own` holds the odds from those questions
// only that another rule answers differently. `sense` compares the rule with guessing, by kind of question. `against`
// counts consecutive answers that the rule does not explain.
//
// The model assumes that a student with a buggy rule follows it in three of four answers, so that two rules at the same
// time are found as well; a slip occasionally looks like the rule. With these numbers, a student without a
// misconception is accused of a rule with a probability of about exp(-ENOUGH). Students who guess, or follow a rule
// unknown to the page, also err where no rule predicts it; a rule that explains their answers no better than guessing
// is not named.

const SLIP = 0.05;
const FOLLOWED = 0.75;

/** How often a slip looks like one rule: "does it cut?" has one other answer, numbers have many. */
const LOOKS_ALIKE = { cut: 1, child: 0.6, return: 0.3, bounds: 0.2 };

const ENOUGH = 8.5; // Minimum odds for naming a rule,
const ENOUGH_AT_ONCE = 14; // or, if the evidence may be chance, these;
const PLACES_ENOUGH = 2; // the evidence must come from this many places,
const SENSE_ENOUGH = 5; // it must fit better than guessing by this much,
const RIVAL = 2; // and no other rule may come within this distance of the odds,
const OWN_ENOUGH = 3; // unless this much evidence distinguishes the two.
const LEAST = -5; // Minimum odds, so that a rule can still be detected later.
const GONE = 3; // A rule is gone after this many consecutive answers against it.

const GUESSED = 0.5; // Share of right answers of a student who guesses.

const AGAINST = Math.log((1 - FOLLOWED) / (1 - SLIP));

/** The weight of an answer that agrees with a rule. */
function weightFor(kind) {
  return Math.log(FOLLOWED / (SLIP * LOOKS_ALIKE[kind]));
}

/** The weight of an answer against guessing, depending on whether the rule predicts a wrong answer. */
function senseOf(kind, isMeant, speaksFor, right) {
  if (speaksFor) return Math.log(FOLLOWED / (GUESSED * LOOKS_ALIKE[kind]));
  if (right) return Math.log((isMeant ? 1 - FOLLOWED : 1 - SLIP) / GUESSED);
  return Math.log(SLIP / GUESSED);
}

/** Whether an answer is that of a buggy rule. */
function isAnswerOf(question, rule, answer) {
  const right = question.by?.[rule];
  return right !== undefined && isRightAnswer({ kind: question.kind, right }, answer);
}

/** Whether two rules give the same answer to a question; undefined is a right search. */
function answerAlike(question, one, other) {
  return String(question.by?.[one]) === String(question.by?.[other]);
}

/** The evidence for one rule. */
class Suspicion {
  constructor(rule) {
    this.rule = rule;
    this.forget();
  }

  forget() {
    this.odds = 0;
    this.against = 0;
    this.own = {};
    this.sense = {};
    this.places = new Map();
  }

  /** Add an answer to a question that the rule answers differently from the convention. */
  weigh(tree, place, answer, others) {
    const question = tree.questions[place];
    const speaksFor = isAnswerOf(question, this.rule, answer);
    const weight = speaksFor ? weightFor(question.kind) : AGAINST;
    this.odds = Math.max(LEAST, this.odds + weight);
    if (this.against < GONE) this.against = speaksFor ? 0 : this.against + 1;
    for (const other of others) {
      if (!answerAlike(question, this.rule, other)) this.own[other] = Math.max(LEAST, (this.own[other] ?? 0) + weight);
    }
    if (speaksFor) this.places.set(`${tree.id} ${question.node}`, { tree: tree.id, question: place, kind: question.kind });
    else if (this.odds <= 0) this.places.clear();
  }

  /** Add any answer, for the comparison with guessing. */
  compare(question, { answer, right }) {
    const isMeant = question.by?.[this.rule] !== undefined;
    const speaksFor = isAnswerOf(question, this.rule, answer);
    const own = (this.sense[question.kind] ??= { sum: 0, isShown: false });
    own.sum = Math.max(LEAST, own.sum + senseOf(question.kind, isMeant, speaksFor, right));
    own.isShown ||= speaksFor;
  }

  /** Whether a named rule was resisted often enough to be gone. */
  get hasGone() {
    return this.against >= GONE || !this.places.size;
  }

  /** Whether all evidence comes from one tree and includes numbers, which often coincide in a single tree. */
  get mayBeChance() {
    const shown = [...this.places.values()];
    return shown.every(({ tree }) => tree === shown[0].tree) && shown.some(({ kind }) => ["return", "bounds"].includes(kind));
  }

  get isEnough() {
    const shown = Object.values(this.sense).filter(({ isShown }) => isShown);
    const makesSense = shown.reduce((sum, own) => sum + Math.min(SENSE_ENOUGH, own.sum), 0) >= SENSE_ENOUGH;
    return this.odds >= (this.mayBeChance ? ENOUGH_AT_ONCE : ENOUGH) && this.places.size >= PLACES_ENOUGH && makesSense;
  }

  /** Whether another rule explains about as much, without evidence that distinguishes the two. */
  isCoveredBy(other) {
    return other.odds > this.odds - RIVAL && (this.own[other.rule] ?? 0) < OWN_ENOUGH;
  }
}
