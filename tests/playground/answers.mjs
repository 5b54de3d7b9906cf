// The Python of the built playground under Node: answers each line of its input, a request, with a line.
//
//   node answers.mjs PYODIDE PAGE < requests > answers

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, page] = process.argv.slice(2);
const { startPython } = await import(pathToFileURL(`${page}/python.js`));
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const archive = new Uint8Array(readFileSync(`${page}/packages.tar.gz`));
const { answer } = await startPython(loadPyodide, folder, archive);

for await (const request of createInterface({ input: process.stdin })) console.log(answer(request));
