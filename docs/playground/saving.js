// What can be kept, and opened again: the forms of the command line, and a picture in pixels that the browser makes.

const SHARPNESS = 3; // So many pixels a point of a picture takes.
const MOST_PIXELS = 8000; // No browser draws more from side to side.
const MOST_LETTERS = 60; // So many stand in the name of a file.
const MOST_BYTES = 1_000_000; // No tree that can be shown takes more.
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
  sheet: "sheet",
  sheet_solution: "sheet_solution",
  sheet_latex: "sheet_latex",
  sheet_solution_latex: "sheet_solution_latex",
};

/** What the file of a tree is called: as its title says, in letters and digits. */
export function nameOfTree(text) {
  const title = text.match(/^title:(.*)$/m)?.[1] ?? "";
  const plain = title.normalize("NFC").match(/[\p{L}\p{N}]+/gu)?.join("-") ?? "tree";
  return `${[...plain].slice(0, MOST_LETTERS).join("")}.tree`;
}

/** The text of a file. Throws the key of what is to be said where it is too large or no text. */
export async function textOf(file) {
  if (file.size > MOST_BYTES) throw "file_large";
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    if (!text.includes("\0")) return text;
  } catch {
    // a folder, or bytes that are no text
  }
  throw "file_no_text";
}

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

/** A file may be dropped anywhere on the page. */
export function listenForDrops(open) {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    open(event.dataTransfer.files[0]);
  });
}
