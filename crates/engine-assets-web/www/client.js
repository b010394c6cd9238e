// The page's side of the worker: requests, progress, stopping.

/** Milliseconds that a request may take. */
const LONGEST = 60_000;

/** @typedef {{ path: string, blob?: Blob, url?: string, size: number }} Source */
/** @typedef {{ severity: string, path: string, message: string, offset: number | null, format?: string, title?: string }} Finding */

/** What is thrown when something is stopped. */
export class Stopped extends Error {}

export class Client {
  /** @param {(text: string | null) => void} progress Is told what takes long, then null. */
  constructor(progress) {
    this.progress = progress;
    /** @type {Source[]} */
    this.files = [];
    /** @type {Map<number, { resolve: (result: any) => void, reject: (error: any) => void, text: string, since: number }>} */
    this.waiting = new Map();
    this.next = 0;
    this.longest = LONGEST;
    this.start();
    setInterval(() => this.watch(), 250);
  }

  start() {
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.answer(data);
    this.worker.onerror = (event) => this.restart(event.message || "the worker can't be started");
    this.since = performance.now();
    if (this.files.length > 0) this.post(-1, "add", [this.files]);
  }

  /** @param {any} data */
  answer({ id, result, error, broken, ready }) {
    if (ready === false) this.restart(String(error), false);
    const request = this.waiting.get(id);
    this.waiting.delete(id);
    // Requests are done in order: the next one begins now.
    this.since = performance.now();
    if (error) request?.reject(error);
    else request?.resolve(result);
    if (broken) this.restart("the file stopped the library, which was started again; please report it");
  }

  /** @param {number} id @param {string} name @param {any[]} args */
  post(id, name, args) {
    this.worker.postMessage({ id, name, args });
  }

  /** Ends the worker with all that it does, and starts another one. @param {string} why @param {boolean} [again] */
  restart(why, again = true) {
    this.worker.terminate();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const request of waiting) request.reject(Object.assign(new Stopped(why), { severity: "error", path: "", offset: null }));
    if (again) this.start();
  }

  watch() {
    const [first] = this.waiting.values();
    if (!first) return this.progress(null);
    const taken = performance.now() - Math.max(first.since, this.since);
    if (taken > this.longest) this.restart(`stopped after ${this.longest / 1000} seconds`);
    else if (performance.now() - first.since > 400) this.progress(first.text);
  }

  /**
   * Asks the worker for something.
   * @param {string} text What is shown if it takes long.
   * @param {string} name
   * @param {...any} args
   * @returns {Promise<any>}
   */
  call(text, name, ...args) {
    return new Promise((resolve, reject) => {
      const id = this.next++;
      this.waiting.set(id, { resolve, reject, text, since: performance.now() });
      this.post(id, name, args);
    });
  }

  /** @param {Source[]} files @returns {Promise<number[]>} */
  add(files) {
    this.files.push(...files);
    return this.call("Adding files", "add", files);
  }

  /** @param {number} file @param {Blob} blob */
  replace(file, blob) {
    this.files[file] = { ...this.files[file], blob, url: undefined, size: blob.size };
    return this.call("Changing", "replace", file, { blob });
  }
}
