// Draws glb files with three.js in Chromium, and compares the pictures with the pictures of `engine-assets render`: `node three.mjs PACKAGES`.
//
// PACKAGES is the folder with the `node_modules` of the page. Each line of stdin is a JSON object with the paths `glb` and `png`, and the `camera` of
// `render --json`; the png has a transparent background. Each printed line has `outline`, the ratio of the pixels that both pictures cover to the pixels
// that either covers, and `color`, the largest difference between the channels of the mean colours, of 255.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const packages = resolve(process.argv[2]);
const require = createRequire(join(packages, "package.json"));
const { chromium } = require("playwright-core");

/** Code in the browser. It uses the lights of the page, which are equal to the lights of the command line. */
const DRAWN = `
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { greyIfBlank } from "./ground.js";
import { Light } from "./light.js";
import { asMesh } from "./lines.js";
import { reflections } from "./reflections.js";

const SIDE = 256;
const renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
renderer.setSize(SIDE, SIDE, false);
const environment = reflections();

/** Returns the camera of the command line. */
function eye({ position, right, up, back, tangent, half_height: half }, box) {
  const far = 2 * box.getSize(new THREE.Vector3()).length() + box.distanceToPoint(new THREE.Vector3(...position)) + 1e-3;
  const camera = half === null
    ? new THREE.PerspectiveCamera(2 * Math.atan(tangent) * 180 / Math.PI, 1, far / 5000, far)
    : new THREE.OrthographicCamera(-half, half, half, -half, 0, far);
  camera.matrixAutoUpdate = false;
  camera.matrix.makeBasis(...[right, up, back].map((axis) => new THREE.Vector3(...axis))).setPosition(...position);
  return camera;
}

/** Returns the covered pixels and their mean colour. */
function covered(image) {
  const context = new OffscreenCanvas(SIDE, SIDE).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, SIDE, SIDE);
  const set = Array.from({ length: SIDE * SIDE }, (_, at) => data[at * 4 + 3] >= 64);
  const mean = [0, 1, 2].map((channel) => set.reduce((sum, is, at) => sum + (is ? data[at * 4 + channel] : 0), 0) / set.filter(Boolean).length);
  return { set, mean };
}

window.compare = async ({ glb, png, camera }) => {
  const bytes = async (text) => (await fetch("data:application/octet-stream;base64," + text)).arrayBuffer();
  const gltf = await new GLTFLoader().parseAsync(await bytes(glb), "");
  const scene = new THREE.Scene().add(gltf.scene);
  const parts = [];
  gltf.scene.traverse((one) => parts.push(one));
  let shines = false;
  // As in the other picture: studio light, the same grey for blank surfaces, whose metals stay metals.
  for (const one of parts) {
    one.frustumCulled = false;
    if (one.isLight) one.visible = false;
    if (one.isLine || one.isPoints) asMesh(one, 1);
    if (!one.isMesh && !one.isLine && !one.isPoints) continue;
    const { metalness, roughness } = one.material;
    greyIfBlank(one);
    if (metalness !== undefined) Object.assign(one.material, { metalness, roughness });
    shines ||= metalness > 0.3;
  }
  const box = new THREE.Box3().setFromObject(gltf.scene, true);
  const seen = eye(camera, box);
  scene.add(seen);
  scene.environment = shines ? environment : null;
  new Light(scene, seen).fit(box, 0);
  renderer.render(scene, seen);
  const [a, b] = [covered(renderer.domElement), covered(await createImageBitmap(new Blob([await bytes(png)])))];
  const count = (is) => a.set.filter((one, at) => is(one, b.set[at])).length;
  const any = count((one, other) => one || other);
  if (any === 0) return { outline: null, color: null };
  return { outline: count((one, other) => one && other) / any, color: Math.max(...a.mean.map((one, channel) => Math.abs(one - b.mean[channel]))) };
};
`;

const folder = fileURLToPath(new URL("../crates/engine-assets-web/www", import.meta.url));
const { outputFiles } = await require("esbuild").build({
  stdin: { contents: DRAWN, resolveDir: folder },
  bundle: true,
  format: "iife",
  target: "es2022",
  write: false,
  nodePaths: [join(packages, "node_modules")],
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});
const page = await browser.newPage();
await page.addScriptTag({ content: outputFiles[0].text });
for await (const line of createInterface({ input: process.stdin })) {
  const { glb, png, camera } = JSON.parse(line);
  const [model, picture] = [glb, png].map((file) => readFileSync(file).toString("base64"));
  const result = await page.evaluate((given) => window.compare(given), { glb: model, png: picture, camera }).catch((error) => ({ error: error.message }));
  console.log(JSON.stringify({ glb, ...result }));
}
await browser.close();
