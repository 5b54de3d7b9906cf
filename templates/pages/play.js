// The two ways to practice an exercise: fill in the tree, or play its search.

/** The choice between the two ways, if an exercise has both; the last choice is saved. */
function offerWays(article, words) {
  const section = article.querySelector(".play");
  if (!section) return;
  const ways = article.querySelector(".ways");
  const data = JSON.parse(section.querySelector(".played").textContent);
  const key = `treesolve-play-${data.id}`;
  const board = new PlayBoard(section, words, { keep: (state) => memory.write(key, state) });
  board.begin(data, memory.read(key));
  const choose = (way) => {
    section.hidden = way !== "play";
    article.querySelector(".desk").hidden = way === "play";
    memory.write(`${key}-way`, way);
    if (way === "play") board.picture.follow();
  };
  ways.hidden = false;
  for (const input of ways.querySelectorAll("input")) {
    input.addEventListener("change", () => {
      choose(input.value);
      if (input.value === "play") board.uncover();
    });
    input.checked = (input.value === "play") === (memory.read(`${key}-way`) === "play");
  }
  choose(ways.querySelector("input:checked").value);
}

const playWords = JSON.parse(document.getElementById("play-words").textContent);
document.querySelectorAll("article.practice").forEach((article) => offerWays(article, playWords));
