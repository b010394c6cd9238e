// Tests of materials: picked for a part, with thumbnails, and with the reason for the choice.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { accessible, close, fresh, pixels, settled, shot } from "./browser.mjs";

const samples = join(resolve(process.argv[3]), "samples");

/** Opens files of this machine under paths of a project, and shows the first. */
async function project(page, files) {
  const contents = files.map(([path, from]) => ({ path, content: from instanceof Buffer ? from.toString("base64") : readFileSync(join(samples, from)).toString("base64") }));
  await page.evaluate(async (files) => {
    engineAssets.measured.first = 0;
    engineAssets.open.facts = engineAssets.open.error = null;
    await engineAssets.addAndShow(files.map(({ path, content }) => {
      const blob = new Blob([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))]);
      return { path, blob, size: blob.size };
    }));
  }, contents);
  await settled(page);
}

const material = (color) => Buffer.from(`<material><technique name="Techniques/NoTexture.xml" /><parameter name="MatDiffColor" value="${color} 1" /></material>`);
const colors = (page) => page.evaluate(() => engineAssets.viewer.meshes.map((mesh) => mesh.material.color.getHexString()));
const shown = (page) => page.waitForFunction(() => engineAssets.client.waiting.size === 0 && engineAssets.viewer?.shown?.scene.visible);

/** @type {Record<string, () => Promise<string | void>>} */
export const materials = {
  async "a material is picked for one part and shown at once"() {
    const page = await fresh();
    await project(page, [["Data/Models/Character.mdl", "Character.mdl"], ["Data/Materials/Red.xml", material("1 0 0")], ["Data/Materials/Blue.xml", material("0 0 1")]]);
    await page.click("role=tab[name=Parts]");
    const list = page.locator('select[aria-label="Material of part 1"]');
    assert.deepEqual((await list.locator("option").allTextContents()).filter((one) => one !== "none"), ["Materials/Red.xml", "Materials/Blue.xml"]);
    await page.waitForFunction(() => [...document.querySelectorAll("#panel img.thumb")].length === 0);
    const before = await colors(page);
    const picture = await pixels(page);
    await list.selectOption("Materials/Blue.xml");
    await page.waitForFunction(() => engineAssets.viewer.meshes.some((mesh) => mesh.material.color.getHexString() === "0000ff"));
    await shown(page);
    const after = await colors(page);
    assert.equal(after[0], before[0], "another part has changed");
    assert.notEqual(await pixels(page), picture);
    // The material has a picture.
    await page.waitForFunction(() => document.querySelector("#panel img.thumb")?.naturalWidth > 0);
    await accessible(page, "a picked material");
    await shot(page, "materials");
    await page.click("#tab-save");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click('#panel button:text-is("glb")')]);
    assert.ok(readFileSync(await saved.path()).includes("Materials/Blue.xml"), "the saved file has other materials");
    await page.click("#tab-parts");
    await page.click("text=Use the file's own materials");
    await page.waitForFunction(() => engineAssets.viewer.meshes.every((mesh) => mesh.material.color.getHexString() !== "0000ff"));
    await close(page);
  },

  async "a material of Pragma is picked for a model of Pragma"() {
    const page = await fresh();
    const own = readFileSync(join(samples, "pragma/materials/samples/crate.pmat"), "utf8");
    await project(page, [["game/models/samples/crate.pmdl_b", "pragma/models/samples/crate.pmdl_b"], ["game/materials/samples/crate.pmat", "pragma/materials/samples/crate.pmat"],
      ["game/materials/other/red.pmat", Buffer.from(own.replace("[0.5,0.32,0.16]", "[1,0,0]"))], ["Data/Materials/Blue.xml", material("0 0 1")]]);
    await page.click("role=tab[name=Parts]");
    const list = page.locator('select[aria-label="Material of part 0"]');
    assert.deepEqual(await list.locator("option").allTextContents(), ["materials/samples/crate.pmat", "materials/other/red.pmat"]);
    assert.equal(await list.inputValue(), "materials/samples/crate.pmat");
    assert.notEqual((await colors(page))[0], "ff0000");
    await list.selectOption("materials/other/red.pmat");
    await page.waitForFunction(() => engineAssets.viewer.meshes.every((mesh) => mesh.material.color.getHexString() === "ff0000"));
    await shown(page);
    await close(page);
  },

  async "materials tell why they were chosen, and have thumbnails of their textures"() {
    const page = await fresh();
    await project(page, [["Data/Models/Character.mdl", "Character.mdl"], ["Data/Materials/Character.xml", material("0 1 0")]]);
    await page.click("role=tab[name=Parts]");
    assert.match(await page.textContent(".reason"), /Materials\/Character\.xml.*named like the model/);
    await page.click('#panel .file:text-is("Materials/Character.xml")');
    await page.waitForFunction(() => engineAssets.open.node.name === "Character.xml");
    await close(page);
    const fox = await fresh("?url=samples/Models/Fox.mdl&url=samples/Models/Fox.txt&url=samples/Materials/Fox.xml&url=samples/Techniques/DiffVCol.xml&url=samples/Textures/Fox.tga");
    await settled(fox);
    await fox.evaluate(() => engineAssets.tree.on.open(engineAssets.tree.find("Models/Fox.mdl")));
    await settled(fox);
    await fox.click("role=tab[name=Parts]");
    await fox.waitForFunction(() => {
      const canvas = document.querySelector("#panel canvas.thumb");
      return canvas && canvas.getContext("2d").getImageData(28, 28, 1, 1).data[3] > 0;
    });
    await fox.waitForFunction(() => document.querySelector("#panel img.thumb")?.naturalWidth > 0);
    await accessible(fox, "thumbnails");
    await fox.setViewportSize({ width: 390, height: 800 });
    assert.ok(await fox.evaluate(() => document.documentElement.scrollWidth) <= 390);
    await close(fox);
  },

  async "a model without a material list reports it"() {
    const page = await fresh();
    await project(page, [["Data/Models/Character.mdl", "Character.mdl"], ["Data/Textures/Fox.tga", "Textures/Fox.tga"]]);
    await page.click("role=tab[name=Parts]");
    assert.match(await page.textContent(".reason"), /no material list/);
    await close(page);
  },
};
