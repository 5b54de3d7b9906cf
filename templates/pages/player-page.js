// The players of a page: which one receives keys, and which step the address names.

const KEYS = {
  Home: "first", ArrowLeft: "previous", " ": "play", ArrowRight: "next", End: "last",
  "-": "slower", "−": "slower", "+": "faster", p: "predict",
};

/** Whether the focused element needs the key itself: fields need all keys, buttons the space bar. */
function isTaken({ target, key }) {
  const takers = `textarea, select, [contenteditable], input:not([type=range])${key === " " ? ", button, summary" : ""}`;
  return target.closest(takers) !== null;
}

function pressed(event) {
  const action = KEYS[event.key];
  if (!action || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if ((event.shiftKey && event.key !== "+") || isTaken(event)) return;
  event.preventDefault();
  ACTIONS[action](addressed());
}

const sections = [...document.querySelectorAll("main > article")];
const players = new Map();
sections.forEach((article, index) => {
  const section = article.querySelector(".player");
  if (section?.querySelector("script")) players.set(index + 1, new Player(section, index + 1, sections.length === 1));
});

let used = null;

/** Return the player that receives keys: the one used last, unless only another one is visible. */
function addressed() {
  if (used?.isInView) return used;
  return [...players.values()].find((player) => player.isInView) ?? used ?? [...players.values()][0];
}

let resting = null;

/** Put the step into the address after a short pause, because browsers limit the rate of changes. */
function remember(address) {
  clearTimeout(resting);
  resting = setTimeout(() => {
    if (location.hash !== address) history.replaceState(null, "", address);
  }, 200);
}

/** Show the step named in the address, if any. */
function followAddress() {
  const named = new URLSearchParams(location.hash.slice(1));
  const player = players.get(Number(named.get("tree") ?? 1));
  if (!player || !/^\d+$/.test(named.get("step") ?? "")) return;
  used = player;
  player.stop();
  player.show(Number(named.get("step")));
  if (named.has("tree")) player.section.closest("article").scrollIntoView();
}

if (players.size) {
  for (const [, player] of players) {
    for (const type of ["pointerdown", "focusin"]) player.section.addEventListener(type, () => (used = player));
  }
  addEventListener("keydown", pressed);
  addEventListener("hashchange", followAddress);
  followAddress();
}
