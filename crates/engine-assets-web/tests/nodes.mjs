// Tests of the tree of nodes.

import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { accessible, close, drop, fresh, settled, shot } from "./browser.mjs";

const NODES = 10_000;
/** A scene with a group of many nodes, next to a camera. */
function crowd() {
  const places = Buffer.from(new Float32Array([-1, 0, 0, 1, 0, 0, 0, 2, 0]).buffer);
  const nodes = Array.from({ length: NODES }, (_, index) => ({ name: `Node ${index}`, translation: [index % 100, 0, Math.floor(index / 100)], ...(index < 3 ? { mesh: 0 } : {}) }));
  return JSON.stringify({
    asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0, NODES + 1] }],
    nodes: [{ name: "All", children: nodes.map((_, index) => index + 1) }, ...nodes, { name: "Zoom", camera: 0 }],
    cameras: [{ type: "perspective", perspective: { yfov: 1, znear: 1 } }], meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [-1, 0, 0], max: [1, 2, 0] }], bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${places.toString("base64")}` }],
  });
}

/** @type {Record<string, () => Promise<string | void>>} */
export const nodes = {
  async "all of 10 002 nodes are in the tree, and are reached by keys, letters and clicks in the view"() {
    const page = await fresh();
    const file = join(mkdtempSync(join(tmpdir(), "engine-assets-web-")), "Crowd.gltf");
    writeFileSync(file, crowd());
    await drop(page, [file]);
    await page.click("role=tab[name=Parts]");
    const tree = page.locator("#nodes");
    await tree.locator(".row").first().waitFor();
    assert.ok(await tree.locator(".row").count() < 100, "rows out of sight exist");
    assert.match(await page.textContent("#panel"), /Nodes \(10,002\)/);
    const current = () => page.evaluate(() => {
      const tree = document.getElementById("nodes");
      const row = document.getElementById(tree.getAttribute("aria-activedescendant"));
      return [row.querySelector(".node-name").textContent, ...["level", "posinset", "setsize", "expanded"].map((name) => row.getAttribute(`aria-${name}`))];
    });
    await tree.focus();
    await page.keyboard.press("Home");
    assert.deepEqual(await current(), ["All", "1", "1", "2", "true"]);
    await page.keyboard.press("End");
    assert.deepEqual(await current(), ["Zoom", "1", "2", "2", null]);
    await page.keyboard.press("ArrowUp");
    assert.deepEqual(await current(), ["Node 9999", "2", "10000", "10000", null]);
    await page.keyboard.type("node 51");
    assert.deepEqual(await current(), ["Node 51", "2", "52", "10000", null]);
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => engineAssets.viewer.selection.node), 52);
    await accessible(page, "a tree of many nodes");
    await shot(page, "nodes");
    await page.keyboard.press("ArrowLeft");
    assert.deepEqual((await current()).slice(0, 2), ["All", "1"]);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await tree.locator(".row").count(), 2);
    // A choice elsewhere unfolds the tree.
    await page.evaluate(() => engineAssets.viewer.selection.choose(5001));
    await tree.locator(".node-name.chosen", { hasText: "Node 5000" }).waitFor();
    assert.deepEqual((await current()).slice(0, 4), ["Node 5000", "2", "5001", "10000"]);
    await close(page);
  },

  async "nodes keep the extras of the file"() {
    const page = await fresh();
    await page.click("text=A scene");
    await settled(page);
    const [count, lost] = await page.evaluate(() => {
      const { viewer: { shown, selection } } = engineAssets;
      const nodes = shown.parser.json.nodes.map(({ extras, name }, index) => ({ extras, name, object: selection.objects.get(index) })).filter(({ extras, object }) => extras && object);
      return [nodes.length, nodes.filter(({ extras, object }) => Object.keys(extras).some((key) => object.userData[key] !== extras[key])).map(({ name }) => name)];
    });
    assert.ok(count > 10, `${count} nodes with extras`);
    assert.deepEqual(lost, []);
    await close(page);
  },
};
