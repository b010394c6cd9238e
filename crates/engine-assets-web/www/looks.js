// Ways to look at a file that is no scene: bytes, text, textures, glyphs.

import { bytesOf, findBytes, findField, findInText } from "./find.js";
import { counted, download, el, grouped, shownText, stem } from "./util.js";

/** Bytes of a file that are fetched at once. */
const WINDOW = 1 << 14;
const ROW = 20;
/** Elements that are taller aren't drawn by browsers. */
const TALLEST = 8_000_000;
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
  const find = findField("Find text or 00 ff", async (query) => {
    const found = await findBytes(look, bytesOf(query), mark === null ? 0 : mark + 1);
    if (found < 0) return "not found";
    mark = found;
    go(mark);
    return `byte 0x${found.toString(16)}`;
  });
  scroll.addEventListener("scroll", draw);
  new ResizeObserver(draw).observe(scroll);
  requestAnimationFrame(() => mark === null ? draw() : go(mark));
  return [el("div", { class: "tools" }, el("label", {}, "Go to byte ", jump), ...find, el("span", { class: "soft" },
    `${grouped(look.size)} bytes${mark === null ? "" : `, marked at 0x${mark.toString(16)}`}`)), scroll];
}

/** The file as it is; the line at `mark` is highlighted from there on. @param {Look} look @param {number | null} mark Offset in bytes. */
export async function text(look, mark = null) {
  const some = await look.ask("Reading the text", "bytes", 0, LONGEST);
  const more = look.size > some.length ? `\n… ${grouped(look.size - some.length)} bytes more` : "";
  const plain = (/** @type {Uint8Array} */ bytes) => shownText(new TextDecoder().decode(bytes));
  const shown = el("pre", { class: "text", tabIndex: 0, role: "region", "aria-label": "Text" });
  const tools = el("div", { class: "tools" }, ...findInText(shown, () => shown.textContent));
  if (mark === null || mark >= some.length) {
    shown.textContent = plain(some) + more;
    return [tools, shown];
  }
  const end = some.indexOf(10, mark + 1);
  const marked = el("mark", {});
  marked.textContent = plain(some.subarray(mark, end < 0 ? some.length : end));
  shown.append(plain(some.subarray(0, mark)), marked, plain(some.subarray(end < 0 ? some.length : end)) + more);
  requestAnimationFrame(() => marked.scrollIntoView({ block: "center" }));
  return [tools, shown];
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
