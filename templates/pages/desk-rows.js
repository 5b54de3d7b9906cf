// Exams on paper: a row per student, a field for each part of each exercise, and totals.

class Rows {
  constructor(main) {
    this.main = main;
    this.updates = new Map();
    this.students = state.roster.length ? state.roster : [...new Set(state.cards.map((card) => card.students[0][0]))].map((id) => [id, ""]);
    this.byStudent = this.grouped();
    this.columns = this.namesOfColumns();
    for (const field of [find(".only"), find(".part")]) field.closest("label").hidden = true;
    find(".steer").hidden = true;
    find(".keys").textContent = say("row_hint");
    this.show();
  }

  grouped() {
    const found = new Map();
    for (const card of state.cards) found.set(card.students[0][0], [...(found.get(card.students[0][0]) ?? []), card]);
    return found;
  }

  /** Return the columns: each part of each exercise, with the variants of an exercise combined. */
  namesOfColumns() {
    const found = new Map();
    for (const card of state.cards) {
      for (const one of state.exercises[card.exercise].parts) {
        found.set(`${card.task}\n${one.part}`, { task: card.task, part: one.part, name: one.name, of: one.of });
      }
    }
    return [...found.values()];
  }

  show() {
    this.updates.clear();
    const several = new Set(this.columns.map((one) => one.task)).size > 1;
    const head = this.columns.map((one) => make("th", { scope: "col" }, several ? `${one.task}: ` : "", one.name, make("small", {}, ` / ${one.of}`)));
    const rows = this.students.map(([student, name], row) => this.row(student, name, row));
    const top = make("tr", {}, make("th", { scope: "col" }, say("student")), ...head, make("th", { scope: "col" }, say("total")));
    const table = make("table", { class: "rows" }, make("thead", {}, top), make("tbody", {}, ...rows));
    this.main.replaceChildren(make("div", { class: "scroll" }, table), solutionOf(state.cards[0]));
    this.progress();
  }

  row(student, name, row) {
    const total = make("td", { class: "total" });
    const fields = this.columns.map((column, number) => make("td", {}, this.field(student, column, row, number, total)));
    const line = make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, name || student)), ...fields, total);
    total.textContent = this.total(student);
    return line;
  }

  cardOf(student, task) {
    return this.byStudent.get(student)?.find((card) => card.task === task);
  }

  field(student, column, row, number, total) {
    const card = this.cardOf(student, column.task);
    const mark = () => this.cardOf(student, column.task)?.parts.find((one) => one.part === column.part);
    const field = make("input", { type: "text", "data-row": row, "data-column": number, disabled: !mark(), "aria-label": `${student}, ${column.name}`, autocomplete: "off", spellcheck: "false" });
    const note = make("small", { class: "note" });
    field.value = this.written(mark());
    note.textContent = this.note(mark());
    let [before, seen, own] = [field.value, state.version, 0];
    const isEdited = () => field.value !== before;
    const update = (isForced) => {
      if (isForced || !isEdited()) field.value = this.written(mark());
      before = this.written(mark());
      note.textContent = this.note(mark());
      total.textContent = this.total(student);
    };
    if (card) this.updates.set(card.card, [...(this.updates.get(card.card) ?? []), update]);
    field.addEventListener("change", async () => {
      if (!isEdited()) return;
      const found = await this.decide(card.card, column, field.value.trim(), () => Math.max(seen, own));
      const isStale = found.problem && found.cards?.some((one) => one.card === card.card);
      field.classList.toggle("problem", Boolean(found.problem));
      if (found.change) own = found.change;
      if (found.change || isStale) update(true);
    });
    field.addEventListener("focus", () => {
      seen = state.version;
      this.showSolution(card);
    });
    field.addEventListener("keydown", (event) => this.leave(event, row, number));
    return make("div", { class: "cell" }, field, note);
  }

  /** Show the solution of the exercise being graded. */
  showSolution(card) {
    if (this.exercise === card.exercise) return;
    this.exercise = card.exercise;
    find(".solution", this.main).replaceWith(solutionOf(card));
  }

  written(mark) {
    const ruling = mark?.ruling;
    return ruling ? this.meant(ruling.means) || shown(ruling.points) || (ruling.verdict === "right" ? mark.points : "0") : "";
  }

  /** Return an answer for its field, with a sign before it if it would otherwise be read as points. */
  meant(means) {
    return /^\d/.test(means) ? `= ${means}` : means;
  }

  /** Return the points of an answer in words. */
  note(mark) {
    return mark?.ruling?.means ? mark.points : "";
  }

  /** Decide a part by the typed text; return the response of the program. */
  async decide(card, column, written, version) {
    const number = plain(written);
    const isNumber = /^\d+(\.\d+)?$/.test(number);
    const ruling = written === "" ? null : isNumber ? { points: number } : { means: written.replace(/^=\s*/, "") };
    const found = await change("decide", () => ({ card, part: column.part, ruling, version: version() }));
    if (found.cards) this.take(found);
    if (found.problem) return found;
    changes.push(found.change);
    tell(say("saved"));
    return found;
  }

  /** Update what has changed, except fields being edited. */
  take(found) {
    for (const fresh of found.cards) {
      const student = fresh.students[0][0];
      this.byStudent.set(student, this.byStudent.get(student).map((card) => (card.card === fresh.card ? fresh : card)));
      for (const update of this.updates.get(fresh.card) ?? []) update(false);
    }
    this.progress();
  }

  total(student) {
    const found = this.byStudent.get(student) ?? [];
    const sum = found.reduce((all, card) => all + Number(card.points.replace(",", ".")), 0);
    return Number(sum.toFixed(2)).toLocaleString(document.documentElement.lang);
  }

  progress() {
    const waiting = state.cards.filter((card) => card.waits.length).length;
    find(".progress").textContent = say("progress", { done: state.cards.length - waiting, all: state.cards.length });
  }

  leave(event, row, column) {
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = step && find(`input[data-row="${row + step}"][data-column="${column}"]`, this.main);
    if (!step) return;
    event.preventDefault();
    if (next) next.focus();
    else event.target.blur();
  }

  async undo() {
    const found = await undoLast();
    if (found?.cards) this.take(found);
  }

  move() {}

  press() {
    return false;
  }
}
