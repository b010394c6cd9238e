// Tests of what is drawn: flat pictures of particles and interfaces, colours of materials, backgrounds.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { accessible, close, fresh, settled, shot } from "./browser.mjs";

const SPARKS = `<particleeffect><numparticles value="40" /><emittertype value="Sphere" /><emittersize value="1 1 1" /><direction min="-1 1 -1" max="1 1 1" /><emissionrate min="60" max="60" />
  <particlesize min="0.2 0.2" max="0.2 0.2" /><timetolive min="2" max="2" /><velocity min="1" max="1" /><color value="1 0.5 0 1" /></particleeffect>`;
/** An element that only places others. */
const NOTHING = '<element><element><attribute name="Size" value="8 8" /></element></element>';

/** @type {Record<string, () => Promise<string | void>>} */
export const drawings = {
  async "particles move, and have their icon and their picture in the grid"() {
    const folder = join(mkdtempSync(join(tmpdir(), "engine-assets-web-")), "Data");
    for (const [name, text] of [["Particle/Sparks.xml", SPARKS], ["UI/Nothing.xml", NOTHING]]) {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const page = await fresh();
    await page.setInputFiles("#pick-folder", folder);
    await settled(page);
    // Nothing in the folder itself has a picture: the first kind that has is shown.
    await page.waitForSelector('.kinds button[aria-pressed="true"]:has-text("Particles 1")');
    await page.waitForSelector(".cell img");
    await page.click(".cell button");
    await page.waitForFunction(() => engineAssets.open.node.name === "Sparks.xml" && document.querySelector(".drawing")?.dataset.drawn);
    await page.waitForSelector("#tree .icon-particle");
    await accessible(page, "particles");
    const pixels = () => page.evaluate(async () => {
      const image = document.querySelector(".drawing img");
      // The next frame may have been set just now.
      await image.decode().catch(() => {});
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      // A number that differs for pictures that differ.
      return data.reduce((sum, one, at) => (sum * 31 + one * (at % 977)) % 1_000_003, 7);
    });
    const before = await pixels();
    await page.click('.tools button[aria-label="Play"]');
    await page.waitForFunction(() => Number(document.querySelector(".drawing").dataset.drawn) > 3);
    await page.click('.tools button[aria-label="Stop"]');
    assert.notEqual(await pixels(), before, "the particles don't move");
    await shot(page, "particles");
    // A flash is over at the time that others are shown at.
    const flash = SPARKS.replace('<timetolive min="2" max="2" />', '<timetolive min="0.2" max="0.2" /><activetime value="0.3" />');
    await page.evaluate((flash) => engineAssets.addAndShow([{ path: "Data/Particle/Flash.xml", blob: new Blob([flash]), size: flash.length }]), flash);
    await page.waitForFunction(() => engineAssets.open.node.name === "Flash.xml" && document.querySelector(".drawing")?.dataset.drawn);
    assert.ok(Number(await page.inputValue('input[aria-label="Time"]')) < 0.6, "the flash isn't shown while it is seen");
    // What shows nothing says so, and has no picture in the grid.
    await page.evaluate(() => engineAssets.tree.on.open(engineAssets.tree.find("Data/UI/Nothing.xml")));
    await page.waitForSelector("#view >> text=the picture is empty");
    await page.evaluate(() => engineAssets.tree.on.open(engineAssets.tree.sorted(engineAssets.tree.root)[0]));
    await page.click('.kinds button:has-text("Interfaces 1")');
    await page.waitForSelector(".cell .icon-interface");
    await page.click('.kinds button:has-text("Particles 2")');
    await page.waitForFunction(() => document.querySelector(".grid img")?.naturalWidth === 224);
    await close(page);
  },

  async "materials have the colours of their textures"() {
    const page = await fresh();
    await page.click("text=A character");
    await settled(page);
    await page.waitForFunction(() => {
      const color = getComputedStyle(document.querySelector("#glance .swatch") ?? document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
      return color.length === 3 && color.some((one) => one < 250);
    });
    await close(page);
  },

  async "the background doesn't change under a picture"() {
    const page = await fresh();
    await page.waitForFunction(() => engineAssets.viewer);
    await page.evaluate(() => {
      const { viewer, measured } = engineAssets;
      window.changes = [];
      const seen = new MutationObserver(() => window.changes.push({ background: viewer.element.dataset.background, isLate: measured.drawn > 0 }));
      seen.observe(viewer.element, { attributes: true, attributeFilter: ["data-background"] });
    });
    await page.click("text=A character");
    await settled(page);
    const changes = await page.evaluate(() => window.changes);
    assert.deepEqual(changes.filter(({ isLate }) => isLate), []);
    // The fox is too bright for a light one.
    assert.equal(await page.evaluate(() => engineAssets.viewer.ground.background), "dark");
    await close(page);
  },
};
