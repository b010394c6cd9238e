// The light of a view: a studio, the scene's own as its engine shows it, or a dark room. As in the pictures of the command line.

import * as THREE from "three";

/** Lights by name, in the order in which they are offered. */
export const LIGHTS = { studio: "Studio light", engine: "Engine light", dark: "Dark light" };
/** Lamps of a scene that shine at most: shaders that count more don't compile everywhere. */
const MOST_LAMPS = 16;
/** Even light of scenes with lights and without an environment. */
const AMBIENT = 0.1;
/** Light that a white surface reflects as white. */
const FULL = Math.PI;
/** How much of a lamp is left on a ramp halfway to its range: its candela are meant to light as much there. */
const HALF_WAY = 0.75;

/** @typedef {{ way: [number, number, number], strength: number }} Lamp Direction to the lamp: right, up and towards who looks. */
/** Lamps and even light of the lights that aren't a scene's own. @type {Record<string, { key: Lamp, fill: Lamp, sky: number, ground: number, reflected: number }>} */
const SETS = {
  studio: { key: { way: [-0.55, 0.95, 0.75], strength: 1.5 }, fill: { way: [3, 0.5, 2], strength: 0.4 }, sky: 1.15, ground: 0.57, reflected: 0.5 },
  dark: { key: { way: [-0.9, 0.5, 0.45], strength: 1.67 }, fill: { way: [0.6, 0.5, -1], strength: 1.04 }, sky: 0.07 * FULL, ground: 0.03 * FULL, reflected: 0.08 },
};

export class Light {
  /** @param {THREE.Scene} scene @param {THREE.Camera} camera */
  constructor(scene, camera) {
    this.scene = scene;
    this.even = new THREE.HemisphereLight(0xffffff, 0xffffff, 1);
    // The key stays where it is while the camera turns: shadows lie still.
    this.key = new THREE.DirectionalLight(0xffffff, 1);
    this.key.castShadow = true;
    this.key.shadow.mapSize.set(1024, 1024);
    this.key.shadow.radius = 4;
    this.key.shadow.normalBias = 0.02;
    this.fill = new THREE.DirectionalLight(0xffffff, 1);
    scene.add(this.even, this.key, this.key.target);
    camera.add(this.fill, this.fill.target);
    /** Whether the user chose the light. */
    this.isChosen = false;
    /** Lights of the scene that is shown. @type {any[]} */
    this.lamps = [];
    /** Even light of its environment, linear. @type {number[] | null} */
    this.ambient = null;
    this.hasOwn = false;
    /** Whether its engine adds light in sRGB values. */
    this.isSrgb = false;
    this.name = "studio";
    this.yaw = 0;
    this.box = new THREE.Box3();
  }

  /** Takes over the lights of a scene, or forgets them. @param {any} gltf @param {any} environment Its environment, from the extras of its file. */
  load(gltf, environment) {
    this.lamps = [];
    gltf?.scene.traverse((/** @type {any} */ one) => { if (one.isLight) this.lamps.push(one); });
    for (const { userData, intensity, color } of this.lamps) {
      userData.intensity ??= intensity;
      userData.color ??= color.clone();
    }
    this.ambient = Array.isArray(environment?.ambient) ? environment.ambient : null;
    this.hasOwn = this.lamps.length > 0 || this.ambient !== null;
  }

  /** The lights to choose from. @returns {[string, string][]} */
  offered() { return Object.entries(LIGHTS).filter(([name]) => name !== "engine" || this.hasOwn); }

  /** Sets a suitable light, unless the user chose one: of scenes their own. @param {boolean} isPlace */
  suit(isPlace) {
    if (!this.isChosen) this.name = isPlace && this.hasOwn ? "engine" : "studio";
  }

  /** The light that shines: a scene without its own has that of a studio. */
  get shining() { return this.name === "engine" && !this.hasOwn ? "studio" : this.name; }

  /** Whether light is added in sRGB values now. */
  get addsInSrgb() { return this.isSrgb && this.shining === "engine"; }

  /** @param {string} name One of `LIGHTS`. */
  choose(name) {
    this.isChosen = true;
    this.name = name;
    this.apply();
  }

  /** Lets the light shine on a whole scene. @param {THREE.Box3} box @param {number} yaw Direction of the model's front, in radians. */
  fit(box, yaw) {
    this.box = box;
    this.yaw = yaw;
    this.apply();
  }

  apply() {
    const set = SETS[this.shining];
    for (const lamp of this.lamps) lamp.visible = false;
    this.fill.visible = Boolean(set);
    if (set) this.applySet(set);
    else this.applyOwn();
    this.scene.environmentIntensity = set?.reflected ?? (this.isSrgb ? 0 : 0.5);
  }

  /** @param {typeof SETS[string]} set */
  applySet({ key, fill, sky, ground }) {
    this.even.color.setScalar(sky);
    this.even.groundColor.setScalar(ground);
    this.key.color.setScalar(1);
    this.key.intensity = key.strength;
    this.key.visible = true;
    // From where the scene is looked at first: from three quarters.
    const eye = this.yaw + 35 * Math.PI / 180;
    const [right, toward] = [new THREE.Vector3(Math.cos(eye), 0, -Math.sin(eye)), new THREE.Vector3(Math.sin(eye), 0, Math.cos(eye))];
    this.aim(right.multiplyScalar(key.way[0]).addScaledVector(toward, key.way[2]).add(new THREE.Vector3(0, key.way[1], 0)));
    this.fill.intensity = fill.strength;
    this.fill.position.set(...fill.way);
    this.fill.target.position.set(0, 0, 0);
  }

  /** The scene's own light. Its first sun is the key light, which casts the shadow. */
  applyOwn() {
    const ambient = this.ambient ?? [AMBIENT, AMBIENT, AMBIENT];
    for (const color of [this.even.color, this.even.groundColor]) this.shown(color.fromArray(ambient)).multiplyScalar(FULL);
    const place = new THREE.Vector3();
    const lit = this.lamps.map((lamp) => ({ lamp, strength: this.strength(lamp, place) })).filter(({ strength }) => strength > 0 && Number.isFinite(strength));
    lit.sort((a, b) => b.strength - a.strength);
    // As an exposure would do it: the brightest lights the middle fully at most.
    const factor = this.isSrgb ? 1 : FULL / Math.max(FULL, lit[0]?.strength ?? 0);
    for (const lamp of this.lamps) this.shown(lamp.color.copy(lamp.userData.color));
    const sun = lit.find(({ lamp }) => lamp.isDirectionalLight)?.lamp;
    this.key.visible = Boolean(sun);
    if (sun) {
      this.key.color.copy(sun.color);
      this.key.intensity = sun.userData.intensity * factor;
      sun.updateWorldMatrix(true, true);
      this.aim(new THREE.Vector3().setFromMatrixPosition(sun.matrixWorld).sub(place.setFromMatrixPosition(sun.target.matrixWorld)));
    }
    for (const { lamp } of lit.filter(({ lamp }) => lamp !== sun).slice(0, MOST_LAMPS)) {
      lamp.visible = true;
      // On a ramp, a lamp is as bright as at its place.
      lamp.intensity = lamp.userData.intensity * (this.isSrgb && lamp.distance > 0 ? 4 / (HALF_WAY * lamp.distance ** 2) : factor);
    }
  }

  /** A colour as the engine multiplies it. @param {THREE.Color} color */
  shown(color) { return this.isSrgb ? color.convertLinearToSRGB() : color; }

  /** How bright a lamp lights the middle of the scene. @param {any} lamp @param {THREE.Vector3} place */
  strength(lamp, place) {
    const bright = Math.max(...lamp.color.toArray()) * lamp.userData.intensity;
    if (lamp.isDirectionalLight) return bright;
    lamp.updateWorldMatrix(true, false);
    const [middle, near] = this.box.isEmpty() ? [new THREE.Vector3(), 0] : [this.box.getCenter(new THREE.Vector3()), this.box.getSize(new THREE.Vector3()).length() / 4];
    const distance = Math.max(place.setFromMatrixPosition(lamp.matrixWorld).distanceTo(middle), near, 1e-6);
    return bright / distance ** 2;
  }

  /** Places the key light in a direction from the scene. @param {THREE.Vector3} way */
  aim(way) {
    if (this.box.isEmpty()) return;
    const [middle, reach] = [this.box.getCenter(new THREE.Vector3()), Math.max(1e-6, this.box.getSize(new THREE.Vector3()).length() / 2)];
    this.key.position.copy(middle).addScaledVector(way.normalize(), reach * 3);
    this.key.target.position.copy(middle);
    const { camera } = this.key.shadow;
    Object.assign(camera, { left: -reach * 1.1, right: reach * 1.1, top: reach * 1.1, bottom: -reach * 1.1, near: reach, far: reach * 6 });
    camera.updateProjectionMatrix();
  }
}
