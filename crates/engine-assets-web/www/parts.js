// Parts of the current scene: morphs, materials, nodes. The selection here and in the view is the same.

import { materialsSection } from "./materials.js";
import { counted, el, shownName } from "./util.js";

/** Rows of a node that are listed at once: more on a button. */
const PAGE = 200;

/** @typedef {import("./viewer.js").Viewer} Viewer */

/** Parts of a scene. @param {Viewer} viewer @param {import("./materials.js").On} on */
export function partsPanel(viewer, on) {
  return [tools(viewer), ...morphs(viewer), ...materialsSection(viewer, on), ...nodes(viewer)].filter(Boolean);
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

/** The tree of nodes: rows exist once they are unfolded. @param {Viewer} viewer */
function nodes(viewer) {
  const json = viewer.shown?.parser.json ?? {};
  /** @type {any[]} */
  const all = json.nodes ?? [];
  if (all.length === 0) return [];
  const bones = new Set((json.skins ?? []).flatMap((/** @type {any} */ skin) => skin.joints));
  /** @type {number[]} */
  const parents = new Array(all.length).fill(-1);
  all.forEach((node, number) => (node.children ?? []).forEach((/** @type {number} */ child) => { parents[child] = number; }));
  /** Rows by node, and functions that expand the rows of children. @type {Map<number, any>} */
  const rows = new Map();
  /** @type {Map<number, (wanted?: number) => void>} */
  const unfolds = new Map();

  const branch = (/** @type {number} */ number, /** @type {number} */ depth) => {
    const node = all[number] ?? {};
    const children = node.children ?? [];
    const what = [bones.has(number) ? "bone" : "", node.mesh !== undefined ? "mesh" : "", node.camera !== undefined ? "camera" : "", node.extensions?.KHR_lights_punctual ? "light" : ""].filter(Boolean).join(", ");
    const name = el("button", { class: "quiet node-name", onclick: () => viewer.selection.choose(number) }, shownName(node.name || `node ${number}`));
    rows.set(number, name);
    const label = [name, el("span", { class: "soft" }, what)];
    if (children.length === 0) return el("li", {}, el("div", { class: "leaf" }, ...label));
    const list = el("ul", { class: "facts", hidden: true });
    const next = pages(list, children, (child) => branch(child, depth + 1));
    const unfold = (wanted = -1) => {
      if (list.childElementCount === 0 || wanted >= 0 && !rows.has(wanted)) next(wanted);
      show(true);
    };
    const show = (/** @type {boolean} */ isOpen) => {
      list.hidden = !isOpen;
      twist.textContent = isOpen ? "▾" : "▸";
      twist.setAttribute("aria-expanded", String(isOpen));
    };
    const twist = el("button", { class: "quiet twist", "aria-expanded": "false", "aria-label": `Children of ${shownName(node.name || `node ${number}`)}`, onclick: () => list.hidden ? unfold() : show(false) }, "▸");
    unfolds.set(number, unfold);
    if (depth < 3) unfold();
    return el("li", {}, el("div", {}, twist, ...label), list);
  };

  const list = el("ul", { class: "facts" });
  const unfoldRoots = pages(list, json.scenes?.[json.scene ?? 0]?.nodes ?? [], (root) => branch(root, 0));
  unfoldRoots();
  viewer.selection.onChange = (chosen) => {
    for (const row of list.querySelectorAll(".node-name.chosen")) row.classList.remove("chosen");
    if (chosen < 0) return;
    const way = [];
    for (let up = chosen; up >= 0; up = parents[up]) way.unshift(up);
    if (!rows.has(way[0])) unfoldRoots(way[0]);
    way.slice(0, -1).forEach((up, index) => unfolds.get(up)?.(way[index + 1]));
    const row = rows.get(chosen);
    row?.classList.add("chosen");
    row?.scrollIntoView({ block: "center" });
  };
  // The rows are put into the page first.
  requestAnimationFrame(() => viewer.selection.onChange(viewer.selection.node));
  return [el("h2", {}, `Nodes (${all.length}, ${counted(bones.size, "bone")})`), list];
}

/**
 * Lists rows in pages. Returns a function that lists the next page, or all pages up to a requested row.
 * @param {HTMLElement} list @param {number[]} items @param {(item: number) => HTMLElement} row
 */
function pages(list, items, row) {
  let shown = 0;
  /** @type {HTMLElement | null} */
  let more = null;
  return function next(/** @type {number} */ wanted = -1) {
    more?.remove();
    const last = Math.max(shown + PAGE, items.indexOf(wanted) + 1);
    list.append(...items.slice(shown, last).map(row));
    shown = Math.min(last, items.length);
    more = shown < items.length ? el("li", {}, el("button", { onclick: () => next() }, `${counted(items.length - shown, "more node")}…`)) : null;
    if (more) list.append(more);
  };
}
