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
    this.answer = new Answer(memory.read(this.key));
    this.reports = new Map();
    this.hinted = new Map();
    this.all(".needs-script").forEach((part) => (part.hidden = false));
    this.board = new Board(this.find(".board"), this.exercise);
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
    this.on(".restart", "click", () => this.restart());
    this.on(".student", "input", (field) => this.keepStudent(field.value));
    this.on(".save", "click", () => this.save());
    this.on(".save-form", "click", () => this.saveForm());
    this.on(".copy-form", "click", () => this.copyForm());
    this.on(".load", "change", (input) => this.load(input));
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
    this.board.judge(this.reports.get(mode)?.marks);
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

  keepStudent(student) {
    this.answer.student = student;
    this.keep();
  }

  /** Something has changed: what was said about that question is old. */
  changed(part, sentence, blanks) {
    this.reports.delete(part);
    this.hinted.delete(part);
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
    const { student } = this.answer;
    this.replace(new Answer({ student }), this.words.restarted);
    this.find(".solution").hidden = true;
    this.find(".solution").open = false;
  }

  replace(answer, sentence) {
    this.answer = answer;
    this.reports.clear();
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
    this.board.judge(this.reports.get(this.mode)?.marks);
    this.showSoFar("pruned", "ticked_so_far", this.exercise.topmost(this.answer.ticked));
    this.showSoFar("order", "order_so_far", this.answer.order);
    this.all(".nothing input").forEach((box) => (box.checked = this.answer.isNothingPruned));
    this.all(".choices input").forEach((choice) => (choice.checked = Number(choice.value) === this.answer.best));
    this.all(".undo, .clear").forEach((button) => (button.disabled = !this.answer.order.length));
    this.tabs.forEach((tab) => this.showVerdict(tab));
  }

  showSoFar(part, sentence, nodes) {
    const place = this.question(part)?.querySelector(".so-far");
    const isNothing = part === "pruned" && this.answer.isNothingPruned;
    const names = this.exercise.names(nodes).join(" ") || (isNothing ? "–" : this.words.nothing_yet);
    if (place) place.textContent = this.say(sentence, { names });
  }

  showVerdict(tab) {
    const verdict = this.reports.get(tab.value)?.verdict;
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

  check() {
    for (const { value: part } of this.tabs) {
      const report = this.checker.report(part, this.answer);
      this.reports.set(part, report);
      this.told(part).replaceChildren(this.lines(report.lines));
    }
    this.hinted.clear();
    this.suppose(null);
    this.show();
    this.tell(this.summary());
    this.offerSolution();
  }

  lines(lines) {
    return element("ul", { class: "lines" }, ...lines.map((line) => this.line(line)));
  }

  line({ verdict, text, supposed }) {
    const glyph = element("span", { class: "mark", "aria-hidden": "true" }, GLYPHS[verdict]);
    const told = element("div", {}, element("span", { class: "text" }, text));
    if (supposed) told.append(element("br", {}), this.supposing(supposed));
    return element("li", { "data-verdict": verdict }, glyph, told);
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
    const reports = this.tabs.map(({ value: part }) => [part, this.reports.get(part)]);
    if (reports.every(([, { verdict }]) => verdict === "right")) return this.words.all_right;
    const told = reports.map(([part, { verdict }]) => `${this.words.parts[part]}: ${this.words.verdicts[verdict]}`);
    return `${told.join("; ")}.`;
  }

  offerSolution() {
    const place = this.find(".solution");
    place.hidden = false;
    place.querySelector("ul").replaceChildren(...this.exercise.solution.map((line) => element("li", {}, line)));
  }

  hint() {
    const part = this.mode;
    const found = this.checker.hints(part, this.answer);
    const before = this.hinted.get(part);
    const level = found && before?.key === found.key ? before.level + 1 : 1;
    this.hinted.set(part, { key: found?.key, level });
    const told = this.told(part);
    told.append(this.lines([{ verdict: "hint", text: this.hintText(found, level) }]));
    told.lastElementChild.scrollIntoView({ block: "nearest" });
  }

  hintText(found, level) {
    if (!found) return this.words.no_hint;
    return found.hints[level - 1] ?? this.words.last_hint;
  }

  // Files

  /** What the exercise is called, where the page has several. */
  get exerciseName() {
    return document.querySelectorAll("article.practice").length > 1 ? this.exercise.file : "";
  }

  get fileName() {
    const words = [this.answer.student.trim() || this.words.file_name, this.exerciseName].filter(Boolean);
    return `${words.join("-").replace(/[^\p{L}\p{N}_.-]+/gu, "_").replace(/^\.+/, "_")}.txt`;
  }

  save() {
    const text = answerText(this.answer, this.exercise, this.exerciseName);
    this.download(text, this.fileName);
    const names = this.answer.unreadable(this.exercise).join(", ");
    this.tellFiles([this.say("saved", { text: this.fileName }), names && this.say("left_out", { names })]);
  }

  download(text, name) {
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    element("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  get form() {
    return this.find(".form").textContent;
  }

  saveForm() {
    this.download(this.form, this.fileName);
    this.find(".form-told").textContent = this.say("saved", { text: this.fileName });
  }

  async copyForm() {
    const copied = await navigator.clipboard?.writeText(this.form).then(() => true, () => false);
    this.find(".form-told").textContent = copied ? this.words.copied : this.words.not_copied;
  }

  tellFiles(sentences) {
    this.find(".files").textContent = sentences.filter(Boolean).join(" ");
  }

  async load(input) {
    const [file] = input.files;
    if (!file) return;
    const reader = new AnswerReader(this.exercise, await file.text());
    input.value = "";
    this.replace(reader.answer, "");
    const text = file.name;
    const names = reader.ignored.join(" ").slice(0, 200);
    this.tellFiles([this.say("loaded", { text }), names && this.say("not_understood", { text, names })]);
  }
}

const words = JSON.parse(document.getElementById("words").textContent);
document.querySelectorAll("article.practice").forEach((article) => new Practice(article, words));
