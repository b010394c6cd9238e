// Tests of the first view: samples, light, ground, background, descriptions; and of the selection in the view.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

import { accessible, close, corpus, drop, dropInto, fresh, pixels, settled, shot } from "./browser.mjs";

const temporary = () => mkdtempSync(join(tmpdir(), "engine-assets-web-"));
/** Contrast between the middle of the model and its background, by WCAG: the median over the pixels of the scene. */
const contrast = (page) => page.evaluate(() => {
  const { viewer } = engineAssets;
  viewer.ground.plane.visible = false;
  viewer.draw();
  const { width, height } = viewer.canvas;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(viewer.canvas, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const light = ([red, green, blue]) => [red, green, blue].map((one) => (one /= 255) <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4).reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
  const [, above, below] = getComputedStyle(viewer.element).backgroundImage.match(/rgb\(([^)]*)\), rgb\(([^)]*)\)/).map((one) => one.split(",").map(Number));
  const found = [];
  for (let at = 0; at < width * height; at += 7) {
    if (data[at * 4 + 3] < 250) continue;
    const share = Math.floor(at / width) / height;
    const [a, b] = [light(data.subarray(at * 4, at * 4 + 3)), light(above.map((one, channel) => one + (below[channel] - one) * share))];
    found.push((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
  }
  return found.sort((a, b) => a - b)[Math.floor(found.length / 2)] ?? 0;
});
/** The pixels of the canvas that show something. */
const covered = (page) => page.evaluate(() => {
  engineAssets.viewer.draw();
  const { canvas } = engineAssets.viewer;
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
  return data.reduce((sum, one, at) => sum + Number(at % 4 === 3 && one > 8), 0);
});
/** A model of one square that is seen from one side. @param {number} side @param {object[]} materials */
const square = (side, materials = []) => {
  const order = side > 0 ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2];
  const bytes = Buffer.concat([Buffer.from(new Float32Array([-1, 0, 0, 1, 0, 0, 1, 2, 0, -1, 2, 0]).buffer), Buffer.from(new Uint16Array(order).buffer)]);
  return JSON.stringify({
    asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0, name: "Square\u202egnp" }], meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, ...(materials.length > 0 ? { material: 0 } : {}) }] }], ...(materials.length > 0 ? { materials, extensionsUsed: ["KHR_materials_unlit"] } : {}),
    accessors: [{ bufferView: 0, componentType: 5126, count: 4, type: "VEC3", min: [-1, 0, 0], max: [1, 2, 0] }, { bufferView: 1, componentType: 5123, count: 6, type: "SCALAR" }],
    bufferViews: [{ buffer: 0, byteLength: 48 }, { buffer: 0, byteOffset: 48, byteLength: 12 }], buffers: [{ byteLength: 60, uri: `data:application/octet-stream;base64,${bytes.toString("base64")}` }],
  });
};

/** @type {Record<string, () => Promise<string | void>>} */
export const looks = {
  async "the sample character is textured and moves, the sample scene has all its models"() {
    const page = await fresh();
    await page.click("text=A character");
    await settled(page);
    assert.equal(await page.evaluate(() => engineAssets.viewer.action?.getClip().name), "Fox_Trot");
    assert.ok(await page.evaluate(() => engineAssets.viewer.meshes.every((mesh) => mesh.material.map)), "a mesh has no texture");
    assert.ok(await page.evaluate(() => engineAssets.viewer.ground.plane.visible), "no ground");
    await shot(page, "sample-character");
    await close(page);
    const other = await fresh();
    await other.click("text=A scene");
    await settled(other);
    assert.equal(await other.evaluate(() => new Set(engineAssets.viewer.shown.parser.json.nodes.filter((node) => node.mesh !== undefined).map((node) => node.name)).size >= 4), true);
    assert.ok(await other.evaluate(() => engineAssets.viewer.meshes.length >= 10), "models are missing");
    assert.ok(await other.evaluate(() => engineAssets.viewer.meshes.some((mesh) => mesh.receiveShadow && mesh.castShadow)), "nothing casts a shadow");
    await other.click("role=tab[name=Facts]");
    await other.waitForSelector('#panel h2:text-matches("^Uses")');
    await other.click('#panel >> role=button[name="Models/Pine.mdl"]');
    await other.waitForFunction(() => engineAssets.open.node.name === "Pine.mdl");
    await close(other);
  },

  async "a scene has the fog and the sky of its engine, until another background is chosen"() {
    const page = await fresh();
    const folder = temporary();
    const attribute = (name, value) => `<attribute name="${name}" value="${value}" />`;
    const model = attribute("Model", "Model;Models/Box.mdl");
    writeFileSync(join(folder, "Scene.xml"), `<scene id="1">
      <node id="2"><component type="Zone" id="3">${attribute("Fog Color", "0 0.5 1 1")}${attribute("Fog Start", "5")}${attribute("Fog End", "9")}</component></node>
      <node id="4"><component type="StaticModel" id="5">${model}</component><component type="Skybox" id="6">${model}${attribute("Material", "Material;Materials/Sky.xml")}</component></node></scene>`);
    writeFileSync(join(folder, "Sky.xml"), `<material><technique name="Techniques/DiffSkydome.xml" /><parameter name="MatDiffColor" value="1 0 0 1" /></material>`);
    const from = (/** @type {string} */ path) => join(path.endsWith(".mdl") ? join(resolve(process.argv[3]), "samples/Models") : folder, basename(path));
    const files = ["Materials/Sky.xml", "Models/Box.mdl", "Scenes/Scene.xml"].map((path) => ({ path: `Data/${path}`, content: readFileSync(from(path)).toString("base64") }));
    await page.evaluate((files) => {
      engineAssets.measured.first = 0;
      engineAssets.open.facts = engineAssets.open.error = null;
      engineAssets.addAndShow(files.map(({ path, content }) => {
        const blob = new Blob([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))]);
        return { path, blob, size: blob.size };
      }));
    }, files);
    await settled(page);
    await page.fill("#search", "Scene.xml");
    await page.locator("#tree .row", { hasText: "Scene.xml" }).click();
    await page.waitForFunction(() => engineAssets.open.node?.name === "Scene.xml" && engineAssets.viewer.shown?.scene.visible && engineAssets.viewer.isPlace);
    const shown = () => page.evaluate(() => {
      const { viewer } = engineAssets;
      viewer.draw();
      const { fog, background } = viewer.scene;
      const { sky } = viewer.surroundings;
      return [fog && [fog.color.getHexString(), Math.round((fog.far - fog.near) * 1e6) / 1e6], background?.getHexString() ?? null, Boolean(sky?.visible), sky?.position.distanceTo(viewer.camera.position) ?? null];
    });
    assert.deepEqual(await shown(), [["0080ff", 4], "0080ff", true, 0]);
    await page.evaluate(() => engineAssets.viewer.ground.choose("dark"));
    assert.deepEqual((await shown()).slice(0, 3), [null, null, false]);
    await close(page);
  },

  async "models without colours differ from the ground"() {
    const page = await fresh();
    const file = join(temporary(), "Square.gltf");
    writeFileSync(file, square(1));
    await drop(page, [file]);
    const found = { square: await contrast(page) };
    const white = join(temporary(), "White.gltf");
    writeFileSync(white, square(1, [{ extensions: { KHR_materials_unlit: {} } }]));
    await drop(page, [white]);
    found.white = await contrast(page);
    if (corpus) {
      await dropInto(page, "Untextured", [join(corpus, "urho/engine/Data/Models/Mutant/Mutant.mdl")]);
      found.mutant = await contrast(page);
    }
    console.log(`  contrast ${Object.entries(found).map(([name, value]) => `${name} ${value.toFixed(2)}`).join(", ")}`);
    for (const [name, value] of Object.entries(found)) assert.ok(value >= 3, `${name}: ${value}`);
    await close(page);
  },

  async "a background is chosen, and the view turns round"() {
    const page = await fresh("?url=samples/Character.mdl");
    await settled(page);
    const seen = new Set();
    for (const name of ["studio", "sky", "dark", "plain"]) {
      await page.selectOption("select[aria-label=Background]", name);
      seen.add(await page.evaluate(() => getComputedStyle(engineAssets.viewer.element).backgroundImage));
    }
    assert.equal(seen.size, 4);
    const before = await page.evaluate(() => engineAssets.viewer.camera.position.toArray());
    await page.click('role=button[name="Turn round"]');
    const after = await page.evaluate(() => engineAssets.viewer.camera.position.toArray());
    assert.ok(before[2] * after[2] < 0, `${before} and ${after}`);
    await close(page);
  },

  async "a model is seen from where its toes point"() {
    if (!corpus) return "ENGINE_ASSETS_CORPUS is not set";
    const page = await fresh();
    await dropInto(page, "Facing", [join(corpus, "urho/engine/Data/Models/Mutant/Mutant.mdl")]);
    const [ahead, camera] = await page.evaluate(() => {
      const { viewer } = engineAssets;
      const place = (name) => { const bone = viewer.bones().find((one) => one.name.includes(name)); return bone.getWorldPosition(bone.position.clone()); };
      return [place("LeftToe").sub(place("LeftFoot")).toArray(), viewer.camera.position.toArray()];
    });
    assert.ok(ahead[2] * camera[2] > 0, `toes ${ahead}, camera ${camera}`);
    await close(page);
  },

  async "a model whose front faces away is turned, and the page reports it"() {
    const page = await fresh();
    const file = join(temporary(), "Behind.gltf");
    writeFileSync(file, square(-1));
    await drop(page, [file]);
    assert.match(await page.textContent(".note-line"), /front faces away/);
    assert.ok(await covered(page) > 1000, "nothing is seen");
    await close(page);
  },

  async "facts are words, a button shows JSON"() {
    const page = await fresh("?url=samples/Character.mdl");
    await settled(page);
    assert.match(await page.textContent(".brief-line"), /2 geometries, 2 morphs, 11 bones.*root bone Hips/);
    assert.equal(await page.locator("text=vertex_buffers").count(), 0);
    await page.click("details.dump > summary");
    await page.click('#panel button:text-is("JSON")');
    assert.equal(JSON.parse(await page.textContent("#panel pre.json")).bones.length, 11);
    await accessible(page, "facts with JSON");
    assert.equal(await page.locator("#timeline option", { hasText: "Pose of rest" }).count(), 0);
    await close(page);
    const crate = await fresh("?url=samples/Crate.pmdl_b");
    await settled(crate);
    assert.match(await crate.textContent(".brief-line"), /1 mesh group, 1 bone, 1 animation, 1 material, 12 triangles, 24 vertices/);
    await close(crate);
  },

  async "text that is no asset opens as text"() {
    const file = join(temporary(), "Readme.me");
    writeFileSync(file, "Hello\nworld\n");
    const page = await fresh();
    await drop(page, [file]);
    await page.waitForFunction(() => document.querySelector("#view pre")?.textContent.startsWith("Hello"));
    assert.equal(await page.locator("#modes button").first().textContent(), "Text");
    assert.equal(await page.locator("text=Problem").count(), 0);
    assert.equal(await page.locator("#tree .mark").count(), 0);
    await close(page);
  },

  async "a click chooses in the view and in the tree, parts are hidden and shown alone"() {
    const page = await fresh("?url=samples/Models/Fox.mdl");
    await settled(page);
    const box = await page.locator(".stage canvas").boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForSelector(".node-name.chosen");
    assert.ok(await page.evaluate(() => engineAssets.viewer.selection.marks.length > 0));
    await accessible(page, "a chosen part");
    await shot(page, "chosen");
    const all = await covered(page);
    await page.click('role=button[name="Hide"]');
    await page.waitForTimeout(100);
    assert.ok(await covered(page) < all / 2, "it is still seen");
    await page.click('role=button[name="Show all"]');
    assert.ok(await covered(page) > all * 0.9);
    await page.click('.node-name:text-is("Head")');
    assert.equal(await page.textContent(".node-name.chosen"), "Head");
    await page.focus("#panel");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".node-name.chosen").count(), 0);
    const before = await pixels(page);
    await page.locator("#panel .line button.quiet").first().click();
    await page.waitForFunction(() => engineAssets.viewer.selection.marks.some((mark) => mark.visible));
    assert.notEqual(await pixels(page), before, "a material isn't marked");
    await close(page);
  },

  async "names that turn letters round are written as codes"() {
    const page = await fresh();
    const file = join(temporary(), "Named.gltf");
    writeFileSync(file, square(1));
    await drop(page, [file]);
    await page.click("role=tab[name=Parts]");
    assert.equal(await page.textContent(".node-name"), "Square\\u{202e}gnp");
    await close(page);
  },

  async "no name of any file turns letters round or controls anything, on any tab"() {
    const page = await fresh();
    const folder = temporary();
    const name = "a\u202eb\u001b]0;x\u0007c\u009bd";
    const xml = "a&#x202e;b&#x200b;c";
    const gltf = JSON.parse(square(1));
    gltf.nodes[0].name = gltf.meshes[0].name = name;
    gltf.materials = [{ name }];
    gltf.meshes[0].primitives[0].material = 0;
    const files = {
      "model\u202eldm.gltf": JSON.stringify(gltf),
      "Scene.xml": `<scene id="1"><node id="2"><attribute name="Name" value="${xml}" /><component type="${xml}" id="3" /></node></scene>`,
      "Material.xml": `<material><technique name="${xml}" /><parameter name="${xml}" value="1" /></material>`,
      "Broken.xml": `<scene><a\u202eb></c\u202ed></scene>`,
      "Text.udm": `$string \u202ekey "\u202evalue\u001b"\n`,
    };
    for (const [file, text] of Object.entries(files)) {
      const path = join(folder, file);
      writeFileSync(path, text);
      await drop(page, [path]);
      for (const tab of await page.locator("role=tab").all()) {
        if (!(await tab.isVisible())) continue;
        await tab.click();
        const shown = await page.evaluate(() => [document.title, document.body.innerText,
          ...[...document.querySelectorAll("[title], [aria-label]")].flatMap((one) => [one.getAttribute("title") ?? "", one.getAttribute("aria-label") ?? ""])].join("\n"));
        assert.doesNotMatch(shown, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e]/, `${JSON.stringify(file)}, ${await tab.textContent()}`);
      }
    }
    await close(page);
  },
};

