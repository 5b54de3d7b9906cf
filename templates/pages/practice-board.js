// The picture with its input fields: it shows an answer and reports input.
//
// `mode` is the current question, which determines what a click in the tree does. Supposed values are those of leaves
// in a counterexample.

const SVG = "http://www.w3.org/2000/svg";
const GLYPHS = { right: "✓", wrong: "✗", here: "✗", follows: "↳", begun: "…", missing: "…", hint: "?", note: "i" };
const LETTER = 6.5; // Width of a letter in a field, in points, unless it has to shrink to fit.
const ROOM = 3; // Clicks within this distance of a node, in points, count as clicks on it.

function drawn(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

/** A node in the picture. */
class DrawnNode {
  constructor(board, node) {
    this.node = node;
    this.group = board.querySelector(`[data-node="${node}"]`);
    this.edge = board.querySelector(`[data-edge="${node}"]`);
    this.shape = this.group.querySelector(".shape");
    this.box = this.shape.getBBox();
    this.mark = this.beside();
    this.number = this.below();
    this.group.prepend(this.target());
    this.group.append(this.mark, this.number);
  }

  target() {
    const { x, y, width, height } = this.group.getBBox();
    const size = { x: x - ROOM, y: y - ROOM, width: width + 2 * ROOM, height: height + 2 * ROOM };
    return drawn("rect", { class: "target", rx: 3, ...size });
  }

  text(role, x, y, anchor) {
    return drawn("text", { class: role, x, y, dy: ".36em", "text-anchor": anchor, "aria-hidden": "true" });
  }

  /** Return the mark of a verdict in place of the window, or beside a leaf. */
  beside() {
    const window = this.group.querySelector(".window");
    if (window) return this.text("verdict-mark", window.getAttribute("x"), window.getAttribute("y"), "start");
    return this.text("verdict-mark", this.box.x + this.box.width, this.box.y + 1, "middle");
  }

  /** Return the text below a leaf's name for its position in the order. */
  below() {
    const name = this.group.querySelector(this.shape.matches(".board") ? ".value" : ".name");
    const y = name.textContent ? Number(name.getAttribute("y")) + 12 : this.box.y + this.box.height + 8;
    return this.text("place", this.box.x + this.box.width / 2, y, "middle");
  }

  set status({ isTicked, isTop }) {
    const classes = [isTicked ? "pruned" : "waiting", isTop ? "struck" : ""].join(" ");
    this.group.setAttribute("class", classes);
    this.edge?.setAttribute("class", classes);
  }

  set supposed(text) {
    this.group.classList.toggle("supposed", text !== undefined);
    const value = this.group.querySelector(".value");
    this.value ??= value.textContent;
    value.textContent = text ?? this.value;
  }

  set verdict(verdict) {
    this.mark.textContent = verdict === "missing" ? "" : (GLYPHS[verdict] ?? "");
    this.mark.setAttribute("class", `verdict-mark ${verdict ?? ""}`);
  }
}

/** The picture with its input fields. */
class Board {
  constructor(box, exercise) {
    this.box = box;
    this.exercise = exercise;
    this.svg = box.querySelector("svg");
    this.svg.setAttribute("role", "group");
    this.nodes = exercise.nodes.map((_, node) => new DrawnNode(box, node));
    this.fields = [...box.querySelectorAll(".field")];
    this.current = 0;
    this.mode = null;
  }

  /** Handle input: `chosen` is called with a node, `written` with a node and a text. */
  listen(chosen, written) {
    this.svg.addEventListener("click", (event) => this.clicked(event, chosen));
    this.svg.addEventListener("keydown", (event) => this.pressed(event, chosen));
    for (const field of this.fields) {
      field.addEventListener("input", () => written(this.nodeOf(field), field.value));
      field.addEventListener("keydown", (event) => this.pressedInField(event, field));
    }
  }

  /** Scroll a wide picture so that the root is centered. */
  showRoot() {
    const picture = this.box.parentElement;
    const [root, shown] = [this.nodes[0].shape, picture].map((part) => part.getBoundingClientRect());
    picture.scrollLeft += root.left + root.width / 2 - (shown.left + shown.width / 2);
  }

  nodeOf(field) {
    return Number(field.dataset.field);
  }

  fieldOf(node) {
    return this.fields.find((field) => this.nodeOf(field) === node);
  }

  nodeAt(target) {
    const group = target.closest("[data-node]");
    return group ? Number(group.dataset.node) : null;
  }

  clicked(event, chosen) {
    const node = this.nodeAt(event.target);
    if (node === null) return;
    if (this.mode === "values") this.fieldOf(node)?.focus();
    else if (this.takes(node)) {
      this.goTo(node);
      chosen(node);
    }
  }

  /** Whether a node can be chosen for the current question. */
  takes(node) {
    if (this.mode === "order") return this.exercise.isLeaf(node);
    return this.mode === "best" ? this.exercise.parents[node] === 0 : this.mode === "pruned";
  }

  pressed(event, chosen) {
    const node = this.nodeAt(event.target);
    if (node === null || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (this.takes(node)) chosen(node);
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      this.goTo(this.neighbour(node, event.key));
    }
  }

  pressedInField(event, field) {
    const next = this.nextField(field, event);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select();
  }

  /** Return the field a key leads to: Enter the next, Shift+Enter the previous, arrows the one above or below. */
  nextField(field, { key, shiftKey }) {
    const node = this.nodeOf(field);
    if (key === "Enter") return this.fields[this.fields.indexOf(field) + (shiftKey ? -1 : 1)];
    if (key === "ArrowUp") return this.fieldOf(this.exercise.parents[node]);
    const below = key === "ArrowDown" ? this.exercise.children(node) : [];
    return below.map((child) => this.fieldOf(child)).find(Boolean);
  }

  /** Return the node an arrow key leads to: the parent, the first child, or the next node on the same level. */
  neighbour(node, key) {
    if (key === "ArrowUp") return this.exercise.parents[node] ?? node;
    if (key === "ArrowDown") return this.exercise.children(node)[0] ?? node;
    const level = this.exercise.level(node);
    return level[level.indexOf(node) + (key === "ArrowLeft" ? -1 : 1)] ?? node;
  }

  /** Move the focus within the tree, which is a single tab stop. */
  goTo(node) {
    this.nodes[this.current].group.setAttribute("tabindex", -1);
    this.current = node;
    this.nodes[node].group.setAttribute("tabindex", 0);
    this.nodes[node].group.focus();
  }

  /** Prepare the tree for a question. */
  setMode(mode) {
    this.mode = mode;
    this.box.dataset.mode = mode;
    const isTree = ["pruned", "order", "best"].includes(mode);
    for (const { group, node } of this.nodes) {
      const role = { pruned: "checkbox", order: "button", best: "radio" }[mode];
      if (isTree && this.takes(node)) group.setAttribute("role", role);
      else group.setAttribute("role", isTree ? "img" : "presentation");
      if (isTree) group.setAttribute("tabindex", node === this.current ? 0 : -1);
      else group.removeAttribute("tabindex");
    }
    for (const field of this.fields) field.readOnly = mode !== "values";
    for (const field of this.fields) field.tabIndex = mode === "values" ? 0 : -1;
  }

  show(answer) {
    const topmost = new Set(this.exercise.topmost(answer.ticked));
    for (const drawnNode of this.nodes) {
      const { node } = drawnNode;
      const isTicked = this.exercise.isTicked(node, answer.ticked);
      drawnNode.status = { isTicked, isTop: topmost.has(node) };
      const place = answer.order.indexOf(node) + 1;
      drawnNode.number.textContent = place ? `${place}.` : "";
      this.describe(drawnNode.group, node, isTicked, place, answer.best === node);
    }
    for (const field of this.fields) this.fill(field, answer.values.get(this.nodeOf(field)) ?? "");
  }

  describe(group, node, isTicked, place, isBest) {
    const { told, kind } = this.exercise.nodes[node];
    const name = this.exercise.isLeaf(node) ? told : `${told} (${kind})`;
    group.setAttribute("aria-label", this.mode === "order" && place ? `${name}, ${place}.` : name);
    group.removeAttribute("aria-checked");
    if (this.mode === "pruned") group.setAttribute("aria-checked", isTicked);
    if (this.mode === "best" && this.takes(node)) group.setAttribute("aria-checked", isBest);
    group.classList.toggle("chosen", isBest);
  }

  fill(field, text) {
    if (field.value !== text) field.value = text;
    const room = Number(field.style.getPropertyValue("--w")) / LETTER;
    field.style.setProperty("--long", Math.max(1, text.length / room));
  }

  /** Show other values at some leaves, or the original ones. */
  suppose(supposed) {
    const texts = new Map((supposed ?? []).flatMap(([text, leaves]) => leaves.map((leaf) => [leaf, text])));
    for (const drawnNode of this.nodes) drawnNode.supposed = texts.get(drawnNode.node);
  }

  /** Show verdicts at nodes, or none. */
  judge(marks) {
    for (const drawnNode of this.nodes) drawnNode.verdict = marks?.get(drawnNode.node);
    for (const field of this.fields) {
      const verdict = marks?.get(this.nodeOf(field));
      field.setAttribute("aria-invalid", ["wrong", "follows"].includes(verdict));
    }
  }
}
