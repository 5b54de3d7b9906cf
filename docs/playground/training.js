// The trainer of what is chosen. It was made when the site was, so it needs no Python, and rules of one's own have none.

import { element } from "./views.js";

const USUAL = "aima";
const NAMED = /^[^\S\n]*convention[ \t]*:[ \t]*([^\s:#]+)(?::([^\n#]*))?/im;
const PLAIN = /^[\w@%+=:,./-]+$/; // What a shell reads as it stands.

/** The convention whose trainer is shown, the name for a command, and the text that says why it was chosen. */
export function training({ lecture, rules }, tree, { trained, conventions }) {
  const [, own = USUAL, ownRules = ""] = lecture ? [] : (NAMED.exec(tree) ?? []);
  const name = lecture || own;
  const changed = [lecture ? "" : ownRules, rules].map((text) => text.trim()).filter(Boolean).join(",");
  const shown = trained.includes(name) ? name : USUAL;
  if (changed) return { shown, asked: `${name}:${changed}`, why: "train_rules" };
  if (!conventions.some(({ id }) => id === name)) return { shown, asked: name, why: "train_rules" };
  if (shown !== name) return { shown, asked: shown, why: "train_uncut" };
  return { shown, asked: shown, why: lecture ? null : "train_own" };
}

/** The command that makes a trainer, as somebody would type it. */
export function trainerCommand({ asked }, language) {
  const lecture = PLAIN.test(asked) ? asked : `'${asked.replaceAll("'", `'"'"'`)}'`;
  const spoken = language === "en" ? "" : ` --language ${language}`;
  return `treesolve practice --trainer -c ${lecture}${spoken} -o trainer.html`;
}

/** Show a trainer in a box; one that is there already is left as it is, with whatever is written into it. */
export function showTrainer(box, { shown, why }, language, say) {
  const address = `trainer/${shown}-${language}.html`;
  if (box.querySelector(".trainer")?.getAttribute("src") !== address) {
    // A new frame each time: another address of an old one would be a step back in the browser.
    const frame = element("iframe", { className: "page trainer", title: say("train"), src: address });
    box.replaceChildren(element("div", { className: "panel" }, element("p", { className: "note" }), frame));
  }
  const note = box.querySelector(".note");
  note.textContent = why ? say(why, { lecture: shown }) : "";
  note.hidden = !why;
}
