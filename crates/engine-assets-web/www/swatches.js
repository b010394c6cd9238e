// The colour that a material is seen in: its own, or the mean of its texture.

/** Means of textures by their images. @type {WeakMap<object, number[] | null>} */
const means = new WeakMap();

/** The mean colour of an image in sRGB, from 0 to 255; null if it can't be drawn. @param {any} image */
function mean(image) {
  if (!image) return null;
  const known = means.get(image);
  if (known !== undefined) return known;
  const canvas = new OffscreenCanvas(8, 8);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  let /** @type {number[] | null} */ found = null;
  try {
    context?.drawImage(image, 0, 0, 8, 8);
    const { data } = /** @type {any} */ (context).getImageData(0, 0, 8, 8);
    const [sum, weight] = [[0, 0, 0], [0]];
    for (let at = 0; at < data.length; at += 4) {
      weight[0] += data[at + 3];
      for (const part of [0, 1, 2]) sum[part] += data[at + part] * data[at + 3];
    }
    if (weight[0] > 0) found = sum.map((one) => one / weight[0]);
  } catch {
    // Compressed textures have no picture.
  }
  means.set(image, found);
  return found;
}

/** @param {number} linear */
const encoded = (linear) => 255 * Math.min(1, Math.max(0, linear)) ** (1 / 2.2);

/** Colours of the materials of a scene as CSS, by their numbers. @param {import("./viewer.js").Viewer} viewer @returns {(number: number) => string} */
export function swatches(viewer) {
  const worn = viewer.worn();
  const { materials = [] } = viewer.shown.parser.json;
  return (number) => {
    const [own] = worn.get(number) ?? [];
    const factor = materials[number]?.pbrMetallicRoughness?.baseColorFactor ?? [1, 1, 1];
    const texture = mean(own?.map?.image);
    // Surfaces without any colour are shown in grey.
    const plain = own?.userData.grey && !texture ? own.userData.grey.toArray() : factor;
    return `rgb(${[0, 1, 2].map((part) => Math.round(encoded(plain[part]) * (texture?.[part] ?? 255) / 255)).join(" ")})`;
  };
}
