// The desk as it opens: cards, or rows where the exams are on paper; buttons and keys.

const desk = new (state.paper ? Rows : Cards)(find("main"));

async function close() {
  const found = await ask("end", {});
  if (found.problem) return;
  document.body.replaceChildren(make("p", { class: "finished" }, say("is_closed")));
}

const DO = { previous: () => desk.move(-1), next: () => desk.move(1), undo: () => desk.undo(), close };
for (const button of document.querySelectorAll("[data-do]")) button.addEventListener("click", () => DO[button.dataset.do]());

document.addEventListener("keydown", (event) => {
  const isTyped = event.target.matches("input[type=text], select") || event.ctrlKey || event.metaKey || event.altKey;
  if (event.key === "Escape") event.target.blur();
  else if (!isTyped && desk.press(event.key.length === 1 ? event.key.toLowerCase() : event.key)) event.preventDefault();
});
