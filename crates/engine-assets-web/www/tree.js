// The tree of files, folders and entries of packages.

import { Rows } from "./rows.js";
import { matcher } from "./search.js";
import { icon, kind, kindOf } from "./kinds.js";
import { base, counted, el, grouped, shownName, size } from "./util.js";

/**
 * A file, a folder or an entry of a package.
 * @typedef {object} Node
 * @property {string} name
 * @property {string} path Whole path; for an entry, the package's path followed by the entry's name.
 * @property {Node | null} parent
 * @property {Map<string, Node> | null} children Of folders and packages.
 * @property {number} file Its number for the worker; -1 for a folder of files.
 * @property {number} entry Its number in the package; -1 for none.
 * @property {number} size
 * @property {boolean} isOpen
 * @property {boolean} isFolder
 * @property {boolean} isPackage
 * @property {string} mark
 * @property {string} format Name of its format, once it was looked at.
 * @property {string} kind What it is, once it was looked at; otherwise its name tells.
 */

/** @param {Partial<Node> & { name: string, path: string, parent: Node | null }} fields @returns {Node} */
const node = (fields) => ({ children: null, file: -1, entry: -1, size: 0, isOpen: false, isFolder: false, isPackage: false, mark: "", format: "", kind: "", ...fields });

/** @extends {Rows<Node>} */
export class Tree extends Rows {
  /**
   * @param {HTMLElement} element
   * @param {HTMLElement} foot
   * @param {{ open: (node: Node) => void, expand: (node: Node) => Promise<void>, close: (node: Node) => void }} on
   */
  constructor(element, foot, on) {
    super(element);
    this.foot = foot;
    this.on = on;
    this.root = node({ name: "", path: "", parent: null, children: new Map(), isFolder: true, isOpen: true });
    /** @type {Node | null} */
    this.chosen = null;
    this.filter = "";
    /** What a search is still waiting for. */
    this.waitsFor = "";
    this.files = 0;
  }

  /** Adds a file, with the folders on the way to it. @param {string} path @param {number} file @param {number} bytes */
  add(path, file, bytes) {
    const known = this.at(path);
    const added = known ?? this.place(this.root, path, "");
    if (known) {
      this.files -= 1;
      Object.assign(known, { mark: "", format: "", kind: "", children: null, isOpen: false });
    }
    Object.assign(added, { file, size: bytes, isPackage: kind(path) === "package" });
    this.files += 1;
    return added;
  }

  /** Takes a file, or all below a folder, out of the tree. Returns the numbers of the files. @param {Node} one */
  remove(one) {
    const below = one.isFolder ? [...this.all(one)].filter((own) => !own.isFolder && own.entry < 0) : [one];
    for (const [key, own] of one.parent?.children ?? []) if (own === one) one.parent?.children?.delete(key);
    // Folders in which nothing is left go too.
    for (let up = one.parent; up && up !== this.root && up.children?.size === 0; up = up.parent) up.parent?.children?.delete(up.name);
    this.files -= below.length;
    this.update();
    return below.map((own) => own.file);
  }

  /** Puts the entries below their package. @param {Node} of @param {{ names: string[], sizes: number[] }} entries */
  fill(of, entries) {
    of.children = new Map();
    of.isPackage = true;
    entries.names.forEach((name, entry) => {
      const added = this.place(of, name, `${of.path}/`);
      Object.assign(added, { file: of.file, entry, size: entries.sizes[entry] });
    });
    of.isOpen = true;
  }

  /** @param {Node} start @param {string} path @param {string} before */
  place(start, path, before) {
    const parts = path.split("/").filter((part) => part !== "");
    let folder = start;
    let way = before;
    for (const part of parts.slice(0, -1)) {
      way += part;
      let next = folder.children?.get(part);
      if (!next?.isFolder) {
        // One or two levels of few things are shown at once.
        next = node({ name: part, path: way, parent: folder, children: new Map(), isFolder: true, file: start.file });
        folder.children?.set(next.name, next);
      }
      folder = next;
      way += "/";
    }
    const name = parts.at(-1) ?? path;
    const added = node({ name, path: before + path, parent: folder });
    // Two entries may have one name.
    let key = name;
    while (folder.children?.has(key)) key += "\u0000";
    folder.children?.set(key, added);
    return added;
  }

  /** The file of a path that isn't in a package. @param {string} path @returns {Node | undefined} */
  at(path) {
    let /** @type {Node | undefined} */ here = this.root;
    for (const part of path.split("/").filter(Boolean)) here = here?.isFolder ? here.children?.get(part) : undefined;
    return here?.isFolder ? undefined : here;
  }

  /** @param {string} path @returns {Node | null} */
  find(path) {
    for (const one of this.all()) if (one.path === path && !one.isFolder) return one;
    return null;
  }

  /** The innermost folder of several files that has all of them; null if some are in no folder, or it is a single file. @param {string[]} paths */
  folderOf(paths) {
    const own = new Set(paths);
    if (own.size < 2) return null;
    let folder = this.root;
    for (;;) {
      const [next] = [...folder.children?.values() ?? []].filter((one) => one.isFolder && !one.isPackage && paths.every((path) => path.startsWith(`${one.path}/`)));
      if (!next) return folder === this.root ? null : folder;
      folder = next;
    }
  }

  /** The file that another one names: in the same package, otherwise anywhere. @param {Node} node @param {string} path */
  named(node, path) {
    let found = null;
    for (const one of this.all()) {
      if (one.isFolder || !(one.path === path || one.path.endsWith(`/${path}`))) continue;
      if (one.file === node.file && node.entry >= 0) return one;
      found ??= one;
    }
    return found;
  }

  /** Other files, those of the same kind first. @param {Node} node */
  alike(node, most = 300) {
    const found = [];
    for (const one of this.all()) if (!one.isFolder && one !== node && (one.entry >= 0 || !one.children)) found.push(one);
    const differs = (/** @type {Node} */ one) => Number(kindOf(one) !== kindOf(node));
    return found.sort((a, b) => differs(a) - differs(b)).slice(0, most);
  }

  /** The file of a path that was added last. @param {string} path */
  last(path) {
    let found = null;
    for (const one of this.all()) if (one.path === path && one.entry < 0 && !one.isFolder && one.file > (found?.file ?? -1)) found = one;
    return found;
  }

  /** All below a node. @param {Node} [of] @returns {Generator<Node>} */
  * all(of = this.root) {
    for (const child of of.children?.values() ?? []) {
      yield child;
      if (child.children) yield* this.all(child);
    }
  }

  /** The content of a folder, in display order. @param {Node} of */
  sorted(of) {
    const order = (/** @type {Node} */ a, /** @type {Node} */ b) =>
      Number(b.isFolder) - Number(a.isFolder) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
    return [...of.children?.values() ?? []].sort(order);
  }

  update() {
    const rows = [];
    if (this.filter) {
      const isWanted = matcher(this.filter);
      for (const one of this.all()) if (!one.isFolder && isWanted(one)) rows.push(one);
    } else {
      const push = (/** @type {Node} */ of) => {
        for (const child of this.sorted(of)) {
          rows.push(child);
          if (child.isOpen && child.children) push(child);
        }
      };
      push(this.root);
    }
    this.list(rows);
    /** Places of nodes in their level, by parent. @type {Map<Node, Map<Node, number>> | null} */
    this.siblings = null;
    const bad = [...this.marked("error")].length;
    const said = this.filter ? [rows.length === 1 ? "1 match" : `${grouped(rows.length)} matches`, this.waitsFor] : [counted(this.files, "file"), bad ? `${bad} with errors` : ""];
    this.foot.textContent = said.filter(Boolean).join(", ");
    this.draw();
  }

  /** @param {string} mark */
  * marked(mark) {
    for (const one of this.all()) if (one.mark === mark) yield one;
  }

  /** @param {Node} one */
  depth(one) {
    let depth = 0;
    for (let up = one.parent; up && up !== this.root; up = up.parent) depth += 1;
    return depth;
  }

  /** The position of a row in its level, and the number of rows. @param {Node} one @param {number} index */
  standing(one, index) {
    if (this.filter) return [index + 1, this.rows.length];
    const siblings = this.siblings ??= new Map();
    const parent = /** @type {Node} */ (one.parent);
    if (!siblings.has(parent)) siblings.set(parent, new Map(this.sorted(parent).map((own, place) => [own, place + 1])));
    const own = siblings.get(parent);
    return [own.get(one) ?? 1, own.size];
  }

  /** @param {Node} one @param {number} index */
  row(one, index) {
    const holds = one.isFolder || one.isPackage;
    const depth = this.filter ? 0 : this.depth(one);
    const folder = this.filter ? one.path.slice(0, one.path.length - base(one.path).length) : "";
    const [place, count] = this.standing(one, index);
    const marks = { error: "has errors", findings: "has findings", edited: "edited", ok: "checked" };
    const marked = marks[/** @type {keyof typeof marks} */ (one.mark)];
    return el("div", {
      ...this.common(index, { depth, place, count }), title: shownName(one.path), "aria-selected": one === this.chosen,
      "aria-expanded": holds ? String(one.isOpen) : undefined,
      onclick: () => { this.current = index; this.choose(one); },
    },
    el("span", { class: "twist", "aria-hidden": "true", onclick: (/** @type {Event} */ event) => { event.stopPropagation(); this.toggle(one); } },
      holds && !this.filter ? one.isOpen ? "▼" : "▶" : ""),
    icon(kindOf(one)),
    el("span", { class: "name" }, shownName(one.name), folder ? el("span", { class: "in" }, ` ${shownName(folder.slice(0, -1))}`) : null),
    marked ? el("span", { class: `mark ${one.mark}`, title: marked, role: "img", "aria-label": marked }) : null,
    one.isFolder ? null : el("span", { class: "size" }, size(one.size)));
  }

  /** @param {Node} one */
  choose(one) {
    this.chosen = one;
    if (one.isFolder) this.toggle(one);
    this.on.open(one);
    this.draw();
  }

  /** Shows a file in the tree. @param {Node} one */
  reveal(one) {
    for (let up = one.parent; up; up = up.parent) up.isOpen = true;
    this.chosen = one;
    this.update();
    this.current = Math.max(0, this.rows.indexOf(one));
    this.show();
  }

  /** @param {Node} one */
  async toggle(one) {
    if (one.isPackage && !one.children) await this.on.expand(one);
    else if (one.children) one.isOpen = !one.isOpen;
    this.update();
  }

  /** @param {Node} one */
  nameOf(one) { return one.name; }

  /** @param {Node} one */
  above(one) { return one.parent === this.root ? null : one.parent; }

  /** @param {Node} one */
  unfolded(one) { return one.children || one.isPackage ? one.isOpen && one.children !== null : undefined; }

  /** @param {KeyboardEvent} event @param {Node} one */
  own(event, one) {
    if (event.key !== "Delete" || one.entry >= 0) return false;
    this.on.close(one);
    return true;
  }
}
