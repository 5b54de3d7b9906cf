// The page of a trainer: one tree after the other on the board of a played search. `current` is the tree being played:
// its id, the saved state of its search, and the level.

class TrainerPage {
  constructor(page, words, data) {
    this.page = page;
    this.words = words;
    this.key = `treesolve-trainer-${data.id}`;
    this.view = new TrainerView(page, words, data.language);
    this.settings = { ...data.settings, ...settingsOfAddress(location) };
    this.trainer = this.trainerWith(data, memory.read(this.key));
    this.board = new PlayBoard(this.find(".play"), words.play, { keep: (state) => this.keepCurrent(state), finished: (search) => this.finish(search) });
    this.listen();
    this.showSettings();
    for (const part of page.querySelectorAll(":scope > [hidden]")) part.hidden = part.matches(".trainer-too-old");
    this.begin(this.keptTree());
    this.board.focusQuestion();
  }

  find(selector) {
    return this.page.querySelector(selector);
  }

  get now() {
    return localMoment(new Date());
  }

  trainerWith(data, kept) {
    return new Trainer(data, kept, this.settings, this.now.slice(0, 10));
  }

  listen() {
    this.find(".trainer-next button").addEventListener("click", () => this.next());
    this.find(".trainer-settings").addEventListener("change", () => this.readSettings());
    this.find(".student").addEventListener("input", ({ target }) => this.rename(target.value));
    this.find(".save").addEventListener("click", () => this.save());
    this.find(".load").addEventListener("change", ({ target }) => this.load(target));
    this.find(".forget").addEventListener("click", () => this.forget());
    this.find(".forget").addEventListener("blur", () => this.askedToForget(false));
  }

  // Trees

  /** Return the tree that was begun in an earlier visit, or null. */
  keptTree() {
    const { tree: id, state, level } = Object(memory.read(`${this.key}-current`));
    const tree = this.trainer.trees.get(id);
    return tree ? { tree, state, level } : null;
  }

  begin(kept) {
    this.trainer.today = this.now.slice(0, 10);
    const { tree, state, level } = kept ?? this.trainer.next();
    this.draw(this.trainer.data.pictures[tree.picture]);
    this.current = tree;
    this.board.begin(tree, state ?? {}, level);
    this.board.keep();
    this.view.hideNamed();
    this.view.showWhy(this.trainer, tree);
    this.view.show(this.trainer, this.board.search);
    if (this.board.search.isDone) this.offerNext(this.words.next_tree, true);
    else this.offerNext(this.words.skip, false);
  }

  draw({ svg, width, height }) {
    const picture = this.find(".play .picture");
    picture.innerHTML = svg;
    picture.style.cssText = `--width:${width};--height:${height}`;
  }

  /** Go to the next tree; an unfinished one is skipped and does not count. */
  next() {
    if (!this.board.search.isDone) this.trainer.skip(this.current.id);
    this.begin(null);
    this.board.status("", "");
    this.board.focusQuestion();
  }

  finish({ level, record }) {
    this.trainer.today = this.now.slice(0, 10);
    this.trainer.finish(this.current.id, level, record, this.now);
    this.keep();
    this.view.show(this.trainer, this.board.search);
    this.view.showNamed(this.trainer, this.current);
    this.offerNext(this.words.next_tree, true);
    this.find(".trainer-next button").focus({ preventScroll: true });
  }

  offerNext(text, isMain) {
    const button = this.find(".trainer-next button");
    button.textContent = text;
    button.classList.toggle("main", isMain);
  }

  // Saved data

  keep() {
    memory.write(this.key, this.trainer.file);
  }

  keepCurrent(state) {
    memory.write(`${this.key}-current`, { tree: this.current.id, level: state.level, state });
  }

  rename(text) {
    this.trainer.student = text.slice(0, 200);
    this.keep();
  }

  tell(text) {
    this.find(".trainer-file .told").textContent = text;
  }

  save() {
    const { file } = this.trainer;
    if (!file.played.length) return this.tell(this.words.saved_nothing);
    const name = fileName([this.words.file_name, this.trainer.student.trim()], "json");
    download(`${JSON.stringify(file)}\n`, name);
    return this.tell(filled(this.words.saved, { text: name }));
  }

  async load(input) {
    const [file] = input.files;
    if (!file) return;
    const text = await file.text();
    input.value = "";
    this.tell(this.takeOver(text) ? this.words.loaded : this.words.not_loaded);
  }

  /** Merge a file into the progress. Return false if it is invalid. */
  takeOver(text) {
    let kept;
    try {
      kept = JSON.parse(text);
    } catch {
      return false;
    }
    if (Object(kept).trainer !== this.trainer.data.id) return false;
    this.trainer.merge(kept);
    this.find(".student").value = this.trainer.student;
    this.keep();
    this.view.show(this.trainer, this.board.search);
    return true;
  }

  /** Delete all progress; the first click only asks for confirmation. */
  forget() {
    if (!this.isAsked) return this.askedToForget(true);
    this.askedToForget(false);
    this.trainer = this.trainerWith(this.trainer.data, {});
    this.keep();
    this.find(".student").value = "";
    return this.next();
  }

  askedToForget(isAsked) {
    this.isAsked = isAsked;
    this.find(".forget").textContent = isAsked ? this.words.start_over_really : this.words.start_over;
  }

  // Settings

  showSettings() {
    const { skills = this.trainer.data.skills, size = "", help = "" } = this.trainer.settings;
    for (const box of this.page.querySelectorAll(".skills input")) box.checked = skills.includes(box.value);
    this.find(".size").value = size;
    this.find(".help").value = String(help);
    this.find(".student").value = this.trainer.student;
  }

  /** Apply the settings: the level at once, everything else from the next tree on. */
  readSettings() {
    const skills = [...this.page.querySelectorAll(".skills :checked")].map(({ value }) => value);
    const help = this.find(".help").value;
    const { seed } = this.trainer.settings;
    this.settings = { seed, skills, size: this.find(".size").value, ...(help === "" ? {} : { help: Number(help) }) };
    this.trainer = this.trainerWith(this.trainer.data, this.trainer.file);
    this.keep();
    if (help !== "" && !this.board.search.isDone) this.board.setLevel(Number(help));
    this.view.show(this.trainer, this.board.search);
  }
}

const trainerWords = JSON.parse(document.getElementById("words").textContent);
unpacked(document.getElementById("pool").textContent).then(
  (data) => new TrainerPage(document.querySelector("main"), trainerWords, data),
  () => (document.querySelector(".trainer-too-old").hidden = false),
);
