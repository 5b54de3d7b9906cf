// Plays the animations of a page. The page holds everything that each node shows at each step; the script computes
// nothing.
//
// Step 0 is the tree before the search, the last step the finished tree. `places` holds the node of each step and a
// text with its bounds; `asked` holds, for steps with a decision, the node and the question for students who predict
// it.

const REST = 1600; // Duration of a step at speed 1, in milliseconds.
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];

/** An animation with its picture, list of steps and buttons. */
class Player {
  constructor(section, number, isAlone) {
    this.section = section;
    this.prefix = isAlone ? "" : `tree=${number}&`;
    const data = JSON.parse(this.find("script").textContent);
    this.words = data.words;
    this.places = data.places;
    this.asked = data.asked;
    this.isAsking = false;
    this.picture = new Picture(this.find(".picture"), data.tracks);
    this.list = this.find(".steps");
    this.rows = [null, ...this.list.querySelectorAll("tbody tr")];
    this.slider = this.find(".slider");
    this.speed = SPEEDS.indexOf(1);
    this.timer = null;
    this.step = 0;
    this.prepare();
  }

  find(selector) {
    return this.section.querySelector(selector);
  }

  get last() {
    return this.places.length - 1;
  }

  get isPlaying() {
    return this.timer !== null;
  }

  prepare() {
    this.section.querySelectorAll(".screen").forEach((element) => (element.hidden = false));
    for (const name of Object.keys(ACTIONS)) this.find(`.${name}`)?.addEventListener("click", () => ACTIONS[name](this));
    this.slider.addEventListener("input", () => this.go(this.slider.valueAsNumber));
    this.list.addEventListener("click", (event) => this.choose(event));
    this.find(".zoom").addEventListener("click", () => this.zoom());
    this.rows.slice(1).forEach((row, index) => row.querySelector("a").setAttribute("href", this.address(index + 1)));
    new ResizeObserver(() => this.measure()).observe(this.picture.box);
    this.show(0);
  }

  address(step) {
    return `#${this.prefix}step=${step}`;
  }

  /** Show a step on request: pause, and put the step into the address. */
  go(step) {
    this.stop();
    this.show(step, true);
    remember(this.address(this.step));
  }

  show(step, isSmooth = false) {
    this.mark(false);
    this.isAsking = false;
    this.step = Math.min(Math.max(step, 0), this.last);
    const node = this.places[this.step][0];
    const isEnd = this.step === this.last;
    this.picture.show(this.step, node, isEnd ? null : this.words.picture.replace("{step}", this.step));
    this.tell();
    this.mark(true);
    this.section.closest("article").classList.toggle("unfinished", !isEnd);
    this.picture.follow(isSmooth);
    reveal(this.list, this.rows[this.step] ?? this.list.querySelector("thead"), { x: -Infinity, y: 60 }, isSmooth);
  }

  tell() {
    const position = this.words.position.replace("{step}", this.step);
    const [, place] = this.places[this.step];
    this.find(".position").textContent = place ? `${position} · ${place}` : position;
    this.find(".sentence").textContent = this.sentence;
    this.slider.value = this.step;
    this.slider.setAttribute("aria-valuetext", position);
    for (const name of ["first", "previous"]) this.find(`.${name}`).setAttribute("aria-disabled", this.step === 0);
    for (const name of ["last", "next"]) this.find(`.${name}`).setAttribute("aria-disabled", this.step === this.last);
  }

  get sentence() {
    return this.step ? this.rows[this.step].cells[2].textContent : this.words.before;
  }

  /** Mark or unmark the row of the step. */
  mark(isCurrent) {
    const row = this.rows[this.step];
    if (!row) return;
    if (isCurrent) row.setAttribute("aria-current", "step");
    else row.removeAttribute("aria-current");
  }

  choose(event) {
    const step = this.rows.indexOf(event.target.closest("tbody tr"));
    if (step < 1 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.go(step);
  }

  play() {
    if (this.step === this.last) this.show(0);
    this.wait();
    this.tellPlaying();
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.advance(), REST / SPEEDS[this.speed]);
  }

  advance() {
    if (this.ask()) return;
    this.show(this.step + 1, true);
    if (this.step < this.last) this.wait();
    else this.go(this.last);
  }

  /** Go one step forward, or show the prediction question before it first. */
  goOn() {
    if (!this.ask()) this.go(this.step + 1);
  }

  /** Toggle prediction: the student is asked before each decision, and later steps are hidden. */
  predict() {
    const isPredicting = this.section.classList.toggle("predicting");
    this.find(".predict").setAttribute("aria-pressed", isPredicting);
    this.show(this.step);
  }

  /** Ask for the decision of the next step and pause. Return false if there is none, or if it has been asked. */
  ask() {
    const asked = this.section.classList.contains("predicting") && this.asked[this.step + 1];
    if (!asked || this.isAsking) return false;
    const [node, question] = asked;
    this.stop();
    this.isAsking = true;
    this.picture.show(this.step, node, question);
    this.picture.follow(true);
    this.find(".sentence").textContent = question;
    return true;
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.tellPlaying();
  }

  tellPlaying() {
    const button = this.find(".play");
    const name = this.isPlaying ? this.words.pause : this.words.play;
    button.classList.toggle("playing", this.isPlaying);
    button.title = button.title.replace(button.ariaLabel, name);
    button.ariaLabel = name;
  }

  setSpeed(speed) {
    this.speed = Math.min(Math.max(speed, 0), SPEEDS.length - 1);
    this.find("output").textContent = `${SPEEDS[this.speed]}×`.replace("0.25", "¼").replace("0.5", "½");
    if (this.isPlaying) this.wait();
  }

  zoom() {
    const isFull = this.picture.box.classList.toggle("full");
    this.find(".zoom").setAttribute("aria-pressed", isFull);
    this.picture.follow(false);
  }

  /** Hide the zoom button if the picture has about its full size. */
  measure() {
    this.find(".zoom").hidden = this.picture.width <= 1.2 * this.picture.box.clientWidth;
    this.picture.follow(false);
  }

  get isInView() {
    const { top, bottom } = this.section.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  }
}

/** The actions of the buttons, by CSS class. */
const ACTIONS = {
  first: (player) => player.go(0),
  previous: (player) => player.go(player.step - 1),
  play: (player) => (player.isPlaying ? player.go(player.step) : player.play()),
  next: (player) => player.goOn(),
  last: (player) => player.go(player.last),
  slower: (player) => player.setSpeed(player.speed - 1),
  faster: (player) => player.setSpeed(player.speed + 1),
  predict: (player) => player.find(".predict") && player.predict(),
};
