// The page: a tree to be clicked and written into, questions beside it, a file to be saved.
//
// Vocabulary
//
//   mode      the question in hand
//   told      the place for the report on an answer to a question, and for hints

/** One exercise of the page. */
class Practice {
  constructor(article, words) {
    this.article = article;
    this.words = words;
    this.exercise = new Exercise(JSON.parse(this.find(".expected").textContent));
    this.checker = new Checker(this.exercise, words);
    this.key = `treesolve-practice-${this.exercise.id}`;
    this.answer = keptAnswer(memory.read(this.key), this.exercise);
    this.stages = new Map();
    this.hinted = new Map();
    this.all(".needs-script").forEach((part) => (part.hidden = false));
    this.board = new Board(this.find(".board"), this.exercise);
    this.sure = new Sure(article);
    this.files = new Files(this);
    this.listen();
    this.setMode(this.tabs[0].value);
    this.showFields();
    this.show();
  }

  find(selector) {
    return this.article.querySelector(selector);
  }

  all(selector) {
    return [...this.article.querySelectorAll(selector)];
  }

  get tabs() {
    return this.all(".tabs input");
  }

  question(part) {
    return this.find(`[data-part="${part}"]`);
  }

  told(part) {
    return this.find(`[data-told="${part}"]`);
  }

  say(sentence, blanks) {
    return this.checker.say(sentence, blanks);
  }

  on(selector, type, action) {
    this.all(selector).forEach((part) => part.addEventListener(type, (event) => action(event.currentTarget)));
  }

  listen() {
    this.board.listen((node) => this.choose(node), (node, text) => this.write(node, text));
    this.on(".tabs input", "change", (tab) => this.setMode(tab.value));
    this.on(".nothing input", "change", (box) => this.sayNothing(box.checked));
    this.on(".undo", "click", () => this.setOrder(this.answer.order.slice(0, -1)));
    this.on(".clear", "click", () => this.setOrder([]));
    this.on("[data-window]", "input", (field) => this.writeBound(field));
    this.on(".choices input", "change", (choice) => this.chooseBest(Number(choice.value)));
    this.on(".root-value", "input", (field) => this.writeRoot(field.value));
    this.on(".check", "click", () => this.check());
    this.on(".hint", "click", () => this.hint());
    this.on(".which", "click", () => this.pointOut());
    this.on(".solve", "click", () => this.askToSolve());
    this.on(".restart", "click", () => this.sure.ask(this.words.sure_restart, this.words.restart, () => this.restart()));
    this.on(".student", "input", (field) => this.keepStudent(field.value));
  }

  // What a student does

  setMode(mode) {
    this.mode = mode;
    this.tabs.forEach((tab) => (tab.checked = tab.value === mode));
    this.all(".question").forEach((question) => (question.hidden = question.dataset.part !== mode));
    this.all(".told").forEach((told) => (told.hidden = told.dataset.told !== mode));
    this.board.setMode(mode);
    this.suppose(null);
    this.board.show(this.answer);
    this.judge();
  }

  choose(node) {
    if (this.mode === "pruned") this.tick(node);
    else if (this.mode === "order") this.place(node);
    else if (this.mode === "best") this.chooseBest(node);
  }

  tick(node) {
    const { ticked } = this.answer;
    const wasTicked = this.exercise.isTicked(node, ticked);
    for (const leaf of this.exercise.below[node]) {
      if (wasTicked) ticked.delete(leaf);
      else ticked.add(leaf);
    }
    this.answer.isNothingPruned = false;
    this.changed("pruned", wasTicked ? "unticked" : "ticked", { node: this.exercise.name(node) });
  }

  sayNothing(isNothing) {
    this.answer.isNothingPruned = isNothing;
    if (isNothing) this.answer.ticked.clear();
    this.changed("pruned");
  }

  place(leaf) {
    const { order } = this.answer;
    const node = this.exercise.nodes[leaf].told;
    if (order.includes(leaf)) this.setOrder(order.filter((other) => other !== leaf), "taken_out", { node });
    else this.setOrder([...order, leaf], "placed", { node, count: order.length + 1 });
  }

  setOrder(order, sentence, blanks) {
    this.answer.order = order;
    this.changed("order", sentence, blanks);
  }

  write(node, text) {
    if (text.trim()) this.answer.values.set(node, text);
    else this.answer.values.delete(node);
    this.changed("values");
  }

  writeBound(field) {
    const node = Number(field.dataset.window);
    const window = this.answer.windows.get(node) ?? ["", ""];
    window[Number(field.dataset.end)] = field.value;
    this.answer.windows.set(node, window);
    this.changed("windows");
  }

  chooseBest(node) {
    this.answer.best = node;
    this.changed("best", "chosen", { node: this.exercise.name(node) });
  }

  writeRoot(text) {
    this.answer.value = text;
    this.changed("value");
  }

  keepStudent(student) {
    this.answer.student = student;
    this.keep();
  }

  /** Something has changed: what was said about that question is old. */
  changed(part, sentence, blanks) {
    this.stages.delete(part);
    this.hinted.delete(part);
    this.sure.close();
    this.suppose(null);
    this.told(part)?.replaceChildren();
    this.tell(sentence ? this.say(sentence, blanks) : "");
    this.keep();
    this.show();
  }

  keep() {
    memory.write(this.key, this.answer.kept);
  }

  restart() {
    const { student, isShown } = this.answer;
    this.replace(new Answer({ student, isShown }), this.words.restarted);
    this.find(".solution").hidden = true;
  }

  replace(answer, sentence) {
    this.answer = answer;
    this.stages.clear();
    this.suppose(null);
    this.hinted.clear();
    this.all(".told").forEach((told) => told.replaceChildren());
    this.keep();
    this.showFields();
    this.show();
    this.tell(sentence);
  }

  // What the page says

  tell(text) {
    this.find(".status").textContent = text;
  }

  show() {
    this.board.show(this.answer);
    this.judge();
    this.showSoFar("pruned", "ticked_so_far", this.exercise.topmost(this.answer.ticked));
    this.showSoFar("order", "order_so_far", this.answer.order);
    this.all(".nothing input").forEach((box) => (box.checked = this.answer.isNothingPruned));
    this.all(".choices input").forEach((choice) => (choice.checked = Number(choice.value) === this.answer.best));
    this.all(".undo, .clear").forEach((button) => (button.disabled = !this.answer.order.length));
    this.tabs.forEach((tab) => this.showVerdict(tab));
    this.find(".shown").hidden = !this.answer.isShown;
  }

  /** Show the signs at nodes that the stage of the question in hand allows, and whether there is a next one. */
  judge() {
    const stages = this.stages.get(this.mode);
    this.board.judge(stages?.marks);
    this.all(".which").forEach((button) => (button.hidden = !stages?.hasMore));
  }

  showSoFar(part, sentence, nodes) {
    const place = this.question(part)?.querySelector(".so-far");
    const isNothing = part === "pruned" && this.answer.isNothingPruned;
    const names = this.exercise.names(nodes).join(" ") || (isNothing ? "–" : this.words.nothing_yet);
    if (place) place.textContent = this.say(sentence, { names });
  }

  showVerdict(tab) {
    const verdict = this.stages.get(tab.value)?.verdict;
    const label = tab.parentElement;
    label.dataset.verdict = verdict ?? "";
    label.querySelector(".mark").textContent = GLYPHS[verdict] ?? "";
    label.querySelector(".verdict").textContent = verdict ? `: ${this.words.verdicts[verdict]}` : "";
  }

  /** Put into fields what the answer holds; after that the fields lead. */
  showFields() {
    this.all("[data-window]").forEach((field) => {
      field.value = this.answer.windows.get(Number(field.dataset.window))?.[Number(field.dataset.end)] ?? "";
    });
    this.all(".root-value").forEach((field) => (field.value = this.answer.value));
    this.all(".student").forEach((field) => (field.value = this.answer.student));
  }

  /** Check what is new in any question; if nothing is, go on to the next stage of the one in hand. */
  check() {
    const isOld = this.stages.has(this.mode);
    const isNew = this.tabs.some(({ value: part }) => !this.stages.has(part));
    for (const { value: part } of this.tabs) {
      this.stages.set(part, new Stages(this.checker.report(part, this.answer), this.words, this.stages.get(part)?.stage));
      if (part !== this.mode || !isOld) this.tellStage(part);
    }
    this.hinted.clear();
    this.suppose(null);
    if (isOld && !isNew && this.stages.get(this.mode).hasMore) this.pointOut();
    else if (isOld) this.tellStage(this.mode);
    this.show();
    this.tell(this.summary());
  }

  /** Say which are not right in the question in hand. */
  pointOut() {
    this.stages.get(this.mode).goOn();
    this.tellStage(this.mode);
    this.judge();
    this.find(`[data-told="${this.mode}"] .why`)?.focus({ preventScroll: true });
  }

  tellStage(part) {
    this.told(part).replaceChildren(this.lines(this.stages.get(part).lines, part));
  }

  lines(lines, part) {
    return element("ul", { class: "lines" }, ...lines.map((line) => this.line(line, part)));
  }

  line({ verdict, text, why, supposed, isTelling }, part) {
    const glyph = element("span", { class: "mark", "aria-hidden": "true" }, GLYPHS[verdict]);
    const told = element("div", {}, element("span", { class: "text" }, text));
    if (why) told.append(" ", this.asking(told, { why, supposed, isTelling }, part));
    return element("li", { "data-verdict": verdict }, glyph, told);
  }

  /** A button that gives the reason in its place; one for a cut that is missing tells a part of what is right. */
  asking(told, { why, supposed, isTelling }, part) {
    const button = element("button", { type: "button", class: "why" }, isTelling ? this.words.why_cut : this.words.why);
    button.addEventListener("click", () => {
      const reason = element("span", { class: "text reason", tabindex: -1 }, why);
      button.replaceWith(element("br", {}), reason);
      if (supposed) told.append(element("br", {}), this.supposing(supposed));
      if (isTelling) this.hasTold(part);
      reason.focus({ preventScroll: true });
    });
    return button;
  }

  /** The page has told a part of what is right. */
  hasTold(part) {
    this.answer.told.add(part);
    this.keep();
  }

  /** A button that shows in the tree the values of a counterexample, and puts the tree right again. */
  supposing(supposed) {
    const button = element("button", { type: "button", class: "suppose", "aria-pressed": false }, this.words.suppose);
    const isShown = () => button.getAttribute("aria-pressed") === "true";
    button.addEventListener("click", () => this.suppose(isShown() ? null : supposed, button));
    return button;
  }

  suppose(supposed, chosen) {
    this.board.suppose(supposed);
    for (const button of this.all(".suppose")) {
      const isShown = supposed !== null && button === chosen;
      button.setAttribute("aria-pressed", isShown);
      button.textContent = isShown ? this.words.as_it_is : this.words.suppose;
    }
    if (supposed) this.board.box.scrollIntoView({ block: "nearest" });
  }

  summary() {
    const verdicts = this.tabs.map(({ value: part }) => [part, this.stages.get(part).verdict]);
    if (verdicts.every(([, verdict]) => verdict === "right")) return this.praise();
    const told = verdicts.map(([part, verdict]) => `${this.words.parts[part]}: ${this.words.verdicts[verdict]}`);
    return `${told.join("; ")}.`;
  }

  /** What is said when everything is right; who has been shown some of it is told so. */
  praise() {
    const { isShown, told } = this.answer;
    if (isShown) return this.words.right_but_shown;
    const names = this.checker.list([...told].map((part) => this.words.parts[part]));
    return names ? this.say("right_but_told", { names }) : this.words.all_right;
  }

  askToSolve() {
    if (this.answer.isShown) this.solve();
    else this.sure.ask(this.words.sure_solution, this.words.solution, () => this.solve());
  }

  /** Show the solution; from then on nothing counts that is entered for this tree. */
  solve() {
    this.answer.isShown = true;
    this.keep();
    this.show();
    const place = this.find(".solution");
    place.querySelector("ul").replaceChildren(...this.exercise.solution.map((line) => element("li", {}, line)));
    place.hidden = false;
    place.focus();
    place.scrollIntoView({ block: "nearest" });
  }

  hint() {
    const part = this.mode;
    const found = this.checker.hints(part, this.answer);
    const before = this.hinted.get(part);
    const level = found && before?.key === found.key ? before.level + 1 : 1;
    this.hinted.set(part, { key: found?.key, level });
    if (found && level === found.hints.length) this.hasTold(part);
    const told = this.told(part);
    told.append(this.lines([{ verdict: "hint", text: this.hintText(found, level) }]));
    told.lastElementChild.scrollIntoView({ block: "nearest" });
  }

  hintText(found, level) {
    if (!found) return this.words.no_hint;
    return found.hints[level - 1] ?? this.words.last_hint;
  }
}

const words = JSON.parse(document.getElementById("words").textContent);
document.querySelectorAll("article.practice").forEach((article) => new Practice(article, words));
