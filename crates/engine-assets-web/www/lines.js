// Lines and points of a scene: three.js bends meshes only, and tells the places of vertices of meshes only.

import * as THREE from "three";
import { counted } from "./util.js";

/** Pixels that a point is wide, as in the pictures of the command line. */
const POINT = 3;
/** Copies of a line, a pixel of the screen apart in each direction: lines of WebGL are one pixel wide, which is hard to see. */
const COPIES = 4;

/**
 * Binds lines or points to the bones of the mesh next to them, and reports the positions of their vertices.
 * @param {any} drawn GLTFLoader's object for a primitive without triangles. @param {number} ratio Pixels of the screen by pixels of the page.
 * @param {THREE.Vector2} pixel Size of a pixel of the screen, of a view that is 2 wide and 2 high.
 */
export function asMesh(drawn, ratio, pixel) {
  const beside = drawn.parent?.children.find((/** @type {any} */ one) => one.isSkinnedMesh);
  const isBound = beside && drawn.geometry.attributes.skinIndex !== undefined;
  const { getVertexPosition, applyBoneTransform } = (isBound ? THREE.SkinnedMesh : THREE.Mesh).prototype;
  Object.assign(drawn, { getVertexPosition, applyBoneTransform });
  if (isBound) {
    const { skeleton, bindMatrix, bindMatrixInverse } = beside;
    Object.assign(drawn, { isSkinnedMesh: true, skeleton, bindMatrix, bindMatrixInverse });
  }
  if (drawn.isPoints) {
    drawn.material.size = POINT * ratio;
    drawn.material.onBeforeCompile = bend;
  } else if (!drawn.material.transparent) {
    Object.assign(drawn.geometry, { isInstancedBufferGeometry: true, instanceCount: COPIES });
    drawn.material.onBeforeCompile = (/** @type {any} */ shader) => thicken(shader, pixel);
  }
}

/** Moves the copies of a line. @param {{ vertexShader: string, uniforms: any }} shader @param {THREE.Vector2} pixel */
function thicken(shader, pixel) {
  shader.uniforms.pixel = { value: pixel };
  shader.vertexShader = shader.vertexShader
    .replace("#include <common>", "#include <common>\nuniform vec2 pixel;")
    .replace("#include <project_vertex>", "#include <project_vertex>\ngl_Position.xy += (vec2(gl_InstanceID & 1, gl_InstanceID >> 1) - 0.5) * pixel * gl_Position.w;");
}

/** Lines are drawn by a shader that can bend, points aren't. @param {{ vertexShader: string }} shader */
function bend(shader) {
  shader.vertexShader = shader.vertexShader
    .replace("#include <common>", "#include <common>\n#include <skinning_pars_vertex>")
    .replace("#include <project_vertex>", "#include <skinbase_vertex>\n#include <skinning_vertex>\n#include <project_vertex>");
}

/** How many lines and how many points there are, in words. @param {any[]} all */
export function countedLines(all) {
  const [lines, points] = [0, 1].map((isPoints) => all.filter((one) => Number(one.isPoints ?? false) === isPoints).reduce((sum, one) => {
    const ends = one.geometry.index?.count ?? one.geometry.attributes.position?.count ?? 0;
    return sum + (one.isPoints || one.isLineLoop ? ends : one.isLineSegments ? Math.floor(ends / 2) : Math.max(0, ends - 1));
  }, 0));
  return [lines > 0 ? counted(lines, "line") : "", points > 0 ? counted(points, "point") : ""].filter(Boolean);
}
