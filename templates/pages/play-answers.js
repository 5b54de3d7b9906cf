// The input controls of the current question, and answers in words.

/** Return a localized number. */
function printed(written, words) {
  return written.replaceAll("-", "−").replaceAll("inf", "∞").replaceAll(".", words.decimal_mark);
}

/** Return an answer as text; unread input is shown as typed. */
function answerInWords(question, answer, names, words) {
  if (question.kind === "child") return names[answer];
  if (question.kind === "cut") return words[answer];
  const numbers = [answer].flat().map((number) => printed(String(number), words));
  if (question.kind === "return") return numbers[0];
  return numbers.map((number, place) => `${question.heads[place]} = ${number}`).join(", ");
}

/** Return the question as text. */
function questionText(question, names, words) {
  const node = names[question.node];
  if (question.kind !== "bounds") return filled(words[`ask_${question.kind}`], { node });
  const [first, last] = question.heads;
  const heads = last === undefined ? first : filled(words.both, { first, last });
  const asked = (last === undefined ? "ask_bound" : "ask_bounds") + (question.after === undefined ? "" : "_after");
  return filled(words[asked], { node, heads, child: question.after });
}

/** The controls of one question; `changed` is called with the entered answer. */
class PlayAnswers {
  constructor(box, label, changed) {
    this.box = box;
    this.label = label;
    this.changed = changed;
    this.inputs = [];
  }

  show(question, names, children, words) {
    this.question = question;
    this.inputs = [];
    if (!question) this.box.replaceChildren();
    else if (question.kind === "child") this.showChoices(children.map((child, place) => [child, names[child], place + 1]));
    else if (question.kind === "cut") this.showChoices(["cut", "on"].map((answer) => [answer, words[answer], words[`key_${answer}`]]));
    else this.showFields(question.kind === "bounds" ? question.heads : [words.value]);
  }

  showChoices(choices) {
    this.box.setAttribute("role", "radiogroup");
    this.inputs = choices.map(([value]) => element("input", { type: "radio", name: this.label, value }));
    const labels = choices.map(([, text, key], place) => {
      const hint = element("kbd", { class: "keys", "aria-hidden": "true" }, String(key).toUpperCase());
      return element("label", { class: "chip" }, this.inputs[place], text, hint);
    });
    this.box.replaceChildren(...labels);
    for (const input of this.inputs) input.addEventListener("change", () => this.changed(this.value(input)));
  }

  showFields(heads) {
    this.box.setAttribute("role", "group");
    const kept = { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" };
    this.inputs = heads.map(() => element("input", { ...kept, "aria-describedby": this.label }));
    const labels = heads.map((head, place) => element("label", {}, head, this.inputs[place]));
    const infinities = this.question.kind === "bounds" ? ["−∞", "∞"].map((text) => this.infinity(text)) : [];
    this.box.replaceChildren(...labels, ...infinities);
    for (const input of this.inputs) input.addEventListener("input", () => this.changed(this.typed));
  }

  /** Return a button for a symbol that phone keyboards lack; it fills the field used last, or the first empty one. */
  infinity(text) {
    const button = element("button", { type: "button" }, text);
    button.addEventListener("click", () => {
      const field = this.inputs.find((input) => !input.value.trim()) ?? this.inputs.at(-1);
      field.value = text;
      this.changed(this.typed);
    });
    return button;
  }

  value(input) {
    return this.question.kind === "child" ? Number(input.value) : input.value;
  }

  get typed() {
    const texts = this.inputs.map((input) => input.value);
    return this.question.kind === "bounds" ? texts : texts[0];
  }

  /** Show the entered answer in the controls, or clear them. */
  fill(entered) {
    this.inputs.forEach((input, place) => {
      if (input.type === "radio") input.checked = entered !== null && input.value === String(entered);
      else {
        const text = entered === null ? "" : [entered].flat()[place];
        if (input.value !== text) input.value = text;
      }
    });
  }

  set isClosed(isClosed) {
    for (const control of this.box.querySelectorAll("input, button")) control.disabled = isClosed;
  }

  focus() {
    const first = this.inputs.find((input) => input.checked) ?? this.inputs[0];
    first?.focus({ preventScroll: true });
  }
}
