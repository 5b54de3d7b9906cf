// What is asked, as it stands in the address of the page: that is all a link has to hold.

const FIELDS = ["tree", "lecture", "rules", "other", "otherRules", "language", "view"];

/** The state that a link tells, over the usual one. */
export function stateInAddress(usual) {
  const told = new URLSearchParams(location.hash.slice(1));
  const found = FIELDS.filter((field) => told.has(field)).map((field) => [field, told.get(field)]);
  return { ...usual, ...Object.fromEntries(found), solved: told.get("solved") !== "no" };
}

/** Have the address of the page tell the state. */
export function keepInAddress(state) {
  const told = new URLSearchParams(FIELDS.filter((field) => state[field]).map((field) => [field, state[field]]));
  if (!state.solved) told.set("solved", "no");
  history.replaceState(null, "", `#${told}`);
}

/** The expressions of the requested conventions; the second one only if there is one. */
export function conventionsOf({ lecture, rules, other, otherRules }) {
  const expression = (name, changed) => (changed.trim() ? `${name}:${changed.trim()}` : name);
  return [expression(lecture, rules), ...(other ? [expression(other, otherRules)] : [])];
}
