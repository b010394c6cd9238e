// Surroundings that metals reflect: a room with a bright ceiling and two windows, computed for each roughness. Filters of the graphics card take many
// seconds where there is none.

import * as THREE from "three";

/** Pixels of a side of the sharpest picture; each further one is half as large. */
const SIZE = 64;
/** Rows of lamps: direction, its width as a cosine's distance from 1, strength. @type {[THREE.Vector3, number, number][]} */
const LAMPS = [[new THREE.Vector3(-0.5, 0.75, 0.6).normalize(), 0.02, 9], [new THREE.Vector3(0.9, 0.35, 0.3).normalize(), 0.01, 5], [new THREE.Vector3(0, 1, -0.2).normalize(), 0.05, 4]];
const [CEILING, FLOOR] = [0.95, 0.28];

/** Light from a direction, blurred as a surface of a roughness reflects it. @param {THREE.Vector3} way @param {number} roughness */
function light(way, roughness) {
  const height = Math.max(-1, Math.min(1, way.y * (1 + 2 * (1 - roughness))));
  let sum = FLOOR + (CEILING - FLOOR) * (height * 0.5 + 0.5);
  for (const [lamp, width, strength] of LAMPS) {
    // As wide as its blur, and as much darker.
    const blurred = width + 0.5 * roughness ** 2;
    sum += strength * (width / blurred) * Math.exp((way.dot(lamp) - 1) / blurred);
  }
  return sum;
}

/** The direction of a place on a face of a cube map. @param {number} face @param {number} u From -1 to 1. @param {number} v @param {THREE.Vector3} way */
function direction(face, u, v, way) {
  const ways = [[1, -v, -u], [-1, -v, u], [u, 1, v], [u, -1, -v], [u, -v, 1], [-u, -v, -1]];
  return way.fromArray(ways[face]).normalize();
}

/** One picture of a face. @param {number} face @param {number} size @param {number} roughness */
function picture(face, size, roughness) {
  const data = new Uint16Array(size * size * 4);
  const way = new THREE.Vector3();
  const one = THREE.DataUtils.toHalfFloat(1);
  for (let at = 0; at < size * size; at++) {
    const place = (/** @type {number} */ cell) => (cell + 0.5) / size * 2 - 1;
    const value = THREE.DataUtils.toHalfFloat(light(direction(face, place(at % size), place(Math.floor(at / size)), way), roughness));
    data.set([value, value, value, one], at * 4);
  }
  return { data, width: size, height: size };
}

/** The surroundings as a cube map, prefiltered as three.js expects it. */
export function reflections() {
  const levels = Math.log2(SIZE) + 1;
  const faces = [0, 1, 2, 3, 4, 5].map((face) => ({
    width: SIZE, height: SIZE,
    mipmaps: Array.from({ length: levels }, (_, level) => picture(face, SIZE >> level, 1 - Math.sqrt(1 - level / (levels - 1)))),
  }));
  const map = new THREE.CompressedCubeTexture(/** @type {any} */ (faces), /** @type {any} */ (THREE.RGBAFormat), THREE.HalfFloatType);
  return Object.assign(map, { isPMREMTexture: true, minFilter: THREE.LinearMipmapLinearFilter, magFilter: THREE.LinearFilter, generateMipmaps: false, needsUpdate: true });
}
