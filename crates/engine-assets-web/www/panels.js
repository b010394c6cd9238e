// The details next to the view: facts, findings, parts of a scene, output formats.

import { brief, words } from "./brief.js";
import { repairSection } from "./repairs.js";
import { copy, counted, download, el, safeName, shownName, stem } from "./util.js";

/** Values of a list that are shown at once. */
const PAGE = 100;

/** @typedef {import("./client.js").Finding} Finding */

/** A value of the summary as a tree. @param {any} value @param {string} key @param {boolean} [open] @returns {HTMLElement} */
function fact(value, key, open = false) {
  const name = el("span", { class: "key" }, words(key));
  if (value === null || typeof value !== "object") {
    return el("li", { "data-key": key }, el("div", {}, name, el("span", {}, value === null ? "–" : value === true ? "yes" : value === false ? "no" : shownName(String(value)))));
  }
  const entries = Array.isArray(value) ? value.map((one, index) => [String(index), one]) : Object.entries(value);
  const isShort = Array.isArray(value) && value.length <= 16 && value.every((one) => typeof one !== "object");
  if (isShort || entries.length === 0) {
    return el("li", { "data-key": key }, el("div", {}, name, el("span", {}, entries.length ? shownName(value.join(", ")) : "none")));
  }
  const list = el("ul", { class: "facts" });
  let shown = 0;
  function more() {
    list.append(...entries.slice(shown, shown + PAGE).map(([key, one]) => fact(one, key)));
    shown += PAGE;
    if (shown < entries.length) {
      const button = el("button", { onclick: () => { button.parentElement.remove(); more(); } }, `${counted(entries.length - shown, "more")}…`.replace("mores", "more"));
      list.append(el("li", {}, button));
    }
  }
  const title = typeof value.name === "string" ? shownName(value.name) : Array.isArray(value) ? counted(entries.length, "item") : "";
  const details = el("details", { open, ontoggle: () => { if (details.open && shown === 0) more(); } }, el("summary", {}, name, el("span", { class: "soft" }, title)), list);
  if (open) more();
  const li = el("li", { "data-key": key }, details);
  // For who looks for a part: it is listed before it is seen.
  li.unfold = () => { if (shown === 0) more(); details.open = true; };
  return li;
}

/**
 * Facts of a file.
 * @param {any} facts @param {(path: string) => void} open Opens a file that is named.
 * @param {(place: { path: string, offset: number }) => void} go Shows bytes.
 */
export function factsPanel(facts, open, go) {
  const { summary, references } = facts;
  const hidden = new Set(["file", "format", "variant", "file_size", "side"]);
  const list = el("ul", { class: "facts" }, ...[["format", `${facts.title} (${facts.variant ?? "?"})`], ["size", `${(facts.file_size ?? 0).toLocaleString("en")} bytes`]]
    .map(([key, value]) => fact(value, key)), ...Object.entries(summary ?? {}).filter(([key]) => !hidden.has(key)).map(([key, value]) => fact(value, key)));
  const said = brief(summary);
  const json = el("pre", { class: "text json", hidden: true, tabIndex: 0, role: "region", "aria-label": "JSON" });
  const button = el("button", { "aria-expanded": "false", onclick: () => {
    json.hidden = !json.hidden;
    if (!json.hidden && !json.textContent) json.textContent = JSON.stringify(summary, null, 2);
    button.setAttribute("aria-expanded", String(!json.hidden));
  } }, "JSON");
  const parts = [said ? el("p", { class: "brief-line" }, said) : null, list, summary ? el("p", {}, button) : null, json].filter(Boolean);
  // The bytecode of a shader is the end of its file.
  const code = facts.format === "urho-shader" ? summary?.bytecode?.data_size : 0;
  if (code) parts.push(el("p", {}, el("button", { onclick: () => go({ path: "bytecode", offset: facts.file_size - code }) }, "Show the bytecode")));
  if (references?.length) {
    const missing = references.filter((/** @type {any} */ one) => !one.found).length;
    parts.push(el("h2", {}, `Referenced files${missing ? `, ${missing} missing` : ""}`), el("div", { class: "lines" }, ...references.slice(0, 500).map((/** @type {any} */ one) =>
      el("div", { class: "line", "data-part": one.part }, el("span", { class: `mark ${one.found ? "ok" : "warning"}`, role: "img", "aria-label": one.found ? "here" : "missing" }),
        el("span", { class: "text" }, one.found ? el("button", { class: "quiet", onclick: () => open(one.found) }, shownName(one.name)) : shownName(one.name), el("span", { class: "soft" }, ` ${one.part}`))))));
  }
  return parts;
}

/** Shows the part of the facts that a finding is about: `vertex buffer 0 > element 3`. @param {HTMLElement} panel @param {string} path */
export function showPart(panel, path) {
  let /** @type {any} */ here = panel.querySelector(".facts");
  let /** @type {any} */ found = null;
  const keys = (/** @type {any} */ list) => [...list?.children ?? []];
  for (const segment of path.split(" > ")) {
    const match = /^(.*?)(?: (\d+))?$/.exec(segment);
    const word = (match?.[1] ?? "").toLowerCase().replaceAll(" ", "_");
    const names = [word, `${word}s`, `${word}es`, word.replace(/x$/, "ices"), word.replace(/y$/, "ies"), segment.toLowerCase()];
    let next = keys(here).find((li) => names.includes(li.dataset.key?.toLowerCase()));
    if (!next) break;
    next.unfold?.();
    if (match?.[2] !== undefined) {
      const item = keys(next.querySelector(":scope > details > .facts")).find((li) => li.dataset.key === match[2]);
      item?.unfold?.();
      next = item ?? next;
    }
    found = next;
    here = next.querySelector(":scope > details > .facts");
  }
  for (const old of panel.querySelectorAll(".flash")) old.classList.remove("flash");
  const at = found?.querySelector("details") ?? found;
  at?.classList.add("flash");
  found?.scrollIntoView({ block: "center" });
  return Boolean(found);
}

/** Shows the referenced file that a finding is about, otherwise the file as a whole. @param {HTMLElement} panel @param {string} path */
export function showAbout(panel, path) {
  const line = [...panel.querySelectorAll(".line[data-part]")].find((one) => one.getAttribute("data-part") === path) ?? panel.querySelector(".facts > li");
  line?.classList.add("flash");
  line?.scrollIntoView({ block: "center" });
}

/** Descriptions of output formats; the library describes the others. */
const OUTPUT_FORMATS = {
  glb: "For Blender, Godot, Unity and other programs: one file", gltf: "The same as JSON, with numbers and pictures in files next to it", "udm-text": "Text that people can read and edit",
  json: "JSON for programs, with the type of each value", "json-plain": "JSON without types", "scene-xml": "Scene as XML", "scene-json": "Scene as JSON", "scene-binary": "Scene in binary, the smallest",
};
/** The most used output formats, in order. */
const LIKELY = ["glb", "png", "udm-text", "json", "scene-xml", "pak"];

/** @param {{ name: string }} outputFormat */
function likely({ name }) {
  const at = LIKELY.indexOf(name);
  return at < 0 ? LIKELY.length : at;
}

/** The output format of the file itself. @param {any} facts */
export const same = (facts) => ({ name: "same", extension: facts.file.split(".").pop() });

/**
 * Output formats of a file.
 * @param {any} facts
 * @param {{ make: (outputFormat: any, options: any) => Promise<void>, compare: (outputFormat: any, options: any) => Promise<void>, repairs: Set<string>, picture: (() => void) | null, drawn: (() => void) | null, own: () => void, edited: boolean }} on
 */
export function savePanel(facts, on) {
  const outputFormats = [...facts.output_formats ?? []].sort((a, b) => likely(a) - likely(b));
  const originals = el("input", { type: "checkbox", id: "originals", checked: true });
  const said = el("p", { class: "soft", "aria-live": "polite" });
  const make = async (/** @type {any} */ outputFormat, /** @type {any} */ more = {}, does = on.make) => {
    said.textContent = "";
    try {
      await does(outputFormat, { originals: originals.checked, repairs: [], ...more });
    } catch (error) {
      said.textContent = /** @type {any} */ (error).message;
    }
  };
  const line = (/** @type {string} */ label, /** @type {string} */ what, /** @type {() => void} */ onclick, /** @type {(() => void) | null} */ compare = null) =>
    el("div", { class: "line" }, el("button", { onclick, style: "min-width:9em" }, label), el("span", { class: "text soft brief", title: what }, what),
      compare ? el("button", { class: "quiet", onclick: compare, title: `Compare the file with its conversion to ${label}`, "aria-label": `Compare with ${label}` }, "Compare") : null);
  const lines = [line(on.edited ? "Edited file" : "The file", on.edited ? "With your changes" : "As it is", on.own)];
  if (on.picture) lines.push(line("Picture", "The current view as PNG", on.picture));
  if (on.drawn) lines.push(line("Drawn picture", "The same on every machine, 1024 × 1024", on.drawn));
  return [
    el("div", { class: "lines" }, ...lines, ...outputFormats.map((/** @type {any} */ outputFormat) => line(outputFormat.name, OUTPUT_FORMATS[/** @type {keyof typeof OUTPUT_FORMATS} */ (outputFormat.name)] ?? outputFormat.description, () => make(outputFormat), () => make(outputFormat, {}, on.compare)))),
    said,
    (facts.output_formats ?? []).some((/** @type {any} */ outputFormat) => outputFormat.name === "glb") ? el("div", { class: "line" }, originals, el("label", { for: "originals" }, "glTF with the original file, which edits go back into")) : null,
    ...repairSection(facts, on.repairs, { save: (repairs) => make(same(facts), { repairs }), compare: (repairs) => make(same(facts), { repairs }, on.compare) }),
  ].filter(Boolean);
}

/** Gives the person files: one as it is, several as a zip. @param {{ name: string, bytes: Uint8Array }[]} files @param {string} name */
export async function give(files, name) {
  if (files.length === 1) return download(files[0].name, /** @type {any} */ (files[0].bytes));
  const { downloadZip } = await import("client-zip");
  const blob = await downloadZip(files.map((file) => ({ name: file.name, input: file.bytes }))).blob();
  download(`${safeName(stem(name))}.zip`, blob);
}

export { copy };
