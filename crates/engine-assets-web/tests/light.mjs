// Tests of the light of a view, and of skies that are cube maps.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

import { accessible, close, command, fresh, settled, shot } from "./browser.mjs";

const samples = join(resolve(process.argv[3]), "samples");
const attribute = (name, value) => `<attribute name="${name}" value="${value}" />`;
const box = attribute("Model", "Model;Models/Box.mdl");

/** An uncompressed TGA of 2 by 2 pixels. */
const tga = ([red, green, blue]) => Buffer.from([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 24, 0, ...[1, 2, 3, 4].flatMap(() => [blue, green, red])]);

/** A project on this disk, and in the page, which shows its scene. */
async function project(files) {
  const folder = mkdtempSync(join(tmpdir(), "engine-assets-web-"));
  const all = { "Models/Box.mdl": readFileSync(join(samples, "Models/Box.mdl")), ...files };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, "Data", path)), { recursive: true });
    writeFileSync(join(folder, "Data", path), content);
  }
  const page = await fresh();
  await page.evaluate(async (files) => {
    engineAssets.measured.first = 0;
    const sources = files.map(([path, content]) => {
      const blob = new Blob([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))]);
      return { path: `Data/${path}`, blob, size: blob.size };
    });
    await engineAssets.addAndShow(sources.filter((one) => !one.path.includes("Scenes/")));
    await engineAssets.addAndShow(sources.filter((one) => one.path.includes("Scenes/")));
  }, Object.entries(all).map(([path, content]) => [path, Buffer.from(content).toString("base64")]));
  await settled(page);
  await page.waitForFunction(() => engineAssets.open.node?.path === "Data/Scenes/Scene.xml" && engineAssets.viewer.shown?.scene.visible);
  return { page, scene: join(folder, "Data/Scenes/Scene.xml") };
}

/** Colours of the view at places from 0 to 1. @param {[number, number][]} places */
const colors = (page, places) => page.evaluate((places) => {
  const { viewer } = engineAssets;
  viewer.draw();
  const copy = new OffscreenCanvas(viewer.canvas.width, viewer.canvas.height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(viewer.canvas, 0, 0);
  return places.map(([x, y]) => [...copy.getImageData(Math.floor(x * viewer.canvas.width), Math.floor(y * viewer.canvas.height), 1, 1).data]);
}, places);

/** The mean colour of what a picture shows. @param {any} image */
const mean = async (image) => {
  const copy = new OffscreenCanvas(image.width, image.height).getContext("2d");
  copy.drawImage(image, 0, 0);
  const { data } = copy.getImageData(0, 0, image.width, image.height);
  const sum = [0, 0, 0, 0];
  for (let at = 0; at < data.length; at += 4) if (data[at + 3] > 250) [data[at], data[at + 1], data[at + 2], 1].forEach((one, channel) => { sum[channel] += one; });
  return sum.slice(0, 3).map((one) => Math.round(one / sum[3]));
};

/** Mean colours: of the view, and of the command line's picture. */
async function means(page, scene, light) {
  const out = join(mkdtempSync(join(tmpdir(), "engine-assets-web-")), "out.png");
  execFileSync(command, ["render", scene, "-o", out, "--size", "256x256", "--light", light, "--background", "transparent"], { stdio: "ignore" });
  return page.evaluate(async ([mean, png]) => {
    const of = (0, eval)(mean);
    engineAssets.viewer.draw();
    const drawn = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    return [await of(engineAssets.viewer.canvas), await of(drawn)];
  }, [mean.toString(), readFileSync(out).toString("base64")]);
}

/** @type {Record<string, () => Promise<string | void>>} */
export const light = {
  async "light is a studio's, the engine's or dark, as in the pictures of the command line"() {
    const zone = `<node id="2"><component type="Zone" id="3">${attribute("Ambient Color", "0.7 0.1 0.1 1")}${attribute("Fog Start", "1000")}${attribute("Fog End", "2000")}${attribute("Fog Color", "0 0 1 1")}</component></node>`;
    const sun = `<node id="6">${attribute("Rotation", "0.707107 0.707107 0 0")}<component type="Light" id="7">${attribute("Light Type", "Directional")}${attribute("Color", "0 0.3 0 1")}</component></node>`;
    const { page, scene } = await project({ "Scenes/Scene.xml": `<scene id="1">${zone}${sun}<node id="4"><component type="StaticModel" id="5">${box}</component></node></scene>` });
    assert.deepEqual(await page.locator("select[aria-label=Light] option").evaluateAll((all) => all.map((one) => one.value)), ["studio", "engine", "dark"]);
    assert.equal(await page.inputValue("select[aria-label=Light]"), "engine", "a scene has its own light");
    await page.selectOption("select[aria-label=Light]", "dark");
    assert.equal(await page.inputValue("select[aria-label=Background]"), "dark");
    await page.selectOption("select[aria-label=Light]", "engine");
    assert.equal(await page.inputValue("select[aria-label=Background]"), "sky");
    await shot(page, "light-engine");
    // The sky's background and fog are no part of the comparison.
    await page.selectOption("select[aria-label=Background]", "plain");
    for (const name of ["engine", "dark", "studio"]) {
      await page.selectOption("select[aria-label=Light]", name);
      const [here, there] = await means(page, scene, name);
      console.log(`  ${name}: mean colour ${here}, drawn ${there}`);
      for (const channel of [0, 1, 2]) assert.ok(Math.abs(here[channel] - there[channel]) < 16, `${name}: ${here}, drawn ${there}`);
      await shot(page, `light-${name}`);
    }
    await accessible(page, "a chosen light");
    await close(page);
  },

  async "a model has no engine's light to choose"() {
    const page = await fresh("?url=samples/Models/Fox.mdl");
    await settled(page);
    assert.deepEqual(await page.locator("select[aria-label=Light] option").evaluateAll((all) => all.map((one) => one.value)), ["studio", "dark"]);
    await close(page);
  },

  async "a sky that is a cube map is around the scene"() {
    const colours = { px: [255, 0, 0], nx: [0, 255, 0], py: [0, 0, 255], ny: [255, 255, 0], pz: [0, 255, 255], nz: [255, 0, 255] };
    const faces = Object.entries(colours).map(([name, color]) => [`Textures/${name}.tga`, tga(color)]);
    const { page } = await project({
      ...Object.fromEntries(faces), "Textures/Sky.xml": `<cubemap>${Object.keys(colours).map((name) => `<face name="${name}.tga" />`).join("")}</cubemap>`,
      "Materials/Sky.xml": `<material><texture unit="diffuse" name="Textures/Sky.xml" /></material>`,
      "Scenes/Scene.xml": `<scene id="1"><node id="4"><component type="StaticModel" id="5">${box}</component><component type="Skybox" id="6">${box}${attribute("Material", "Material;Materials/Sky.xml")}</component></node></scene>`,
    });
    const seen = {};
    // Cube maps are left-handed: to the left of the scene is the right of the map.
    for (const [name, way] of Object.entries({ px: [-1, 0, 0], nx: [1, 0, 0], py: [0, 1, 0], ny: [0, -1, 0], pz: [0, 0, 1], nz: [0, 0, -1] })) {
      await page.evaluate((way) => {
        const { viewer } = engineAssets;
        const away = viewer.camera.position.clone().fromArray(way);
        viewer.camera.position.copy(away).multiplyScalar(50);
        viewer.camera.lookAt(away.multiplyScalar(100));
        viewer.camera.updateMatrixWorld();
      }, way);
      const [color] = await colors(page, [[0.5, 0.5]]);
      seen[name] = color.slice(0, 3);
    }
    assert.deepEqual(seen, colours);
    await page.selectOption("select[aria-label=Background]", "dark");
    assert.equal((await colors(page, [[0.5, 0.5]]))[0][3], 0);
    await close(page);
  },

  async "a ground below a sky is seen from its middle, and what isn't drawn is said"() {
    const ground = `<node id="2">${attribute("Scale", "400 1 400")}<component type="StaticModel" id="3">${box}</component></node>`;
    const cloud = `<node id="4">${attribute("Position", "0 30 0")}<component type="Skybox" id="5">${box}${attribute("Material", "Material;Materials/Sky.xml")}</component></node>`;
    const flares = `<node id="6"><component type="BillboardSet" id="7" /></node>`;
    const { page } = await project({
      "Textures/Sky.tga": tga([0, 0, 255]), "Materials/Sky.xml": `<material><texture unit="diffuse" name="Textures/Sky.tga" /></material>`,
      "Scenes/Scene.xml": `<scene id="1">${ground}${cloud}${flares}</scene>`,
    });
    const { fov, far, above } = await page.evaluate(() => {
      const { camera, surroundings: { sky } } = engineAssets.viewer;
      return { fov: camera.fov, far: camera.position.length(), above: sky.children[0].position.y };
    });
    assert.deepEqual([fov, above], [50, 30], "the angle of view, and a sky that is above the camera as its node is above the origin");
    // The corners are 283 away: from outside of them, the ground would be a lozenge.
    assert.ok(far < 283, `the camera is ${far} away`);
    assert.equal(await page.textContent(".undrawn span"), "Not drawn in this view: billboards.");
    await accessible(page, "a scene that isn't drawn as a whole");
    await page.setViewportSize({ width: 390, height: 800 });
    await page.click('role=button[name="View"]');
    await page.click('.choices >> role=button[name="Turn round"]');
    assert.equal(await page.evaluate(() => engineAssets.viewer.turned), Math.PI);
    await accessible(page, "the menu of a narrow view");
    await page.click(".undrawn button");
    await page.waitForFunction(() => document.querySelector(".drawn img")?.naturalWidth > 0);
    await page.click('role=button[name="Back to the 3D view"]');
    await page.waitForFunction(() => engineAssets.viewer.shown?.scene.visible && document.querySelector(".stage"));
    await close(page);
  },
};
