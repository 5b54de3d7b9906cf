// The page: what is typed and chosen becomes a request, and its answer is shown.

import { Computer } from "./computer.js";
import { Editor } from "./editor.js";
import { FORMS, listenForDrops, nameOfTree, printPage, savePixels, saveText, textOf } from "./saving.js";
import { conventionsOf, keepInAddress, stateInAddress } from "./state.js";
import { showTrainer, trainerCommand, training } from "./training.js";
import { VIEWS, element, panels, tabs, viewByKey } from "./views.js";

const CALM = 300; // Milliseconds without a key before what is slow to show is shown, and the address told.
const CHOICES = ["lecture", "rules", "other", "otherRules", "language"];

const site = await (await fetch(new URL("site.json", import.meta.url))).json();
const find = (id) => document.getElementById(id);
const editor = new Editor(find("tree"), document.querySelector(".marks"));
let state;
let computer;
let calm;
let asked = 0;
let answered = 0;

/** A text of the page in its language, with what it tells. */
function say(key, told = {}) {
  return site.texts[state.language][key].replace(/{(\w+)}/g, (_, name) => told[name]);
}

// Fields

function usualState() {
  const language = navigator.language.startsWith("de") ? "de" : "en";
  return { tree: site.examples[0].text, lecture: "", rules: "", other: "", otherRules: "", language, view: "picture" };
}

function options(select, choices) {
  select.replaceChildren(...choices.map(([value, text]) => element("option", { value }, text)));
}

function fillFields() {
  const conventions = site.conventions.map(({ id, title }) => [id, `${id}: ${title}`]);
  options(find("lecture"), [["", say("own_lecture")], ...conventions]);
  options(find("other"), [["", say("no_other")], ...conventions]);
  options(find("examples"), [["", say("choose_example")], ...site.examples.map(({ title }, number) => [number, title])]);
  options(find("known-rules"), site.rules.map((rule) => [rule, rule]));
  for (const name of CHOICES) find(name).value = state[name];
  find("solved").checked = state.solved;
  if (editor.text !== state.tree) find("tree").value = state.tree;
}

function speak() {
  document.documentElement.lang = state.language;
  document.title = say("title");
  for (const told of document.querySelectorAll("[data-text]")) told.textContent = say(told.dataset.text);
  for (const told of document.querySelectorAll("[data-label]")) told.setAttribute("aria-label", say(told.dataset.label));
  for (const told of document.querySelectorAll("[data-title]")) told.title = say(told.dataset.title);
  find("forms").replaceChildren(...Object.keys(FORMS).map(formButton));
  document.querySelector(".tabs").replaceChildren(...tabs(state.view, chooseView, say));
}

// Views

function chooseView(name) {
  state.view = name;
  speak();
  find(`tab-${name}`).focus();
  update();
}

function moveAmongTabs(event) {
  const name = viewByKey(event.key, state.view);
  if (!name) return;
  event.preventDefault();
  chooseView(name);
}

// Answers

function request(wanted) {
  return { tree: editor.text, conventions: conventionsOf(state), language: state.language, wanted };
}

async function update() {
  const view = VIEWS[state.view];
  const number = ++asked;
  clearTimeout(calm);
  if (view === VIEWS.train) train();
  const answer = await computer.ask("view", request(view.wanted(state)));
  if (!answer || number < answered || view !== VIEWS[state.view]) return;
  answered = number;
  tellMistakes(answer);
  calm = setTimeout(() => settle(view, answer), CALM);
  if (!view.isSlow) show(view, answer);
}

/** What is done when nobody has typed for a while. */
function settle(view, answer) {
  if (view.isSlow) show(view, answer);
  if (state.isTouched) keepInAddress(state);
}

function show(view, { results, mistakes }) {
  if (!view.show) return;
  const box = labelledView();
  const isMade = results.every(({ text }) => text !== null);
  box.classList.toggle("stale", !isMade);
  if (!isMade && box.dataset.view === state.view) return;
  box.dataset.view = state.view;
  const why = mistakes.map(({ sentence }) => element("p", { className: "note" }, sentence));
  box.replaceChildren(...(isMade ? panels(view, results, conventionsOf(state), say) : why));
  tellCommands("same_command", new Set(results.map(({ command }) => command)));
}

function train() {
  const chosen = training(state, editor.text, site);
  const box = labelledView();
  box.classList.remove("stale");
  box.dataset.view = state.view;
  showTrainer(box, chosen, state.language, say);
  tellCommands("train_command", [trainerCommand(chosen, state.language)]);
}

function labelledView() {
  find("view").setAttribute("aria-labelledby", `tab-${state.view}`);
  return find("view");
}

function tellCommands(key, commands) {
  find("commands").replaceChildren(say(key), ...[...commands].map((line) => element("code", {}, line)));
}

function tellMistakes({ mistakes, remarks }) {
  editor.mark(mistakes);
  const told = [...mistakes.map(mistakeItem), ...remarks.map((remark) => element("li", { className: "remark" }, remark))];
  const list = element("ul", { hidden: !told.length }, ...told);
  if (list.textContent !== find("mistakes").textContent) find("mistakes").replaceChildren(list); // else it would be read out again
}

function mistakeItem(mistake) {
  const whole = element("strong", {}, say(mistake.rule ? "place_rule" : "place_tree"));
  if (!mistake.line) return element("li", {}, whole, `: ${mistake.sentence}`);
  const place = element("button", { type: "button", className: "place" }, say("place", mistake));
  place.addEventListener("click", () => editor.choose(mistake));
  return element("li", {}, place, ` ${mistake.sentence}`);
}

// What can be done

function formButton(form) {
  const made = element("button", { type: "button" }, say(`form_${form}`));
  made.addEventListener("click", () => save(form));
  return element("li", {}, made);
}

async function save(form) {
  find("saving").open = false;
  if (form === "tree") return saveText(nameOfTree(editor.text), editor.text);
  const answer = await computer.ask("save", request([FORMS[form]]));
  for (const [number, { text, file }] of answer?.results.entries() ?? []) {
    const name = number ? file.replace(".", `-${number + 1}.`) : file;
    if (text === null) return tell("not_saved");
    if (form === "print") printPage(text);
    else if (form === "png") await savePixels(name.replace("svg", "png"), text);
    else saveText(name, text);
    tell("saved", { file: name });
  }
}

async function open(file) {
  if (!file) return;
  try {
    editor.replace(await textOf(file));
    tell("opened", { file: file.name });
  } catch (why) {
    tell(why, { file: file.name });
  }
}

async function share() {
  keepInAddress(state);
  try {
    await navigator.clipboard.writeText(location.href);
    tell("shared");
  } catch {
    tell("not_shared");
  }
}

async function tidy() {
  const answer = await computer.ask("tidy", request(["tidy"]));
  const tidied = answer?.results[0].text;
  if (tidied) editor.replace(tidied);
}

function tell(key, told) {
  find("told").textContent = say(key, told);
}

function tellPython(stage, why) {
  const { dataset } = document.documentElement;
  dataset.python = stage;
  find("python").textContent = say(stage === "ready" && dataset.offline ? "offline" : stage, { why });
  if (stage === "ready" && !dataset.offline) keepForOffline();
}

/** Have the browser keep the site, now that nothing else is to be loaded. */
async function keepForOffline() {
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.register(new URL("../service-worker.js", import.meta.url));
  await navigator.serviceWorker.ready;
  document.documentElement.dataset.offline = "yes";
  if (document.documentElement.dataset.python === "ready") tellPython("ready");
}

// Beginning

function changed() {
  state = { ...state, tree: editor.text, solved: find("solved").checked, isTouched: true };
  for (const name of CHOICES) state[name] = find(name).value;
  update();
}

function begin() {
  state = stateInAddress(usualState());
  speak();
  fillFields();
}

function listen() {
  find("tree").addEventListener("input", changed);
  for (const name of [...CHOICES, "solved"]) find(name).addEventListener("input", changed);
  find("language").addEventListener("input", () => (speak(), fillFields()));
  find("examples").addEventListener("input", ({ target }) => {
    if (target.value) editor.replace(site.examples[target.value].text);
    target.value = "";
  });
  find("share").addEventListener("click", share);
  find("tidy").addEventListener("click", tidy);
  find("open").addEventListener("click", () => find("file").click());
  find("file").addEventListener("change", ({ target }) => (open(target.files[0]), (target.value = "")));
  listenForDrops(open);
  find("fill").addEventListener("click", () => document.querySelector(".answers").requestFullscreen());
  document.querySelector(".tabs").addEventListener("keydown", moveAmongTabs);
  addEventListener("hashchange", () => (begin(), update()));
}

begin();
listen();
computer = new Computer(site.pyodide, site.answers, tellPython);
update();
