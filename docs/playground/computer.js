// Asks the worker. While it is busy only the newest request of each asker waits; some answers are there from the start.

export class Computer {
  /** `known` are answers by their requests; `tell` hears how Python does: "starting", "busy", "ready" or "failed". */
  constructor(pyodide, known, tell) {
    this.known = new Map(Object.entries(known));
    this.tell = tell;
    this.waiting = new Map();
    this.current = null;
    this.isStarted = false;
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: pyodide });
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", ({ message }) => tell("failed", message));
    tell("starting");
  }

  /** The answer to a request; null where the same asker has asked something else before it was its turn. */
  ask(asker, request) {
    this.waiting.get(asker)?.resolve(null);
    this.waiting.delete(asker);
    const text = JSON.stringify(request);
    if (this.known.has(text)) return Promise.resolve(this.known.get(text));
    return new Promise((resolve) => {
      this.waiting.set(asker, { text, resolve });
      this.next();
    });
  }

  next() {
    if (this.current || !this.isStarted) return;
    const [asker] = this.waiting.keys();
    if (asker === undefined) return this.tell("ready");
    this.current = this.waiting.get(asker);
    this.waiting.delete(asker);
    this.tell("busy");
    this.worker.postMessage(this.current.text);
  }

  hear({ failed, answer }) {
    if (failed) return this.tell("failed", failed);
    this.isStarted = true;
    this.current?.resolve(JSON.parse(answer));
    this.current = null;
    this.next();
  }
}
