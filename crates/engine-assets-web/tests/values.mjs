// Tests of values of scenes and other documents, of their differences, of who uses whom, and of animations that change as they are saved.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { accessible, close, command, drop, fresh, settled, shot, slower } from "./browser.mjs";
import { changesOf } from "../www/difference.js";

const samples = join(resolve(process.argv[3]), "samples");
const temporary = () => mkdtempSync(join(tmpdir(), "engine-assets-web-"));
const run = (...args) => execFileSync(command, args, { encoding: "utf8" });
const row = (path) => `.node[data-path="${path}"]`;
const saved = async (page) => {
  await page.click("role=tab[name=Save]");
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("text=Edited file")]);
  return file.path();
};

/** @type {Record<string, () => Promise<string | void>>} */
export const values = {
  async "values of a scene are changed by their types, and nothing else in the file"() {
    const source = join(samples, "Scenes/Clearing.xml");
    const page = await fresh();
    await drop(page, [source]);
    await page.click("role=tab[name=Document]");
    await page.click(row("nodes"));
    await page.click(row("nodes/Sun"));
    await page.click(row("nodes/Sun/Light"));
    await page.waitForSelector(row("nodes/Sun/Light/Cast Shadows"));
    await accessible(page, "the values of a scene");
    await shot(page, "scene-values");
    // A switch.
    await page.click(`${row("nodes/Sun/Light/Cast Shadows")} input[role=switch]`);
    await page.waitForSelector("text=nodes/Sun/Light/Cast Shadows changed");
    assert.equal(await page.locator(`${row("nodes/Sun/Light/Cast Shadows")} input`).isChecked(), false);
    // A word of a list.
    await page.focus(row("nodes/Sun/Light/Light Type"));
    await page.keyboard.press("Enter");
    await page.selectOption('select[aria-label="Value of Light Type"]', "Spot");
    await page.waitForSelector("text=nodes/Sun/Light/Light Type changed");
    // What is wrong is said beside the field, and the file stays.
    await page.focus(row("nodes/Sun/Light/Color"));
    await page.keyboard.press("Enter");
    const field = page.locator('input[aria-label="Value of Color"]');
    await field.fill("red");
    await field.press("Enter");
    await page.waitForFunction(() => /Color/.test(document.querySelector(".entry .wrong")?.textContent ?? ""));
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    await accessible(page, "a wrong value");
    await shot(page, "scene-wrong-value");
    await field.fill("1 0 0 1");
    await field.press("Enter");
    await page.waitForSelector("text=nodes/Sun/Light/Color changed");
    // The default: the file has the value no more.
    await page.focus(row("nodes/Sun/Light/Brightness Multiplier"));
    await page.keyboard.press("Delete");
    await page.waitForSelector("text=nodes/Sun/Light/Brightness Multiplier has its default");
    const file = await saved(page);
    const expected = readFileSync(source, "utf8").replace('"Light Type" value="Directional"', '"Light Type" value="Spot"')
      .replace('value="1 0.95 0.85 1"', 'value="1 0 0 1"').replace('\t\t\t<attribute name="Brightness Multiplier" value="0.8" />\n\t\t\t<attribute name="Cast Shadows" value="true" />', '\t\t\t<attribute name="Cast Shadows" value="false" />');
    assert.equal(readFileSync(file, "utf8"), expected);
    // All of it is undone.
    await page.click("role=tab[name=Document]");
    for (let step = 0; step < 4; step++) await page.click("button:text-is('Undo')");
    await page.waitForFunction(() => document.querySelector("button[title^='Undo']").disabled);
    assert.equal(await page.locator("#tree .mark.edited").count(), 0, "the file is as it was");
    await close(page);
  },

  async "values are found by name and content"() {
    const page = await fresh();
    await drop(page, [join(samples, "Scenes/Clearing.xml")]);
    await page.click("role=tab[name=Document]");
    await page.fill('input[aria-label="Search in the document"]', "painted.xml");
    await page.waitForFunction(() => document.querySelectorAll(".tree-list .node").length >= 2 && /values?$/.test(document.querySelector(".tools .soft").textContent));
    const paths = await page.locator(".tree-list .node").evaluateAll((rows) => rows.map((one) => one.dataset.path));
    assert.ok(paths.every((path) => /StaticModel\/Material/.test(path)), `${paths}`);
    await close(page);
  },

  async "models and animations have values too"() {
    const page = await fresh();
    await drop(page, [join(samples, "Models/Fox.mdl")]);
    await page.click("role=tab[name=Document]");
    await page.click(row("bones"));
    await page.waitForFunction(() => document.querySelectorAll('.node[data-path^="bones/"]').length > 3);
    const listed = run("keys", join(samples, "Models/Fox.mdl"), "bones").trim().split("\n").map((line) => line.split(":")[0]);
    const shown = await page.locator('.node[data-path^="bones/"]').evaluateAll((rows) => rows.map((one) => one.dataset.path));
    assert.deepEqual(shown, listed);
    await close(page);
  },

  async "two scenes are compared by their values"() {
    const folder = temporary();
    const [old, now] = ["Old.xml", "Now.xml"].map((name) => join(folder, name));
    copyFileSync(join(samples, "Scenes/Clearing.xml"), old);
    copyFileSync(old, now);
    run("set", now, "nodes/Fox/Position", "0.5 0 0.25");
    run("remove", now, "nodes/Sun");
    const page = await fresh();
    await drop(page, [old, now]);
    await page.evaluate(() => engineAssets.tree.on.open(engineAssets.tree.find("Old.xml")));
    await settled(page);
    await page.selectOption("#compare-with", { label: "Now.xml" });
    await page.click('#panel button:text-is("Compare")');
    await page.waitForSelector(".difference table", { state: "attached" });
    const rows = await page.locator(".difference details:first-of-type table tbody tr").allTextContents();
    assert.ok(rows.some((text) => /nodes\/Fox\/Position.*0\.1 0 0\.25.*0\.5 0 0\.25/s.test(text)), `${rows}`);
    assert.ok(rows.some((text) => text.startsWith("−") && /nodes\/Sun/.test(text)), `${rows}`);
    assert.equal(rows.length, spawned(["diff", old, now, "--json"]).trim().split("\n").length);
    await accessible(page, "a comparison by values");
    await shot(page, "compare-values");
    await close(page);
  },

  async "changes of many values are notes"() {
    const { list, more } = changesOf([{ path: "a", old: "1", new: "2" }, { path: "b", new: "3" }, { path: "c", note: "4 vertices moved" }]);
    assert.deepEqual(list, [{ name: "a", before: "1", after: "2" }, { name: "b", before: undefined, after: "3" }, { name: "c", before: "", after: "4 vertices moved" }]);
    assert.equal(more, 0);
  },

  async "a file says who uses it"() {
    const page = await fresh();
    await page.click("text=A character");
    await settled(page);
    await page.waitForFunction(() => engineAssets.uses.of("Materials/Fox.xml").length > 0 && engineAssets.uses.of("Textures/Fox.tga").length > 0);
    await page.evaluate(() => engineAssets.tree.on.open(engineAssets.tree.find("Textures/Fox.tga")));
    await settled(page);
    await page.click("role=tab[name=Facts]");
    await page.waitForSelector('#panel h2:text-is("Used by")');
    await accessible(page, "who uses a file");
    await shot(page, "used-by");
    await page.click('#panel >> role=button[name="Materials/Fox.xml"]');
    await page.waitForFunction(() => engineAssets.open.node.path === "Materials/Fox.xml");
    // A closed file uses nothing.
    await page.evaluate(() => engineAssets.tree.on.close(engineAssets.tree.find("Materials/Fox.xml")));
    assert.deepEqual(await page.evaluate(() => engineAssets.uses.of("Textures/Fox.tga")), []);
    await close(page);
  },

  async "a folder is a grid of pictures, of which only those in view exist"() {
    const page = await fresh();
    await page.click("text=A scene");
    await settled(page);
    await page.evaluate(() => engineAssets.tree.on.open([...engineAssets.tree.all()].find((one) => one.isFolder && one.name === "Models")));
    await page.waitForFunction(() => [...document.querySelectorAll(".grid img")].filter((one) => one.naturalWidth === 224).length >= 3);
    await accessible(page, "a grid");
    // By kind: everything below a folder.
    await page.evaluate(() => engineAssets.tree.on.open(engineAssets.tree.root.children.size === 1 ? engineAssets.tree.sorted(engineAssets.tree.root)[0] : engineAssets.tree.root));
    await page.click('.kinds button:has-text("Materials 2")');
    assert.deepEqual((await page.locator(".cell .name").allTextContents()).sort(), ["Fox.xml", "Painted.xml"]);
    const cut = await page.locator(".cell .name").evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length);
    assert.equal(cut, 0, "names are cut below");
    assert.equal(await page.locator(".cell .icon-document").count(), 0, "a material has the icon of a document");
    await page.waitForFunction(() => [...document.querySelectorAll(".grid img")].filter((one) => one.naturalWidth === 224).length === 2);
    await page.evaluate(() => engineAssets.tree.on.open([...engineAssets.tree.all()].find((one) => one.isFolder && one.name === "Models")));
    await shot(page, "grid");
    await page.click('.grid button:has-text("Pine.mdl")');
    await page.waitForFunction(() => engineAssets.open.node.name === "Pine.mdl");
    // Ten thousand files.
    const seen = await page.evaluate(async () => {
      const blob = new Blob(["no asset"]);
      await engineAssets.addAndShow(Array.from({ length: 10_000 }, (_, index) => ({ path: `Many/${index}.bin`, blob, size: blob.size })));
      const { tree } = engineAssets;
      let longest = 0;
      new PerformanceObserver((list) => { for (const one of list.getEntries()) longest = Math.max(longest, one.duration); }).observe({ type: "longtask" });
      await tree.on.open([...tree.all()].find((one) => one.isFolder && one.name === "Many"));
      await new Promise((done) => setTimeout(done, 200));
      const grid = document.querySelector(".grid");
      grid.scrollTop = grid.scrollHeight;
      await new Promise((done) => setTimeout(done, 200));
      return { longest, cells: document.querySelectorAll(".cell").length, last: [...document.querySelectorAll(".cell .name")].some((one) => one.textContent === "9999.bin") };
    });
    assert.ok(seen.cells < 100 && seen.last, JSON.stringify(seen));
    const stretched = slower();
    console.log(`  10,000 files: the longest task took ${seen.longest.toFixed(0)} ms on a machine that is slower by ${stretched.toFixed(1)}`);
    assert.ok(seen.longest <= 100 * stretched, `a task took ${seen.longest} ms`);
    await close(page);
  },

  async "an animation moves its model as soon as it is opened"() {
    const page = await fresh();
    await page.click("text=A character");
    await settled(page);
    await page.evaluate(() => engineAssets.tree.on.open(engineAssets.tree.find("Models/Fox_Trot.ani")));
    await page.waitForFunction(() => engineAssets.open.node.name === "Fox_Trot.ani" && engineAssets.viewer.isPlaying && engineAssets.viewer.time > 0.1);
    assert.ok(await page.evaluate(() => engineAssets.viewer.meshes.every((mesh) => mesh.material.map)), "a mesh has no texture");
    await close(page);
  },

  async "a model that is dropped alone asks for its folder"() {
    const page = await fresh();
    await drop(page, [join(samples, "Models/Fox.mdl")]);
    await page.waitForSelector("text=drop its folder too");
    await drop(page, [join(samples, "Models/Pine.mdl")]);
    assert.equal(await page.locator("text=drop its folder too").count(), 0);
    await close(page);
  },

  async "animations are changed as they are saved"() {
    const page = await fresh();
    await page.click("text=A character");
    await settled(page);
    await page.click("role=tab[name=Save]");
    await page.click("#panel details.motion summary");
    await accessible(page, "changes of animations");
    await shot(page, "motion");
    await page.fill("#motion-speed", "2");
    await page.fill("#motion-to", "0.4");
    const [file] = await Promise.all([page.waitForEvent("download"), page.click('#panel button:text-is("glb")')]);
    const path = join(temporary(), "Fox.glb");
    await file.saveAs(path);
    const bytes = readFileSync(path);
    const gltf = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString());
    const end = Math.max(...gltf.animations.flatMap((animation) => animation.samplers.map((sampler) => gltf.accessors[sampler.input].max[0])));
    assert.ok(Math.abs(end - 0.2) < 0.01, `${end}`);
    await close(page);
  },
};

/** What a command prints that ends with 1 for files that differ. @param {string[]} args */
function spawned(args) {
  try {
    return run(...args);
  } catch (error) {
    if (/** @type {any} */ (error).status === 1) return String(/** @type {any} */ (error).stdout);
    throw error;
  }
}
