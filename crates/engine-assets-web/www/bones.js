// The skeleton, over everything: thick lines from each bone to its parent, and their joints.

import * as THREE from "three";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";

/** Colours and widths in pixels, as in the pictures of the command line. */
const [BONE, JOINT, CHOSEN] = [0xff9614, 0xffeb78, 0x2f6fe4];
const [WIDE, POINT] = [3, 6];

export class Bones {
  /** @param {THREE.Object3D[]} bones @param {number} ratio Pixels of the screen by pixels of the page. */
  constructor(bones, ratio) {
    this.bones = bones;
    this.all = new Set(bones);
    const over = { depthTest: false, depthWrite: false, transparent: true };
    this.lines = new LineSegments2(new LineSegmentsGeometry(), new LineMaterial({ color: BONE, linewidth: WIDE, ...over }));
    this.points = new THREE.Points(new THREE.BufferGeometry(), new THREE.PointsMaterial({ vertexColors: true, size: POINT * ratio, sizeAttenuation: false, ...over }));
    this.group = new THREE.Group();
    this.group.name = "skeleton";
    for (const one of [this.lines, this.points]) {
      one.frustumCulled = false;
      one.renderOrder = 10;
    }
    this.group.add(this.lines, this.points);
    this.update(null);
  }

  /** Follows the bones. @param {any} chosen The highlighted bone. */
  update(chosen) {
    const [lines, points, colors] = [[], [], []].map((list) => /** @type {number[]} */ (list));
    const [own, above] = [new THREE.Vector3(), new THREE.Vector3()];
    for (const bone of this.bones) {
      own.setFromMatrixPosition(bone.matrixWorld);
      points.push(...own.toArray());
      colors.push(...new THREE.Color(bone === chosen ? CHOSEN : JOINT).toArray());
      if (bone.parent && this.all.has(bone.parent)) lines.push(...above.setFromMatrixPosition(bone.parent.matrixWorld).toArray(), ...own.toArray());
    }
    if (lines.length > 0) this.lines.geometry.setPositions(lines);
    this.lines.visible = lines.length > 0;
    this.points.geometry.setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
    this.points.geometry.setAttribute("color", new THREE.Float32BufferAttribute(colors, 3));
  }

  dispose() {
    this.lines.geometry.dispose();
    this.points.geometry.dispose();
  }
}
