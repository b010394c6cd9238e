// What people ask first about a file that is no model and no scene: colours and textures of a material, how long an animation is, how many particles there are.

import { brokenPath, counted, el, grouped, size } from "./util.js";

/** Names that are listed at once; all values of the file have the rest. */
const MOST = 24;

/** A row: its title, and what it says. Without the second, there is no row. @typedef {[string, any]} Row */

/** @param {any} value */
const isNumber = (value) => value !== undefined && value !== "" && Number.isFinite(Number(value));

/** A number with at most three digits after the point. @param {any} value */
const short = (value) => Number(Number(value).toFixed(3)).toLocaleString("en", { maximumFractionDigits: 3 });

/** A range in one word, if both ends are equal. @param {any} least @param {any} most @param {string} [unit] */
const range = (least, most, unit = "") => !isNumber(least ?? most) ? null : `${short(least ?? most) === short(most ?? least) ? short(least ?? most) : `${short(least ?? most)} to ${short(most ?? least)}`}${unit}`;

/** @param {any} least @param {any} most */
const seconds = (least, most = least) => range(least, most, " s");

/** A colour as a swatch beside its numbers. @param {any} text Numbers from 0 to 1 in sRGB, with spaces. */
function colour(text) {
  const parts = String(text ?? "").trim().split(/\s+/).map(Number);
  if (parts.length < 3 || !parts.every(Number.isFinite)) return null;
  const [red, green, blue] = parts.map((part) => Math.round(255 * Math.min(1, Math.max(0, part))));
  const label = parts.map(short).join(" ");
  return el("span", { class: "with-swatch" }, el("span", { class: "swatch", style: `background:rgb(${red} ${green} ${blue})` }), label);
}

/** Names as chips. @param {any[]} names @param {(name: string) => any} [chip] */
function chips(names, chip = (name) => el("span", { class: "chip plain" }, name)) {
  if (names.length === 0) return null;
  const more = names.length > MOST ? [el("span", { class: "soft" }, `and ${grouped(names.length - MOST)} more`)] : [];
  return el("span", { class: "chips" }, ...names.slice(0, MOST).map(chip), ...more);
}

/** Names that are there several times, most often first: `prop_physics × 2`. @param {Record<string, number>} counts */
const often = (counts) => chips(Object.entries(counts).sort((a, b) => b[1] - a[1]).map(([name, count]) => count === 1 ? name : `${name} × ${grouped(count)}`));

/** What a material's parameters are called. @type {[RegExp, string][]} */
const PARAMETERS = [[/^MatDiffColor$/, "Colour"], [/^MatSpecColor$/, "Specular"], [/^MatEmissiveColor$/, "Emission"], [/^MatEnvMapColor$/, "Reflection"], [/^Roughness$/, "Roughness"], [/^Metallic$/, "Metalness"]];

/** @param {any} summary @param {(name: string, label?: string) => any} link @returns {Row[]} */
function material(summary, link) {
  const rows = PARAMETERS.flatMap(([pattern, title]) => {
    const found = (summary.parameters ?? []).find((/** @type {any} */ one) => pattern.test(one.name));
    if (!found) return [];
    const /** @type {Row} */ row = [title, /Color/.test(found.name) ? colour(found.value) : short(found.value)];
    return [row];
  });
  const textures = (summary.textures ?? []).map((/** @type {any} */ one) => link(one.name, one.unit));
  const techniques = (summary.techniques ?? []).map((/** @type {any} */ one) => link(one.name));
  return [...rows, ["Textures", textures.length > 0 ? el("span", { class: "stacked" }, ...textures) : "none"], [techniques.length === 1 ? "Technique" : "Techniques", el("span", { class: "stacked" }, ...techniques)], ["Shader", summary.shader]];
}

/** @param {any} summary @param {(name: string, label?: string) => any} link @returns {Row[]} */
function pragmaMaterial({ material }, link) {
  const textures = Object.entries(material?.textures ?? {}).map(([slot, name]) => link(String(name), slot));
  const values = Object.entries(material?.property_values ?? {}).filter(([, value]) => typeof value !== "object").slice(0, 8);
  return [["Shader", material?.shader], ["Based on", material?.base_material && link(material.base_material)], ["Textures", textures.length > 0 ? el("span", { class: "stacked" }, ...textures) : "none"],
    ...values.map(([name, value]) => /** @type {Row} */ ([name, String(value)]))];
}

/** @param {any} summary @returns {Row[]} */
function technique({ shader, passes = [] }) {
  const pass = (/** @type {any} */ one) => el("span", {}, one.name, el("span", { class: "soft" }, ` ${[one.shader === shader ? "" : one.shader, one.blend && one.blend !== "replace" ? `blend ${one.blend}` : ""].filter(Boolean).join(", ")}`));
  return [["Shader", shader], [passes.length === 1 ? "Pass" : "Passes", el("span", { class: "stacked" }, ...passes.slice(0, MOST).map(pass))]];
}

/** @param {any} summary @param {number} bytes @returns {Row[]} */
function image({ width, height, depth, faces, layers, pixel_format, channels, mips = [], levels, color_space }, bytes) {
  const sides = [`${grouped(width ?? 0)} × ${grouped(height ?? 0)}${depth > 1 ? ` × ${depth}` : ""} pixels`, faces === 6 ? "a cube map" : "", layers > 1 ? counted(layers, "layer") : ""];
  const memory = mips.reduce((/** @type {number} */ sum, /** @type {any} */ mip) => sum + (mip.data_size ?? 0), 0);
  const space = { srgb: "sRGB", linear: "linear" }[/** @type {"srgb" | "linear"} */ (color_space)];
  return [["Size", sides.filter(Boolean).join(", ")], ["Pixels", [pixel_format, channels, space].filter(Boolean).join(", ")],
    ["Mip levels", levels > 1 ? grouped(levels) : "none"], ["Data", memory > 0 && memory !== bytes ? size(memory) : null]];
}

/** @param {any} summary @returns {Row[]} */
function animation({ length, tracks = [], triggers = [], clips: [clip] = [] }) {
  const keys = clip?.keys ?? tracks.reduce((/** @type {number} */ sum, /** @type {any} */ track) => sum + (track.num_keys ?? 0), 0);
  const events = triggers.slice(0, MOST).map((/** @type {any} */ one) => `${short(one.time)} s${one.data === undefined ? "" : ` ${one.data?.value ?? one.data}`}`);
  return [["Length", seconds(length)], ["Keyframes per second", clip?.fps && short(clip.fps)], ["Tracks", tracks.length > 0 ? grouped(tracks.length) : null], ["Keyframes", keys > 0 ? grouped(keys) : null],
    ["Triggers", events.length > 0 ? chips(events) : null]];
}

/** @param {any} summary @param {(name: string, label?: string) => any} link @returns {Row[]} */
function particles({ values = {}, elements = {} }, link) {
  const [rate, life, material] = [range(values["emissionrate@min"] ?? values["emissionrate@value"], values["emissionrate@max"] ?? values["emissionrate@value"], " per second"),
    seconds(values["timetolive@min"] ?? values["timetolive@value"], values["timetolive@max"] ?? values["timetolive@value"]), values["material@name"]];
  const time = Number(values["activetime@value"] ?? 0);
  const fades = elements.colorfade ?? elements.color;
  return [["At most", isNumber(values["numparticles@value"]) ? counted(Number(values["numparticles@value"]), "particle") : null], ["Emission", rate], ["Lifetime", life],
    ["Emits", time > 0 ? `for ${short(time)} s${Number(values["inactivetime@value"] ?? 0) > 0 ? `, then waits ${short(values["inactivetime@value"])} s` : ""}` : "all the time"],
    ["Emitter", values["emittertype@value"]], ["Colour", colour(values["color@value"])], ["Colours", fades > 1 ? `${fades} that fade into each other` : null], ["Material", material && link(material)]];
}

/** @param {any} summary @param {(name: string, label?: string) => any} link @returns {Row[]} */
function particles2d({ values = {}, references = [] }, link) {
  const part = (/** @type {string} */ what) => colour(["red", "green", "blue"].map((name) => values[`${what}@${name}`] ?? "").join(" "));
  const life = Number(values["particleLifeSpan@value"]), vary = Number(values["particleLifespanVariance@value"] ?? 0);
  return [["At most", isNumber(values["maxParticles@value"]) ? counted(Number(values["maxParticles@value"]), "particle") : null], ["Lifetime", Number.isFinite(life) ? seconds(Math.max(0, life - vary), life + vary) : null],
    ["Emits", Number(values["duration@value"] ?? -1) > 0 ? `for ${short(values["duration@value"])} s` : "all the time"], ["Emitter", { 0: "gravity", 1: "around a center" }[/** @type {0 | 1} */ (Number(values["emitterType@value"] ?? -1))]],
    ["Start", part("startColor")], ["End", part("finishColor")], ["Texture", references[0] && link(references[0])]];
}

/** @param {any} summary @param {(name: string, label?: string) => any} link @returns {Row[]} */
function tiles({ values = {}, elements = {}, references = [] }, link) {
  const [across, down] = ["@width", "@height"].map((name) => values[name]);
  return [["Map", isNumber(across) ? `${grouped(Number(across))} × ${grouped(Number(down))} tiles, ${values["@orientation"] ?? "orthogonal"}` : null], ["Tile", isNumber(values["@tilewidth"]) ? `${values["@tilewidth"]} × ${values["@tileheight"]} pixels` : null],
    ["Layers", elements.layer ? grouped(elements.layer) : null], ["Objects", elements.object ? grouped(elements.object) : null], ["Images", references.length > 0 ? el("span", { class: "stacked" }, ...references.slice(0, MOST).map((/** @type {string} */ name) => link(name))) : null]];
}

/** @param {any} summary @returns {Row[]} */
function sound({ sound: own }) {
  if (!own) return [];
  const length = own.seconds ?? (own.bytes && own.frequency ? own.bytes / (own.frequency * own.channels * Math.max(1, own.bits / 8)) : undefined);
  return [["Length", length === undefined ? null : seconds(length)], ["Channels", { 1: "mono", 2: "stereo" }[/** @type {1 | 2} */ (own.channels)] ?? own.channels], ["Samples", own.frequency ? `${grouped(own.frequency)} per second${own.bits ? `, ${own.bits} bits` : ""}` : null]];
}

/** @param {any} summary @returns {Row[]} */
function map({ map: own = {} }) {
  return [["Entities", isNumber(own.entity_count) ? grouped(own.entity_count) : null], ["Classes", often(own.classes ?? {})], ["Materials", chips(own.materials ?? [])]];
}

/** @param {any} summary @returns {Row[]} */
function navigation({ navmesh: own = {} }) {
  return [["Polygons", isNumber(own.poly_count) ? grouped(own.poly_count) : null], ["Character", isNumber(own.character_height) ? `${short(own.character_height)} high, ${short(own.walkable_radius)} around` : null], ["Surfaces", chips(own.surface_materials ?? [])]];
}

/** @param {any} summary @returns {Row[]} */
function shader({ stage, algorithm, parameters = [], texture_units = [], bytecode }) {
  return [["Stage", stage], ["For", algorithm], ["Parameters", chips(parameters.map((/** @type {any} */ one) => one.name))], ["Textures", chips(texture_units.map((/** @type {any} */ one) => one.name ?? String(one)))], ["Bytecode", bytecode?.data_size ? size(bytecode.data_size) : null]];
}

/** @param {any} summary @returns {Row[]} */
function script({ engines, functions = [], classes = [], globals = [], stripped }) {
  return [["Compiled for", engines], ["Classes", chips(classes.map((/** @type {any} */ one) => one.name ?? String(one)))], ["Functions", chips(functions.map((/** @type {any} */ one) => one.decl))], ["Global variables", globals.length > 0 ? grouped(globals.length) : null], ["Lines and names", stripped ? "removed by the compiler" : null]];
}

/** What a document consists of, and the files that it names. @param {any} summary @param {(name: string, label?: string) => any} link @returns {Row[]} */
function resource({ elements = {}, references = [] }, link) {
  const counts = Object.fromEntries(Object.entries(elements).filter(([name]) => !/^(attribute|variant)s?$/.test(name)));
  return [["Contains", often(/** @type {any} */ (counts))], ["Names", references.length > 0 ? el("span", { class: "stacked" }, ...references.slice(0, MOST).map((/** @type {string} */ name) => link(name))) : null]];
}

/** @param {any} summary @param {(name: string, label?: string) => any} link @returns {Row[]} */
function rig({ animations = [], references = [] }, link) {
  return [["Animations", chips(animations.map((/** @type {any} */ one) => `${one.name} ${short(one.length)} s`))], ["Images", references.length > 0 ? el("span", { class: "stacked" }, ...references.slice(0, MOST).map((/** @type {string} */ name) => link(name))) : null]];
}

/** Values at the top of a document. @param {any} summary @returns {Row[]} */
function document_({ root = {} }) {
  const inside = root.assetData?.c ?? root;
  const kind = root.assetType?.s;
  return [["Asset", kind && kind !== "nil" ? kind : null], ["Values", chips(Object.keys(inside))]];
}

/** Kinds of resources with rows of their own. @type {Record<string, (summary: any, link: any, bytes: number) => Row[]>} */
const RESOURCES = { "particle-effect": particles, "particle-effect-2d": particles2d, "tile-map": tiles, spriter: rig, sound };
/** @type {Record<string, (summary: any, link: any, bytes: number) => Row[]>} */
const FORMATS = {
  "urho-material": material, "pragma-material": pragmaMaterial, "urho-technique": technique, image: (summary, _, bytes) => image(summary, bytes), "urho-ani": animation, "pragma-map": map, "pragma-navmesh": navigation,
  "urho-shader": shader, "urho-asc": script, udm: document_, "pragma-particles": document_,
};

/** How many files of which extension a package has, and how large they are. @param {{ name: string, size: number }[]} entries @param {number} bytes @returns {Row[]} */
function pack(entries, bytes) {
  const /** @type {Record<string, number>} */ ends = {};
  for (const { name } of entries) {
    const end = /\.([^./]+)$/.exec(name)?.[1].toLowerCase() ?? "no extension";
    ends[end] = (ends[end] ?? 0) + 1;
  }
  const whole = entries.reduce((sum, one) => sum + one.size, 0);
  return [["Files", grouped(entries.length)], ["Unpacked", `${size(whole)}${bytes > 0 && whole > bytes * 1.02 ? `, packed ${Math.round(100 * bytes / whole)} %` : ""}`], ["Kinds", often(ends)]];
}

/** Whether the first facts of a file are here, and not those of the scene that shows it. @param {any} facts */
export const hasFirst = (facts) => facts?.format in FORMATS && facts.format !== "pragma-map";

/**
 * The first facts of a file; empty for models and scenes, whose view tells them.
 * @param {any} facts @param {(path: string) => void} open Opens a file that is named. @param {{ name: string, size: number }[]} entries The files in a package.
 */
export function first(facts, open, entries) {
  const byName = new Map((facts.references ?? []).map((/** @type {any} */ one) => [one.name, one]));
  /** A file that is named, which opens if it is here. @param {string} name @param {string} [label] */
  const link = (name, label) => {
    const found = byName.get(name)?.found;
    const what = label ? el("span", { class: "soft" }, ` ${label}`) : null;
    return el("span", {}, found ? el("button", { class: "quiet link", onclick: () => open(found) }, ...brokenPath(name)) : name, what, !found && byName.has(name) ? el("span", { class: "missing" }, " missing") : null);
  };
  const own = facts.format === "urho-resource" ? RESOURCES[facts.summary?.kind] ?? resource : FORMATS[facts.format];
  const rows = entries.length > 0 ? pack(entries, facts.file_size ?? 0) : facts.summary && own ? own(facts.summary, link, facts.file_size ?? 0) : [];
  const told = rows.filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false);
  return el("dl", { id: "glance", "aria-label": "At a glance" }, ...told.flatMap(([title, value]) => [el("dt", {}, title), el("dd", {}, typeof value === "number" ? String(value) : value)]));
}
