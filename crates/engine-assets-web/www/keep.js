// Files that survive a reload: the browser keeps dropped files until they are closed.

/** Bytes and files that are kept at most: more would fill the disk of who only looks. */
const MOST_BYTES = 512 << 20;
const MOST_FILES = 5_000;
const [NAME, STORE] = ["engine-assets", "files"];

/** @typedef {import("./client.js").Source} Source */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

async function store(/** @type {IDBTransactionMode} */ mode) {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "path" });
  return (await done(request)).transaction(STORE, mode).objectStore(STORE);
}

/** Keeps the files that are open. A browser that doesn't allow it keeps nothing. @param {Source[]} files */
export async function keep(files) {
  const own = files.filter((file) => file.blob && !file.isClosed && !file.isTemporary);
  const total = own.reduce((sum, file) => sum + file.size, 0);
  try {
    const kept = await store("readwrite");
    kept.clear();
    if (own.length > MOST_FILES || total > MOST_BYTES) return false;
    for (const { path, blob, size } of own) kept.put({ path, blob, size });
    return true;
  } catch {
    return false;
  }
}

/** The files that were kept. @returns {Promise<Source[]>} */
export async function kept() {
  try {
    return await done((await store("readonly")).getAll());
  } catch {
    return [];
  }
}
