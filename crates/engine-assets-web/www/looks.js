// Ways to look at a file that is no scene: bytes, text, documents, textures, glyphs.

import { copy, counted, download, el, grouped, stem } from "./util.js";

/** Bytes of a file that are fetched at once. */
const WINDOW = 1 << 14;
const ROW = 20;
/** Elements that are taller aren't drawn by browsers. */
const TALLEST = 8_000_000;
/** Values of a document that are listed at once. */
const PAGE = 200;
/** Letters of a text that are shown. */
const LONGEST = 2_000_000;

/** Parameters of every view. @typedef {{ ask: (text: string, name: string, ...args: any) => Promise<any>, size: number, name: string }} Look */

/**
 * Bytes in hexadecimal; the bytes at `mark` are highlighted.
 * @param {Look} look @param {number | null} mark
 */
export function bytes(look, mark) {
  const rows = Math.ceil(look.size / 16);
  const shown = Math.min(rows, Math.floor(TALLEST / ROW));
  const space = el("div", { class: "hex", style: `height:${shown * ROW}px;position:relative;min-width:600px` });
  const scroll = el("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Bytes" }, space);
  /** @type {Map<number, Promise<Uint8Array>>} */
  const windows = new Map();
  const get = (/** @type {number} */ start) => {
    if (windows.size > 64) windows.clear();
    let found = windows.get(start);
    if (!found) windows.set(start, found = look.ask("Reading bytes", "bytes", start, WINDOW));
    return found;
  };
  // A file of more rows than the page can be tall is scrolled in larger steps.
  const factor = rows / Math.max(1, shown);
  let turn = 0;
  async function draw() {
    const own = ++turn;
    const first = Math.max(0, Math.min(rows, Math.floor(scroll.scrollTop / ROW * factor)));
    const last = Math.min(rows, first + Math.ceil(scroll.clientHeight / ROW) + 2);
    const lines = [];
    for (let row = first; row < last; row++) {
      const at = row * 16;
      const start = Math.floor(at / WINDOW) * WINDOW;
      const some = (await get(start)).subarray(at - start, at - start + 16);
      if (own !== turn) return;
      lines.push(line(row, at, some, scroll.scrollTop + (row - first) * ROW));
    }
    space.replaceChildren(...lines);
  }
  /** @param {number} row @param {number} at @param {Uint8Array} some @param {number} top */
  function line(row, at, some, top) {
    const [numbers, letters] = [el("span"), el("span")];
    some.forEach((byte, index) => {
      const is = mark !== null && at + index >= mark && at + index < mark + 4;
      const put = (/** @type {any} */ to, /** @type {string} */ text) => to.append(is ? el("mark", {}, text) : text);
      put(numbers, byte.toString(16).padStart(2, "0"));
      numbers.append(index === 7 ? "  " : " ");
      put(letters, byte > 31 && byte < 127 ? String.fromCharCode(byte) : "·");
    });
    const gap = " ".repeat(Math.max(0, (16 - some.length) * 3 + (some.length < 8 ? 1 : 0)) + 1);
    const place = factor > 1 ? top : row * ROW;
    return el("div", { class: "hexrow", style: `top:${place}px` }, el("span", { class: "at" }, `${at.toString(16).padStart(8, "0")}  `), numbers, gap, letters);
  }
  const go = (/** @type {number} */ offset) => { scroll.scrollTop = Math.max(0, Math.floor(offset / 16) / factor * ROW - 60); draw(); };
  const jump = el("input", { type: "text", size: 12, placeholder: "0x0", "aria-label": "Go to byte", spellcheck: false,
    onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") { mark = Number(jump.value) || 0; go(mark); } } });
  scroll.addEventListener("scroll", draw);
  new ResizeObserver(draw).observe(scroll);
  requestAnimationFrame(() => mark === null ? draw() : go(mark));
  return [el("div", { class: "tools" }, el("label", {}, "Go to byte ", jump), el("span", { class: "soft" },
    `${grouped(look.size)} bytes${mark === null ? "" : `, marked at 0x${mark.toString(16)}`}`)), scroll];
}

/** The file as it is. @param {Look} look */
export async function text(look) {
  const some = await look.ask("Reading the text", "bytes", 0, LONGEST);
  const more = look.size > some.length ? `\n… ${grouped(look.size - some.length)} bytes more` : "";
  return [el("pre", { class: "text", tabIndex: 0, role: "region", "aria-label": "Text" }, new TextDecoder().decode(some) + more)];
}

/** Declarations and instructions of a compiled script. @param {Look} look */
export function script(look) {
  const out = el("pre", { class: "text", tabIndex: 0, role: "region", "aria-label": "Script" });
  const show = async (/** @type {string} */ what, /** @type {any} */ button) => {
    for (const one of tools.children) one.setAttribute("aria-pressed", String(one === button));
    const said = await look.ask("Reading the script", what).catch((error) => error.message);
    out.textContent = said.length > LONGEST ? `${said.slice(0, LONGEST)}\n…` : said;
  };
  const button = (/** @type {string} */ label, /** @type {string} */ what) =>
    el("button", { onclick: (/** @type {any} */ event) => show(what, event.currentTarget) }, label);
  const tools = el("div", { class: "tools" }, button("Declarations", "declarations"), button("Disassembly", "disassembly"));
  show("declarations", tools.firstChild);
  return [tools, out];
}

/**
 * A document as a tree of values, which can be changed.
 * @param {Look} look @param {(path: string, text: string) => Promise<void>} set
 */
export async function document_(look, set) {
  const search = el("input", { type: "search", placeholder: "Search values", "aria-label": "Search in the document",
    oninput: () => filter(search.value.trim()) });
  const said = el("span", { class: "soft", "aria-live": "polite" }, "Enter changes a value, C copies its path");
  const list = el("div", { class: "tree-list", role: "tree", "aria-label": "Document" });
  const scroll = el("div", { class: "scroll" }, list);
  const tell = (/** @type {string} */ text) => { said.textContent = text; };

  /** @param {string} path @param {number} first */
  async function items(path, first) {
    const { children, count } = await look.ask("Reading the document", "children", path, first, PAGE);
    const shown = children.map(item);
    const next = first + children.length;
    if (next < count && children.length > 0) {
      const more = el("li", { role: "none" }, el("button", { onclick: async () => more.replaceWith(...await items(path, next)) }, `${counted(count - next, "more value")}…`));
      shown.push(more);
    }
    return shown;
  }

  /** @param {any} child */
  function item(child) {
    const below = el("ul", { role: "group", hidden: true });
    const twist = el("span", { class: "twist", "aria-hidden": "true" }, child.children > 0 && !child.is_leaf ? "▸" : "");
    const what = el("span", { class: "what" }, child.brief);
    const node = el("div", {
      class: "node", role: "treeitem", tabIndex: -1, title: child.path, "aria-expanded": child.is_leaf ? undefined : "false", "data-path": child.path,
      onclick: () => { node.focus(); toggle(); }, ondblclick: () => child.is_leaf && edit(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => key(event),
    }, twist, el("span", {}, child.name), what);
    const li = el("li", { role: "none" }, node, below);
    async function toggle(open = below.hidden) {
      if (child.is_leaf) return;
      if (open && below.childElementCount === 0) below.append(...await items(child.path, 0));
      below.hidden = !open;
      twist.textContent = open ? "▾" : "▸";
      node.setAttribute("aria-expanded", String(open));
    }
    async function edit() {
      const old = await look.ask("Reading the value", "value", child.path);
      if (old.length > 4000) return tell("too long to be changed here");
      const field = el("input", { type: "text", value: old, "aria-label": `Value of ${child.name}`, style: "flex:1",
        onkeydown: async (/** @type {KeyboardEvent} */ event) => {
          event.stopPropagation();
          if (event.key === "Escape") { field.replaceWith(what); node.focus(); }
          if (event.key !== "Enter") return;
          try {
            await set(child.path, field.value);
            const parent = child.path.replace(/(\/?[^/[\]]+|\[\d+\])$/, "");
            const fresh = await look.ask("Reading the document", "children", parent, 0, 10_000);
            child = fresh.children.find((/** @type {any} */ one) => one.path === child.path) ?? child;
            what.textContent = child.brief;
            field.replaceWith(what);
            node.focus();
            tell(`${child.path} changed. Choose Save to get the file`);
          } catch (error) {
            tell(/** @type {any} */ (error).message);
          }
        } });
      what.replaceWith(field);
      field.select();
    }
    /** @param {KeyboardEvent} event */
    function key(event) {
      const nodes = [...list.querySelectorAll(".node")].filter((one) => one.offsetParent !== null);
      const at = nodes.indexOf(node);
      if (event.target !== node) return;
      if (event.key === "ArrowDown") nodes[at + 1]?.focus();
      else if (event.key === "ArrowUp") nodes[at - 1]?.focus();
      else if (event.key === "ArrowRight") below.hidden ? toggle(true) : nodes[at + 1]?.focus();
      else if (event.key === "ArrowLeft") below.hidden ? /** @type {any} */ (li.parentElement?.closest("li")?.querySelector(".node"))?.focus() : toggle(false);
      else if (event.key === "Enter") child.is_leaf ? edit() : toggle();
      else if (event.key === "c" && !event.ctrlKey) copy(child.path, said);
      else return;
      event.preventDefault();
      event.stopPropagation();
    }
    return li;
  }

  let asked = 0;
  /** Lists the search results with their paths; everything for an empty search. @param {string} wanted */
  async function filter(wanted) {
    const own = ++asked;
    if (!wanted) return list.replaceChildren(top);
    const found = await look.ask("Searching the document", "find", wanted, PAGE);
    if (own !== asked) return;
    tell(found.length < PAGE ? counted(found.length, "value") : `the first ${PAGE} values`);
    list.replaceChildren(el("ul", { role: "none" }, ...found.map((/** @type {any} */ child) => item({ ...child, name: child.path }))));
    const first = list.querySelector(".node");
    if (first) first.tabIndex = 0;
  }

  const top = el("ul", { role: "none" }, ...await items("", 0));
  list.append(top);
  const first = top.querySelector(".node");
  if (first) first.tabIndex = 0;
  return [el("div", { class: "tools" }, search, said), scroll];
}

/** A texture: channels, mips, faces. @param {Look} look @param {any} summary */
export function texture(look, summary) {
  const canvas = el("canvas", { class: "checker", role: "img", "aria-label": `Texture ${look.name}` });
  const under = el("span", { class: "soft mono" });
  const state = { mip: 0, face: 0, layer: 0, channel: "RGBA", zoom: 0 };
  /** @type {any} */
  let texels = null;
  const picture = el("div", { class: "picture", tabIndex: 0, role: "region", "aria-label": "Texture" }, canvas);
  async function load() {
    texels = await look.ask("Decoding the texture", "texels", state.mip, state.face, state.layer);
    canvas.width = texels.width;
    canvas.height = texels.height;
    draw();
  }
  function draw() {
    if (!texels) return;
    const data = new ImageData(new Uint8ClampedArray(texels.rgba), texels.width, texels.height);
    const one = state.channel.length === 1 ? "RGBA".indexOf(state.channel) : -1;
    if (state.channel !== "RGBA") {
      for (let at = 0; at < data.data.length; at += 4) {
        if (one >= 0) data.data[at] = data.data[at + 1] = data.data[at + 2] = data.data[at + one];
        data.data[at + 3] = 255;
      }
    }
    canvas.getContext("2d", { willReadFrequently: true }).putImageData(data, 0, 0);
    const room = Math.min((picture.clientWidth - 24) / texels.width, (picture.clientHeight - 24) / texels.height);
    const factor = state.zoom || Math.max(0.01, room > 1 ? Math.min(16, Math.floor(room)) : room);
    canvas.style.width = `${texels.width * factor}px`;
    canvas.style.height = `${texels.height * factor}px`;
    under.textContent = `${texels.width} × ${texels.height}, ${Math.round(factor * 100)} %`;
  }
  canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (!texels) return;
    const box = canvas.getBoundingClientRect();
    const x = Math.min(texels.width - 1, Math.floor((event.clientX - box.left) / box.width * texels.width));
    const y = Math.min(texels.height - 1, Math.floor((event.clientY - box.top) / box.height * texels.height));
    const at = (y * texels.width + x) * 4;
    under.textContent = `${x}, ${y}: ${[...texels.rgba.subarray(at, at + 4)].join(" ")}`;
  });
  canvas.addEventListener("pointerleave", draw);
  const channels = ["RGBA", "RGB", "R", "G", "B", "A"].map((name) => el("button", { "aria-pressed": String(name === state.channel), onclick: (/** @type {any} */ event) => {
    state.channel = name;
    for (const other of channels) other.setAttribute("aria-pressed", String(other === event.currentTarget));
    draw();
  } }, name));
  const number = (/** @type {"mip" | "face" | "layer"} */ what, /** @type {number} */ count, /** @type {(index: number) => string} */ label) => count > 1
    ? el("select", { "aria-label": what, onchange: (/** @type {any} */ event) => { state[what] = Number(event.currentTarget.value); load().catch(fail); } },
      ...Array.from({ length: Math.min(count, 4096) }, (_, index) => el("option", { value: String(index) }, label(index)))) : null;
  const faces = ["+X", "−X", "+Y", "−Y", "+Z", "−Z"];
  const fail = (/** @type {any} */ error) => { picture.replaceChildren(el("p", { class: "soft" }, error.message)); };
  const save = el("button", { title: "Save the current mip, face and layer as PNG", onclick: async () => {
    const bytes = await look.ask("Encoding PNG", "png", state.mip, state.face, state.layer).catch(fail);
    if (bytes) download(`${stem(look.name)}${state.mip || state.face || state.layer ? `_${state.mip}_${state.face}_${state.layer}` : ""}.png`, bytes);
  } }, "Save PNG");
  const zoom = el("button", { onclick: () => { state.zoom = state.zoom ? 0 : 1; zoom.textContent = state.zoom ? "Fit" : "1:1"; draw(); } }, "1:1");
  new ResizeObserver(draw).observe(picture);
  load().catch(fail);
  const mips = Number(summary?.mips?.length ?? summary?.mips ?? 1);
  return [el("div", { class: "tools" }, ...channels, number("mip", mips, (index) => `Mip ${index}`),
    number("face", Number(summary?.faces ?? 1), (index) => `Face ${faces[index] ?? index}`), number("layer", Number(summary?.layers ?? 1), (index) => `Layer ${index}`), zoom, save, under), picture];
}

/** Whether a character shows something. @param {number} code */
const isSeen = (code) => code > 32 && code <= 0x10ffff && /[\p{L}\p{N}\p{P}\p{S}]/u.test(String.fromCodePoint(code));

/** A font: its glyphs. @param {Look} look @param {any} summary */
export async function glyphs(look, summary) {
  const texels = await look.ask("Decoding the font", "texels", 0, 0, 0);
  const sheet = el("canvas", { width: texels.width, height: texels.height });
  sheet.getContext("2d", { willReadFrequently: true }).putImageData(new ImageData(new Uint8ClampedArray(texels.rgba), texels.width, texels.height), 0, 0);
  const each = (summary?.glyphs ?? []).map((/** @type {any} */ glyph) => {
    const canvas = el("canvas", { class: "checker", width: Math.max(1, Math.min(glyph.w, 512)), height: Math.max(1, Math.min(glyph.h, 512)) });
    if (glyph.w > 0 && glyph.h > 0) canvas.getContext("2d", { willReadFrequently: true }).drawImage(sheet, glyph.x, glyph.y, glyph.w, glyph.h, 0, 0, canvas.width, canvas.height);
    const letter = isSeen(glyph.char) ? String.fromCodePoint(glyph.char) : `#${glyph.char}`;
    return el("div", { class: "glyph", title: `${glyph.w} × ${glyph.h} at ${glyph.x}, ${glyph.y}` }, canvas, letter);
  });
  return [el("div", { class: "tools soft" }, counted(each.length, "glyph")), el("div", { class: "glyphs", tabIndex: 0, role: "region", "aria-label": "Glyphs" }, ...each)];
}
