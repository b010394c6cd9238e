// Files of a zip: read by its directory, unpacked when the zip is opened.

/** Bytes that are unpacked at most, and entries that are read: a small zip can hold any number. */
const MOST_BYTES = 1 << 30;
const MOST_ENTRIES = 100_000;
const [DIRECTORY, ENTRY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50];

/** @typedef {import("./client.js").Source} Source */

/** @param {Blob} blob @param {number} start @param {number} end */
const view = async (blob, start, end) => new DataView(await blob.slice(start, end).arrayBuffer());

/** Where the directory of a zip is, and how many entries it has. @param {Blob} blob */
async function directory(blob) {
  const start = Math.max(0, blob.size - 65_557);
  const end = await view(blob, start, blob.size);
  for (let at = end.byteLength - 22; at >= 0; at--) {
    if (end.getUint32(at, true) !== DIRECTORY) continue;
    const [count, length, offset] = [end.getUint16(at + 10, true), end.getUint32(at + 12, true), end.getUint32(at + 16, true)];
    if (count === 0xffff || offset === 0xffffffff) throw new Error("this zip is of more than 65 535 files or 4 GiB: unpack it first");
    return { count, length, offset };
  }
  throw new Error("no directory at its end: this zip is damaged or cut off");
}

/** @param {Blob} blob @param {number} most */
async function inflated(blob, most) {
  const reader = blob.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts);
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error(`more than the ${most} bytes that its directory says`);
    }
    parts.push(value);
  }
}

/** Whether a name leads out of the zip, or is none. @param {string} name */
const isBad = (name) => name === "" || name.startsWith("/") || name.split("/").some((part) => part === "..");

/**
 * The files of a zip, below its name.
 * @param {Source} source @returns {Promise<{ files: Source[], skipped: string[] }>}
 */
async function unzip(source) {
  const blob = /** @type {Blob} */ (source.blob);
  const { count, length, offset } = await directory(blob);
  const list = await view(blob, offset, offset + length);
  const bytes = new Uint8Array(list.buffer);
  const [files, skipped] = [/** @type {Source[]} */ ([]), /** @type {string[]} */ ([])];
  let [at, left] = [0, MOST_BYTES];
  for (let number = 0; number < Math.min(count, MOST_ENTRIES) && at + 46 <= list.byteLength && list.getUint32(at, true) === ENTRY; number++) {
    const [flags, method, packed, size] = [list.getUint16(at + 8, true), list.getUint16(at + 10, true), list.getUint32(at + 20, true), list.getUint32(at + 24, true)];
    const [nameLength, extra, comment, local] = [list.getUint16(at + 28, true), list.getUint16(at + 30, true), list.getUint16(at + 32, true), list.getUint32(at + 42, true)];
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)).replaceAll("\\", "/");
    at += 46 + nameLength + extra + comment;
    if (name.endsWith("/")) continue;
    try {
      if (isBad(name)) throw new Error("its name leads out of the zip");
      if (flags & 1) throw new Error("it is encrypted");
      if (method !== 0 && method !== 8) throw new Error(`it is packed by method ${method}`);
      if (size > left) throw new Error("the zip unpacks to more than 1 GiB");
      const head = await view(blob, local, local + 30);
      if (head.byteLength < 30 || head.getUint32(0, true) !== LOCAL) throw new Error("it isn't where the directory says");
      const start = local + 30 + head.getUint16(26, true) + head.getUint16(28, true);
      const raw = blob.slice(start, start + packed);
      const content = method === 0 ? raw : await inflated(raw, size);
      if (content.size !== size) throw new Error(`it has ${content.size} bytes instead of ${size}`);
      left -= size;
      files.push({ path: `${source.path}/${name}`, blob: content, size });
    } catch (error) {
      skipped.push(`${name}: ${/** @type {any} */ (error).message}`);
    }
  }
  return { files, skipped };
}

/** Whether a file is a zip: it begins as one. @param {Source} source */
async function isZip({ path, blob }) {
  if (!blob || !path.toLowerCase().endsWith(".zip")) return false;
  const head = await view(blob, 0, 4);
  return head.byteLength === 4 && (head.getUint32(0, true) === LOCAL || head.getUint32(0, true) === DIRECTORY);
}

/** Takes zips apart. @param {Source[]} sources @param {(text: string | null) => void} progress */
export async function unpacked(sources, progress) {
  const found = [];
  for (const source of sources) {
    if (!await isZip(source)) {
      found.push(source);
      continue;
    }
    progress(`Unpacking ${source.path}`);
    const { files, skipped } = await unzip(source);
    found.push(...files);
    if (skipped.length > 0) found.push({ path: `${source.path}/Skipped files.txt`, blob: new Blob([skipped.join("\n")]), size: skipped.join("\n").length });
  }
  progress(null);
  return found;
}
