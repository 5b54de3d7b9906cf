// Plays the films of a page. What every node shows at every step stands in the page; nothing is worked out here.
//
// Vocabulary
//
//   step      0 is the tree before the search, the last one the finished tree
//   place     where a step happens: the node, and a text that tells it with its bounds

const REST = 1600; // So many milliseconds a step stays at speed 1.
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];

/** One film: its picture, its list of steps, its buttons. */
class Player {
  constructor(section, number, isAlone) {
    this.section = section;
    this.prefix = isAlone ? "" : `tree=${number}&`;
    const data = JSON.parse(this.find("script").textContent);
    this.words = data.words;
    this.places = data.places;
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
    for (const name of Object.keys(ACTIONS)) this.find(`.${name}`).addEventListener("click", () => ACTIONS[name](this));
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

  /** Show a step because somebody asked for it: the film stops, and the page's address leads here. */
  go(step) {
    this.stop();
    this.show(step, true);
    remember(this.address(this.step));
  }

  show(step, isSmooth = false) {
    this.mark(false);
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

  /** Mark the row of the step, or take the mark away. */
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
    this.show(this.step + 1, true);
    if (this.step < this.last) this.wait();
    else this.go(this.last);
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

  /** A picture that has about all the room it can use needs no button for its size. */
  measure() {
    this.find(".zoom").hidden = this.picture.width <= 1.2 * this.picture.box.clientWidth;
    this.picture.follow(false);
  }

  get isInView() {
    const { top, bottom } = this.section.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  }
}

/** What the buttons do, by their class. */
const ACTIONS = {
  first: (player) => player.go(0),
  previous: (player) => player.go(player.step - 1),
  play: (player) => (player.isPlaying ? player.go(player.step) : player.play()),
  next: (player) => player.go(player.step + 1),
  last: (player) => player.go(player.last),
  slower: (player) => player.setSpeed(player.speed - 1),
  faster: (player) => player.setSpeed(player.speed + 1),
};

const KEYS = {
  Home: "first", ArrowLeft: "previous", " ": "play", ArrowRight: "next", End: "last",
  "-": "slower", "−": "slower", "+": "faster",
};

/** Whether the focused element needs the key itself: fields all of them, buttons the space. */
function isTaken({ target, key }) {
  const takers = `textarea, select, [contenteditable], input:not([type=range])${key === " " ? ", button, summary" : ""}`;
  return target.closest(takers) !== null;
}

function pressed(event) {
  const action = KEYS[event.key];
  if (!action || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if ((event.shiftKey && event.key !== "+") || isTaken(event)) return;
  event.preventDefault();
  ACTIONS[action](addressed());
}

const sections = [...document.querySelectorAll("main > article")];
const players = new Map();
sections.forEach((article, index) => {
  const section = article.querySelector(".player");
  if (section?.querySelector("script")) players.set(index + 1, new Player(section, index + 1, sections.length === 1));
});

let used = null;

/** The player that keys are meant for: the one used last, unless only another one is in view. */
function addressed() {
  if (used?.isInView) return used;
  return [...players.values()].find((player) => player.isInView) ?? used ?? [...players.values()][0];
}

let resting = null;

/** Let the page's address lead to a step, once nobody has moved on for a moment: browsers allow few changes a second. */
function remember(address) {
  clearTimeout(resting);
  resting = setTimeout(() => {
    if (location.hash !== address) history.replaceState(null, "", address);
  }, 200);
}

/** Show the step the page's address names, if it names one. */
function followAddress() {
  const named = new URLSearchParams(location.hash.slice(1));
  const player = players.get(Number(named.get("tree") ?? 1));
  if (!player || !/^\d+$/.test(named.get("step") ?? "")) return;
  used = player;
  player.stop();
  player.show(Number(named.get("step")));
  if (named.has("tree")) player.section.closest("article").scrollIntoView();
}

if (players.size) {
  for (const [, player] of players) {
    for (const type of ["pointerdown", "focusin"]) player.section.addEventListener(type, () => (used = player));
  }
  addEventListener("keydown", pressed);
  addEventListener("hashchange", followAddress);
  followAddress();
}
