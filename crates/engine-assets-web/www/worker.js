// Runs the library in a worker, so that long or endless work doesn't block the page.

import { BlobSource, init, Session } from "engine-assets/session";
import { takeApart } from "./glb.js";

/** A file of a server that gives ranges. */
class UrlSource extends BlobSource {
  /** @param {string} url @param {number} size */
  constructor(url, size) {
    super(new Blob());
    this.url = url;
    this.size = size;
  }

  /** @param {number} start @param {number} end */
  range(start, end) {
    const request = new XMLHttpRequest();
    request.open("GET", this.url, false);
    request.responseType = "arraybuffer";
    request.setRequestHeader("Range", `bytes=${start}-${end - 1}`);
    request.send();
    if (request.status !== 206 || request.response.byteLength !== end - start) throw new Error(`the server answers ${request.status}`);
    return new Uint8Array(request.response);
  }
}

/** @param {{ blob?: Blob, url?: string, size?: number }} file */
const source = (file) => file.blob ? new BlobSource(file.blob) : new UrlSource(String(file.url), Number(file.size));

/** @type {Session} */
let session;
/** The memory of the library. @type {WebAssembly.Memory} */
let memory;

/** Requests of the page. All have the number of a file and of an entry, -1 for the file itself. */
const calls = {
  open: (file, entry) => JSON.parse(session.open(file, entry)),
  check: (file, entry) => JSON.parse(session.check(file, entry)),
  entries: (file) => JSON.parse(session.entries(file)),
  bytes: (file, entry, offset, length) => session.bytes(file, entry, offset, length),
  scene: (file, entry, lod, materials = []) => {
    const made = session.scene(file, entry, lod, materials);
    const findings = JSON.parse(made.findings());
    return { bytes: made.take(), findings };
  },
  view: (file, entry, lod, materials) => {
    const { bytes, findings } = calls.scene(file, entry, lod, materials);
    return { ...takeApart(bytes), findings };
  },
  picture: (file, entry, width, height, { seconds = 0, background = "auto" } = {}) => session.picture(file, entry, width, height, seconds, background),
  usualTime: (file, entry) => session.usual_time(file, entry),
  texels: (file, entry, mip, face, layer) => {
    const texels = session.texels(file, entry, mip, face, layer);
    return { width: texels.width, height: texels.height, rgba: texels.rgba() };
  },
  png: (file, entry, mip, face, layer) => session.texels(file, entry, mip, face, layer).png(),
  trust: (file) => session.trust(file),
  remove: (files) => files.forEach((file) => session.remove(file)),
  convert: (file, entry, outputFormat, output, options) => {
    const made = session.convert(file, entry, outputFormat, output, JSON.stringify(options));
    const names = JSON.parse(made.names());
    return { files: names.map((name, number) => ({ name, bytes: made.take(number) })), findings: JSON.parse(made.findings()) };
  },
  children: (file, entry, path, first, count) => JSON.parse(session.children(file, entry, path, first, count)),
  find: (file, entry, text, most) => JSON.parse(session.find(file, entry, text, most)),
  value: (file, entry, path) => session.value(file, entry, path),
  set: (file, entry, path, text) => session.set(file, entry, path, text),
  reset: (file, entry, path) => session.reset(file, entry, path),
  differences: (old, oldEntry, file, entry) => JSON.parse(session.differences(old, oldEntry, file, entry)),
  declarations: (file, entry) => session.declarations(file, entry),
  disassembly: (file, entry) => session.disassembly(file, entry),
  add: (files) => files.forEach((file) => {
    const number = session.add(file.path, source(file));
    if (file.isClosed) session.remove(number);
  }),
  replace: (file, content) => session.replace(file, source(content)),
  memory: () => memory.buffer.byteLength,
};

/** The library. It lies there packed, and servers may unpack it on the way. @param {URL} address */
async function library(address) {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`the library can't be read: the server answers ${response.status}`);
  const bytes = await response.blob();
  const [first] = new Uint8Array(await bytes.slice(0, 1).arrayBuffer());
  const plain = first === 0x1f ? bytes.stream().pipeThrough(new DecompressionStream("gzip")) : bytes.stream();
  return new Response(plain, { headers: { "Content-Type": "application/wasm" } });
}

const ready = init({ module_or_path: library(new URL("engine_assets.wasm.gz", import.meta.url)) }).then((library) => {
  session = new Session();
  memory = library.memory;
});

onmessage = async ({ data: { id, name, args } }) => {
  await ready;
  try {
    const result = calls[name](...args);
    const bytes = result instanceof Uint8Array ? [result] : result?.files?.map((file) => file.bytes) ?? [result?.bytes, result?.bin, result?.rgba];
    postMessage({ id, result }, [...new Set(bytes.filter((one) => one instanceof Uint8Array).map((one) => one.buffer))]);
  } catch (error) {
    // A finding as JSON, or the message of a trap: after a trap the library can't be used.
    const isFinding = typeof error === "string";
    const message = `the file stopped the library, which was started again; please report it (${error})`;
    postMessage({ id, error: isFinding ? JSON.parse(error) : { severity: "error", path: "", message, offset: null }, broken: !isFinding });
  }
};
ready.then(() => postMessage({ ready: true }), (error) => postMessage({ ready: false, error: String(error) }));
