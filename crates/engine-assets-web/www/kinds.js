// What a file is: guessed by its name, known once it was read; and an icon for each kind.

/** @typedef {import("./tree.js").Node} Node */

/** Icons of kinds, drawn by strokes. */
const STROKES = {
  folder: "M1.500 4.500v8h13v-7h-6.500l-1.500-2h-5z",
  package: "M8 1.800 13.800 5v6L8 14.200 2.200 11V5zM2.200 5 8 8.200 13.800 5M8 8.200v6",
  model: "M8 1.800 2 11.200l6 3 6-3zM8 1.800v12.400",
  motion: "M2 11c2 0 2-6 4-6s2 6 4 6 2-3 4-3",
  scene: "M1.500 13.500h13M3 13.500l4-7 3 5 1.500-2 2 4M11 4.500a1 1 0 1 0 .01 0",
  material: "M8 2a6 6 0 1 0 .01 0M4.500 6.500C5.500 5 6.500 4.500 8 4.500",
  technique: "M8 1.800 14 5 8 8.200 2 5zM2 8l6 3.200L14 8M2 11l6 3.200 6-3.200",
  particle: "M8 1.500v4M8 10.500v4M1.500 8h4M10.500 8h4M3.500 3.500l2 2M10.500 10.500l2 2M12.500 3.500l-2 2M5.500 10.500l-2 2",
  interface: "M1.500 2.500h13v11h-13zM1.500 5.500h13M4 8.500h4M4 11h2.500M10.500 9.500h2v2h-2z",
  sprites: "M2 2.500h5v5H2zM9 2.500h5v5H9zM2 9h5v5H2zM9 9h5v5H9z",
  map: "M1.500 3.500 6 2l4 1.500L14.500 2v10.500L10 14l-4-1.500L1.500 14zM6 2v10.500M10 3.500V14",
  effect: "M2 8h3l2-5 3 10 2-5h2",
  sound: "M2 6v4h2.500L8 13V3L4.500 6zM10.500 5.500c1.500 1.500 1.500 3.500 0 5M12.500 3.500c2.500 2.500 2.500 6.500 0 9",
  texture: "M2 2.500h12v11H2zM2 11l3.500-4 3 3 2-2 3.500 3.500",
  document: "M3.500 1.500h6l3 3v10h-9zM5.500 7h5M5.500 9.500h5M5.500 12h3",
  code: "M5.500 4 1.800 8l3.700 4M10.500 4l3.700 4-3.700 4",
  font: "M3 13 7.500 3h1L13 13M4.800 9.500h6.400",
  file: "M3.500 1.500h6l3 3v10h-9z",
};

/** Kinds in the order in which people look for them, with their names in the plural. @type {Record<string, string>} */
export const KINDS = {
  folder: "Folders", scene: "Scenes", model: "Models", motion: "Animations", material: "Materials", technique: "Techniques", texture: "Textures", particle: "Particles",
  interface: "Interfaces", sprites: "Sprites", map: "Tile maps", effect: "Render paths", font: "Fonts", sound: "Sounds", package: "Packages", document: "Documents", code: "Scripts and shaders", file: "Others",
};

/** Kinds that the library draws. */
export const DRAWN = new Set(["model", "scene", "material", "texture", "particle", "interface", "sprites", "map"]);

const EXTENSIONS = {
  mdl: "model", pmdl: "model", pmdl_b: "model", zed: "model", glb: "model", gltf: "model",
  ani: "motion", pgma: "motion", pgma_b: "motion", zeda: "motion",
  pak: "package", zedi: "package", scene: "scene", prefab: "scene", pmap: "scene", pmap_b: "scene",
  pmat: "material", pmat_b: "material", material: "material", wmi: "material",
  png: "texture", jpg: "texture", jpeg: "texture", tga: "texture", bmp: "texture", dds: "texture", ktx: "texture", ktx2: "texture", vtf: "texture",
  pex: "particle", pptsys: "particle", pptsys_b: "particle", scml: "sprites", tmx: "map", rml: "interface", rcss: "interface", renderpath: "effect",
  wav: "sound", ogg: "sound", mp3: "sound", ttf: "font", otf: "font", fnt: "font", sdf: "font", zedf: "font",
  udm: "document", udm_b: "document", pnav: "document", pnav_b: "document", xml: "document", json: "document", txt: "document",
  asc: "code", vs2: "code", vs3: "code", ps3: "code", vs4: "code", ps4: "code", ps2: "code", hs5: "code", cs5: "code", hlsl: "code", glsl: "code", as: "code", lua: "code",
};

/** Kinds of XML and JSON by the folder that the engines have them in. @type {[RegExp, string][]} */
const FOLDERS = [
  [/^materials?$/i, "material"], [/^techniques?$/i, "technique"], [/^particles?$/i, "particle"], [/^(ui|interface)$/i, "interface"], [/^(scenes|objects|prefabs)$/i, "scene"],
  [/^(postprocess|renderpaths)$/i, "effect"], [/^sounds?$/i, "sound"], [/^textures?$/i, "document"],
];

/** Kinds by the names of formats. @type {Record<string, string>} */
const FORMATS = {
  "urho-mdl": "model", "urho-ani": "motion", "urho-xml-ani": "motion", "urho-pak": "package", "urho-scene": "scene", "urho-prefab": "scene", "urho-material": "material",
  "urho-technique": "technique", "urho-texture": "document", "urho-material-list": "document", "urho-shader": "code", "urho-asc": "code", image: "texture", gltf: "model",
  "pragma-model": "model", "pragma-animation": "motion", "pragma-map": "scene", "pragma-material": "material", "pragma-particles": "particle",
  "zed-model": "model", "zed-animation": "motion", "zed-font": "font", "zed-image": "texture",
};

/** Kinds by those of the other data files of Urho3D and rbfx. @type {Record<string, string>} */
const RESOURCES = {
  "particle-effect": "particle", "particle-graph": "particle", "particle-effect-2d": "particle", "sprite-sheet": "sprites", "property-list-sheet": "sprites", spriter: "sprites",
  "tile-map": "map", "tile-set": "map", "ui-layout": "interface", "ui-style": "interface", rml: "interface", rcss: "interface", "render-path": "effect", "rbfx-render-path": "effect",
  "bitmap-font": "font", "font-parameters": "font", "outline-font": "font", "sound-parameters": "sound", sound: "sound", "value-animation": "motion", "object-animation": "motion", "xml-animation": "motion", "shader-source": "code",
};

/** The extension of a path in lower case, without a dot. @param {string} path */
export function extension(path) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** What a file probably is, by its path. @param {string} path */
export function kind(path) {
  const end = extension(path);
  const found = EXTENSIONS[/** @type {keyof typeof EXTENSIONS} */ (end)] ?? "file";
  if (end !== "xml" && end !== "json") return found;
  // The innermost folder tells most: `UI/Textures` has side files of textures. Side files of models have two extensions.
  const folders = path.split("/").slice(0, -1).reverse();
  for (const folder of folders) for (const [name, own] of FOLDERS) if (name.test(folder)) return own;
  return found;
}

/** What a file is, by its facts: empty if they don't tell more than its name. @param {any} facts */
export const kindOfFacts = (facts) => (facts.format === "urho-resource" ? RESOURCES[facts.summary?.kind] ?? "document" : FORMATS[facts.format]) ?? "";

/** What a file is, as well as it is known. @param {Node} node */
export const kindOf = (node) => node.isFolder && !node.isPackage ? "folder" : node.kind || (node.isPackage ? "package" : kind(node.path));

/** A picture of strokes. @param {string} strokes The path. @param {string} [name] */
export function strokes(strokes, name = "action") {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", strokes);
  svg.append(path);
  return svg;
}

/** The icon of a kind. @param {string} name */
export const icon = (name) => strokes(STROKES[/** @type {keyof typeof STROKES} */ (name)] ?? STROKES.file, name);
