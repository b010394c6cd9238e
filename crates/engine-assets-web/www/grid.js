// A folder or a package as a grid of pictures. Only cells in view exist, and only their pictures are drawn.

import { el, icon, kind, shownName, size } from "./util.js";

/** @typedef {import("./tree.js").Node} Node */

/** Size of a cell, and of its picture, in pixels. */
const CELL = { width: 128, height: 148 };
const PICTURE = 112;
/** Pictures that are kept. */
const MOST_KEPT = 2000;
/** Larger files aren't drawn unasked, in bytes. */
const LARGEST_DRAWN = 32 << 20;
/** Kinds that have a picture, and the order of all kinds. */
const DRAWN = new Set(["model", "scene", "material", "texture"]);
const ORDER = ["folder", "scene", "model", "motion", "material", "texture", "package", "document", "code", "font", "file"];

/** Addresses of drawn pictures by file, entry and size; `null` for files that have none. @type {Map<string, string | null>} */
const pictures = new Map();

/** @param {Node} node */
const keyOf = (node) => `${node.file}:${node.entry}:${node.size}`;

/** @param {Node} node */
const kindOf = (node) => node.isFolder && !node.isPackage ? "folder" : kind(node.path);

/** What is directly in a folder: by kind, then by name. @param {Node} folder */
function sorted(folder) {
  const all = [...folder.children?.values() ?? []].map((node) => ({ node, rank: ORDER.indexOf(kindOf(node)) }));
  return all.sort((a, b) => a.rank - b.rank || a.node.name.localeCompare(b.node.name, "en", { numeric: true })).map(({ node }) => node);
}

/** @param {string} key @param {string | null} address */
function keep(key, address) {
  pictures.set(key, address);
  if (pictures.size <= MOST_KEPT) return;
  const [[oldest, old]] = pictures;
  if (old) URL.revokeObjectURL(old);
  pictures.delete(oldest);
}

/**
 * The grid of a folder or a package.
 * @param {Node} folder @param {import("./client.js").Client} client @param {(node: Node) => void} open
 */
export function grid(folder, client, open) {
  const nodes = sorted(folder);
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
    const title = node.isFolder ? node.name : `${node.name}, ${size(node.size)}`;
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
        await client.idle();
        if (!element.isConnected) break;
        const node = nodes[next], key = keyOf(node);
        const png = await client.call("", "picture", node.file, node.entry, PICTURE * 2, PICTURE * 2).catch(() => null);
        keep(key, png ? URL.createObjectURL(new Blob([png], { type: "image/png" })) : null);
        const made = cells.get(next);
        if (made && png) made.replaceWith(cells.set(next, cell(next)).get(next) ?? made);
      }
    } finally {
      isDrawing = false;
    }
  }

  /** The first cell in view whose picture isn't drawn yet. */
  function wanted() {
    const { first, last } = range();
    for (let index = first; index < last; index++) {
      const node = nodes[index];
      const isDrawn = node.file >= 0 && !node.children && DRAWN.has(kindOf(node)) && node.size <= LARGEST_DRAWN;
      if (isDrawn && !pictures.has(keyOf(node))) return index;
    }
    return undefined;
  }

  function layout() {
    columns = Math.max(1, Math.floor(element.clientWidth / CELL.width));
    space.style.height = `${Math.ceil(nodes.length / columns) * CELL.height}px`;
    for (const old of cells.values()) old.remove();
    cells.clear();
    draw();
  }
  new ResizeObserver(() => { if (element.isConnected && element.clientWidth > 0) layout(); }).observe(element);
  return element;
}
