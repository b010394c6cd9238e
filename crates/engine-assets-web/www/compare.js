// Two files side by side: scenes with linked cameras, and the differences of their facts.

import { changesOf, differences } from "./difference.js";
import { MOST, sceneSentences, valueSentences } from "./sentences.js";
import { extension } from "./kinds.js";
import { base, counted, el, sceneKind, shownName, stem } from "./util.js";

/** A file to compare: its title, and its number, or files that were made, the last of which is meant. @typedef {{ title: string, file?: number, entry?: number, made?: { path: string, bytes: Uint8Array }[] }} Side */
/** @typedef {import("./client.js").Client} Client */
/** @typedef {import("./viewer.js").Viewer} Viewer */

/** The viewers of both sides: a browser allows few. @type {Viewer[]} */
let viewers = [];

/** Opens a side; made files are open until both sides are read. @param {Client} client @param {Side} side */
async function opened(client, side) {
  const sources = (side.made ?? []).map(({ path, bytes }) => ({ path, blob: new Blob([/** @type {any} */ (bytes)]), size: bytes.length, isTemporary: true }));
  const numbers = sources.length > 0 ? await client.add(sources) : [];
  return { file: numbers.at(-1) ?? Number(side.file), entry: numbers.length > 0 ? -1 : side.entry ?? -1, numbers };
}

/** Reads the facts and the scene of a side. @param {Client} client @param {{ file: number, entry: number }} side */
async function read(client, { file, entry }) {
  const facts = await client.call("Comparing", "open", file, entry);
  const scene = facts.shows.scene ? await client.call("Comparing", "view", file, entry, -1).catch((error) => ({ error })) : null;
  return { facts, scene };
}

/** Reads both sides, and the changes from one to the other. @param {Client} client @param {Side} left @param {Side} right */
async function readBoth(client, left, right) {
  const sides = [await opened(client, left), await opened(client, right)];
  try {
    const [before, after] = [await read(client, sides[0]), await read(client, sides[1])];
    const changes = await client.call("Comparing", "differences", sides[0].file, sides[0].entry, sides[1].file, sides[1].entry);
    return { before, after, changes };
  } finally {
    const temporary = sides.flatMap(({ numbers }) => numbers);
    if (temporary.length > 0) await client.remove(temporary);
  }
}

/** Where the cameras of both views were when they framed their scenes. @type {WeakMap<Viewer, { target: any, distance: number }>} */
const framed = new WeakMap();

/** @param {Viewer} viewer */
function frame(viewer) {
  viewer.fit();
  const { camera, controls: { target } } = viewer;
  framed.set(viewer, { target: target.clone(), distance: Math.max(1e-9, camera.position.distanceTo(target)) });
}

/** Moves the camera of one view as that of the other: each frames its own scene, and from there both move alike. @param {Viewer} from @param {Viewer} to */
function follow(from, to) {
  const [home, other] = [framed.get(from), framed.get(to)];
  if (!home || !other) return;
  const scale = other.distance / home.distance;
  const { camera, controls: { target } } = from;
  to.controls.target.copy(target).sub(home.target).multiplyScalar(scale).add(other.target);
  to.camera.position.copy(camera.position).sub(target).multiplyScalar(scale).add(to.controls.target);
  to.camera.quaternion.copy(camera.quaternion);
  Object.assign(to.camera, { near: camera.near * scale, far: camera.far * scale });
  to.camera.updateProjectionMatrix();
  to.request();
}

/** Two viewers whose cameras move together. */
async function linked() {
  if (viewers.length > 0) return viewers;
  const { Viewer } = await import("./viewer.js");
  const [left, right] = viewers = [new Viewer(() => {}), new Viewer(() => {})];
  for (const [from, to] of [[left, right], [right, left]]) from.controls.addEventListener("change", () => follow(from, to));
  return viewers;
}

/** @param {string} title @param {any} read @param {Viewer} viewer */
function half(title, { scene }, viewer) {
  const problem = scene?.error ? el("p", { class: "bad message" }, scene.error.message) : null;
  return el("figure", { class: "half" }, el("figcaption", { class: "mono" }, title), problem ?? viewer.element);
}

/** A difference. @typedef {import("./difference.js").Difference} Difference */

/** Differences as a table. @param {Difference[]} list @param {string} what @param {Side[]} sides */
function table(list, what, [left, right]) {
  const sign = (/** @type {any} */ one) => one.before === undefined ? "+" : one.after === undefined ? "−" : "~";
  const words = { "+": "added", "−": "removed", "~": "changed" };
  const rows = list.map((one) => el("tr", {}, el("td", { title: words[/** @type {keyof typeof words} */ (sign(one))] }, sign(one)), el("th", { scope: "row" }, one.name), el("td", {}, one.before ?? ""), el("td", {}, one.after ?? "")));
  return el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, el("span", { class: "unseen" }, "Change")), el("th", { scope: "col" }, what), el("th", { scope: "col" }, left.title), el("th", { scope: "col" }, right.title))), el("tbody", {}, ...rows));
}

/** The first of some sentences as a list. @param {string[]} sentences */
const listed = (sentences) => [...sentences.slice(0, MOST).map((one) => el("li", {}, one)), ...sentences.length > MOST ? [el("li", { class: "soft" }, `and ${counted(sentences.length - MOST, "more change")}`)] : []];

/** How many there are, and how many of them are listed. @param {Difference[]} list @param {number} more @param {string} what */
const howMany = (list, more, what) => `${counted(list.length + more, what)}${more ? `, the first ${list.length} are listed` : ""}`;

/** What differs: the changes by meaning, or the facts where there are none. @param {any} before @param {any} after @param {any[] | null} changes @param {Side[]} sides */
function difference(before, after, changes, sides) {
  const facts = differences(before.facts, after.facts);
  const meant = changesOf(changes ?? []);
  const ofFacts = () => table(facts.list, "Fact", sides);
  const isMeant = meant.list.length > 0;
  const sentences = isMeant ? valueSentences(meant.list) : [];
  const said = isMeant ? howMany(meant.list, meant.more, "change") : facts.list.length === 0 ? "The facts are the same." : `${howMany(facts.list, facts.more, "different fact")}`;
  return el("div", { class: "difference", tabIndex: 0, role: "region", "aria-label": "Differences" },
    el("p", { class: "soft", role: "status" }, said),
    el("ul", { class: "sentences" }, ...listed(sentences)),
    isMeant ? el("details", {}, el("summary", {}, "All changes"), table(meant.list, "Value", sides)) : null,
    facts.list.length > 0 ? el("details", {}, el("summary", {}, howMany(facts.list, facts.more, "different fact")), ofFacts()) : null);
}

/**
 * Compares two files. Returns elements, and what to do once they are in the page.
 * @param {Client} client @param {Side} left @param {Side} right
 */
export async function comparison(client, left, right) {
  const { before, after, changes } = await readBoth(client, left, right);
  const isScene = [before, after].every(({ scene }) => scene && !scene.error);
  const [a, b] = isScene ? await linked() : [];
  const pair = isScene ? el("div", { class: "pair" }, half(shownName(left.title), before, a), half(shownName(right.title), after, b)) : null;
  const show = async () => {
    if (!isScene) return;
    for (const [viewer, { scene, facts }] of /** @type {[Viewer, any][]} */ ([[b, after], [a, before]])) await viewer.load(scene, () => {}, true, sceneKind(facts));
    for (const viewer of [a, b]) frame(viewer);
    follow(a, b);
    // What can be told of the scenes is told first.
    const told = sceneSentences(a, b);
    document.querySelector(".difference .sentences")?.prepend(...listed(told));
    if (told.length === 0) document.querySelector(".difference [role=status]")?.append("; triangles, vertices, size, bones, materials and animations are the same");
  };
  return { elements: [pair, difference(before, after, changes, [left, right])].filter(Boolean), show, viewers: isScene ? [a, b] : [] };
}

/**
 * Compares the open file with others, and with files that are made of it.
 * @param {Client} client @param {any} open The open file.
 * @param {{ converted: (node: any, outputFormat: any, options: any) => Promise<any>, show: () => Promise<void> }} on
 */
export function comparer(client, open, { converted, show }) {
  /** @param {Side} other */
  async function compareWith(other) {
    const { node } = open;
    const compared = await comparison(client, { title: node.name, file: node.file, entry: node.entry }, other);
    if (open.node !== node) return;
    open.compared = compared;
    await show();
  }

  /** @param {any} outputFormat @param {any} options */
  async function compareMade(outputFormat, options) {
    const { node } = open;
    const { output, made } = await converted(node, outputFormat, options);
    // Under the name of the original, so that it finds the same materials.
    const folder = `compared/${node.path.slice(0, node.path.length - base(node.path).length)}`;
    const files = made.files.map((/** @type {any} */ file) => ({ path: folder + (file.name === output ? `${stem(node.name)}.${extension(output)}` : file.name), bytes: file.bytes }));
    await compareWith({ title: output, made: files });
  }

  return { compareWith, compareMade };
}

/**
 * A choice of the file to compare with.
 * @param {import("./tree.js").Node} node @param {import("./tree.js").Node[]} others @param {(other: import("./tree.js").Node) => void} compare
 */
export function compareChoice(node, others, compare) {
  if (others.length === 0) return [];
  const list = el("select", { id: "compare-with" }, ...others.map((other, index) => el("option", { value: String(index) }, shownName(other.path))));
  return [el("h2", {}, el("label", { for: "compare-with" }, "Compare with")), el("div", { class: "line compare-line" }, list, el("button", { onclick: () => compare(others[Number(list.value)]) }, "Compare"))];
}
