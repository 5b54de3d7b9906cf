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

/** The views: what each wants, first the output that it would rather have, and what shows its text. */
export const VIEWS = {
  picture: { wanted: ({ solved }) => (solved ? ["picture", "exercise"] : ["exercise"]), show: picture },
  steps: { wanted: () => ["page"], show: steps },
  player: { wanted: () => ["page"], show: page, isSlow: true },
  unknown: { wanted: () => ["unknown"], show: page, isSlow: true },
  comparison: { wanted: () => ["comparison"], show: page, isSlow: true },
};

/** One panel for each lecture, side by side, each below the name of its lecture where there are several. */
export function panels(view, results, lectures, say) {
  return results.map((result, number) => {
    const caption = results.length > 1 ? [element("h2", {}, lectures[number] || say("own_lecture"))] : [];
    const show = result.text.length > MOST_SHOWN ? tooLarge : view.show;
    const shown = show(result, say);
    const panel = element("div", { className: "panel" }, ...caption, shown);
    panel.style.setProperty("--width", shown.style.getPropertyValue("--width"));
    return panel;
  });
}
