// Faces of cube maps, from the files here.

/**
 * Returns a function that reads the six faces of a cube map: from one file, or from one for each.
 * @param {import("./client.js").Client} client @param {(path: string) => import("./tree.js").Node | null} find
 */
export const cubeFaces = (client, find) => (/** @type {string[]} */ names) => Promise.all(Array.from({ length: 6 }, async (_, face) => {
  const found = find(names[names.length === 1 ? 0 : face] ?? "");
  if (!found) throw new Error(`the face ${face} of the sky is missing`);
  return client.call("Reading the sky", "texels", found.file, found.entry, 0, names.length === 1 ? face : 0, 0);
}));
