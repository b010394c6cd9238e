// The page: the open file and its views.

import { address, wantedFile } from "./address.js";
import { Client, Stopped } from "./client.js";
import * as looks from "./looks.js";
import { maker } from "./make.js";
import { compareChoice, comparer } from "./compare.js";
import { keep, kept } from "./keep.js";
import { materialFiles, reasonsOf } from "./materials.js";
import { contents, folder, isAlone, noLibrary, unknown } from "./messages.js";
import { takeInput } from "./input.js";
import { kind, kindOf, kindOfFacts } from "./kinds.js";
import { keepPage } from "./offline.js";
import { clipsOf } from "./motion.js";
import { closeDrawer } from "./panes.js";
import { cubeFaces } from "./cube-faces.js";
import { DocumentView } from "./document.js";
import { drawing } from "./drawing.js";
import { findingsPanel } from "./findings.js";
import { hasFirst } from "./first.js";
import { glance } from "./glance.js";
import { grid } from "./grid.js";
import { leads } from "./lead.js";
import { factsPanel, same, savePanel } from "./panels.js";
import { partsPanel } from "./parts.js";
import { repairChoices } from "./repairs.js";
import { sceneTools } from "./scene-tools.js";
import { named, sample } from "./sources.js";
import { timeline, triggersOf } from "./timeline.js";
import { Tree } from "./tree.js";
import { drawnFigure, undrawnNote } from "./undrawn.js";
import { unpacked } from "./unzip.js";
import { Uses } from "./uses.js";
import { byId, download, el, isText, isUnknown, sceneKind, showTabs, shownName, stem } from "./util.js";
import { welcome } from "./welcome.js";

/** @typedef {import("./tree.js").Node} Node */

const client = new Client((text) => {
  if (!files.isBusy) progress(text);
}, (why) => {
  progress(null);
  byId("view").replaceChildren(noLibrary(why, () => { client.retry(); open.node ? openNode(open.node) : start(); }));
});
const tree = new Tree(byId("tree"), byId("files-foot"), { open: (node) => { if (!node.isFolder) closeDrawer(); return openNode(node); }, expand, close: (node) => close(node) });
const uses = new Uses();
/** Notes what an open file uses; packages have their own names. @param {Node} node @param {any} facts */
const read = (node, facts) => { if (node.entry < 0 && tree.at(node.path) === node) uses.note(node.path, facts); };
const files = maker(client, tree, { progress, problem, read, changed: async (node) => {
  open.facts = await client.call("Checking", "open", node.file, node.entry);
  read(node, open.facts);
  if (node.mark !== "edited") node.mark = open.facts.status;
  tree.update();
  showSide();
} });
/** @type {import("./viewer.js").Viewer | null} */
let viewer = null;
/** @type {ReturnType<typeof timeline> | null} */
let times = null;
/** The open file. @type {{ node: Node | null, facts: any, error: any, mode: string, tab: string, mark: number | null, value: string | null, compared: any, repairs: Set<string>, picked: Map<number, string>, clip: string, lod: number, sceneError: any, sceneOf: Node | null, isText: boolean, isPlain: boolean }} */
const open = { node: null, facts: null, error: null, mode: "", tab: "facts", mark: null, value: null, compared: null, repairs: new Set(), picked: new Map(), clip: "", lod: -1, sceneError: null, sceneOf: null, isText: false, isPlain: false };
/** The look and the tab that were asked for last: files that have them are shown so. */
const wanted = { mode: "", tab: "facts" };
let turn = 0;
/** When a drop began, how long its first picture took, and how long everything; for tests and for who wants to know. */
const measured = { since: 0, drawn: 0, first: 0 };

/** @param {string | null} text @param {number} [share] */
function progress(text, share) {
  byId("progress").hidden = text === null;
  byId("progress-text").textContent = text ?? "";
  if (share === undefined) byId("progress-bar").removeAttribute("value");
  else byId("progress-bar").value = share;
}

// ---- Files

/** Adds files to the tree. @param {import("./client.js").Source[]} sources */
async function add(sources) {
  if (sources.length === 0) return [];
  byId("panes").classList.remove("empty");
  const before = tree.files;
  // A file that comes again takes the place of the old one.
  const old = sources.flatMap((source) => tree.at(source.path)?.file ?? []);
  if (old.length > 0) await client.remove(old);
  const numbers = await client.add(sources);
  const added = sources.map((source, index) => tree.add(source.path, numbers[index], source.size));
  const [first] = tree.sorted(tree.root);
  if (before === 0 && tree.root.children?.size === 1 && first.isFolder) first.isOpen = true;
  tree.update();
  return added;
}

/** Closes a file, or all below a folder. @param {Node} node */
async function close(node) {
  const isOpen = open.node !== null && (open.node === node || open.node.path.startsWith(`${node.path}/`));
  const all = node.isFolder ? [...tree.all(node)] : [node];
  if (all.some((one) => one.mark === "edited") && !confirm(`${node.name} has changes that aren't saved. Close it all the same?`)) return;
  const closed = node === tree.root ? [...tree.root.children?.values() ?? []].flatMap((one) => tree.remove(one)) : tree.remove(node);
  for (const one of all) uses.forget(one.path);
  await client.remove(closed.filter((file) => file >= 0));
  keep(client.files);
  if (tree.files === 0) return start();
  if (isOpen) {
    turn++;
    open.node = null;
    for (const id of ["modes", "tabs", "panel"]) byId(id).replaceChildren();
    viewer?.play(false);
    byId("timeline").hidden = true;
    byId("where").textContent = "";
    byId("view").replaceChildren(el("div", { class: "message" }, el("p", {}, `${shownName(node.name)} is closed. Choose another file.`)));
  }
}

/** Adds dropped files and shows the most interesting one, or all of a folder. @param {import("./client.js").Source[]} given @param {{ mayBeFolder?: boolean }} [how] */
async function addAndShow(given, { mayBeFolder = false } = {}) {
  Object.assign(measured, { since: performance.now(), drawn: 0, first: 0 });
  const isFirst = tree.files === 0;
  let added;
  let sources = given;
  try {
    sources = await unpacked(given, progress);
    added = await add(sources);
  } catch (error) {
    return byId("view").replaceChildren(problem(error));
  }
  if (!(isFirst && await restore())) {
    const folder = mayBeFolder ? tree.folderOf(sources.map((source) => source.path)) : null;
    await (folder ? choose(folder) : showBest(sources));
  }
  keep(client.files);
  files.markQuietly(added);
}

/** Shows the most interesting file. @param {import("./client.js").Source[]} sources */
async function showBest(sources) {
  const worth = ["model", "scene", "package", "material", "particle", "sprites", "map", "interface", "texture", "motion", "document", "technique", "effect", "code", "font", "sound", "file"];
  const rank = (/** @type {string} */ path) => worth.indexOf(kind(path));
  const [best] = [...sources].sort((a, b) => rank(a.path) - rank(b.path));
  const node = best && tree.last(best.path);
  if (node) {
    tree.reveal(node);
    await openNode(node);
  }
}

/** Lists the content of a package. @param {Node} node */
async function expand(node) {
  try {
    tree.fill(node, await client.call(`Opening ${node.name}`, "entries", node.file));
  } catch (error) {
    node.mark = "error";
    if (!(error instanceof Stopped)) console.info(/** @type {any} */ (error).message);
  }
  tree.update();
}

/** Opens a file or a folder, and shows where it is in the tree. @param {Node} node */
function choose(node) {
  tree.reveal(node);
  if (node.isFolder) node.isOpen = true;
  tree.update();
  return openNode(node);
}

/** @param {Node} node */
async function openNode(node) {
  if (node.isFolder) return showFolder(node);
  const own = ++turn;
  // The step of the history that is left keeps the camera's last place.
  viewer?.tellMove();
  Object.assign(open, { node, facts: null, error: null, mark: null, value: null, compared: null, repairs: new Set(), picked: new Map(), clip: "", lod: -1, sceneError: null, sceneOf: null, isPlain: false });
  byId("where").textContent = shownName(node.path);
  document.title = `${shownName(node.name)} – engine-assets`;
  expectScene(node);
  try {
    const facts = await client.call(`Opening ${node.name}`, "open", node.file, node.entry);
    if (own !== turn) return;
    open.facts = facts;
    read(node, facts);
    if (facts.shows.entries) node.isPackage = true;
    Object.assign(node, { format: facts.format, kind: kindOfFacts(facts) });
    if (node.mark !== "edited") node.mark = facts.status;
    if (facts.shows.entries && !node.children && node.entry < 0) await expand(node);
  } catch (error) {
    if (own !== turn) return;
    open.error = error;
    node.mark = isUnknown(error) ? "" : "error";
    const some = await client.call(`Opening ${node.name}`, "bytes", node.file, node.entry, 0, 4096).catch(() => new Uint8Array());
    if (own !== turn) return;
    open.isText = isText(some);
    // Text that is no asset is nothing to worry about.
    open.isPlain = open.isText && isUnknown(error);
  }
  tree.update();
  const modes = modesOf();
  const isFirst = ["scene", "drawing", "problem"].includes(modes[0].id) || open.isPlain || !modes.some((one) => one.id === wanted.mode);
  open.mode = isFirst ? modes[0].id : wanted.mode;
  await Promise.all([showMode(), showSide()]);
}

// ---- The view

function modesOf() {
  const shows = open.facts?.shows ?? {};
  const all = [
    ["problem", "Problem", open.error !== null && !open.isPlain], ["scene", "Scene", shows.scene], ["drawing", "Picture", shows.drawing], ["texture", "Texture", shows.image], ["glyphs", "Glyphs", shows.glyphs],
    ["entries", "Contents", shows.entries], ["script", "Script", shows.script], ["document", "Document", shows.document], ["text", "Text", shows.text || open.error && open.isText], ["bytes", "Bytes", true], ["compare", "Compare", open.compared !== null],
  ];
  return all.filter(([, , is]) => is).map(([id, label]) => ({ id: String(id), label: String(label) }));
}

async function showMode() {
  const own = turn;
  const node = /** @type {Node} */ (open.node);
  showTabs(byId("modes"), modesOf(), open.mode, (id) => { open.mode = wanted.mode = id; showMode(); showSide(); }, "view");
  const look = { ask: (/** @type {string} */ text, /** @type {string} */ name, /** @type {any[]} */ ...args) => client.call(text, name, node.file, node.entry, ...args), size: node.size, name: node.name };
  viewer?.play(false);
  byId("timeline").hidden = true;
  save();
  try {
    if (open.mode === "scene") return await showScene(own);
    const made = await ({
      problem: () => [problem(open.error)],
      drawing: () => drawing(node.name, (width, height, how) => look.ask("", "picture", width, height, how), { moves: ["particle", "sprites"].includes(node.kind), isDark: node.kind === "particle", usualTime: () => node.kind === "particle" ? look.ask("", "usualTime") : Promise.resolve(0) }, problem),
      texture: () => looks.texture(look, open.facts.summary),
      glyphs: () => looks.glyphs(look, open.facts.summary),
      entries: () => [contents(node, tree.all(node), { zip: () => files.zip(node) }), ...grid(node, client, choose)],
      document: () => new DocumentView(look, { set: (path, text) => files.change(node, path, text), reset: (path) => files.reset(node, path), move: (isBack) => files.move(node, isBack), may: () => files.may(node) }).open(open.value),
      script: () => looks.script(look),
      text: () => looks.text(look, open.mark),
      bytes: () => looks.bytes(look, open.mark),
      compare: () => open.compared.elements,
    })[open.mode]?.();
    if (own === turn) byId("view").replaceChildren(...made ?? []);
    if (open.mode === "compare") await open.compared.show();
  } catch (error) {
    if (own === turn) byId("view").replaceChildren(problem(error));
  }
  measured.first ||= performance.now() - measured.since;
}

/** Shows an error of a file and its position. @param {any} error */
function problem(error) {
  if (isUnknown(error)) return unknown(() => { open.mode = wanted.mode = "bytes"; showMode(); });
  const title = error.title ? `This ${error.title} is broken` : error instanceof Stopped ? "Stopped" : "This can't be shown";
  return el("div", { class: "message", role: "alert" }, el("h2", {}, title), el("p", { class: "bad" }, [error.path, error.message].filter(Boolean).join(": ")),
    error.remedy ? el("p", {}, `What to do: ${error.remedy}.`) : null,
    error.offset !== null && error.offset !== undefined ? el("p", {}, el("button", { onclick: () => goTo(error) }, `Show byte 0x${error.offset.toString(16)}`)) : null,
    open.node && open.node.entry >= 0 && /checksum/.test(error.message) ? el("p", {}, el("button", { onclick: () => showDamaged(/** @type {Node} */ (open.node)) }, "Show it anyway")) : null);
}

/** Shows an entry with a wrong checksum. @param {Node} node */
async function showDamaged(node) {
  await client.call("Opening", "trust", node.file);
  await openNode(node);
}

/** A scene that was asked for before it is known whether the file has one. @type {{ node: Node, asked: Promise<any> } | null} */
let expected = null;

/** Asks for the scene of a file that probably has one: while the library reads the facts, the page loads it. @param {Node} node */
function expectScene(node) {
  expected = null;
  if (!["model", "scene", "material", "motion"].includes(kindOf(node))) return;
  const asked = client.call(`Converting ${node.name}`, "view", node.file, node.entry, -1, []);
  expected = { node, asked };
  Promise.all([asked, import("./viewer.js")]).then(([parts, { begin }]) => { if (expected?.asked === asked) begin(parts); }, () => {});
}

/** The view, which the first call creates. */
async function theViewer() {
  const { Viewer } = await import("./viewer.js");
  if (viewer) return viewer;
  viewer = new Viewer(() => { times?.update(); });
  viewer.selection.onPick = showParts;
  viewer.onDrawn = () => { measured.drawn ||= performance.now() - measured.since; };
  viewer.selection.onChoose = viewer.onMove = save;
  viewer.surroundings.faces = cubeFaces(client, (path) => open.node && tree.named(open.node, path));
  return viewer;
}

/** @param {number} own @param {boolean} [isAsked] */
async function showScene(own, isAsked = false) {
  const node = /** @type {Node} */ (open.node);
  const asked = expected?.node === node && open.lod < 0 && open.picked.size === 0 ? expected.asked : client.call(`Converting ${node.name}`, "view", node.file, node.entry, open.lod, [...open.picked.values()]);
  expected = null;
  const [made, viewer] = await Promise.all([asked.catch((error) => ({ error })), theViewer().catch(() => null)]);
  if (own !== turn) return;
  if (!viewer && !made.error) return showDrawn(own, node);
  if (!viewer || made.error) {
    open.sceneError = made.error;
    byId("view").replaceChildren(problem(made.error));
    measured.first ||= performance.now() - measured.since;
    return showSide();
  }
  const tools = sceneTools(viewer, open.lod, chooseLod);
  byId("view").replaceChildren(tools, viewer.element);
  if (isAlone(node, open.facts, tree.files)) byId("view").append(el("p", { class: "hint", role: "note" }, "For its materials, textures and animations, drop its folder too."));
  const note = undrawnNote(open.facts.summary, () => showDrawn(turn, node, () => showScene(turn, isAsked)).catch((error) => byId("view").replaceChildren(problem(error))));
  if (note) byId("view").append(note);
  open.facts.sceneFindings = made.findings;
  const shown = await viewer.load(made, () => showScene(own, true), isAsked, sceneKind(open.facts));
  if (own !== turn) return;
  if (!shown) {
    measured.first ||= performance.now() - measured.since;
    return showTabsOfSide();
  }
  open.sceneOf = node;
  arrive();
  if (open.lod < 0) viewer.allLevels = viewer.levels();
  tools.replaceWith(sceneTools(viewer, open.lod, chooseLod));
  times = timeline(byId("timeline"), viewer, { triggers: (name) => triggersOf(client, node, name), changed: () => { open.clip = viewer?.action?.getClip().name ?? ""; save(); } });
  const own_ = open.facts.format === "urho-ani" ? stem(node.name) : "";
  const clip = open.clip || viewer.shown.animations.find((/** @type {any} */ one) => one.name === own_)?.name;
  const time = takeTime();
  if (clip) times.choose(clip, time);
  // Who opens an animation wants to see it move, unless a moment of it was asked for.
  if (own_ !== "" && clip && !time && !matchMedia("(prefers-reduced-motion: reduce)").matches) times.toggle();
  Promise.resolve(viewer.dressing).then((hasMore) => {
    measured.first ||= performance.now() - measured.since;
    // Swatches of materials have the colours of textures.
    if (hasMore && own === turn && open.tab === "facts") showGlance();
  });
  if (wanted.tab === "parts" || wanted.tab === "check") showSide();
  else if (open.tab === "facts") showGlance();
  showTabsOfSide();
}

/** Shows a picture that the library draws: of what the 3D view doesn't show, or where the browser has no WebGL. @param {number} own @param {Node} node @param {() => void} [back] Shows the 3D view. */
async function showDrawn(own, node, back) {
  const png = await client.call(`Drawing ${node.name}`, "picture", node.file, node.entry, 1024, 768);
  if (own !== turn) return;
  byId("view").replaceChildren(drawnFigure(png, node.name, back));
  measured.first ||= performance.now() - measured.since;
}

/** Fills in what the scene tells about the file, once it is shown. */
function showGlance() {
  if (!viewer?.shown || open.sceneOf !== open.node || hasFirst(open.facts)) return;
  const { selection } = viewer;
  byId("glance").replaceWith(glance(viewer, {
    clip: (name) => { times?.choose(name, 0); times?.toggle(); },
    material: (number) => { selection.chooseMaterial(number); showParts(); }, parts: showParts,
  }));
}

/** Shows the parts of the scene, with the clicked part selected. */
function showParts() {
  if (open.tab === "parts") return;
  wanted.tab = "parts";
  showSide();
}

/** Shows a level of detail alone. @param {number} level */
function chooseLod(level) {
  open.lod = level;
  showMode();
}

// ---- Details

function showTabsOfSide() {
  const findings = open.error && isUnknown(open.error) ? [] : open.error && open.error.severity ? [open.error] : open.facts?.findings ?? [];
  const worst = ["error", "warning"].find((severity) => findings.some((/** @type {any} */ one) => one.severity === severity));
  const tabs = open.facts ? [{ id: "facts", label: "Facts" }] : [];
  tabs.push({ id: "check", label: "Check", count: findings.length, worst });
  if (open.mode === "scene" && viewer?.shown) tabs.push({ id: "parts", label: "Parts" });
  tabs.push({ id: "save", label: "Save" });
  open.tab = tabs.some((tab) => tab.id === wanted.tab) ? wanted.tab : tabs[0].id;
  showTabs(byId("tabs"), tabs, open.tab, (id) => { wanted.tab = id; showSide(); }, "panel");
  return findings;
}

async function showSide() {
  const node = /** @type {Node} */ (open.node);
  const findings = showTabsOfSide();
  save();
  const facts = open.facts ?? { file: node.name, output_formats: [], repairs: [] };
  const isPackage = open.facts?.format === "urho-pak";
  const openNamed = (/** @type {string} */ path) => { const found = tree.named(node, path); if (found) { tree.reveal(found); openNode(found); } };
  const tell = (/** @type {any} */ error) => byId("panel").prepend(problem(error));
  const repairs = repairChoices(open.facts, open.repairs, {
    save: (names) => files.make(node, same(facts), { repairs: names }).catch(tell), compare: (names) => compareMade(same(facts), { repairs: names }).catch(tell),
  });
  const panel = {
    facts: () => [...factsPanel(facts, uses.of(node.path), openNamed, goTo, isPackage ? [...tree.all(node)].filter((one) => !one.isFolder) : []),
      ...compareChoice(node, tree.alike(node), (other) => compareWith({ title: other.path, file: other.file, entry: other.entry }).catch(tell))],
    check: () => [...findingsPanel(findings, { places: placesOf, fix: repairs.fix, checkAll: isPackage ? () => checkInside(node) : null }), ...repairs.bar,
      ...facts.sceneFindings?.length && open.mode === "scene" ? [el("h2", {}, "About the scene that is shown"), ...findingsPanel(facts.sceneFindings, { places: placesOf })] : []],
    parts: () => viewer ? partsPanel(viewer, {
      client, choices: materialFiles(tree.all(), facts.format), picked: open.picked, reasons: reasonsOf(facts.sceneFindings ?? []), mayPick: ["urho-mdl", "pragma-model"].includes(facts.format), open: openNamed,
      pick: (names) => { open.picked = names; showMode(); },
    }) : [],
    save: () => savePanel(facts, {
      edited: node.mark === "edited", own: () => files.saveOwn(node),
      picture: open.mode === "scene" && viewer?.shown ? async () => download(`${stem(node.name)}.png`, await /** @type {any} */ (viewer).picture()) : null,
      drawn: facts.shows?.scene || facts.shows?.image ? () => files.drawn(node) : null,
      make: (outputFormat, options) => files.make(node, outputFormat, { materials: [...open.picked.values()], ...options }), compare: compareMade, repairs: open.repairs,
      clips: open.sceneOf === node ? clipsOf(viewer?.shown?.animations ?? []) : [],
    }),
  }[open.tab]?.() ?? [];
  byId("panel").replaceChildren(...panel);
  if (open.tab === "facts" && open.mode === "scene") showGlance();
}

/** Shows a view of the open file. @param {string} mode @param {{ mark?: number | null, value?: string | null }} at */
async function showAt(mode, { mark = null, value = null }) {
  Object.assign(open, { mode, mark, value });
  await showMode();
}

const { compareWith, compareMade } = comparer(client, open, { converted: files.converted, show: () => showAt("compare", {}) });
const { goTo, placesOf } = leads(open, { showAt, viewer: () => viewer, showFacts: () => { wanted.tab = "facts"; return showSide(); } });

/** @param {Node} node */
async function checkInside(node) {
  try {
    open.facts.findings = await client.call(`Checking ${node.name}`, "check", node.file, node.entry);
    for (const one of tree.all(node)) {
      const own = open.facts.findings.filter((/** @type {any} */ finding) => finding.path.startsWith(one.path.slice(node.path.length + 1)));
      if (!one.isFolder) one.mark = own.some((/** @type {any} */ finding) => finding.severity === "error") ? "error" : own.length ? "findings" : "ok";
    }
    tree.update();
  } catch (error) {
    open.facts.findings = [error];
  }
  showSide();
}

/** @param {Node} node */
function showFolder(node) {
  turn++;
  open.node = node;
  byId("where").textContent = node.path;
  const all = [...tree.all(node)].filter((one) => !one.isFolder);
  viewer?.play(false);
  byId("timeline").hidden = true;
  byId("modes").replaceChildren();
  byId("tabs").replaceChildren();
  byId("panel").replaceChildren(el("p", { class: "soft" }, "Choose a file to see its details."));
  byId("view").replaceChildren(folder(node, all, { zip: () => files.zip(node), check: () => files.checkAll(all) }), ...grid(node, client, choose));
  measured.first ||= performance.now() - measured.since;
}

// ---- State in the address

const { save, restore, arrive, takeTime } = address({ open, wanted, tree, expand, openNode, viewer: () => viewer, start, show: async (mode) => {
  if (!modesOf().some((one) => one.id === mode)) return;
  open.mode = wanted.mode = mode;
  await Promise.all([showMode(), showSide()]);
} });

// ---- The first screen

function start() {
  turn++;
  open.node = null;
  byId("panes").classList.add("empty");
  byId("timeline").hidden = true;
  byId("where").textContent = "";
  byId("modes").replaceChildren();
  viewer?.play(false);
  byId("view").replaceChildren(welcome(wantedFile(), openSample));
}

/** @param {typeof import("./welcome.js").SAMPLES[number]} chosen */
async function openSample(chosen) {
  const query = new URLSearchParams();
  for (const file of chosen.files) query.append("url", `samples/${file}`);
  const clip = chosen.clip ? `&clip=${chosen.clip}&time=0.000` : "";
  history.pushState(null, "", `?${query.toString().replaceAll("%2F", "/")}#file=${chosen.open}${clip}`);
  await addAndShow(await Promise.all(chosen.files.map(sample)));
}

takeInput(client, tree, { files, open, viewer: () => viewer, times: () => times, close, addAndShow, progress });

keepPage({
  ready: () => { byId("offline").hidden = false; },
  update: (take) => Object.assign(byId("update"), { hidden: false, onclick: take }),
  isIdle: () => tree.files === 0 && client.waiting.size === 0,
});

// For tests and debugging.
Object.assign(window, { engineAssets: { client, tree, open, uses, measured, addAndShow, get viewer() { return viewer; } } });

start();
// The usual next step. Without WebGL, scenes are pictures.
(window.requestIdleCallback ?? setTimeout)(() => theViewer().catch(() => {}));
const query = new URLSearchParams(location.search);
if (query.has("url") || query.has("list")) {
  const results = await named(query);
  const sources = results.flatMap((result) => result.status === "fulfilled" ? [result.value] : []);
  const refused = results.find((result) => result.status === "rejected");
  await addAndShow(sources, { mayBeFolder: query.has("list") });
  if (refused?.status === "rejected" && sources.length === 0) byId("view").replaceChildren(problem(Object.assign(new Error(String(refused.reason.message)), { offset: null })));
} else if (location.hash.includes("file=")) {
  const again = await kept();
  if (again.length > 0) await addAndShow(again);
}
