// Findings of a file: each leads to its places, and may be chosen to be repaired.

import { counted, el, shownName } from "./util.js";

/** Findings that are listed at most. */
const MOST = 1000;
const ORDER = { error: 0, warning: 1, note: 2 };

/** @typedef {import("./client.js").Finding} Finding */
/** A place that a finding is about. @typedef {{ id: string, label: string, title: string, go: () => void }} Place */

/** @param {Finding} one */
const rank = (one) => ORDER[/** @type {keyof typeof ORDER} */ (one.severity)] ?? 3;

/** @param {Finding} one */
function said(one) {
  const offset = one.offset === null || one.offset === undefined ? "" : `byte 0x${one.offset.toString(16)}`;
  return [el("span", { class: `badge ${one.severity}` }, one.severity), " ",
    el("span", { class: "path" }, [one.path, offset].filter(Boolean).join(", ")), el("span", { class: "said" }, one.message)];
}

/** One finding with buttons for its places; a click on the finding itself shows the first of them. @param {Finding} one @param {Place[]} places @param {HTMLElement | null} fix */
function finding(one, places, fix) {
  const [first] = places;
  const main = first ? el("button", { class: "quiet finding-text", onclick: first.go, title: first.title }, ...said(one)) : el("div", { class: "finding-text" }, ...said(one));
  const about = shownName(one.path || one.message);
  const buttons = places.map((place) => el("button", { class: "quiet", "data-place": place.id, title: place.title, "aria-label": `${place.label}: ${about}`, onclick: place.go }, place.label));
  return el("div", { class: `finding ${one.severity}` }, main, places.length + Number(Boolean(fix)) > 0 ? el("div", { class: "places" }, ...buttons, fix) : null);
}

/**
 * Lists findings, the worst first.
 * @param {Finding[]} findings
 * @param {{ places?: (finding: Finding) => Place[], fix?: (finding: Finding) => HTMLElement | null, checkAll?: (() => void) | null }} [on]
 */
export function findingsPanel(findings, { places = () => [], fix = () => null, checkAll = null } = {}) {
  const shown = [...findings].sort((a, b) => rank(a) - rank(b)).slice(0, MOST);
  return [
    findings.length === 0 ? el("p", {}, el("span", { class: "badge ok" }, "Nothing unusual was found.")) : null,
    ...shown.map((one) => finding(one, places(one), fix(one))),
    findings.length > shown.length ? el("p", { class: "soft" }, `and ${counted(findings.length - shown.length, "more finding")}`) : null,
    checkAll ? el("p", {}, el("button", { onclick: checkAll }, "Check everything inside")) : null,
  ].filter(Boolean);
}
