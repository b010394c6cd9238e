// What stands beside the view: facts, findings, parts of a scene, what can be made of a file.

import { copy, counted, download, el, safeName, stem } from "./util.js";

/** Values of a list that are shown at once. */
const PAGE = 100;

/** @typedef {import("./client.js").Finding} Finding */

/** A value of the summary as a tree. @param {any} value @param {string} key @param {boolean} [open] @returns {HTMLElement} */
function fact(value, key, open = false) {
  const name = el("span", { class: "key" }, key);
  if (value === null || typeof value !== "object") {
    return el("li", { "data-key": key }, el("div", {}, name, el("span", {}, value === null ? "–" : String(value))));
  }
  const entries = Array.isArray(value) ? value.map((one, index) => [String(index), one]) : Object.entries(value);
  const isShort = Array.isArray(value) && value.length <= 16 && value.every((one) => typeof one !== "object");
  if (isShort || entries.length === 0) {
    return el("li", { "data-key": key }, el("div", {}, name, el("span", {}, entries.length ? value.join(", ") : "none")));
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
  const title = typeof value.name === "string" ? value.name : Array.isArray(value) ? counted(entries.length, "item") : "";
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
  const parts = [list];
  // The bytecode of a shader is the end of its file.
  const code = facts.format === "urho-shader" ? summary?.bytecode?.data_size : 0;
  if (code) parts.push(el("p", {}, el("button", { onclick: () => go({ path: "bytecode", offset: facts.file_size - code }) }, "Show the bytecode")));
  if (references?.length) {
    const missing = references.filter((/** @type {any} */ one) => !one.found).length;
    parts.push(el("h2", {}, `Files that it names${missing ? `, ${missing} not here` : ""}`), el("div", { class: "lines" }, ...references.slice(0, 500).map((/** @type {any} */ one) =>
      el("div", { class: "line" }, el("span", { class: `mark ${one.found ? "ok" : "warning"}`, role: "img", "aria-label": one.found ? "here" : "not here" }),
        el("span", { class: "text" }, one.found ? el("button", { class: "quiet", onclick: () => open(one.found) }, one.name) : one.name, el("span", { class: "soft" }, ` ${one.part}`))))));
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

/** Findings; a click leads to the part and the bytes. @param {Finding[]} findings @param {(finding: Finding) => void} go @param {(() => void) | null} checkAll */
export function findingsPanel(findings, go, checkAll) {
  const order = { error: 0, warning: 1, note: 2 };
  const rank = (/** @type {Finding} */ one) => order[/** @type {keyof typeof order} */ (one.severity)] ?? 3;
  const shown = [...findings].sort((a, b) => rank(a) - rank(b)).slice(0, 1000);
  const list = shown.map((one) => el("button", { class: `finding ${one.severity}`, onclick: () => go(one) },
    el("span", { class: `badge ${one.severity}` }, one.severity), " ",
    el("span", { class: "path" }, [one.path, one.offset === null ? "" : `byte 0x${one.offset.toString(16)}`].filter(Boolean).join(", ")),
    el("span", { class: "said" }, one.message)));
  return [
    findings.length === 0 ? el("p", {}, el("span", { class: "badge ok" }, "Nothing unusual was found.")) : null,
    ...list,
    findings.length > shown.length ? el("p", { class: "soft" }, `and ${counted(findings.length - shown.length, "more finding")}`) : null,
    checkAll ? el("p", {}, el("button", { onclick: checkAll }, "Check everything inside")) : null,
  ].filter(Boolean);
}

/** Parts of a scene. @param {import("./viewer.js").Viewer} viewer */
export function partsPanel(viewer) {
  const parts = [];
  const gltf = viewer.shown;
  const moving = [...viewer.meshes, ...viewer.lines].filter((mesh) => mesh.morphTargetInfluences?.length);
  if (moving.length > 0) {
    parts.push(el("h2", {}, "Morphs"));
    const names = new Set(moving.flatMap((mesh) => Object.keys(mesh.morphTargetDictionary ?? {})));
    parts.push(el("div", { class: "lines" }, ...[...names].slice(0, 300).map((name, index) => {
      const value = el("output", { class: "soft" }, "0.00");
      const slide = el("input", { type: "range", min: "0", max: "1", step: "0.01", value: "0", id: `morph-${index}`, oninput: () => {
        for (const mesh of moving) {
          const at = mesh.morphTargetDictionary?.[name];
          if (at !== undefined && mesh.morphTargetInfluences) mesh.morphTargetInfluences[at] = Number(slide.value);
        }
        value.textContent = Number(slide.value).toFixed(2);
        viewer.request();
      } });
      return el("div", { class: "line" }, el("label", { for: `morph-${index}`, class: "text" }, name), slide, value);
    })));
  }
  const json = gltf?.parser.json ?? {};
  if (json.materials?.length) {
    parts.push(el("h2", {}, `Materials (${json.materials.length})`), el("div", { class: "lines" }, ...json.materials.slice(0, 300).map((/** @type {any} */ material) => {
      const look = material.pbrMetallicRoughness ?? {};
      const color = (look.baseColorFactor ?? [1, 1, 1]).slice(0, 3).map((/** @type {number} */ one) => Math.round(255 * Math.min(1, Math.max(0, one)) ** (1 / 2.2)));
      const what = [look.baseColorTexture ? "color" : "", material.normalTexture ? "normals" : "", look.metallicRoughnessTexture ? "roughness" : "",
        material.emissiveTexture ? "emission" : "", material.occlusionTexture ? "occlusion" : ""].filter(Boolean).join(", ");
      return el("div", { class: "line" }, el("span", { class: "swatch", style: `background:rgb(${color.join(" ")})` }),
        el("span", { class: "text" }, material.name || "unnamed", el("span", { class: "soft" }, what ? ` textures: ${what}` : " no textures")));
    })));
  }
  const nodes = json.nodes ?? [];
  const bones = new Set((json.skins ?? []).flatMap((/** @type {any} */ skin) => skin.joints));
  const roots = json.scenes?.[json.scene ?? 0]?.nodes ?? [];
  let count = 0;
  const branch = (/** @type {number} */ index, /** @type {number} */ depth) => {
    if (depth > 60 || count++ > 3000) return null;
    const node = nodes[index] ?? {};
    const what = [bones.has(index) ? "bone" : "", node.mesh !== undefined ? "mesh" : "", node.camera !== undefined ? "camera" : "", node.extensions?.KHR_lights_punctual ? "light" : ""].filter(Boolean).join(", ");
    const name = el("span", {}, node.name || `node ${index}`);
    const children = (node.children ?? []).map((/** @type {number} */ child) => branch(child, depth + 1)).filter(Boolean);
    if (children.length === 0) return el("li", {}, el("div", {}, name, el("span", { class: "soft" }, what)));
    return el("li", {}, el("details", { open: depth < 3 }, el("summary", {}, name, el("span", { class: "soft" }, what)), el("ul", { class: "facts" }, ...children)));
  };
  if (nodes.length > 0) parts.push(el("h2", {}, `Nodes (${nodes.length}, ${counted(bones.size, "bone")})`), el("ul", { class: "facts" }, ...roots.map((/** @type {number} */ root) => branch(root, 0)).filter(Boolean)));
  return parts;
}

/**
 * What can be made of a file.
 * @param {any} facts
 * @param {{ make: (goal: any, options: any) => Promise<void>, picture: (() => void) | null, drawn: (() => void) | null, own: () => void, edited: boolean }} on
 */
export function savePanel(facts, on) {
  const exact = el("input", { type: "checkbox", id: "exact" });
  const repairs = (facts.repairs ?? []).map((/** @type {any} */ repair) => ({ repair, box: el("input", { type: "checkbox", id: `repair-${repair.name}` }) }));
  const said = el("p", { class: "soft", "aria-live": "polite" });
  const chosen = () => repairs.filter((/** @type {any} */ one) => one.box.checked).map((/** @type {any} */ one) => one.repair.name);
  const make = async (/** @type {any} */ goal) => {
    said.textContent = "";
    try {
      await on.make(goal, { exact: exact.checked, repairs: chosen() });
    } catch (error) {
      said.textContent = /** @type {any} */ (error).message;
    }
  };
  const line = (/** @type {string} */ label, /** @type {string} */ what, /** @type {() => void} */ onclick) =>
    el("div", { class: "line" }, el("button", { onclick, style: "min-width:9em" }, label), el("span", { class: "text soft brief", title: what }, what));
  const lines = [line(on.edited ? "Edited file" : "The file", on.edited ? "With what you changed" : "As it is", on.own)];
  if (on.picture) lines.push(line("Picture", "What is shown, as png", on.picture));
  if (on.drawn) lines.push(line("Drawn picture", "The same on every machine, 1024 × 1024", on.drawn));
  return [
    el("div", { class: "lines" }, ...lines, ...(facts.goals ?? []).map((/** @type {any} */ goal) => line(goal.name, goal.description, () => make(goal)))),
    said,
    (facts.goals ?? []).some((/** @type {any} */ goal) => goal.name === "glb") ? el("div", { class: "line" }, exact, el("label", { for: "exact" }, "glTF with everything that leads back to the same bytes")) : null,
    repairs.length ? el("h2", {}, "Repairs, for all of these") : null,
    el("div", { class: "lines" }, ...repairs.map(({ repair, box }) => el("div", { class: "line" }, box, el("label", { for: box.id, class: "text" }, repair.name, el("span", { class: "soft" }, ` ${repair.description}`))))),
    repairs.length ? el("p", {}, el("button", { onclick: () => make({ name: "same", extension: facts.file.split(".").pop() }) }, "Repaired file")) : null,
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
