// Checks an answer and gives hints. Other scripts decide how much of the result is shown, and when.
//
// The report on a question has `items`, one for each entered answer: its verdict, name and node, and in `why` the
// reason for the verdict; `told` is a message that can be shown at once because it reveals nothing. `missing` lists
// cuts that are not marked completely, with their reasons, `empty` counts empty fields, and `isIncomplete` is true if
// more input is needed. Hints about the first item that is not right go from vague to specific.

/** Checks the answer to one exercise. */
class Checker extends ValueChecker {
  /** Return the report on a question. */
  report(part, answer) {
    return part in this.exercise.numbers ? this.numberReport(part, answer) : this[`${part}Report`](answer);
  }

  /** Return the hints on the next step of a question, with a key for its subject; null if all is right. */
  hints(part, answer) {
    return part in this.exercise.numbers ? this.numberHints(part, answer) : this[`${part}Hints`](answer);
  }

  // Questions with a number as the answer

  numberReport(part, answer) {
    const verdict = this.numberVerdict(part, answer);
    if (verdict === "missing") return { items: [], empty: 1, isIncomplete: true };
    const { label } = this.exercise.numbers[part];
    const text = answer.numberAt(part);
    const told = writtenNumber(text) === null ? this.say("no_number", { node: label, text }) : undefined;
    return { items: [{ name: label, verdict, told }] };
  }

  numberVerdict(part, answer) {
    const text = answer.numberAt(part);
    if (!text) return "missing";
    const written = writtenNumber(text);
    return written !== null && isRight(this.exercise.numbers[part].right, written) ? "right" : "wrong";
  }

  numberHints(part, answer) {
    const { hints } = this.exercise.numbers[part];
    return this.numberVerdict(part, answer) === "right" ? null : { key: part, hints };
  }

  // Root value without other values

  rootVerdict(answer) {
    const { root } = this.exercise;
    const text = answer.rootValue(this.exercise);
    return text ? this.entered(root, text) ?? this.misread(root, text) : { verdict: "missing" };
  }

  valueReport(answer) {
    const found = this.rootVerdict(answer);
    const isEmpty = found.verdict === "missing";
    const items = isEmpty ? [] : [{ node: 0, name: this.exercise.name(0), ...found }];
    return { items, empty: isEmpty ? 1 : 0, isIncomplete: isEmpty };
  }

  valueHints(answer) {
    return this.rootVerdict(answer).verdict === "right" ? null : { key: 0, hints: this.exercise.root.hints };
  }

  // Windows

  windowsReport(answer) {
    const entered = this.exercise.inner.filter((node) => answer.windowAt(node).some(Boolean));
    const items = entered.map((node) => this.window(node, answer)).filter(Boolean);
    const isIncomplete = this.exercise.windows.some(({ node }) => !items.some((item) => item.node === node));
    return { items, empty: this.exercise.asked.length - items.length, isIncomplete };
  }

  /** Return the item of a node; null while one of its bounds is right and the other empty. */
  window(node, answer) {
    const item = { node, name: this.exercise.name(node), verdict: "wrong" };
    const entry = this.exercise.windows.find((each) => each.node === node);
    if (!entry) return { ...item, why: this.noWindow(node) };
    const wrong = this.wrongBounds(entry, answer);
    if (!wrong.length) return { ...item, verdict: "right" };
    const [first, second] = answer.windowAt(node);
    const isHalf = !this.exercise.has_rows && !(first && second) && wrong.length === 1 && wrong[0] === (first ? "β" : "α");
    const why = `${this.say("window_wrong", { node: item.name, names: this.list(wrong) })} ${entry.hints[1]}`;
    return isHalf ? null : { ...item, why };
  }

  /** Return the nodes with a window in the answer that the search never visits. */
  neverEntered(answer) {
    const entered = new Set(this.exercise.windows.map(({ node }) => node));
    return [...answer.windows.keys()].filter((node) => !entered.has(node) && answer.windowAt(node).some(Boolean));
  }

  noWindow(node) {
    return this.say(this.exercise.has_rows ? "no_row" : "no_window", { node: this.exercise.name(node) });
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

  // Pruned nodes

  prunedReport(answer) {
    const topmost = this.exercise.topmost(answer.ticked);
    const items = topmost.map((node) => this.marked(node));
    const missing = this.exercise.findings.filter((found) => found.cut && !this.isWhole(found, answer));
    if (answer.isNothingPruned) items.push({ name: this.words.nothing_pruned, verdict: missing.length ? "wrong" : "right" });
    if (!items.length) return { items, nothing: this.words.say_nothing };
    return { items, missing: missing.map((found) => this.notMarked(found, answer)) };
  }

  /** Return the item of a marked node: right, or visited, possibly the node where a cut happens. */
  marked(node) {
    const name = this.exercise.name(node);
    const finding = this.exercise.findings.find((found) => found.visit === node);
    if (!finding) return { node, name, verdict: "right" };
    if (finding.here) return { node, name, verdict: "here", told: finding.here };
    return { node, name, verdict: "wrong", why: finding.wrong, supposed: finding.supposed };
  }

  isWhole(finding, answer) {
    return finding.cut.every((node) => this.exercise.isTicked(node, answer.ticked));
  }

  notMarked(finding, answer) {
    const isBegun = finding.cut.some((node) => this.exercise.below[node].some((leaf) => answer.ticked.has(leaf)));
    return { why: isBegun ? finding.partly : finding.missed };
  }

  prunedHints(answer) {
    const topmost = this.exercise.topmost(answer.ticked);
    const isOpen = (found) => (found.cut ? !this.isWhole(found, answer) : topmost.includes(found.visit));
    const first = this.exercise.findings.find(isOpen);
    if (first) return { key: first.cut ? `cut ${first.cut}` : `visit ${first.visit}`, hints: first.hints };
    const isSaid = topmost.length || answer.isNothingPruned;
    return isSaid ? null : { key: "nothing", hints: [this.words.say_nothing] };
  }

  // Order

  orderReport(answer) {
    const { order } = this.exercise;
    const found = this.inOrder(answer);
    const right = this.rightSoFar(answer);
    const isRight = right === order.length && right === answer.order.length;
    const isFollowing = !isRight && this.fitsTicks(answer);
    const verdict = (place) => (place < found ? "right" : isFollowing ? "follows" : "wrong");
    const items = answer.order.map((leaf, place) => ({ node: leaf, verdict: verdict(place) }));
    const points = isFollowing ? [{ verdict: "follows", told: this.words.fits_pruned }] : this.firstMistake(answer, right);
    return { items, points, isIncomplete: !isFollowing && found < order.length };
  }

  /** Return the length of the longest subsequence of the entered leaves that is in the right order. */
  inOrder(answer) {
    const places = answer.order.map((leaf) => this.exercise.order.indexOf(leaf));
    const longest = [];
    for (const [index, place] of places.entries()) {
      const before = longest.filter((_, other) => places[other] < place);
      longest[index] = place < 0 ? 0 : 1 + Math.max(0, ...before);
    }
    return Math.max(0, ...longest);
  }

  /** Return how many leaves are right before the first mistake. */
  rightSoFar(answer) {
    const wrong = answer.order.findIndex((leaf, place) => leaf !== this.exercise.order[place]);
    return wrong < 0 ? answer.order.length : wrong;
  }

  /** Return the first wrong leaf as an item list, empty if there is none. */
  firstMistake(answer, right) {
    const node = answer.order[right];
    if (node === undefined) return [];
    const blanks = { count: right, node: this.exercise.nodes[node].told };
    const told = this.say(right ? "first_mistake" : "wrong_from_start", blanks);
    const why = this.exercise.order.includes(node) ? this.words.comes_later : this.words.never_evaluated;
    return [{ node, verdict: "wrong", told, why }];
  }

  /** Whether the order contains exactly the leaves that are not ticked. */
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

  // Best move

  bestReport(answer) {
    const node = answer.best;
    if (node === null) return { items: [], isIncomplete: true };
    return { items: [{ node, name: this.exercise.name(node), ...this.choice(node, answer) }] };
  }

  choice(chosen, answer) {
    const { node, equal, ties, again } = this.exercise.best;
    const [name, root] = this.exercise.names([chosen, 0]);
    if (chosen === node || equal.includes(chosen)) return { verdict: "right" };
    if (ties[chosen]) return { verdict: "wrong", why: ties[chosen] };
    if (this.followsBest(chosen, answer)) return { verdict: "follows", why: this.say("best_follows", { node: name, root }) };
    return { verdict: "wrong", why: this.say("best_wrong", { node: name, root: again }) };
  }

  /** Whether a child of the root is the best one by the entered values. */
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
