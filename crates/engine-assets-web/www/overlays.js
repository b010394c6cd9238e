// Overlays of a scene: wireframe, back faces, skeleton, names of bones, normals, bounds.

import * as THREE from "three";
import { Bones } from "./bones.js";
import { el, shownName } from "./util.js";

/** Normals and names that are shown at most. */
const MOST_NORMALS = 20_000;
const MOST_NAMES = 250;
/** Width of a letter and height of a line of these names, in pixels. */
const [LETTER, LINE] = [6, 16];

/** @typedef {import("./viewer.js").Viewer} Viewer */

/** A mesh once more, in another material, over itself. @param {any} mesh @param {THREE.Material} material */
export function covering(mesh, material) {
  const copy = mesh.clone(false);
  copy.material = material;
  copy.morphTargetInfluences = mesh.morphTargetInfluences;
  copy.position.set(0, 0, 0);
  copy.quaternion.identity();
  copy.scale.set(1, 1, 1);
  copy.castShadow = copy.receiveShadow = false;
  copy.children.length = 0;
  copy.layers.set(0);
  mesh.add(copy);
  return copy;
}

/** Shows the requested overlays. @param {Viewer} viewer */
export function drawOverlays(viewer) {
  viewer.overlay.clear();
  viewer.labels.replaceChildren();
  for (const extra of viewer.extras ?? []) extra.removeFromParent();
  /** @type {any[]} */
  viewer.extras = [];
  if (!viewer.shown) return;
  const cover = (/** @type {any} */ look) => {
    const material = new THREE.MeshBasicMaterial({ toneMapped: false, ...look });
    for (const mesh of viewer.batches?.drawn() ?? []) viewer.extras.push(covering(mesh, material));
  };
  if (viewer.overlays.has("wireframe")) cover({ color: 0x10141c, wireframe: true, transparent: true, opacity: 0.45, polygonOffset: true, polygonOffsetFactor: -1 });
  if (viewer.overlays.has("backs")) cover({ color: 0xff00dc, side: THREE.BackSide });
  viewer.skeleton?.dispose();
  viewer.skeleton = null;
  if (viewer.overlays.has("skeleton")) {
    viewer.shown.scene.updateMatrixWorld(true);
    viewer.skeleton = new Bones(viewer.bones(), viewer.renderer.getPixelRatio());
    viewer.overlay.add(viewer.skeleton.group);
  }
  viewer.request();
}

/** Draws the overlays that follow the pose. @param {Viewer} viewer */
export function overlaid(viewer) {
  if (viewer.overlays.has("normals")) drawNormals(viewer);
  if (viewer.overlays.has("bounds")) drawBounds(viewer);
}

/** @param {Viewer} viewer */
function drawBounds(viewer) {
  viewer.overlay.getObjectByName("bounds")?.removeFromParent();
  const box = viewer.bounds();
  if (box.isEmpty()) return;
  const added = new THREE.Box3Helper(box, 0x2878ff);
  added.name = "bounds";
  viewer.overlay.add(added);
}

/** @param {Viewer} viewer */
function drawNormals(viewer) {
  const old = /** @type {any} */ (viewer.overlay.getObjectByName("normals"));
  old?.geometry.dispose();
  old?.removeFromParent();
  const box = viewer.bounds();
  const length = box.isEmpty() ? 1 : box.getSize(new THREE.Vector3()).length() / 60;
  /** @type {THREE.Vector3[]} */
  const points = [];
  for (const mesh of viewer.meshes) normalsOf(mesh, length, points);
  const lines = new THREE.LineSegments(new THREE.BufferGeometry().setFromPoints(points), new THREE.LineBasicMaterial({ color: 0x14be5a }));
  lines.name = "normals";
  lines.frustumCulled = false;
  viewer.overlay.add(lines);
}

/** Adds the ends of a mesh's normals. @param {any} mesh @param {number} length @param {THREE.Vector3[]} points */
function normalsOf(mesh, length, points) {
  const { normal: normals, position } = mesh.geometry.attributes;
  const [place, tip] = [new THREE.Vector3(), new THREE.Vector3()];
  for (let index = 0; index < (normals?.count ?? 0) && points.length < MOST_NORMALS * 2; index++) {
    mesh.getVertexPosition(index, place);
    // Skins transform a normal like a point next to the vertex.
    tip.fromBufferAttribute(position, index).addScaledVector(new THREE.Vector3().fromBufferAttribute(normals, index), 1e-3);
    if (mesh.isSkinnedMesh) mesh.applyBoneTransform(index, tip);
    place.applyMatrix4(mesh.matrixWorld);
    tip.applyMatrix4(mesh.matrixWorld).sub(place).normalize().multiplyScalar(length).add(place);
    points.push(place.clone(), tip.clone());
  }
}

/** Whether two rectangles overlap. @param {number[]} a Left, top, right, bottom. @param {number[]} b */
const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** Shows the names of bones. Where names would overlap, the nearest bone has its name. @param {Viewer} viewer */
export function drawNames(viewer) {
  const { clientWidth: width, clientHeight: height } = viewer.element;
  const all = viewer.bones().slice(0, MOST_NAMES).map((bone) => ({ bone, place: new THREE.Vector3().setFromMatrixPosition(bone.matrixWorld).project(viewer.camera) }));
  all.sort((a, b) => a.place.z - b.place.z);
  /** @type {number[][]} */
  const taken = [];
  const shown = all.map(({ bone, place }) => {
    if (place.z > 1 || Math.abs(place.x) > 1 || Math.abs(place.y) > 1) return null;
    const name = shownName(bone.userData.name ?? bone.name);
    const [x, y] = [(place.x + 1) / 2 * width, (1 - place.y) / 2 * height];
    const own = [x, y, x + name.length * LETTER + 8, y + LINE];
    if (taken.some((other) => overlap(own, other))) return null;
    taken.push(own);
    return el("span", { style: `transform:translate(${x.toFixed(1)}px,${y.toFixed(1)}px)` }, name);
  });
  viewer.labels.replaceChildren(...shown.filter(Boolean));
}
