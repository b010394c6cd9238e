// Surroundings of a scene in its engine: fog, and a sky that moves with the camera.

import * as THREE from "three";

/** @typedef {{color: number[], start: number, end: number}} Fog Colour linear, distances in units. */
/** @typedef {{ width: number, height: number, rgba: Uint8Array }} Texels */

export class Environment {
  /** @param {THREE.Scene} scene @param {THREE.Camera} camera */
  constructor(scene, camera) {
    this.scene = scene;
    this.camera = camera;
    /** @type {Fog | null} */
    this.fog = null;
    /** The sky, around the camera. @type {THREE.Group | null} */
    this.sky = null;
    this.radius = 1;
    this.box = new THREE.Box3();
    /** What the file says of its environment. @type {any} */
    this.own = null;
    /** Reads the six faces of a cube map from the files with these names. @type {(names: string[]) => Promise<Texels[]>} */
    this.faces = async () => [];
  }

  /** Takes over the surroundings of a scene, which are in the extras of its file. @param {any} gltf */
  async load(gltf) {
    this.clear();
    // Each file in the scene has a key of its own.
    const extras = Object.entries(gltf.parser.json.scenes?.[0]?.extras ?? {}).filter(([key]) => key.startsWith("engine_assets"));
    const own = this.own = extras.map(([, data]) => data?.environment).find((environment) => environment) ?? null;
    if (own?.fog?.end > own?.fog?.start) this.fog = own.fog;
    const content = Number.isInteger(own?.sky?.mesh) ? await this.mesh(gltf, own.sky) : own?.sky?.textures?.length > 0 ? await this.cube(own.sky) : null;
    // Another scene may have been asked for in the meantime.
    if (content === null || own !== this.own) return;
    const { min, max } = new THREE.Box3().setFromObject(content);
    this.radius = Math.max(1e-6, min.negate().max(max).length());
    this.sky = new THREE.Group().add(content);
    this.scene.add(this.sky);
  }

  /** A sky that is a mesh: its node is placed relative to the camera. @param {any} gltf @param {any} sky */
  async mesh(gltf, sky) {
    const mesh = (await gltf.parser.getDependency("mesh", sky.mesh)).clone();
    if (Array.isArray(sky.matrix)) mesh.applyMatrix4(new THREE.Matrix4().fromArray(sky.matrix));
    mesh.traverse((/** @type {any} */ one) => { if (one.isMesh) Object.assign(one, { material: background(one.material), renderOrder: -2, frustumCulled: false }); });
    return mesh;
  }

  /** A sky that is a cube map; null if its files are missing. @param {any} sky */
  async cube(sky) {
    const faces = await this.faces(sky.textures).catch(() => []);
    if (faces.length !== 6) return null;
    const map = new THREE.CubeTexture(faces.map(({ rgba, width, height }) => new ImageData(new Uint8ClampedArray(rgba), width, height)));
    Object.assign(map, { colorSpace: THREE.SRGBColorSpace, needsUpdate: true });
    const mesh = new THREE.Mesh(new THREE.BoxGeometry(), new THREE.ShaderMaterial({
      uniforms: { map: { value: map }, color: { value: new THREE.Color().fromArray(sky.color ?? [1, 1, 1]) } },
      // Cube maps are left-handed: their x is mirrored.
      vertexShader: "varying vec3 way; void main() { way = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",
      fragmentShader: "uniform samplerCube map; uniform vec3 color; varying vec3 way; void main() { gl_FragColor = vec4(textureCube(map, vec3(-way.x, way.yz)).rgb * color, 1.0);\n#include <colorspace_fragment>\n}",
      side: THREE.BackSide, depthTest: false, depthWrite: false,
    }));
    Object.assign(mesh, { renderOrder: -2, frustumCulled: false });
    mesh.quaternion.fromArray(sky.rotation ?? [0, 0, 0, 1]);
    return mesh;
  }

  /** @param {THREE.Box3} box Bounds of the content. */
  fit(box) {
    this.box = box;
  }

  /** Shows or hides the surroundings, before each picture. @param {boolean} isShown @param {boolean} hasFog Whether the light is the engine's. */
  update(isShown, hasFog) {
    const fog = isShown && hasFog ? this.fog : null;
    this.scene.background = fog && new THREE.Color().fromArray(fog.color);
    if (this.sky) {
      this.sky.visible = isShown;
      this.camera.getWorldPosition(this.sky.position);
      // Between the planes of the view: a sky has no size.
      const { near, far } = /** @type {any} */ (this.camera);
      this.sky.scale.setScalar(Math.sqrt(near * far) / this.radius);
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
    this.own = null;
    if (this.sky) {
      this.scene.remove(this.sky);
      this.sky.traverse((/** @type {any} */ one) => { for (const material of [one.material ?? []].flat()) {
        material.uniforms?.map.value.dispose();
        material.dispose();
      } });
    }
    this.sky = null;
    this.update(false, false);
  }
}

/** A material without light behind everything else. @param {any} materials */
function background(materials) {
  const one = (/** @type {any} */ { map, color }) =>
    new THREE.MeshBasicMaterial({ map, color, side: THREE.DoubleSide, depthTest: false, depthWrite: false, fog: false });
  return Array.isArray(materials) ? materials.map(one) : one(materials);
}
