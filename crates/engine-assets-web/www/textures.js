// Textures of a scene: many of them are loaded after its first picture, and without a graphics card they are drawn at a smaller size.

import { compile } from "./shaders.js";

/** Bytes of images from which the first picture doesn't wait for them. */
const MANY = 1_500_000;
/** Pixels of a side of textures without a graphics card: uploads and mips of larger ones hold up the page. */
const SMALL = 1024;

/** @typedef {{ name: string, material: number, texture: Promise<any> }} Later A texture that a material gets later, and its property there. */

/** Whether pictures are drawn by the processor: asked once. @type {boolean | undefined} */
let isKnown;

/** Whether pictures are drawn by the processor. */
export function isSoftware() {
  if (isKnown !== undefined) return isKnown;
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return isKnown = true;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  isKnown = /swiftshader|llvmpipe|software|basic render/i.test(String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER)));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return isKnown;
}

/** The width and height of a PNG or JPEG, by its head; null if it has another one. @param {DataView} view @returns {[number, number] | null} */
function sizeOf(view) {
  if (view.byteLength > 24 && view.getUint32(0) === 0x89504e47) return [view.getUint32(16), view.getUint32(20)];
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const mark = view.getUint16(at);
    if (mark >= 0xffc0 && mark <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(mark)) return [view.getUint16(at + 7), view.getUint16(at + 5)];
  }
  return null;
}

/** Decodes an image, smaller than it is if it is large. @param {Blob} blob */
async function decode(blob) {
  const size = sizeOf(new DataView(await blob.slice(0, 1 << 16).arrayBuffer()));
  const share = size ? SMALL / Math.max(...size) : 1;
  const resize = size && share < 1 ? { resizeWidth: Math.max(1, Math.round(size[0] * share)), resizeHeight: Math.max(1, Math.round(size[1] * share)) } : {};
  return createImageBitmap(blob, { colorSpaceConversion: "none", premultiplyAlpha: "none", ...resize });
}

/** Loads images as GLTFLoader's own loader does. */
const smallImages = {
  isImageBitmapLoader: true,
  /** @param {string} url @param {(bitmap: ImageBitmap) => void} done @param {any} _ @param {(error: any) => void} failed */
  load: (url, done, _, failed) => { fetch(url).then((response) => response.blob()).then(decode).then(done, failed); },
};

/** Materials by the references to textures that they have. @param {any} json @returns {Map<any, number>} */
function users(json) {
  const found = new Map();
  (json.materials ?? []).forEach((/** @type {any} */ { pbrMetallicRoughness: look = {}, normalTexture, occlusionTexture, emissiveTexture }, /** @type {number} */ number) => {
    for (const one of [look.baseColorTexture, look.metallicRoughnessTexture, normalTexture, occlusionTexture, emissiveTexture]) if (one) found.set(one, number);
  });
  return found;
}

/**
 * Has a parser load images for this machine. Returns textures that come later.
 * @param {any} parser @param {boolean} isSlow Whether there is no graphics card. @returns {Later[]}
 */
export function loadFor(parser, isSlow) {
  const { json } = parser;
  if (isSlow && typeof createImageBitmap !== "undefined") parser.textureLoader = smallImages;
  /** @type {Later[]} */
  const later = [];
  const bytes = (json.images ?? []).reduce((/** @type {number} */ sum, /** @type {any} */ { bufferView }) => sum + (json.bufferViews?.[bufferView]?.byteLength ?? 0), 0);
  if (bytes < MANY) return later;
  const materials = users(json);
  const assign = parser.assignTexture.bind(parser);
  parser.assignTexture = (/** @type {any} */ own, /** @type {string} */ name, /** @type {any} */ reference, /** @type {any} */ space) => {
    const material = materials.get(reference);
    if (material === undefined) return assign(own, name, reference, space);
    later.push({ name, material, texture: assign({}, name, reference, space).catch(() => null) });
    return Promise.resolve(null);
  };
  return later;
}

/** Materials of what is drawn, by their numbers in the file. @param {any} gltf @param {any[]} drawn @returns {Map<number, Set<any>>} */
export function wornMaterials(gltf, drawn) {
  const found = new Map();
  for (const material of new Set(drawn.flatMap((one) => one.material))) {
    const number = gltf.parser.associations.get(material)?.materials;
    if (!found.has(number)) found.set(number, new Set());
    found.get(number).add(material);
  }
  return found;
}

/** Notes which materials get textures later. @param {any} gltf @param {any[]} drawn */
export function announce(gltf, drawn) {
  const materials = wornMaterials(gltf, drawn);
  for (const { material } of gltf.later ?? []) for (const one of materials.get(material) ?? []) one.userData.getsTextures = true;
}

/**
 * Gives materials their textures. Returns whether there were some that came later.
 * @param {import("./viewer.js").Viewer} viewer @param {any} gltf @param {import("./slices.js").Slices} slices
 */
export async function dress(viewer, gltf, slices) {
  if (!gltf.later?.length) return false;
  const { renderer, pace } = viewer;
  const materials = wornMaterials(gltf, [...viewer.meshes, ...viewer.lines]);
  const said = viewer.note.textContent;
  for (const [index, { texture }] of gltf.later.entries()) {
    viewer.note.textContent = `${said}, loading textures: ${index + 1} of ${gltf.later.length}`;
    const ready = await texture;
    if (viewer.shown !== gltf) return false;
    if (!ready) continue;
    renderer.initTexture(ready);
    await pace.drawn();
    await slices.pause();
  }
  for (const { name, material, texture } of gltf.later) {
    const ready = await texture;
    for (const one of materials.get(material) ?? []) if (ready) Object.assign(one, { [name]: ready, needsUpdate: true });
  }
  if (viewer.shown !== gltf) return false;
  viewer.note.textContent = said;
  gltf.later = [];
  await compile(viewer, [...viewer.batches?.drawn() ?? [], ...viewer.lines], slices);
  if (viewer.shown === gltf) viewer.changed();
  return true;
}
