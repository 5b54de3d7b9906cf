// Files: saving and loading an answer, saving and copying the empty form.

/** The files of one exercise; its answer belongs to `practice`. */
class Files {
  constructor(practice) {
    this.practice = practice;
    this.exercise = practice.exercise;
    practice.on(".save", "click", () => this.save());
    practice.on(".save-form", "click", () => this.saveForm());
    practice.on(".copy-form", "click", () => this.copyForm());
    practice.on(".load", "change", (input) => this.load(input));
  }

  /** The name of the exercise, if the page has several. */
  get exerciseName() {
    return document.querySelectorAll("article.practice").length > 1 ? this.exercise.file : "";
  }

  get fileName() {
    const { answer, words } = this.practice;
    return fileName([answer.student.trim() || words.file_name, this.exerciseName], "txt");
  }

  save() {
    const { answer } = this.practice;
    download(answerText(answer, this.exercise, this.exerciseName), this.fileName);
    const names = answer.unreadable(this.exercise).join(", ");
    this.tell([this.say("saved", { text: this.fileName }), names && this.say("left_out", { names })]);
  }

  get form() {
    return this.practice.find(".form").textContent;
  }

  saveForm() {
    download(this.form, this.fileName);
    this.tellOfForm(this.say("saved", { text: this.fileName }));
  }

  async copyForm() {
    const copied = await navigator.clipboard?.writeText(this.form).then(() => true, () => false);
    this.tellOfForm(copied ? this.practice.words.copied : this.practice.words.not_copied);
  }

  tellOfForm(text) {
    this.practice.find(".form-told").textContent = text;
  }

  say(sentence, blanks) {
    return this.practice.say(sentence, blanks);
  }

  tell(sentences) {
    this.practice.find(".files").textContent = sentences.filter(Boolean).join(" ");
  }

  async load(input) {
    const [file] = input.files;
    if (!file) return;
    const reader = new AnswerReader(this.exercise, await file.text());
    input.value = "";
    reader.answer.isShown ||= this.practice.answer.isShown;
    this.practice.replace(reader.answer, "");
    const text = file.name;
    const names = reader.ignored.join(" ").slice(0, 200);
    this.tell([this.say("loaded", { text }), names && this.say("not_understood", { text, names })]);
  }
}
