// What the library's pictures show of a scene and the 3D view doesn't, because glTF has no room for it.

import { el } from "./util.js";

/** Words for classes of components, in the plural. @type {Record<string, string>} */
const WORDS = {
  GlobalIllumination: "baked light", DecalSet: "decals", ParticleEmitter: "particles", ParticleEmitter2D: "particles", ParticleGraphEmitter: "particles", BillboardSet: "billboards", RibbonTrail: "trails",
  ReflectionProbe: "reflection probes", StaticSprite2D: "sprites", StretchableSprite2D: "sprites", AnimatedSprite2D: "rigs", TileMap2D: "tile maps", Text3D: "texts", UIComponent: "interfaces", UIElement3D: "interfaces", CustomGeometry: "custom geometry",
};

/** What isn't drawn of a scene, in words. @param {any} summary */
export const undrawn = (summary) => [...new Set(Object.keys(WORDS).filter((name) => summary?.components?.[name] > 0).map((name) => WORDS[name]))];

/** Says in the corner of the view what isn't drawn; nothing if all is. @param {any} summary @param {() => void} draw Shows a picture that has it. */
export function undrawnNote(summary, draw) {
  const words = undrawn(summary);
  if (words.length === 0) return null;
  return el("div", { class: "hint undrawn", role: "note" }, el("span", {}, `Not drawn in this view: ${words.join(", ")}.`), el("button", { onclick: draw }, "Draw a picture"));
}

/** A picture that the library drew. @param {Uint8Array<ArrayBuffer>} png @param {string} name @param {() => void} [back] Shows the 3D view, if there is one. */
export function drawnFigure(png, name, back) {
  const src = URL.createObjectURL(new Blob([png], { type: "image/png" }));
  const picture = el("img", { src, alt: `Picture of ${name}`, onload: () => URL.revokeObjectURL(src) });
  const why = back ? [el("button", { onclick: back }, "Back to the 3D view")] : ["This browser has no WebGL, so the picture can't be turned: the library drew it."];
  return el("figure", { class: "drawn" }, picture, el("figcaption", { class: "soft" }, ...why));
}
