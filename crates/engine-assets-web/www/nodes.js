// The tree of the scene's nodes. The selection here and in the view is the same.

import { Rows } from "./rows.js";
import { counted, el, grouped, shownName } from "./util.js";

/** Levels of the tree that are unfolded at first. */
const UNFOLDED = 3;

/** @typedef {import("./viewer.js").Viewer} Viewer */

/** The number of the parent of each node, -1 for roots. @param {any[]} nodes */
function parentsOf(nodes) {
  /** @type {number[]} */
  const parents = new Array(nodes.length).fill(-1);
  nodes.forEach((node, number) => { for (const child of node.children ?? []) parents[child] = number; });
  return parents;
}

/** The nodes of a glTF by their numbers. @extends {Rows<number>} */
class Nodes extends Rows {
  /** @param {HTMLElement} element @param {Viewer} viewer @param {Set<number>} bones */
  constructor(element, viewer, bones) {
    super(element);
    const { json } = viewer.shown.parser;
    this.viewer = viewer;
    this.bones = bones;
    /** @type {any[]} */
    this.all = json.nodes;
    /** @type {number[]} */
    this.roots = json.scenes?.[json.scene ?? 0]?.nodes ?? [];
    this.parents = parentsOf(this.all);
    /** @type {Set<number>} */
    this.open = new Set();
    this.chosen = -1;
    this.unfold(this.roots, UNFOLDED);
    this.update();
  }

  /** @param {number[]} nodes @param {number} levels */
  unfold(nodes, levels) {
    if (levels === 0) return;
    for (const node of nodes) {
      const { children = [] } = this.all[node] ?? {};
      if (children.length > 0) this.open.add(node);
      this.unfold(children, levels - 1);
    }
  }

  /** Lists the rows, with the level of each and its place in its level. */
  update() {
    /** @type {number[]} */
    const rows = [];
    /** @type {Map<number, { depth: number, place: number, count: number }>} */
    this.places = new Map();
    // A node that is listed twice in a broken file has one row.
    const waiting = [{ nodes: this.roots, next: 0 }];
    for (let level = waiting.at(-1); level; level = waiting.at(-1)) {
      const node = level.nodes[level.next++];
      if (node === undefined) waiting.pop();
      else if (!this.places.has(node)) {
        this.places.set(node, { depth: waiting.length - 1, place: level.next, count: level.nodes.length });
        rows.push(node);
        if (this.open.has(node)) waiting.push({ nodes: this.all[node]?.children ?? [], next: 0 });
      }
    }
    this.list(rows);
    this.element.style.setProperty("--count", String(rows.length));
    this.draw();
  }

  /** @param {number} node */
  nameOf(node) { return this.all[node]?.name || `node ${node}`; }

  /** @param {number} node */
  above(node) { return this.parents[node] >= 0 ? this.parents[node] : null; }

  /** @param {number} node */
  unfolded(node) { return this.all[node]?.children?.length > 0 ? this.open.has(node) : undefined; }

  /** @param {number} node */
  toggle(node) {
    if (!this.open.delete(node)) this.open.add(node);
    this.update();
  }

  /** @param {number} node */
  choose(node) { this.viewer.selection.choose(node); }

  /** Marks a node, and scrolls to it. @param {number} node -1 for none. */
  mark(node) {
    this.chosen = node;
    if (node < 0) return this.draw();
    // Parents of a broken file may go round.
    const above = new Set();
    for (let up = this.parents[node] ?? -1; up >= 0 && !above.has(up); up = this.parents[up]) above.add(up);
    above.forEach((up) => this.open.add(up));
    this.update();
    this.current = Math.max(0, this.rows.indexOf(node));
    this.show();
    document.getElementById(`${this.element.id}-${this.current}`)?.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} node @param {number} index */
  row(node, index) {
    const own = this.all[node] ?? {};
    const isOpen = this.unfolded(node);
    const what = [this.bones.has(node) ? "bone" : "", own.mesh !== undefined ? "mesh" : "", own.camera !== undefined ? "camera" : "", own.extensions?.KHR_lights_punctual ? "light" : ""];
    const at = this.places?.get(node) ?? { depth: 0, place: 1, count: 1 };
    const isChosen = node === this.chosen;
    return el("div", { ...this.common(index, at), title: this.nameOf(node), "aria-selected": isChosen, "aria-expanded": isOpen === undefined ? undefined : String(isOpen), onclick: () => { this.current = index; this.choose(node); } },
      el("span", { class: "twist", "aria-hidden": "true", onclick: (/** @type {Event} */ event) => { event.stopPropagation(); if (isOpen !== undefined) this.toggle(node); } }, isOpen === undefined ? "" : isOpen ? "▼" : "▶"),
      el("span", { class: isChosen ? "node-name chosen" : "node-name" }, shownName(this.nameOf(node))),
      el("span", { class: "soft" }, what.filter(Boolean).join(", ")));
  }
}

/** The nodes of the scene that is shown. @param {Viewer} viewer */
export function nodesSection(viewer) {
  const { nodes = [], skins = [] } = viewer.shown?.parser.json ?? {};
  if (nodes.length === 0) return [];
  /** @type {Set<number>} */
  const bones = new Set(skins.flatMap((/** @type {any} */ skin) => skin.joints));
  const element = el("div", { id: "nodes", class: "nodes", role: "tree", "aria-label": "Nodes", tabIndex: 0 });
  const rows = new Nodes(element, viewer, bones);
  viewer.selection.onChange = (chosen) => rows.mark(chosen);
  // The rows are put into the page first.
  requestAnimationFrame(() => rows.mark(viewer.selection.node));
  return [el("h2", {}, `Nodes (${[grouped(nodes.length), bones.size > 0 ? counted(bones.size, "bone") : ""].filter(Boolean).join(", ")})`), element];
}
