// What can be kept: the forms of the command line, and a picture in pixels that the browser makes.

const SHARPNESS = 3; // So many pixels a point of a picture takes.
const MOST_PIXELS = 8000; // No browser draws more from side to side.
const KINDS = { svg: "image/svg+xml", html: "text/html", json: "application/json" };

/** The forms, each with the output it needs; "tree" needs none. */
export const FORMS = {
  tree: null,
  svg: "picture",
  png: "picture",
  forest: "forest",
  html: "page",
  print: "page",
  text: "text",
  markdown: "markdown",
  latex: "latex",
  typst: "typst",
  json: "json",
  practice: "practice",
};

/** Offer a file to be kept. */
function offer(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Offer a text as a file. */
export function saveText(name, text) {
  const kind = KINDS[name.split(".").pop()] ?? "text/plain";
  offer(name, new Blob([text], { type: `${kind};charset=utf-8` }));
}

/** Offer a picture in pixels. */
export async function savePixels(name, svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: KINDS.svg }));
  await image.decode();
  const scale = Math.min(SHARPNESS, MOST_PIXELS / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width * scale, image.height * scale];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  offer(name, await new Promise((resolve) => canvas.toBlob(resolve)));
}

/** Print a page, on paper or as PDF, as the browser asks. */
export function printPage(html) {
  const frame = document.createElement("iframe");
  frame.className = "unseen-text";
  frame.addEventListener("load", () => {
    frame.contentWindow.addEventListener("afterprint", () => frame.remove());
    frame.contentWindow.print();
  });
  frame.srcdoc = html;
  document.body.append(frame);
}
