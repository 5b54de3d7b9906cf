// Keeps the site in the browser, so that it opens without a network. Each version of the site has a store of its own.

importScripts("site.js"); // self.SITE: the version, and the addresses of all files

const STORE = `treesolve-playground-${SITE.version}`;

/** Put a file into the store; one whose folder is called after its content need not be asked for again. */
async function keep(store, address) {
  const isLasting = /^(page|pyodide)-/.test(address);
  const found = isLasting && (await caches.match(address));
  return found ? store.put(address, found) : store.add(new Request(address, { cache: isLasting ? "default" : "no-cache" }));
}

async function install() {
  const store = await caches.open(STORE);
  await Promise.all(SITE.files.map((address) => keep(store, address)));
}

async function forgetOthers() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith("treesolve-playground-") && name !== STORE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function answer(request) {
  const store = await caches.open(STORE);
  return (await store.match(request)) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (event) => event.respondWith(answer(event.request)));
