// The page of a played search: it shows what is due, passes on what a student does, and tells what came out.

const PACE = 600; // So many milliseconds a step without a question is shown on the way.
const REACH = 14; // So many pixels around a node belong to it when somebody clicks.

/** Whether the focused element needs letters and digits itself. */
const isWriting = ({ target }) => target.closest("input[type=text], select, summary") !== null;

class PlayBoard {
  constructor(section, words) {
    this.section = section;
    this.words = words;
    const data = JSON.parse(this.find(".played").textContent);
    this.key = `treesolve-play-${data.id}`;
    this.search = new PlayedSearch(data, memory.read(this.key));
    this.picture = new Picture(this.find(".picture"), data.film.tracks);
    this.answers = new PlayAnswers(this.find(".play-answers"), this.find(".play-question").id, (entered) => this.enter(entered));
    this.shown = this.search.step;
    this.timer = null;
    this.find(".play-level").value = this.search.level;
    this.listen();
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
    this.find(".play-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.check();
    });
    clicked(".play-take-back", () => this.takeBack());
    clicked(".play-tell", () => this.tell());
    clicked(".play-restart", () => this.restart());
    clicked(".picture", (event) => this.choose(event));
    this.find(".play-restart").addEventListener("blur", () => this.askedToRestart(false));
    this.find(".play-level").addEventListener("change", ({ target }) => this.setLevel(Number(target.value)));
    this.section.addEventListener("keydown", (event) => this.pressed(event));
    new ResizeObserver(() => this.picture.follow(false)).observe(this.picture.box);
  }

  // What a student does

  /** Take an answer that is not checked yet. */
  enter(entered) {
    this.arrive();
    const isTaken = this.search.enter(entered);
    if (isTaken) this.changed();
    return isTaken;
  }

  /** The same, from the tree or by a key: the controls show it, and it is told. */
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
    this.markEntered();
    this.keep();
  }

  check() {
    this.arrive();
    if (this.search.isDone) return;
    if (this.search.isTold) this.goOn();
    else this.tellOutcome(this.search.entered, this.search.check());
  }

  tell() {
    this.arrive();
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

  /** After an answer that was told: the step is done rightly, and the search goes on. */
  goOn() {
    this.search.goOn();
    this.advance("", []);
  }

  /** Show what is due now, and tell what has happened on the way. */
  advance(outcome, sentences) {
    const happened = this.search.data.told.slice(this.shown + 1, this.search.step + 1);
    this.keep();
    this.show();
    const end = this.search.isDone ? [this.say("done", { count: this.search.unaided, total: this.search.total })] : [];
    this.status(outcome, [...sentences, ...happened.map((sentence) => `${sentence}.`.replace("..", ".")), ...end].join(" "));
    this.focusQuestion();
  }

  /** Fields would open the keyboard of a phone and hide the tree. */
  focusQuestion() {
    this.uncover();
    if (this.search.isDone) this.find(".play-restart").focus({ preventScroll: true });
    else if (matchMedia("(pointer: coarse)").matches) this.find(".play-question").focus({ preventScroll: true });
    else this.answers.focus();
  }

  /** On a phone the tree stays at the top of the screen: the question shall not lie below it. */
  uncover() {
    const hidden = this.find(".play-stage").getBoundingClientRect().bottom - this.find(".play-question").getBoundingClientRect().top;
    const isBelow = getComputedStyle(this.find(".play-stage")).position === "sticky";
    if (isBelow && hidden > 0) scrollBy({ top: -hidden, behavior: "instant" });
  }

  /** Start over once it is asked for twice. */
  restart() {
    if (this.search.record.length && !this.isAsked) return this.askedToRestart(true);
    this.askedToRestart(false);
    this.search = new PlayedSearch(this.search.data, {}, this.search.level);
    this.shown = this.search.step;
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

  keep() {
    memory.write(this.key, this.search.state);
  }

  // Clicks and keys

  /** The nodes that answer the due question when they are clicked, each with the answer. */
  get clickable() {
    const { due } = this.search;
    if (!this.search.canEnter) return [];
    const children = this.search.data.children[due.node];
    if (due.kind === "child") return children.map((child) => [child, child]);
    if (due.kind === "cut") return [[due.node, "cut"], ...children.map((child) => [child, "on"])];
    const value = (child) => this.picture.nodes[child].value.textContent;
    return due.kind === "return" ? children.map((child) => [child, value(child)]).filter(([, text]) => text) : [];
  }

  choose({ clientX: x, clientY: y }) {
    const apart = ({ left, right, top, bottom }) => Math.max(left - x, x - right, top - y, y - bottom);
    const distances = this.clickable.map(([node, answer]) => {
      const shape = this.picture.nodes[node].group.querySelector(".shape");
      return { answer, distance: apart(shape.getBoundingClientRect()) };
    });
    const [nearest] = distances.sort((one, other) => one.distance - other.distance);
    if (nearest && nearest.distance <= REACH) this.enterFromAfar(nearest.answer);
  }

  pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") {
      if (this.search.entered !== null) this.takeBack();
    } else if (!isWriting(event)) this.pressedForAnswer(event);
  }

  pressedForAnswer(event) {
    const answer = this.answerOfKey(event.key.toLowerCase());
    if (answer !== undefined) {
      event.preventDefault();
      this.enterFromAfar(answer);
      this.answers.focus();
    } else if (event.key === "Enter" && !event.target.closest("button, input")) {
      event.preventDefault();
      this.check();
    }
  }

  answerOfKey(key) {
    const { due, canEnter } = this.search;
    if (!canEnter) return undefined;
    if (due.kind === "child" && /^[1-9]$/.test(key)) return this.search.data.children[due.node][key - 1];
    return due.kind === "cut" ? ["cut", "on"].find((answer) => this.words[`key_${answer}`] === key) : undefined;
  }

  // What the page shows

  inWords(question, answer) {
    return answerInWords(question, answer, this.search.data.names, this.words);
  }

  show() {
    const { due, data, isTold, isDone } = this.search;
    this.walk();
    this.find(".play-question").textContent = isDone ? this.words.finished : questionText(due, data.names, this.words);
    this.answers.show(due, data.names, isDone ? [] : data.children[due.node], this.words);
    this.answers.fill(isTold ? due.right : this.search.entered);
    this.answers.isClosed = isTold;
    for (const name of ["take-back", "tell"]) this.find(`.play-${name}`).hidden = isTold || isDone;
    this.find(".play-check").hidden = isDone;
    this.find(".play-check").textContent = isTold ? this.words.go_on : this.words.check;
    this.showProgress();
    this.showSoFar();
  }

  /** Show the steps on the way to the one that is due, one after the other. */
  walk() {
    clearTimeout(this.timer);
    const isShort = this.shown + 1 >= this.search.step || this.shown > this.search.step;
    this.shown = isStill.matches || isShort ? this.search.step : this.shown + 1;
    this.showPicture();
    if (this.shown !== this.search.step) this.timer = setTimeout(() => this.walk(), PACE);
  }

  /** Whoever acts before the picture has arrived has it there at once. */
  arrive() {
    if (this.shown === this.search.step) return;
    this.shown = this.search.step;
    this.walk();
  }

  showPicture() {
    const asked = this.shown === this.search.step ? this.search.due : undefined;
    const at = asked?.node ?? this.search.data.film.places[this.shown][0] ?? 0;
    this.picture.show(this.shown, at, this.say("picture", { step: this.shown, node: this.name(at) }));
    this.picture.follow(true);
    this.markEntered();
    const path = this.search.path(at).map((each) => this.placed(each, at));
    this.find(".play-names").textContent = path.join(" › ");
  }

  /** A node of the path with its window; that of the last one is not shown where it is asked for. */
  placed(node, last) {
    const window = entryAt(this.search.data.film.tracks[node], this.shown)[3];
    return [this.name(node), window || (node === last && this.search.due?.kind === "bounds" ? "?" : "")].join(" ").trim();
  }

  markEntered() {
    const { entered, due } = this.search;
    this.picture.nodes.forEach(({ group }, node) => {
      const isChild = due?.kind === "child" && entered === node;
      const isCut = due?.kind === "cut" && entered === "cut" && due.node === node;
      group.classList.toggle("entered", isChild || isCut);
    });
  }

  showProgress() {
    const { record, total, mistakes, helped, isDone, lastStep, step } = this.search;
    const count = record.length + (isDone || this.search.isTold ? 0 : 1);
    const told = [this.say("progress", { count, total, step: isDone ? lastStep : step + 1, last: lastStep })];
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

/** The two ways to practise, where an exercise has both; the one that was taken last is kept. */
function offerWays(article, words) {
  const section = article.querySelector(".play");
  if (!section) return;
  const ways = article.querySelector(".ways");
  const board = new PlayBoard(section, words);
  const choose = (way) => {
    section.hidden = way !== "play";
    article.querySelector(".desk").hidden = way === "play";
    memory.write(`${board.key}-way`, way);
    if (way === "play") board.picture.follow(false);
  };
  ways.hidden = false;
  for (const input of ways.querySelectorAll("input")) {
    input.addEventListener("change", () => choose(input.value));
    input.checked = (input.value === "play") === (memory.read(`${board.key}-way`) === "play");
  }
  choose(ways.querySelector("input:checked").value);
}

const playWords = JSON.parse(document.getElementById("play-words").textContent);
document.querySelectorAll("article.practice").forEach((article) => offerWays(article, playWords));
