// The tree of a played search, with the path to the current question's node above it. On the way to the next question,
// the picture shows the steps in between one after the other.

const PACE = 600; // Time for each step without a question, in milliseconds.
const REACH = 14; // Clicks within this distance of a node, in pixels, count as clicks on it.

class PlayPicture {
  constructor(stage, search, words) {
    this.stage = stage;
    this.words = words;
    this.film = new Picture(stage.querySelector(".picture"), search.data.film.tracks);
    this.timer = null;
    this.begin(search);
  }

  begin(search) {
    this.search = search;
    this.shown = search.step;
  }

  name(node) {
    return this.search.data.names[node];
  }

  follow() {
    this.film.follow(false);
  }

  /** Show the steps up to the current question one after the other. */
  walk() {
    clearTimeout(this.timer);
    const isShort = this.shown + 1 >= this.search.step || this.shown > this.search.step;
    this.shown = isStill.matches || isShort ? this.search.step : this.shown + 1;
    this.showPicture();
    if (this.shown !== this.search.step) this.timer = setTimeout(() => this.walk(), PACE);
  }

  /** Skip the remaining steps when the student acts. */
  arrive() {
    if (this.shown === this.search.step) return;
    this.shown = this.search.step;
    this.walk();
  }

  showPicture() {
    const asked = this.shown === this.search.step ? this.search.due : undefined;
    const at = asked?.node ?? this.search.data.film.places[this.shown][0] ?? 0;
    this.film.show(this.shown, at, filled(this.words.picture, { step: this.shown, node: this.name(at) }));
    this.film.follow(true);
    this.markEntered();
    const path = this.search.path(at).map((each) => this.placed(each, at));
    this.stage.querySelector(".play-names").textContent = path.join(" › ");
  }

  /** Return a node of the path with its window, unless that of the last node is the question. */
  placed(node, last) {
    const window = entryAt(this.search.data.film.tracks[node], this.shown)[3];
    return [this.name(node), window || (node === last && this.search.due?.kind === "bounds" ? "?" : "")].join(" ").trim();
  }

  markEntered() {
    const { entered, due } = this.search;
    this.film.nodes.forEach(({ group }, node) => {
      const isChild = due?.kind === "child" && entered === node;
      const isCut = due?.kind === "cut" && entered === "cut" && due.node === node;
      group.classList.toggle("entered", isChild || isCut);
    });
  }

  /** The nodes that can be clicked to answer the current question, each with its answer. */
  get clickable() {
    const { due } = this.search;
    if (!this.search.canEnter) return [];
    const children = this.search.data.children[due.node];
    if (due.kind === "child") return children.map((child) => [child, child]);
    if (due.kind === "cut") return [[due.node, "cut"], ...children.map((child) => [child, "on"])];
    const value = (child) => this.film.nodes[child].value.textContent;
    return due.kind === "return" ? children.map((child) => [child, value(child)]).filter(([, text]) => text) : [];
  }

  /** Return the answer for a click, or undefined. */
  answerAt({ clientX: x, clientY: y }) {
    const apart = ({ left, right, top, bottom }) => Math.max(left - x, x - right, top - y, y - bottom);
    const distances = this.clickable.map(([node, answer]) => {
      const shape = this.film.nodes[node].group.querySelector(".shape");
      return { answer, distance: apart(shape.getBoundingClientRect()) };
    });
    const [nearest] = distances.sort((one, other) => one.distance - other.distance);
    return nearest && nearest.distance <= REACH ? nearest.answer : undefined;
  }
}
