// Exams on paper: a row a student, a field for each part of each exercise, totals beside.

class Rows {
  constructor(main) {
    this.main = main;
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

  /** What is asked: each part of each exercise by its name, whichever variant a student has. */
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
    const mark = card?.parts.find((one) => one.part === column.part);
    const field = make("input", { type: "text", "data-row": row, "data-column": number, disabled: !mark, "aria-label": `${student}, ${column.name}`, autocomplete: "off", spellcheck: "false" });
    const note = make("small", { class: "note" });
    field.value = this.written(mark);
    note.textContent = this.note(mark);
    let before = field.value;
    field.addEventListener("change", async () => {
      if (field.value === before) return;
      const isSaved = await this.decide(card.card, column, field.value.trim());
      field.classList.toggle("problem", !isSaved);
      if (!isSaved) return;
      before = field.value;
      note.textContent = this.note(this.cardOf(student, column.task).parts.find((one) => one.part === column.part));
      total.textContent = this.total(student);
      this.progress();
    });
    field.addEventListener("focus", () => this.showSolution(card));
    field.addEventListener("keydown", (event) => this.leave(event, row, number));
    return make("div", { class: "cell" }, field, note);
  }

  /** Shows what is right in the exercise that is marked just now. */
  showSolution(card) {
    if (this.exercise === card.exercise) return;
    this.exercise = card.exercise;
    find(".solution", this.main).replaceWith(solutionOf(card));
  }

  written(mark) {
    const ruling = mark?.ruling;
    return ruling ? this.meant(ruling.means) || ruling.points || (ruling.verdict === "right" ? mark.points : "0") : "";
  }

  /** An answer as it is typed: behind a sign where it would be points. */
  meant(means) {
    return /^\d/.test(means) ? `= ${means}` : means;
  }

  /** What an answer in words is worth. */
  note(mark) {
    return mark?.ruling?.means ? mark.points : "";
  }

  async decide(card, column, written) {
    const number = written.replace(",", ".");
    const isNumber = /^\d+(\.\d+)?$/.test(number);
    if (isNumber && Number(number) > Number(column.of.replace(",", "."))) {
      tell(say("not_points", { text: written, of: column.of }));
      return false;
    }
    const ruling = written === "" ? null : isNumber ? { points: number } : { means: written.replace(/^=\s*/, "") };
    if (ruling?.means) {
      const tried = await ask("try", { card, part: column.part, means: ruling.means });
      if (tried.problem) return tell(tried.problem), false;
    }
    const found = await ask("decide", { card, part: column.part, ruling });
    if (!found.cards) return false;
    this.take(found);
    tell(say("saved"));
    return true;
  }

  take(found) {
    take(found);
    for (const fresh of found.cards) {
      const student = fresh.students[0][0];
      this.byStudent.set(student, this.byStudent.get(student).map((card) => (card.card === fresh.card ? fresh : card)));
    }
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
    const found = await ask("undo", {});
    if (!found.cards) return;
    this.take(found);
    tell(say(found.cards.length ? "undone" : "nothing_to_undo"));
    this.show();
  }

  move() {}

  press() {
    return false;
  }
}
