// The tree of a played search, with the path to the current question's node above it. On the way to the next question,
// the picture shows the steps in between one after the other.

const PACE = 600; // So many milliseconds a step without a question is shown on the way.
const REACH = 14; // So many pixels around a node belong to it when somebody clicks.

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
    this.film.show(this.shown, at, filled(this.words.picture, { step: this.shown, node: this.name(at) }));
    this.film.follow(true);
    this.markEntered();
    const path = this.search.path(at).map((each) => this.placed(each, at));
    this.stage.querySelector(".play-names").textContent = path.join(" › ");
  }

  /** A node of the path with its window; that of the last one is not shown where it is asked for. */
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

  /** The nodes that answer the due question when they are clicked, each with the answer. */
  get clickable() {
    const { due } = this.search;
    if (!this.search.canEnter) return [];
    const children = this.search.data.children[due.node];
    if (due.kind === "child") return children.map((child) => [child, child]);
    if (due.kind === "cut") return [[due.node, "cut"], ...children.map((child) => [child, "on"])];
    const value = (child) => this.film.nodes[child].value.textContent;
    return due.kind === "return" ? children.map((child) => [child, value(child)]).filter(([, text]) => text) : [];
  }

  /** The answer that a click gives; undefined where it is none. */
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
