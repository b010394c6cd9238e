// The page's side of the worker: requests, progress, stopping.

/** Milliseconds that a request may take. */
const LONGEST = 60_000;
/** Milliseconds before the page reports long work, and between two reports: users see a report within half a second. */
const QUIET = 300;
const LOOK = 100;

/** @typedef {{ path: string, blob?: Blob, url?: string, size: number, isClosed?: boolean, isTemporary?: boolean }} Source */
/** @typedef {{ severity: string, path: string, message: string, offset: number | null, kind?: string, format?: string, title?: string }} Finding */

/** Thrown value of stopped work. */
export class Stopped extends Error {}

/** @param {string} why */
const ended = (why) => Object.assign(new Stopped(why), { severity: "error", path: "", offset: null });

/** Address of a script that loads the worker: unlike a file of the server, it may connect only to where this page may. */
const script = () => URL.createObjectURL(new Blob([`import ${JSON.stringify(new URL("worker.js", import.meta.url).href)};`], { type: "text/javascript" }));

export class Client {
  /**
   * @param {(text: string | null) => void} progress Gets the name of long work, then null.
   * @param {(why: string) => void} failed Is told why the library can't be loaded.
   */
  constructor(progress, failed) {
    this.progress = progress;
    this.failed = failed;
    /** Why nothing can be asked for. @type {string | null} */
    this.dead = null;
    /** @type {Source[]} */
    this.files = [];
    /** @type {Map<number, { resolve: (result: any) => void, reject: (error: any) => void, text: string, since: number, name: string, args: any[] }>} */
    this.waiting = new Map();
    this.next = 0;
    /** What waits until nothing is asked for. @type {(() => void)[]} */
    this.idlers = [];
    this.isWaking = false;
    this.longest = LONGEST;
    this.start();
    setInterval(() => this.watch(), LOOK);
  }

  start() {
    this.worker = new Worker(script(), { type: "module" });
    this.worker.onmessage = ({ data }) => this.answer(data);
    this.worker.onerror = (event) => this.fail(event.message || "the worker can't be started");
    this.since = performance.now();
    if (this.files.length > 0) this.post(-1, "add", [this.files]);
  }

  /** @param {any} data */
  answer({ id, result, error, broken, ready }) {
    if (ready === false) return this.fail(String(error));
    if (ready) return;
    const request = this.waiting.get(id);
    this.waiting.delete(id);
    // Requests are done in order: the next one begins now.
    this.since = performance.now();
    if (error) request?.reject(error);
    else request?.resolve(result);
    if (broken) this.goOn();
    this.wake();
  }

  /** @param {number} id @param {string} name @param {any[]} args */
  post(id, name, args) {
    this.worker.postMessage({ id, name, args });
  }

  /** Gives up: nothing can be read without the library. @param {string} why */
  fail(why) {
    this.dead = why;
    this.restart(why, false);
    this.failed(why);
  }

  /** Tries once more to load the library. */
  retry() {
    this.dead = null;
    this.start();
  }

  /** Ends the worker with all that it does, and starts another one. @param {string} why @param {boolean} [again] */
  restart(why, again = true) {
    this.worker.terminate();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const request of waiting) request.reject(ended(why));
    this.wake();
    if (again) this.start();
  }

  /** Starts another worker, which gets all unanswered requests. */
  goOn() {
    this.worker.terminate();
    this.start();
    // All files are added at the start.
    for (const [id, { name, args }] of this.waiting) this.post(id, name, name === "add" ? [[]] : args);
  }

  watch() {
    const [first] = this.waiting;
    if (!first) return this.progress(null);
    const [id, { since, text }] = first;
    const taken = performance.now() - Math.max(since, this.since);
    if (taken > this.longest) this.answer({ id, error: ended(`stopped after ${this.longest / 1000} seconds`), broken: true });
    else if (text && performance.now() - since > QUIET) this.progress(text);
  }

  /**
   * Waits until nothing is asked for. Of all that wait, one goes on at a time, so that it can ask for something.
   * @param {boolean} [isFirst] Whether it is for something that is in view: others wait longer.
   */
  idle(isFirst = false) {
    return new Promise((done) => {
      isFirst ? this.idlers.unshift(() => done(undefined)) : this.idlers.push(() => done(undefined));
      this.wake();
    });
  }

  /** Lets one go on that waits until nothing is asked for. Work that was asked for goes first, also what is asked for right after an answer. */
  wake() {
    if (this.isWaking) return;
    this.isWaking = true;
    setTimeout(() => {
      this.isWaking = false;
      if (this.waiting.size > 0) return;
      this.idlers.shift()?.();
      // It may have had nothing to ask for.
      if (this.idlers.length > 0) this.wake();
    });
  }

  /**
   * Asks the worker for something.
   * @param {string} text Text to show if it takes long; empty for work that nobody asked for.
   * @param {string} name
   * @param {...any} args
   * @returns {Promise<any>}
   */
  call(text, name, ...args) {
    return new Promise((resolve, reject) => {
      if (this.dead !== null) return reject(ended(`the library isn't loaded: ${this.dead}`));
      const id = this.next++;
      this.waiting.set(id, { resolve, reject, text, since: performance.now(), name, args });
      this.post(id, name, args);
    });
  }

  /** @param {Source[]} files @returns {Promise<number[]>} */
  async add(files) {
    const first = this.files.length;
    this.files.push(...files);
    await this.call("Adding files", "add", files);
    return files.map((_, index) => first + index);
  }

  /** Closes files. @param {number[]} files */
  remove(files) {
    for (const file of files) this.files[file] = { path: "", size: 0, blob: new Blob(), isClosed: true };
    return this.call("Closing", "remove", files);
  }

  /** @param {number} file @param {Blob} blob */
  replace(file, blob) {
    this.files[file] = { ...this.files[file], blob, url: undefined, size: blob.size };
    return this.call("Changing", "replace", file, { blob });
  }
}
