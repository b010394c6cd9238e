// Tests of the first facts of files that are no models: what people ask first, and links to the files that are named.

import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { accessible, close, dropInto, fresh, settled, shot } from "./browser.mjs";

const samples = join(resolve(process.argv[3]), "samples");
const temporary = () => mkdtempSync(join(tmpdir(), "engine-assets-web-"));

const EFFECT = `<particleeffect><material name="Materials/Stone.xml" /><numparticles value="50" /><emissionrate min="10" max="20" /><timetolive min="0.5" max="2" />
<activetime value="3" /><colorfade color="1 0 0 1" time="0" /><colorfade color="0 0 1 1" time="1" /></particleeffect>`;
const MATERIAL = `<material><technique name="Techniques/Diff.xml" /><texture unit="diffuse" name="Textures/Stone.png" /><parameter name="MatDiffColor" value="1 0.5 0 1" /><parameter name="Roughness" value="0.25" /></material>`;
const TECHNIQUE = `<technique vs="LitSolid" ps="LitSolid"><pass name="base" /><pass name="alpha" blend="alpha" /></technique>`;
const MAP = `<map version="1.0" orientation="isometric" width="2" height="3" tilewidth="32" tileheight="16"><layer name="a" width="2" height="3"><data encoding="csv">0,0,0,0,0,0</data></layer></map>`;
const RIG = `<spriter_data scml_version="1.0"><folder id="0"><file id="0" name="Stone.png" width="4" height="4" /></folder><entity id="0" name="e"><animation id="0" name="walk" length="1500"><mainline /></animation></entity></spriter_data>`;

/** The rows of the first facts. */
const rows = async (page) => {
  const read = await page.waitForFunction(() => {
    const terms = [...document.querySelectorAll("#glance dt")];
    return engineAssets.open.facts && terms.length > 0 && Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling.textContent]));
  });
  return read.jsonValue();
};

/** Opens a file that is on the page, and returns its rows. */
async function open(page, path) {
  await page.evaluate((path) => {
    engineAssets.measured.first = 0;
    engineAssets.open.facts = engineAssets.open.error = null;
    engineAssets.tree.on.open([...engineAssets.tree.all()].find((one) => one.path === path));
  }, path);
  await settled(page);
  return rows(page);
}

/** @type {Record<string, () => Promise<string | void>>} */
export const first = {
  async "materials, effects, maps and rigs tell first what people ask first"() {
    const page = await fresh();
    const folder = temporary();
    const files = { "Stone.xml": MATERIAL, "Diff.xml": TECHNIQUE, "Fire.xml": EFFECT, "Map.tmx": MAP, "Rig.scml": RIG };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const put = (to, names) => dropInto(page, to, names.map((name) => join(folder, name)));
    await put("Data/Techniques", ["Diff.xml"]);
    await put("Data/Particle", ["Fire.xml"]);
    await put("Data/Urho2D", ["Map.tmx", "Rig.scml"]);
    await put("Data/Materials", ["Stone.xml"]);

    const material = await open(page, "Data/Materials/Stone.xml");
    assert.deepEqual([material.Colour, material.Roughness, material.Textures, material.Technique], ["1 0.5 0 1", "0.25", "Textures/Stone.png diffuse missing", "Techniques/Diff.xml"]);
    assert.equal(await page.locator("#glance .swatch").evaluate((one) => getComputedStyle(one).backgroundColor), "rgb(255, 128, 0)");
    assert.equal(await page.locator("details.dump").getAttribute("open"), null);
    await accessible(page, "the first facts of a material");
    await shot(page, "first-material");
    // The technique is here, and knows who uses it.
    await page.click("#glance button:has-text('Techniques/Diff.xml')");
    await page.waitForFunction(() => engineAssets.open.node?.name === "Diff.xml" && engineAssets.open.facts);
    assert.deepEqual(await rows(page), { Shader: "LitSolid", Passes: "base alpha blend alpha" });
    assert.match(await page.textContent("#panel"), /Used by.*Data\/Materials\/Stone\.xml/);

    const effect = await open(page, "Data/Particle/Fire.xml");
    assert.deepEqual([effect["At most"], effect.Emission, effect.Lifetime, effect.Emits, effect.Colours, effect.Material],
      ["50 particles", "10 to 20 per second", "0.5 to 2 s", "for 3 s", "2 that fade into each other", "Materials/Stone.xml"]);
    const map = await open(page, "Data/Urho2D/Map.tmx");
    assert.deepEqual([map.Map, map.Tile, map.Layers], ["2 × 3 tiles, isometric", "32 × 16 pixels", "1"]);
    const rig = await open(page, "Data/Urho2D/Rig.scml");
    assert.deepEqual([rig.Animations, rig.Images], ["walk 1.5 s", "Stone.png missing"]);
    await close(page);
  },

  async "animations, textures and packages tell first what people ask first"() {
    const page = await fresh();
    await dropInto(page, "Data", [join(samples, "Character.mdl"), join(samples, "Character_Wave.ani"), join(samples, "Textures/Character.tga"), join(samples, "Character.pak")]);
    const animation = await open(page, "Data/Character_Wave.ani");
    assert.match(animation.Length, /^[\d.]+ s$/);
    assert.ok(Number(animation.Tracks) > 0 && Number(animation.Keyframes) >= Number(animation.Tracks), JSON.stringify(animation));
    // The view shows the model: its counts don't take the place of the animation's.
    assert.equal(animation.Triangles, undefined);
    const texture = await open(page, "Data/Character.tga");
    assert.match(texture.Size, /^[\d,]+ × [\d,]+ pixels$/);
    const pack = await open(page, "Data/Character.pak");
    const entries = await page.evaluate(() => [...engineAssets.tree.all()].filter((one) => one.entry >= 0 && !one.isFolder).length);
    assert.equal(pack.Files, String(entries));
    assert.match(pack.Kinds, /\w/);
    await shot(page, "first-package");
    await close(page);
  },
};
