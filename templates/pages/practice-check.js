// Compares an answer with what is right, tells it, and hints.
//
// Vocabulary
//
//   verdict   right, wrong, missing, or follows: right for what else has been entered
//   line      one thing to be told, with its verdict
//   report    the verdict on one question, its lines, and for some nodes a verdict of their own
//   hints     what can be said about the first thing that is not right, each a bit more than the one before

/** A sentence with its blanks filled in. */
function filled(sentence, blanks) {
  return sentence.replace(/\{(\w+)\}/g, (blank, name) => blanks[name] ?? blank);
}

/** Checks the answer to one exercise; `words` are the sentences of the page. */
class Checker {
  constructor(exercise, words) {
    this.exercise = exercise;
    this.words = words;
    this.findings = exercise.findings;
  }

  say(sentence, blanks) {
    return filled(this.words[sentence], blanks);
  }

  /** Several names as a list in words. */
  list(names) {
    if (names.length < 2) return names.join("");
    return this.say("both", { first: names.slice(0, -1).join(", "), last: names.at(-1) });
  }

  listOf(nodes) {
    return this.list(this.exercise.names(nodes));
  }

  /** The report on a question. */
  report(part, answer) {
    return this[`${part}Report`](answer);
  }

  /** The hints about what comes next in a question, with a key for what they are about; null if all is right. */
  hints(part, answer) {
    return this[`${part}Hints`](answer);
  }

  // Values

  valuesReport(answer) {
    const verdicts = new Map();
    const lines = [];
    for (const entry of this.exercise.values) {
      const { verdict, text } = this.value(entry, answer, verdicts);
      if (verdict) verdicts.set(entry.node, verdict);
      if (text) lines.push({ verdict: verdict === "right" ? "note" : verdict, text });
    }
    return this.collected(verdicts, lines);
  }

  /** A report on answers at several nodes: those that are right in one line, those that are missing in another. */
  collected(verdicts, lines) {
    const having = (verdict) => [...verdicts.keys()].filter((node) => verdicts.get(node) === verdict);
    const named = (verdict, sentence) => {
      const names = this.listOf(having(verdict));
      return names ? [{ verdict, text: this.say(sentence, { names }) }] : [];
    };
    const verdict = ["right", "missing"].find((all) => having(all).length === verdicts.size) ?? "wrong";
    const told = [...named("right", "these_right"), ...lines, ...named("missing", "these_missing")];
    return { verdict, lines: told, marks: verdicts };
  }

  /** The verdict on the value at a node, and what to tell about it; `verdicts` are those on the nodes below. */
  value(entry, answer, verdicts) {
    const { node } = entry;
    const text = answer.valueAt(node);
    if (!text) return { verdict: entry.spare ? null : "missing" };
    const found = this.entered(entry, text);
    const isOdd = found?.verdict === "right" && entry.tied && !this.fits(node, text, answer);
    return isOdd || !found ? this.otherValue(entry, text, answer, verdicts) : found;
  }

  /** Whether one of several payoffs that a node may have goes with those of its children, as far as these are there. */
  fits(node, text, answer) {
    const values = this.exercise.children(node).map((child) => this.enteredValue(child, answer));
    return values.includes(null) || this.derives(node, this.exercise.value(text), answer);
  }

  /** The verdict on a text that is right, or no number; null on any other number. */
  entered(entry, text) {
    const written = this.exercise.value(text);
    const { players } = this.exercise;
    const blanks = { node: this.exercise.name(entry.node), text, count: players };
    if (written === null) {
      return { verdict: "wrong", text: this.say(players ? "no_payoffs" : "no_number", blanks) };
    }
    const accepted = entry.right.find((value) => isRight(value, written));
    return accepted === undefined ? null : { verdict: "right", text: entry.bound?.[accepted] };
  }

  otherValue(entry, text, answer, verdicts) {
    const { node } = entry;
    const doubtful = this.doubtful(node, answer, verdicts);
    const blanks = { node: this.exercise.name(node), value: text, names: this.listOf(doubtful) };
    if (this.derives(node, this.exercise.value(text), answer)) {
      return doubtful.length ? { verdict: "follows", text: this.say("follows", blanks) } : { verdict: "right" };
    }
    return doubtful.length ? { verdict: "wrong", text: this.say("children_first", blanks) } : this.misread(entry, text);
  }

  /** What to say about a wrong value where nothing below it is wrong. */
  misread(entry, text) {
    const isOwn = entry.own?.some((value) => isRight(value, this.exercise.value(text)));
    const blanks = { node: this.exercise.name(entry.node), value: text };
    return { verdict: "wrong", text: isOwn ? this.say("own_view", blanks) : entry.again };
  }

  /** The children of a node whose values, or whose ticks, are not right. */
  doubtful(node, answer, verdicts) {
    return this.exercise.children(node).filter((child) => {
      if (this.exercise.isTicked(child, answer.ticked)) return this.isEvaluated(child);
      return ["wrong", "follows"].includes(verdicts.get(child));
    });
  }

  isEvaluated(node) {
    return this.exercise.below[node].some((leaf) => this.exercise.order.includes(leaf));
  }

  /** Whether a value at a node follows from what has been entered for its children. */
  derives(node, written, answer) {
    const { kind } = this.exercise.nodes[node];
    const counted = this.exercise.children(node).filter((child) => this.counts(child, answer));
    const values = counted.map((child) => this.enteredValue(child, answer));
    if (!values.length || values.includes(null)) return false;
    if (kind !== "CHANCE") return bestOf(values, kind).some((value) => isSame(value, written));
    if (values.length < this.exercise.children(node).length) return false; // no average without all
    const weights = counted.map((child) => fractionOf(this.exercise.nodes[child].weight ?? "1"));
    const result = expected(values.map(fractionOf), weights);
    return result !== null && (compared(result, fractionOf(written)) === 0 || isRounded(result, written));
  }

  /** Whether a child counts: it is not ticked, nor left empty where it may be. */
  counts(child, answer) {
    if (this.exercise.isTicked(child, answer.ticked)) return false;
    return !(this.isSpare(child) && !answer.valueAt(child));
  }

  isSpare(node) {
    return this.exercise.values.some((entry) => entry.node === node && entry.spare);
  }

  /** What has been entered for a node, or a leaf's value; null where it is no number. */
  enteredValue(node, answer) {
    return this.exercise.value(this.exercise.nodes[node].value ?? answer.valueAt(node));
  }

  valuesHints(answer) {
    const verdicts = new Map();
    for (const entry of this.exercise.values) {
      const { verdict } = this.value(entry, answer, verdicts);
      if (verdict && verdict !== "right") return { key: entry.node, hints: entry.hints };
      verdicts.set(entry.node, verdict);
    }
    return null;
  }

  // The value of the root alone

  rootVerdict(answer) {
    const { root } = this.exercise;
    const text = answer.rootValue(this.exercise);
    return text ? this.entered(root, text) ?? this.misread(root, text) : { verdict: "missing" };
  }

  valueReport(answer) {
    const { verdict, text } = this.rootVerdict(answer);
    const fallback = verdict === "missing" ? "these_missing" : "these_right";
    return this.alone(verdict, text ?? this.say(fallback, { names: this.exercise.name(0) }));
  }

  valueHints(answer) {
    return this.rootVerdict(answer).verdict === "right" ? null : { key: 0, hints: this.exercise.root.hints };
  }

  // Windows

  windowsReport(answer) {
    const verdicts = new Map();
    const lines = [];
    for (const entry of this.exercise.windows) {
      const wrong = this.wrongBounds(entry, answer);
      const isMissing = !answer.windowAt(entry.node).some(Boolean);
      verdicts.set(entry.node, isMissing ? "missing" : wrong.length ? "wrong" : "right");
      const blanks = { node: this.exercise.name(entry.node), names: this.list(wrong) };
      if (wrong.length && !isMissing) lines.push({ verdict: "wrong", text: this.say("window_wrong", blanks) });
    }
    for (const node of this.neverEntered(answer)) {
      verdicts.set(node, "wrong");
      lines.push({ verdict: "wrong", text: this.noWindow(node) });
    }
    return this.collected(verdicts, lines);
  }

  /** The nodes with a window in the answer to which the search never comes. */
  neverEntered(answer) {
    const entered = new Set(this.exercise.windows.map(({ node }) => node));
    return [...answer.windows.keys()].filter((node) => !entered.has(node) && answer.windowAt(node).some(Boolean));
  }

  noWindow(node) {
    return this.say("no_window", { node: this.exercise.name(node) });
  }

  wrongBounds(entry, answer) {
    const entered = writtenEnds(answer.windowAt(entry.node));
    if (entered.length !== entry.right.length) return ["α", "β"];
    const wrong = entry.right.map((exact, place) => entered[place] === null || !isRight(exact, entered[place]));
    return ["α", "β"].filter((_, end) => wrong.some((isWrong, place) => isWrong && place % 2 === end));
  }

  windowsHints(answer) {
    const first = this.exercise.windows.find((entry) => this.wrongBounds(entry, answer).length);
    if (first) return { key: first.node, hints: first.hints };
    const [node] = this.neverEntered(answer);
    return node === undefined ? null : { key: node, hints: [this.noWindow(node)] };
  }

  // What is pruned

  prunedReport(answer) {
    const lines = [];
    const marks = new Map();
    const topmost = this.exercise.topmost(answer.ticked);
    if (!topmost.length && !answer.isNothingPruned) return this.alone("missing", this.words.say_nothing);
    for (const finding of this.findings) {
      const line = finding.cut ? this.cut(finding, answer, marks) : this.visit(finding, topmost, marks);
      if (line) lines.push(line);
    }
    if (!lines.length && !marks.size) return this.alone("right", this.words.nothing_is_pruned);
    return { ...this.collected(marks, lines), verdict: lines.length ? "wrong" : "right" };
  }

  /** A report of one line, with a mark at one node or none. */
  alone(verdict, text, node) {
    return { verdict, lines: [{ verdict, text }], marks: new Map(node === undefined ? [] : [[node, verdict]]) };
  }

  cut(finding, answer, marks) {
    const ticked = finding.cut.filter((node) => this.exercise.isTicked(node, answer.ticked));
    ticked.forEach((node) => marks.set(node, "right"));
    if (ticked.length === finding.cut.length) return null;
    return { verdict: "wrong", text: this.isBegun(finding, answer) ? finding.partly : finding.missed };
  }

  isBegun(finding, answer) {
    return finding.cut.some((node) => this.exercise.below[node].some((leaf) => answer.ticked.has(leaf)));
  }

  visit(finding, topmost, marks) {
    if (!topmost.includes(finding.visit)) return null;
    marks.set(finding.visit, "wrong");
    return { verdict: "wrong", text: finding.wrong, supposed: finding.supposed };
  }

  prunedHints(answer) {
    const topmost = this.exercise.topmost(answer.ticked);
    const isOpen = ({ cut, visit }) =>
      cut ? !cut.every((node) => this.exercise.isTicked(node, answer.ticked)) : topmost.includes(visit);
    const first = this.findings.find(isOpen);
    if (first) return { key: first.cut ? `cut ${first.cut}` : `visit ${first.visit}`, hints: first.hints };
    const isSaid = topmost.length || answer.isNothingPruned;
    return isSaid ? null : { key: "nothing", hints: [this.words.say_nothing] };
  }

  // The order

  orderReport(answer) {
    const marks = new Map();
    const right = this.rightSoFar(answer);
    answer.order.slice(0, right).forEach((leaf) => marks.set(leaf, "right"));
    if (right < answer.order.length) marks.set(answer.order[right], "wrong");
    if (!answer.order.length) return this.alone("missing", this.words.nothing_yet);
    if (right === answer.order.length && right === this.exercise.order.length) {
      return { verdict: "right", lines: [{ verdict: "right", text: this.words.order_right }], marks };
    }
    const lines = [{ verdict: "wrong", text: this.orderMistake(answer, right) }];
    if (this.fitsTicks(answer)) lines.push({ verdict: "follows", text: this.words.fits_pruned });
    return { verdict: "wrong", lines, marks };
  }

  /** How many leaves are right before the first mistake. */
  rightSoFar(answer) {
    const wrong = answer.order.findIndex((leaf, place) => leaf !== this.exercise.order[place]);
    return wrong < 0 ? answer.order.length : wrong;
  }

  orderMistake(answer, right) {
    const leaf = answer.order[right];
    if (leaf === undefined) return this.say("too_short", { count: right });
    const blanks = { count: right, node: this.exercise.nodes[leaf].told };
    const where = this.say(right ? "first_mistake" : "wrong_from_start", blanks);
    return `${where} ${this.exercise.order.includes(leaf) ? this.words.comes_later : this.words.never_evaluated}`;
  }

  /** Whether the order is that of all leaves that are not ticked. */
  fitsTicks(answer) {
    const left = this.exercise.leaves.filter((leaf) => !answer.ticked.has(leaf));
    const isAnswered = answer.ticked.size > 0 || answer.isNothingPruned;
    return isAnswered && left.join() === answer.order.join();
  }

  orderHints(answer) {
    const right = this.rightSoFar(answer);
    const next = this.exercise.order[right];
    if (next === undefined) return right < answer.order.length ? { key: "end", hints: [this.words.order_done] } : null;
    const hints = [
      this.say("order_next", { count: right }),
      this.say("order_parent", { node: this.exercise.name(this.exercise.parents[next]) }),
      this.say("order_leaf", { node: this.exercise.nodes[next].told }),
    ];
    return { key: right, hints };
  }

  // The best move

  bestReport(answer) {
    const { node, equal, ties, again } = this.exercise.best;
    const chosen = answer.best;
    if (chosen === null) return this.alone("missing", this.words.nothing_yet);
    const [name, root] = this.exercise.names([chosen, 0]);
    if (chosen === node || equal.includes(chosen)) return this.alone("right", this.say("these_right", { names: name }), chosen);
    if (ties[chosen]) return this.alone("wrong", ties[chosen], chosen);
    if (!this.followsBest(chosen, answer)) {
      return this.alone("wrong", this.say("best_wrong", { node: name, root: again }), chosen);
    }
    return this.alone("follows", this.say("best_follows", { node: name, root }), chosen);
  }

  /** Whether a child of the root is the best one by the values that have been entered. */
  followsBest(chosen, answer) {
    const counted = this.exercise.children(0).filter((child) => this.counts(child, answer));
    const values = counted.map((child) => this.enteredValue(child, answer));
    if (!this.exercise.asks("values") || !counted.includes(chosen) || values.includes(null)) return false;
    return bestOf(values, this.exercise.nodes[0].kind).includes(values[counted.indexOf(chosen)]);
  }

  bestHints(answer) {
    const { node, equal, hints } = this.exercise.best;
    return answer.best === node || equal.includes(answer.best) ? null : { key: "best", hints };
  }
}
