// Messages in the place of the view.

import { counted, el, size } from "./util.js";

/** A package in a few words. @param {import("./tree.js").Node} node @param {Iterable<import("./tree.js").Node>} entries @param {{ open: (one: any) => void, zip: () => void }} on */
export function contents(node, entries, on) {
  const all = [...entries].filter((one) => !one.isFolder);
  const total = all.reduce((sum, one) => sum + one.size, 0);
  const largest = [...all].sort((a, b) => b.size - a.size).slice(0, 12);
  return el("div", { class: "message" }, el("h2", {}, node.name), el("p", {}, `${counted(all.length, "file")}, ${size(total)} unpacked. They are below the package in the list of files.`),
    largest.length ? el("p", { class: "soft" }, "The largest:") : null,
    el("div", { class: "lines" }, ...largest.map((one) => el("div", { class: "line" }, el("button", { class: "quiet", onclick: () => on.open(one) }, one.path.slice(node.path.length + 1)), el("span", { class: "soft" }, size(one.size))))),
    el("p", {}, el("button", { onclick: on.zip }, "Save all as zip")));
}

/** A folder in a few words. @param {import("./tree.js").Node} node @param {import("./tree.js").Node[]} all Its files. @param {{ zip: () => void, check: () => void }} on */
export function folder(node, all, on) {
  const mayZip = all.length > 0 && all.length <= 20_000;
  return el("div", { class: "message" }, el("h2", {}, node.name), el("p", {}, `${counted(all.length, "file")}, ${size(all.reduce((sum, one) => sum + one.size, 0))}`),
    el("p", {}, mayZip ? el("button", { onclick: on.zip }, "Save as zip") : null, " ", el("button", { onclick: on.check }, "Check all")));
}

/** Reports that no file can be read, with a remedy. @param {string} why @param {() => void} again */
export function noLibrary(why, again) {
  const old = typeof WebAssembly !== "object" || typeof DecompressionStream !== "function" ? "This browser is too old: a current Chrome, Edge, Firefox or Safari is needed." : "Check the connection, and that the page's files are complete. If the machine is short of memory, close other tabs.";
  return el("div", { class: "message", role: "alert", id: "no-library" }, el("h2", {}, "The library can't be loaded"), el("p", { class: "bad" }, why), el("p", {}, old),
    el("p", {}, el("button", { onclick: again }, "Try again")));
}
