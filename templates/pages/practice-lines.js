// Feedback lines with their verdicts, reasons on request, and counterexamples in the tree.

/** The feedback lines of one exercise; `practice` records what is revealed. */
class Lines {
  constructor(practice) {
    this.practice = practice;
  }

  lines(lines) {
    return element("ul", { class: "lines" }, ...lines.map((line) => this.line(line)));
  }

  line({ verdict, text, why, supposed, isTelling }) {
    const glyph = element("span", { class: "mark", "aria-hidden": "true" }, GLYPHS[verdict]);
    const told = element("div", {}, element("span", { class: "text" }, text));
    if (why) told.append(" ", this.asking(told, { why, supposed, isTelling }));
    return element("li", { "data-verdict": verdict }, glyph, told);
  }

  /** Return a button that is replaced by the reason; for a missed cut, this reveals a part of the solution. */
  asking(told, { why, supposed, isTelling }) {
    const button = element("button", { type: "button", class: "why" }, isTelling ? this.practice.words.why_cut : this.practice.words.why);
    button.addEventListener("click", () => {
      const reason = element("span", { class: "text reason", tabindex: -1 }, why);
      button.replaceWith(element("br", {}), reason);
      if (supposed) told.append(element("br", {}), this.supposing(supposed));
      if (isTelling) this.practice.hasHelped();
      reason.focus({ preventScroll: true });
    });
    return button;
  }

  /** Return a button that shows and hides the values of a counterexample in the tree. */
  supposing(supposed) {
    const button = element("button", { type: "button", class: "suppose", "aria-pressed": false }, this.practice.words.suppose);
    const isShown = () => button.getAttribute("aria-pressed") === "true";
    button.addEventListener("click", () => this.suppose(isShown() ? null : supposed, button));
    return button;
  }

  suppose(supposed, chosen) {
    this.practice.board.suppose(supposed);
    for (const button of this.practice.all(".suppose")) {
      const isShown = supposed !== null && button === chosen;
      button.setAttribute("aria-pressed", isShown);
      button.textContent = isShown ? this.practice.words.as_it_is : this.practice.words.suppose;
    }
    if (supposed) this.practice.board.box.scrollIntoView({ block: "nearest" });
  }
}
