// Tests of comparisons and repairs: two files side by side, before and after a conversion or a repair.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { accessible, close, command, drop, fresh, settled, shot, wrongTriangle } from "./browser.mjs";
import { differences } from "../www/difference.js";

const samples = join(resolve(process.argv[3]), "samples");
const temporary = () => mkdtempSync(join(tmpdir(), "engine-assets-web-"));
const wrong = () => { const file = join(temporary(), "Wrong.mdl"); writeFileSync(file, wrongTriangle(samples)); return file; };

/** The cameras and targets of both views that are compared. */
const cameras = (page) => page.evaluate(() => engineAssets.open.compared.viewers.map(({ camera, controls }) => [...camera.position.toArray(), ...controls.target.toArray()]));
/** Ways from the targets to the cameras, in units of the distances that framed both scenes. @param {number[][]} now @param {number[][]} home */
const ways = (now, home) => now.map((one, side) => {
  const way = (/** @type {number[]} */ numbers) => [0, 1, 2].map((axis) => numbers[axis] - numbers[axis + 3]);
  return way(one).map((part) => (part / Math.hypot(...way(home[side]))).toFixed(3));
});
const drawn = (page) => page.evaluate(() => engineAssets.open.compared.viewers.map((viewer) => { viewer.draw(); return viewer.meshes.length; }));
/** The rows of all tables, also of those that are folded. */
const rows = (page) => page.locator(".difference tbody tr").allTextContents();

/** @type {Record<string, () => Promise<string | void>>} */
export const compared = {
  async "two files are compared side by side, and their cameras move together"() {
    const page = await fresh("?url=samples/Models/Fox.mdl&url=samples/Models/Pine.mdl&url=samples/Room.udm_b");
    await settled(page);
    await page.evaluate(() => engineAssets.tree.on.open(engineAssets.tree.find("Models/Fox.mdl")));
    await settled(page);
    await page.selectOption("#compare-with", { label: "Models/Pine.mdl" });
    await page.click('#panel button:text-is("Compare")');
    await page.waitForSelector(".pair canvas");
    await page.waitForFunction(() => engineAssets.open.compared.viewers.every((viewer) => viewer.shown?.scene.visible));
    assert.ok((await drawn(page)).every((count) => count > 0));
    // Each side is framed by its own camera: the models are as large in both.
    await page.waitForSelector('.sentences li:has-text("Triangles: 4,236 →")');
    const home = await cameras(page);
    const covered = await page.evaluate(() => engineAssets.open.compared.viewers.map((viewer) => { const size = viewer.bounds().getSize(viewer.camera.position.clone()).length(); return size / viewer.camera.position.distanceTo(viewer.controls.target); }));
    assert.ok(covered.every((one) => one > 0.3 && one < 1), `${covered}`);
    await page.evaluate(() => { const [, right] = engineAssets.open.compared.viewers; right.camera.position.multiplyScalar(1.7); right.controls.update(); });
    const moved = await cameras(page);
    const [left, right] = ways(moved, home);
    assert.deepEqual(left, right);
    await page.evaluate(() => { const [left] = engineAssets.open.compared.viewers; left.camera.position.x += 1; left.controls.update(); });
    const [left2, right2] = ways(await cameras(page), home);
    assert.deepEqual(left2, right2);
    assert.notDeepEqual(left, left2);
    const said = await page.locator(".sentences li").allTextContents();
    for (const one of [/^Size: .* m → .* m$/, /^Bones: 17 → 0$/, /^Material "Fox.*" is missing$/, /^Material "Pine.*" is new$/, /^bones\/Hips is missing$/]) assert.ok(said.some((text) => one.test(text)), `${one}: ${said}`);
    assert.ok((await rows(page)).some((row) => /Size/.test(row)));
    assert.equal(await page.locator(".difference table:visible").count(), 0, "the dump is folded");
    await accessible(page, "a comparison");
    await shot(page, "compare");
    await page.setViewportSize({ width: 390, height: 800 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
    await accessible(page, "a comparison on a phone");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.click("#tab-scene");
    await page.waitForFunction(() => document.querySelectorAll(".stage canvas").length === 1);
    await close(page);
  },

  async "a conversion is compared with the file"() {
    const page = await fresh("?url=samples/Character.mdl");
    await settled(page);
    await page.click("#tab-save");
    await page.click('[aria-label="Compare with umd3"]');
    await page.waitForSelector(".difference table", { state: "attached" });
    assert.ok((await rows(page)).some((row) => /Format.*UMD2.*UMD3/s.test(row)), `${await rows(page)}`);
    assert.equal(await page.evaluate(() => engineAssets.tree.files), 1);
    await page.click("#tab-save");
    await page.click('[aria-label="Compare with glb"]');
    await page.waitForFunction(() => /glTF/.test(document.querySelector(".difference tbody")?.textContent ?? ""));
    await close(page);
  },

  async "repairs are chosen by their findings, and compared before they are saved"() {
    const [page, file] = [await fresh(), wrong()];
    await drop(page, [file]);
    await page.click("#tab-check");
    const [save, compare] = ["Repaired file", "Compare"].map((name) => page.locator(`#panel .repair-line button:text-is("${name}")`));
    assert.ok(await save.isDisabled() && await compare.isDisabled(), "nothing is repaired by nothing");
    const box = page.locator("#panel .fix input").first();
    await box.focus();
    await page.keyboard.press(" ");
    await accessible(page, "a chosen repair");
    await compare.click();
    await page.waitForSelector(".difference table", { state: "attached" });
    const found = await rows(page);
    assert.ok(found.some((row) => /index count/i.test(row)), `${found}`);
    assert.ok(!found.some((row) => /bounding box/i.test(row)), "a repair is made that wasn't chosen");
    await accessible(page, "a compared repair");
    await shot(page, "repair");
    const [made] = await Promise.all([page.waitForEvent("download"), save.click()]);
    const repair = await page.evaluate(() => [...engineAssets.open.repairs]);
    assert.deepEqual(repair, ["drop-bad-triangles"]);
    const out = join(temporary(), "Out.mdl");
    execFileSync(command, ["convert", file, "-o", out, ...repair.flatMap((one) => ["--repair", one]), "--quiet"]);
    assert.ok(readFileSync(await made.path()).equals(readFileSync(out)), `repaired by ${repair}`);
    await page.click("#tab-save");
    assert.ok(await page.locator(`#repair-${repair[0]}`).isChecked(), "the choice is the same on both tabs");
    await close(page);
  },

  async "differences are found by the names of facts"() {
    const facts = (summary, variant = "a") => ({ title: "T", format: "t", variant, file_size: 1, summary });
    const { list } = differences(facts({ bones: [{ name: "x" }], old: 1, same: [1, 2] }), facts({ bones: [{ name: "y" }], now: 2, same: [1, 2] }, "b"));
    assert.deepEqual(list, [{ name: "Format", before: "T (a)", after: "T (b)" }, { name: "Bones › 0 › Name", before: "x", after: "y" }, { name: "Old", before: "1", after: undefined }, { name: "Now", after: "2" }]);
  },
};
