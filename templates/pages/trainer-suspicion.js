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

/** How often a slip looks like one rule: there is one other answer to "does it cut?", and many other numbers. */
const LOOKS_ALIKE = { cut: 1, child: 0.6, return: 0.3, bounds: 0.2 };

const ENOUGH = 8.5; // From these odds on a rule is named,
const ENOUGH_AT_ONCE = 14; // or from these on where it may be chance;
const PLACES_ENOUGH = 2; // at no fewer places,
const SENSE_ENOUGH = 5; // if it makes more sense than guessing,
const RIVAL = 2; // unless another rule has odds that are lower by no more than that,
const OWN_ENOUGH = 3; // and not so much speaks for the one and not for the other.
const LEAST = -5; // Odds do not fall below these: a rule may be caught later.
const GONE = 3; // After so many answers in a row against it a rule has gone.

const GUESSED = 0.5; // Whoever guesses is right so often.

const AGAINST = Math.log((1 - FOLLOWED) / (1 - SLIP));

/** What an answer as a rule has it says for the rule. */
function weightFor(kind) {
  return Math.log(FOLLOWED / (SLIP * LOOKS_ALIKE[kind]));
}

/** What an answer says against guessing, if a rule makes of the question what is not right, or leaves it as it is. */
function senseOf(kind, isMeant, speaksFor, right) {
  if (speaksFor) return Math.log(FOLLOWED / (GUESSED * LOOKS_ALIKE[kind]));
  if (right) return Math.log((isMeant ? 1 - FOLLOWED : 1 - SLIP) / GUESSED);
  return Math.log(SLIP / GUESSED);
}

/** Whether an answer is what a wrong rule makes of a question. */
function isAnswerOf(question, rule, answer) {
  const right = question.by?.[rule];
  return right !== undefined && isRightAnswer({ kind: question.kind, right }, answer);
}

/** Whether two rules answer a question alike; undefined stands for what is right. */
function answerAlike(question, one, other) {
  return String(question.by?.[one]) === String(question.by?.[other]);
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
    this.sense = {};
    this.places = new Map();
  }

  /** Take in an answer to a question that the rule answers otherwise than the lecture. */
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

  /** Take in any answer, for the comparison with guessing. */
  compare(question, { answer, right }) {
    const isMeant = question.by?.[this.rule] !== undefined;
    const speaksFor = isAnswerOf(question, this.rule, answer);
    const own = (this.sense[question.kind] ??= { sum: 0, isShown: false });
    own.sum = Math.max(LEAST, own.sum + senseOf(question.kind, isMeant, speaksFor, right));
    own.isShown ||= speaksFor;
  }

  /** Whether it was resisted so often, in a row or in all, that it has gone; for one that was named. */
  get hasGone() {
    return this.against >= GONE || !this.places.size;
  }

  /** Whether only answers to one tree speak for it, and numbers among them: in few numbers much is alike. */
  get mayBeChance() {
    const shown = [...this.places.values()];
    return shown.every(({ tree }) => tree === shown[0].tree) && shown.some(({ kind }) => ["return", "bounds"].includes(kind));
  }

  get isEnough() {
    const shown = Object.values(this.sense).filter(({ isShown }) => isShown);
    const makesSense = shown.reduce((sum, own) => sum + Math.min(SENSE_ENOUGH, own.sum), 0) >= SENSE_ENOUGH;
    return this.odds >= (this.mayBeChance ? ENOUGH_AT_ONCE : ENOUGH) && this.places.size >= PLACES_ENOUGH && makesSense;
  }

  /** Whether another rule explains about as much, and whatever speaks for this one. */
  isCoveredBy(other) {
    return other.odds > this.odds - RIVAL && (this.own[other.rule] ?? 0) < OWN_ENOUGH;
  }
}
