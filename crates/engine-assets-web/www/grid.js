// A folder or a package as a grid of pictures. Only cells in view exist, and only their pictures are drawn.

import { DRAWN, icon, kindOf, KINDS } from "./kinds.js";
import { el, grouped, shownName, size } from "./util.js";

/** @typedef {import("./tree.js").Node} Node */

/** Size of a cell, and of its picture, in pixels. */
const CELL = { width: 128, height: 152 };
const PICTURE = 112;
/** Pictures that are kept. */
const MOST_KEPT = 2000;
/** Larger files aren't drawn unasked, in bytes. */
const LARGEST_DRAWN = 32 << 20;
const ORDER = Object.keys(KINDS);
/** Backgrounds of pictures that suit the page: white content has to differ from the light one, and dark content from the dark one. */
const BACKGROUNDS = { light: "ccd2db", dark: "2b2f36" };

/** Addresses of drawn pictures by file, entry, size and background; `null` for files that have none. @type {Map<string, string | null>} */
const pictures = new Map();

/** Particles that shine are seen on dark only. @param {Node} node */
const background = (node) => kindOf(node) === "particle" || matchMedia("(prefers-color-scheme: dark)").matches ? BACKGROUNDS.dark : BACKGROUNDS.light;

/** @param {Node} node */
const keyOf = (node) => `${node.file}:${node.entry}:${node.size}:${background(node)}`;

/** By kind, then by name. @param {Iterable<Node>} nodes @returns {Node[]} */
function sorted(nodes) {
  const all = [...nodes].map((node) => ({ node, rank: ORDER.indexOf(kindOf(node)) }));
  const { compare } = new Intl.Collator("en", { numeric: true });
  return all.sort((a, b) => a.rank - b.rank || compare(a.node.name, b.node.name)).map(({ node }) => node);
}

/** @param {string} key @param {string | null} address */
function keep(key, address) {
  pictures.set(key, address);
  if (pictures.size <= MOST_KEPT) return;
  const [[oldest, old]] = pictures;
  if (old) URL.revokeObjectURL(old);
  pictures.delete(oldest);
}

/** Everything below a folder, but for what is in packages there. @param {Node} folder @returns {Generator<Node>} */
function* below(folder) {
  for (const one of folder.children?.values() ?? []) {
    if (one.isFolder && one.children) yield* below(one);
    else yield one;
  }
}

/** All files below a folder by kind. @param {Node} folder @returns {Map<string, Node[]>} */
function byKind(folder) {
  /** @type {Map<string, Node[]>} */
  const found = new Map();
  for (const one of below(folder)) {
    const own = found.get(kindOf(one));
    if (own) own.push(one);
    else found.set(kindOf(one), [one]);
  }
  return found;
}

/** Whether a picture is drawn of a file. @param {Node} node */
const isDrawn = (node) => node.file >= 0 && !node.children && DRAWN.has(kindOf(node)) && node.size <= LARGEST_DRAWN;

/**
 * Buttons for the kinds of files below a folder. If nothing in the folder itself has a picture, the first kind that has is chosen.
 * @param {Node} folder @param {(nodes: Node[]) => void} show
 */
function kinds(folder, show) {
  const all = byKind(folder);
  if (all.size < 2) return null;
  const isEmpty = ![...folder.children?.values() ?? []].some(isDrawn);
  const first = isEmpty ? ORDER.find((name) => all.get(name)?.some(isDrawn)) : undefined;
  if (first) show(all.get(first) ?? []);
  const found = ORDER.filter((name) => all.has(name));
  const button = (/** @type {string} */ label, /** @type {() => Node[]} */ nodes, isChosen = false) => el("button", { "aria-pressed": String(isChosen), onclick: (/** @type {any} */ event) => {
    for (const other of buttons) other.setAttribute("aria-pressed", String(other === event.currentTarget));
    show(nodes());
  } }, label);
  const buttons = [button("This folder", () => [...folder.children?.values() ?? []], first === undefined), ...found.map((name) => button(`${KINDS[name]} ${grouped(all.get(name)?.length ?? 0)}`, () => all.get(name) ?? [], name === first))];
  return el("div", { class: "tools kinds", role: "toolbar", "aria-label": "Kinds of files" }, ...buttons);
}

/**
 * The grid of a folder or a package, and a choice of the kinds of files below it.
 * @param {Node} folder @param {import("./client.js").Client} client @param {(node: Node) => void} open
 */
export function grid(folder, client, open) {
  let nodes = sorted(folder.children?.values() ?? []);
  const space = el("div", { class: "cells", role: "list" });
  const element = el("div", { class: "grid scroll", tabIndex: 0, role: "region", "aria-label": `Files of ${shownName(folder.name || "the page")}`, onscroll: () => draw() }, space);
  /** Cells in view by position. @type {Map<number, HTMLElement>} */
  const cells = new Map();
  let columns = 1, isDrawing = false;

  /** @param {number} index */
  function cell(index) {
    const node = nodes[index];
    const address = pictures.get(keyOf(node));
    const shown = address ? el("img", { src: address, alt: "", width: PICTURE, height: PICTURE }) : icon(kindOf(node));
    const picture = el("span", { class: "cell-picture" }, /** @type {any} */ (shown));
    const title = node.isFolder ? node.path : `${node.path}, ${size(node.size)}`;
    return el("div", { role: "listitem", class: "cell", style: `left:${index % columns * CELL.width}px;top:${Math.floor(index / columns) * CELL.height}px` },
      el("button", { class: "quiet", title, onclick: () => open(node) }, picture, el("span", { class: "name" }, node.name)));
  }

  /** Numbers of the cells that are in view. */
  function range() {
    const first = Math.max(0, Math.floor(element.scrollTop / CELL.height) - 1);
    const last = Math.ceil((element.scrollTop + element.clientHeight) / CELL.height) + 1;
    return { first: first * columns, last: Math.min(nodes.length, last * columns) };
  }

  function draw() {
    const { first, last } = range();
    for (const [index, old] of cells) if (index < first || index >= last) { old.remove(); cells.delete(index); }
    for (let index = first; index < last; index++) {
      if (cells.has(index)) continue;
      const made = cell(index);
      cells.set(index, made);
      space.append(made);
    }
    drawPictures();
  }

  /** Draws the pictures of the cells in view, one after the other, while nothing else is asked for. */
  async function drawPictures() {
    if (isDrawing) return;
    isDrawing = true;
    try {
      for (let next = wanted(); next !== undefined && element.isConnected; next = wanted()) {
        await client.idle(true);
        if (!element.isConnected) break;
        const node = nodes[next], key = keyOf(node);
        const png = await client.call("", "picture", node.file, node.entry, PICTURE * 2, PICTURE * 2, { background: background(node) }).catch(() => null);
        keep(key, png ? URL.createObjectURL(new Blob([png], { type: "image/png" })) : null);
        // Another kind may have been chosen meanwhile.
        const at = nodes[next] === node ? next : nodes.indexOf(node);
        const made = cells.get(at);
        if (made && png) made.replaceWith(cells.set(at, cell(at)).get(at) ?? made);
      }
    } finally {
      isDrawing = false;
    }
  }

  /** The cell whose picture is drawn next: of those that have none yet, the nearest to the middle of the view. */
  function wanted() {
    const { first, last } = range();
    const middle = (element.scrollTop + element.clientHeight / 2) / CELL.height - 0.5;
    let /** @type {number | undefined} */ nearest;
    let least = Infinity;
    for (let index = first; index < last; index++) {
      const node = nodes[index];
      const distance = Math.abs(Math.floor(index / columns) - middle);
      if (distance >= least) continue;
      if (isDrawn(node) && !pictures.has(keyOf(node))) [nearest, least] = [index, distance];
    }
    return nearest;
  }

  function layout() {
    columns = Math.max(1, Math.floor(element.clientWidth / CELL.width));
    space.style.height = `${Math.ceil(nodes.length / columns) * CELL.height}px`;
    for (const old of cells.values()) old.remove();
    cells.clear();
    draw();
  }
  new ResizeObserver(() => { if (element.isConnected && element.clientWidth > 0) layout(); }).observe(element);
  const choice = kinds(folder, (chosen) => {
    nodes = sorted(chosen);
    element.scrollTop = 0;
    layout();
  });
  return [choice, element].filter(Boolean);
}
