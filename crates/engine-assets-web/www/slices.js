// Long work of the page in slices, between which the browser answers its user.

/** Milliseconds of a slice: with the browser's own work it stays under a task that people notice. */
const SLICE = 20;

/** Passes the next task to the browser; timers would be slowed down. */
const nextTask = () => new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); done(undefined); };
  port2.postMessage(null);
});

export class Slices {
  constructor() {
    this.since = performance.now();
    /** @type {(() => void)[]} */
    this.jobs = [];
    this.isRunning = false;
  }

  /** Waits for the next task once the slice is used up. */
  async rest() {
    if (performance.now() - this.since < SLICE) return;
    await this.pause();
  }

  /** Waits for the next task. */
  async pause() {
    await nextTask();
    this.since = performance.now();
  }

  /** Runs a job in its turn. @template T @param {() => Promise<T>} job @returns {Promise<T>} */
  queue(job) {
    return new Promise((resolve, reject) => {
      this.jobs.push(() => job().then(resolve, reject));
      if (!this.isRunning) this.run();
    });
  }

  async run() {
    this.isRunning = true;
    for (let at = 0; at < this.jobs.length; at++) {
      this.jobs[at]();
      // Work that the job has begun counts, too.
      await null;
      await this.rest();
    }
    this.jobs = [];
    this.isRunning = false;
  }

  /** Visits items. @template T @param {T[]} items @param {(item: T) => void} visit */
  async each(items, visit) {
    for (const item of items) {
      visit(item);
      await this.rest();
    }
  }
}
