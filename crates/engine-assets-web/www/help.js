// Help: what the keys do, and where to read more.

import { el } from "./util.js";

/** What keys do. @type {[string, string][]} */
const KEYS = [["Space", "play and stop"], ["F", "frame the selection or everything"], ["R", "look from the other side"], ["H I A", "hide, isolate, show all"], ["/", "search files"], ["Enter", "open or change"], ["Delete", "close a file"],
  ["Ctrl+Z Ctrl+Y", "undo and redo"], ["Escape", "choose nothing"], ["?", "this help"]];
/** What the mouse does in a scene. @type {[string, string][]} */
const MOUSE = [["Drag", "turn"], ["Right drag", "move"], ["Wheel", "nearer and farther"], ["Click", "choose a part"]];

/** A page of the project. @param {string} path @param {string} label */
const link = (path, label) => el("a", { href: `https://github.com/engine-assets/engine-assets${path ? `/blob/main/${path}` : ""}`, target: "_blank", rel: "noopener" }, label);

export const links = () => el("p", { class: "small" }, link("site/guide/look.md", "Guide"), " · ", link("site/formats.md", "Formats"), " · ", link("site/limits.md", "Limits"), " · ", link("", "Source"));

/** @param {[string, string][]} rows */
const list = (rows) => el("dl", { class: "keys" }, ...rows.flatMap(([key, what]) => [el("dt", {}, ...key.split(" ").map((one) => el("kbd", {}, one))), el("dd", {}, what)]));

export const keys = () => list(KEYS);

/** Shows the help over the page. */
export function showHelp() {
  if (document.getElementById("help")) return;
  const dialog = el("dialog", { id: "help", "aria-label": "Help", onclose: () => dialog.remove(), onclick: (/** @type {Event} */ event) => { if (event.target === dialog) dialog.close(); } },
    el("div", {}, el("h2", {}, "Keys"), keys(), el("h2", {}, "In a scene"), list(MOUSE), links(), el("button", { onclick: () => dialog.close(), autofocus: true }, "Close")));
  document.body.append(dialog);
  dialog.showModal();
}
