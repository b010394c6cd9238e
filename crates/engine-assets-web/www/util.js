// Small things that everything needs.

/**
 * Makes an element. Properties that start with `on` are listeners, `class` and those with `-` are attributes, all others properties.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false && !(name in element)) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class" || name === "role" || name === "for" || name.includes("-")) element.setAttribute(name, String(value));
    else element[name] = value;
  }
  if (properties.title) element.title = shownName(String(properties.title));
  const there = children.filter((child) => child !== null && child !== undefined && child !== false);
  element.append(...there.map((child) => typeof child === "string" ? shownName(child) : child));
  return element;
}

/** Letters that turn text around, hide, or control a terminal; line breaks and tabs are left to the page. */
const MISLEADING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A text with names from files, safe to show: misleading letters are escaped as the messages of the library do. @param {string} text */
export const shownName = (text) => text.replace(MISLEADING, (letter) => `\\u{${letter.charCodeAt(0).toString(16)}}`);

/** A text of lines, safe to show: also lines that end with CR and LF. @param {string} text Whole lines, or a part that ends between the two. */
export const shownText = (text) => shownName(text.replace(/\r\n/g, "\n").replace(/\r$/, ""));

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** A number of bytes, short. @param {number} bytes */
export function size(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  for (const unit of ["kB", "MB", "GB"]) {
    bytes /= 1000;
    if (bytes < 999.5 || unit === "GB") return `${bytes < 10 ? bytes.toFixed(1) : Math.round(bytes)} ${unit}`;
  }
  return "";
}

/** A number with its thousands apart. @param {number} number */
export const grouped = (number) => number.toLocaleString("en");

/** `1 bone`, `2 bones`. @param {number} count @param {string} what */
export const counted = (count, what) => `${grouped(count)} ${what}${count === 1 ? "" : "s"}`;

/** The last part of a path. @param {string} path */
export const base = (path) => path.slice(path.lastIndexOf("/") + 1);

/** The extension of a path in lower case, without a dot. @param {string} path */
export function extension(path) {
  const name = base(path);
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** A name without its folder and extension. @param {string} path */
export function stem(path) {
  const name = base(path);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/** A file name that is valid on every system. @param {string} name */
export const safeName = (name) => base(name).replace(MISLEADING, "_").replace(/[\n\t<>:"|?*\\]/g, "_").replace(/[. ]+$/, "")
  .replace(/^(?=\.|(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³]) *(\.|$))/i, "_") || "file";

/** Gives the person a file. @param {string} name @param {BlobPart | Blob} content */
export function download(name, content) {
  const blob = content instanceof Blob ? content : new Blob([content], { type: "application/octet-stream" });
  const url = URL.createObjectURL(blob);
  el("a", { href: url, download: safeName(name) }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Copies text, and says so at the element. @param {string} text @param {HTMLElement} at */
export async function copy(text, at) {
  try {
    await navigator.clipboard.writeText(text);
    at.dataset.said = "copied";
  } catch {
    at.dataset.said = "can't copy";
  }
  setTimeout(() => delete at.dataset.said, 1200);
}

/** Icons of kinds of files, drawn by strokes. */
const STROKES = {
  folder: "M1.500 4.500v8h13v-7h-6.500l-1.500-2h-5z",
  package: "M8 1.800 13.800 5v6L8 14.200 2.200 11V5zM2.200 5 8 8.200 13.800 5M8 8.200v6",
  model: "M8 1.800 2 11.200l6 3 6-3zM8 1.800v12.400",
  motion: "M2 11c2 0 2-6 4-6s2 6 4 6 2-3 4-3",
  scene: "M1.500 13.500h13M3 13.500l4-7 3 5 1.500-2 2 4M11 4.500a1 1 0 1 0 .01 0",
  material: "M8 2a6 6 0 1 0 .01 0M4.500 6.500C5.500 5 6.500 4.500 8 4.500",
  texture: "M2 2.500h12v11H2zM2 11l3.500-4 3 3 2-2 3.500 3.500",
  document: "M3.500 1.500h6l3 3v10h-9zM5.500 7h5M5.500 9.500h5M5.500 12h3",
  code: "M5.500 4 1.800 8l3.700 4M10.500 4l3.700 4-3.700 4",
  font: "M3 13 7.500 3h1L13 13M4.800 9.500h6.400",
  file: "M3.500 1.500h6l3 3v10h-9z",
};

const KINDS = {
  mdl: "model", pmdl: "model", pmdl_b: "model", zed: "model", glb: "model", gltf: "model",
  ani: "motion", pgma: "motion", pgma_b: "motion", zeda: "motion",
  pak: "package", zedi: "package", scene: "scene", prefab: "scene", pmap: "scene", pmap_b: "scene",
  pmat: "material", pmat_b: "material", material: "material", wmi: "material",
  png: "texture", jpg: "texture", jpeg: "texture", tga: "texture", bmp: "texture", dds: "texture", ktx: "texture", ktx2: "texture", vtf: "texture",
  udm: "document", udm_b: "document", pnav: "document", pnav_b: "document", pptsys: "document", pptsys_b: "document",
  xml: "document", json: "document", txt: "document",
  asc: "code", vs2: "code", vs3: "code", ps3: "code", vs4: "code", ps4: "code", ps2: "code", hs5: "code", cs5: "code",
  zedf: "font",
};

/** The probable format of a file, by its name. @param {string} path */
export const kind = (path) => KINDS[/** @type {keyof typeof KINDS} */ (extension(path))] ?? "file";

/** @param {string} name */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", STROKES[/** @type {keyof typeof STROKES} */ (name)] ?? STROKES.file);
  svg.append(path);
  return svg;
}

/**
 * Shows tabs; one is selected, and arrow keys move between them.
 * @param {HTMLElement} list
 * @param {{ id: string, label: string, count?: number, worst?: string }[]} tabs
 * @param {string} chosen
 * @param {(id: string) => void} choose
 * @param {string} panel Id of the element for the selected tab.
 */
export function showTabs(list, tabs, chosen, choose, panel) {
  const hadFocus = list.contains(document.activeElement);
  list.replaceChildren(...tabs.map((tab) => el("button", {
    role: "tab", id: `tab-${tab.id}`, "aria-selected": tab.id === chosen, "aria-controls": panel, tabIndex: tab.id === chosen ? 0 : -1,
    onclick: () => choose(tab.id),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (step === 0) return;
      event.preventDefault();
      choose(tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length].id);
    },
  }, tab.label, tab.count ? el("span", { class: `count ${tab.worst ?? ""}` }, String(tab.count)) : null)));
  if (hadFocus) /** @type {HTMLElement | null} */ (list.querySelector("[aria-selected=true]"))?.focus();
}

/** Whether an error says that a file is none that is known. @param {any} error */
export const isUnknown = (error) => Boolean(error.message?.startsWith("expected a known format"));

/** Whether bytes can be read as characters; the last one may be cut. @param {Uint8Array} bytes */
export function isText(bytes) {
  try {
    return bytes.length > 0 && !bytes.includes(0) && Boolean(new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true }));
  } catch {
    return false;
  }
}

/** How a scene is shown: whether it is a place with its own ground, and whether its engine adds light in sRGB values. @param {any} facts */
export const sceneKind = ({ format, summary }) => ({ isPlace: /scene|map/.test(format), isSrgb: format === "urho-scene" && summary?.engine !== "rbfx" });
