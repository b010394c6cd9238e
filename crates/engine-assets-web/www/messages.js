// Messages in the place of the view.

import { counted, el, size } from "./util.js";

/** A package in a few words, above its files. @param {import("./tree.js").Node} node @param {Iterable<import("./tree.js").Node>} entries @param {{ zip: () => void }} on */
export function contents(node, entries, on) {
  const all = [...entries].filter((one) => !one.isFolder);
  return about(node.name, `${counted(all.length, "file")}, ${size(all.reduce((sum, one) => sum + one.size, 0))} unpacked`, el("button", { onclick: on.zip }, "Save all as zip"));
}

/** A folder in a few words, above its files. @param {import("./tree.js").Node} node @param {import("./tree.js").Node[]} all Its files. @param {{ zip: () => void, check: () => void }} on */
export function folder(node, all, on) {
  const mayZip = all.length > 0 && all.length <= 20_000;
  return about(node.name, `${counted(all.length, "file")}, ${size(all.reduce((sum, one) => sum + one.size, 0))}`, mayZip ? el("button", { onclick: on.zip }, "Save as zip") : null, el("button", { onclick: on.check }, "Check all"));
}

/** @param {string} name @param {string} what @param {...any} buttons */
const about = (name, what, ...buttons) => el("div", { class: "tools about" }, el("h2", {}, name), el("span", { class: "soft" }, what), el("span", { class: "grow" }), ...buttons);

/** Reports that no file can be read, with a remedy. @param {string} why @param {() => void} again */
export function noLibrary(why, again) {
  const old = typeof WebAssembly !== "object" || typeof DecompressionStream !== "function" ? "This browser is too old: a current Chrome, Edge, Firefox or Safari is needed." : "Check the connection, and that the page's files are complete. If the machine is short of memory, close other tabs.";
  return el("div", { class: "message", role: "alert", id: "no-library" }, el("h2", {}, "The library can't be loaded"), el("p", { class: "bad" }, why), el("p", {}, old),
    el("p", {}, el("button", { onclick: again }, "Try again")));
}

/** Says that a file is none that is known, which is nothing to worry about. @param {() => void} bytes */
export const unknown = (bytes) => el("div", { class: "message" }, el("h2", {}, "Unknown file format"), el("p", {}, "This isn't a file that engine-assets knows: nothing is checked or shown but its bytes."), el("p", {}, el("button", { onclick: bytes }, "Show the bytes")));

/** Whether a file was dropped without the files that it needs. @param {import("./tree.js").Node} node @param {any} facts @param {number} files How many files are open. */
export const isAlone = (node, facts, files) => node.entry < 0 && !node.path.includes("/") && /model|mdl|scene|map/.test(facts.format) && !/gltf/.test(facts.format)
  && (facts.references ?? []).every((/** @type {any} */ one) => !one.found) && files === 1;
