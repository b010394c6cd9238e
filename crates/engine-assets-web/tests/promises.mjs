// Tests of small promises: what the first button shows, what repairs report, references of scenes, search in bytes and text, links to parts.

import assert from "node:assert/strict";
import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { accessible, close, drop, fresh, settled, wrongTriangle } from "./browser.mjs";

const samples = join(resolve(process.argv[3]), "samples");
const temporary = () => mkdtempSync(join(tmpdir(), "engine-assets-web-"));

/** @type {Record<string, () => Promise<string | void>>} */
export const promises = {
  async "the first button shows a character with its texture"() {
    const page = await fresh();
    await page.locator(".samples button").first().click();
    await settled(page);
    await page.waitForFunction(() => engineAssets.viewer?.shown?.scene.visible);
    assert.ok(await page.evaluate(() => engineAssets.viewer.meshes.every((mesh) => mesh.material.map?.image?.width > 0)));
    await close(page);
  },

  async "a repair reports its changes, and the file doesn't grow"() {
    const page = await fresh();
    const file = join(temporary(), "Wrong.mdl");
    writeFileSync(file, wrongTriangle(samples));
    await drop(page, [file]);
    await page.click("#tab-save");
    await page.click("#repair-drop-bad-triangles");
    const [made] = await Promise.all([page.waitForEvent("download"), page.click('#panel button:text-is("Repaired file")')]);
    await page.waitForSelector("#panel >> text=/1 of \\d+ primitives dropped/ >> nth=-1");
    assert.match(await page.textContent("#panel .finding"), /1 of \d+ primitives dropped/);
    assert.equal(statSync(await made.path()).size, statSync(file).size);
    await accessible(page, "a reported repair");
    await close(page);
  },

  async "a scene alone lists its missing references"() {
    const page = await fresh("?url=samples/Scenes/Clearing.xml");
    await settled(page);
    await page.click("#tab-facts");
    assert.match(await page.textContent("#panel"), /Uses, \d+ missing/);
    assert.match(await page.textContent("#panel"), /Models\/Fox\.mdl/);
    assert.doesNotMatch(await page.textContent(".note-line"), /^0 triangles$/);
    await close(page);
  },

  async "checks that nobody asked for aren't reported, and reports don't move the view"() {
    const page = await fresh("?url=samples/Character.mdl");
    await settled(page);
    const top = () => page.evaluate(() => [document.getElementById("view"), document.getElementById("tree")].map((one) => JSON.stringify(one.getBoundingClientRect())));
    const before = await top();
    await page.evaluate(() => {
      const { client } = engineAssets;
      client.worker.terminate();
      client.worker = { postMessage() {}, terminate() {} };
      client.call("", "open", 0, -1).catch(() => {});
    });
    await page.waitForTimeout(700);
    assert.ok(await page.locator("#progress").isHidden());
    await page.evaluate(() => { const { client } = engineAssets; client.waiting.clear(); client.call("Asked for", "open", 0, -1).catch(() => {}); });
    await page.waitForSelector("#progress:has-text('Asked for')");
    assert.deepEqual(await top(), before);
    await close(page);
  },

  async "the likely output format is the first, and each has words"() {
    for (const [file, first] of [["Character.mdl", "glb"], ["Room.udm_b", "udm-text"], ["Textures/Fox.tga", "png"], ["Scenes/Clearing.xml", "glb"]]) {
      const page = await fresh(`?url=samples/${file}`);
      await settled(page);
      await page.click("#tab-save");
      const lines = await page.locator("#panel .line:has(button[aria-label^='Compare with'])").evaluateAll((all) => all.map((one) => [one.querySelector("button").textContent, one.querySelector(".brief").textContent]));
      assert.equal(lines[0][0], first, file);
      for (const [name, words] of lines) assert.match(words, /[a-z]{3,} [a-zA-Z]/, `${file}: ${name}`);
      await close(page);
    }
  },

  async "bytes and text are searched"() {
    const page = await fresh("?url=samples/Character.mdl&url=samples/Materials/Fox.xml");
    await settled(page);
    await page.evaluate(() => engineAssets.tree.on.open(engineAssets.tree.find("Character.mdl")));
    await settled(page);
    await page.click("#tab-bytes");
    const find = page.locator('[aria-label="Find text or 00 ff"]');
    await find.fill("55 4d 44 32");
    await find.press("Enter");
    await page.waitForSelector("#view >> text=byte 0x0");
    await find.fill("Hips");
    await find.press("Enter");
    await page.waitForFunction(() => [...document.querySelectorAll(".hex mark")].map((one) => one.textContent).join("").includes("Hips"));
    await accessible(page, "found bytes");
    await find.fill("no such text");
    await find.press("Enter");
    await page.waitForSelector("#view >> text=not found");
    await page.evaluate(() => engineAssets.tree.on.open(engineAssets.tree.find("Materials/Fox.xml")));
    await settled(page);
    await page.click("#tab-text");
    await page.locator('[aria-label="Find in the text"]').fill("textures/fox");
    await page.keyboard.press("Enter");
    await page.locator('[aria-label="Find in the text"]').press("Enter");
    await page.waitForFunction(() => document.querySelector("pre.text mark")?.textContent === "Textures/Fox");
    await accessible(page, "found text");
    await close(page);
  },

  async "a link leads to a part, and a file is closed by a button"() {
    const page = await fresh("?url=samples/Models/Fox.mdl&url=samples/Room.udm_b#file=Models/Fox.mdl&view=scene&tab=parts&part=2");
    await settled(page);
    await page.waitForFunction(() => engineAssets.viewer?.selection.node === 2);
    await page.waitForFunction(() => document.querySelector(".node-name.chosen"));
    await page.click('.node-name:text-is("Head")');
    const part = await page.evaluate(() => engineAssets.viewer.selection.node);
    assert.match(await page.evaluate(() => location.hash), new RegExp(`part=${part}`));
    await page.click("#close-one");
    await page.waitForFunction(() => engineAssets.tree.files === 1);
    await accessible(page, "a file closed by its button");
    await close(page);
  },
};
