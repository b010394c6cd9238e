// Materials of the current scene: thumbnails, why they were chosen, and another one for each part.

import { Slices } from "./slices.js";
import { kindOf } from "./kinds.js";
import { swatches } from "./swatches.js";
import { counted, el, shownName, stem } from "./util.js";

/** Materials and textures that are listed. */
const MOST = 300;
/** Pixels of a thumbnail. */
const SMALL = 56;

/** @typedef {import("./viewer.js").Viewer} Viewer */
/** @typedef {import("./tree.js").Node} Node */
/** What the section needs. @typedef {{ client: import("./client.js").Client, choices: Node[], picked: Map<number, string>, reasons: string[], mayPick: boolean, pick: (names: Map<number, string>) => void, open: (path: string) => void }} On */

/** The file that a material of the glTF was read from; empty if it has none. @param {any} material @returns {string} */
export function fileOf(material) {
  try {
    return JSON.parse(material.extras?.engine_assets ?? "{}").layout?.file ?? "";
  } catch {
    return "";
  }
}

/** Names of materials; equal ones are told apart by their files or numbers. @param {any[]} materials @returns {string[]} */
export function toldApart(materials) {
  const names = materials.map((one) => one.name || "unnamed");
  const isOnce = (/** @type {string} */ name) => names.filter((one) => one === name).length === 1;
  return materials.map((one, number) => isOnce(names[number]) ? names[number] : `${names[number]} (${fileOf(one) || `number ${number + 1}`})`);
}

/** The textures of a material, by their use. @param {any} material @returns {[string, number][]} */
function texturesOf(material) {
  const look = material.pbrMetallicRoughness ?? {};
  const uses = { color: look.baseColorTexture, normals: material.normalTexture, roughness: look.metallicRoughnessTexture, emission: material.emissiveTexture, occlusion: material.occlusionTexture };
  return Object.entries(uses).flatMap(([use, texture]) => texture ? [/** @type {[string, number]} */ ([use, texture.index])] : []);
}

/** Small pictures by the images that they are of. @type {WeakMap<any, Promise<ImageBitmap>>} */
const smalls = new WeakMap();
/** The last small picture that was begun: they are made one after the other. @type {Promise<any>} */
let last = Promise.resolve();

/** A small picture of an image. @param {any} image */
function small(image) {
  const known = smalls.get(image);
  if (known) return known;
  const share = SMALL / Math.max(image.width, image.height);
  const [resizeWidth, resizeHeight] = [image.width, image.height].map((one) => Math.max(1, Math.round(one * share)));
  const made = last.then(() => new Slices().pause()).then(() => createImageBitmap(image, { resizeWidth, resizeHeight }));
  last = made.catch(() => {});
  smalls.set(image, made);
  return made;
}

/** Pictures of textures as the view has loaded them. @param {Viewer} viewer @param {number} texture @param {string} label */
function textureThumbnail(viewer, texture, label) {
  const canvas = el("canvas", { class: "thumb checker", width: SMALL, height: SMALL, role: "img", "aria-label": label, title: label });
  viewer.shown.parser.getDependency("texture", texture).then((/** @type {any} */ { image }) => small(image)).then((/** @type {ImageBitmap} */ picture) => {
    canvas.getContext("2d", { willReadFrequently: true }).drawImage(picture, (SMALL - picture.width) / 2, (SMALL - picture.height) / 2);
  }, () => canvas.replaceWith(el("span", { class: "soft" }, "unreadable")));
  return canvas;
}

/** Pictures of material files on a sphere, by file and entry. @type {Map<string, Promise<string>>} */
const pictures = new Map();

/** @param {On["client"]} client @param {Node} node */
function materialThumbnail(client, node) {
  const image = el("img", { class: "thumb", width: SMALL, height: SMALL, alt: "", hidden: true });
  const key = `${node.file} ${node.entry}`;
  if (!pictures.has(key)) {
    if (pictures.size > MOST) pictures.clear();
    pictures.set(key, client.call("Drawing materials", "picture", node.file, node.entry, SMALL * 2, SMALL * 2).then((png) => URL.createObjectURL(new Blob([png], { type: "image/png" }))));
  }
  pictures.get(key)?.then((url) => { image.src = url; image.hidden = false; }, () => image.remove());
  return image;
}

/** The name of a material file as a resource: from its folder of materials on. @param {string} path */
export function resourceName(path) {
  const [last] = [...path.matchAll(/(?<=^|\/)materials\//gi)].slice(-1);
  return last ? path.slice(last.index) : path;
}

/** Material files that models of a format can wear. @param {Iterable<Node>} all @param {string} format @returns {Node[]} */
export function materialFiles(all, format) {
  const isPragma = format === "pragma-model";
  const found = [];
  for (const one of all) {
    if (one.isFolder || isPragma !== /\.(pmat|pmat_b|wmi)$/i.test(one.name)) continue;
    const isOne = kindOf(one) === "material" || /\.(xml|json)$/i.test(one.name) && /(^|\/)materials?\//i.test(one.path);
    if (isOne && found.length < MOST) found.push(one);
  }
  return found;
}

/** A list of the materials that a part can wear. @param {Viewer} viewer @param {number} number @param {string} file @param {On} on */
function picker(viewer, number, file, on) {
  if (!on.mayPick || on.choices.length === 0) return null;
  const names = on.choices.map((node) => resourceName(node.path));
  const now = on.picked.get(number) ?? resourceName(file);
  const list = el("select", { "aria-label": `Material of part ${number}`, onchange: () => {
    // All parts are named, so that the others keep theirs.
    const all = viewer.shown.parser.json.materials;
    const next = new Map(all.map((/** @type {any} */ one, /** @type {number} */ index) => [index, on.picked.get(index) ?? resourceName(fileOf(one))]));
    next.set(number, list.value);
    on.pick(next);
  } }, names.includes(now) ? null : el("option", { value: now, selected: true }, now ? shownName(now) : "none"), ...names.map((name) => el("option", { value: name, selected: name === now }, shownName(name))));
  return list;
}

/** One material with its thumbnails. @param {Viewer} viewer @param {any} material @param {number} number @param {string} name @param {On} on @param {string} color */
function line(viewer, material, number, name, on, color) {
  const file = fileOf(material);
  const node = on.choices.find((one) => resourceName(one.path) === file || one.path.endsWith(`/${file}`));
  const textures = texturesOf(material);
  const { json } = viewer.shown.parser;
  const named = (/** @type {number} */ index) => json.textures?.[index]?.name || json.images?.[json.textures?.[index]?.source]?.name || `texture ${index}`;
  return el("div", { class: "line material" }, node ? materialThumbnail(on.client, node) : el("span", { class: "swatch", style: `background:${color}` }),
    el("div", { class: "text" },
      el("button", { class: "quiet", onclick: () => viewer.selection.chooseMaterial(number) }, shownName(name)),
      el("span", { class: "soft" }, textures.length > 0 ? ` textures: ${textures.map(([use]) => use).join(", ")}` : " no textures"),
      file ? el("div", {}, el("button", { class: "quiet file", onclick: () => on.open(file) }, shownName(file))) : null,
      picker(viewer, number, file, on),
      textures.length > 0 ? el("div", { class: "thumbs" }, ...textures.map(([use, index]) => textureThumbnail(viewer, index, shownName(`${use}: ${named(index)}`)))) : null));
}

/** The materials of a scene. @param {Viewer} viewer @param {On} on */
export function materialsSection(viewer, on) {
  const all = viewer.shown?.parser.json.materials ?? [];
  if (all.length === 0) return [];
  const names = toldApart(all);
  const color = swatches(viewer);
  const reset = on.picked.size > 0 ? el("p", {}, el("button", { onclick: () => on.pick(new Map()) }, "Use the file's own materials")) : null;
  const more = all.length > MOST ? el("p", { class: "soft" }, `and ${counted(all.length - MOST, "more material")}`) : null;
  return [el("h2", {}, `Materials (${all.length})`), ...on.reasons.map((reason) => el("p", { class: "soft reason" }, shownName(reason))), reset,
    el("div", { class: "lines" }, ...all.slice(0, MOST).map((/** @type {any} */ material, /** @type {number} */ number) => line(viewer, material, number, names[number], on, color(number)))), more].filter(Boolean);
}

/** Why materials were chosen, or that none were found. @param {any[]} findings About the scene. */
export const reasonsOf = (findings) => findings.filter((one) => /materials-chosen|no-material-list|material-list-unavailable/.test(one.kind ?? ""))
  .map((one) => /materials-chosen/.test(one.kind) ? `Chosen: ${one.message}` : one.message);
