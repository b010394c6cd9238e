// An example of a worker, ready to use: `new Worker(new URL("engine-assets/worker", import.meta.url), { type: "module" })`.
// It answers messages `{ id, call, args }` with `{ id, result }` or `{ id, error }`. Large files don't block the page, and a broken one only ends the worker.

import { Assets } from "./index.js";
import { BlobSource } from "./session.js";

const ready = Assets.create();
const CALLS = ["add", "remove", "entries", "inspect", "validate", "toGltf", "convert", "picture", "get", "set"];

addEventListener("message", async ({ data: { id, call, args } }) => {
  try {
    const assets = await ready;
    if (!CALLS.includes(call)) throw new Error(`there is no call "${call}"`);
    // Files of the browser are read by ranges, so that a package is never in memory as a whole.
    const values = args.map((value) => (value instanceof Blob ? new BlobSource(value) : value));
    const result = assets[call](...values);
    postMessage({ id, result: result === assets ? undefined : result });
  } catch (error) {
    postMessage({ id, error: { message: String(error.message ?? error), finding: error.finding } });
  }
});
