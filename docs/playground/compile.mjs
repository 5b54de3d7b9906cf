// Compiles the modules that the page uses, with the very Python that runs them: it starts in half the time.
//
//   node compile.mjs PYODIDE ARCHIVE REQUEST...    those that answer the requests, in the archive and of Python itself

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { startPython } from "./python.js";

const [folder, archive] = process.argv.slice(2, 4).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const { python, answer } = await startPython(loadPyodide, folder, new Uint8Array(readFileSync(archive)));

python.pyimport("sys").dont_write_bytecode = false;
process.argv.slice(4).forEach((request) => answer(request));
python.runPython(readFileSync(new URL("compile.py", import.meta.url), "utf8"));
writeFileSync(archive, python.FS.readFile("/packages.tar.gz"));
writeFileSync(`${folder}/python_stdlib.zip`, python.FS.readFile("/standard.zip"));
