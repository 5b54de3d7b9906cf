// How answers are shown: each view wants an output, and makes elements of its text.

const MOST_SHOWN = 600_000; // So many characters are shown; more would halt the page while the browser arranges them.

/** An element with attributes and what stands in it. */
export function element(name, attributes = {}, ...children) {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children);
  return made;
}

function picture({ text }) {
  const drawn = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  drawn.querySelector(":scope > rect").remove(); // the white paper, which is the page's here
  const box = element("div", { className: "picture", tabIndex: 0 }, drawn);
  box.style.setProperty("--width", drawn.viewBox.baseVal.width);
  box.style.setProperty("--height", drawn.viewBox.baseVal.height);
  return box;
}

/** The worked solution without its player: what the search did, and what came of it. */
function steps({ text }) {
  const page = new DOMParser().parseFromString(text, "text/html").querySelector("main");
  page.querySelectorAll(".stage, .later, .keys, script, .picture, .paper").forEach((part) => part.remove());
  page.querySelectorAll(".player, td a").forEach((around) => around.replaceWith(...around.childNodes));
  return element("div", { className: "worked" }, ...document.adoptNode(page).childNodes);
}

/** A page has an address of its own, which it changes as it is read. */
function page({ text }, say) {
  const src = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  const frame = element("iframe", { className: "page", title: say("answers"), src });
  frame.addEventListener("load", () => URL.revokeObjectURL(src));
  return frame;
}

/** What stands in the place of something too large: a button that opens it by itself. */
function tooLarge({ text, file }, say) {
  const open = element("button", { type: "button" }, say("open_alone"));
  const kind = file.endsWith("svg") ? "image/svg+xml" : "text/html";
  open.addEventListener("click", () => window.open(URL.createObjectURL(new Blob([text], { type: kind }))));
  return element("p", { className: "note" }, `${say("too_large", { size: (text.length / 1e6).toFixed(1) })} `, open);
}

/** The views: what each wants, first the output that it would rather have, and what shows its text, if that is shown. */
export const VIEWS = {
  picture: { wanted: ({ solved }) => (solved ? ["picture", "exercise"] : ["exercise"]), show: picture },
  steps: { wanted: () => ["page"], show: steps },
  player: { wanted: () => ["page"], show: page, isSlow: true },
  train: { wanted: () => ["picture", "exercise"] }, // a page of the site; only mistakes in the tree and the rules are asked for
  unknown: { wanted: () => ["unknown"], show: page, isSlow: true },
  comparison: { wanted: () => ["comparison"], show: page, isSlow: true },
};

/** The tabs of the views, one of which is chosen. */
export function tabs(chosen, choose, say) {
  return Object.keys(VIEWS).map((name) => {
    const isChosen = name === chosen;
    const made = element("button", { type: "button", role: "tab", tabIndex: isChosen ? 0 : -1, id: `tab-${name}` }, say(name));
    made.setAttribute("aria-selected", isChosen);
    made.setAttribute("aria-controls", "view");
    made.addEventListener("click", () => choose(name));
    return made;
  });
}

/** The view that a key leads to from the chosen one. */
export function viewByKey(key, chosen) {
  const names = Object.keys(VIEWS);
  const number = names.indexOf(chosen);
  return { ArrowRight: names[number + 1] ?? names[0], ArrowLeft: names.at(number - 1), Home: names[0], End: names.at(-1) }[key];
}

/** One panel for each lecture, side by side, each below the name of its lecture where there are several. */
export function panels(view, results, conventions, say) {
  return results.map((result, number) => {
    const caption = results.length > 1 ? [element("h2", {}, conventions[number] || say("own_lecture"))] : [];
    const show = result.text.length > MOST_SHOWN ? tooLarge : view.show;
    const shown = show(result, say);
    const panel = element("div", { className: "panel" }, ...caption, shown);
    panel.style.setProperty("--width", shown.style.getPropertyValue("--width"));
    return panel;
  });
}
