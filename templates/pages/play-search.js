// A recorded search that a student plays: the questions, the answers, and the progress. It knows no rules of any
// search, and nothing about the page.
//
// `due` is the current question. `entered` is an answer that has not been checked, as typed or chosen; the bounds of a
// window are a list. `isTold` is true while the page shows the answer to the current question, until the student moves
// on. `record` lists the answers: {question, answer, right, helped}, where `question` is an index into all questions.
// `level` sets which questions are asked, from two per tree (0) to all.

const KINDS_ASKED = [[], ["cut", "return"], ["cut", "return", "bounds"], ["cut", "return", "bounds", "child"]];

/** The maximum level. */
const EVERYTHING = KINDS_ASKED.length - 1;

/** Whether an answer has the type that the question requires; a saved answer may have any. */
function hasShape(question, answer) {
  const isText = (text) => typeof text === "string";
  if (question.kind === "child") return Number.isInteger(answer);
  if (question.kind === "bounds") return Array.isArray(answer) && answer.length === question.right.length && answer.every(isText);
  return isText(answer);
}

/** Return a number, or payoffs if the right answer has them, in the notation of tree files; null if invalid. */
function readLike(right, text) {
  return right.startsWith("<") ? writtenPayoffs(text, right.split(",").length) : writtenBound(text);
}

/** Return the value of a typed or chosen answer; null if a number is invalid. */
function readAnswer(question, entered) {
  if (question.kind === "return") return readLike(question.right, entered);
  if (question.kind !== "bounds") return entered;
  const read = entered.map((text, place) => readLike(question.right[place], text));
  return read.includes(null) ? null : read;
}

/** Whether an answer is right. */
function isRightAnswer(question, answer) {
  if (question.kind === "bounds") return question.right.every((right, place) => isRight(right, answer[place]));
  if (question.kind === "return") return isRight(question.right, answer);
  return answer === question.right;
}

/** A search that is played; `kept` is a saved state and may be invalid. */
class PlayedSearch {
  constructor(data, kept = {}, level = EVERYTHING) {
    this.data = data;
    this.level = level;
    this.record = [];
    this.entered = null;
    this.isTold = false;
    this.parents = [];
    data.children.forEach((children, node) => children.forEach((child) => (this.parents[child] = node)));
    this.restore(kept);
  }

  get questions() {
    return this.data.questions;
  }

  /** Set the level; invalid levels mean the maximum. */
  set level(level) {
    this.chosenLevel = KINDS_ASKED[level] ? level : EVERYTHING;
    const asked = this.questions.filter((question) => this.isOfLevel(question));
    this.asked = new Set(asked.length ? asked : this.questions);
  }

  get level() {
    return this.chosenLevel;
  }

  isOfLevel(question) {
    if (this.level) return KINDS_ASKED[this.level].includes(question.kind);
    return ["cut", "return"].some((kind) => this.questions.findLast((other) => other.kind === kind) === question);
  }

  // Current question

  /** The index of the current question among all questions; undefined when the search is done. */
  get place() {
    const last = this.record.at(-1)?.question ?? -1;
    if (this.isTold) return last;
    const place = this.questions.findIndex((question, other) => other > last && this.asked.has(question));
    return place < 0 ? undefined : place;
  }

  get due() {
    return this.questions[this.place];
  }

  get isDone() {
    return this.due === undefined;
  }

  get lastStep() {
    return this.data.told.length - 1;
  }

  /** The step shown in the picture: the one before the current question. */
  get step() {
    return this.isDone ? this.lastStep : this.due.step - 1;
  }

  /** Return the nodes from the root to a node. */
  path(node) {
    const above = this.parents[node];
    return above === undefined ? [node] : [...this.path(above), node];
  }

  // Answers

  get canEnter() {
    return !this.isDone && !this.isTold;
  }

  /** Enter or replace an answer to the current question; it does not count before it is checked. */
  enter(answer) {
    if (!this.canEnter || !hasShape(this.due, answer)) return false;
    if (this.due.kind === "child" && !this.data.children[this.due.node].includes(answer)) return false;
    if (this.due.kind === "cut" && !["cut", "on"].includes(answer)) return false;
    this.entered = answer;
    return true;
  }

  takeBack() {
    this.entered = null;
  }

  get isComplete() {
    if (this.entered === null) return false;
    return [this.entered].flat().every((part) => String(part).trim() !== "");
  }

  /** Check the entered answer: "empty" and "unreadable" have no effect, "right" and "wrong" are recorded. */
  check() {
    if (!this.canEnter || !this.isComplete) return { outcome: "empty" };
    const answer = readAnswer(this.due, this.entered);
    if (answer === null) return { outcome: "unreadable" };
    const question = this.due;
    const right = isRightAnswer(question, answer);
    this.note(answer, right, false);
    this.isTold = !right;
    return right ? { outcome: "right", question } : { outcome: "wrong", question, reason: question.why };
  }

  /** Show the answer; the question then counts as helped. */
  tell() {
    if (!this.canEnter) return { outcome: "empty" };
    const question = this.due;
    this.note(null, false, true);
    this.isTold = true;
    return { outcome: "told", question, reason: question.why };
  }

  note(answer, right, helped) {
    this.record.push({ question: this.place, answer, right, helped });
    this.entered = null;
  }

  /** Continue after a shown answer with the right step. */
  goOn() {
    this.isTold = false;
  }

  // Statistics

  /** The number of questions at this level, plus those already answered at other levels. */
  get total() {
    const last = this.record.at(-1)?.question ?? -1;
    const ahead = this.questions.filter((question, place) => place > last && this.asked.has(question));
    return this.record.length + ahead.length;
  }

  count(isMeant) {
    return this.record.filter(isMeant).length;
  }

  get unaided() {
    return this.count(({ right }) => right);
  }

  get mistakes() {
    return this.count(({ right, helped }) => !right && !helped);
  }

  get helped() {
    return this.count(({ helped }) => helped);
  }

  // Saved state

  get state() {
    const { level, record, entered, isTold } = this;
    return { level, record: record.map((entry) => ({ ...entry })), entered, isTold };
  }

  /** Restore the valid part of a saved state. */
  restore(kept) {
    const { level, record, entered, isTold } = Object(kept);
    if (Number.isInteger(level)) this.level = level;
    for (const entry of Array.isArray(record) ? record : []) {
      if (!this.isPossible(entry)) return;
      this.record.push(this.restored(entry));
    }
    this.isTold = isTold === true && this.record.length > 0 && !this.record.at(-1).right;
    if (entered !== null) this.enter(entered);
  }

  /** Whether an entry is about a later question than the previous ones and has a possible answer. */
  isPossible(entry) {
    const { question: place, answer, helped } = Object(entry);
    const question = this.questions[place];
    if (!Number.isInteger(place) || !question || place <= (this.record.at(-1)?.question ?? -1)) return false;
    return helped === true || (hasShape(question, answer) && readAnswer(question, answer) !== null);
  }

  restored({ question: place, answer, helped }) {
    if (helped === true) return { question: place, answer: null, right: false, helped: true };
    const read = readAnswer(this.questions[place], answer);
    return { question: place, answer: read, right: isRightAnswer(this.questions[place], read), helped: false };
  }
}
