// Validation of saved answers: invalid parts are dropped.

/** Return the valid pairs of a list: the first element must satisfy `isMeant`, the second `isTaken`. */
function keptPairs(kept, isMeant, isTaken) {
  const pairs = Array.isArray(kept) ? kept.filter((pair) => Array.isArray(pair) && pair.length === 2) : [];
  return pairs.filter(([node, entered]) => isMeant(node) && isTaken(entered));
}

/** Return an answer from a saved value, which may be any JSON. */
function keptAnswer(kept, exercise) {
  const { student, values, windows, ticked, isNothingPruned, order, best, value, numbers, isShown, isHelped } = Object(kept);
  const isText = (text) => typeof text === "string";
  const isNode = (node) => Number.isInteger(node) && node >= 0 && node < exercise.nodes.length;
  const isInner = (node) => isNode(node) && !exercise.isLeaf(node);
  const fields = exercise.has_rows ? 1 : 2;
  const isPair = (bounds) => Array.isArray(bounds) && bounds.length === fields && bounds.every(isText);
  const leaves = (list) => [...new Set(Array.isArray(list) ? list : [])].filter((node) => isNode(node) && exercise.isLeaf(node));
  const isChild = isNode(best) && exercise.parents[best] === 0;
  const pruned = leaves(ticked);
  return new Answer({
    student: isText(student) ? student : "",
    values: keptPairs(values, isInner, isText),
    windows: keptPairs(windows, isInner, isPair),
    ticked: pruned,
    isNothingPruned: isNothingPruned === true && !pruned.length,
    order: leaves(order),
    best: isChild ? best : null,
    value: isText(value) ? value : "",
    numbers: keptPairs(numbers, (part) => part in exercise.numbers, isText),
    isShown: isShown === true,
    isHelped: isHelped === true,
  });
}
