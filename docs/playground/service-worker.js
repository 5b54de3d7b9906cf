// Keeps the site in the browser, so that it opens without a network. Each version of the site has a store of its own.

importScripts("site.js"); // self.SITE: the version, the addresses of files, and of those that are kept once somebody has opened them

const STORE = `treesolve-playground-${SITE.version}`;

/** Put a file into the store; one whose folder is called after its content need not be asked for again. */
async function keep(store, address) {
  const isLasting = /^(page|pyodide)-/.test(address);
  const found = isLasting && (await caches.match(address));
  return found ? store.put(address, found) : store.add(new Request(address, { cache: isLasting ? "default" : "no-cache" }));
}

/** Of the files that are kept once they are opened those that are: now, or in an earlier version of the site. */
async function opened() {
  const windows = await clients.matchAll({ includeUncontrolled: true });
  const open = windows.map(({ url }) => url.split(/[?#]/)[0]);
  const isKept = await Promise.all(SITE.opened.map((address) => caches.match(address)));
  return SITE.opened.filter((address, number) => isKept[number] || open.includes(new URL(address, location).href));
}

async function install() {
  const store = await caches.open(STORE);
  const addresses = [...SITE.files, ...(await opened())];
  await Promise.all(addresses.map((address) => keep(store, address)));
}

async function forgetOthers() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith("treesolve-playground-") && name !== STORE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function answer(request) {
  const store = await caches.open(STORE);
  return (await store.match(request, { ignoreSearch: true })) ?? (await fetched(store, request));
}

async function fetched(store, request) {
  const found = await fetch(request);
  const isOpened = SITE.opened.some((address) => new URL(address, location).href === request.url.split(/[?#]/)[0]);
  if (isOpened && found.ok) await store.put(request.url.split(/[?#]/)[0], found.clone());
  return found;
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (event) => event.respondWith(answer(event.request)));
