// A description of a file for people, from its summary.

import { counted, grouped, shownName } from "./util.js";

/** Lists of summaries, most important first. */
const LISTS = {
  geometries: "geometry", mesh_groups: "mesh group", morphs: "morph", bones: "bone", tracks: "track", triggers: "trigger", meshes: "mesh", animations: "animation", materials: "material",
  hit_boxes: "hit box", flexes: "flex", entities: "entity", properties: "property",
  textures: "texture", techniques: "technique", passes: "pass", entries: "entry", glyphs: "glyph", parameters: "parameter", functions: "function", vertex_buffers: "vertex buffer", index_buffers: "index buffer",
};
const COUNTS = { num_nodes: "node", num_components: "component", num_triangles: "triangle", triangle_count: "triangle", num_vertices: "vertex", vertex_count: "vertex" };

/** @param {number} count @param {string} what */
function some(count, what) {
  const plurals = { geometry: "geometries", entity: "entities", entry: "entries", pass: "passes", mesh: "meshes", vertex: "vertices", "hit box": "hit boxes", flex: "flexes", property: "properties" };
  const plural = plurals[/** @type {keyof typeof plurals} */ (what)];
  return plural && count !== 1 ? `${grouped(count)} ${plural}` : counted(count, what);
}

/** The name of a key: `vertex_buffers` is "Vertex buffers". @param {string} key */
export function words(key) {
  const name = key.replace(/^num_/, "number of ").replaceAll("_", " ");
  return /^[a-z]/.test(name) ? name[0].toUpperCase() + name.slice(1) : name;
}

/** The part of a summary about the content: an asset of Pragma is inside of its document. @param {any} summary */
function content(summary) {
  const parts = summary.asset_type === undefined ? [] : Object.entries(summary);
  return parts.find(([key, value]) => key !== "root" && value?.constructor === Object)?.[1] ?? summary;
}

/** The content of a file in one line. @param {any} whole Its summary. */
export function brief(whole) {
  if (!whole) return "";
  const summary = content(whole);
  const parts = [];
  for (const [key, what] of Object.entries(LISTS)) {
    // Buffers are parts of geometries, which are told.
    if (/buffers$/.test(key) && summary.geometries?.length > 0) continue;
    const list = summary[key];
    if (Array.isArray(list) && list.length > 0 || key === "morphs" && Array.isArray(list) && summary.geometries) parts.push(some(list.length, what));
  }
  for (const [key, what] of Object.entries(COUNTS)) if (Number.isFinite(summary[key])) parts.push(some(summary[key], what));
  if (Number.isFinite(summary.width) && Number.isFinite(summary.height)) parts.push(`${grouped(summary.width)} × ${grouped(summary.height)} pixels`);
  if (Number.isFinite(summary.length)) parts.push(`${Number(summary.length).toFixed(2)} seconds`);
  const root = summary.bones?.[summary.root_bone ?? -1]?.name;
  if (typeof root === "string") parts.push(`root bone ${shownName(root)}`);
  return parts.join(", ");
}
