// The drawn parts of a glTF: their size and the places of their vertices.

import * as THREE from "three";

/** Vertices of a mesh from which its box is taken as the file has it. */
const MANY = 20_000;
/** Triangles that are looked at of all meshes. */
const MOST_SEEN = 12_000;

/** Passes on the places of the vertices that are drawn of a mesh, of lines or of points, as they are bent now. @param {any} mesh @param {(place: THREE.Vector3) => void} visit */
export function drawnVertices(mesh, visit) {
  const { index, attributes: { position } } = mesh.geometry;
  const place = new THREE.Vector3();
  const seen = new Uint8Array(position?.count ?? 0);
  for (let at = 0; at < (index?.count ?? seen.length); at++) {
    const vertex = index ? index.getX(at) : at;
    if (seen[vertex] !== 0) continue;
    seen[vertex] = 1;
    visit(mesh.getVertexPosition(vertex, place));
  }
}

/** @param {THREE.Box3} box */
export const corners = ({ min, max }) => Array.from({ length: 8 }, (_, at) => new THREE.Vector3(at & 1 ? max.x : min.x, at & 2 ? max.y : min.y, at & 4 ? max.z : min.z));

/** Boxes of meshes that don't bend. @type {WeakMap<any, THREE.Box3>} */
const boxes = new WeakMap();

/** The box around the vertices that are drawn of a mesh, of lines or of points, as they are bent now. @param {any} mesh */
export function drawnBox(mesh) {
  const bends = mesh.isSkinnedMesh || mesh.morphTargetInfluences?.some((/** @type {number} */ one) => one !== 0);
  const known = bends ? undefined : boxes.get(mesh.geometry);
  if (known) return known;
  const box = new THREE.Box3();
  const { attributes: { position }, boundingBox } = mesh.geometry;
  if (!bends && boundingBox && position.count > MANY) box.copy(boundingBox);
  else drawnVertices(mesh, (place) => box.expandByPoint(place));
  if (!bends) boxes.set(mesh.geometry, box);
  return box;
}

/** How many times over triangles cover the view, about: a part of them is looked at. @param {any[]} meshes @param {THREE.Camera} camera */
export function covers(meshes, camera) {
  camera.updateMatrixWorld();
  const corners = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
  const held = (/** @type {number} */ place) => Math.max(-1, Math.min(1, Number.isFinite(place) ? place : 0));
  let sum = 0;
  const most = Math.max(1, Math.min(500, MOST_SEEN / meshes.length));
  for (const mesh of meshes) {
    const index = mesh.geometry.index;
    const count = Math.floor((index?.count ?? mesh.geometry.attributes.position?.count ?? 0) / 3);
    const step = Math.max(1, Math.floor(count / most));
    for (let triangle = 0; triangle < count; triangle += step) {
      corners.forEach((corner, number) => {
        const at = triangle * 3 + number;
        mesh.getVertexPosition(index ? index.getX(at) : at, corner).applyMatrix4(mesh.matrixWorld).project(camera);
      });
      const [a, b, c] = corners.map((corner) => [held(corner.x), held(corner.y)]);
      sum += step * Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 8;
    }
  }
  return sum;
}

/** The box around a mesh in the world, whose matrices are up to date; empty if its places aren't finite. @param {any} mesh */
export function worldBox(mesh) {
  const box = drawnBox(mesh).clone().applyMatrix4(mesh.matrixWorld);
  return Number.isFinite(box.min.x) && Number.isFinite(box.max.x) ? box : box.makeEmpty();
}
