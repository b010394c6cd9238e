// The ground of a scene with a soft shadow, and its background.

import * as THREE from "three";

/** Backgrounds by name, in the order in which they are offered. */
export const BACKGROUNDS = { studio: "Studio", sky: "Sky", dark: "Dark", plain: "Page" };
/** Triangles of scenes that cast shadows: of more, drawing takes too long without a graphics card. */
const MOST_CASTING = 400_000;
/** Linear brightness of surfaces without a colour of their own, as in the pictures of the command line. */
const GREY = 0.18;

/** Mean luminances of the backgrounds that are chosen without being asked. */
const LUMINANCES = { studio: 0.7, dark: 0.012 };
/** Contrast ratio from which graphics are readable (WCAG 2, 1.4.11). */
const READABLE = 3;

/** @param {number} a @param {number} b Luminances. */
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** Whether all vertices are white, which changes nothing. @param {any} colors */
const isWhite = (colors) => {
  for (let at = 0; at < (colors?.count ?? 0); at++) if (Math.min(colors.getX(at), colors.getY(at), colors.getZ(at)) < 1) return false;
  return true;
};

/** Gives plain white surfaces a grey that differs from every background. @param {any} mesh */
export function greyIfBlank(mesh) {
  for (const material of [mesh.material].flat()) {
    const isTextured = material.userData.getsTextures || Object.values(material).some((/** @type {any} */ one) => one?.isTexture);
    const isColored = material.vertexColors && !isWhite(mesh.geometry.attributes.color);
    if (!material.color || !(material.isMeshStandardMaterial || material.isLineBasicMaterial || material.isPointsMaterial) || isTextured || isColored || material.transparent || material.alphaTest > 0) continue;
    if (Math.min(material.color.r, material.color.g, material.color.b) < 0.79 || material.emissive?.getHex()) continue;
    material.userData.blank = material.color.clone();
    material.userData.grey = material.color.setScalar(GREY).clone();
    if (!material.isMeshStandardMaterial) continue;
    material.metalness = Math.min(material.metalness, 0.3);
    material.roughness = Math.max(0.5, Math.min(material.roughness, 0.8));
  }
}

export class Ground {
  /** @param {THREE.Scene} scene @param {THREE.WebGLRenderer} renderer @param {HTMLElement} element @param {import("./light.js").Light} light */
  constructor(scene, renderer, element, light) {
    this.renderer = renderer;
    this.element = element;
    this.light = light;
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = THREE.PCFShadowMap;
    renderer.shadowMap.autoUpdate = false;
    this.plane = new THREE.Mesh(new THREE.PlaneGeometry(1, 1), new THREE.ShadowMaterial({ opacity: 0.27, depthWrite: false }));
    this.plane.rotation.x = -Math.PI / 2;
    this.plane.receiveShadow = true;
    this.plane.renderOrder = -1;
    this.plane.visible = false;
    scene.add(this.plane);
    /** Whether the person chose the background. */
    this.isChosen = false;
    this.suit(false);
  }

  /**
   * Sets a suitable background, unless the user chose one: a sky for scenes; otherwise the colours of the page, or the others if the model is readable only on them.
   * @param {boolean} isPlace @param {number | null} luminance Mean luminance of the model in the view.
   */
  suit(isPlace, luminance = null) {
    if (this.isChosen) return;
    if (this.light.shining === "dark") return this.show("dark");
    const [usual, other] = matchMedia("(prefers-color-scheme: dark)").matches ? ["dark", "studio"] : ["studio", "dark"];
    const ratio = (/** @type {string} */ name) => contrast(luminance ?? 0, LUMINANCES[/** @type {"studio" | "dark"} */ (name)]);
    const isHard = luminance !== null && ratio(usual) < READABLE && ratio(other) > ratio(usual);
    this.show(isPlace ? "sky" : isHard ? other : usual);
  }

  /** @param {string} name One of `BACKGROUNDS`. */
  choose(name) {
    this.isChosen = true;
    this.show(name);
  }

  /** @param {string} name */
  show(name) {
    this.background = name;
    this.element.dataset.background = name;
  }

  /**
   * Puts the ground below the scene, and lets the light shine on the whole scene.
   * @param {THREE.Box3} box @param {number} yaw Direction of the model's front, in radians. @param {any[]} meshes @param {boolean} isPlace Whether it is a scene, with shadows between objects.
   */
  fit(box, yaw, meshes, isPlace) {
    const triangles = meshes.reduce((sum, mesh) => sum + (mesh.geometry.index?.count ?? mesh.geometry.attributes.position?.count ?? 0) / 3, 0);
    const casts = !box.isEmpty() && triangles <= MOST_CASTING;
    for (const mesh of meshes) {
      mesh.castShadow = casts && ![mesh.material].flat().some((material) => material.transparent);
      mesh.receiveShadow = casts && isPlace;
    }
    this.light.key.castShadow = casts;
    this.light.fit(box, yaw);
    this.plane.visible = casts && !isPlace;
    if (box.isEmpty()) return;
    const [middle, reach] = [box.getCenter(new THREE.Vector3()), Math.max(1e-6, box.getSize(new THREE.Vector3()).length() / 2)];
    this.plane.position.set(middle.x, box.min.y - reach * 2e-3, middle.z);
    this.plane.scale.setScalar(reach * 40);
    this.renderer.shadowMap.needsUpdate = true;
  }

  /** Has the shadow drawn anew: something has moved. */
  moved() {
    if (this.light.key.castShadow) this.renderer.shadowMap.needsUpdate = true;
  }
}
