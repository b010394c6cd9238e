// How a value is entered: a list of words, or a line of text with what is wrong beside it.

import { el, shownName } from "./util.js";

/** @typedef {import("./document.js").Child} Child */

/** Whether a value is on; `null` for values that are neither on nor off. @param {Child} child */
export function isOn(child) {
  if (!child.is_leaf || !/^bool/i.test(child.type)) return null;
  return /(^|\s)(true|1)$/.test(child.brief);
}

/** The other one of two words. @param {string} text */
export const opposite = (text) => ({ true: "false", false: "true", 1: "0", 0: "1" })[text] ?? text;

/**
 * A field that takes the place of a value. Its errors are beside it.
 * @param {Child} child @param {string} old @param {(text: string) => Promise<void>} change @param {() => void} leave
 */
export function entry(child, old, change, leave) {
  const label = `Value of ${shownName(child.name)}`;
  const wrong = el("span", { class: "wrong", role: "alert" });
  const take = async () => {
    try {
      await change(field.value);
    } catch (error) {
      field.setAttribute("aria-invalid", "true");
      wrong.textContent = /** @type {any} */ (error).message;
    }
  };
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    event.stopPropagation();
    if (event.key === "Escape") leave();
    if (event.key === "Enter") take();
  };
  const words = child.words.length > 0 && !child.words.includes(old) ? [old, ...child.words] : child.words;
  const field = words.length > 0
    ? el("select", { "aria-label": label, onkeydown, onchange: take }, ...words.map((word) => el("option", { selected: word === old }, word)))
    : el("input", { type: "text", value: old, "aria-label": label, title: child.type, onkeydown });
  return el("span", { class: "entry", onclick: (/** @type {Event} */ event) => event.stopPropagation(), ondblclick: (/** @type {Event} */ event) => event.stopPropagation() }, field, wrong);
}
