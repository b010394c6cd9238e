// What differs between two scenes, in sentences: `Triangles: 1,394 → 1,008`, `Material "Fox": roughness 0.2 → 0.5`.

import { counts, long } from "./glance.js";
import { grouped } from "./util.js";

/** @typedef {import("./viewer.js").Viewer} Viewer */

/** Sentences that are shown; the table has all. */
export const MOST = 16;

/** @param {string} what @param {string} before @param {string} after */
const changed = (what, before, after) => before === after ? [] : [`${what}: ${before} → ${after}`];

/** @param {number} value */
const short = (value) => String(Number(value.toPrecision(3)));

/** @param {Viewer} viewer */
function sizeOf(viewer) {
  const size = viewer.bounds().getSize(viewer.camera.position.clone());
  const sides = [size.x, size.y, size.z];
  return sides.every(Number.isFinite) ? sides.map(long).join(" × ") : "–";
}

/** What is told of a material, by what people call it. @param {any} json @param {any} material @returns {Map<string, string>} */
function look(json, material) {
  const { pbrMetallicRoughness: surface = {}, normalTexture, emissiveTexture, emissiveFactor = [0, 0, 0], alphaMode = "OPAQUE", doubleSided = false, extensions = {} } = material;
  const image = (/** @type {any} */ reference) => {
    if (!reference) return "none";
    const texture = json.textures?.[reference.index] ?? {};
    const source = texture.source ?? Object.values(texture.extensions ?? {}).find((/** @type {any} */ one) => one?.source !== undefined)?.source;
    return json.images?.[source]?.name || texture.name || `texture ${reference.index}`;
  };
  return new Map([
    ["colour", (surface.baseColorFactor ?? [1, 1, 1, 1]).map(short).join(" ")], ["metalness", short(surface.metallicFactor ?? 1)], ["roughness", short(surface.roughnessFactor ?? 1)],
    ["colour texture", image(surface.baseColorTexture)], ["surface texture", image(surface.metallicRoughnessTexture)], ["normal texture", image(normalTexture)],
    ["emission", emissiveFactor.map(short).join(" ")], ["emission texture", image(emissiveTexture)], ["transparency", String(alphaMode).toLowerCase()], ["both sides", doubleSided ? "yes" : "no"],
    ["unlit", extensions.KHR_materials_unlit ? "yes" : "no"],
  ]);
}

/** Materials by name; of equal names the first is meant. @param {any} json @returns {Map<string, any>} */
function byName(json) {
  const found = new Map();
  (json.materials ?? []).forEach((/** @type {any} */ one, /** @type {number} */ index) => {
    const name = one.name || `material ${index}`;
    if (!found.has(name)) found.set(name, one);
  });
  return found;
}

/** @param {any} before @param {any} after glTF files. */
function materials(before, after) {
  const [old, now] = [byName(before), byName(after)];
  const found = [];
  for (const [name, material] of old) {
    const other = now.get(name);
    if (!other) found.push(`Material "${name}" is missing`);
    else {
      const looks = look(after, other);
      const parts = [...look(before, material)].filter(([what, value]) => looks.get(what) !== value).map(([what, value]) => `${what} ${value} → ${looks.get(what)}`);
      if (parts.length > 0) found.push(`Material "${name}": ${parts.join(", ")}`);
    }
  }
  for (const name of now.keys()) if (!old.has(name)) found.push(`Material "${name}" is new`);
  return found;
}

/** @param {Viewer} viewer @returns {Map<string, number>} */
const clips = (viewer) => new Map(viewer.shown.animations.map((/** @type {any} */ one) => [one.name, one.duration]));

/** @param {Viewer} before @param {Viewer} after */
function animations(before, after) {
  const [old, now] = [clips(before), clips(after)];
  const found = [];
  for (const [name, length] of old) {
    const other = now.get(name);
    if (other === undefined) found.push(`Animation "${name}" is missing`);
    else found.push(...changed(`Animation "${name}"`, `${length.toFixed(2)} s`, `${other.toFixed(2)} s`));
  }
  for (const name of now.keys()) if (!old.has(name)) found.push(`Animation "${name}" is new`);
  return found;
}

/** What differs between two scenes that are shown. @param {Viewer} before @param {Viewer} after @returns {string[]} */
export function sceneSentences(before, after) {
  const [old, now] = [counts(before), counts(after)];
  const bones = (/** @type {Viewer} */ viewer) => grouped(viewer.bones().length);
  return [
    ...changed("Triangles", grouped(Math.round(old.triangles)), grouped(Math.round(now.triangles))), ...changed("Vertices", grouped(old.vertices), grouped(now.vertices)),
    ...changed("Size", sizeOf(before), sizeOf(after)), ...changed("Bones", bones(before), bones(after)),
    ...materials(before.shown.parser.json, after.shown.parser.json), ...animations(before, after),
  ];
}

/** Values of one part that are told as one, if there are at least so many. */
const MANY = 3;

/** The part that a value is in: `bones/Hips` of `bones/Hips/box[0]`. @param {string} path */
const partOf = (path) => path.split("/").slice(0, 2).join("/");

/** @param {import("./difference.js").Difference} one */
const wordOf = ({ before, after }) => after === undefined ? "is missing" : before === undefined ? "is new" : "";

/** Changes of values in sentences; a part with all that it has is one. @param {import("./difference.js").Difference[]} list @returns {string[]} */
export function valueSentences(list) {
  const counts = new Map();
  const key = (/** @type {import("./difference.js").Difference} */ one) => `${partOf(one.name)} ${wordOf(one)}`;
  for (const one of list) if (wordOf(one)) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  const sentence = (/** @type {import("./difference.js").Difference} */ one) => {
    if (wordOf(one) && counts.get(key(one)) >= MANY) return key(one);
    if (one.after === undefined) return `${one.name} is missing; it was ${one.before}`;
    return one.before ? `${one.name}: ${one.before} → ${one.after}` : `${one.name}: ${one.after}`;
  };
  return [...new Set(list.map(sentence))];
}
