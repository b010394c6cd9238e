// Nodes and meshes of a glTF without the detours of GLTFLoader, which takes seconds for ten thousand of them. Whatever is out of the ordinary is left to it.

import * as THREE from "three";

/** Attributes of three.js by those of glTF. @type {Record<string, string>} */
const ATTRIBUTES = {
  POSITION: "position", NORMAL: "normal", TANGENT: "tangent", TEXCOORD_0: "uv", TEXCOORD_1: "uv1", TEXCOORD_2: "uv2", TEXCOORD_3: "uv3",
  COLOR_0: "color", WEIGHTS_0: "skinWeight", JOINTS_0: "skinIndex",
};
/** @type {Record<number, any>} */
const ARRAYS = { 5120: Int8Array, 5121: Uint8Array, 5122: Int16Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
/** @type {Record<string, number>} */
const SIZES = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/** @typedef {import("./slices.js").Slices} Slices */

/** Whether a mesh has only triangles of plain arrays, without morphs. @param {any} json @param {any} mesh */
function isPlain(json, mesh) {
  const isPlainArray = (/** @type {number} */ number) => {
    const one = json.accessors[number];
    return one && one.bufferView !== undefined && !one.sparse && json.bufferViews[one.bufferView]?.byteStride === undefined && !json.bufferViews[one.bufferView]?.extensions;
  };
  return !mesh.isSkinnedMesh && !mesh.extensions && mesh.primitives.every((/** @type {any} */ one) => (one.mode ?? 4) === 4 && !one.targets && !one.extensions
    && one.attributes.POSITION !== undefined && [one.indices ?? one.attributes.POSITION, ...Object.values(one.attributes)].every(isPlainArray));
}

export class Quick {
  /** @param {any} parser @param {Slices} slices */
  constructor(parser, slices) {
    this.parser = parser;
    this.json = parser.json;
    this.slices = slices;
    /** @type {Map<number, THREE.BufferAttribute>} */
    this.attributes = new Map();
    /** @type {Map<number | undefined, any>} */
    this.materials = new Map();
    /** Meshes by their numbers, and how often each was used. @type {Map<number, { object: any, uses: number }>} */
    this.meshes = new Map();
    this.plain = new THREE.MeshStandardMaterial({ metalness: 1, roughness: 1 });
  }

  /** An array of the file: what is in memory already, without a copy. @param {number} number */
  async attribute(number) {
    const known = this.attributes.get(number);
    if (known) return known;
    const { bufferView, componentType, type, count, byteOffset = 0, normalized = false } = this.json.accessors[number];
    const view = this.json.bufferViews[bufferView];
    const buffer = await this.parser.getDependency("buffer", view.buffer);
    const made = new THREE.BufferAttribute(new ARRAYS[componentType](buffer, (view.byteOffset ?? 0) + byteOffset, count * SIZES[type]), SIZES[type], normalized);
    this.attributes.set(number, made);
    return made;
  }

  /** @param {any} primitive */
  async geometry(primitive) {
    const made = new THREE.BufferGeometry();
    for (const [name, number] of Object.entries(primitive.attributes)) made.setAttribute(ATTRIBUTES[name] ?? name.toLowerCase(), await this.attribute(/** @type {number} */ (number)));
    if (primitive.indices !== undefined) made.setIndex(await this.attribute(primitive.indices));
    const { min, max, normalized } = this.json.accessors[primitive.attributes.POSITION];
    if (min && max && !normalized) {
      made.boundingBox = new THREE.Box3(new THREE.Vector3().fromArray(min), new THREE.Vector3().fromArray(max));
      made.boundingSphere = made.boundingBox.getBoundingSphere(new THREE.Sphere());
    }
    return made;
  }

  /** @param {number | undefined} number */
  async material(number) {
    if (number === undefined) return this.plain;
    if (!this.materials.has(number)) this.materials.set(number, await this.parser.getDependency("material", number));
    return this.materials.get(number);
  }

  /** A mesh, or a group of its parts. @param {number} number */
  async mesh(number) {
    const mesh = this.json.meshes[number];
    const { parser } = this;
    if (!isPlain(this.json, mesh)) return parser.getDependency("mesh", number);
    const parts = [];
    for (const [index, primitive] of mesh.primitives.entries()) {
      const part = new THREE.Mesh(await this.geometry(primitive), await this.material(primitive.material));
      part.name = mesh.name ?? "";
      keepExtras(part, mesh);
      parser.assignFinalMaterial(part);
      parser.associations.set(part, { meshes: number, primitives: index });
      parts.push(part);
    }
    if (parts.length === 1) return parts[0];
    const group = new THREE.Group();
    for (const part of parts) join(group, part);
    parser.associations.set(group, { meshes: number });
    return group;
  }

  /** The object of a mesh: itself once, then copies. @param {number} number */
  use(number) {
    const one = this.meshes.get(number);
    if (!one) return new THREE.Object3D();
    one.uses += 1;
    if (one.uses === 1) return one.object;
    const { object } = one;
    if (!isPlain(this.json, this.json.meshes[number])) return this.parser._getNodeRef(this.parser.meshCache, number, object);
    const again = (/** @type {any} */ part) => {
      const made = new THREE.Mesh(part.geometry, part.material);
      made.name = part.name;
      keepExtras(made, this.json.meshes[number]);
      const { meshes, primitives } = this.parser.associations.get(part);
      this.parser.associations.set(made, { meshes, primitives });
      return made;
    };
    if (object.isMesh) return again(object);
    const group = new THREE.Group();
    for (const part of object.children) join(group, again(part));
    this.parser.associations.set(group, { meshes: number });
    return group;
  }

  /** A node without its children. @param {number} number */
  async node(number) {
    const one = this.json.nodes[number];
    if (one.extensions || one.camera !== undefined || one.skin !== undefined || one.isBone) return this.parser._loadNodeShallow(number);
    const made = one.mesh === undefined ? new THREE.Object3D() : this.use(one.mesh);
    keepExtras(made, one);
    if (one.name) {
      made.userData.name = one.name;
      made.name = this.parser.createUniqueName(one.name);
    }
    if (one.matrix) made.applyMatrix4(new THREE.Matrix4().fromArray(one.matrix));
    if (one.translation) made.position.fromArray(one.translation);
    if (one.rotation) made.quaternion.fromArray(one.rotation);
    if (one.scale) made.scale.fromArray(one.scale);
    const { associations } = this.parser;
    associations.set(made, { ...associations.get(made), nodes: number });
    return made;
  }

  /** All nodes below some, each with its children. @param {any} parent @param {number[]} roots @param {Map<number, any>} made */
  async nodes(parent, roots, made) {
    const waiting = [{ parent, nodes: roots }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      for (const number of next.nodes) {
        if (made.has(number)) continue;
        const object = await this.node(number);
        made.set(number, object);
        join(next.parent, object);
        const { children } = this.json.nodes[number];
        if (children?.length) waiting.push({ parent: object, nodes: children });
        await this.slices.rest();
      }
    }
  }

  /** @param {number} index */
  async scene(index) {
    const { json, parser, slices } = this;
    const scene = new THREE.Group();
    scene.name = json.scenes[index].name ?? "";
    keepExtras(scene, json.scenes[index]);
    for (const number of new Set((json.nodes ?? []).map((/** @type {any} */ node) => node.mesh))) {
      if (number !== undefined && !this.isLeft(number)) this.meshes.set(number, { object: await this.mesh(number), uses: 0 });
      await slices.rest();
    }
    /** @type {Map<number, any>} */
    const made = new Map();
    await this.nodes(scene, json.scenes[index].nodes ?? [], made);
    // Skins and animations look for nodes there.
    for (const [number, object] of made) parser.nodeCache[number] = Promise.resolve(object);
    if (json.animations) for (const [number, object] of made) parser.cache.add(`node:${number}`, parser.nodeCache[number] ?? object);
    for (const [number, object] of made) {
      const { skin } = json.nodes[number];
      if (skin !== undefined) bind(object, await parser.getDependency("skin", skin), new Set(made.values()));
    }
    return scene;
  }

  /** Whether a mesh is used by nodes that are left to GLTFLoader alone. @param {number} number */
  isLeft(number) { return this.json.meshes[number].isSkinnedMesh === true; }
}

/** Binds the meshes of a node to its skeleton, not those of nodes below it. @param {any} object @param {any} skeleton @param {Set<any>} nodes */
function bind(object, skeleton, nodes) {
  if (object.isSkinnedMesh) object.bind(skeleton, new THREE.Matrix4());
  for (const child of object.children) if (!nodes.has(child)) bind(child, skeleton, nodes);
}

/** Whether the nodes of a file can be made quickly. @param {any} json */
export const isQuick = (json) => !(json.nodes ?? []).some((/** @type {any} */ node) => node.extras?.pivot);

/** Keeps the extras of a part of the file, as GLTFLoader does. @param {any} made @param {{ extras?: any }} one */
function keepExtras(made, { extras }) {
  if (typeof extras === "object") Object.assign(made.userData, extras);
}

/** Puts an object below another one; nobody listens. @param {any} parent @param {any} child */
function join(parent, child) {
  child.parent = parent;
  parent.children.push(child);
}
