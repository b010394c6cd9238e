// Meshes of large scenes in few draw calls: instances of shared meshes, and batches of meshes that share a material.

import * as THREE from "three";

/** Draw calls from which meshes are batched. */
const MANY = 150;
/** Vertices and indices that are copied into one batch at most. */
const MOST_COPIED = 4_000_000;
const MIRROR = new THREE.Matrix4().makeScale(-1, 1, 1);
/** The layer of meshes that a batch draws: cameras don't see it, rays do. */
export const BATCHED = 1;

/** Whether a mesh keeps its shape and has one material. @param {any} mesh */
const isRigid = (mesh) => !mesh.isSkinnedMesh && !Array.isArray(mesh.material) && Object.keys(mesh.geometry.morphAttributes).length === 0 && mesh.geometry.attributes.position;

/** What geometries have in common that fit into one batch. @param {THREE.BufferGeometry} geometry */
function layout(geometry) {
  const attributes = Object.entries(geometry.attributes).map(([name, { itemSize, array, normalized }]) => `${name} ${itemSize} ${array.constructor.name} ${normalized}`);
  return `${attributes.sort()} ${geometry.index !== null}`;
}

/** @template T @param {T[]} items @param {(item: T) => string} key @returns {Map<string, T[]>} */
function groups(items, key) {
  const found = new Map();
  for (const item of items) {
    const own = key(item);
    if (found.has(own)) found.get(own).push(item);
    else found.set(own, [item]);
  }
  return found;
}

const mirrored = (/** @type {any} */ mesh) => mesh.matrixWorld.determinant() < 0;

export class Batches {
  /** @param {any} scene The glTF's scene. @param {any[]} meshes */
  constructor(scene, meshes) {
    this.scene = scene;
    this.meshes = meshes;
    /** Objects that draw meshes, each with its meshes. @type {{ drawn: any, meshes: any[] }[]} */
    this.all = [];
  }

  /** Batches the meshes, if there are many. @param {import("./slices.js").Slices} slices */
  async build(slices) {
    if (this.meshes.length <= MANY) return;
    this.scene.updateMatrixWorld(true);
    const rigid = this.meshes.filter(isRigid);
    const alike = [...groups(rigid, (mesh) => `${mesh.geometry.uuid} ${mesh.material.uuid} ${mirrored(mesh)}`).values()];
    for (const meshes of alike) if (meshes.length > 1) this.take(meshes, new THREE.InstancedMesh(meshes[0].geometry, meshes[0].material, meshes.length));
    await slices.rest();
    const single = alike.filter((meshes) => meshes.length === 1).flat();
    for (const meshes of groups(single, (mesh) => `${mesh.material.uuid} ${mirrored(mesh)} ${layout(mesh.geometry)}`).values()) {
      if (meshes.length > 1) await this.copy(meshes, slices);
    }
    this.update();
  }

  /** Copies different meshes into one. @param {any[]} meshes @param {import("./slices.js").Slices} slices */
  async copy(meshes, slices) {
    const sum = (/** @type {(mesh: any) => number} */ count) => meshes.reduce((all, mesh) => all + count(mesh), 0);
    const [vertices, indices] = [sum((mesh) => mesh.geometry.attributes.position.count), sum((mesh) => mesh.geometry.index?.count ?? 0)];
    if (vertices + indices > MOST_COPIED) return;
    const batch = new THREE.BatchedMesh(meshes.length, vertices, indices, meshes[0].material);
    batch.perObjectFrustumCulled = batch.sortObjects = false;
    await slices.each(meshes, (mesh) => batch.addInstance(batch.addGeometry(mesh.geometry)));
    this.take(meshes, batch);
  }

  /** Has meshes drawn by another object. @param {any[]} meshes @param {any} drawn */
  take(meshes, drawn) {
    if (mirrored(meshes[0])) drawn.scale.x = -1;
    drawn.frustumCulled = false;
    this.scene.add(drawn);
    for (const mesh of meshes) mesh.layers.set(BATCHED);
    this.all.push({ drawn, meshes });
  }

  /** Follows the places of the meshes, and what is hidden of them. */
  update() {
    if (this.all.length === 0) return;
    this.scene.updateMatrixWorld();
    const hidden = new Set();
    const walk = (/** @type {any} */ one) => one.visible ? one.children.forEach(walk) : one.traverse((/** @type {any} */ below) => hidden.add(below));
    this.scene.children.forEach(walk);
    const [none, place] = [new THREE.Matrix4().makeScale(0, 0, 0), new THREE.Matrix4()];
    for (const { drawn, meshes } of this.all) {
      drawn.castShadow = meshes[0].castShadow;
      drawn.receiveShadow = meshes[0].receiveShadow;
      const isMirrored = drawn.scale.x < 0;
      meshes.forEach((mesh, index) => {
        const own = isMirrored ? place.multiplyMatrices(MIRROR, mesh.matrixWorld) : mesh.matrixWorld;
        drawn.setMatrixAt(index, hidden.has(mesh) ? none : own);
      });
      if (drawn.instanceMatrix) drawn.instanceMatrix.needsUpdate = true;
    }
  }

  /** All that is drawn: batches, and meshes that are in none. */
  drawn() {
    const batched = new Set(this.all.flatMap(({ meshes }) => meshes));
    return [...this.all.map(({ drawn }) => drawn), ...this.meshes.filter((mesh) => !batched.has(mesh))];
  }

  dispose() {
    for (const { drawn } of this.all) drawn.dispose();
    this.all = [];
  }
}
