// Answers the requests of the page, one after the other, so that the page itself never waits; called after Pyodide's folder.

import { startPython } from "./python.js";

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
  return startPython(loadPyodide, folder, archive);
}

const started = start();

started.then(
  () => postMessage({ started: true }),
  (error) => postMessage({ failed: String(error) }),
);

addEventListener("message", async ({ data }) => {
  const { answer } = await started;
  postMessage({ answer: answer(data) });
});
