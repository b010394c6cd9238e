// Where a scene is seen from: its front, and a camera that all of it fits before.

import * as THREE from "three";

/** Share of the view that a framed object fills. */
const FILLED = 0.94;
/** From three quarters, as the command line does it. */
const [YAW, PITCH] = [35, 20].map((angle) => angle * Math.PI / 180);

/** How far the front of a scene is turned, in radians: 0 towards +Z. Toes are in front of feet. @param {any} scene At rest. */
export function facing(scene) {
  const [sum, toe, foot] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
  scene.updateMatrixWorld(true);
  scene.traverse((/** @type {any} */ one) => {
    if (!one.parent || !(one.userData.name ?? one.name).toLowerCase().includes("toe")) return;
    const step = toe.setFromMatrixPosition(one.matrixWorld).sub(foot.setFromMatrixPosition(one.parent.matrixWorld));
    if (Number.isFinite(step.x + step.y + step.z)) sum.add(step);
  });
  if (Math.abs(sum.x) > 1.5 * Math.abs(sum.z)) return Math.sign(sum.x) * Math.PI / 2;
  return Math.abs(sum.z) > 1.5 * Math.abs(sum.x) && sum.z < 0 ? Math.PI : 0;
}

/**
 * Places a camera so that all places are in the picture: from as near as each of them allows.
 * @param {THREE.PerspectiveCamera} camera @param {any} controls
 * @param {(add: (place: THREE.Vector3) => void) => void} places Passes on each place.
 * @param {number} turned How far the front is turned, in radians. @param {number} [pitch] How far the camera is above the horizon, in radians.
 */
export function fit(camera, controls, places, turned, pitch = PITCH) {
  const yaw = YAW + turned;
  const way = new THREE.Vector3(Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch));
  const right = new THREE.Vector3(0, 1, 0).cross(way).normalize();
  const up = new THREE.Vector3().crossVectors(way, right);
  const upward = Math.tan(camera.fov / 2 * Math.PI / 180) * FILLED;
  const across = upward * camera.aspect;
  // Distances of the view's side planes, and the nearest and farthest points.
  const most = { right: -Infinity, left: -Infinity, top: -Infinity, bottom: -Infinity, near: -Infinity, far: Infinity };
  const add = (/** @type {THREE.Vector3} */ place) => {
    const [x, y, z] = [place.dot(right), place.dot(up), place.dot(way)];
    if (!Number.isFinite(x + y + z)) return;
    most.right = Math.max(most.right, x + across * z);
    most.left = Math.max(most.left, across * z - x);
    most.top = Math.max(most.top, y + upward * z);
    most.bottom = Math.max(most.bottom, upward * z - y);
    most.near = Math.max(most.near, z);
    most.far = Math.min(most.far, z);
  };
  places(add);
  if (most.near === -Infinity) for (const side of [-0.5, 0.5]) add(new THREE.Vector3(side, side, side));
  const middle = (most.near + most.far) / 2;
  const extent = Math.max(most.near - most.far, most.right + most.left - 2 * across * middle, most.top + most.bottom - 2 * upward * middle, 1e-6);
  const back = Math.max((most.right + most.left) / (2 * across), (most.top + most.bottom) / (2 * upward), most.near + extent * 0.01);
  const { position } = camera;
  position.set(0, 0, 0).addScaledVector(right, (most.right - most.left) / 2).addScaledVector(up, (most.top - most.bottom) / 2).addScaledVector(way, back);
  controls.target.copy(position).addScaledVector(way, middle - back);
  const far = back - middle + extent;
  camera.near = far / 500;
  camera.far = far * 50;
  camera.updateProjectionMatrix();
  controls.update();
}
