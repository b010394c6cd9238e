// The difference of the facts of two files.

import { brief, words } from "./brief.js";

/** Facts that every file has of its own. */
const OWN = new Set(["file", "side", "schema_version"]);
/** Differences that are listed at most. */
const MOST = 500;

/** A fact that differs: `before` or `after` is missing if only one file has it. @typedef {{ name: string, before?: string, after?: string }} Difference */

/** @param {any} value @param {string} way @param {Map<string, string>} found */
function flatten(value, way, found) {
  if (value === null || typeof value !== "object") {
    found.set(way, value === null ? "–" : String(value));
    return;
  }
  const isShort = Array.isArray(value) && value.length <= 16 && value.every((one) => one === null || typeof one !== "object");
  if (isShort) found.set(way, value.length > 0 ? value.join(", ") : "none");
  else for (const [key, one] of Object.entries(value)) if (way !== "" || !OWN.has(key)) flatten(one, way === "" ? words(key) : `${way} › ${Array.isArray(value) ? key : words(key)}`, found);
}

/** The facts of a file by their names. @param {any} facts @returns {Map<string, string>} */
export function flatFacts(facts) {
  const found = new Map([["Format", `${facts.title} (${facts.variant ?? "?"})`], ["Size", `${(facts.file_size ?? 0).toLocaleString("en")} bytes`]]);
  const { format, variant, file_size, ...rest } = facts.summary ?? {};
  flatten(rest, "", found);
  return found;
}

/** The differences of two files; of two formats only those of what both have in words. @param {any} before @param {any} after @returns {{ list: Difference[], more: number }} */
export function differences(before, after) {
  const isSame = before.format === after.format;
  const shorten = (/** @type {any} */ facts) => ({ ...facts, summary: isSame ? facts.summary : { contents: brief(facts.summary) || "–" } });
  const [old, now] = [flatFacts(shorten(before)), flatFacts(shorten(after))];
  const list = [];
  for (const [name, value] of old) if (now.get(name) !== value) list.push({ name, before: value, after: now.get(name) });
  for (const [name, value] of now) if (!old.has(name)) list.push({ name, after: value });
  return { list: list.slice(0, MOST), more: Math.max(0, list.length - MOST) };
}

/** The changes of a document by meaning, as the library says them: values by their paths, and notes where many values changed. @param {{ path: string, old?: string, new?: string, note?: string }[]} changes @returns {{ list: Difference[], more: number }} */
export function changesOf(changes) {
  const list = changes.slice(0, MOST).map(({ path, old, new: now, note }) => ({ name: path || "file", before: note === undefined ? old : "", after: note ?? now }));
  return { list, more: Math.max(0, changes.length - MOST) };
}
