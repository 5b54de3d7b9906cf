// The board of a played search: shows the current question, handles input, and shows the result.

/** Whether the focused element needs letters and digits itself. */
const isWriting = ({ target }) => target.closest("input[type=text], select, summary") !== null;

/** The board for one search at a time; calls `keep` with each new state, and `finished` at the end. */
class PlayBoard {
  constructor(section, words, { keep, finished = () => {} }) {
    this.section = section;
    this.words = words;
    this.keep = () => keep(this.search.state);
    this.finished = finished;
    this.answers = new PlayAnswers(this.find(".play-answers"), this.find(".play-question").id, (entered) => this.enter(entered));
    this.listen();
  }

  /** Play a search whose picture is in the page; `kept` is a saved state. */
  begin(data, kept, level) {
    this.search = new PlayedSearch(data, kept, level);
    this.picture = new PlayPicture(this.find(".play-stage"), this.search, this.words);
    this.find(".play-level").value = this.search.level;
    this.show();
  }

  find(selector) {
    return this.section.querySelector(selector);
  }

  say(sentence, blanks = {}) {
    return filled(this.words[sentence], blanks);
  }

  name(node) {
    return this.search.data.names[node];
  }

  listen() {
    const clicked = (selector, action) => this.find(selector).addEventListener("click", action);
    clicked(".play-check", () => this.check());
    clicked(".play-take-back", () => this.takeBack());
    clicked(".play-tell", () => this.tell());
    clicked(".play-restart", () => this.restart());
    clicked(".picture", (event) => this.choose(event));
    this.find(".play-restart").addEventListener("blur", () => this.askedToRestart(false));
    this.find(".play-level").addEventListener("change", ({ target }) => this.setLevel(Number(target.value)));
    this.section.addEventListener("keydown", (event) => this.pressed(event));
    new ResizeObserver(() => this.picture?.follow()).observe(this.find(".picture"));
  }

  // Answers

  /** Enter an answer without checking it. */
  enter(entered) {
    this.picture.arrive();
    const isTaken = this.search.enter(entered);
    if (isTaken) this.changed();
    return isTaken;
  }

  /** Enter an answer from the tree or by a key: show it in the controls and announce it. */
  enterFromAfar(entered) {
    if (!this.enter(entered)) return;
    const answer = this.inWords(this.search.due, entered);
    this.status("", this.say("chosen", { answer }));
  }

  takeBack() {
    this.search.takeBack();
    this.changed();
    this.status("", this.words.taken_back);
    this.answers.focus();
  }

  changed() {
    this.answers.fill(this.search.entered);
    this.find(".play-take-back").disabled = this.search.entered === null;
    this.picture.markEntered();
    this.keep();
  }

  check() {
    this.picture.arrive();
    if (this.search.isDone) return;
    if (this.search.isTold) this.goOn();
    else this.tellOutcome(this.search.entered, this.search.check());
  }

  tell() {
    this.picture.arrive();
    this.tellOutcome(null, this.search.tell());
  }

  tellOutcome(entered, { outcome, question, reason }) {
    if (outcome === "empty") this.status("", this.words.empty);
    else if (outcome === "unreadable") this.status("", this.say("unreadable", { answer: [entered].flat().join(", ") }));
    else if (outcome === "right") this.advance("right", [this.words.right]);
    else {
      const wrong = outcome === "wrong" ? this.say("wrong", { answer: this.inWords(question, entered) }) : "";
      const right = this.say("answer_is", { answer: this.inWords(question, question.right) });
      this.show();
      this.status(outcome, [wrong, right, reason].filter(Boolean).join(" "));
      this.keep();
      this.find(".play-check").focus({ preventScroll: true });
      this.uncover();
    }
  }

  /** Continue after a shown answer: the search proceeds with the right step. */
  goOn() {
    this.search.goOn();
    this.advance("", []);
  }

  /** Show the current question and the steps since the last one. */
  advance(outcome, sentences) {
    const happened = this.search.data.told.slice(this.picture.shown + 1, this.search.step + 1);
    this.keep();
    this.show();
    const end = this.search.isDone ? [this.say("done", { count: this.search.unaided, total: this.search.total })] : [];
    this.status(outcome, [...sentences, ...happened.map((sentence) => `${sentence}.`.replace("..", ".")), ...end].join(" "));
    this.focusQuestion();
    if (this.search.isDone) this.finished(this.search);
  }

  /** Focus the question; on phones not its fields, because the keyboard would hide the tree. */
  focusQuestion() {
    this.uncover();
    if (this.search.isDone) this.find(".play-restart").focus({ preventScroll: true });
    else if (matchMedia("(pointer: coarse)").matches) this.find(".play-question").focus({ preventScroll: true });
    else this.answers.focus();
  }

  /** If the tree is above the question, scroll until everything down to the feedback is visible below the tree. */
  uncover() {
    const stage = this.find(".play-stage");
    if (getComputedStyle(stage).position !== "sticky") return;
    const aboveQuestion = this.find(".play-question").getBoundingClientRect().top - stage.offsetHeight;
    const belowScreen = this.find(".play-status").getBoundingClientRect().bottom - innerHeight;
    scrollBy({ top: Math.min(aboveQuestion, Math.max(belowScreen, 0)), behavior: "instant" });
  }

  /** Start over; the first click only asks for confirmation. */
  restart() {
    if (this.search.record.length && !this.isAsked) return this.askedToRestart(true);
    this.askedToRestart(false);
    this.search = new PlayedSearch(this.search.data, {}, this.search.level);
    this.picture.begin(this.search);
    this.keep();
    this.show();
    this.status("", this.words.restarted);
    this.focusQuestion();
  }

  askedToRestart(isAsked) {
    this.isAsked = isAsked;
    this.find(".play-restart").textContent = isAsked ? this.words.restart_really : this.words.restart;
  }

  setLevel(level) {
    if (this.search.isTold) this.search.goOn();
    this.search.level = level;
    this.search.takeBack();
    this.status("", "");
    this.keep();
    this.show();
  }

  // Clicks and keys

  choose(event) {
    const answer = this.picture.answerAt(event);
    if (answer !== undefined) this.enterFromAfar(answer);
  }

  pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") {
      if (this.search.entered !== null) this.takeBack();
    } else if (event.key === "Enter") this.pressedEnter(event);
    else if (!isWriting(event)) this.pressedForAnswer(event);
  }

  pressedForAnswer(event) {
    const answer = this.answerOfKey(event.key.toLowerCase());
    if (answer !== undefined) {
      event.preventDefault();
      this.enterFromAfar(answer);
      this.answers.focus();
    }
  }

  /** Enter checks the answer, except on elements with their own use for the key. */
  pressedEnter(event) {
    if (event.target.closest("button, select, summary")) return;
    event.preventDefault();
    this.check();
  }

  answerOfKey(key) {
    const { due, canEnter } = this.search;
    if (!canEnter) return undefined;
    if (due.kind === "child" && /^[1-9]$/.test(key)) return this.search.data.children[due.node][key - 1];
    return due.kind === "cut" ? ["cut", "on"].find((answer) => this.words[`key_${answer}`] === key) : undefined;
  }

  // Display

  /** Return a right answer as the controls show it, with localized numbers. */
  asWritten(right) {
    if (typeof right === "number" || ["cut", "on"].includes(right)) return right;
    return Array.isArray(right) ? right.map((number) => printed(number, this.words)) : printed(right, this.words);
  }

  inWords(question, answer) {
    return answerInWords(question, answer, this.search.data.names, this.words);
  }

  show() {
    const { due, data, isTold, isDone } = this.search;
    this.picture.walk();
    this.find(".play-question").textContent = isDone ? this.words.finished : questionText(due, data.names, this.words);
    this.answers.show(due, data.names, isDone ? [] : data.children[due.node], this.words);
    this.answers.fill(isTold ? this.asWritten(due.right) : this.search.entered);
    this.answers.isClosed = isTold;
    this.find(".play-take-back").disabled = this.search.entered === null;
    for (const name of ["take-back", "tell"]) this.find(`.play-${name}`).hidden = isTold || isDone;
    this.find(".play-check").hidden = isDone;
    this.find(".play-check").textContent = isTold ? this.words.go_on : this.words.check;
    this.showProgress();
    this.showSoFar();
  }

  showProgress() {
    const { record, total, mistakes, helped, isDone } = this.search;
    const count = record.length + (isDone || this.search.isTold ? 0 : 1);
    const told = [this.say("progress", { count, total })];
    if (mistakes) told.push(this.say("mistakes", { count: mistakes }));
    if (helped) told.push(this.say("helped", { count: helped }));
    this.find(".play-progress").textContent = told.join(" · ");
  }

  showSoFar() {
    const sentences = this.search.data.told.slice(1, this.search.step + 1);
    const told = sentences.length ? sentences : [this.words.nothing_yet];
    this.find(".play-so-far ol").replaceChildren(...told.map((sentence) => element("li", {}, sentence)));
  }

  status(outcome, text) {
    const place = this.find(".play-status");
    const mark = { right: "✓ ", wrong: "✗ ", told: "i " }[outcome] ?? "";
    place.dataset.outcome = outcome;
    place.textContent = text && mark + text;
  }
}
