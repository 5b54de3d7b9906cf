// Answers the requests of the page, one after the other, so that the page itself never waits; called after Pyodide's folder.

import { startPython } from "./python.js";

/** What is asked before anybody asks: the first answer loads what all others need. */
const FIRST = JSON.stringify({ tree: "((1 2) (3 4))", conventions: [""], language: "en", wanted: ["picture"] });

/** The bytes of a file of the site. Throws where it cannot be had. */
async function bytes(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response.arrayBuffer();
}

async function start() {
  const archive = bytes(new URL("packages.tar.gz", import.meta.url));
  const folder = new URL(`../${name}/`, import.meta.url).href;
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  const python = await startPython(loadPyodide, folder, archive);
  python.answer(FIRST);
  return python;
}

/** Tell why there is no answer: the last line of what may be a long story. */
function fail(error) {
  postMessage({ failed: String(error).trim().split("\n").pop() });
}

const started = start();

started.then(() => postMessage({ started: true })).catch(fail);

addEventListener("message", ({ data }) => {
  started.then(({ answer }) => postMessage({ answer: answer(data) })).catch(fail);
});
