// Confirmation of actions that cannot be undone: a question in the page with two buttons.

/** The confirmation of an action; `article` contains the question and its buttons. */
class Sure {
  constructor(article) {
    this.box = article.querySelector(".sure");
    this.box.querySelector(".no").addEventListener("click", () => this.leave());
    this.box.querySelector(".yes").addEventListener("click", () => this.agreed());
    this.box.addEventListener("keydown", ({ key }) => key === "Escape" && this.leave());
  }

  /** Ask for confirmation; `done` is called if the student agrees, `yes` is the label of that button. */
  ask(sentence, yes, done) {
    this.asking = document.activeElement;
    this.done = done;
    this.box.querySelector("p").textContent = sentence;
    this.box.querySelector(".yes").textContent = yes;
    this.box.hidden = false;
    this.box.querySelector(".no").focus();
  }

  close() {
    this.box.hidden = true;
    this.done = null;
  }

  leave() {
    this.close();
    this.asking.focus();
  }

  agreed() {
    const { done } = this;
    this.leave();
    done();
  }
}
