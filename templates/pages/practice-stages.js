// The stages of the feedback on a report: first how many items are right ("counted"), then which ones are not
// ("pointed"), in the tree and as lines, and the reasons on request.
//
// Each line has a verdict and a text; `why` and `supposed` are shown on request.

const NOT_RIGHT = ["wrong", "here", "follows"];
const COUNTED = ["right", "wrong", "here", "follows"];

/** The stage of the feedback on the answer to one question; `words` are the sentences of the page. */
class Stages {
  constructor(report, words, stage = "counted") {
    this.report = report;
    this.words = words;
    this.stage = stage;
    this.missing = report.missing ?? [];
    this.points = report.points ?? report.items.filter(({ verdict }) => NOT_RIGHT.includes(verdict));
  }

  count(verdict) {
    return this.report.items.filter((item) => item.verdict === verdict).length;
  }

  /** The overall verdict: "begun" is right as far as it goes. */
  get verdict() {
    if (!this.report.items.length) return "missing";
    if (this.missing.length || this.count("wrong") || this.count("here")) return "wrong";
    if (this.report.isIncomplete) return "begun";
    return this.count("follows") ? "follows" : "right";
  }

  /** Whether there is a next stage for the whole question. */
  get hasMore() {
    return this.stage === "counted" && this.points.length + this.missing.length > 0;
  }

  goOn() {
    this.stage = "pointed";
  }

  /** The marks at nodes: at wrong ones in the second stage, at all nodes if all are right. */
  get marks() {
    const { items } = this.report;
    if (this.verdict === "right") return new Map(items.map(({ node, verdict }) => [node, verdict]));
    const shown = this.stage === "counted" ? [] : this.points;
    return new Map(shown.map(({ node, verdict }) => [node, verdict === "here" ? "wrong" : verdict]));
  }

  get lines() {
    const told = this.report.items.filter((item) => item.told && item.verdict === "wrong" && !this.report.points);
    const notes = this.report.items.filter(({ note }) => note && this.verdict === "right");
    return [
      { verdict: this.verdict, text: this.inNumbers },
      ...(this.stage === "counted" ? told.map((item) => this.pointedOut(item)) : this.pointedLines),
      ...notes.map(({ note }) => ({ verdict: "note", text: note })),
    ];
  }

  get pointedLines() {
    const cuts = this.missing.map(({ why }) => ({ verdict: "missing", text: this.words.cut_missing, why, isTelling: true }));
    return [...this.points.map((item) => this.pointedOut(item)), ...cuts];
  }

  pointedOut({ verdict, name, told, why, supposed }) {
    const sentence = verdict === "follows" ? this.words.this_follows : this.words.this_wrong;
    return { verdict, text: told ?? filled(sentence, { node: name }), why, supposed };
  }

  /** The text of the first stage: how many entered items are right. */
  get inNumbers() {
    const { items, nothing, empty = 0, isIncomplete } = this.report;
    if (!items.length) return nothing ?? this.words.nothing_yet;
    const { counts } = this.words;
    const always = ["right", "wrong"];
    const numbers = COUNTED.map((verdict) => [verdict, this.count(verdict)]);
    const shown = [...numbers, ["empty", empty], ["cuts", this.missing.length]];
    const told = shown.filter(([name, number]) => number || always.includes(name));
    const texts = told.map(([name, number]) => `${counts[name]}: ${number}`);
    if (isIncomplete && !empty) texts.push(counts.incomplete);
    const text = texts.join(", ");
    return `${text[0].toUpperCase()}${text.slice(1)}.`;
  }
}
