// The selection in the view, by a click or by a row; hide, isolate, frame.

import * as THREE from "three";
import { BATCHED } from "./batches.js";
import { covering } from "./overlays.js";
import { compile } from "./shaders.js";
import { Slices } from "./slices.js";

/** Pixels that the pointer may move while it clicks, and within which a bone is hit. */
const STILL = 4;
const NEAR = 12;
/** Corners of triangles that a ray is compared with at once. */
const LOOKED_AT = 90_000;
/** Meshes and corners of triangles that are marked one by one; more are marked by a box. */
const MOST_MARKED = 200;
const MOST_DRAWN_TWICE = 300_000;

/** The node of a glTF that something drawn belongs to, by its number. @param {any} gltf @param {any} drawn @returns {number} */
export function nodeOf(gltf, drawn) {
  for (let one = drawn; one; one = one.parent) {
    const found = gltf.parser.associations.get(one)?.nodes;
    if (found !== undefined) return found;
  }
  return -1;
}

export class Selection {
  /** @param {import("./viewer.js").Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    /** Is told the number of the node that is chosen, -1 for none. @type {(node: number) => void} */
    this.onChange = () => {};
    /** Is told when something was chosen in the view. @type {() => void} */
    this.onPick = () => {};
    /** Is told that another node is chosen, for the address. @type {() => void} */
    this.onChoose = () => {};
    this.node = -1;
    /** @type {any[]} */
    this.marks = [];
    let [x, y] = [0, 0];
    viewer.canvas.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => { [x, y] = [event.clientX, event.clientY]; });
    viewer.canvas.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => {
      if (event.button === 0 && Math.hypot(event.clientX - x, event.clientY - y) <= STILL && viewer.shown) this.pick(event);
    });
  }

  /** Begins anew with another scene. @param {any} gltf */
  reset(gltf) {
    this.clear();
    this.node = -1;
    /** @type {Map<number, any>} */
    this.objects = new Map();
    gltf?.scene.traverse((/** @type {any} */ one) => {
      const found = gltf.parser.associations.get(one)?.nodes;
      if (found !== undefined && !this.objects.has(found)) this.objects.set(found, one);
    });
  }

  /** @param {PointerEvent} event */
  async pick(event) {
    const shown = this.viewer.shown;
    const node = await this.at(event);
    if (shown !== this.viewer.shown) return;
    if (node >= 0) this.onPick();
    this.choose(node);
  }

  /** The node under the pointer: a bone if bones are shown, otherwise the mesh. @param {PointerEvent} event */
  async at(event) {
    const { viewer } = this;
    const box = viewer.canvas.getBoundingClientRect();
    const place = new THREE.Vector2((event.clientX - box.left) / box.width * 2 - 1, 1 - (event.clientY - box.top) / box.height * 2);
    const bone = viewer.overlays.has("skeleton") ? this.boneAt(place, box) : null;
    if (bone) return nodeOf(viewer.shown, bone);
    const ray = new THREE.Raycaster();
    ray.setFromCamera(place, viewer.camera);
    ray.layers.enable(BATCHED);
    const drawn = [...viewer.meshes, ...viewer.lines].filter(isShown);
    const hit = await firstHit(ray, drawn);
    return hit ? nodeOf(viewer.shown, hit.object) : -1;
  }

  /** @param {THREE.Vector2} place @param {DOMRect} box */
  boneAt(place, box) {
    const own = new THREE.Vector3();
    let [best, nearest] = [null, NEAR];
    for (const bone of this.viewer.bones()) {
      own.setFromMatrixPosition(bone.matrixWorld).project(this.viewer.camera);
      const far = Math.hypot((own.x - place.x) * box.width / 2, (own.y - place.y) * box.height / 2);
      if (own.z < 1 && far < nearest) [best, nearest] = [bone, far];
    }
    return best;
  }

  /** @param {number} node */
  choose(node) {
    this.node = node;
    this.mark(this.drawn(node));
    this.onChange(node);
    this.onChoose();
  }

  /** Chooses all that wears a material. @param {number} material Its number in the glTF. */
  chooseMaterial(material) {
    const { viewer } = this;
    const worn = viewer.meshes.filter((/** @type {any} */ mesh) => viewer.materialOf(mesh) === material);
    this.node = worn.length ? nodeOf(viewer.shown, worn[0]) : -1;
    this.mark(worn);
    this.onChange(this.node);
  }

  /** All that is drawn of a node and below it. @param {number} node @returns {any[]} */
  drawn(node) {
    const object = this.objects?.get(node);
    const [found, all] = [[], new Set(this.viewer.meshes)];
    object?.traverse((/** @type {any} */ one) => { if (all.has(one)) found.push(one); });
    return found;
  }

  clear() {
    for (const one of this.marks) {
      one.removeFromParent();
      one.material.dispose();
    }
    this.marks = [];
  }

  /** @param {any[]} meshes */
  mark(meshes) {
    this.clear();
    const corners = meshes.reduce((sum, mesh) => sum + (mesh.geometry.index?.count ?? mesh.geometry.attributes.position?.count ?? 0), 0);
    this.marks = meshes.length > MOST_MARKED || corners > MOST_DRAWN_TWICE ? [this.boxAround(meshes)] : this.covers(meshes);
    this.show(this.marks);
  }

  /** The marks of meshes, one by one. @param {any[]} meshes */
  covers(meshes) {
    const material = new THREE.MeshBasicMaterial({ color: 0x2f6fe4, transparent: true, opacity: 0.38, polygonOffset: true, polygonOffsetFactor: -2, toneMapped: false });
    return meshes.map((mesh) => covering(mesh, material));
  }

  /** Shows marks as soon as they can be drawn without holding up the page. @param {any[]} marks */
  async show(marks) {
    for (const one of marks) one.visible = false;
    await compile(this.viewer, marks, new Slices());
    if (marks !== this.marks) return;
    for (const one of marks) one.visible = true;
    this.viewer.request();
  }

  /** A box around some meshes. @param {any[]} meshes */
  boxAround(meshes) {
    const added = new THREE.Box3Helper(this.viewer.bounds(meshes), 0x2f6fe4);
    this.viewer.scene.add(added);
    return added;
  }

  /** Hides the node that is chosen, or shows it again. */
  toggle() {
    const object = this.objects?.get(this.node);
    if (!object) return;
    object.visible = !object.visible;
    this.viewer.changed();
  }

  /** Shows only the selection. */
  isolate() {
    const own = new Set(this.drawn(this.node));
    if (own.size === 0) return;
    this.showAll();
    for (const mesh of [...this.viewer.meshes, ...this.viewer.lines]) mesh.visible = own.has(mesh);
    this.viewer.changed();
  }

  showAll() {
    for (const object of this.objects?.values() ?? []) if (!object.isLight) object.visible = true;
    for (const mesh of [...this.viewer.meshes, ...this.viewer.lines]) mesh.visible = true;
    this.viewer.changed();
  }

  /** Whether the node that is chosen is hidden. @param {number} node */
  isHidden(node) {
    return this.objects?.get(node)?.visible === false;
  }
}

/** How far a ray is from the sphere around something; null if it misses it. @param {THREE.Raycaster} ray @param {any} drawn */
function entry({ ray }, drawn) {
  if (drawn.isSkinnedMesh || drawn.morphTargetInfluences || !drawn.isMesh) return 0;
  if (drawn.geometry.boundingSphere === null) drawn.geometry.computeBoundingSphere();
  const sphere = drawn.geometry.boundingSphere.clone().applyMatrix4(drawn.matrixWorld);
  if (!ray.intersectsSphere(sphere)) return null;
  return Math.max(0, ray.origin.distanceTo(sphere.center) - sphere.radius);
}

/** The nearest thing on a ray: triangles are looked at in slices. @param {THREE.Raycaster} ray @param {any[]} all */
async function firstHit(ray, all) {
  const slices = new Slices();
  const near = all.map((drawn) => ({ drawn, from: entry(ray, drawn) })).filter(({ from }) => from !== null).sort((a, b) => Number(a.from) - Number(b.from));
  /** @type {any} */
  let best = null;
  for (const { drawn, from } of near) {
    if (best && Number(from) > best.distance) break;
    const { geometry } = drawn;
    const { start, count } = geometry.drawRange;
    const end = Math.min(start + count, geometry.index?.count ?? geometry.attributes.position?.count ?? 0);
    for (let at = start; at < end; at += LOOKED_AT) {
      geometry.setDrawRange(at, Math.min(LOOKED_AT, end - at));
      const [hit] = ray.intersectObject(drawn, false);
      geometry.setDrawRange(start, count);
      if (hit && (!best || hit.distance < best.distance)) best = hit;
      await slices.rest();
    }
  }
  return best;
}

/** @param {any} drawn */
function isShown(drawn) {
  for (let one = drawn; one; one = one.parent) if (!one.visible) return false;
  return true;
}
