// The field of the tree, with the mistakes marked where they are.

/** Where in a text a mistake is; lines and columns count from 1, columns in whole characters. */
function spanOf(text, { line, column, length }) {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const characters = [...(lines[line - 1] ?? "")];
  const start = before + characters.slice(0, column - 1).join("").length;
  return { start, end: start + Math.max(1, characters.slice(column - 1, column - 1 + length).join("").length) };
}

export class Editor {
  constructor(field, marks) {
    this.field = field;
    this.marks = marks;
    field.addEventListener("scroll", () => this.follow());
    new ResizeObserver(() => this.follow()).observe(field);
  }

  get text() {
    return this.field.value;
  }

  /** Put another text in place of the field's; it can be undone. */
  replace(text) {
    this.field.focus();
    this.field.select();
    document.execCommand(text ? "insertText" : "delete", false, text);
  }

  /** Mark mistakes; those without a place mark nothing. */
  mark(mistakes) {
    const { text } = this;
    const pieces = [];
    let done = 0;
    for (const mistake of mistakes.filter((each) => each.line)) {
      const { start, end } = spanOf(text, mistake);
      if (start < done) continue;
      const marked = document.createElement("mark");
      marked.textContent = text.slice(start, end).replace(/^\n?$/, " ");
      pieces.push(text.slice(done, start), marked);
      done = end;
    }
    this.marks.replaceChildren(...(pieces.length ? [...pieces, `${text.slice(done)}\n`] : []));
    this.field.setAttribute("aria-invalid", pieces.length > 0);
    this.follow();
  }

  /** Lead to a mistake. */
  choose(mistake) {
    const { start, end } = spanOf(this.text, mistake);
    this.field.focus();
    this.field.setSelectionRange(start, end);
  }

  follow() {
    this.marks.scrollTop = this.field.scrollTop;
    this.marks.scrollLeft = this.field.scrollLeft;
  }
}
