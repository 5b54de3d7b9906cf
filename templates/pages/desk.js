// The desk: one card at a time. The page decides nothing itself: it asks the program, and shows what comes back.

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const state = read("state");
const texts = read("texts");
const find = (selector, within = document) => within.querySelector(selector);

const VERDICTS = [["right", "all_right"], ["wrong", "wrong"], ["nothing", "nothing_there"]];

/** A sentence with its blanks filled in. */
const say = (name, blanks = {}) => texts[name].replace(/\{(\w+)\}/g, (_, blank) => blanks[blank]);

/** An element with attributes and what is in it; texts stay texts. */
function make(name, attributes = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== false && value !== undefined) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...inside);
  return element;
}

const told = find(".told");
const tell = (text) => (told.textContent = text);

/** What the program answers to a request; nothing where it does not, which is told. */
async function ask(action, asked) {
  try {
    const body = JSON.stringify(asked);
    const answer = await fetch(action, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const found = answer.ok ? await answer.json() : { problem: say("lost") };
    if (found.problem && action !== "try") tell(found.problem);
    return found;
  } catch {
    tell(say("lost"));
    return { problem: say("lost") };
  }
}

/** Takes cards that are others now into the state, all in the order that is told. */
function take({ cards, order }) {
  const known = new Map([...state.cards, ...cards].map((card) => [card.card, card]));
  state.cards = order.map((number) => known.get(number));
}

/** What is asked about an exercise in a part. */
const asked = (card, part) => state.exercises[card.exercise].parts.find((one) => one.part === part);

/** The tree of a card's exercise as the search leaves it, once that has been drawn, and what is right in each part. */
function solutionOf(card) {
  const exercise = state.exercises[card.exercise];
  const drawn = make("div", { class: "picture", tabindex: 0 });
  exercise.drawing ??= ask("picture", { card: card.card });
  exercise.drawing.then((found) => {
    if (found.picture) drawn.innerHTML = found.picture; // drawn by the program
    else drawn.textContent = found.text ?? "";
  });
  const lines = exercise.solution.map(([part, text]) => make("tr", {}, make("th", { scope: "row" }, part), make("td", {}, text)));
  const head = make("h2", {}, `${say("solution")} · ${exercise.name}`);
  return make("section", { class: "solution" }, head, drawn, make("table", {}, make("tbody", {}, ...lines)));
}

class Cards {
  constructor(main) {
    this.main = main;
    this.only = find(".only");
    this.part = find(".part");
    this.at = 0;
    this.row = 0;
    this.changing = "";
    this.last = {};
    this.shown = [];
    const parts = new Map(Object.values(state.exercises).flatMap((one) => one.parts.map((it) => [it.part, it.name])));
    for (const [part, name] of parts) this.part.append(make("option", { value: part }, name));
    for (const field of [this.only, this.part]) field.addEventListener("change", () => this.choose());
    this.choose();
  }

  /** Takes the cards that are asked for; they stay until something else is asked for, settled or not. */
  choose() {
    const [only, part] = [this.only.value, this.part.value];
    const waits = (card) => (part ? card.waits.includes(part) : card.waits.length > 0);
    this.shown = state.cards.filter((card) => (only === "all" ? !part || asked(card, part) : waits(card))).map((card) => card.card);
    this.at = 0;
    this.show();
  }

  get card() {
    return state.cards.find((card) => card.card === this.shown[this.at]);
  }

  /** The parts of the card that can be decided. */
  get rows() {
    return [...this.main.querySelectorAll(".decide")];
  }

  /** How many cards on the next one is that waits, from the last one back to the first; 0 where none does. */
  toNextWaiting() {
    const waits = (number) => state.cards.find((card) => card.card === number).waits.length > 0;
    const later = this.shown.findIndex((number, at) => at > this.at && waits(number));
    const found = later >= 0 ? later : this.shown.findIndex(waits);
    return found >= 0 ? found - this.at : 0;
  }

  move(step) {
    this.at = Math.max(0, Math.min(this.shown.length - 1, this.at + step));
    this.changing = "";
    tell("");
    this.show();
    window.scrollTo(0, 0);
  }

  show() {
    const waiting = state.cards.filter((card) => card.waits.length).length;
    find(".progress").textContent = say("progress", { done: state.cards.length - waiting, all: state.cards.length });
    find("[data-do=previous]").disabled = this.at === 0;
    find("[data-do=next]").disabled = this.at >= this.shown.length - 1;
    if (!this.card) {
      this.main.replaceChildren(make("p", { class: "finished" }, say(waiting ? "none_here" : "finished")));
      return;
    }
    this.main.replaceChildren(make("div", {}, this.answer(this.card), solutionOf(this.card)), this.marks(this.card));
    this.focus(this.card.parts.findIndex((one) => one.points === null));
  }

  focus(row) {
    this.row = Math.max(0, Math.min(this.rows.length - 1, row));
    this.rows.forEach((one, number) => one.classList.toggle("current", number === this.row));
  }

  // What was handed in

  answer(card) {
    const text = make("pre", { class: "raw", tabindex: 0 });
    for (const [about, piece] of card.pieces) {
      const title = about === "?" ? say("unread") : say("read_for", { part: about });
      text.append(about ? make("mark", { class: about === "?" ? "unread" : "read", title }, piece) : piece);
    }
    return make("section", { class: "answer" }, this.students(card), make("h2", {}, say("wrote")), text, ...card.files.map((file, number) => this.file(card, file, number)));
  }

  students(card) {
    const count = card.students.length;
    const name = state.exercises[card.exercise].name;
    const head = make("h2", {}, `${name} · ${count === 1 ? say("one_student") : say("students", { count })}`);
    const listed = card.students.map(([student, source]) => {
      const box = make("input", { type: "checkbox", value: student });
      return make("label", { title: source }, ...(count > 1 ? [box] : []), make("bdi", {}, student));
    });
    const button = make("button", { type: "button", title: say("apart_hint"), onclick: () => this.takeApart() }, say("apart"));
    return make("div", { class: "students" }, head, ...listed, ...(count > 1 ? [button] : []));
  }

  file(card, [student, name], number) {
    const address = `file/${card.card}/${number}`;
    const image = make("img", { src: address, alt: `${student}: ${name}` });
    image.addEventListener("error", () => image.replaceWith(make("p", { class: "note" }, say("not_shown", { name }))));
    const shown = name.toLowerCase().endsWith(".pdf") ? make("iframe", { src: address, title: name }) : image;
    return make("figure", {}, make("figcaption", {}, make("bdi", {}, `${student}: ${name}`)), shown);
  }

  async takeApart() {
    const students = [...this.main.querySelectorAll(".students input:checked")].map((box) => box.value);
    const found = await ask("apart", { card: this.card.card, students });
    if (!found.cards) return;
    take(found);
    const fresh = found.cards.map((card) => card.card).filter((card) => !this.shown.includes(card));
    this.shown.splice(this.at + 1, 0, ...fresh);
    this.show();
  }

  // Parts

  marks(card) {
    return make("section", { class: "marks" }, ...card.parts.map((mark, row) => this.mark(card, mark, row)));
  }

  mark(card, mark, row) {
    const { name, of } = asked(card, mark.part);
    const waits = mark.points === null;
    const points = waits ? say("waits") : `${mark.points} ${say("of_points", { of })}`;
    const why = [mark.ruling ? say("by_hand") : mark.told, mark.ruling?.means, mark.ruling?.reason].filter((text) => text && !waits);
    const head = make("h3", {}, name, " ", make("strong", { class: waits ? "waits" : "" }, points), " ", make("span", { class: "note" }, why.join(" · ")));
    const isOpen = waits || this.changing === mark.part;
    const change = make("button", { type: "button", onclick: () => this.change(mark.part) }, say("change"));
    const back = make("button", { type: "button", onclick: () => this.decide(mark.part, null) }, say("take_back"));
    const below = isOpen ? this.buttons(card, mark) : [change, ...(mark.ruling ? [back] : [])];
    return make("div", { class: isOpen ? "decide" : "decide settled", "data-part": mark.part, onfocusin: () => this.focus(row) }, head, ...below);
  }

  buttons(card, mark) {
    const button = (text, said, key) => make("button", { type: "button", "data-key": key, onclick: () => this.decide(mark.part, said) }, text);
    const steps = asked(card, mark.part).steps.map(([points, shown], number) => button(shown, { points }, String(number + 1)));
    const verdicts = VERDICTS.map(([verdict, name]) => button(say(name), { verdict }, verdict[0]));
    if (mark.points === null) verdicts.push(button(say("as_read", { points: card.as_read[mark.part] }), { verdict: "read" }, "a"));
    const last = this.last[mark.part];
    const same = last ? [button(say("as_last_time"), last, ".")] : [];
    const reason = make("input", { type: "text", class: "reason", placeholder: say("reason"), "aria-label": say("reason") });
    reason.value = mark.ruling?.reason ?? "";
    return [make("div", { class: "buttons" }, ...verdicts, ...same), make("div", { class: "buttons" }, ...steps), make("div", { class: "meaning" }, this.means(card, mark), reason)];
  }

  means(card, mark) {
    const example = state.exercises[card.exercise].solution.find(([name]) => name === asked(card, mark.part).name)?.[1] ?? "";
    const worth = make("output", { class: "worth" });
    const field = make("input", { type: "text", class: "means", "aria-label": say("means"), placeholder: `${say("means")} ${say("means_hint", { example })}`, spellcheck: "false", autocomplete: "off" });
    field.value = mark.ruling?.means ?? "";
    field.addEventListener("input", () => this.tryOut(card, mark.part, field, worth));
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && field.value.trim()) this.decide(mark.part, { means: field.value.trim() });
    });
    return make("div", {}, field, worth);
  }

  async tryOut(card, part, field, worth) {
    const means = field.value;
    const found = means.trim() ? await ask("try", { card: card.card, part, means }) : { empty: true };
    if (field.value !== means) return; // a later answer comes
    worth.className = found.problem ? "worth problem" : "worth";
    worth.textContent = found.empty ? "" : found.problem ?? say("worth", found);
  }

  change(part) {
    this.changing = part;
    this.show();
    this.focus(this.card.parts.findIndex((one) => one.part === part));
  }

  /** Has something decided about a part of the card. */
  async decide(part, said) {
    const card = this.card;
    const row = find(`[data-part="${part}"]`, this.main);
    const reason = find(".reason", row)?.value.trim() || said?.reason;
    const ruling = said && { ...said, ...(reason ? { reason } : {}) };
    const found = await ask("decide", { card: card.card, part, ruling });
    if (!found.cards) return found;
    if (ruling) this.last[part] = ruling;
    take(found);
    this.changing = "";
    const left = state.cards.find((one) => one.card === card.card).waits;
    const step = left.length ? 0 : this.toNextWaiting();
    if (ruling && step) this.move(step);
    else this.show();
    tell(say(ruling ? "saved" : "undone"));
    return found;
  }

  async undo() {
    const found = await ask("undo", {});
    if (!found.cards) return;
    take(found);
    tell(say(found.cards.length ? "undone" : "nothing_to_undo"));
    const at = this.shown.indexOf(found.cards[0]?.card);
    if (at >= 0) this.at = at;
    this.show();
  }

  /** What a key does; true where it does something. */
  press(key) {
    if (key === "ArrowRight" || key === "ArrowLeft") return this.move(key === "ArrowRight" ? 1 : -1), true;
    if (key === "ArrowDown" || key === "ArrowUp") return this.focus(this.row + (key === "ArrowDown" ? 1 : -1)), true;
    if (key === "u") return this.undo(), true;
    const row = this.rows[this.row];
    if (key === "m" && row) return find(".means", row)?.focus(), true;
    const button = row && find(`[data-key="${CSS.escape(key)}"]`, row);
    button?.click();
    return Boolean(button);
  }
}
