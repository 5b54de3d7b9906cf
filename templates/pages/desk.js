// The review page: one card at a time. The page decides nothing itself; it sends requests and shows the responses.

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const state = read("state");
const texts = read("texts");
const find = (selector, within = document) => within.querySelector(selector);

const VERDICTS = [["right", "all_right"], ["wrong", "wrong"], ["nothing", "nothing_there"]];

/** Return a sentence with its placeholders filled in. */
const say = (name, blanks = {}) => texts[name].replace(/\{(\w+)\}/g, (_, blank) => blanks[blank]);

/** Return an element with attributes and children; strings become text nodes. */
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

const CONFLICT = 409; // HTTP status of a rejected change; the response contains the reason

/** Return the response to a request, or a problem if there is none. */
async function ask(action, asked) {
  try {
    const body = JSON.stringify(asked);
    const answer = await fetch(action, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    return answer.ok || answer.status === CONFLICT ? await answer.json() : { problem: say("lost") };
  } catch {
    return { problem: say("lost") };
  }
}

/** The changes of this tab that can be undone, the latest last. */
const changes = [];

/** The last change request; the next one waits for its response. */
let lastRequest = Promise.resolve();

/**
 * Request a change and merge the response into the state, even if the change is rejected. The version tells the program
 * which changes this tab has seen.
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

/** Merge changed cards and new exercises into the state, in the order of the program. */
function take({ cards, order, exercises, version }) {
  state.exercises = { ...exercises, ...state.exercises };
  const known = new Map([...state.cards, ...cards].map((card) => [card.card, card]));
  state.cards = order.map((number) => known.get(number));
  state.version = version;
}

/** Return points with a decimal point, as the program expects. */
const plain = (points) => points.trim().replace(",", ".").replace(/^\./, "0.").replace(/\.$/, "");

/** Return points in the number format of the page's language. */
const shown = (points) => (document.documentElement.lang === "de" ? points.replace(".", ",") : points);

/** Undo the last change of this tab; rejected if it was changed elsewhere in the meantime. */
async function undoLast() {
  if (!changes.length) return tell(say("nothing_to_undo"));
  const found = await change("undo", () => ({ change: changes.at(-1) }));
  if (found.problem && !found.cards) return;
  changes.pop();
  if (!found.problem) tell(say("undone"));
  return found;
}

/** Return the part of an exercise. */
const asked = (card, part) => state.exercises[card.exercise].parts.find((one) => one.part === part);

/** Return the solution of a card's exercise: the searched tree, drawn on demand, and the answer to each part. */
function solutionOf(card) {
  const exercise = state.exercises[card.exercise];
  const drawn = make("div", { class: "picture", tabindex: 0 });
  exercise.drawing ??= ask("picture", { card: card.card });
  exercise.drawing.then((found) => {
    if (found.picture) drawn.innerHTML = found.picture; // SVG drawn by the program
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

  /** Select the cards that match the filters; they stay listed after they are resolved. */
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

  /** Return the offset of the next pending card, wrapping around at the end; 0 if there is none. */
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

  // The answer

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

  /** Request a change unless another request is pending; new cards are inserted after the current one. */
  async request(action, asked) {
    const found = await this.alone(() => change(action, asked));
    if (found?.cards) this.update();
    return found;
  }

  /** Insert new cards after the current one, and remove deleted ones. */
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

  /** Run an action unless an earlier request is pending. */
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

  /** Return the exercises that a text without a task can be assigned to. */
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

  /** Return a decision in words. */
  ruled({ points, verdict, means }) {
    const name = VERDICTS.find(([one]) => one === verdict)?.[1] ?? "read";
    return points ? shown(points) : means || say(name);
  }

  /** Return the fields for points, interpretation and reason, with a preview of the points; Enter confirms. */
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

  /** Return the typed decision; null if neither points nor an interpretation were typed. */
  typed({ points, means }) {
    return points.trim() ? { points: plain(points) } : means.trim() ? { means: means.trim() } : null;
  }

  /** Show the points that the typed decision would give. */
  async tryOut(card, part, draft, worth) {
    const ruling = this.typed(draft);
    const text = JSON.stringify(ruling);
    worth.dataset.typed = text;
    delete worth.dataset.shown;
    worth.textContent = "";
    if (!ruling) return;
    const found = await ask("try", { card: card.card, part, ruling });
    if (worth.dataset.typed !== text) return; // a later response follows
    worth.className = found.problem ? "worth problem" : "worth";
    worth.textContent = found.problem ?? say("worth", found);
    worth.dataset.shown = text;
  }

  /** Confirm the typed decision, once its points are shown. */
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

  /** Decide a part of the card, which stays visible with its result. */
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

  /** Handle a key; return whether it has an effect. */
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

  /** Go to the next pending card if nothing is pending on this one. */
  leave() {
    const step = this.card?.waits.length === 0 && !this.changing ? this.toNextWaiting() : 0;
    if (step) this.move(step);
    return step !== 0;
  }

  /** Focus a field; a pressed key replaces its content. */
  type(field, key) {
    field.focus();
    field.select();
    if (key === null) return;
    field.value = key;
    field.dispatchEvent(new Event("input"));
  }
}
