// Functions that all page scripts share: elements, sentences, files.

/** Return an element with attributes and children, which may be strings. */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Return a sentence with its placeholders filled in. */
function filled(sentence, blanks) {
  return sentence.replace(/\{(\w+)\}/g, (blank, name) => blanks[name] ?? blank);
}

/** Return a file name made of these texts, without characters that file systems reject. */
function fileName(texts, ending) {
  return `${texts.filter(Boolean).join("-").replace(/[^\p{L}\p{N}_.-]+/gu, "_").replace(/^\.+/, "_")}.${ending}`;
}

/** Download a text as a file. */
function download(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
