// Tests of large scenes: draw calls, the longest task of the page, the time to the first picture.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";

import { close, slower, corpus, fresh, isShort, shot } from "./browser.mjs";

const samples = join(resolve(process.argv[3]), "samples");
const temporary = () => mkdtempSync(join(tmpdir(), "engine-assets-web-"));
const NODES = 10_000;

/** A scene of Urho3D with many nodes that share a model. */
function boxes() {
  const attribute = (name, value) => `<attribute name="${name}" value="${value}" />`;
  const node = (index) => `<node id="${index + 2}">${attribute("Name", `Thing ${index}`)}${attribute("Position", `${(index % 100) * 3} 0 ${Math.floor(index / 100) * 3}`)}
    <component type="StaticModel" id="${index + 2}">${attribute("Model", "Model;Models/Box.mdl")}</component></node>`;
  return `<scene id="1">${Array.from({ length: NODES }, (_, index) => node(index)).join("")}</scene>`;
}

/** A glTF in which every node has a mesh of its own. */
function crowd() {
  const places = [-1, 0, 0, 1, 0, 0, 0, 2, 0];
  const bytes = Buffer.alloc(NODES * 36);
  for (let index = 0; index < NODES; index++) places.forEach((place, at) => bytes.writeFloatLE(at % 3 === 1 ? place * (1 + index % 7 / 7) : place, index * 36 + at * 4));
  const each = (make) => Array.from({ length: NODES }, (_, index) => make(index));
  return JSON.stringify({
    asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0] }],
    nodes: [{ name: "All", children: each((index) => index + 1) }, ...each((index) => ({ mesh: index, name: `Own ${index}`, translation: [(index % 100) * 3, 0, Math.floor(index / 100) * -3] }))],
    meshes: each((index) => ({ primitives: [{ attributes: { POSITION: index }, material: 0 }] })),
    materials: [{ doubleSided: true, pbrMetallicRoughness: { baseColorFactor: [0.8, 0.2, 0.1, 1], metallicFactor: 0 } }],
    accessors: each((index) => ({ bufferView: 0, byteOffset: index * 36, componentType: 5126, count: 3, type: "VEC3", min: [-1, 0, 0], max: [1, 4, 0] })),
    bufferViews: [{ buffer: 0, byteLength: bytes.length }], buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString("base64")}` }],
  });
}

/** The files of a folder, to be opened as a folder. @param {string} folder @param {string} before */
const below = (folder, before) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))).filter((path) => statSync(path).isFile())
  .map((path) => ({ path: `${before}/${relative(folder, path)}`, file: path }));

/** A page that writes down its long tasks, with files that it has yet to open. */
async function prepared(files) {
  const page = await fresh();
  await page.evaluate(() => {
    window.tasks = [];
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration })))).observe({ entryTypes: ["longtask"] });
    document.body.append(Object.assign(document.createElement("input"), { id: "test-files", type: "file", multiple: true, hidden: true }));
  });
  await page.setInputFiles("#test-files", files.map((one) => one.file));
  // Scripts of the view are loaded while the page is idle.
  await page.waitForTimeout(1500);
  return page;
}

/**
 * Opens the files; checks the figures of loading, and of some seconds of turning and clicking after it. Returns the number of draw calls.
 * @param {{ longest: number, first: number }} most Milliseconds on a machine at rest without a graphics card: of a task of the page, and before the first picture.
 */
async function timed(page, files, open, most) {
  const before = slower();
  const loading = await page.evaluate(async ([paths, open]) => {
    const { addAndShow, measured } = engineAssets;
    const given = [...document.getElementById("test-files").files].map((blob, index) => ({ path: paths[index], blob, size: blob.size }));
    // The page shows a model of the folder first.
    const others = given.filter((one) => one.path !== open);
    if (others.length > 0) await addAndShow(others);
    engineAssets.viewer?.clear();
    await new Promise((done) => setTimeout(done, 500));
    window.tasks.length = 0;
    await addAndShow(given.filter((one) => one.path === open));
    for (const since = performance.now(); (!measured.first || !engineAssets.viewer?.shown) && performance.now() - since < 60_000;) await new Promise((done) => setTimeout(done, 20));
    await new Promise((done) => setTimeout(done, 1000));
    return { problem: engineAssets.open.sceneError?.message ?? document.querySelector('#view .message')?.textContent, first: measured.drawn, longest: Math.max(0, ...window.tasks.map((one) => one.duration)), tasks: window.tasks.splice(0).map((one) => `${Math.round(one.duration)}@${Math.round(one.startTime - measured.since)}`) };
  }, [files.map((one) => one.path), open]);
  assert.equal(loading.problem, undefined);
  const after = await page.evaluate(async () => {
    const { viewer } = engineAssets;
    const rest = () => new Promise((done) => setTimeout(done, 150));
    for (let step = 0; step < 4; step++) {
      viewer.camera.position.x += viewer.camera.position.length() / 20;
      viewer.controls.update();
      viewer.request();
      await rest();
    }
    const box = viewer.canvas.getBoundingClientRect();
    for (const type of ["pointerdown", "pointerup"]) viewer.canvas.dispatchEvent(new PointerEvent(type, { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, button: 0, pointerId: 1 }));
    await rest();
    document.getElementById("tab-parts")?.click();
    await rest();
    viewer.frameChosen();
    await rest();
    for (const key of ["h", "a"]) {
      dispatchEvent(Object.assign(new KeyboardEvent("keydown", { key, bubbles: true })));
      await rest();
    }
    return { longest: Math.max(0, ...window.tasks.map((one) => one.duration)), tasks: window.tasks.splice(0).map((one) => Math.round(one.duration)), calls: viewer.renderer.info.render.calls, triangles: viewer.renderer.info.render.triangles };
  });
  const stretched = (before + slower()) / 2;
  console.log(`  first picture ${loading.first.toFixed(0)} ms, longest task ${loading.longest} ms while loading (${loading.tasks.filter((one) => !/^\d\d@/.test(one))}), ${after.longest} ms after (${after.tasks.slice(0, 12)}), ${after.calls} draw calls of ${after.triangles} triangles, on a machine that is slower by ${stretched.toFixed(1)}`);
  assert.ok(loading.first > 0 && loading.first <= most.first * stretched, `the first picture took ${loading.first} ms`);
  assert.ok(loading.longest <= most.longest * stretched, `a task of ${loading.longest} ms while loading`);
  assert.ok(after.longest <= most.longest * stretched, `a task of ${after.longest} ms after it`);
  return after.calls;
}

/** @type {Record<string, () => Promise<string | void>>} */
export const speed = {
  async "a scene of 10 001 nodes with shared models is drawn in few calls"() {
    const scene = join(temporary(), "Boxes.xml");
    writeFileSync(scene, boxes());
    const files = [{ path: "Data/Scenes/Boxes.xml", file: scene }, ...below(join(samples, "Models"), "Data/Models")];
    const page = await prepared(files);
    const calls = await timed(page, files, "Data/Scenes/Boxes.xml", { longest: 150, first: 6000 });
    assert.ok(calls > 0 && calls <= 50, `${calls} draw calls`);
    await shot(page, "boxes");
    await close(page);
  },

  async "a scene of 10 001 nodes with their own meshes is drawn in few calls"() {
    const scene = join(temporary(), "Crowd.gltf");
    writeFileSync(scene, crowd());
    const files = [{ path: "Crowd.gltf", file: scene }];
    const page = await prepared(files);
    const calls = await timed(page, files, "Crowd.gltf", { longest: 450, first: 10_000 });
    assert.ok(calls > 0 && calls <= 50, `${calls} draw calls`);
    await shot(page, "crowd");
    await close(page);
  },

  async "a scene of two million triangles is drawn in few calls"() {
    if (!corpus || isShort && !process.env.ONLY) return "it takes long, or ENGINE_ASSETS_CORPUS is not set";
    const files = ["Data", "CoreData", "Autoload/LargeData"].flatMap((folder) => below(join(corpus, "urho-scene/urho3d", folder), folder));
    const page = await prepared(files);
    const calls = await timed(page, files, "Data/Scenes/PBRExample.xml", { longest: 1500, first: 15_000 });
    assert.ok(calls > 0 && calls <= 500, `${calls} draw calls`);
    await shot(page, "pbr");
    await close(page);
  },
};
