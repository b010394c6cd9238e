// Lines and points of a scene: three.js bends meshes only, and tells the places of vertices of meshes only.

import * as THREE from "three";
import { counted } from "./util.js";

/** Pixels that a point is wide, as in the pictures of the command line. */
const POINT = 3;

/**
 * Binds lines or points to the bones of the mesh next to them, and reports the positions of their vertices.
 * @param {any} drawn GLTFLoader's object for a primitive without triangles. @param {number} ratio Pixels of the screen by pixels of the page.
 */
export function asMesh(drawn, ratio) {
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
  }
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
