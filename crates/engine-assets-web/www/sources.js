// Sources of files: dropped files, picked files, addresses.

import { byId } from "./util.js";

/** @typedef {import("./client.js").Source} Source */

/** @param {File} file @param {string} [path] @returns {Source} */
const of = (file, path) => ({ path: (path ?? file.webkitRelativePath) || file.name, blob: file, size: file.size });

/** Whether a path is in a hidden folder, such as `.git`: nothing in there is an asset. @param {string} path */
const isHidden = (path) => /(^|\/)\.[^/]+\//.test(path);

/** Picked files. @param {FileList} list */
export const picked = (list) => [...list].map((file) => of(file)).filter((one) => !isHidden(one.path));

/** Dropped files, with the files of dropped folders. @param {DataTransfer} transfer @param {(count: number) => void} progress @returns {Promise<Source[]>} */
async function dropped(transfer, progress) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.());
  if (!entries.some(Boolean)) return picked(transfer.files);
  /** @type {Source[]} */
  const found = [];
  const walk = async (/** @type {any} */ entry, /** @type {string} */ before) => {
    if (entry.isFile) {
      const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
      found.push(of(file, before + entry.name));
      if (found.length % 200 === 0) progress(found.length);
      return;
    }
    if (isHidden(`${entry.name}/`)) return;
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return;
      for (const one of some) await walk(one, `${before}${entry.name}/`);
    }
  };
  for (const entry of entries) if (entry) await walk(entry, "");
  return found;
}

/**
 * A file at an address: read by ranges if the server supports them, otherwise as a whole.
 * @param {string} address @param {string} [path] @param {number} [size] @returns {Promise<Source>}
 */
export async function at(address, path, size) {
  const url = new URL(address, document.baseURI);
  const name = path ?? decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf("/") + 1)) ?? url.host;
  if (size !== undefined) return { path: name, url: url.href, size };
  const first = await fetch(url, { headers: { Range: "bytes=0-0" }, credentials: "same-origin" });
  const whole = /\/(\d+)$/.exec(first.headers.get("Content-Range") ?? "");
  if (first.status === 206 && whole && Number(whole[1]) > 1 << 20) {
    await first.body?.cancel();
    return { path: name, url: url.href, size: Number(whole[1]) };
  }
  const response = first.status === 206 ? await fetch(url, { credentials: "same-origin" }) : first;
  if (!response.ok) throw new Error(`${name}: the server answers ${response.status}`);
  const blob = await response.blob();
  return { path: name, blob, size: blob.size };
}

/** A file at an address; samples keep their folders. @param {string} url */
const single = (url) => at(url, url.startsWith("samples/") ? url.slice("samples/".length) : undefined);

/** A sample. @param {string} path */
export const sample = (path) => single(`samples/${path}`);

/** The files in the page's address: each `url`, and the files of each `list` (JSON of `path`, `url`, `size`). @param {URLSearchParams} query */
export async function named(query) {
  const found = query.getAll("url").map(single);
  for (const list of query.getAll("list")) {
    const url = new URL(list, document.baseURI);
    const files = await (await fetch(url)).json();
    found.push(...files.map((/** @type {any} */ file) => at(new URL(file.url, url).href, file.path, file.size)));
  }
  return Promise.allSettled(found);
}

/** Handles files dropped on the page. @param {(count: number) => void} progress @param {(sources: Source[]) => void} take */
export function takeDrops(progress, take) {
  let over = 0;
  addEventListener("dragenter", (event) => { event.preventDefault(); over += 1; byId("drop").hidden = false; });
  addEventListener("dragleave", () => { over -= 1; if (over <= 0) byId("drop").hidden = true; });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    over = 0;
    byId("drop").hidden = true;
    if (event.dataTransfer) take(await dropped(event.dataTransfer, progress));
  });
}
