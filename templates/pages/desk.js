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

const CONFLICT = 409; // refused, with the reason

/** What the program answers to a request; a problem if it refuses or does not answer. */
async function ask(action, asked) {
  try {
    const body = JSON.stringify(asked);
    const answer = await fetch(action, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    return answer.ok || answer.status === CONFLICT ? await answer.json() : { problem: say("lost") };
  } catch {
    return { problem: say("lost") };
  }
}

/** The changes made in this tab that can still be undone, the last one last. */
const changes = [];

/** The last request for a change: the next one is sent when it has been answered. */
let lastRequest = Promise.resolve();

/**
 * Asks for a change and takes what is newer in the program into the state, even if the change is refused. The version
 * tells the program what this tab has seen.
 */
function change(action, asked) {
  lastRequest = lastRequest.then(async () => {
    const found = await ask(action, { version: state.version, ...asked() });
    if (found.cards) take(found);
    if (found.problem) tell(found.problem);
    return found;
  });
  return lastRequest;
}

/** Takes cards that have changed into the state, all in the program's order, and the exercises that are new. */
function take({ cards, order, exercises, version }) {
  state.exercises = { ...exercises, ...state.exercises };
  const known = new Map([...state.cards, ...cards].map((card) => [card.card, card]));
  state.cards = order.map((number) => known.get(number));
  state.version = version;
}

/** Points as the program reads them, whichever sign separates the decimals. */
const plain = (points) => points.trim().replace(",", ".").replace(/^\./, "0.").replace(/\.$/, "");

/** Points as they are written in the language of the page. */
const shown = (points) => (document.documentElement.lang === "de" ? points.replace(".", ",") : points);

/** Undoes the last change of this tab that was not undone; refused if it has been decided anew elsewhere. */
async function undoLast() {
  if (!changes.length) return tell(say("nothing_to_undo"));
  const found = await change("undo", () => ({ change: changes.at(-1) }));
  if (found.problem && !found.cards) return;
  changes.pop();
  if (!found.problem) tell(say("undone"));
  return found;
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
    this.isBusy = false;
    this.last = {};
    this.drafts = {};
    this.shown = [];
    this.known = new Set(state.cards.map((card) => card.card));
    const parts = new Map(Object.values(state.exercises).flatMap((one) => one.parts.map((it) => [it.part, it.name])));
    for (const [part, name] of parts) this.part.append(make("option", { value: part }, name));
    for (const field of [this.only, this.part]) field.addEventListener("change", () => this.choose());
    this.choose();
  }

  /** Takes the cards that are asked for; they stay until something else is asked for, settled or not. */
  choose() {
    const [only, part] = [this.only.value, this.part.value];
    const waits = (card) => (part ? card.waits.includes(part) : card.waits.length > 0);
    const asks = (card) => !part || (!card.choices && asked(card, part));
    this.shown = state.cards.filter((card) => (only === "all" ? asks(card) : waits(card))).map((card) => card.card);
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
    const solution = this.card.choices ? [] : [solutionOf(this.card)];
    this.main.replaceChildren(make("div", {}, this.answer(this.card), ...solution), this.marks(this.card));
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
    const name = card.choices ? say("unassigned") : state.exercises[card.exercise].name;
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
    const students = [...this.main.querySelectorAll(".answer .students input:checked")].map((box) => box.value);
    if (!students.length || students.length === this.card.students.length) return tell(say("apart_hint"));
    const found = await this.request("apart", () => ({ card: this.card.card, students }));
    if (found?.cards) this.show();
  }

  /** Asks for a change unless another one is still awaited; cards that are new are shown behind the current one. */
  async request(action, asked) {
    const found = await this.alone(() => change(action, asked));
    if (found?.cards) this.update();
    return found;
  }

  /** Shows cards that are new behind the current one, and those that are gone no longer. */
  update() {
    const numbers = new Set(state.cards.map((card) => card.card));
    const fresh = [...numbers].filter((number) => !this.known.has(number));
    const present = (shown) => shown.filter((number) => numbers.has(number));
    const [before, after] = [present(this.shown.slice(0, this.at)), present(this.shown.slice(this.at + 1))];
    const current = present(this.shown.slice(this.at, this.at + 1));
    this.shown = [...before, ...current, ...fresh, ...after];
    this.at = Math.max(0, Math.min(this.shown.length - 1, before.length));
    this.known = numbers;
  }

  /** Does something unless the answer to an earlier request is still awaited. */
  async alone(action) {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      return await action();
    } finally {
      this.isBusy = false;
    }
  }

  // Parts

  /** The exercises that a text can be assigned to, which does not say which one it answers. */
  assignment(card) {
    const waits = card.waits.length > 0;
    const chosen = waits ? say("waits") : card.ruling.means || say("nothing_there");
    const head = make("h3", {}, say("assign_to"), " ", make("strong", { class: waits ? "waits" : "" }, chosen));
    const labels = (card.ruling?.means ?? "").split("; ");
    const boxes = card.choices.map((label) => make("input", { type: "checkbox", value: label, checked: labels.includes(label) }));
    const assign = () => {
      const means = boxes.filter((box) => box.checked).map((box) => box.value).join("; ");
      if (means) this.decide("exercise", { means });
    };
    const buttons = [
      make("button", { type: "button", class: "main", onclick: assign }, say("assign")),
      make("button", { type: "button", "data-key": "n", onclick: () => this.decide("exercise", { verdict: "nothing" }) }, say("nothing_there")),
      ...(waits ? [] : [make("button", { type: "button", "data-key": "t", onclick: () => this.decide("exercise", null) }, say("take_back"))]),
    ];
    const listed = boxes.map((box) => make("label", {}, box, " ", make("bdi", {}, box.value)));
    return make("div", { class: "decide", "data-part": "exercise" }, head, make("div", { class: "students" }, ...listed), make("div", { class: "buttons" }, ...buttons));
  }

  marks(card) {
    if (card.choices) return make("section", { class: "marks" }, this.assignment(card));
    return make("section", { class: "marks" }, ...card.parts.map((mark, row) => this.mark(card, mark, row)));
  }

  mark(card, mark, row) {
    const { name, of } = asked(card, mark.part);
    const waits = mark.points === null;
    const points = waits ? say("waits") : `${mark.points} ${say("of_points", { of })}`;
    const why = [mark.ruling ? say("by_hand") : mark.told, mark.ruling?.means, mark.ruling?.reason].filter((text) => text && !waits);
    const head = make("h3", {}, name, " ", make("strong", { class: waits ? "waits" : "" }, points), " ", make("span", { class: "note" }, why.join(" · ")));
    const isOpen = waits || this.changing === mark.part;
    const reopen = make("button", { type: "button", "data-key": "c", onclick: () => this.change(mark.part) }, say("change"));
    const back = make("button", { type: "button", "data-key": "t", onclick: () => this.decide(mark.part, null) }, say("take_back"));
    const below = isOpen ? this.buttons(card, mark) : [reopen, ...(mark.ruling ? [back] : [])];
    return make("div", { class: isOpen ? "decide" : "decide settled", "data-part": mark.part, onfocusin: () => this.focus(row) }, head, ...below);
  }

  buttons(card, mark) {
    const button = (text, said, key) => make("button", { type: "button", "data-key": key, onclick: () => this.decide(mark.part, said) }, text);
    const steps = asked(card, mark.part).steps.map(([points, shown]) => button(shown, { points }));
    const verdicts = VERDICTS.map(([verdict, name]) => button(say(name), { verdict }, verdict[0]));
    if (mark.points === null) verdicts.push(button(say("as_read", { points: card.as_read[mark.part] }), { verdict: "read" }, "a"));
    const last = this.last[mark.part];
    const same = last ? [button(say("as_last_time", { what: this.ruled(last) }), last, "s")] : [];
    return [make("div", { class: "buttons" }, ...verdicts, ...same), make("div", { class: "buttons" }, ...steps), this.fields(card, mark)];
  }

  /** A ruling in words. */
  ruled({ points, verdict, means }) {
    const name = VERDICTS.find(([one]) => one === verdict)?.[1] ?? "read";
    return points ? shown(points) : means || say(name);
  }

  /** The fields for points, a meaning and a reason, with what they would give; Enter confirms. */
  fields(card, mark) {
    const { of } = asked(card, mark.part);
    const example = state.exercises[card.exercise].solution.find(([name]) => name === asked(card, mark.part).name)?.[1] ?? "";
    const draft = (this.drafts[`${card.card} ${mark.part}`] ??= { points: shown(mark.ruling?.points ?? ""), means: mark.ruling?.means ?? "", reason: mark.ruling?.reason ?? "" });
    const worth = make("output", { class: "worth", role: "status" });
    const labels = { points: say("points_hint", { of }), means: `${say("means")} ${say("means_hint", { example })}`, reason: say("reason") };
    const fields = Object.keys(labels).map((name) => {
      const field = make("input", { type: "text", class: name, "aria-label": labels[name], placeholder: labels[name], spellcheck: name === "reason" ? undefined : "false", autocomplete: "off", inputmode: name === "points" ? "decimal" : undefined });
      field.value = draft[name];
      field.addEventListener("input", () => {
        draft[name] = field.value;
        const other = { points: "means", means: "points" }[name];
        if (other && field.value) draft[other] = find(`.${other}`, field.parentElement).value = "";
        if (other) this.tryOut(card, mark.part, draft, worth);
      });
      field.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && !event.repeat && !event.isComposing) this.confirm(card, mark.part, draft, worth);
      });
      return field;
    });
    return make("div", { class: "meaning" }, fields[0], fields[1], worth, fields[2]);
  }

  /** What is typed, as a ruling; nothing if neither points nor a meaning is. */
  typed({ points, means }) {
    return points.trim() ? { points: plain(points) } : means.trim() ? { means: means.trim() } : null;
  }

  /** Shows what would be given for what is typed. */
  async tryOut(card, part, draft, worth) {
    const ruling = this.typed(draft);
    const text = JSON.stringify(ruling);
    worth.dataset.typed = text;
    delete worth.dataset.shown;
    worth.textContent = "";
    if (!ruling) return;
    const found = await ask("try", { card: card.card, part, ruling });
    if (worth.dataset.typed !== text) return; // a later answer comes
    worth.className = found.problem ? "worth problem" : "worth";
    worth.textContent = found.problem ?? say("worth", found);
    worth.dataset.shown = text;
  }

  /** Decides what is typed, once what it would give is shown. */
  async confirm(card, part, draft, worth) {
    const ruling = this.typed(draft);
    if (!ruling) return tell(say("nothing_typed"));
    if (worth.dataset.shown !== JSON.stringify(ruling)) return this.tryOut(card, part, draft, worth);
    if (!worth.classList.contains("problem")) await this.decide(part, ruling);
  }

  change(part) {
    this.changing = part;
    this.show();
    this.focus(this.card.parts.findIndex((one) => one.part === part));
  }

  /** Has something decided about a part of the card, which stays on the page with its result. */
  async decide(part, said) {
    const card = this.card;
    const draft = this.drafts[`${card.card} ${part}`];
    const reason = draft?.reason.trim() || said?.reason;
    const ruling = said && { ...said, ...(reason ? { reason } : {}) };
    const found = await this.request("decide", () => ({ card: card.card, part, ruling }));
    if (!found?.cards) return;
    if (!found.problem) {
      changes.push(found.change);
      if (ruling) this.last[part] = ruling;
      delete this.drafts[`${card.card} ${part}`];
      this.changing = "";
    } else if (found.cards.some((one) => one.card === card.card)) {
      this.changing = "";
    }
    this.show();
    if (this.card?.waits.length === 0) this.focus(this.card.parts.findIndex((one) => one.part === part));
    if (!found.problem) tell(say(!ruling ? "undone" : this.card.waits.length || !this.toNextWaiting() ? "saved" : "saved_next"));
  }

  async undo() {
    const found = await this.alone(undoLast);
    if (!found) return;
    this.update();
    const at = this.shown.indexOf(found.cards?.[0]?.card);
    if (at >= 0) this.at = at;
    this.show();
  }

  /** What a key does; true where it does something. */
  press(key) {
    if (this.isBusy) return true;
    if (key === "ArrowRight" || key === "ArrowLeft") return this.move(key === "ArrowRight" ? 1 : -1), true;
    if (key === "ArrowDown" || key === "ArrowUp") return this.focus(this.row + (key === "ArrowDown" ? 1 : -1)), true;
    if (key === "u") return this.undo(), true;
    if (key === "Enter") return this.leave();
    const row = this.rows[this.row];
    const field = row && (/^[0-9.,]$/.test(key) ? find(".points", row) : key === "m" ? find(".means", row) : null);
    if (field) return this.type(field, key === "m" ? null : key), true;
    const button = row && find(`[data-key="${CSS.escape(key)}"]`, row);
    button?.click();
    return Boolean(button);
  }

  /** Goes on to the next card that waits, from a card on which nothing does. */
  leave() {
    const step = this.card?.waits.length === 0 && !this.changing ? this.toNextWaiting() : 0;
    if (step) this.move(step);
    return step !== 0;
  }

  /** Puts the cursor into a field; a key that was pressed begins its text anew. */
  type(field, key) {
    field.focus();
    field.select();
    if (key === null) return;
    field.value = key;
    field.dispatchEvent(new Event("input"));
  }
}
