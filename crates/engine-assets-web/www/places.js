// The parts of a shown scene that a path of a finding leads to: `geometry 1 > LOD 0`, `bone 3`, `node 12 > component 0`.

import { nodeOf } from "./select.js";

/** @typedef {import("./viewer.js").Viewer} Viewer */
/** Parts to mark, a node to choose, or an overlay to show. @typedef {{ meshes?: any[], node?: number, overlay?: string }} Part */

/** Nodes of the glTF by the number that they have in a scene or map. @param {Viewer} viewer @param {any} summary @returns {Map<number, number>} */
function sceneNodes(viewer, summary) {
  const found = new Map();
  const numbers = new Map((summary?.nodes ?? []).map((/** @type {any} */ node, /** @type {number} */ number) => [node.id, number]));
  let entity = 0;
  viewer.shown.parser.json.nodes?.forEach((/** @type {any} */ node, /** @type {number} */ index) => {
    const { id, isEntity } = node.extras ?? {};
    if (isEntity) found.set(entity++, index);
    if (numbers.has(id)) found.set(numbers.get(id), index);
  });
  return found;
}

/** The drawn parts of the finest level, in the order of the file's geometries. @param {Viewer} viewer @param {number} count How many geometries the file has. */
function geometries(viewer, count) {
  const { json, associations } = viewer.shown.parser;
  const coarser = new Set((json.nodes ?? []).flatMap((/** @type {any} */ node) => node.extensions?.MSFT_lod?.ids ?? []));
  const all = [...viewer.meshes, ...viewer.lines].filter((mesh) => !coarser.has(nodeOf(viewer.shown, mesh)));
  const material = (/** @type {any} */ mesh) => {
    const { meshes, primitives } = associations.get(mesh) ?? {};
    return json.meshes?.[meshes]?.primitives[primitives ?? 0]?.material ?? -1;
  };
  const isInOrder = all.length === count && new Set(all.map(material)).size === count;
  if (isInOrder) all.sort((a, b) => material(a) - material(b));
  return { all, at: (/** @type {number} */ index) => all.length === count ? all.slice(index, index + 1) : all };
}

/** Geometries with a level that draws from a buffer. @param {any} summary @param {"vb" | "ib"} buffer @param {number} number */
const usersOf = (summary, buffer, number) => (summary?.geometries ?? []).flatMap((/** @type {any} */ geometry, /** @type {number} */ index) =>
  geometry.lods?.some((/** @type {any} */ lod) => lod[buffer] === number) ? [index] : []);

/** The number of the node of a name, -1 for none. @param {Viewer} viewer @param {string | undefined} name */
const named = (viewer, name) => name === undefined ? -1 : (viewer.shown.parser.json.nodes ?? []).findIndex((/** @type {any} */ node) => node.name === name);

/** @param {Viewer} viewer @param {number | undefined} node @returns {Part | null} */
const node_ = (viewer, node) => node !== undefined && node >= 0 && viewer.selection.objects?.has(node) ? { node } : null;

/** @type {[RegExp, (viewer: Viewer, summary: any, match: RegExpExecArray) => Part | null][]} */
const RULES = [
  [/^(?:bones?) (\d+)/, (viewer, summary, [, number]) => node_(viewer, named(viewer, summary?.bones?.[Number(number)]?.name))],
  [/^(vertex|index) buffer (\d+)/, (viewer, summary, [, what, number]) => {
    const drawn = geometries(viewer, summary?.geometries?.length ?? 0);
    const meshes = usersOf(summary, what === "vertex" ? "vb" : "ib", Number(number)).flatMap((/** @type {number} */ index) => drawn.at(index));
    return meshes.length > 0 ? { meshes: [...new Set(meshes)] } : null;
  }],
  [/^(?:geometry|mesh|chunk \d+ > mesh) ?(\d*)/, (viewer, summary, [, number]) => {
    const { all, at } = geometries(viewer, summary?.geometries?.length ?? summary?.meshes?.length ?? 0);
    const meshes = number === "" ? all : at(Number(number));
    return meshes.length > 0 ? { meshes } : null;
  }],
  [/^(?:node|entity|entities) (\d+)/, (viewer, summary, [, number]) => node_(viewer, sceneNodes(viewer, summary).get(Number(number)))],
  [/^nodes?(?: |\[)(\d+)/, (viewer, _, [, number]) => node_(viewer, Number(number))],
  [/^meshGroups > ([^>]+?)(?: >|$)/, (viewer, _, [, name]) => node_(viewer, named(viewer, name)) ?? { meshes: viewer.meshes }],
  [/^bounding box/, () => ({ overlay: "bounds" })],
  [/^skeleton/, (viewer) => viewer.bones().length > 0 ? { overlay: "skeleton" } : null],
  [/^(?:materials?|model|tail|header)\b/, () => null],
];

/** The part of the shown scene that a finding is about; `null` if none is. @param {Viewer} viewer @param {any} summary @param {string} path @returns {Part | null} */
export function partOf(viewer, summary, path) {
  if (!viewer.shown) return null;
  for (const [pattern, find] of RULES) {
    const match = pattern.exec(path);
    const part = match && find(viewer, summary, match);
    if (part) return part;
  }
  return null;
}

/** Marks a part in the view. @param {Viewer} viewer @param {Part} part */
export function showPartInView(viewer, { meshes, node, overlay }) {
  if (overlay) return viewer.lay(overlay, true);
  if (meshes) return viewer.selection.mark(meshes);
  const chosen = node ?? -1;
  if (viewer.bones().includes(viewer.selection.objects?.get(chosen))) viewer.lay("skeleton", true);
  viewer.selection.choose(chosen);
  if (viewer.isPlace) viewer.frameChosen();
}
