// The page of a class: what could not be read is decided and written to a file; the table of answers is sorted and filtered.
//
// Vocabulary
//
//   card      a text that could not be read, with the fields in which it is decided
//   decision  what a card says, as the lines of one table of decisions.toml

/** A sentence with its blanks filled in. */
const filled = (sentence, blanks) => sentence.replace(/\{(\w+)\}/g, (_, name) => blanks[name]);

/** A text as TOML has it; JSON has the same signs, but for one. */
const quoted = (text) => JSON.stringify(text).replaceAll("\x7f", "\\u007f");

class Card {
  constructor(article, changed) {
    this.article = article;
    this.fields = [...article.querySelectorAll(".decide select, .decide input")];
    this.fields.forEach((field) => field.addEventListener("input", changed));
    this.find(".accept")?.addEventListener("click", () => this.accept(changed));
    article.querySelectorAll(".reading").forEach((button) => button.addEventListener("click", () => this.choose(button, changed)));
  }

  find(selector) {
    return this.article.querySelector(selector);
  }

  value(name) {
    return this.find(`.${name}`).value.trim();
  }

  get way() {
    return this.value("way");
  }

  /** Says yes to what the page has found out about the word. */
  accept(changed) {
    this.find(".way").value = "means";
    this.find(".word").value = this.find(".word").defaultValue;
    changed();
    this.find(".means").focus();
  }

  /** Says what one of the readings says that the page offers. */
  choose(button, changed) {
    this.find(".way").value = "reads";
    this.find(".reads").value = button.textContent;
    changed();
    this.find(".reads").focus();
  }

  get state() {
    return this.fields.map((field) => field.value);
  }

  set state(values) {
    this.fields.forEach((field, number) => {
      if (typeof values[number] === "string") field.value = values[number];
    });
  }

  /** The lines of the decision beside its text; null while it lacks something. */
  get meaning() {
    const points = this.value("points").replace(",", ".");
    const reason = this.value("reason");
    switch (this.way) {
      case "means":
        return this.value("word") ? [["means", quoted(this.value("means"))]] : null;
      case "reads":
        return this.value("reads") ? [["reads", quoted(this.value("reads"))]] : null;
      case "nothing":
        return [["reads", '""']];
      case "points":
        if (!/^\d{1,6}(\.\d{1,6})?$/.test(points)) return null;
        return [["part", quoted(this.value("part"))], ["points", points], ...(reason ? [["reason", quoted(reason)]] : [])];
      case "note":
        return this.value("note-text") ? [] : null;
      default:
        return null;
    }
  }

  /** The decision as it stands in a file; null where there is none yet. */
  get decision() {
    const meaning = this.meaning;
    if (meaning === null) return null;
    const { text, exercise } = this.article.dataset;
    const isWord = this.way === "means";
    const lines = [["text", quoted(isWord ? this.value("word") : text)], ...meaning];
    if (this.value("note-text")) lines.push(["note", quoted(this.value("note-text"))]);
    if (exercise && !isWord) lines.push(["exercise", quoted(exercise)]);
    return `[[decision]]\n${lines.map(([key, value]) => `${key} = ${value}\n`).join("")}`;
  }

  /** Shows the fields of the way that is chosen, and whether something is missing there. */
  show() {
    const { way } = this;
    this.article.querySelectorAll("[data-way]").forEach((part) => {
      part.hidden = part.dataset.way === "any" ? !way : part.dataset.way !== way;
    });
    const isMissing = way !== "" && this.meaning === null;
    const needed = { means: "word", reads: "reads", points: "points", note: "note-text" }[way];
    this.fields.forEach((field) => {
      if (isMissing && field.classList.contains(needed)) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    });
    this.article.classList.toggle("is-decided", this.decision !== null);
  }
}

class Review {
  constructor(section) {
    this.section = section;
    this.key = `treesolve-review-${section.dataset.key}`;
    this.file = section.querySelector(".file");
    this.before = this.file.value.trim();
    this.cards = [...section.querySelectorAll(".group")].map((article) => new Card(article, () => this.change()));
    const kept = memory.read(this.key);
    this.cards.forEach((card, number) => Array.isArray(kept[number]) && (card.state = kept[number]));
    section.querySelector(".save").addEventListener("click", () => this.save());
    section.querySelectorAll(".needs-script").forEach((part) => (part.hidden = false));
    this.show();
  }

  change() {
    memory.write(this.key, Object.fromEntries(this.cards.map((card, number) => [number, card.state])));
    this.show();
  }

  /** All decisions, those that were there before and new ones; the same word is decided once. */
  get text() {
    const found = new Map();
    for (const card of this.cards) {
      const decision = card.decision;
      if (decision) found.set(decision.split("\n", 2)[1] + (card.way === "means" ? "" : card.article.dataset.exercise), decision);
    }
    return [...(this.before ? [`${this.before}\n`] : []), ...found.values()].join("\n");
  }

  show() {
    this.cards.forEach((card) => card.show());
    const decided = this.cards.filter((card) => card.decision !== null).length;
    this.section.querySelector(".so-far").textContent = filled(this.section.dataset.say, { n: decided, m: this.cards.length });
    this.section.querySelector(".save").disabled = decided === 0;
    this.file.value = this.text;
  }

  save() {
    const address = URL.createObjectURL(new Blob([this.text], { type: "application/toml" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = "decisions.toml";
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }
}

class AnswerTable {
  constructor(section) {
    this.section = section;
    this.body = section.querySelector(".all > tbody");
    this.rows = [...this.body.rows];
    this.heads = [...section.querySelectorAll(".all > thead th")];
    this.search = section.querySelector(".search");
    this.only = section.querySelector(".only");
    this.first = this.heads.findIndex((head) => head.classList.contains("number")) + 1;
    this.heads.forEach((head, column) => head.classList.contains("unsorted") || this.addButton(head, column));
    [this.search, this.only].forEach((field) => field.addEventListener("input", () => this.filter()));
    section.querySelectorAll(".needs-script").forEach((part) => (part.hidden = false));
    this.filter();
  }

  addButton(head, column) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => this.sort(column));
    head.append(button);
  }

  /** Sorts by a column: numbers the smallest first, texts in order; the other way round when it is sorted so already. */
  sort(column) {
    const head = this.heads[column];
    const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    this.heads.forEach((one) => one.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", sign === 1 ? "ascending" : "descending");
    const order = new Intl.Collator(document.documentElement.lang, { numeric: true }).compare;
    const isNumber = head.classList.contains("number");
    const keyed = this.rows.map((row) => {
      const cell = row.cells[column];
      return [isNumber ? Number(cell.dataset.order || -2) : cell.textContent, row];
    });
    keyed.sort(([one], [other]) => sign * (isNumber ? one - other : order(one, other)));
    this.rows = keyed.map(([, row]) => row);
    this.body.append(...this.rows);
  }

  /** Whether a row is among those that are asked for. */
  fits(row, wanted, kind, which) {
    if (!row.cells[0].textContent.toLowerCase().includes(wanted)) return false;
    if (kind === "pending") return row.classList.contains("pending");
    if (kind === "part") return row.cells[this.first + Number(which)].matches(".lost, .open");
    if (kind === "rule") return row.dataset.rules.split("\n").includes(which);
    return kind !== "alike" || row.dataset.alike === which;
  }

  filter() {
    const wanted = this.search.value.trim().toLowerCase();
    const [kind, ...rest] = this.only.value.split(" ");
    let shown = 0;
    for (const row of this.rows) {
      row.hidden = !this.fits(row, wanted, kind, rest.join(" "));
      if (!row.hidden) shown += 1;
    }
    const blanks = { n: shown, m: this.rows.length };
    this.section.querySelector(".shown").textContent = filled(this.section.dataset.say, blanks);
  }
}

for (const section of document.querySelectorAll(".review")) new Review(section);
for (const section of document.querySelectorAll(".answers")) new AnswerTable(section);
