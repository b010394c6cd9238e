// A document as a tree of values, which can be changed; changes can be undone.

import { entry, isOn, opposite } from "./entry.js";
import { copy, counted, el, shownName } from "./util.js";

/** Values that are listed at once, and pages that are read to find one. */
const PAGE = 200;
const MOST_PAGES = 100;
/** Letters of a value that can be changed here. */
const LONGEST = 4000;

/** A value of a document; `type` is empty for groups and lists. @typedef {{ name: string, path: string, brief: string, children: number, is_leaf: boolean, type: string, words: string[], default: string | null, is_stored: boolean, read_only: string | null }} Child */
/** What the view asks for. @typedef {{ set: (path: string, text: string) => Promise<void>, reset: (path: string) => Promise<void>, move: (isBack: boolean) => Promise<string | null>, may: () => { undo: boolean, redo: boolean } }} On */

/** The paths of a value and of those that it is in, the outermost first. @param {string} path */
export function wayTo(path) {
  const step = /(?:\\.|[^\\/[\]])+|\[\d+\]/g, way = [];
  while (step.exec(path)) way.push(path.slice(0, step.lastIndex));
  return way;
}

/** A row of the tree. */
class Row {
  /** @param {DocumentView} view @param {Child} child */
  constructor(view, child) {
    this.view = view;
    this.child = child;
    this.below = el("ul", { role: "group", hidden: true });
    this.twist = el("span", { class: "twist", "aria-hidden": "true" }, child.children > 0 && !child.is_leaf ? "▸" : "");
    this.brief = this.shown();
    this.node = el("div", {
      class: "node", role: "treeitem", tabIndex: -1, title: child.path, "aria-expanded": child.is_leaf ? undefined : "false", "data-path": child.path,
      onclick: () => { this.node.focus(); this.toggle(); }, ondblclick: () => child.is_leaf && this.edit(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    }, this.twist, el("span", {}, child.name), this.brief);
    this.element = el("li", { role: "none" }, this.node, this.below);
  }

  /** The value: a switch for what is on or off, otherwise its text. */
  shown() {
    const { brief, type, default: usual, is_stored, read_only } = this.child;
    if (isOn(this.child) !== null && !read_only) {
      return el("input", { type: "checkbox", role: "switch", class: "what", checked: isOn(this.child), tabIndex: -1, "aria-label": shownName(this.child.name), onclick: (/** @type {Event} */ event) => { event.preventDefault(); event.stopPropagation(); this.edit(); } });
    }
    const isDefault = type !== "" && !is_stored && usual !== null;
    return el("span", { class: isDefault ? "what default" : "what", title: isDefault ? "The file doesn't have it: the engine uses this default" : undefined }, brief);
  }

  /** @param {boolean} [isOpen] */
  async toggle(isOpen = this.below.hidden) {
    if (this.child.is_leaf) return;
    if (isOpen && this.below.childElementCount === 0) await this.view.list(this.below, this.child.path);
    this.below.hidden = !isOpen;
    this.twist.textContent = isOpen ? "▾" : "▸";
    this.node.setAttribute("aria-expanded", String(isOpen));
  }

  async edit() {
    const { view, child } = this;
    if (child.read_only) return view.tell(`${child.name}: ${child.read_only}`);
    const old = await view.look.ask("Reading the value", "value", child.path);
    if (old.length > LONGEST) return view.tell("too long to be changed here");
    if (isOn(child) !== null) return this.change(opposite(old)).catch((error) => view.tell(error.message));
    const field = entry(child, old, (text) => this.change(text), () => { field.replaceWith(this.brief); this.node.focus(); });
    this.brief.replaceWith(field);
    field.querySelector("input, select")?.focus();
  }

  /** @param {string} text */
  async change(text) {
    const { view, child } = this;
    await view.on.set(child.path, text);
    await view.refresh(child.path);
    view.tell(`${child.path} changed. Choose Save to get the file`);
  }

  /** Takes the value out of the file. */
  async reset() {
    const { view, child } = this;
    try {
      await view.on.reset(child.path);
      await view.refresh(child.path);
      view.tell(`${child.path} has its default`);
    } catch (error) {
      view.tell(/** @type {any} */ (error).message);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { view, node, below } = this;
    if (event.target !== node || event.ctrlKey || event.metaKey) return;
    const nodes = [...view.tree.querySelectorAll(".node")].filter((one) => one.offsetParent !== null);
    const at = nodes.indexOf(node);
    if (event.key === "ArrowDown") nodes[at + 1]?.focus();
    else if (event.key === "ArrowUp") nodes[at - 1]?.focus();
    else if (event.key === "ArrowRight") below.hidden ? this.toggle(true) : nodes[at + 1]?.focus();
    else if (event.key === "ArrowLeft") below.hidden ? /** @type {any} */ (this.element.parentElement?.closest("li")?.querySelector(".node"))?.focus() : this.toggle(false);
    else if (event.key === "Enter") this.child.is_leaf ? this.edit() : this.toggle();
    else if (event.key === "Delete" && this.child.type !== "" && this.child.default !== null && this.child.is_stored) this.reset();
    else if (event.key === "c") copy(this.child.path, view.said);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

export class DocumentView {
  /** @param {import("./looks.js").Look} look @param {On} on */
  constructor(look, on) {
    this.look = look;
    this.on = on;
    /** Rows that exist, by path. @type {Map<string, Row>} */
    this.rows = new Map();
    /** Reads the next page of a list, by the path of its value. @type {Map<string, () => Promise<void>>} */
    this.next = new Map();
    this.asked = 0;
    this.search = el("input", { type: "search", placeholder: "Search values", "aria-label": "Search in the document", oninput: () => this.filter(this.search.value.trim()) });
    this.said = el("span", { class: "soft", "aria-live": "polite" }, "Enter changes a value, Delete gives it its default, C copies its path");
    this.undo = el("button", { title: "Undo the last change (Ctrl+Z)", onclick: () => this.move(true) }, "Undo");
    this.redo = el("button", { title: "Redo the undone change (Ctrl+Y)", onclick: () => this.move(false) }, "Redo");
    this.tree = el("div", { class: "tree-list", role: "tree", "aria-label": "Document" });
    this.top = el("ul", { role: "none" });
    this.tree.append(this.top);
    const key = (/** @type {KeyboardEvent} */ event) => this.shortcut(event);
    this.elements = [el("div", { class: "tools", onkeydown: key }, this.search, this.undo, this.redo, this.said), el("div", { class: "scroll", onkeydown: key }, this.tree)];
  }

  /** Reads the document, and shows one of its values. @param {string | null} [path] */
  async open(path = null) {
    await this.refresh(path, false);
    return this.elements;
  }

  /** @param {string} text */
  tell(text) {
    this.said.textContent = shownName(text);
  }

  /** @param {KeyboardEvent} event */
  shortcut(event) {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || /** @type {any} */ (event.target).tagName === "INPUT" || key !== "z" && key !== "y") return;
    event.preventDefault();
    this.move(key === "z" && !event.shiftKey);
  }

  /** Undoes or redoes a change. @param {boolean} isBack */
  async move(isBack) {
    const path = await this.on.move(isBack);
    if (path === null) return this.tell(isBack ? "nothing to undo" : "nothing to redo");
    await this.refresh(path);
    this.tell(`${path} ${isBack ? "is as before" : "changed again"}`);
  }

  /** Lists the values below one, in pages. @param {HTMLElement} list @param {string} path */
  async list(list, path, first = 0) {
    const { children, count } = await this.look.ask("Reading the document", "children", path, first, PAGE);
    list.append(...children.map((/** @type {Child} */ child) => this.row(child).element));
    const next = first + children.length;
    this.next.delete(path);
    if (next >= count || children.length === 0) return;
    const more = el("li", { role: "none" }, el("button", { onclick: () => this.next.get(path)?.() }, `${counted(count - next, "more value")}…`));
    list.append(more);
    this.next.set(path, () => { more.remove(); return this.list(list, path, next); });
  }

  /** @param {Child} child */
  row(child) {
    const row = new Row(this, child);
    this.rows.set(child.path, row);
    return row;
  }

  /** Reads everything anew; open values stay open. @param {string | null} path The value to show. */
  async refresh(path, focuses = true) {
    const opened = [...this.rows.values()].filter((row) => !row.below.hidden).map((row) => row.child.path);
    this.rows.clear();
    this.next.clear();
    this.top.replaceChildren();
    this.tree.replaceChildren(this.top);
    this.search.value = "";
    await this.list(this.top, "");
    for (const one of opened) await this.rows.get(one)?.toggle(true);
    const first = this.top.querySelector(".node");
    if (first) first.tabIndex = 0;
    if (path !== null) await this.reveal(path, focuses);
    const { undo, redo } = this.on.may();
    this.undo.disabled = !undo;
    this.redo.disabled = !redo;
  }

  /** Shows a value: unfolds those that it is in. @param {string} path */
  async reveal(path, focuses = true) {
    let above = "";
    /** @type {Row | undefined} */
    let row;
    for (const part of wayTo(path)) {
      for (let page = 0; !this.rows.has(part) && this.next.has(above) && page < MOST_PAGES; page++) await this.next.get(above)?.();
      const found = this.rows.get(part);
      if (!found) break;
      row = found;
      if (part !== path) await row.toggle(true);
      above = part;
    }
    for (const old of this.tree.querySelectorAll(".node.chosen")) old.classList.remove("chosen");
    row?.node.classList.add("chosen");
    if (focuses) row?.node.focus();
    requestAnimationFrame(() => row?.node.scrollIntoView({ block: "center" }));
    return row !== undefined;
  }

  /** Lists the search results with their paths; everything for an empty search. @param {string} wanted */
  async filter(wanted) {
    const own = ++this.asked;
    if (!wanted) return this.tree.replaceChildren(this.top);
    const found = await this.look.ask("Searching the document", "find", wanted, PAGE);
    if (own !== this.asked) return;
    this.tell(found.length < PAGE ? counted(found.length, "value") : `the first ${PAGE} values`);
    const rows = found.map((/** @type {Child} */ child) => new Row(this, { ...child, name: child.path }));
    this.tree.replaceChildren(el("ul", { role: "none" }, ...rows.map((/** @type {Row} */ row) => row.element)));
    if (rows.length > 0) rows[0].node.tabIndex = 0;
  }
}
