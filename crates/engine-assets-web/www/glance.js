// What people ask first about a scene: triangles, vertices, size, bones, materials, animations.

import { toldApart } from "./materials.js";
import { swatches } from "./swatches.js";
import { counted, el, grouped, shownName } from "./util.js";

/** @typedef {import("./viewer.js").Viewer} Viewer */

/** Materials and animations that are listed; the tabs have all. */
const MOST = 12;

/** A length with three digits, in metres or centimetres. @param {number} metres */
export function long(metres) {
  if (!Number.isFinite(metres)) return "–";
  const [value, unit] = metres > 0 && metres < 0.1 ? [metres * 100, "cm"] : [metres, "m"];
  return `${Number(value.toPrecision(3)).toLocaleString("en", { maximumFractionDigits: 3 })} ${unit}`;
}

/** Triangles and vertices of the level that is shown. @param {Viewer} viewer */
export function counts(viewer) {
  const shown = viewer.meshes.map((mesh) => ({ count: mesh.isInstancedMesh ? mesh.count : 1, geometry: mesh.geometry }));
  const vertices = (/** @type {any} */ geometry) => geometry.attributes.position?.count ?? 0;
  const sum = (/** @type {(geometry: any) => number} */ of) => shown.reduce((sum, { count, geometry }) => sum + count * of(geometry), 0);
  return { triangles: sum((geometry) => (geometry.index?.count ?? vertices(geometry)) / 3), vertices: sum(vertices) };
}

/**
 * The first facts about the scene that is shown.
 * @param {Viewer} viewer @param {{ clip: (name: string) => void, material: (number: number) => void, parts: () => void }} on
 */
export function glance(viewer, on) {
  const { json } = viewer.shown.parser;
  const { triangles, vertices } = counts(viewer);
  const size = viewer.bounds().getSize(viewer.camera.position.clone());
  const rows = [["Triangles", grouped(Math.round(triangles))], ["Vertices", grouped(vertices)]];
  if ([size.x, size.y, size.z].every(Number.isFinite)) rows.push(["Size", [size.x, size.y, size.z].map(long).join(" × ")]);
  const bones = viewer.bones().length;
  if (bones > 0) rows.push(["Bones", grouped(bones)]);
  const materials = json.materials ?? [];
  const names = toldApart(materials);
  const color = swatches(viewer);
  const more = (/** @type {any[]} */ all) => all.length > MOST ? [el("button", { class: "quiet", onclick: on.parts }, `${grouped(all.length - MOST)} more…`)] : [];
  const chips = materials.slice(0, MOST).map((/** @type {any} */ _, /** @type {number} */ number) =>
    el("button", { class: "quiet chip", onclick: () => on.material(number) }, el("span", { class: "swatch", style: `background:${color(number)}` }), shownName(names[number])));
  const clips = viewer.shown.animations;
  const buttons = clips.slice(0, MOST).map((/** @type {any} */ clip) =>
    el("button", { class: "quiet chip", onclick: () => on.clip(clip.name) }, shownName(clip.name), el("span", { class: "soft" }, ` ${clip.duration.toFixed(2)} s`)));
  const list = (/** @type {string} */ title, /** @type {any[]} */ all, /** @type {HTMLElement[]} */ own) =>
    all.length > 0 ? [el("dt", {}, title), el("dd", { class: "chips" }, ...own, ...more(all))] : [];
  return el("dl", { id: "glance", "aria-label": "At a glance" }, ...rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
    ...list(counted(materials.length, "Material").replace(/^\d[\d,]* /, ""), materials, chips), ...list(counted(clips.length, "Animation").replace(/^\d[\d,]* /, ""), clips, buttons));
}
