// Simulates students who train for some days, with regular slips, on one or two devices. Prints the saved files and statistics.

/** Answer the current question, wrongly for a slip, or request the answer. */
function answer(search, isSlip, isTold) {
  const { due } = search;
  const wrong = {
    child: () => search.data.children[due.node].find((child) => child !== due.right) ?? due.right,
    cut: () => (due.right === "cut" ? "on" : "cut"),
    bounds: () => due.right.map(() => "1000"),
    return: () => "1000",
  };
  if (isTold) return search.tell();
  search.enter(isSlip ? wrong[due.kind]() : due.right);
  return search.check();
}

/** Return the trainer of a student who plays on these days, with regular slips. */
function train(student, days, trees, slips) {
  const trainer = new Trainer(data, {}, {}, days[0]);
  trainer.student = student;
  let asked = 0;
  for (const day of days) {
    trainer.today = day;
    for (let number = 0; number < trees; number += 1) {
      const { tree, level } = trainer.next();
      const search = new PlayedSearch(tree, { level });
      while (!search.isDone) {
        asked += 1;
        answer(search, slips && asked % slips === 0, slips && asked % (2 * slips) === 0);
        search.goOn();
      }
      trainer.finish(tree.id, level, search.state.record, `${day}T10:${10 + number}`);
    }
  }
  return trainer;
}

const found = students.map(({ student, days, elsewhere, trees, slips }) => {
  const here = train(student, days, trees, slips);
  const there = train(student, elsewhere, trees, slips).file;
  const first = structuredClone(here.file);
  here.merge(there);
  const records = here.games.map(({ record }) => record);
  return {
    first,
    there,
    all: here.file,
    done: here.progress.filter(({ isDone }) => isDone).map(({ skill }) => skill),
    answers: records.flat().length,
    right: records.flat().filter(({ right }) => right).length,
  };
});
console.log(JSON.stringify(found));
