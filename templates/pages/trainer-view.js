// The display of a trainer beside the tree: today's list, the named rule, and the progress of each skill.

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

  /** Show everything for the search being played. */
  show(trainer, search) {
    this.showToday(trainer, new Set([...search.asked].map(({ skill }) => skill)));
    this.showProgress(trainer.progress);
  }

  /** Show the open skills, and those that went right today in one entry. */
  showToday(trainer, practised) {
    const items = trainer.today.map((entry) => this.openItem(entry, practised.has(entry.skill)));
    const right = trainer.progress.filter(({ isRightToday }) => isRightToday).map(({ skill }) => this.words.skills[skill]);
    const done = right.length ? [element("li", { "data-state": "right" }, `✓ ${right.join(", ")}`)] : [];
    const none = items.length ? [] : [element("li", {}, this.words.nothing_due)];
    this.find(".trainer-today ul").replaceChildren(...items, ...done, ...none);
  }

  openItem({ skill, state }, isOnPage) {
    const told = isOnPage ? this.words.on_page : state === "new" ? this.words.new : this.words.again;
    return element("li", { "data-state": isOnPage ? "now" : state }, `${this.words.skills[skill]}: ${told}`);
  }

  /** After a tree, show the rule that the answers suggest, or that the previous one no longer applies. */
  showNamed(trainer, current) {
    const { named, data } = trainer;
    const before = this.told;
    this.told = named?.rule ?? null;
    const hasGone = named === null && before;
    this.tell(".named", named ? this.say("named", data.rules[named.rule]) : hasGone ? this.say("gone", data.rules[before]) : "");
    this.tell(".where", named ? this.whereItFails(trainer.trees.get(named.tree), named, current) : "");
    this.tell(".said", named ? data.rules[named.rule].said : "");
    this.find(".trainer-rule").classList.toggle("empty", !named && !hasGone);
  }

  hideNamed() {
    for (const place of [".named", ".where", ".said"]) this.tell(place, "");
    this.find(".trainer-rule").classList.add("empty");
  }

  /** Return the answer that shows the rule, with its reason if its tree is the current one. */
  whereItFails(tree, { question: place, rule }, current) {
    const question = tree.questions[place];
    const words = (answer) => answerInWords(question, answer, tree.names, this.words.play);
    const blanks = { node: tree.names[question.node], answer: words(question.by[rule]), right: words(question.right) };
    if (tree !== current) return this.say("why_before", blanks);
    return `${this.say("why_here", blanks)} ${question.why}`;
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

  /** Return a localized date; noon avoids shifts between time zones. */
  day(text) {
    return new Intl.DateTimeFormat(this.language, { day: "numeric", month: "long" }).format(new Date(`${text}T12:00`));
  }

  /** Show why this tree was chosen, and its notes. */
  showWhy(trainer, tree) {
    const rule = trainer.named?.rule;
    const why = tree.rules.includes(rule) ? [this.say("chosen_rule", { name: trainer.data.rules[rule].name })] : [];
    this.find(".trainer-why").textContent = [...why, ...tree.notes].join(" ");
  }
}
