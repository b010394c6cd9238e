// The details next to the view: facts, findings, parts of a scene, output formats.

import { brief, words } from "./brief.js";
import { first } from "./first.js";
import { motionSection } from "./motion.js";
import { repairSection } from "./repairs.js";
import { brokenPath, copy, counted, download, el, safeName, shownName, stem } from "./util.js";

/** Values of a list that are shown at once. */
const PAGE = 100;
/** Files that are listed as used or as users. */
const MOST_NAMED = 500;

/** How many files aren't listed. @param {any[]} list */
const unlisted = (list) => list.length > MOST_NAMED ? [el("p", { class: "soft" }, `and ${counted(list.length - MOST_NAMED, "more file")}`)] : [];

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
 * @param {any} facts @param {import("./uses.js").User[]} users @param {(path: string) => void} open Opens a file that is named.
 * @param {(place: { path: string, offset: number }) => void} go Shows bytes.
 * @param {{ name: string, size: number }[]} entries The files in a package.
 */
export function factsPanel(facts, users, open, go, entries) {
  const { summary, references } = facts;
  const hidden = new Set(["file", "format", "variant", "file_size", "side"]);
  const list = el("ul", { class: "facts" }, ...[["format", `${facts.title} (${facts.variant ?? "?"})`], ["size", `${(facts.file_size ?? 0).toLocaleString("en")} bytes`]]
    .map(([key, value]) => fact(value, key)), ...Object.entries(summary ?? {}).filter(([key]) => !hidden.has(key)).map(([key, value]) => fact(value, key)));
  const told = first(facts, open, entries);
  const said = told.childElementCount > 0 ? "" : brief(summary);
  const json = el("pre", { class: "text json", hidden: true, tabIndex: 0, role: "region", "aria-label": "JSON" });
  const button = el("button", { "aria-expanded": "false", onclick: () => {
    json.hidden = !json.hidden;
    if (!json.hidden && !json.textContent) json.textContent = JSON.stringify(summary, null, 2);
    button.setAttribute("aria-expanded", String(!json.hidden));
  } }, "JSON");
  const dump = el("details", { class: "dump", open: !facts.shows?.scene && told.childElementCount === 0 }, el("summary", {}, "All values of the file"), list, ...summary ? [el("p", {}, button)] : [], json);
  const parts = [said ? el("p", { class: "brief-line" }, said) : null, told, dump].filter(Boolean);
  // The bytecode of a shader is the end of its file.
  const code = facts.format === "urho-shader" ? summary?.bytecode?.data_size : 0;
  if (code) parts.push(el("p", {}, el("button", { onclick: () => go({ path: "bytecode", offset: facts.file_size - code }) }, "Show the bytecode")));
  const row = (/** @type {string | null} */ found, /** @type {string} */ name, /** @type {{ part: string, place: string }} */ { part, place }, isUser = false) =>
    el("div", { class: "line", "data-part": isUser ? undefined : part }, el("span", { class: `mark ${found ? "ok" : "warning"}`, role: "img", "aria-label": found ? "here" : "missing" }),
      el("span", { class: "text" }, found ? el("button", { class: "quiet", onclick: () => open(found) }, ...brokenPath(name)) : el("span", {}, ...brokenPath(name)), el("span", { class: "soft" }, ` ${place}`)));
  if (references?.length) {
    const missing = references.filter((/** @type {any} */ one) => !one.found).length;
    parts.push(el("h2", {}, `Uses${missing ? `, ${missing} missing` : ""}`), el("div", { class: "lines" }, ...references.slice(0, MOST_NAMED).map((/** @type {any} */ one) => row(one.found, one.name, one))), ...unlisted(references));
  }
  if (users.length > 0) parts.push(el("h2", {}, "Used by"), el("div", { class: "lines" }, ...users.slice(0, MOST_NAMED).map(({ path, part }) => row(path, path, { part, place: part }, true))), ...unlisted(users));
  return parts;
}

/** Shows the part of the facts that a finding is about: `vertex buffer 0 > element 3`. @param {HTMLElement} panel @param {string} path */
export function showPart(panel, path) {
  const dump = panel.querySelector("details.dump");
  if (dump instanceof HTMLDetailsElement) dump.open = true;
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
  const dump = line?.closest("details.dump");
  if (dump instanceof HTMLDetailsElement) dump.open = true;
  line?.classList.add("flash");
  line?.scrollIntoView({ block: "center" });
}

/** Descriptions of output formats; the library describes the others. */
const OUTPUT_FORMATS = {
  glb: "Everything in one file", gltf: "The same as JSON, with numbers and pictures in files next to it", "udm-text": "Text that people can read and edit",
  json: "JSON for programs, with the type of each value", "json-plain": "JSON without types", "scene-xml": "Scene as XML", "scene-json": "Scene as JSON", "scene-binary": "Scene in binary, the smallest",
};
/** What output formats are for, in the order of the list. @type {[string, RegExp][]} */
const PURPOSES = [
  ["For Blender, Godot, Unity and other programs", /^(glb|gltf)$/],
  ["As a picture", /^(png|dds|webp)$/],
  ["For rbfx", /^(umd3|uan2|archive-.*|rpak|rlz4)$/],
  ["For Urho3D and U3D", /^(mdl|umdl|umd2|ani|uani|xml|binary|scene-.*|pak|upak|ulz4)$/],
  ["For Atomic", /^amd/],
  ["For Pragma", /^p(mdl|mat|map|anima)/],
  ["For ZED", /^zed/],
  ["As text, or binary again", /./],
];

/** The output formats of a file by purpose; those without any are left out. @param {any[]} outputFormats @returns {[string, any[]][]} */
function byPurpose(outputFormats) {
  const purpose = (/** @type {{ name: string }} */ { name }) => PURPOSES.findIndex(([, names]) => names.test(name));
  const groups = PURPOSES.map(([title], index) => /** @type {[string, any[]]} */ ([title, outputFormats.filter((one) => purpose(one) === index)]));
  return groups.filter(([, own]) => own.length > 0);
}

/** The output format of the file itself. @param {any} facts */
export const same = (facts) => ({ name: "same", extension: facts.file.split(".").pop() });

/**
 * Output formats of a file.
 * @param {any} facts
 * @param {{ make: (outputFormat: any, options: any) => Promise<void>, compare: (outputFormat: any, options: any) => Promise<void>, repairs: Set<string>, picture: (() => void) | null, drawn: (() => void) | null, own: () => void, edited: boolean, clips: import("./motion.js").Clip[] }} on
 */
export function savePanel(facts, on) {
  const originals = el("input", { type: "checkbox", id: "originals", checked: true });
  const said = el("p", { class: "soft", "aria-live": "polite" });
  const motion = motionSection(on.clips);
  const make = async (/** @type {any} */ outputFormat, /** @type {any} */ more = {}, does = on.make) => {
    said.textContent = "";
    try {
      await does(outputFormat, { originals: originals.checked, repairs: [], ...motion.chosen(), ...more });
    } catch (error) {
      said.textContent = /** @type {any} */ (error).message;
      said.scrollIntoView({ block: "nearest" });
    }
  };
  const line = (/** @type {string} */ label, /** @type {string} */ what, /** @type {() => void} */ onclick, /** @type {(() => void) | null} */ compare = null) =>
    el("div", { class: "line" }, el("button", { onclick, style: "min-width:9em" }, label), el("span", { class: "text soft brief", title: what }, what),
      compare ? el("button", { class: "quiet", onclick: compare, title: `Compare the file with its conversion to ${label}`, "aria-label": `Compare with ${label}` }, "Compare") : null);
  const lines = [line(on.edited ? "Edited file" : "The file", on.edited ? "With your changes" : "As it is", on.own)];
  if (on.picture) lines.push(line("Picture", "The current view as PNG", on.picture));
  if (on.drawn) lines.push(line("Drawn picture", "The same on every machine, 1024 × 1024", on.drawn));
  return [
    el("div", { class: "lines" }, ...lines),
    motion.element,
    (facts.output_formats ?? []).some((/** @type {any} */ outputFormat) => outputFormat.name === "glb") ? el("div", { role: "group", "aria-labelledby": "to-gltf" }, el("h2", { id: "to-gltf" }, "To glTF"), el("div", { class: "line" }, originals, el("label", { for: "originals" }, "With the original file, which edits go back into"))) : null,
    said,
    ...byPurpose(facts.output_formats ?? []).flatMap(([title, own]) => [el("h2", {}, title), el("div", { class: "lines" }, ...own.map((outputFormat) =>
      line(outputFormat.name, OUTPUT_FORMATS[/** @type {keyof typeof OUTPUT_FORMATS} */ (outputFormat.name)] ?? outputFormat.description, () => make(outputFormat), () => make(outputFormat, {}, on.compare))))]),
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
