// The practice page: a tree with input fields, questions beside it, and saved answers. `mode` is the current question;
// each question has an element for its report and hints.

/** An exercise of the page. */
class Practice {
  constructor(article, words) {
    this.article = article;
    this.words = words;
    this.exercise = new Exercise(JSON.parse(this.find(".expected").textContent));
    this.checker = new Checker(this.exercise, words);
    this.key = `treesolve-practice-${this.exercise.id}`;
    this.answer = keptAnswer(memory.read(this.key), this.exercise);
    this.all(".needs-script").forEach((part) => (part.hidden = false));
    this.board = new Board(this.find("div.board"), this.exercise);
    this.made = new Lines(this);
    this.sure = new Sure(article);
    this.files = new Files(this);
    this.feedback = new Feedback(this);
    this.listen();
    this.setMode(this.tabs[0].value);
    this.showFields();
    this.show();
    if (matchMedia("(max-width: 40rem)").matches) this.find(".rules").open = false;
    this.board.showRoot();
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
    this.on("[data-number]", "input", (field) => this.writeNumber(field.dataset.number, field.value));
    this.on(".restart", "click", () => this.sure.ask(this.words.sure_restart, this.words.restart, () => this.restart()));
    this.on(".student", "input", (field) => this.keepStudent(field.value));
  }

  // Input

  setMode(mode) {
    this.mode = mode;
    this.tabs.forEach((tab) => (tab.checked = tab.value === mode));
    this.all(".question").forEach((question) => (question.hidden = question.dataset.part !== mode));
    this.all(".told").forEach((told) => (told.hidden = told.dataset.told !== mode));
    this.board.setMode(mode);
    this.made.suppose(null);
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
    const window = this.answer.windows.get(node) ?? (field.classList.contains("row") ? [""] : ["", ""]);
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

  writeNumber(part, text) {
    this.answer.numbers.set(part, text);
    this.changed(part);
  }

  keepStudent(student) {
    this.answer.student = student;
    this.keep();
  }

  /** React to a changed answer: the feedback on that question is outdated. */
  changed(part, sentence, blanks) {
    this.feedback.forget(part);
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
    this.exercise.parts.forEach((part) => this.feedback.forget(part));
    this.keep();
    this.showFields();
    this.show();
    this.tell(sentence);
  }

  // Display

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

  /** Show the marks for the current stage of the current question, and whether there is a next stage. */
  judge() {
    const stages = this.feedback.stages.get(this.mode);
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
    const verdict = this.feedback.stages.get(tab.value)?.verdict;
    const label = tab.parentElement;
    label.dataset.verdict = verdict ?? "";
    label.querySelector(".mark").textContent = GLYPHS[verdict] ?? "";
    label.querySelector(".verdict").textContent = verdict ? `: ${this.words.verdicts[verdict]}` : "";
  }

  /** Fill the fields from the answer; from then on the fields are authoritative. */
  showFields() {
    this.all("[data-window]").forEach((field) => {
      field.value = this.answer.windows.get(Number(field.dataset.window))?.[Number(field.dataset.end)] ?? "";
    });
    this.all(".root-value").forEach((field) => (field.value = this.answer.value));
    this.all("[data-number]").forEach((field) => (field.value = this.answer.numbers.get(field.dataset.number) ?? ""));
    this.all(".student").forEach((field) => (field.value = this.answer.student));
  }

  /** Record that the page revealed a part of the solution. */
  hasHelped() {
    this.answer.isHelped = true;
    this.keep();
  }
}

const words = JSON.parse(document.getElementById("words").textContent);
document.querySelectorAll("article.practice").forEach((article) => new Practice(article, words));
