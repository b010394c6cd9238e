// What of a scene must be in the view, as the library's pictures decide it.

import * as THREE from "three";

/** A ground is larger than everything else by this factor, and at most so high as a share of its width. */
const [LARGER, FLAT] = [3, 0.3];
/** How much of a ground is shown around its centre, if there is a sky and nothing else. */
const MIDDLE = 0.3;
/** Angle of view in degrees, and how far the camera is above the horizon in radians, if there is a sky. */
export const WIDE = 50;
export const LOW = 14 * Math.PI / 180;

/** @param {THREE.Box3} box */
const sizeOf = (box) => box.getSize(new THREE.Vector3());

/** @param {THREE.Box3} box */
function isFlat(box) {
  const { x, y, z } = sizeOf(box);
  return y <= FLAT * Math.min(x, z);
}

/** Whether the centre of the other box is in this one or above it. @param {THREE.Box3} ground @param {THREE.Box3} other */
function isBelow({ min, max }, other) {
  const { x, y, z } = other.getCenter(new THREE.Vector3());
  return x >= min.x && x <= max.x && z >= min.z && z <= max.z && y >= min.y;
}

/**
 * The things that must be in the view: all but grounds beside which the rest is tiny. Of a ground alone below a sky, it is the middle.
 * @template T @param {T[]} all @param {(one: T) => THREE.Box3} boxOf @param {boolean} hasSky @returns {{ all: T[], near: ((place: THREE.Vector3) => THREE.Vector3) | null }} `near` moves places towards the middle.
 */
export function framed(all, boxOf, hasSky) {
  const boxes = all.map((one) => ({ one, box: boxOf(one) })).filter(({ box }) => !box.isEmpty()).map(({ one, box }) => ({ one, box, size: sizeOf(box).length() })).sort((a, b) => b.size - a.size);
  // The boxes around each thing and all smaller ones.
  const rest = Array.from({ length: boxes.length + 1 }, () => new THREE.Box3());
  for (let at = boxes.length - 1; at >= 0; at--) rest[at].copy(rest[at + 1]).union(boxes[at].box);
  let grounds = 0;
  while (grounds + 1 < boxes.length) {
    const { box, size } = boxes[grounds];
    const others = rest[grounds + 1];
    if (!isFlat(box) || !isBelow(box, others) || size < LARGER * sizeOf(others).length()) break;
    grounds += 1;
  }
  if (grounds > 0) return { all: boxes.slice(grounds).map(({ one }) => one), near: null };
  if (!hasSky || boxes.length === 0 || !isFlat(rest[0]) || !boxes.every(({ box }) => isFlat(box))) return { all, near: null };
  const middle = rest[0].getCenter(new THREE.Vector3());
  return { all, near: (place) => place.sub(middle).multiply(new THREE.Vector3(MIDDLE, 1, MIDDLE)).add(middle) };
}
