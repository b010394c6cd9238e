// Tests of findings: each leads to its places; and of documents that are edited.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

import { accessible, alone, close, command, corpus, drop, dropInto, fresh, isShort, known, settled, shot, validate, withSide } from "./browser.mjs";

const samples = join(resolve(process.argv[3]), "samples");
const temporary = () => mkdtempSync(join(tmpdir(), "engine-assets-web-"));
const NO_CORPUS = "ENGINE_ASSETS_CORPUS is not set";

/** Waits until the scene of the open file is shown, if it has one. */
const sceneShown = (page) => page.waitForFunction(() => {
  const { open, viewer } = engineAssets;
  return !open.facts?.shows.scene || open.sceneError || viewer?.shown && open.sceneOf === open.node || viewer?.asked?.isConnected;
});

/** Whether a place is shown after a click on its button: a marked part, value, line, byte or fact. */
const isShown = (page, place) => page.waitForFunction((place) => {
  const { viewer } = engineAssets;
  const seen = {
    view: () => viewer.selection.marks.length > 0 || viewer.selection.node >= 0 || viewer.overlays.size > 0,
    document: () => document.querySelector("#view .tree-list .node.chosen"),
    text: () => document.querySelector("#view pre.text mark"),
    bytes: () => document.querySelector("#view .hex mark") || document.querySelector("#view .hex"),
    facts: () => document.querySelector("#panel .flash"),
  };
  return seen[place]();
}, place);

/** Clicks each place of each finding on the open file. Returns the places by kinds of findings. */
async function walk(page, most) {
  const found = [];
  const count = Math.min(most, await page.locator("#panel .finding").count());
  for (let index = 0; index < count; index++) {
    // Findings about the scene are listed as long as it is shown.
    if (index >= await page.locator("#panel .finding").count()) break;
    const places = await page.locator("#panel .finding").nth(index).locator("[data-place]").evaluateAll((all) => all.map((one) => one.dataset.place));
    for (const place of places) {
      await page.evaluate(() => { engineAssets.viewer?.selection.choose(-1); engineAssets.viewer?.overlays.clear(); });
      await page.locator("#panel .finding").nth(index).locator(`[data-place=${place}]`).click();
      await isShown(page, place).catch(() => assert.fail(`finding ${index} leads nowhere: ${place}`));
      await page.click("#tab-check");
    }
    found.push(places);
  }
  return found;
}

/** @type {Record<string, () => Promise<string | void>>} */
export const findings = {
  async "each finding leads to a place in the view, document, text, bytes or facts"() {
    if (!corpus) return NO_CORPUS;
    const kinds = new Map();
    const lines = [...known(), ...validate(...["urho/hostile", "udm/hostile", "zed/hostile", "pragma-scene", "urho-scene/rbfx/Data/Scenes"].map((one) => join(corpus, one)))];
    for (const line of lines) {
      if (statSync(line.file).size > 4 << 20) continue;
      for (const finding of line.findings ?? []) {
        const key = `${line.format}, ${finding.kind}`;
        if (!/resource-/.test(finding.kind) && !kinds.has(key)) kinds.set(key, line);
      }
    }
    const files = [...new Set([...kinds.values()].map((line) => line.file))].filter((_, index) => !isShort || index % 6 === 0);
    // Real texts have few findings: one that is sure to lead to a line.
    const text = join(temporary(), "Twice.xml");
    writeFileSync(text, '<scene id="1">\n\t<component type="Light" id="1">\n\t\t<attribute name="Range" value="1" />\n\t\t<attribute name="Range" value="2" />\n\t</component>\n</scene>\n');
    files.push(text);
    const page = await fresh();
    const seen = {};
    for (const [index, { file, from }] of alone(files.map((file) => ({ file }))).entries()) {
      await dropInto(page, String(index), withSide(file)).catch((error) => { throw new Error(`${from}: ${error.message}`); });
      await page.evaluate((path) => { const node = engineAssets.tree.find(path); return node !== engineAssets.open.node ? engineAssets.tree.on.open(node) : null; }, `${index}/${basename(file)}`);
      await settled(page);
      await sceneShown(page);
      await page.click("#tab-check");
      await page.waitForFunction(() => [...document.querySelectorAll("#panel .finding")].every((one) => one.querySelector("[data-place]")), null, { timeout: 30_000 }).catch(() => {});
      const places = await walk(page, 8).catch((error) => { throw new Error(`${from}: ${error.message}`); });
      for (const own of places) {
        assert.ok(own.length > 0, `${from}: a finding leads nowhere: ${await page.textContent("#panel")}`);
        for (const place of own) seen[place] = (seen[place] ?? 0) + 1;
      }
    }
    console.log(`  ${files.length} files with ${kinds.size} kinds of findings; places ${JSON.stringify(seen)}`);
    for (const place of ["view", "document", "text", "bytes", "facts"]) assert.ok(seen[place] > 0, place);
    await close(page);
  },

  async "flags of entities lead to their own bytes and values"() {
    const text = '$string assetType "PMAP"\n$uint32 assetVersion 1\nassetData {\n$array entities [element;2][{ $string className "a" flags { $bool clientsideOnly 1 } },{ $string className "b" flags { $bool clientsideOnly 1 } }]\n}\n';
    const [source, file] = [join(temporary(), "Map.pmap"), join(temporary(), "Map.pmap_b")];
    writeFileSync(source, text);
    execFileSync(command, ["convert", source, "-o", file, "--quiet"]);
    const page = await fresh();
    await drop(page, [file]);
    await page.click("#tab-check");
    const offsets = await page.evaluate(() => engineAssets.open.facts.findings.filter((one) => /flags$/.test(one.path)).map((one) => one.offset));
    assert.equal(new Set(offsets).size, 2, `${offsets}`);
    const bytes = readFileSync(file);
    for (const offset of offsets) assert.ok(offset > bytes.indexOf("clientsideOnly") - 40 && offset < bytes.length, `${offsets}`);
    await page.locator("[data-place=document]").last().click();
    await page.waitForSelector('.node.chosen[data-path="entities[1]/flags"]');
    await accessible(page, "a value that a finding leads to");
    await page.locator("[data-place=bytes]").last().click();
    await page.waitForSelector(".hex mark");
    await close(page);
  },

  async "findings are reached by keyboard, and fit a phone"() {
    const file = join(temporary(), "Cube.xml");
    writeFileSync(file, '<technique>\n<pass name="base" depthtest="nonsense" />\n</technique>\n');
    const page = await fresh("", { viewport: { width: 390, height: 800 } });
    await drop(page, [file]);
    await page.focus("#tab-check");
    await page.keyboard.press("Enter");
    await page.focus("#panel");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForSelector("pre.text mark");
    assert.match(await page.textContent("pre.text mark"), /nonsense/);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
    await accessible(page, "findings on a phone");
    await shot(page, "findings");
    await close(page);
  },

  async "changes of a document are undone and redone"() {
    const page = await fresh("?url=samples/Room.udm_b");
    await settled(page);
    await page.waitForSelector('.node[data-path="height"]');
    const value = () => page.textContent('.node[data-path="height"] .what');
    const change = async (text) => {
      await page.focus('.node[data-path="height"]');
      await page.keyboard.press("Enter");
      await page.locator('input[aria-label^="Value of"]').fill(text);
      await page.keyboard.press("Enter");
    };
    const first = await value();
    assert.ok(await page.locator("button:text-is('Undo')").isDisabled());
    await change("7");
    await page.waitForSelector("text=changed. Choose Save");
    await change("8");
    await page.waitForFunction(() => /8/.test(document.querySelector('.node[data-path="height"] .what')?.textContent ?? ""));
    await page.focus('.node[data-path="height"]');
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => /7/.test(document.querySelector('.node[data-path="height"] .what')?.textContent ?? ""));
    await page.click("button:text-is('Undo')");
    await page.waitForSelector("text=height is as before");
    await page.waitForFunction((first) => document.querySelector('.node[data-path="height"] .what')?.textContent === first, first);
    assert.equal(await page.locator("#tree .mark.edited").count(), 0, "the file is as it was");
    await accessible(page, "an undone change");
    await page.focus('.node[data-path="height"]');
    await page.keyboard.press("Control+y");
    await page.waitForSelector("text=height changed again");
    await page.waitForFunction(() => /7/.test(document.querySelector('.node[data-path="height"] .what')?.textContent ?? ""));
    await page.click("#tab-save");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click("text=Edited file")]);
    assert.equal(execFileSync(command, ["udm", "get", await saved.path(), "height"], { encoding: "utf8" }).trim(), "7");
    await close(page);
  },

  async "the page asks before unsaved changes are lost"() {
    const page = await fresh("?url=samples/Room.udm_b");
    await settled(page);
    const asked = [];
    page.on("dialog", async (dialog) => { asked.push(dialog.type()); await dialog.dismiss(); });
    await page.waitForSelector('.node[data-path="height"]');
    const change = async () => {
      await page.focus('.node[data-path="height"]');
      await page.keyboard.press("Enter");
      await page.locator('input[aria-label^="Value of"]').fill("7");
      await page.keyboard.press("Enter");
      await page.waitForSelector("text=changed. Choose Save");
    };
    const leave = () => page.evaluate(() => new Promise((done) => {
      // A link leads away as a person would; the answer is no.
      location.href = "about:blank#elsewhere";
      setTimeout(() => done(engineAssets.tree.files), 500);
    }));
    await change();
    assert.equal(await leave(), 1);
    assert.deepEqual(asked, ["beforeunload"]);
    await page.focus("#tree");
    await page.keyboard.press("Delete");
    await page.waitForTimeout(100);
    assert.deepEqual(asked, ["beforeunload", "confirm"]);
    assert.equal(await page.evaluate(() => engineAssets.tree.files), 1, "the file with changes is closed");
    await page.click("button:text-is('Undo')");
    await page.waitForSelector("text=height is as before");
    await page.reload();
    assert.equal(asked.length, 2, "there is nothing to lose");
    await close(page);
  },

  async "a value of another type gets a sentence with an example"() {
    const page = await fresh("?url=samples/Room.udm_b");
    await settled(page);
    await page.waitForSelector('.node[data-path="height"]');
    await page.focus('.node[data-path="height"]');
    await page.keyboard.press("Enter");
    const field = page.locator('input[aria-label^="Value of"]');
    await field.fill("tall");
    await field.press("Enter");
    await page.waitForSelector('.entry .wrong >> text="tall" is no number; write a number such as 2.5');
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    await accessible(page, "a wrong value");
    await close(page);
  },
};
