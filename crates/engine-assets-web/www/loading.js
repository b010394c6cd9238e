// Loads a glTF in slices, and uploads its textures and shaders.

import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { greyIfBlank } from "./ground.js";
import { asMesh } from "./lines.js";

/** @param {Uint8Array} bytes @param {import("./slices.js").Slices} slices */
export async function parse(bytes, slices) {
  const buffer = bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;
  const loader = new GLTFLoader();
  loader.register((parser) => ({
    name: "slices",
    loadNode: (/** @type {number} */ node) => slices.queue(() => parser.loadNode(node)),
    loadMesh: (/** @type {number} */ mesh) => slices.queue(() => parser.loadMesh(mesh)),
    loadAnimation: (/** @type {number} */ animation) => slices.queue(() => parser.loadAnimation(animation)),
  }));
  await slices.pause();
  const gltf = await loader.parseAsync(/** @type {ArrayBuffer} */ (buffer), "");
  await slices.pause();
  return gltf;
}

/**
 * Collects what a scene draws.
 * @param {any} gltf @param {number} ratio Pixels of the screen by pixels of the page. @param {import("./slices.js").Slices} slices
 */
export async function prepare(gltf, ratio, slices) {
  const [all, meshes, lines] = [[], [], []].map((list) => /** @type {any[]} */ (list));
  gltf.scene.traverse((/** @type {any} */ one) => all.push(one));
  const found = { meshes, lines, triangles: 0, shines: false };
  await slices.each(all, (one) => {
    // Skinned meshes have the bounds of their rest pose.
    one.frustumCulled = false;
    // The lights of a scene are as bright as its engine's exposure needs them; the view has its own.
    if (one.isLight) one.visible = false;
    if (one.isLine || one.isPoints) {
      asMesh(one, ratio);
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
export async function upload({ renderer, scene, camera, batches, lines }, slices) {
  const drawn = [...batches?.drawn() ?? [], ...lines];
  const textures = new Set();
  for (const material of new Set(drawn.flatMap((one) => one.material))) for (const value of Object.values(material)) if (value?.isTexture && value.image) textures.add(value);
  for (const texture of textures) {
    renderer.initTexture(texture);
    await slices.pause();
  }
  const ready = [];
  const seen = new Set();
  for (const one of drawn) {
    const key = `${one.type} ${[one.material].flat().map((material) => material.uuid)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    ready.push(renderer.compileAsync(one, camera, scene));
    await slices.rest();
  }
  await Promise.all(ready);
  await slices.pause();
}
