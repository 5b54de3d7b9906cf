// The picture of an animation. The page holds everything that each node shows at each step: a track per node, whose
// entries give the first step with certain classes, value and window.

const FULL = 1.7; // Pixels per point of the picture at full size; the stylesheet has the same value.

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/** Return the last entry of a track that starts no later than the step. */
function entryAt(track, step) {
  let low = 0;
  let high = track.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (track[middle][0] <= step) low = middle;
    else high = middle;
  }
  return track[low];
}

/** Return how far to scroll so that the range is visible in a box of this size, with a margin. */
function distance(start, end, size, margin) {
  if (start < margin) return start - margin;
  return end > size - margin ? Math.min(start - margin, end - size + margin) : 0;
}

/** Scroll only this box until the element is visible. */
function reveal(box, element, margin, isSmooth) {
  const frame = box.getBoundingClientRect();
  const inside = element.getBoundingClientRect();
  const left = distance(inside.left - frame.left, inside.right - frame.left, box.clientWidth, margin.x);
  const top = distance(inside.top - frame.top, inside.bottom - frame.top, box.clientHeight, margin.y);
  if (left || top) box.scrollBy({ left, top, behavior: isSmooth && !isStill.matches ? "smooth" : "instant" });
}

/** Return the elements of a picture by node. */
function byNode(box, name) {
  const found = [];
  for (const element of box.querySelectorAll(`[data-${name}]`)) found[element.dataset[name]] = element;
  return found;
}

/** The elements of one node: its group, the edge above it, its value and its window. */
class Drawn {
  constructor(group, edge) {
    this.group = group;
    this.edge = edge;
    this.value = this.group.querySelector(".value");
    this.window = this.group.querySelector(".window");
    this.entry = null;
  }

  show(entry) {
    if (entry === this.entry) return;
    const [, classes, value, window] = entry;
    this.entry = entry;
    this.mark(classes);
    if (this.value.textContent !== value) this.value.textContent = value;
    if (this.window && this.window.textContent !== window) this.window.textContent = window;
  }

  mark(classes) {
    this.group.setAttribute("class", classes);
    if (this.edge) this.edge.setAttribute("class", classes);
  }

  markCurrent(isCurrent) {
    this.mark(this.entry[1] + (isCurrent ? " current" : ""));
  }
}

/** The tree with the state of its nodes at a step. */
class Picture {
  constructor(box, tracks) {
    this.box = box;
    this.svg = box.querySelector("svg");
    this.told = this.svg.getAttribute("aria-label");
    this.tracks = tracks;
    const edges = byNode(box, "edge");
    this.nodes = byNode(box, "node").map((group, node) => new Drawn(group, edges[node]));
    this.current = null;
  }

  show(step, node, description) {
    if (this.current !== null) this.nodes[this.current].markCurrent(false);
    this.nodes.forEach((drawn, number) => drawn.show(entryAt(this.tracks[number], step)));
    if (node !== null) this.nodes[node].markCurrent(true);
    this.current = node;
    this.svg.setAttribute("aria-label", description ?? this.told);
  }

  follow(isSmooth) {
    const margin = { x: Math.min(110, this.box.clientWidth / 4), y: 40 };
    reveal(this.box, this.nodes[this.current ?? 0].group, margin, isSmooth);
  }

  get width() {
    return FULL * this.svg.viewBox.baseVal.width;
  }
}
