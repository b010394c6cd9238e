// Assets of game engines in JavaScript: what a file is, what is wrong with it, and the file as glTF or in another format.

import { BytesSource, Session, init } from "./session.js";

export { BytesSource, Session };

/** A finding that a function throws: the file can't be opened or converted. */
export class AssetError extends Error {
  constructor(finding) {
    super(finding.path ? `${finding.path}: ${finding.message}` : finding.message);
    this.name = "AssetError";
    this.finding = finding;
  }
}

let loading;

/** Loads the library once. */
export function load(wasm) {
  loading ??= start(wasm).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function start(wasm) {
  const address = new URL("engine_assets_bg.wasm", import.meta.url);
  if (wasm === undefined && address.protocol === "file:") {
    // Node.js can't fetch files. The name isn't a literal, so that bundlers for browsers leave it alone.
    const files = "node:fs/promises";
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ files);
    wasm = await readFile(address);
  }
  await init({ module_or_path: wasm ?? address });
}

/** Calls the library; what it throws is a finding as JSON, or a trap. */
function called(work) {
  try {
    return work();
  } catch (error) {
    if (typeof error === "string") throw new AssetError(JSON.parse(error));
    throw error;
  }
}

/** Files that may refer to each other: a model with its materials and textures, or a package. */
export class Assets {
  constructor() {
    this.session = new Session();
    this.numbers = new Map();
  }

  /** Loads the library, and returns an empty set of files. */
  static async create(wasm) {
    await load(wasm);
    return new Assets();
  }

  add(path, bytes) {
    const source = bytes instanceof Uint8Array ? new BytesSource(bytes) : bytes instanceof ArrayBuffer ? new BytesSource(new Uint8Array(bytes)) : bytes;
    const known = this.numbers.get(path);
    if (known === undefined) this.numbers.set(path, this.session.add(path, source));
    else this.session.replace(known, source);
    return this;
  }

  remove(path) {
    const number = this.numbers.get(path);
    if (number === undefined) return false;
    this.session.remove(number);
    return this.numbers.delete(path);
  }

  place(path) {
    const whole = this.numbers.get(path);
    if (whole !== undefined) return [whole, -1];
    // `game.pak:Models/Jack.mdl` is an entry of a package.
    for (const [file, number] of this.numbers) {
      if (!path.startsWith(`${file}:`)) continue;
      const entry = this.entries(file).findIndex((one) => one.name === path.slice(file.length + 1));
      if (entry >= 0) return [number, entry];
    }
    throw new AssetError({ severity: "error", kind: null, path: "", message: `there is no file "${path}"; add it first`, offset: null });
  }

  entries(path) {
    const [file] = this.place(path);
    const { names, sizes } = called(() => JSON.parse(this.session.entries(file)));
    return names.map((name, number) => ({ name, size: sizes[number] }));
  }

  inspect(path) {
    return called(() => JSON.parse(this.session.open(...this.place(path))));
  }

  validate(path) {
    return called(() => JSON.parse(this.session.check(...this.place(path))));
  }

  toGltf(path, { lod = -1, materials = [] } = {}) {
    const made = called(() => this.session.scene(...this.place(path), lod, materials));
    try {
      return { bytes: made.take(), findings: JSON.parse(made.findings()) };
    } finally {
      made.free();
    }
  }

  convert(path, to, output, options = {}) {
    const made = called(() => this.session.convert(...this.place(path), to, output, JSON.stringify(options)));
    try {
      const files = JSON.parse(made.names()).map((name, number) => ({ name, bytes: made.take(number) }));
      return { files, findings: JSON.parse(made.findings()) };
    } finally {
      made.free();
    }
  }

  picture(path, width = 256, height = width) {
    return called(() => this.session.picture(...this.place(path), width, height, 0, "auto"));
  }

  get(path, value) {
    return called(() => this.session.value(...this.place(path), value));
  }

  set(path, value, text) {
    return called(() => this.session.set(...this.place(path), value, text));
  }

  free() {
    this.session.free();
    this.numbers.clear();
  }
}

/** Calls `work` with one file. */
async function alone(bytes, name, work) {
  const assets = await Assets.create();
  try {
    return work(assets.add(name, bytes));
  } finally {
    assets.free();
  }
}

export const inspect = (bytes, name = "file") => alone(bytes, name, (assets) => assets.inspect(name));
export const validate = (bytes, name = "file") => alone(bytes, name, (assets) => assets.validate(name));
export const toGltf = (bytes, name = "file", options = {}) => alone(bytes, name, (assets) => assets.toGltf(name, options).bytes);
