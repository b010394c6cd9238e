// The address: the open file, its view, part, camera and animation. Each file is a step of the browser's history.

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./viewer.js").Viewer} Viewer */
/**
 * The page, as far as the address needs it.
 * @typedef {object} Page
 * @property {any} open The open file.
 * @property {{ mode: string, tab: string }} wanted The look and the tab that were asked for last.
 * @property {import("./tree.js").Tree} tree
 * @property {() => Viewer | null} viewer
 * @property {(node: Node) => Promise<void>} expand
 * @property {(node: Node) => Promise<void>} openNode
 * @property {(mode: string) => Promise<void>} show Shows the open file in another way, if it can be shown so.
 * @property {() => void} start Shows the first screen.
 */

/** The state in the address. */
const current = () => new URLSearchParams(location.hash.slice(1));
/** The path of the file in the address. */
export const wantedFile = () => current().get("file");

/** @param {Page} page */
export function address(page) {
  const { open, tree, wanted } = page;
  let restoring = 0;
  /** Counts the addresses that were asked for: only the last one is shown. */
  let turn = 0;
  /** The address whose part and camera are shown once its scene is there. @type {URLSearchParams | null} */
  let awaited = null;
  /** The time at which the animation of a restored file begins. */
  let time = 0;

  /** Writes the state into the address: another file is a new step, everything else changes the last one. */
  function save() {
    if (restoring > 0 || !open.node || open.node.isFolder) return;
    const viewer = open.mode === "scene" && open.sceneOf === open.node ? page.viewer() : null;
    const state = new URLSearchParams();
    state.set("file", open.node.path);
    if (open.mode) state.set("view", open.mode);
    if (open.tab !== "facts") state.set("tab", open.tab);
    if (viewer && viewer.selection.node >= 0) state.set("part", String(viewer.selection.node));
    if (viewer?.isMoved) state.set("eye", viewer.eye().join(","));
    if (open.clip) {
      state.set("clip", open.clip);
      state.set("time", (page.viewer()?.time ?? 0).toFixed(3));
    }
    const before = wantedFile();
    const isStep = before !== null && before !== open.node.path;
    history[isStep ? "pushState" : "replaceState"](null, "", `${location.search}#${state.toString().replaceAll("%2C", ",").replaceAll("%2F", "/")}`);
  }

  /** The node of a path; packages on the way to it are opened. @param {string} path */
  async function nodeAt(path) {
    const found = tree.find(path);
    if (found) return found;
    for (const one of [...tree.all()]) if (one.isPackage && !one.children && path.startsWith(`${one.path}/`)) await page.expand(one);
    return tree.find(path);
  }

  /** Shows the part and the camera in the address that was asked for, once: its scene is there. */
  function arrive() {
    const viewer = page.viewer();
    const state = awaited;
    if (!viewer || !state || open.sceneOf !== open.node || open.node.path !== state.get("file")) return;
    awaited = null;
    if (state.has("part")) viewer.selection.choose(Number(state.get("part")));
    const eye = (state.get("eye") ?? "").split(",").map(Number);
    if (eye.length === 6 && eye.every(Number.isFinite)) viewer.lookFrom(eye);
  }

  /** Shows the file in the address, if it is there. */
  async function restore() {
    const own = ++turn;
    const state = current();
    const path = state.get("file");
    const node = path ? await nodeAt(path) : null;
    if (!node) return false;
    if (own !== turn) return true;
    restoring += 1;
    awaited = state;
    wanted.tab = state.get("tab") ?? "facts";
    if (node !== open.node) {
      tree.reveal(node);
      time = Number(state.get("time")) || 0;
      const shown = page.openNode(node);
      open.clip = state.get("clip") ?? "";
      await shown;
    }
    // The next step back may have been asked for in the meantime, or another file.
    const isLast = () => own === turn && open.node === node;
    const mode = state.get("view") ?? "";
    if (isLast() && mode && mode !== open.mode) await page.show(mode);
    if (isLast()) arrive();
    restoring -= 1;
    save();
    return true;
  }

  // Back and a changed address show another open file; only other files must be read.
  addEventListener("popstate", async () => {
    const path = wantedFile();
    if (!path && tree.files > 0 && !location.search) return page.start();
    if (!await restore() && path) location.reload();
  });

  return { save, restore, arrive, /** Returns the time at which the animation begins, once. */ takeTime: () => { const own = time; time = 0; return own; } };
}
