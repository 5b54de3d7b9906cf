// Feedback on request: checks, further stages, hints and the solution.

/** The feedback on the answer to one exercise, which belongs to `practice`. */
class Feedback {
  constructor(practice) {
    this.practice = practice;
    this.words = practice.words;
    this.checker = practice.checker;
    this.stages = new Map();
    this.hinted = new Map();
    practice.on(".check", "click", () => this.check());
    practice.on(".which", "click", () => this.goOn());
    practice.on(".hint", "click", () => this.hint());
    practice.on(".solve", "click", () => this.askToSolve());
  }

  get parts() {
    return this.practice.tabs.map(({ value: part }) => part);
  }

  /** Remove the outdated feedback on a question. */
  forget(part) {
    this.stages.delete(part);
    this.hinted.delete(part);
    this.practice.sure.close();
    this.practice.made.suppose(null);
    this.practice.told(part)?.replaceChildren();
  }

  /** Check all questions; if nothing has changed since the last check, advance the current question one stage. */
  check() {
    const { mode } = this.practice;
    const isNew = this.parts.some((part) => !this.stages.has(part));
    this.practice.made.suppose(null);
    for (const part of this.parts) this.checkPart(part);
    if (!isNew && this.stages.get(mode).hasMore) this.pointOut(mode);
    this.practice.show();
    this.practice.tell(this.summary());
  }

  /** Check a question; the display does not change unless the feedback does. */
  checkPart(part) {
    const before = this.stages.get(part);
    const now = new Stages(this.checker.report(part, this.practice.answer), this.words, before?.stage);
    this.stages.set(part, now);
    if (JSON.stringify(before?.lines) !== JSON.stringify(now.lines)) this.tell(part);
  }

  tell(part) {
    this.hinted.delete(part);
    this.practice.told(part).replaceChildren(this.practice.made.lines(this.stages.get(part).lines));
  }

  /** Show which items of a question are not right. */
  pointOut(part) {
    this.stages.get(part).goOn();
    this.tell(part);
  }

  /** Show the same for the current question and move the focus, because the pressed button disappears. */
  goOn() {
    const { mode } = this.practice;
    this.pointOut(mode);
    this.practice.judge();
    (this.practice.told(mode).querySelector(".why") ?? this.practice.find(".check")).focus({ preventScroll: true });
  }

  summary() {
    const verdicts = this.parts.map((part) => [part, this.stages.get(part).verdict]);
    if (verdicts.every(([, verdict]) => verdict === "right")) return this.praise();
    const told = verdicts.map(([part, verdict]) => `${this.words.parts[part]}: ${this.words.verdicts[verdict]}`);
    return `${told.join("; ")}.`;
  }

  /** Return the message that everything is right, and whether the page helped. */
  praise() {
    const { isShown, isHelped } = this.practice.answer;
    if (isShown) return this.words.right_but_shown;
    return isHelped ? this.words.right_but_helped : this.words.all_right;
  }

  hint() {
    const part = this.practice.mode;
    const found = this.checker.hints(part, this.practice.answer);
    const before = this.hinted.get(part);
    const level = found && before?.key === found.key ? before.level + 1 : 1;
    this.hinted.set(part, { key: found?.key, level });
    if (found && level === found.hints.length) this.practice.hasHelped();
    const told = this.practice.told(part);
    told.append(this.practice.made.lines([{ verdict: "hint", text: this.hintText(found, level) }]));
    told.lastElementChild.scrollIntoView({ block: "nearest" });
  }

  hintText(found, level) {
    if (!found) return this.words.no_hint;
    return found.hints[level - 1] ?? this.words.last_hint;
  }

  askToSolve() {
    if (this.practice.answer.isShown) this.solve();
    else this.practice.sure.ask(this.words.sure_solution, this.words.solution, () => this.solve());
  }

  /** Show the solution; later answers for this tree do not count. */
  solve() {
    const { practice } = this;
    practice.answer.isShown = true;
    practice.keep();
    practice.show();
    const place = practice.find(".solution");
    place.querySelector("ul").replaceChildren(...practice.exercise.solution.map((line) => element("li", {}, line)));
    place.hidden = false;
    place.focus();
    place.scrollIntoView({ block: "nearest" });
  }
}
