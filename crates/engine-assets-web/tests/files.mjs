// Tests of files that come and go: zips, the same file twice, closing, searching, reloading, a library that doesn't load.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { accessible, address, browser, close, drop, fresh, settled, wrongBounds } from "./browser.mjs";

const samples = join(resolve(process.argv[3]), "samples");
const temporary = () => mkdtempSync(join(tmpdir(), "engine-assets-web-"));
const rows = (page) => page.evaluate(() => engineAssets.tree.rows.map((row) => row.path));

/** @type {Record<string, () => Promise<string | void>>} */
export const files = {
  async "a zip is opened as a folder"() {
    const folder = temporary();
    mkdirSync(join(folder, "Game/Models"), { recursive: true });
    copyFileSync(join(samples, "Character.mdl"), join(folder, "Game/Models/Hero.mdl"));
    writeFileSync(join(folder, "Game/notes.txt"), "stored as it is");
    execFileSync("python3", ["-c", "import zipfile,sys\nz=zipfile.ZipFile(sys.argv[1],'w')\nz.write(sys.argv[2]+'/Game/Models/Hero.mdl','Game/Models/Hero.mdl',zipfile.ZIP_DEFLATED)\nz.write(sys.argv[2]+'/Game/notes.txt','Game/notes.txt',zipfile.ZIP_STORED)\nz.writestr('../out.txt','x')\n", join(folder, "Game.zip"), folder]);
    const page = await fresh();
    await drop(page, [join(folder, "Game.zip")]);
    const all = await page.evaluate(() => [...engineAssets.tree.all()].filter((one) => !one.isFolder).map((one) => one.path).sort());
    assert.deepEqual(all, ["Game.zip/Game/Models/Hero.mdl", "Game.zip/Game/notes.txt", "Game.zip/Skipped files.txt"]);
    assert.equal(await page.evaluate(() => engineAssets.open.facts?.format), "urho-mdl");
    writeFileSync(join(folder, "Cut.zip"), readFileSync(join(folder, "Game.zip")).subarray(0, 200));
    await page.setInputFiles("#pick-files", [join(folder, "Cut.zip")]);
    await page.waitForSelector("text=this zip is damaged or cut off");
    await close(page);
  },

  async "the same file twice is one row, Delete closes it, Close all empties the page"() {
    const page = await fresh();
    await drop(page, [join(samples, "Character.mdl"), join(samples, "Room.udm_b")]);
    await drop(page, [join(samples, "Character.mdl")]);
    assert.deepEqual(await rows(page), ["Character.mdl", "Room.udm_b"]);
    assert.equal(await page.textContent("#files-foot"), "2 files");
    await page.focus("#tree");
    await page.keyboard.press("r");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => engineAssets.open.node?.name === "Room.udm_b" && engineAssets.open.facts);
    await page.focus("#tree");
    await page.keyboard.press("Delete");
    await page.waitForFunction(() => engineAssets.tree.files === 1);
    assert.equal(await page.textContent("#files-foot"), "1 file");
    const found = await page.evaluate(() => engineAssets.client.call("", "open", 1, -1).then((facts) => facts.format, (error) => error.message));
    assert.notEqual(found, "udm", "a closed file is still read");
    await accessible(page, "a closed file");
    await page.click("#close-all");
    await page.waitForSelector(".welcome");
    await close(page);
  },

  async "files are found by words, globs, formats and findings"() {
    const folder = temporary();
    writeFileSync(join(folder, "Broken.mdl"), "UMD2");
    const page = await fresh();
    await drop(page, [join(samples, "Character.mdl"), join(samples, "Character_Wave.ani"), join(samples, "Room.udm_b"), join(samples, "Textures/Character.tga"), join(folder, "Broken.mdl")]);
    await page.waitForSelector("#tree .mark.error");
    const found = async (query) => { await page.fill("#search", query); return rows(page); };
    assert.deepEqual((await found("*.mdl")).sort(), ["Broken.mdl", "Character.mdl"]);
    assert.deepEqual(await found("wave char"), ["Character_Wave.ani"]);
    assert.deepEqual(await found("format:texture"), ["Character.tga"]);
    assert.deepEqual(await found("is:error"), ["Broken.mdl"]);
    // Formats have the names that `validate` prints; files that weren't looked at are.
    await page.evaluate(() => { for (const one of engineAssets.tree.all()) Object.assign(one, { mark: "", format: "" }); });
    await page.fill("#search", "format:urho-ani");
    await page.waitForFunction(() => document.querySelector("#files-foot").textContent === "1 match");
    assert.deepEqual(await rows(page), ["Character_Wave.ani"]);
    await page.focus("#search");
    await page.evaluate(() => document.querySelector("#search").blur());
    await page.focus("#search");
    assert((await page.locator("#searches option").evaluateAll((all) => all.map((one) => one.value))).includes("format:urho-ani"));
    assert.deepEqual((await found("Character.???")).sort(), ["Character.mdl", "Character.tga"]);
    await close(page);
  },

  async "a reload keeps dropped files, back shows the previous file"() {
    const page = await fresh();
    await drop(page, [join(samples, "Character.mdl"), join(samples, "Room.udm_b")]);
    await page.waitForTimeout(500);
    await page.reload();
    await page.waitForFunction(() => window.engineAssets);
    await settled(page);
    assert.deepEqual(await rows(page), ["Character.mdl", "Room.udm_b"]);
    assert.equal(await page.evaluate(() => engineAssets.open.node.path), "Character.mdl");
    await page.evaluate(() => { location.hash = "file=Room.udm_b"; });
    await page.waitForFunction(() => engineAssets.open.node?.path === "Room.udm_b" && engineAssets.open.facts);
    assert.equal(await page.evaluate(() => engineAssets.tree.files), 2);
    await close(page);
  },

  async "a library that doesn't load says so, and is tried again"() {
    const context = await browser.newContext();
    const page = await context.newPage();
    let isThere = false;
    await page.route("**/engine_assets.wasm.gz", (route) => isThere ? route.continue() : route.fulfill({ status: 404 }));
    await page.goto(address);
    await page.waitForSelector("#no-library >> text=the server answers 404");
    isThere = true;
    await page.click("text=Try again");
    await page.waitForSelector(".welcome");
    await page.click("text=A document");
    await page.waitForSelector(".tree-list .node");
    await context.close();
  },

  async "the page lists repairs that change the file, with their changes"() {
    const file = join(temporary(), "Wrong.mdl");
    writeFileSync(file, wrongBounds(samples));
    const page = await fresh();
    await drop(page, [file]);
    await page.click("role=tab[name=Save]");
    const save = page.locator('#panel button:text-is("Repaired file")');
    assert.ok(await save.isDisabled(), "a file is repaired by nothing");
    assert.match(await page.textContent(".changes"), /bounding box: recomputed/);
    await page.locator("#panel input[id^=repair-]").first().click();
    const [made] = await Promise.all([page.waitForEvent("download"), save.click()]);
    assert.match(made.suggestedFilename(), /^Wrong/);
    await close(page);
  },

  async "a texture is saved as PNG, a damaged entry is shown on demand"() {
    const page = await fresh("?url=samples/Textures/Fox.tga");
    await settled(page);
    const [made] = await Promise.all([page.waitForEvent("download"), page.click("text=Save PNG")]);
    assert.equal(made.suggestedFilename(), "Fox.png");
    assert.equal(readFileSync(await made.path()).subarray(1, 4).toString(), "PNG");
    await close(page);
    const package_ = Buffer.from(readFileSync(join(samples, "Character.pak")));
    const at = package_.indexOf("<metadata name");
    package_[at + 1] ^= 0x20;
    const file = join(temporary(), "Damaged.pak");
    writeFileSync(file, package_);
    const other = await fresh();
    await drop(other, [file]);
    await other.evaluate(() => { const found = [...engineAssets.tree.all()].find((one) => one.name === "Character.xml"); engineAssets.tree.reveal(found); return engineAssets.tree.on.open(found); });
    await other.click("text=Show it anyway");
    await other.waitForFunction(() => engineAssets.open.facts || !/checksum/.test(engineAssets.open.error?.message ?? "checksum"));
    await close(other);
  },

  async "a value that is no number says so"() {
    const page = await fresh("?url=samples/Room.udm_b");
    await settled(page);
    const said = await page.evaluate(() => engineAssets.client.call("", "set", 0, -1, "height", "abc").then(() => "", (error) => error.message));
    assert.match(said, /"abc" is no number; write a number such as 2\.5/);
    await close(page);
  },
};
