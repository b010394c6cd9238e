// What people do with buttons, keys and drops.

import { showHelp } from "./help.js";
import { movePanes } from "./panes.js";
import { needsChecks, offered } from "./search.js";
import { picked, takeDrops } from "./sources.js";
import { byId, counted, el } from "./util.js";

/**
 * Listens to the buttons of the page, to keys and to drops.
 * @param {import("./client.js").Client} client @param {import("./tree.js").Tree} tree
 * @param {{ files: any, open: any, viewer: () => import("./viewer.js").Viewer | null, times: () => { toggle: () => void } | null, close: (node: import("./tree.js").Node) => Promise<any>, addAndShow: (sources: import("./client.js").Source[], how?: { mayBeFolder?: boolean }) => Promise<any>, progress: (text: string | null) => void }} on
 */
export function takeInput(client, tree, { files, open, viewer, times, close, addAndShow, progress }) {
  byId("cancel").addEventListener("click", () => {
    files.cancel();
    if (client.waiting.size > 0) client.restart("stopped");
  });
  byId("search").addEventListener("input", () => {
    const filter = tree.filter = byId("search").value.trim();
    tree.waitsFor = "";
    tree.update();
    if (!needsChecks(filter)) return;
    let shown = performance.now();
    files.markUnchecked([...tree.all()], () => tree.filter === filter, (text) => {
      tree.waitsFor = text;
      // With thousands of files, a list anew for each of them would take longer than the checks.
      if (text !== "" && performance.now() - shown < 200) return;
      shown = performance.now();
      tree.update();
    });
  });
  byId("search").addEventListener("focus", () => byId("searches").replaceChildren(...offered(tree.all()).map((value) => el("option", { value }))));
  byId("search").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key === "ArrowDown") byId("tree").focus(); });
  byId("add-files").addEventListener("click", () => byId("pick-files").click());
  byId("show-help").addEventListener("click", showHelp);
  byId("close-all").addEventListener("click", () => close(tree.root));
  byId("close-one").addEventListener("click", () => { if (open.node && open.node.entry < 0) close(open.node); });
  byId("add-folder").addEventListener("click", () => byId("pick-folder").click());
  for (const id of ["pick-files", "pick-folder"]) byId(id).addEventListener("change", () => { addAndShow(picked(byId(id).files), { mayBeFolder: id === "pick-folder" }); });

  movePanes();

  takeDrops((count) => progress(`Reading folders: ${counted(count, "file")}`), (sources) => {
    progress(null);
    return addAndShow(sources, { mayBeFolder: true });
  });

  /** Keys of the scene view. @type {Record<string, () => void>} */
  const SCENE_KEYS = {
    f: () => viewer()?.frameChosen(), r: () => viewer()?.turnRound(), h: () => viewer()?.selection.toggle(), i: () => viewer()?.selection.isolate(), a: () => viewer()?.selection.showAll(),
    escape: () => viewer()?.selection.choose(-1),
  };

  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName)) return;
    if (event.key === " " && target.tagName !== "BUTTON" && open.mode === "scene") {
      times()?.toggle();
      event.preventDefault();
    } else if (SCENE_KEYS[event.key.toLowerCase()] && open.mode === "scene" && (event.key === "Escape" || target.getAttribute?.("role") !== "tree")) SCENE_KEYS[event.key.toLowerCase()]?.();
    else if (event.key === "?") showHelp();
    else if (event.key === "/") {
      byId("search").focus();
      event.preventDefault();
    }
  });
  addEventListener("beforeunload", (event) => {
    for (const one of tree.all()) if (one.mark === "edited") return event.preventDefault();
  });
}
