// What cannot be taken back is asked about first, in the page: a sentence, a button that does it, and one that does not.

/** A question that opens before something is done; `article` holds it, and the buttons that lead to it. */
class Sure {
  constructor(article) {
    this.box = article.querySelector(".sure");
    this.box.querySelector(".no").addEventListener("click", () => this.leave());
    this.box.querySelector(".yes").addEventListener("click", () => this.agreed());
    this.box.addEventListener("keydown", ({ key }) => key === "Escape" && this.leave());
  }

  /** Ask; what is to be done if the answer is yes, and what the button for that is called. */
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
