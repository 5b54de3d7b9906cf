// Checks values against the expected ones and against those that follow from the student's other values.
//
// The verdict is right, wrong, missing, or follows: consistent with what else was entered.

/** Checks the entered values of one exercise; `words` are the sentences of the page. */
class ValueChecker {
  constructor(exercise, words) {
    this.exercise = exercise;
    this.words = words;
  }

  say(sentence, blanks) {
    return filled(this.words[sentence], blanks);
  }

  /** Return names as a list in words. */
  list(names) {
    if (names.length < 2) return names.join("");
    return this.say("both", { first: names.slice(0, -1).join(", "), last: names.at(-1) });
  }

  listOf(nodes) {
    return this.list(this.exercise.names(nodes));
  }

  valuesReport(answer) {
    const verdicts = new Map();
    const items = [];
    for (const entry of this.exercise.values) {
      const found = this.value(entry, answer, verdicts);
      if (found.verdict) verdicts.set(entry.node, found.verdict);
      if (answer.valueAt(entry.node)) items.push({ node: entry.node, name: this.exercise.name(entry.node), ...found });
    }
    const isIncomplete = [...verdicts.values()].includes("missing");
    return { items, empty: this.exercise.values.length - items.length, isIncomplete };
  }

  /** Return the verdict on a node's value with its feedback; `verdicts` are those of the nodes below. */
  value(entry, answer, verdicts) {
    const { node } = entry;
    const text = answer.valueAt(node);
    if (!text) return { verdict: entry.spare ? null : "missing" };
    const found = this.entered(entry, text);
    const isOdd = found?.verdict === "right" && entry.tied && !this.fits(node, text, answer);
    return isOdd || !found ? this.otherValue(entry, text, answer, verdicts) : found;
  }

  /** Whether one of several possible payoffs is consistent with the entered payoffs of the children. */
  fits(node, text, answer) {
    const values = this.exercise.children(node).map((child) => this.enteredValue(child, answer));
    return values.includes(null) || this.derives(node, this.exercise.value(text), answer);
  }

  /** Return the verdict on a right or invalid text; null for any other number. */
  entered(entry, text) {
    const written = this.exercise.value(text);
    const { players } = this.exercise;
    const blanks = { node: this.exercise.name(entry.node), text, count: players };
    if (written === null) {
      return { verdict: "wrong", told: this.say(players ? "no_payoffs" : "no_number", blanks) };
    }
    const accepted = entry.right.find((value) => isRight(value, written));
    return accepted === undefined ? null : { verdict: "right", note: entry.bound?.[accepted] };
  }

  otherValue(entry, text, answer, verdicts) {
    const { node } = entry;
    const doubtful = this.doubtful(node, answer, verdicts);
    const blanks = { node: this.exercise.name(node), value: text, names: this.listOf(doubtful) };
    if (this.derives(node, this.exercise.value(text), answer)) {
      return doubtful.length ? { verdict: "follows", why: this.say("follows", blanks) } : { verdict: "right" };
    }
    return doubtful.length ? { verdict: "wrong", why: this.say("children_first", blanks) } : this.misread(entry, text);
  }

  /** Return the feedback on a wrong value if nothing below it is wrong. */
  misread(entry, text) {
    const isOwn = entry.own?.some((value) => isRight(value, this.exercise.value(text)));
    const blanks = { node: this.exercise.name(entry.node), value: text };
    return { verdict: "wrong", why: isOwn ? this.say("own_view", blanks) : entry.again };
  }

  /** Return the children whose values or marks are not right. */
  doubtful(node, answer, verdicts) {
    return this.exercise.children(node).filter((child) => {
      if (this.exercise.isTicked(child, answer.ticked)) return this.isEvaluated(child);
      return ["wrong", "follows"].includes(verdicts.get(child));
    });
  }

  isEvaluated(node) {
    return this.exercise.below[node].some((leaf) => this.exercise.order.includes(leaf));
  }

  /** Whether a value follows from the entered values of the children. */
  derives(node, written, answer) {
    const { kind } = this.exercise.nodes[node];
    const counted = this.exercise.children(node).filter((child) => this.counts(child, answer));
    const values = counted.map((child) => this.enteredValue(child, answer));
    if (!values.length || values.includes(null)) return false;
    if (kind !== "CHANCE") return bestOf(values, kind).some((value) => isSame(value, written));
    if (values.length < this.exercise.children(node).length) return false; // an average needs all children
    const weights = counted.map((child) => fractionOf(this.exercise.nodes[child].weight ?? "1"));
    const result = expected(values.map(fractionOf), weights);
    return result !== null && (compared(result, fractionOf(written)) === 0 || isRounded(result, written));
  }

  /** Whether a child counts: it is not ticked, and not left empty where this is allowed. */
  counts(child, answer) {
    if (this.exercise.isTicked(child, answer.ticked)) return false;
    return !(this.isSpare(child) && !answer.valueAt(child));
  }

  isSpare(node) {
    return this.exercise.values.some((entry) => entry.node === node && entry.spare);
  }

  /** Return the entered value of a node or the value of a leaf; null if it is not a number. */
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
}
