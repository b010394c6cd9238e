// Tests of the views for each kind of file, and of user actions.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

import { accessible, close, command, complaints, corpus, drop, dropInto, fresh, given, isShort, large, pixels, sent, settled, shot, wrongBounds } from "./browser.mjs";

const samples = join(resolve(process.argv[3]), "samples");
const temporary = () => mkdtempSync(join(tmpdir(), "engine-assets-web-"));
const NO_CORPUS = "ENGINE_ASSETS_CORPUS is not set";

/** A file that a click on a button of the panel saves. */
async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** A cube of 4 × 4 texels as dds, each face in its own colour, each smaller mip half as bright. */
function cube() {
  const head = Buffer.alloc(128);
  head.write("DDS ");
  const put = (at, value) => head.writeUInt32LE(value, at);
  [[4, 124], [8, 0x2100f], [12, 4], [16, 4], [20, 16], [28, 3], [76, 32], [80, 0x41], [88, 32], [92, 0xff], [96, 0xff00], [100, 0xff0000], [104, 0xff000000], [108, 0x401008], [112, 0xfe00]].forEach(([at, value]) => put(at, value));
  const parts = [head];
  for (let face = 0; face < 6; face++) {
    for (let mip = 0; mip < 3; mip++) {
      const count = (4 >> mip) ** 2;
      parts.push(Buffer.concat(Array.from({ length: count }, () => Buffer.from([(40 + 30 * face) >> mip, 200 >> mip, 10, 128]))));
    }
  }
  return Buffer.concat(parts);
}
/** The first pixel of the texture that is shown. */
const texel = (page) => page.evaluate(() => [...document.querySelector(".picture canvas").getContext("2d").getImageData(0, 0, 1, 1).data]);
const width = (page, wide) => page.waitForFunction((wide) => document.querySelector(".picture canvas")?.width === wide, wide);

/** @type {Record<string, () => Promise<string | void>>} */
export const parts = {
  async "without WebGL a scene is a picture"() {
    const page = await fresh();
    const before = complaints.length;
    await page.addInitScript(() => {
      const original = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...more) { return /webgl/.test(kind) ? null : original.call(this, kind, ...more); };
    });
    await page.reload();
    await page.waitForFunction(() => window.engineAssets);
    await drop(page, [join(samples, "Character.mdl")]);
    await page.waitForFunction(() => document.querySelector(".drawn img")?.naturalWidth === 1024);
    assert.match(await page.textContent(".drawn figcaption"), /no WebGL/);
    await accessible(page, "a drawn picture");
    await shot(page, "drawn");
    await close(page);
    // three.js says on the console that it has no context.
    complaints.splice(before, complaints.length, ...complaints.slice(before).filter((one) => !/WebGL/.test(one)));
  },

  async "a scene tells first what people ask first"() {
    const page = await fresh();
    await drop(page, [join(samples, "Character.mdl"), join(samples, "Character_Wave.ani"), join(samples, "Textures/Character.tga")]);
    await page.click("#tree .row:has-text('Character.mdl')");
    // Read at once: the list is emptied, and nothing is shown, while a file is opened again.
    const read = await page.waitForFunction(() => {
      const terms = [...document.querySelectorAll("#glance dt")];
      const { shown, meshes } = engineAssets.viewer;
      if (terms.length <= 4 || !shown) return false;
      const triangles = meshes.reduce((sum, mesh) => sum + mesh.geometry.index.count / 3, 0);
      return { rows: terms.map((term) => [term.textContent, term.nextElementSibling.textContent]), json: shown.parser.json, triangles };
    });
    const { rows, json, triangles } = await read.jsonValue();
    const said = Object.fromEntries(rows);
    assert.equal(said.Triangles, triangles.toLocaleString("en"));
    assert(Number(said.Bones) > 1 && /^[\d.]+ c?m × [\d.]+ c?m × [\d.]+ c?m$/.test(said.Size), JSON.stringify(said));
    assert.equal(Object.keys(said).some((name) => name.startsWith("Material")), (json.materials ?? []).length > 0);
    // The dump is below, folded; a click on an animation plays it.
    assert.equal(await page.locator("details.dump").getAttribute("open"), null);
    await page.click("#glance button:has-text('Wave')");
    await page.waitForFunction(() => engineAssets.open.clip.includes("Wave") && engineAssets.viewer.isPlaying);
    await accessible(page, "first facts");
    await shot(page, "glance");
    await close(page);
  },

  async "textures have channels, mips and the faces of a cube"() {
    const file = join(temporary(), "Cube.dds");
    writeFileSync(file, cube());
    const page = await fresh();
    await drop(page, [file]);
    await width(page, 4);
    assert.deepEqual((await texel(page)).slice(3), [128]);
    await page.click('role=button[name="G"]');
    assert.deepEqual(await texel(page), [200, 200, 200, 255]);
    await page.click('role=button[name="RGB"]');
    assert.deepEqual(await texel(page), [40, 200, 10, 255]);
    await page.selectOption("select[aria-label=face]", "5");
    await page.waitForFunction(() => document.querySelector(".picture canvas").getContext("2d").getImageData(0, 0, 1, 1).data[0] === 190);
    await page.selectOption("select[aria-label=mip]", "1");
    await width(page, 2);
    assert.deepEqual(await texel(page), [95, 100, 10, 255]);
    await shot(page, "texture");
    await accessible(page, "a texture");
    await close(page);
  },

  async "triggers of an animation are marks, levels of detail can be chosen"() {
    const folder = temporary();
    for (const name of ["Character.mdl", "Character_Wave.ani"]) cpSync(join(samples, name), join(folder, name));
    writeFileSync(join(folder, "Character_Wave.xml"), '<animation><trigger time="0.5" type="String" value="wave" /><trigger time="1.5" type="Int" value="2" /></animation>');
    const page = await fresh();
    await drop(page, ["Character.mdl", "Character_Wave.ani", "Character_Wave.xml"].map((name) => join(folder, name)));
    await page.selectOption("#timeline select[aria-label=Animation]", { index: 1 });
    await page.waitForFunction(() => document.querySelectorAll("#timeline .trigger").length === 2);
    assert.match(await page.locator("#timeline .trigger").first().getAttribute("title"), /0\.5 s.*wave/);
    const fine = await page.textContent(".note-line");
    await page.selectOption('select[aria-label="Level of detail"]', "1");
    await page.waitForFunction((fine) => (document.querySelector(".note-line")?.textContent ?? fine) !== fine, fine);
    await close(page);
  },

  async "animations of the engines move their models"() {
    if (!corpus) return NO_CORPUS;
    const models = ["Mutant/Mutant.mdl Mutant/Mutant_Walk.ani", "Kachujin/Kachujin.mdl Kachujin/Kachujin_Walk.ani", "NinjaSnowWar/Ninja.mdl NinjaSnowWar/Ninja_Attack1.ani"];
    const files = models.map((names) => names.split(" ").map((name) => join(corpus, "urho/engine/Data/Models", name)));
    for (const [number, dropped] of [...files, [join(corpus, "udm/pragma/models/player/soldier.pmdl_b")]].entries()) {
      const page = await fresh();
      await dropInto(page, `Moved${number}`, dropped);
      await page.selectOption("#timeline select[aria-label=Animation]", { index: 1 });
      const pictures = new Set();
      for (const time of [0, 0.2, 0.4]) {
        await page.evaluate((time) => engineAssets.viewer.seek(time), time);
        pictures.add(await pixels(page));
      }
      assert.equal(pictures.size, 3, `${dropped[0]} doesn't move`);
      await close(page);
    }
  },

  async "a folder is opened, referenced files are found in it, and a folder is saved as zip"() {
    const from = corpus && join(corpus, "urho-scene/urho3d/Data");
    if (!from) return NO_CORPUS;
    const folder = join(temporary(), "Game");
    for (const name of ["Materials/Mushroom.xml", "Textures/Mushroom.dds", "Models/Mushroom.mdl"]) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      cpSync(join(from, name), join(folder, name));
    }
    writeFileSync(join(folder, "Broken.mdl"), "UMD2");
    const page = await fresh();
    await page.setInputFiles("#pick-folder", folder);
    await settled(page);
    // It is marked without being opened.
    await page.waitForSelector("#tree .mark.error");
    const open = async (path) => {
      await page.evaluate((path) => { const found = engineAssets.tree.find(path); engineAssets.tree.reveal(found); return engineAssets.tree.on.open(found); }, path);
      await settled(page);
    };
    await open("Game/Broken.mdl");
    assert.equal(await page.locator("#tree .mark.error").count(), 1);
    await open("Game/Materials/Mushroom.xml");
    await page.click("role=tab[name=Facts]");
    await page.waitForSelector("#panel .mark.ok");
    await page.click('#panel >> role=button[name="Textures/Mushroom.dds"]');
    await page.waitForFunction(() => engineAssets.open.node.path === "Game/Textures/Mushroom.dds");
    await page.fill("#search", "mush");
    assert.equal(await page.locator("#tree .row").count(), 3);
    await page.fill("#search", "");
    await page.evaluate(() => { const found = [...engineAssets.tree.all()].find((one) => one.path === "Game"); return engineAssets.tree.on.open(found); });
    const zip = await saved(page, "text=Save as zip");
    for (const name of ["Materials/Mushroom.xml", "Broken.mdl"]) assert.ok(zip.bytes.includes(Buffer.from(name)), name);
    await close(page);
  },

  async "an address is read by ranges"() {
    const path = join(temporary(), "Large.pak");
    large(path, isShort ? 2000 : 20_000, 5000);
    given.set("given/Large.pak", path);
    const page = await fresh("?url=given/Large.pak");
    await settled(page);
    assert.equal(await page.evaluate(() => [...engineAssets.tree.all()].filter((one) => one.entry >= 0).length), isShort ? 2000 : 20_000);
    const asked = sent.get("given/Large.pak");
    assert.ok(asked < 3e6, `${asked} bytes were asked for`);
    await close(page);
  },

  async "scripts, shaders, fonts and text are shown"() {
    if (!corpus) return NO_CORPUS;
    const page = await fresh();
    await drop(page, [join(corpus, "urho/asc/as-2.31.2/bank.asc")]);
    await page.waitForFunction(() => /class|void|int/.test(document.querySelector("#view pre")?.textContent ?? ""));
    await page.click('#view button:text-is("Disassembly")');
    const command_ = execFileSync(command, ["asc", "disasm", join(corpus, "urho/asc/as-2.31.2/bank.asc")], { encoding: "utf8" });
    const line = command_.split("\n").find((one) => /^\s+[0-9a-f]+/.test(one))?.trim() ?? command_.trim().split("\n").at(-1).trim();
    await page.waitForFunction((line) => document.querySelector("#view pre")?.textContent.includes(line), line);
    await shot(page, "script");
    await drop(page, [join(samples, "Flat.ps3")]);
    await page.waitForFunction(() => document.querySelector("#panel [data-key=parameters], #panel [data-key=variations], #panel [data-key=bytecode_size]"));
    await page.click('#panel button:text-is("Show the bytecode")');
    await page.waitForFunction(() => [...document.querySelectorAll(".hex mark")].slice(0, 3).map((one) => one.textContent).join(" ") === "00 03 ff");
    await shot(page, "shader");
    await drop(page, [join(corpus, "zed/font/u32_chunks.zedf")]);
    await page.waitForSelector(".glyph canvas");
    assert.deepEqual(await page.locator(".glyph").allTextContents(), ["A", "B", "g", "é"]);
    await shot(page, "glyphs");
    await accessible(page, "glyphs");
    await drop(page, [join(samples, "Character.xml")]);
    await page.click("role=tab[name=Text]");
    await page.waitForFunction(() => document.querySelector("#view pre")?.textContent.includes("<metadata"));
    await close(page);
  },

  async "a document is searched, a path is copied, text is made of it"() {
    const page = await fresh("?url=samples/Room.udm_b", { permissions: ["clipboard-read", "clipboard-write"] });
    await settled(page);
    await page.waitForSelector(".tree-list .node");
    const all = await page.locator(".tree-list .node:visible").count();
    const wanted = await page.evaluate(async () => {
      const { client, open } = engineAssets;
      const list = async (path) => (await client.call("", "children", open.node.file, -1, path, 0, 100)).children;
      for (const one of await list("")) if (!one.is_leaf) { const [below] = await list(one.path); if (below) return below; }
      return null;
    });
    await page.fill('input[aria-label="Search in the document"]', wanted.name);
    await page.waitForSelector(`.node[data-path="${wanted.path}"]:visible`);
    assert.ok(all > 0);
    await page.focus(`.node[data-path="${wanted.path}"]`);
    await page.keyboard.press("c");
    await page.waitForFunction((path) => navigator.clipboard.readText().then((text) => text === path), wanted.path);
    await page.click("role=tab[name=Save]");
    const text = await page.locator("#panel .line button").allTextContents();
    const format = text.find((one) => /text/.test(one));
    assert.ok(format, `expected a format of text among ${text}`);
    const made = await saved(page, `#panel button:text-is("${format}")`);
    assert.match(made.bytes.toString("utf8"), /\$float height 2\.5/);
    await close(page);
  },

  async "a repaired file equals the command line's"() {
    const folder = temporary();
    const file = join(folder, "Character.mdl");
    writeFileSync(file, wrongBounds(samples));
    const page = await fresh();
    await drop(page, [file]);
    await page.click("role=tab[name=Save]");
    await page.locator("#panel input[id^=repair-]").first().click();
    const repair = await page.evaluate(() => document.querySelector("#panel input[id^=repair-]:checked").id.slice(7));
    const made = await saved(page, '#panel button:text-is("Repaired file")');
    execFileSync(command, ["convert", file, "-o", join(folder, "Out.mdl"), "--repair", repair, "--quiet"]);
    assert.ok(made.bytes.equals(readFileSync(join(folder, "Out.mdl"))), `repaired by ${repair}`);
    await close(page);
  },

  async "the command line serves the page with files"() {
    const child = spawn(command, ["view", "--no-open", "--page", resolve(process.argv[3]), samples], { stdio: ["ignore", "pipe", "inherit"] });
    try {
      const line = await new Promise((done, fail) => {
        child.stdout.once("data", (text) => done(String(text).trim()));
        child.once("exit", (status) => fail(new Error(`it ended with ${status}`)));
      });
      const [base, query] = line.split("?");
      const page = await fresh(`?${query}#file=samples/Tile.zed`, {}, base);
      await settled(page);
      assert.equal(await page.evaluate(() => engineAssets.open.node.path), "samples/Tile.zed");
      const there = readdirSync(samples, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      assert.equal(await page.evaluate(() => engineAssets.tree.files), there.length);
      await page.waitForFunction(() => engineAssets.viewer?.shown);
      await close(page);
    } finally {
      child.kill();
    }
  },

  async "keys move in the tree, panes fold and resize"() {
    const page = await fresh("?url=samples/Character.mdl&url=samples/Room.udm_b&url=samples/Tile.zed");
    await settled(page);
    await page.focus("#tree");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => engineAssets.open.node.path === "Room.udm_b" && engineAssets.open.facts);
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => engineAssets.open.node.path === "Character.mdl" && document.querySelector(".note-line")?.textContent && engineAssets.viewer.shown?.scene.visible);
    await page.waitForTimeout(300);
    const place = () => page.evaluate(() => engineAssets.viewer.camera.position.toArray().map((one) => one.toFixed(3)).join());
    const [before, picture] = [await place(), await pixels(page)];
    await page.evaluate(() => { const { viewer } = engineAssets; viewer.camera.position.multiplyScalar(3); viewer.controls.update(); viewer.draw(); });
    assert.ok(await pixels(page) !== picture && await place() !== before, "the camera stays where it is");
    await page.focus("#panel");
    await page.keyboard.press("f");
    // Textures may arrive later than the first picture.
    assert.equal(await place(), before, "F doesn't fit");
    await page.keyboard.press("/");
    assert.equal(await page.evaluate(() => document.activeElement.id), "search");
    const wide = () => page.evaluate(() => document.getElementById("files").getBoundingClientRect().width);
    const was = await wide();
    await page.focus(".split[data-pane=files]");
    await page.keyboard.press("ArrowRight");
    assert.ok(await wide() > was);
    await page.click("#toggle-files");
    assert.equal(await wide(), 0);
    await page.click("#toggle-files");
    assert.ok(await wide() > was);
    await close(page);
  },
};
