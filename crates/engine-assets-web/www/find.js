// Search in the bytes and in the text of a file.

import { el, shownName } from "./util.js";

/** Bytes that are searched at once. */
const CHUNK = 1 << 20;

/** The bytes that a query means: `00 ff` and `0x00ff` are numbers, everything else is text. @param {string} query */
export function bytesOf(query) {
  const text = query.trim();
  const digits = /^0x([0-9a-f]+)$/i.exec(text)?.[1] ?? (/^[0-9a-f]{2}( [0-9a-f]{2})+$/i.test(text) ? text.replaceAll(" ", "") : "");
  if (digits === "" || digits.length % 2 !== 0) return new TextEncoder().encode(text);
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {Uint8Array} bytes @param {Uint8Array} wanted */
function indexIn(bytes, wanted) {
  for (let at = bytes.indexOf(wanted[0]); at >= 0 && at + wanted.length <= bytes.length; at = bytes.indexOf(wanted[0], at + 1)) {
    let same = 1;
    while (same < wanted.length && bytes[at + same] === wanted[same]) same++;
    if (same === wanted.length) return at;
  }
  return -1;
}

/** Finds bytes from an offset on, then from the start of the file; -1 if they don't occur. @param {import("./looks.js").Look} look @param {Uint8Array} wanted @param {number} from */
export async function findBytes(look, wanted, from) {
  if (wanted.length === 0) return -1;
  for (const [first, last] of [[from, look.size], [0, Math.min(look.size, from + wanted.length - 1)]]) {
    for (let at = first; at < last; at += CHUNK) {
      const found = indexIn(await look.ask("Searching", "bytes", at, Math.min(CHUNK + wanted.length - 1, last - at)), wanted);
      if (found >= 0) return at + found;
    }
  }
  return -1;
}

/** A field that searches; Enter shows the next match. @param {string} label @param {(query: string) => Promise<string>} next Returns what to report. */
export function findField(label, next) {
  const said = el("span", { class: "soft", role: "status" });
  const field = el("input", { type: "search", size: 16, placeholder: label, "aria-label": label, spellcheck: false, onkeydown: async (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || field.value.trim() === "") return;
    event.preventDefault();
    said.textContent = shownName(await next(field.value));
  } });
  return [field, said];
}

/** Search in a text that is shown. @param {any} shown @param {() => string} content */
export function findInText(shown, content) {
  let from = 0;
  return findField("Find in the text", async (query) => {
    const text = content();
    const [lower, wanted] = [text.toLowerCase(), query.toLowerCase()];
    let at = lower.indexOf(wanted, from);
    if (at < 0) at = lower.indexOf(wanted);
    if (at < 0 || lower.length !== text.length) return `no "${query}" in the text`;
    from = at + 1;
    const marked = el("mark", {});
    marked.textContent = text.slice(at, at + wanted.length);
    shown.replaceChildren(text.slice(0, at), marked, text.slice(at + wanted.length));
    marked.scrollIntoView({ block: "center" });
    return `line ${text.slice(0, at).split("\n").length}`;
  });
}
