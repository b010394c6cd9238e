// Makes wasm small to download: what nobody asks for, and what a panic would say, which nobody is told here, is left out; functions that are alike are put side by
// side, where gzip sees that they are.

import { readFileSync, writeFileSync } from "node:fs";

/** What ends the program: the worker only learns that it did. */
const PANICS = /^(core|alloc)(\[[0-9a-f]+\])?::(panicking::|option::(unwrap|expect)_failed|result::unwrap_failed|slice::index::slice_index_fail|str::slice_error_fail|slice::copy_from_slice_impl::len_mismatch_fail|raw_vec::(handle_error|capacity_overflow)|alloc::handle_alloc_error)/;
/** What is never asked for here, though it could be: decoders that stand in the tables of the library `dds`, but that the crate asset-image doesn't know; parts of
 * pictures; building into an original, which the page hasn't got. */
const UNUSED = new RegExp([
  /\bdds::decode::(astc|bi_planar|sub_sampled)::|\bastc_decode::/,
  /\bdds::decode::bc::\w+_PREMULTIPLIED_ALPHA::|\bdds::decode::uncompressed::(Y416|Y410|AYUV|\w+_XR_BIAS_A2_UNORM|A4B4G4R4_UNORM)::/,
  /\bdds::decode::read_write::for_each_(bi_planar|\w+_rect(_untyped)?)\b/,
  /\bscene_pragma::into::build_into\b|\basset_scene::skeleton::.*::take_skeleton_of\b/,
].map((one) => one.source).join("|"));
/** As far back as deflate looks, a little less. */
const WINDOW = 32_000;
/** Bytes that are compared at once. */
const RUN = 7;
/** A run that more functions have tells nothing. */
const COMMON = 10_000;

/** A number of wasm and where it ends. @param {Uint8Array} wasm @param {number} at @returns {[number, number]} */
function number(wasm, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = wasm[at++];
    value |= (byte & 127) << shift;
    if (byte < 128) return [value >>> 0, at];
  }
}

/** @param {number} value */
function encoded(value) {
  const bytes = [];
  do {
    const low = value & 127;
    value >>>= 7;
    bytes.push(value ? low | 128 : low);
  } while (value);
  return Buffer.from(bytes);
}

/** Sections: where each begins, and its content. @param {Uint8Array} wasm */
function* sections(wasm) {
  for (let at = 8; at < wasm.length;) {
    const [length, start] = number(wasm, at + 1);
    yield { id: wasm[at], whole: wasm.subarray(at, start + length), content: wasm.subarray(start, start + length) };
    at = start + length;
  }
}

/** Ends functions at once that would end the program with a message, or that nothing asks for. @param {any} binaryen @param {string} from @param {string} to */
export function withoutUnused(binaryen, from, to) {
  const wasm = readFileSync(from);
  const module = binaryen.readBinary(wasm);
  const { BulkMemory, MutableGlobals, NontrappingFPToInt, SignExt, ReferenceTypes, Multivalue } = binaryen.Features;
  module.setFeatures(BulkMemory | MutableGlobals | NontrappingFPToInt | SignExt | ReferenceTypes | Multivalue);
  let ended = 0;
  for (let index = 0; index < module.getNumFunctions(); index++) {
    const one = module.getFunctionByIndex(index);
    const { name, module: imported, results } = binaryen.getFunctionInfo(one);
    if (imported || !(results === binaryen.none && PANICS.test(name) || UNUSED.test(name))) continue;
    binaryen.Function.setBody(one, module.unreachable());
    ended += 1;
  }
  if (ended === 0) throw new Error("expected functions that panic, found none by their names");
  writeFileSync(to, module.emitBinary());
}

/**
 * Empties what tells messages where they come from: a pointer to the path of a source file, its length, a line, a column; and the paths.
 * @param {string} file
 */
export function withoutPlaces(file) {
  const wasm = readFileSync(file);
  const data = [...sections(wasm)].find((section) => section.id === 11)?.content;
  if (!data) throw new Error("expected a section of data");
  let [count, at] = number(data, 0);
  for (; count > 0; count--) {
    // An active part of the memory, at a constant.
    if (data[at] !== 0 || data[at + 1] !== 0x41) throw new Error("expected data at a known address");
    const [base, behind] = number(data, at + 2);
    const [length, start] = number(data, behind + 1);
    at = start + length;
    emptyPlaces(data.subarray(start, at), base);
  }
  writeFileSync(file, wasm);
}

/** @param {Uint8Array} data @param {number} base */
function emptyPlaces(data, base) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  /** @type {Map<number, number>} */
  const paths = new Map();
  for (let at = 0; at + 16 <= data.length; at += 4) {
    const [path, length, line, column] = [0, 4, 8, 12].map((field) => view.getUint32(at + field, true));
    const start = path - base;
    const isPath = length > 4 && length < 300 && start >= 0 && start + length <= data.length && line > 0 && line < 1e5 && column > 0 && column < 1000
      && /^[\x20-\x7e]+\.rs$/.test(Buffer.from(data.subarray(start, start + length)).toString("latin1"));
    if (!isPath) continue;
    data.fill(0, at, at + 16);
    paths.set(start, length);
  }
  for (const [start, length] of paths) data.fill(0, start, start + length);
}

/** The bodies of all functions, and the number of those that are imported. @param {Uint8Array} wasm */
function functions(wasm) {
  /** @type {Uint8Array[]} */
  const bodies = [];
  let imported = 0;
  for (const { id, content } of sections(wasm)) {
    let count = 0;
    let at = 0;
    if (id === 2) {
      for ([count, at] = number(content, 0); count > 0; count--) {
        for (let name = 0; name < 2; name++) {
          const [length, start] = number(content, at);
          at = start + length;
        }
        if (content[at] !== 0) throw new Error("expected that only functions are imported");
        [, at] = number(content, at + 1);
        imported += 1;
      }
    } else if (id === 10) {
      for ([count, at] = number(content, 0); count > 0; count--) {
        const [length, start] = number(content, at);
        at = start + length;
        bodies.push(content.subarray(start, at));
      }
    }
  }
  return { bodies, imported };
}

/** Which runs of bytes each function shares with others. @param {Uint8Array[]} bodies */
function shared(bodies) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  const runs = bodies.map((body) => {
    const own = new Set();
    for (let at = 0; at + RUN <= body.length; at++) {
      let hash = 0;
      for (let next = at; next < at + RUN; next++) hash = Math.imul(hash ^ body[next], 0x01000193) + 0x9e37 | 0;
      hash = Math.imul(hash ^ hash >>> 15, 0x2c1b3c6d);
      hash = Math.imul(hash ^ hash >>> 12, 0x297a2d39);
      hash ^= hash >>> 15;
      own.add(hash);
    }
    for (const run of own) counts.set(run, (counts.get(run) ?? 0) + 1);
    return own;
  });
  /** @type {Map<number, number[]>} */
  const having = new Map();
  for (const [run, count] of counts) if (count > 1 && count <= COMMON) having.set(run, []);
  return runs.map((own, index) => [...own].flatMap((run) => {
    const list = having.get(run);
    list?.push(index);
    return list ? [list] : [];
  }));
}

/** An order in which each function follows those that it has most in common with. @param {Uint8Array[]} bodies */
function order(bodies) {
  const runs = shared(bodies);
  const weight = bodies.map((body) => (body.length + 2) ** -0.5);
  /** How many of a function's runs are in the window, and how often each run is. */
  const score = new Int32Array(bodies.length);
  /** @type {Map<number[], number>} */
  const inside = new Map();
  const largest = [...bodies.keys()].sort((a, b) => bodies[b].length - bodies[a].length || a - b);
  const left = new Set(largest);
  /** @type {number[]} */
  const placed = [];
  let [first, held] = [0, 0];
  const count = (/** @type {number} */ index, /** @type {number} */ step) => {
    for (const having of runs[index]) {
      const before = inside.get(having) ?? 0;
      inside.set(having, before + step);
      if (Math.min(before, before + step) === 0) for (const one of having) score[one] += step;
    }
    held += step * bodies[index].length;
  };
  while (left.size > 0) {
    let [best, most] = [-1, 0.02];
    for (const index of left) {
      const value = score[index] * weight[index];
      if (value > most) [best, most] = [index, value];
    }
    // Nothing is like what is near: the largest that is left.
    if (best < 0) [best] = left;
    left.delete(best);
    placed.push(best);
    count(best, 1);
    while (held > WINDOW && first < placed.length - 1) count(placed[first++], -1);
  }
  return placed;
}

/** Names functions so that the order of their names is the one that is wanted; wasm-opt puts them so. @param {string} file */
export function named(file) {
  const wasm = readFileSync(file);
  const { bodies, imported } = functions(wasm);
  const names = Array.from({ length: imported + bodies.length }, (_, index) => `i${index}`);
  order(bodies).forEach((index, place) => { names[imported + index] = `f${String(place).padStart(6, "0")}`; });
  const all = Buffer.concat([encoded(names.length), ...names.flatMap((name, index) => [encoded(index), encoded(name.length), Buffer.from(name)])]);
  const content = Buffer.concat([encoded(4), Buffer.from("name\x01"), encoded(all.length), all]);
  const kept = [...sections(wasm)].filter((section) => section.id !== 0).map((section) => section.whole);
  writeFileSync(file, Buffer.concat([wasm.subarray(0, 8), ...kept, Buffer.from([0]), encoded(content.length), content]));
}
