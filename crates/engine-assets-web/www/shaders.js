// Shaders of a scene: compiled without holding up the page.

/**
 * Compiles the shaders of some objects. The page would wait for answers about them if the graphics card were busy.
 * @param {import("./viewer.js").Viewer} viewer @param {any[]} drawn @param {import("./slices.js").Slices} slices
 */
export async function compile({ renderer, scene, camera, pace, shown }, drawn, slices) {
  const ready = [];
  const isShown = shown.scene.visible;
  const seen = new Set();
  for (const one of drawn) {
    const key = `${one.type} ${one.isInstancedMesh} ${Object.keys(one.geometry.attributes)} ${[one.material].flat().map((material) => material.uuid)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    // Shaders depend on the lights, which a hidden scene hasn't.
    shown.scene.visible = true;
    ready.push(renderer.compileAsync(one, camera, scene));
    shown.scene.visible = isShown;
    await slices.rest();
  }
  await Promise.all(ready);
  await pace.drawn();
  for (const program of renderer.info.programs ?? []) {
    program.getUniforms();
    await slices.rest();
  }
}
