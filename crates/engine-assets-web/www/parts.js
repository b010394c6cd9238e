// Parts of the current scene: morphs, materials, nodes. The selection here and in the view is the same.

import { materialsSection } from "./materials.js";
import { nodesSection } from "./nodes.js";
import { el, shownName } from "./util.js";

/** @typedef {import("./viewer.js").Viewer} Viewer */

/** Parts of a scene. @param {Viewer} viewer @param {import("./materials.js").On} on */
export function partsPanel(viewer, on) {
  return [tools(viewer), ...morphs(viewer), ...materialsSection(viewer, on), ...nodesSection(viewer)].filter(Boolean);
}

/** Actions for the selection. @param {Viewer} viewer */
function tools(viewer) {
  const { selection } = viewer;
  const button = (/** @type {string} */ label, /** @type {string} */ title, /** @type {() => void} */ onclick) => el("button", { onclick, title }, label);
  return el("div", { class: "tools parts-tools", role: "toolbar", "aria-label": "Chosen part" },
    button("Frame", "Look at the chosen part", () => viewer.frameChosen()), button("Hide", "Hide the chosen part, or show it again (H)", () => selection.toggle()),
    button("Isolate", "Show the chosen part alone (I)", () => selection.isolate()), button("Show all", "Show all parts again (A)", () => selection.showAll()));
}

/** @param {Viewer} viewer */
function morphs(viewer) {
  const moving = [...viewer.meshes, ...viewer.lines].filter((mesh) => mesh.morphTargetInfluences?.length);
  if (moving.length === 0) return [];
  const names = new Set(moving.flatMap((mesh) => Object.keys(mesh.morphTargetDictionary ?? {})));
  const lines = [...names].slice(0, 300).map((name, index) => {
    const value = el("output", { class: "soft" }, "0.00");
    const slide = el("input", { type: "range", min: "0", max: "1", step: "0.01", value: "0", id: `morph-${index}`, oninput: () => {
      for (const mesh of moving) {
        const at = mesh.morphTargetDictionary?.[name];
        if (at !== undefined && mesh.morphTargetInfluences) mesh.morphTargetInfluences[at] = Number(slide.value);
      }
      value.textContent = Number(slide.value).toFixed(2);
      viewer.changed();
    } });
    return el("div", { class: "line" }, el("label", { for: `morph-${index}`, class: "text" }, shownName(name)), slide, value);
  });
  return [el("h2", {}, "Morphs"), el("div", { class: "lines" }, ...lines)];
}
