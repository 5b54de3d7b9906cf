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

  /** The rule that the answers fit, kindly, with the answer that shows it; or that they fit one no longer. */
  showNamed(trainer) {
    const { named, data, gone } = trainer;
    const before = this.told;
    this.told = named?.rule ?? null;
    const hasGone = named === null && before && gone.includes(before);
    this.tell(".named", named ? this.say("named", data.rules[named.rule]) : hasGone ? this.say("gone", data.rules[before]) : "");
    this.tell(".where", named ? this.whereItFails(trainer.trees.get(named.tree), named) : "");
    this.tell(".said", named ? data.rules[named.rule].said : "");
    this.find(".trainer-rule").classList.toggle("empty", !named && !hasGone);
  }

  whereItFails(tree, { question: place, rule }) {
    const question = tree.questions[place];
    const words = (answer) => answerInWords(question, answer, tree.names, this.words.play);
    const blanks = { node: tree.names[question.node], answer: words(question.by[rule]), right: words(question.right) };
    return `${this.say("why_here", blanks)} ${reasonFor(question, tree.told)}`;
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
    if (isDone) return due === null ? this.words.done : this.say("returns", { day: this.day(due) });
    return days.length ? this.words.one_day : this.words.not_yet;
  }

  /** A day as people write it; noon, so that no clock moves it. */
  day(text) {
    return new Intl.DateTimeFormat(this.language, { day: "numeric", month: "long" }).format(new Date(`${text}T12:00`));
  }

  /** Why this tree came, and what has to be known about it. */
  showWhy(trainer, tree) {
    const rule = trainer.named?.rule;
    const why = tree.rules.includes(rule) ? [this.say("chosen_rule", { name: trainer.data.rules[rule].name })] : [];
    this.find(".trainer-why").textContent = [...why, ...tree.notes].join(" ");
  }
}
