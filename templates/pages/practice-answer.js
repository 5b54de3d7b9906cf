// An exercise, an answer to it, and the text format of saved answers.
//
// The expected answers are part of the page. Pruned nodes are stored as ticked leaves, so that a node and all nodes
// below it are the same answer; the topmost ticked nodes represent them in saved answers.

/** The tree of an exercise with the expected answers. */
class Exercise {
  constructor(expected) {
    Object.assign(this, expected);
    this.parents = [];
    this.depths = [0];
    for (const [node, { children = [] }] of this.nodes.entries()) {
      children.forEach((child) => (this.parents[child] = node));
      children.forEach((child) => (this.depths[child] = this.depths[node] + 1));
    }
    this.below = this.nodes.map((_, node) => (this.isLeaf(node) ? [node] : null));
    for (let node = this.nodes.length - 1; node >= 0; node--) {
      this.below[node] ??= this.children(node).flatMap((child) => this.below[child]);
    }
  }

  /** All inner nodes in preorder. */
  get inner() {
    return this.nodes.map((_, node) => node).filter((node) => !this.isLeaf(node));
  }

  children(node) {
    return this.nodes[node].children ?? [];
  }

  isLeaf(node) {
    return !this.nodes[node].children;
  }

  name(node) {
    return this.nodes[node].name;
  }

  /** Return all nodes on the level of a node, from left to right. */
  level(node) {
    return this.nodes.map((_, other) => other).filter((other) => this.depths[other] === this.depths[node]);
  }

  names(nodes) {
    return nodes.map((node) => this.name(node));
  }

  written(node) {
    return this.nodes[node].written ?? this.name(node);
  }

  /** Return a value or payoffs in the notation of tree files; null if invalid. */
  value(text) {
    return this.players ? writtenPayoffs(text, this.players) : writtenBound(text);
  }

  asks(part) {
    return this.parts.includes(part);
  }

  /** Whether all leaves below a node are ticked. */
  isTicked(node, ticked) {
    return this.below[node].every((leaf) => ticked.has(leaf));
  }

  /** Return the topmost ticked nodes, from left to right. */
  topmost(ticked) {
    const found = [];
    const waiting = [0];
    while (waiting.length) {
      const node = waiting.pop();
      if (this.isTicked(node, ticked)) found.push(node);
      else waiting.push(...this.children(node).toReversed());
    }
    return found;
  }
}

/** The student's answer so far. Input fields keep their text as typed. */
class Answer {
  constructor(kept = {}) {
    this.student = kept.student ?? "";
    this.values = new Map(kept.values);
    this.windows = new Map(kept.windows);
    this.ticked = new Set(kept.ticked);
    this.isNothingPruned = kept.isNothingPruned ?? false;
    this.order = kept.order ?? [];
    this.best = kept.best ?? null;
    this.value = kept.value ?? "";
    this.numbers = new Map(kept.numbers); // by question
    this.isShown = kept.isShown ?? false; // whether the solution was shown
    this.isHelped = kept.isHelped ?? false; // whether the page revealed a part of the solution
  }

  /** Return the answer as plain lists for JSON. */
  get kept() {
    return { ...this, values: [...this.values], windows: [...this.windows], ticked: [...this.ticked], numbers: [...this.numbers] };
  }

  /** Return the text in the field of a node. */
  valueAt(node) {
    return (this.values.get(node) ?? "").trim();
  }

  numberAt(part) {
    return (this.numbers.get(part) ?? "").trim();
  }

  windowAt(node) {
    return (this.windows.get(node) ?? ["", ""]).map((text) => text.trim());
  }

  isBadWindow(fields) {
    if (fields.length === 1) return fields[0] && !writtenRow(fields[0]).length;
    return fields.some((text) => text && writtenNumber(text) === null);
  }

  /** Return the value of the root, which is one of the values if all values are asked. */
  rootValue(exercise) {
    return exercise.asks("values") ? this.valueAt(0) : this.value.trim();
  }

  /** Return the names of nodes and questions whose fields contain invalid numbers. */
  unreadable(exercise) {
    return [...this.unreadableNodes(exercise), ...this.unreadableQuestions(exercise)];
  }

  unreadableQuestions({ numbers }) {
    const isWrong = (part) => this.numberAt(part) && writtenNumber(this.numberAt(part)) === null;
    return Object.keys(numbers).filter(isWrong).map((part) => numbers[part].label);
  }

  unreadableNodes(exercise) {
    const isWrong = (text) => text && exercise.value(text) === null;
    const nodes = exercise.nodes.map((_, node) => node);
    const bad = nodes.filter((node) => isWrong(this.valueAt(node)) || this.isBadWindow(this.windowAt(node)));
    return exercise.names(isWrong(this.rootValue(exercise)) && !bad.includes(0) ? [0, ...bad] : bad);
  }
}

/** Quote a name unless it is a plain word or number. */
function writtenStudent(student) {
  const plain = student.trim().replace(/\s+/g, " ");
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.@ -]*$/u.test(plain) ? plain : `"${plain.replace(/[\\"]/g, "\\$&")}"`;
}

/** Return comments for a file about revealed solutions and hints. */
const REMARKS = { isShown: "# solution shown", isHelped: "# partly shown" };

/** Return the answer as text: a line for each answered question, and the exercise's name if there is one. */
function answerText(answer, exercise, name = "") {
  const { student, ...parts } = writtenAnswer(answer, exercise);
  const said = { student, exercise: name && writtenStudent(name), ...parts };
  const lines = Object.entries(said).filter(([, text]) => text);
  const remarks = Object.keys(REMARKS).filter((fact) => answer[fact]).map((fact) => REMARKS[fact]);
  return [...remarks, ...lines.map(([key, text]) => `${key}: ${text}`)].map((line) => `${line}\n`).join("");
}

/** Return the texts of an answer by question; empty or null if unanswered. */
function writtenAnswer(answer, exercise) {
  const name = (node) => exercise.written(node);
  const parts = {
    values: exercise.values.map(({ node }) => writtenValue(answer, node, exercise)).filter(Boolean).join(" "),
    windows: exercise.inner.map((node) => writtenWindow(answer, node, name(node))).filter(Boolean).join(" "),
    pruned: exercise.topmost(answer.ticked).map(name).join(" ") || (answer.isNothingPruned ? "none" : ""),
    order: answer.order.map(name).join(" "),
    best: answer.best === null ? "" : name(answer.best),
    value: exercise.value(answer.rootValue(exercise)),
    ...Object.fromEntries(Object.keys(exercise.numbers).map((part) => [part, writtenNumber(answer.numberAt(part))])),
  };
  const asked = Object.entries(parts).filter(([part]) => exercise.asks(part));
  return { student: answer.student.trim() && writtenStudent(answer.student), ...Object.fromEntries(asked) };
}

function writtenValue(answer, node, exercise) {
  const value = exercise.value(answer.valueAt(node));
  return value === null ? null : `${exercise.written(node)}=${value}`;
}

function writtenWindow(answer, node, name) {
  const ends = writtenEnds(answer.windowAt(node));
  if (!ends.length || ends.includes(null)) return null;
  const pairs = ends.flatMap((low, place) => (place % 2 ? [] : [`[${low}, ${ends[place + 1]}]`]));
  return `${name}=${pairs.join(" ")}`;
}

/** Return a row of pairs for its field, from the tokens of a saved answer. */
function shownRow(row) {
  return row.trim().replace(/\[ /g, "[").replace(/ \]/g, "]").replace(/ ([,;])/g, "$1");
}

const TOKEN = /"(?:[^"\\]|\\.)*"|#.*|<[-\d\s.,/]+>|[=[\],;]|[^\s=[\],;"#]+/g;

/** The parsers of the lines of a saved answer, by key. */
const READERS = {
  student: "readStudent",
  exercise: "readNothing",
  variant: "readNothing",
  values: "readValues",
  windows: "readWindows",
  pruned: "readPruned",
  order: "readOrder",
  best: "readBest",
  value: "readValue",
};

/** A parser of saved answers; collects what it cannot read. */
class AnswerReader {
  constructor(exercise, text) {
    this.exercise = exercise;
    this.answer = new Answer();
    this.ignored = [];
    this.named = new Map(exercise.nodes.map(({ name }, node) => [name, node]));
    text.split(/\r\n|[\r\n]/).forEach((line) => this.readLine(line));
  }

  readLine(line) {
    const [, key, rest] = line.match(/^\s*(\w+)\s*:(.*)$/) ?? [];
    if (!key && (!line.trim() || line.trim().startsWith("#"))) return this.readRemark(line.trim());
    const part = key?.toLowerCase();
    const read = READERS[part];
    if (part in this.exercise.numbers) this.answer.numbers.set(part, rest.trim());
    else if (read) this[read](rest.match(TOKEN)?.filter((token) => !token.startsWith("#")) ?? []);
    else this.ignored.push(line.trim());
  }

  readRemark(line) {
    for (const [fact, remark] of Object.entries(REMARKS)) this.answer[fact] ||= line === remark;
  }

  plain(token) {
    return token.startsWith('"') ? token.slice(1, -1).replace(/\\(.)/g, "$1") : token;
  }

  /** Return the node with that name; undefined, and recorded, if there is no such node of the required kind. */
  node(token, isMeant = () => true) {
    const node = this.named.get(this.plain(token));
    if (node !== undefined && isMeant(node)) return node;
    this.ignored.push(token);
    return undefined;
  }

  nodes(tokens, isMeant) {
    const named = tokens.filter((token) => !/^[=[\],;]$/.test(token));
    return [...new Set(named.map((token) => this.node(token, isMeant)))].filter((node) => node !== undefined);
  }

  readNothing() {}

  readStudent(tokens) {
    this.answer.student = tokens.map((token) => this.plain(token)).join(" ");
  }

  readValues(tokens) {
    for (let place = 0; place < tokens.length; place++) {
      if (tokens[place + 1] !== "=") {
        if (!/^[,;]$/.test(tokens[place])) this.ignored.push(tokens[place]);
        continue;
      }
      const node = this.node(tokens[place], (found) => !this.exercise.isLeaf(found));
      if (node !== undefined) this.answer.values.set(node, tokens[place + 2] ?? "");
      place += 2;
    }
  }

  readWindows(tokens) {
    const [before, ...entries] = tokens.join(" ").split(/("(?:[^"\\]|\\.)*"|[^ ]+) = ?/);
    this.ignored.push(...before.split(" ").filter(Boolean));
    entries.forEach((row, place) => place % 2 && this.readWindow(entries[place - 1], row.replace(/[ ,;]+$/, "")));
  }

  /** Read a window or a whole row; anything else is recorded unless it is blank. */
  readWindow(name, row) {
    const node = this.node(name, (found) => !this.exercise.isLeaf(found));
    const ends = row.match(/^\[ ([^ ]+) [,;] ([^ ]+) \]$/)?.slice(1);
    const fields = this.exercise.has_rows ? writtenRow(row).length && [shownRow(row)] : ends;
    if (node !== undefined && fields) this.answer.windows.set(node, fields);
    else if (node !== undefined && /[^[\],; ]/.test(row)) this.ignored.push(name, "=", row);
  }

  readPruned(tokens) {
    this.answer.isNothingPruned = tokens.length === 1 && /^(none|keine)$/i.test(tokens[0]);
    if (this.answer.isNothingPruned) return;
    this.answer.ticked = new Set(this.nodes(tokens).flatMap((node) => this.exercise.below[node]));
  }

  readOrder(tokens) {
    this.answer.order = this.nodes(tokens, (node) => this.exercise.isLeaf(node));
  }

  readBest(tokens) {
    [this.answer.best = null] = this.nodes(tokens, (node) => this.exercise.parents[node] === 0);
  }

  readValue([value = ""]) {
    this.answer.value = value;
    if (this.exercise.asks("values") && !this.answer.values.has(0)) this.answer.values.set(0, value);
  }
}
