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

/** A path, safe to show, which can be broken after its folders. @param {string} path */
export const brokenPath = (path) => shownName(path).split(/(?<=\/)/).flatMap((part, index) => index > 0 ? [el("wbr"), part] : [part]);

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
