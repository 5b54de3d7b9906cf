// What every script of a page makes: elements, sentences, files.

/** An element of the page with attributes and children, which may be texts. */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A sentence with its blanks filled in. */
function filled(sentence, blanks) {
  return sentence.replace(/\{(\w+)\}/g, (blank, name) => blanks[name] ?? blank);
}

/** The name of a file that is called after these texts, with no sign in it that a system could not bear. */
function fileName(texts, ending) {
  return `${texts.filter(Boolean).join("-").replace(/[^\p{L}\p{N}_.-]+/gu, "_").replace(/^\.+/, "_")}.${ending}`;
}

/** Hand a text out as a file. */
function download(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
