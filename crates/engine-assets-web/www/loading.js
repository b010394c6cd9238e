// Loads a glTF in slices, and uploads its textures and shaders.

import { Group } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { greyIfBlank } from "./ground.js";
import { asMesh } from "./lines.js";
import { isQuick, Quick } from "./quick.js";
import { compile } from "./shaders.js";
import { announce, loadFor } from "./textures.js";

/** @typedef {import("./glb.js").Parts} Parts */

/** @param {Parts} parts @param {import("./slices.js").Slices} slices @param {boolean} isSlow Whether there is no graphics card. */
export async function parse({ json, bin }, slices, isSlow) {
  const loader = new GLTFLoader();
  /** @type {import("./textures.js").Later[]} */
  let later = [];
  loader.register((/** @type {any} */ parser) => {
    const loadBuffer = parser.loadBuffer.bind(parser);
    parser.loadBuffer = (/** @type {number} */ number) => number === 0 && parser.json.buffers[0].uri === undefined ? Promise.resolve(bin.buffer) : loadBuffer(number);
    later = loadFor(parser, isSlow);
    // Other scenes aren't shown.
    const shown = parser.json.scene ?? 0;
    if (isQuick(parser.json)) parser.loadScene = (/** @type {number} */ scene) => scene === shown ? new Quick(parser, slices).scene(scene) : Promise.resolve(new Group());
    return { name: "slices", loadAnimation: (/** @type {number} */ animation) => slices.queue(() => parser.loadAnimation(animation)) };
  });
  await slices.pause();
  const file = JSON.parse(json);
  await slices.pause();
  const gltf = await loader.parseAsync(file, "");
  await slices.pause();
  return Object.assign(gltf, { later });
}

/**
 * Collects what a scene draws.
 * @param {any} gltf @param {import("./viewer.js").Viewer} viewer @param {import("./slices.js").Slices} slices
 */
export async function prepare(gltf, { renderer, pixel }, slices) {
  const [all, meshes, lines] = [[], [], []].map((list) => /** @type {any[]} */ (list));
  gltf.scene.traverse((/** @type {any} */ one) => all.push(one));
  announce(gltf, all.filter((one) => one.material));
  const found = { meshes, lines, triangles: 0, shines: false };
  await slices.each(all, (one) => {
    // Skinned meshes have the bounds of their rest pose.
    one.frustumCulled = false;
    // The lights of a scene are as bright as its engine's exposure needs them; the view has its own.
    if (one.isLight) one.visible = false;
    if (one.isLine || one.isPoints) {
      asMesh(one, renderer.getPixelRatio(), pixel);
      lines.push(one);
      greyIfBlank(one);
    }
    if (!one.isMesh) return;
    meshes.push(one);
    greyIfBlank(one);
    found.triangles += (one.geometry.index?.count ?? one.geometry.attributes.position?.count ?? 0) / 3;
    for (const material of [one.material].flat()) found.shines ||= material.metalness > 0.3;
  });
  return found;
}

/**
 * Brings textures and shaders to the graphics card, one after the other, so that the first picture doesn't hold up the page.
 * @param {import("./viewer.js").Viewer} viewer @param {import("./slices.js").Slices} slices
 */
export async function upload(viewer, slices) {
  const { renderer, batches, lines, ground: { plane } } = viewer;
  const drawn = [...batches?.drawn() ?? [], ...lines];
  const compiled = compile(viewer, plane.visible ? [...drawn, plane] : drawn, slices);
  const textures = new Set();
  for (const material of new Set(drawn.flatMap((one) => one.material))) for (const value of Object.values(material)) if (value?.isTexture && value.image) textures.add(value);
  for (const texture of textures) {
    renderer.initTexture(texture);
    await slices.pause();
  }
  await compiled;
}
