// Python with treesolve in it, as the worker of the page and the tests under Node start it.

const PACKAGES = "/packages";

/** Python, and what answers requests, from JSON to JSON; `folder` is where Pyodide lies, `archive` has work.py and all it needs. */
export async function startPython(loadPyodide, folder, archive) {
  const python = await loadPyodide({ indexURL: folder });
  python.unpackArchive(await archive, "gztar", { extractDir: PACKAGES });
  python.pyimport("sys").path.append(PACKAGES);
  return { python, answer: python.pyimport("work").answer };
}
