// Tests of the page in a real Chromium: `node tests/page.mjs PACKAGES PAGE COMMAND [short]`. PACKAGES is the folder with `node_modules`, PAGE the
// built page, COMMAND the command line that it is compared with. ENGINE_ASSETS_CORPUS is the folder of real files, CHROMIUM the browser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

import { accessible, alone, browser, close, command, compare, complaints, slower, corpus, dragFolder, drop, dropInto, dropReally, fresh, isShort, known, large, least, pixels, server, settled, shot, withSide } from "./browser.mjs";
import { compared } from "./compare.mjs";
import { drawings } from "./drawings.mjs";
import { files } from "./files.mjs";
import { first } from "./first.mjs";
import { findings } from "./findings.mjs";
import { light } from "./light.mjs";
import { looks } from "./looks.mjs";
import { materials } from "./materials.mjs";
import { nodes } from "./nodes.mjs";
import { offline } from "./offline.mjs";
import { parts } from "./parts.mjs";
import { promises } from "./promises.mjs";
import { speed } from "./speed.mjs";
import { values } from "./values.mjs";

const samples = join(resolve(process.argv[3]), "samples");

/** Models that glTF can't hold as they are, and what the page says of them: their pictures are compared with those of the glTF that is shown. */
const CHANGED = { "urho/synth/synth_model.mdl": /negative and non-finite weights become 0/ };

/** Formats of the command that the page is built without, and says so: their library is in C. */
const NATIVE = new Set(["fbx", "obj"]);

/** @type {Record<string, () => Promise<string | void>>} */
const tests = {
  async "the first screen explains dropping files, and has samples"() {
    const page = await fresh();
    assert.match(await page.textContent(".lead"), /^Drop .*\.$/);
    assert.equal(await page.locator(".samples button").count(), 4);
    assert.ok(await page.evaluate(() => document.querySelector(".welcome-picture img").naturalWidth) > 400, "no picture");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog#help kbd");
    await accessible(page, "the help");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog#help", { state: "detached" });
    await accessible(page, "the first screen");
    await shot(page, "first");
    await close(page);
  },

  async "a sample opens, moves, and is restored after a reload"() {
    const page = await fresh();
    await page.click("text=A character");
    await settled(page);
    assert.ok((await compare(page)).count > 2000, "the picture is empty");
    await page.selectOption("#timeline select[aria-label=Animation]", { index: 1 });
    const still = await pixels(page);
    await page.evaluate(() => engineAssets.viewer.seek(0.3));
    assert.notEqual(await pixels(page), still, "the animation doesn't move");
    await page.keyboard.press("Escape");
    await page.focus("#panel");
    await page.keyboard.press(" ");
    await page.waitForFunction(() => engineAssets.viewer.isPlaying && engineAssets.viewer.time > 0.4);
    await page.keyboard.press(" ");
    assert.equal(await page.evaluate(() => engineAssets.viewer.isPlaying), false);
    await page.click("role=tab[name=Parts]");
    await shot(page, "model");
    await accessible(page, "a model");
    await page.click('role=button[name="Overlays"]');
    await accessible(page, "the menu of overlays");
    for (const name of ["Wireframe", "Skeleton", "Bone names", "Normals", "Bounds", "Back faces"]) {
      const before = await pixels(page);
      await page.click(`role=button[name="${name}"]`);
      await page.waitForTimeout(60);
      if (name === "Bone names") {
        await page.waitForSelector(".labels span", { state: "attached" });
        const boxes = await page.locator(".labels span").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, top, right, bottom }) => ({ left, top, right, bottom })));
        const overlaps = boxes.filter((a, index) => boxes.slice(index + 1).some((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
        assert.equal(overlaps.length, 0, "names of bones overlap");
      }
      else if (name !== "Back faces") assert.notEqual(await pixels(page), before, name);
    }
    await shot(page, "overlays");
    // Back faces of a closed model are visible where its front is cut off.
    await page.evaluate(() => {
      const { viewer: { camera, controls } } = engineAssets;
      camera.near = camera.position.distanceTo(controls.target);
      camera.updateProjectionMatrix();
    });
    const backs = await pixels(page);
    await page.click('role=button[name="Back faces"]');
    assert.notEqual(await pixels(page), backs, "back faces");
    const at = await page.evaluate(() => { engineAssets.viewer.play(false); return engineAssets.viewer.time; });
    await page.locator("#timeline input[type=range]").fill(String(at));
    await page.reload();
    await page.waitForFunction(() => window.engineAssets);
    await settled(page);
    await page.waitForFunction((at) => Math.abs((engineAssets.viewer?.time ?? -1) - at) < 0.05, at);
    await close(page);
  },

  async "morphs bend the model"() {
    const page = await fresh("?url=samples/Character.mdl");
    await settled(page);
    await page.click("role=tab[name=Parts]");
    const before = await pixels(page);
    await page.locator("#panel input[type=range]").first().fill("1");
    assert.notEqual(await pixels(page), before);
    await close(page);
  },

  async "every format is read as on the command line, and pictures equal the renderer's"() {
    if (!corpus) return "ENGINE_ASSETS_CORPUS is not set";
    const each = new Map();
    for (const line of known()) {
      const key = `${line.format ?? "unknown"}, ${line.status}`;
      if (statSync(line.file).size > 8 << 20) continue;
      each.set(key, [...each.get(key) ?? [], line]);
    }
    assert.ok(each.size > (isShort ? 10 : 20), `expected many formats, found ${[...each.keys()]}`);
    const page = await fresh();
    const overlaps = [];
    let compared = 0;
    const most = isShort ? 1 : 8;
    const chosen = [...each.values()].flatMap((lines) => {
      const step = Math.max(1, Math.floor(lines.length / most));
      return lines.filter((line, index) => index % step === 0 && !line.file.endsWith(".gltf")).slice(0, most);
    });
    for (const [index, line] of alone(chosen).entries()) {
      const since = performance.now();
      await dropInto(page, String(index), withSide(line.file)).catch((error) => { throw new Error(`${line.from}: ${error.message}`); });
      await page.evaluate((path) => { const node = engineAssets.tree.find(path); return node !== engineAssets.open.node ? engineAssets.tree.on.open(node) : null; }, `${index}/${basename(line.file)}`);
      await settled(page);
      const found = await page.evaluate(async () => {
        const { client, open } = engineAssets;
        if (open.error) return { findings: [open.error].map(({ severity, path, message, offset, kind }) => ({ severity, path, message, offset, kind })) };
        return { findings: await client.call("", "check", open.node.file, open.node.entry), format: open.facts.format, scene: open.facts.shows.scene && !open.sceneError };
      });
      if (NATIVE.has(line.format)) {
        assert.match(found.findings[0]?.message ?? "", /built without FBX/, line.from);
        compared += 1;
        continue;
      }
      // The page has the file alone, the command found its project: only the command knows which resources are missing.
      const own = (findings) => findings.filter((one) => !one.kind?.startsWith("engine-assets/resource-"));
      if (line.findings) assert.deepEqual(own(found.findings), own(line.findings), line.from);
      if (found.format) assert.equal(found.format, line.format, line.from);
      if (process.env.VERBOSE) console.log(`  ${line.from}, ${((performance.now() - since) / 1000).toFixed(1)} s`);
      compared += 1;
      if (found.scene && ["urho-mdl", "pragma-model", "zed-model", "urho-material", "pragma-material"].includes(found.format)) {
        const changed = Object.entries(CHANGED).find(([path]) => line.from.endsWith(path));
        if (changed) {
          const said = await page.evaluate(() => engineAssets.open.facts.sceneFindings.map((one) => one.message));
          assert.ok(said.some((one) => changed[1].test(one)), `${line.from}: ${said}`);
          await page.evaluate(async (path) => {
            const { client, open, addAndShow, measured } = engineAssets;
            const { bytes } = await client.call("", "scene", open.node.file, open.node.entry, -1);
            measured.first = 0;
            await addAndShow([{ path, blob: new Blob([bytes]), size: bytes.length }]);
          }, `${index}/Shown.glb`);
          await settled(page);
        }
        const { count, drawn, overlap } = await compare(page).catch(() => ({}));
        if (drawn > 500) {
          assert.ok(count > 200, `${line.from}: the picture is empty`);
          overlaps.push([overlap, line.from]);
        }
      }
      if (found.format === "urho-material") await shot(page, "material");
    }
    overlaps.sort(([a], [b]) => a - b);
    const [worst] = overlaps;
    console.log(`  ${compared} files of ${each.size} sorts; ${overlaps.length} outlines, half of them ${overlaps[Math.floor(overlaps.length / 2)]?.[0].toFixed(3)} alike or more, the worst ${worst?.[0].toFixed(3)} (${worst?.[1]})`);
    assert.ok(worst[0] > 0.8, `${worst[1]}: the picture differs from the renderer's: ${worst[0]}`);
    await close(page);
  },

  async "a model of the engine is shown within a second of the drop"() {
    const file = corpus && join(corpus, "urho-scene/urho3d/Data/Models/Mutant/Mutant.mdl");
    if (!file || !existsSync(file)) return "ENGINE_ASSETS_CORPUS is not set";
    let page;
    const { taken, stretched, atRest } = await least(async () => {
      if (page) await close(page);
      page = await fresh();
      await page.waitForTimeout(1500);
      await dropReally(page, [file]);
      return page.evaluate(() => engineAssets.measured.first);
    });
    console.log(`  Mutant.mdl: ${taken.toFixed(0)} ms from the drop to its picture, on a machine that is slower by ${stretched.toFixed(1)}`);
    assert.ok(atRest <= 1000, `the first picture took ${atRest} ms`);
    await shot(page, "mutant");
    await page.setViewportSize({ width: 400, height: 800 });
    await shot(page, "narrow");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 400, `the page is ${wide} wide at 400`);
    await accessible(page, "400 pixels");
    await close(page);
  },

  async "a package of 100 000 entries and 500 MB opens at once and scrolls"() {
    const folder = mkdtempSync(join(tmpdir(), "engine-assets-web-"));
    const path = join(folder, "Large.pak");
    large(path, 100_000, 5000);
    let page;
    const { taken, stretched, atRest } = await least(async () => {
      if (page) await close(page);
      page = await fresh();
      await page.waitForTimeout(1500);
      await drop(page, [path]);
      return page.evaluate(() => engineAssets.measured.first);
    });
    assert.equal(await page.evaluate(() => [...engineAssets.tree.all()].filter((one) => !one.isFolder).length), 100_001);
    const [memory, own] = await page.evaluate(async () => [performance.memory.usedJSHeapSize, await engineAssets.client.call("", "memory")]);
    await page.fill("#search", ".xml");
    const slowest = await page.evaluate(async () => {
      // The page's cost per step; the frame rate depends on the machine.
      const taken = [];
      const tree = document.getElementById("tree");
      for (let step = 0; step < 60; step++) {
        tree.scrollTop = step * 37_777;
        await new Promise((done) => requestAnimationFrame(done));
        const since = performance.now();
        engineAssets.tree.draw();
        tree.getBoundingClientRect();
        taken.push(performance.now() - since);
      }
      return taken.sort((a, b) => a - b)[30];
    });
    console.log(`  opened after ${taken.toFixed(0)} ms on a machine that is slower by ${stretched.toFixed(1)}, ${(memory / 1e6).toFixed(0)} MB of heap and ${(own / 1e6).toFixed(0)} MB in the worker, half of the steps took at most ${slowest.toFixed(1)} ms`);
    assert.ok(await page.locator("#tree .row").count() < 100, "rows out of sight exist");
    assert.ok(memory < 250e6, `${memory} bytes of heap`);
    assert.ok(own < 100e6, `${own} bytes in the worker`);
    assert.ok(slowest < 16 * slower(), `scrolling took ${slowest} ms`);
    assert.ok(atRest <= 1000, `opening took ${atRest} ms`);
    await page.fill("#search", "Entry_099999");
    await page.locator("#tree .row").first().click();
    await settled(page);
    await shot(page, "package");
    await accessible(page, "a package");
    await close(page);
  },

  async "a value of a document is changed and saved"() {
    const page = await fresh("?url=samples/Room.udm_b");
    await settled(page);
    await page.waitForSelector(".tree-list .node");
    await accessible(page, "a document");
    const path = await page.evaluate(async () => {
      const { client, open } = engineAssets;
      const walk = async (path) => {
        const { children } = await client.call("", "children", open.node.file, -1, path, 0, 100);
        for (const one of children) {
          if (one.is_leaf && /^(int|uint|float)/.test(one.brief)) return one.path;
          if (!one.is_leaf) { const found = await walk(one.path); if (found) return found; }
        }
        return null;
      };
      return walk("");
    });
    const first = path.split(/[/[]/)[0];
    if (first !== path) {
      await page.click(`.node[data-path="${first}"]`);
      await page.waitForSelector(`.node[data-path="${path}"]`, { timeout: 30_000 }).catch(() => {});
    }
    const node = page.locator(`.node[data-path="${path}"]`);
    if (await node.count() > 0) {
      await node.focus();
      await page.keyboard.press("Enter");
      // The value is read first.
      const field = page.locator('input[aria-label^="Value of"]');
      await field.fill("7");
      await field.press("Enter");
      await page.waitForSelector("text=changed. Choose Save to get the file");
    }
    await shot(page, "document");
    await page.click("role=tab[name=Save]");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click("text=Edited file")]);
    const value = execFileSync(command, ["udm", "get", await saved.path(), path], { encoding: "utf8" });
    assert.equal(value.trim(), "7");
    await close(page);
  },

  async "a model is saved as glTF and in another version"() {
    const page = await fresh("?url=samples/Character.mdl");
    await settled(page);
    await page.click("role=tab[name=Save]");
    await shot(page, "save");
    const [shown] = await Promise.all([page.waitForEvent("download"), page.click('#panel button:text-is("Picture")')]);
    assert.equal(readFileSync(await shown.path()).subarray(1, 4).toString(), "PNG");
    for (const [format, start] of [["glb", "glTF"], ["umd3", "UMD3"]]) {
      const [saved] = await Promise.all([page.waitForEvent("download"), page.click(`#panel button:text-is("${format}")`)]);
      assert.equal(readFileSync(await saved.path()).subarray(0, 4).toString(), start);
    }
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click('#panel button:text-is("Drawn picture")')]);
    assert.equal(readFileSync(await saved.path()).subarray(1, 4).toString(), "PNG");
    await close(page);
  },

  async "a package entry finds its referenced files, and a package is saved as zip"() {
    const page = await fresh("?url=samples/Character.pak");
    await settled(page);
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click("text=Save all as zip")]);
    assert.equal(readFileSync(await saved.path()).subarray(0, 2).toString(), "PK");
    await page.locator("#tree").focus();
    await page.evaluate(() => { const { tree } = engineAssets; const found = [...tree.all()].find((one) => one.name.endsWith(".mdl")); tree.reveal(found); return tree.on.open(found); });
    await settled(page);
    assert.ok((await compare(page)).count > 2000);
    // A link leads into the package.
    const path = await page.evaluate(() => engineAssets.open.node.path);
    assert.match(path, /^Character\.pak\/.*\.mdl$/);
    await page.reload();
    await page.waitForFunction(() => window.engineAssets);
    await settled(page);
    assert.equal(await page.evaluate(() => engineAssets.open.node.path), path);
    await close(page);
  },

  async "a folder that is dragged is read with all below it"() {
    const folder = join(mkdtempSync(join(tmpdir(), "engine-assets-web-")), "Game");
    for (const name of ["Data/Empty", ".git/objects"]) mkdirSync(join(folder, name), { recursive: true });
    for (const name of ["Character.mdl", "Data/Second.mdl", ".git/objects/Third.mdl"]) copyFileSync(join(samples, "Character.mdl"), join(folder, name));
    const page = await fresh();
    await dragFolder(page, folder);
    await page.waitForFunction(() => engineAssets.tree.all && [...engineAssets.tree.all()].some((one) => one.name === "Second.mdl"));
    const paths = await page.evaluate(() => [...engineAssets.tree.all()].filter((one) => !one.isFolder).map((one) => one.path).sort());
    assert.deepEqual(paths, ["Game/Character.mdl", "Game/Data/Second.mdl"]);
    await settled(page);
    assert.equal(await page.evaluate(() => engineAssets.open.node.path), "Game");
    await page.waitForSelector(".grid .cell img");
    assert.deepEqual(await page.locator(".grid .cell .name").allTextContents(), ["Data", "Character.mdl"]);
    await close(page);
  },

  async "a zip that is stopped isn't saved, and the next one is whole"() {
    const count = 500;
    const page = await fresh();
    await page.evaluate(async (count) => {
      const blob = new Blob([new Uint8Array(1 << 15)]);
      await engineAssets.addAndShow(Array.from({ length: count }, (_, index) => ({ path: `Many/${index}.bin`, blob, size: blob.size })));
      const { tree } = engineAssets;
      await tree.on.open([...tree.all()].find((one) => one.isFolder));
    }, count);
    let downloads = 0;
    page.on("download", () => { downloads += 1; });
    await page.click("text=Save as zip");
    // In one step: by the time that the test knows of the progress, a fast machine has packed everything.
    await page.waitForFunction(() => {
      const isPacking = /^Packing Many: [1-9]/.test(document.getElementById("progress-text").textContent);
      if (isPacking) document.getElementById("cancel").click();
      return isPacking;
    });
    await page.waitForSelector("#progress", { state: "hidden" });
    assert.equal(downloads, 0);
    assert.equal(await page.locator("#view [role=alert], #view .error").count(), 0);
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click("text=Save as zip")]);
    assert.equal(downloads, 1);
    // The number of files is at byte 10 of the directory's end record of 22 bytes.
    const bytes = readFileSync(await saved.path());
    assert.equal(bytes.readUInt16LE(bytes.length - 12), count);
    await close(page);
  },

  async "an unknown file says so, and its bytes are shown"() {
    const file = join(mkdtempSync(join(tmpdir(), "engine-assets-web-")), "Notes.xyz");
    writeFileSync(file, Buffer.from([1, 2, 3, 254, 255, 0, 9]));
    const page = await fresh();
    await drop(page, [file]);
    await page.waitForSelector("text=Unknown file format");
    assert.equal(await page.locator("#panel .finding").count(), 0, "what isn't known isn't wrong");
    await shot(page, "unknown");
    await page.click("role=tab[name=Bytes]");
    await page.waitForFunction(() => document.querySelector(".hexrow")?.textContent.includes("01 02 03 fe ff 00 09"));
    await close(page);
  },

  async "a finding leads to its bytes"() {
    const page = await fresh();
    const folder = mkdtempSync(join(tmpdir(), "engine-assets-web-"));
    const cut = join(folder, "Cut.mdl");
    execFileSync("sh", ["-c", `head -c 3000 '${join(samples, "Character.mdl")}' > '${cut}'`]);
    await drop(page, [cut]);
    await page.waitForSelector("text=This Urho3D model is broken");
    assert.match(await page.textContent("#view .message"), /: expected \d+ bytes, found \d+What to do: get the file again if it was cut off/);
    await shot(page, "broken");
    await page.click("#view button");
    await page.waitForSelector(".hex mark");
    await accessible(page, "bytes");
    await close(page);
  },

  async "hostile files don't hold up the page"() {
    if (!corpus) return "ENGINE_ASSETS_CORPUS is not set";
    const all = execFileSync("find", ["urho/hostile", "udm/hostile", "zed/hostile", "conversion-hostile"].map((one) => join(corpus, one)).concat("-type", "f", "-size", "-4M"), { encoding: "utf8" });
    const files = all.split("\n").filter((file) => file && !/\.(md|txt|json)$/i.test(file)).sort();
    const page = await fresh();
    await page.evaluate(() => {
      window.longest = 0;
      engineAssets.client.longest = 10_000;
      let last = performance.now();
      setInterval(() => { const now = performance.now(); window.longest = Math.max(window.longest, now - last); last = now; }, 50);
    });
    let opened = 0;
    let stretched = slower();
    for (const file of files.filter((_, index) => !isShort || index % 8 === 0)) {
      await dropInto(page, String(opened), [file]).catch((error) => { throw new Error(`${file}: ${error.message}`); });
      assert.equal(await page.evaluate(() => engineAssets.open.node.path), `${opened}/${basename(file)}`);
      if (process.env.VERBOSE) console.log(`  ${file}`);
      opened += 1;
      if (opened % 20 === 0) stretched = Math.max(stretched, slower());
    }
    const longest = await page.evaluate(() => window.longest);
    console.log(`  ${opened} files, the page was held up for at most ${longest.toFixed(0)} ms on a machine that is slower by ${stretched.toFixed(1)}`);
    assert.ok(longest < 2000 * stretched, `held up for ${longest} ms`);
    await close(page);
  },

  async "work that has no end is stopped, and the page goes on"() {
    const page = await fresh("?url=samples/Room.udm_b");
    await settled(page);
    await page.waitForSelector("#progress", { state: "hidden" });
    await page.evaluate(() => {
      // The worker is busy for good.
      const { client } = engineAssets;
      client.worker.terminate();
      client.worker = { postMessage() {}, terminate() {} };
      const since = performance.now();
      const bar = document.getElementById("progress");
      new MutationObserver(() => { if (!bar.hidden) window.told ??= performance.now() - since; }).observe(bar, { attributes: true });
      window.asked = client.call("Working for ever", "open", 0, -1).catch((error) => error.message);
    });
    const before = slower();
    await page.waitForSelector("#progress:has-text('Working for ever')");
    const told = await page.evaluate(() => window.told) / ((before + slower()) / 2);
    assert.ok(told < 500, `told after ${told} ms`);
    await page.click("text=Stop");
    assert.equal(await page.evaluate(() => window.asked), "stopped");
    const facts = await page.evaluate(() => engineAssets.client.call("", "open", 0, -1));
    assert.equal(facts.format, "udm");
    // Only the too long request ends: the next worker answers the waiting ones.
    const [late, other] = await page.evaluate(async () => {
      const { client } = engineAssets;
      client.worker.terminate();
      client.worker = { postMessage() {}, terminate() {} };
      client.longest = 300;
      const late = client.call("", "open", 0, -1).catch((error) => error.message);
      const other = client.call("", "open", 0, -1).catch((error) => error);
      await late;
      client.longest = 60_000;
      return [await late, await other];
    });
    assert.match(late, /^stopped after/);
    assert.equal(other.format, "udm");
    await close(page);
  },

  async "it reads in the dark"() {
    const page = await fresh("?url=samples/Character.mdl&url=samples/Character_Wave.ani", { colorScheme: "dark" });
    await settled(page);
    await accessible(page, "the dark");
    await shot(page, "dark");
    await close(page);
  },

  ...parts,
  ...first,
  ...looks,
  ...files,
  ...findings,
  ...values,
  ...compared,
  ...drawings,
  ...materials,
  ...promises,
  ...light,
  ...nodes,
  ...offline,
  ...speed,
};

let failed = 0;
const only = process.env.ONLY?.split("|");
for (const [name, test] of Object.entries(tests)) {
  if (only && !only.some((one) => name.includes(one))) continue;
  const since = performance.now();
  try {
    const skipped = await test();
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    console.log(skipped ? `skipped  ${name}: ${skipped}` : `ok       ${name} (${seconds} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED   ${name}: ${error.message}\n${error.stack?.split("\n").slice(1, 4).join("\n")}`);
  }
}
if (complaints.length > 0) {
  failed += 1;
  console.log(`FAILED   nothing complains, nothing leaves the page:\n${[...new Set(complaints)].slice(0, 20).join("\n")}`);
}
await browser.close();
server.close();
process.exit(failed > 0 ? 1 : 0);
