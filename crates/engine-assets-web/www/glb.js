// Splits a glb in the worker: the page receives the binary part and the JSON, without members that the view doesn't need.

/** @typedef {{ json: string, bin: Uint8Array, triangles: number, findings?: any[], gltf?: Promise<any> }} Parts */

/** Triangles that are drawn for a glTF. @param {any} json */
function trianglesOf(json) {
  const meshes = (json.meshes ?? []).map((/** @type {any} */ mesh) => mesh.primitives.reduce((/** @type {number} */ sum, /** @type {any} */ one) =>
    sum + (json.accessors?.[one.indices ?? one.attributes.POSITION]?.count ?? 0) / 3, 0));
  return (json.nodes ?? []).reduce((/** @type {number} */ sum, /** @type {any} */ node) => sum + (meshes[node.mesh] ?? 0), 0);
}

/** What the view needs of the notes of a node: the number of the engine's node, whether it is an entity. @param {any} extras */
function brief(extras) {
  const found = extras.pivot === undefined ? {} : { pivot: extras.pivot };
  try {
    const { format, layout } = JSON.parse(extras.engine_assets ?? "{}");
    if (format === "urho-node" && layout?.id !== undefined) return { ...found, id: layout.id };
    return format === "pragma-entity" && layout?.made === undefined ? { ...found, isEntity: true } : found;
  } catch {
    return found;
  }
}

/** @param {Uint8Array} bytes @returns {Parts} */
export function takeApart(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
  for (const node of json.nodes ?? []) if (node.extras) node.extras = brief(node.extras);
  // The second chunk has a head of eight bytes, too.
  return { json: JSON.stringify(json), bin: bytes.slice(28 + length), triangles: trianglesOf(json) };
}
