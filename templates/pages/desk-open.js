// Start of the review page: cards, or rows for exams on paper; buttons and keys.

const desk = new (state.paper ? Rows : Cards)(find("main"));

async function close() {
  const found = await ask("end", {});
  if (found.problem) return;
  document.body.replaceChildren(make("p", { class: "finished" }, say("is_closed")));
}

const DO = { previous: () => desk.move(-1), next: () => desk.move(1), undo: () => desk.undo(), close };
for (const button of document.querySelectorAll("[data-do]")) button.addEventListener("click", () => DO[button.dataset.do]());

document.addEventListener("keydown", (event) => {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const isArrow = event.key.startsWith("Arrow");
  const isTyped = event.target.matches("input[type=text], select");
  const isControl = event.key === "Enter" && event.target.matches("button, input"); // handles the key itself
  const isScrolled = isArrow && event.target.matches(".raw, .picture");
  if (event.key === "Escape") event.target.blur();
  else if (isTyped || isControl || isScrolled || (event.repeat && !isArrow)) return;
  else if (desk.press(event.key.length === 1 ? event.key.toLowerCase() : event.key)) event.preventDefault();
});
