// The tools above a scene: display options.

import { BACKGROUNDS } from "./ground.js";
import { strokes } from "./kinds.js";
import { el } from "./util.js";

/** Buttons with icons; where there is little room, they are in the menu. @param {any} shown */
const actions = (shown) => [
  action("Fit", "Show all of it (F)", "M1.500 5V1.500H5M11 1.500h3.500V5M14.500 11v3.500H11M5 14.500H1.500V11M5.500 5.500h5v5h-5z", () => shown.fit()),
  action("Turn round", "Look from the other side (R)", "M13 5.500A5.500 5.500 0 1 0 13.500 9M13.500 2v4h-4", () => shown.turnRound()),
];

/** @param {string} label @param {string} title @param {string} path @param {() => void} onclick */
const action = (label, title, path, onclick) => el("button", { class: "action", title, onclick }, strokes(path), el("span", {}, label));

/**
 * The tools.
 * @param {import("./viewer.js").Viewer} shown @param {number} lod The level of detail that is shown alone, -1 for none. @param {(level: number) => void} chooseLod
 */
export function sceneTools(shown, lod, chooseLod) {
  const toggle = (/** @type {string} */ name, /** @type {string} */ label) => {
    const button = el("button", { "aria-pressed": String(shown.overlays.has(name)), onclick: () => {
      shown.lay(name, !shown.overlays.has(name));
      button.setAttribute("aria-pressed", String(shown.overlays.has(name)));
    } }, label);
    return button;
  };
  const levels = shown.allLevels ?? 1;
  const level = levels > 1 ? el("select", { "aria-label": "Level of detail", onchange: () => chooseLod(Number(level.value)) },
    ...Array.from({ length: levels }, (_, number) => el("option", { value: String(number), selected: number === Math.max(0, lod) }, `LOD ${number}`))) : null;
  const bones = shown.shown && shown.bones().length > 0;
  const ground = el("select", { "aria-label": "Background", onchange: () => shown.chooseBackground(ground.value) },
    ...Object.entries(BACKGROUNDS).map(([name, label]) => el("option", { value: name, selected: name === shown.ground.background }, label)));
  const light = el("select", { "aria-label": "Light", title: "Light of the view; engine light: lights, even light and fog of the scene", onchange: () => { shown.chooseLight(light.value); ground.value = shown.ground.background; } },
    ...shown.light.offered().map(([name, label]) => el("option", { value: name, selected: name === shown.light.shining }, label)));
  const overlays = el("details", { class: "menu" }, el("summary", { role: "button" }, el("span", { class: "wide" }, "Overlays"), el("span", { class: "narrow" }, "View")), el("div", { class: "choices" }, el("div", { class: "narrow" }, ...actions(shown)), toggle("wireframe", "Wireframe"), bones ? toggle("skeleton", "Skeleton") : null, bones ? toggle("names", "Bone names") : null,
    toggle("normals", "Normals"), toggle("bounds", "Bounds"), toggle("backs", "Back faces")));
  overlays.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !overlays.open) return;
    event.stopPropagation();
    overlays.open = false;
    overlays.querySelector("summary")?.focus();
  });
  return el("div", { class: "tools", role: "toolbar", "aria-label": "Display options" },
    el("div", { class: "wide" }, ...actions(shown)), level, overlays, light, ground);
}
