// The class page: sorting and filtering the table of answers.

/** Return a sentence with its placeholders filled in. */
const filled = (sentence, blanks) => sentence.replace(/\{(\w+)\}/g, (_, name) => blanks[name]);

class AnswerTable {
  constructor(section) {
    this.section = section;
    this.body = section.querySelector(".all > tbody");
    this.rows = [...this.body.rows];
    this.heads = [...section.querySelectorAll(".all > thead th")];
    this.search = section.querySelector(".search");
    this.only = section.querySelector(".only");
    this.first = this.heads.findIndex((head) => head.classList.contains("number"));
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

  /** Sort by a column, ascending; if it is already sorted this way, descending. */
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

  /** Whether a row matches the filters. */
  fits(row, wanted, kind, which) {
    const named = [...row.cells].slice(0, this.first).map((cell) => cell.textContent.toLowerCase());
    if (!named.some((text) => text.includes(wanted))) return false;
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

for (const section of document.querySelectorAll(".answers")) new AnswerTable(section);
