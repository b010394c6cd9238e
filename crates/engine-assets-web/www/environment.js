// Surroundings of a scene in its engine: fog, and a sky that moves with the camera.

import * as THREE from "three";

/** @typedef {{color: number[], start: number, end: number}} Fog Colour linear, distances in units. */

export class Environment {
  /** @param {THREE.Scene} scene @param {THREE.Camera} camera */
  constructor(scene, camera) {
    this.scene = scene;
    this.camera = camera;
    /** @type {Fog | null} */
    this.fog = null;
    /** The sky, around the camera. @type {THREE.Group | null} */
    this.sky = null;
    this.box = new THREE.Box3();
  }

  /** Takes over the surroundings of a scene, which are in the extras of its file. @param {any} gltf */
  async load(gltf) {
    this.clear();
    const own = gltf.parser.json.extras?.engine_assets?.environment;
    if (own?.fog?.end > own?.fog?.start) this.fog = own.fog;
    if (!Number.isInteger(own?.sky?.mesh)) return;
    const mesh = (await gltf.parser.getDependency("mesh", own.sky.mesh)).clone();
    if (Array.isArray(own.sky.matrix)) mesh.applyMatrix4(new THREE.Matrix4().fromArray(own.sky.matrix));
    mesh.position.set(0, 0, 0);
    mesh.traverse((/** @type {any} */ one) => { if (one.isMesh) Object.assign(one, { material: background(one.material), renderOrder: -2, frustumCulled: false }); });
    this.sky = new THREE.Group().add(mesh);
    this.scene.add(this.sky);
  }

  /** @param {THREE.Box3} box Bounds of the content. */
  fit(box) {
    this.box = box;
  }

  /** Shows or hides the surroundings, before each picture. @param {boolean} isShown */
  update(isShown) {
    const fog = isShown ? this.fog : null;
    this.scene.background = fog && new THREE.Color().fromArray(fog.color);
    if (this.sky) {
      this.sky.visible = isShown;
      this.camera.getWorldPosition(this.sky.position);
    }
    if (!fog) {
      this.scene.fog = null;
      return;
    }
    // Views are taken from farther away than a game is played: fog begins at the nearest content.
    const far = this.box.isEmpty() ? 0 : this.box.distanceToPoint(this.camera.getWorldPosition(new THREE.Vector3()));
    this.scene.fog = new THREE.Fog(new THREE.Color().fromArray(fog.color), fog.start + far, fog.end + far);
  }

  clear() {
    this.fog = null;
    if (this.sky) {
      this.scene.remove(this.sky);
      this.sky.traverse((/** @type {any} */ one) => { for (const material of [one.material ?? []].flat()) material.dispose(); });
    }
    this.sky = null;
    this.update(false);
  }
}

/** A material without light behind everything else. @param {any} materials */
function background(materials) {
  const one = (/** @type {any} */ { map, color }) =>
    new THREE.MeshBasicMaterial({ map, color, side: THREE.DoubleSide, depthTest: false, depthWrite: false, fog: false });
  return Array.isArray(materials) ? materials.map(one) : one(materials);
}
