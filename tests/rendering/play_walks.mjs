// Plays searches in random ways, without a browser. Runs after the scripts of the page; `fixtures` and `walks` must be
// defined. Prints the number of steps, or throws.

let seed = 38;
const random = (count) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % count;
};
const pick = (list) => list[random(list.length)];
const demand = (holds, what) => {
  if (!holds) throw new Error(what);
};
const JUNK = [null, undefined, 0, -1, 1e9, "", "x", [], ["", ""], {}, NaN, true, "cut", "3", ["1", "2"], [[]], { length: 2 }];

const wrongOf = (question, data) => {
  if (question.kind === "child") return data.children[question.node].find((child) => child !== question.right);
  if (question.kind === "cut") return question.right === "cut" ? "on" : "cut";
  return question.kind === "bounds" ? question.right.map(() => "77") : "77";
};

/** Give one answer to the current question and check the result. */
function answer(search) {
  const { due, record, step } = search;
  const kind = random(10);
  if (kind === 0) {
    search.enter(pick(JUNK));
    search.takeBack();
    demand(search.check().outcome === "empty" && search.record.length === record.length, "empty costs nothing");
  }
  if (kind === 1 && ["return", "bounds"].includes(due.kind)) {
    search.enter(due.kind === "return" ? "many" : due.right.map(() => "1/0"));
    demand(search.check().outcome === "unreadable" && search.place !== undefined && search.due === due, "unreadable costs nothing");
  }
  demand(search.due === due && search.step === step && step === due.step - 1, "the picture shows the step before the question");
  if (kind === 2) {
    demand(search.tell().reason === due.why && search.record.at(-1).helped, "what is told does not count");
    return false;
  }
  const wrong = kind < 5 ? wrongOf(due, search.data) : undefined;
  search.enter(wrong ?? due.right);
  const { outcome, reason } = search.check();
  demand(outcome === (wrong === undefined ? "right" : "wrong"), `${outcome} at step ${due.step}`);
  if (wrong !== undefined) demand(reason === due.why, "a wrong answer has its reason");
  return wrong === undefined;
}

let steps = 0;
for (let walk = 0; walk < walks; walk++) {
  const data = pick(fixtures);
  let search = new PlayedSearch(data, pick(JUNK), random(4));
  const asked = [];
  let right = 0;
  while (!search.isDone) {
    asked.push(search.due);
    if (answer(search)) right += 1;
    else {
      demand(search.isTold && search.due === asked.at(-1), "a wrong step stays until the student goes on");
      demand(!search.enter(search.due.right) && search.check().outcome === "empty", "it is answered once");
      if (random(2)) search = new PlayedSearch(data, JSON.parse(JSON.stringify(search.state)));
      search.goOn();
    }
    if (!random(4)) {
      const restored = new PlayedSearch(data, JSON.parse(JSON.stringify(search.state)));
      demand(JSON.stringify(restored.state) === JSON.stringify(search.state), "a state is restored as it was");
      search = restored;
    }
    steps += 1;
  }
  const expected = data.questions.filter((question) => search.asked.has(question));
  demand(asked.length === expected.length && asked.every((question, place) => question === expected[place]), "all is asked in order");
  demand(search.unaided === right && search.total === asked.length, "one slip costs once");
  demand(search.step === data.told.length - 1, "the search ends");
}

for (const data of fixtures) {
  const counts = [0, 1, 2, 3].map((level) => new PlayedSearch(data, {}, level).total);
  demand(counts[0] === 2 && counts.every((count, level) => !level || count >= counts[level - 1]), "help fades");
  demand(counts[3] === data.questions.length, "everything is asked");
  for (const level of JUNK) for (const record of [...JUNK, [null], [{ question: 0, answer: {} }], [{ question: "0" }]]) {
    for (const entered of JUNK) {
      const search = new PlayedSearch(data, { level, record, entered, isTold: pick(JUNK) });
      demand(search.due !== undefined && JSON.stringify(search.state), "any state is survived");
    }
  }
}

const last = structuredClone(fixtures[0].questions.at(-1));
last.right = "1/2";
for (const text of ["0.5", "1/2", "0,5", "≤ 2/4"]) demand(isRightAnswer(last, readAnswer(last, text)), `${text} is right`);
console.log(steps);
