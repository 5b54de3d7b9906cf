// What the page of a trainer shows beside the tree: today's list, the named rule, how every skill stands.

class TrainerView {
  constructor(page, words, language) {
    this.page = page;
    this.words = words;
    this.language = language;
  }

  find(selector) {
    return this.page.querySelector(selector);
  }

  say(sentence, blanks = {}) {
    return filled(this.words[sentence], blanks);
  }

  /** Everything, for the tree that is played. */
  show(trainer, tree) {
    const practised = new Set(tree.questions.map(({ skill }) => skill));
    this.showToday(trainer, practised);
    this.showNamed(trainer);
    this.showProgress(trainer.progress);
  }

  showToday(trainer, practised) {
    const open = trainer.today.map(({ skill }) => skill);
    const entries = trainer.progress.filter(({ skill, isRightToday }) => isRightToday || open.includes(skill));
    const items = entries.map((entry) => this.todayItem(entry, practised.has(entry.skill)));
    const none = open.length ? [] : [element("li", {}, this.words.nothing_due)];
    this.find(".trainer-today ul").replaceChildren(...items, ...none);
  }

  todayItem({ skill, state, isRightToday }, isOnPage) {
    const told = isRightToday ? this.words.begun : isOnPage ? this.words.on_page : state === "new" ? this.words.new : this.words.again;
    const look = isRightToday ? "right" : isOnPage ? "now" : state;
    return element("li", { "data-state": look }, `${isRightToday ? "✓ " : ""}${this.words.skills[skill]}: ${told}`);
  }

  /** The rule that the answers fit, kindly, with the answer that shows it. */
  showNamed(trainer) {
    const { named, data } = trainer;
    this.find(".trainer-rule").hidden = named === null;
    if (named === null) return;
    const tree = trainer.trees.get(named.tree);
    const question = tree.questions[named.question];
    const words = (answer) => answerInWords(question, answer, tree.names, this.words.play);
    const where = { node: tree.names[question.node], answer: words(question.by[named.rule]), right: words(question.right) };
    this.tell(".named", this.say("named", { name: data.rules[named.rule].name }));
    this.tell(".where", `${this.say("why_here", where)} ${question.why}`);
    this.tell(".said", data.rules[named.rule].said);
  }

  tell(selector, text) {
    const place = this.find(selector);
    if (place.textContent !== text) place.textContent = text;
  }

  showProgress(progress) {
    const rows = progress.map((entry) => {
      const head = element("th", { scope: "row" }, this.words.skills[entry.skill]);
      return element("tr", {}, head, element("td", {}, this.standing(entry)));
    });
    this.find(".trainer-progress tbody").replaceChildren(...rows);
  }

  standing({ isDone, days, due }) {
    if (isDone && due === null) return this.say("done");
    if (isDone) return this.say("returns", { day: this.day(due) });
    return this.say("days", { count: days.length });
  }

  /** A day as people write it; noon, so that no clock moves it. */
  day(text) {
    return new Intl.DateTimeFormat(this.language, { day: "numeric", month: "long" }).format(new Date(`${text}T12:00`));
  }

  /** Why this tree came. */
  showWhy(trainer, tree) {
    const named = trainer.named && tree.questions.some(({ by }) => by?.[trainer.named.rule] !== undefined);
    const first = trainer.today.find(({ skill }) => tree.questions.some((question) => question.skill === skill));
    const why = named
      ? this.say("chosen_rule", { name: trainer.data.rules[trainer.named.rule].name })
      : first && this.say("chosen_for", { skill: this.words.skills[first.skill] });
    this.find(".trainer-why").textContent = [why, ...tree.notes].filter(Boolean).join(" ");
  }
}
