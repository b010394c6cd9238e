// Tests of the page without a network, of its next version, and of its connections.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { accessible, address, browser, close, compare, drop, fresh, given, sent, settled } from "./browser.mjs";

const built = resolve(process.argv[3]);
/** Bytes that the server sent, apart from looks for a new version. */
const total = () => [...sent].reduce((sum, [name, bytes]) => sum + (name === "sw.js" ? 0 : bytes), 0);

/** A page that the browser keeps. */
async function kept() {
  const page = await fresh("", { serviceWorkers: "allow" });
  await page.waitForSelector("#offline:not([hidden])");
  return page;
}

/** Puts another version of the page on the server. @param {string} name */
function publish(name) {
  const folder = mkdtempSync(join(tmpdir(), "engine-assets-web-"));
  const write = (file, content) => { writeFileSync(join(folder, file), content); given.set(file, join(folder, file)); };
  write("index.html", readFileSync(join(built, "index.html"), "utf8").replace('<html lang="en">', `<html lang="en" data-version="${name}">`));
  write("sw.js", readFileSync(join(built, "sw.js"), "utf8").replace(/const VERSION = "[^"]*"/, `const VERSION = "${name}"`));
}

/** Results of connections to another server: of the page, and of its worker. */
async function connections(query) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(address + query);
  await page.waitForFunction(() => window.engineAssets);
  await page.evaluate(() => engineAssets.client.call("", "memory"));
  const elsewhere = address.replace("127.0.0.1", "localhost");
  const connect = (url) => fetch(`${url}samples/Room.udm_b`).then((response) => response.status, () => "refused");
  const found = [await page.evaluate(connect, elsewhere), await page.workers()[0].evaluate(connect, elsewhere)];
  const names = await page.evaluate(() => [...engineAssets.tree.all()].map((one) => one.name));
  await context.close();
  return { found, names };
}

/** @type {Record<string, () => Promise<string | void>>} */
export const offline = {
  async "the page opens without a network, reads files and shows samples"() {
    const page = await kept();
    await accessible(page, "a page that works offline");
    const before = total();
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForFunction(() => window.engineAssets);
    await page.click("text=A character");
    await settled(page);
    assert.ok((await compare(page)).count > 2000, "the picture is empty");
    await drop(page, [join(built, "samples/Room.udm_b")]);
    await page.waitForSelector(".tree-list .node");
    assert.equal(total(), before, "the server was asked");
    await close(page);
  },

  async "a new version replaces the page by itself, with an open file after a click"() {
    const page = await kept();
    const version = () => page.evaluate(() => document.documentElement.dataset.version ?? "").catch(() => "");
    const becomes = async (name) => { for (let step = 0; step < 1800 && await version() !== name; step++) await page.waitForTimeout(50); assert.equal(await version(), name); };
    try {
      publish("second");
      await page.reload();
      await becomes("second");
      await page.waitForFunction(() => window.engineAssets);
      await page.click("text=A document");
      await settled(page);
      publish("third");
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
      await page.waitForSelector("#update:not([hidden])");
      assert.equal(await version(), "second");
      assert.equal(await page.evaluate(() => engineAssets.open.node.path), "Room.udm_b");
      await page.click("#update");
      await becomes("third");
      await page.waitForFunction(() => window.engineAssets);
      await settled(page);
      assert.equal(await page.evaluate(() => engineAssets.open.node.path), "Room.udm_b");
    } finally {
      for (const file of ["index.html", "sw.js"]) given.delete(file);
    }
    await close(page);
  },

  async "nothing can be sent elsewhere, unless the address names a file there"() {
    assert.deepEqual(await connections(""), { found: ["refused", "refused"], names: [] });
    assert.deepEqual(await connections("?url=samples/Room.udm_b"), { found: ["refused", "refused"], names: ["Room.udm_b"] });
    const elsewhere = `${address.replace("127.0.0.1", "localhost")}samples/Room.udm_b`;
    assert.deepEqual(await connections(`?url=${encodeURIComponent(elsewhere)}`), { found: [200, 200], names: ["Room.udm_b"] });
  },

  async "each file is a step of the history, and the address has the camera"() {
    const page = await fresh("?url=samples/Models/Fox.mdl&url=samples/Room.udm_b&url=samples/Tile.zed");
    await settled(page);
    const path = () => page.evaluate(() => engineAssets.open.facts && engineAssets.open.node.path);
    const shows = (wanted) => page.waitForFunction((wanted) => engineAssets.open.facts && engineAssets.open.node?.path === wanted && engineAssets.client.waiting.size === 0, wanted);
    await page.click("#tree .row:has-text('Fox.mdl')");
    await shows("Models/Fox.mdl");
    await page.waitForFunction(() => engineAssets.viewer?.shown?.scene.visible && engineAssets.open.sceneOf === engineAssets.open.node);
    const box = await page.locator(".stage canvas").boundingBox();
    await page.mouse.move(box.x + 200, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 320, box.y + 230, { steps: 5 });
    await page.mouse.up();
    // The next file is clicked before the address has this place.
    const eye = await page.evaluate(() => engineAssets.viewer.eye());
    const steps = await page.evaluate(() => history.length);
    await page.click("#tree .row:has-text('Room.udm_b')");
    await shows("Room.udm_b");
    await page.click("#tree .row:has-text('Tile.zed')");
    await shows("Tile.zed");
    assert.equal(await page.evaluate(() => history.length), steps + 2);
    await page.goBack();
    await shows("Room.udm_b");
    await page.goBack();
    await shows("Models/Fox.mdl");
    await page.waitForFunction((eye) => engineAssets.viewer.eye().every((one, at) => Math.abs(one - eye[at]) < 1e-3), eye);
    await page.goForward();
    await shows("Room.udm_b");
    await page.goBack();
    await shows("Models/Fox.mdl");
    await page.waitForFunction(() => /&eye=/.test(location.hash));
    await page.reload();
    await page.waitForFunction(() => window.engineAssets);
    await settled(page);
    assert.equal(await path(), "Models/Fox.mdl");
    await page.waitForFunction((eye) => engineAssets.viewer?.shown && engineAssets.viewer.eye().every((one, at) => Math.abs(one - eye[at]) < 1e-3), eye);
    // Fit forgets the camera.
    await page.click('role=button[name="Fit"]');
    await page.waitForFunction(() => !/eye=/.test(location.hash));
    await close(page);
  },
};
