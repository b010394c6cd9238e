// A tree as a list in which only visible rows exist.

import { el } from "./util.js";

/** Height of a row in pixels. */
const ROW = 24;
/** Milliseconds between two letters of a typed name. */
const TYPING = 700;

/** @template T Items of the rows. */
export class Rows {
  /** @param {HTMLElement} element An element with the role `tree`; the ids of rows begin with its own. */
  constructor(element) {
    this.element = element;
    /** @type {T[]} */
    this.rows = [];
    this.current = 0;
    this.typed = "";
    this.typedAt = -Infinity;
    this.space = el("div", { role: "presentation" });
    element.append(this.space);
    element.addEventListener("scroll", () => this.draw());
    element.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(element);
  }

  /** The row of an item. @param {T} item @param {number} index @returns {HTMLElement} */
  row(item, index) { throw new Error(`no row for ${item} at ${index}`); }

  /** The name that typed letters find. @param {T} item @returns {string} */
  nameOf(item) { return String(item); }

  /** The item above, if it has a row. @param {T} item @returns {T | null} */
  above(item) { return item && null; }

  /** Whether the items below an item are shown; undefined if it can have none. @param {T} item @returns {boolean | undefined} */
  unfolded(item) { return item && undefined; }

  /** Shows or hides the items below an item. @param {T} item */
  toggle(item) { void item; }

  /** @param {T} item */
  choose(item) { void item; }

  /** Handles other keys; returns whether one was. @param {KeyboardEvent} event @param {T} item @returns {boolean} */
  own(event, item) { return Boolean(event && item) && false; }

  /** Properties that every row has: its place in the list, in its tree and in its level. @param {number} index @param {{ depth: number, place: number, count: number }} at */
  common(index, { depth, place, count }) {
    return {
      class: index === this.current ? "row current" : "row", role: "treeitem", id: `${this.element.id}-${index}`, style: `top:${index * ROW}px;padding-left:${6 + depth * 13}px`,
      "aria-level": depth + 1, "aria-setsize": count, "aria-posinset": place,
    };
  }

  /** Shows other rows. @param {T[]} rows */
  list(rows) {
    this.rows = rows;
    this.space.style.height = `${rows.length * ROW}px`;
    this.current = Math.max(0, Math.min(this.current, rows.length - 1));
  }

  draw() {
    const first = Math.max(0, Math.floor(this.element.scrollTop / ROW) - 4);
    const last = Math.min(this.rows.length, first + Math.ceil(this.element.clientHeight / ROW) + 9);
    const shown = [];
    for (let index = first; index < last; index++) shown.push(this.row(this.rows[index], index));
    this.space.replaceChildren(...shown);
    const isSeen = this.rows.length > 0 && this.current >= first && this.current < last;
    if (isSeen) this.element.setAttribute("aria-activedescendant", `${this.element.id}-${this.current}`);
    else this.element.removeAttribute("aria-activedescendant");
  }

  /** Scrolls to the current row. */
  show() {
    const top = this.current * ROW;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (top + ROW > this.element.scrollTop + this.element.clientHeight) this.element.scrollTop = top + ROW - this.element.clientHeight;
    this.draw();
  }

  /** Whether a letter belongs to those before it. */
  isTyping() { return performance.now() - this.typedAt < TYPING; }

  /** Selects the next row that begins with the typed letters. @param {string} letter */
  jump(letter) {
    this.typed = (this.isTyping() ? this.typed : "") + letter.toLowerCase();
    this.typedAt = performance.now();
    const from = this.typed.length > 1 ? this.current : this.current + 1;
    for (let step = 0; step < this.rows.length; step++) {
      const at = (from + step) % this.rows.length;
      if (!this.nameOf(this.rows[at]).toLowerCase().startsWith(this.typed)) continue;
      this.current = at;
      return;
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const one = this.rows[this.current];
    if (this.rows.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / ROW) - 1);
    const last = this.rows.length - 1;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -last, End: last };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    const isOpen = this.unfolded(one);
    const above = this.above(one);
    if (step !== undefined) this.current = Math.max(0, Math.min(last, this.current + step));
    else if (event.key === "ArrowRight" && isOpen !== undefined) isOpen ? this.current = Math.min(last, this.current + 1) : this.toggle(one);
    else if (event.key === "ArrowLeft") {
      if (isOpen) this.toggle(one);
      else if (above !== null) this.current = Math.max(0, this.rows.indexOf(above));
    } else if (event.key === "Enter") this.choose(one);
    else if (this.own(event, one)) void 0;
    else if (event.key.length === 1 && event.key !== "/" && (event.key !== " " || this.isTyping())) this.jump(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.show();
  }
}
