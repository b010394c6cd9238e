// Files that are made of files: saved, converted, changed, packed; and all of a folder checked.

import { Stopped } from "./client.js";
import { findingsPanel } from "./findings.js";
import { History } from "./history.js";
import { give } from "./panels.js";
import { extension, kindOfFacts } from "./kinds.js";
import { byId, download, el, isUnknown, safeName, stem } from "./util.js";

/** @typedef {import("./tree.js").Node} Node */

/** Maximum number and size of files that are checked automatically. */
const MOST_MARKED = 2000;
const LARGEST_MARKED = 1 << 20;

/** Kind of the findings about changes of a repair. */
const REPAIRED = "urho-mdl/repaired";

/**
 * @param {import("./client.js").Client} client
 * @param {import("./tree.js").Tree} tree
 * @param {{ progress: (text: string | null, share?: number) => void, problem: (error: any) => HTMLElement, changed: (node: Node) => Promise<void>, read: (node: Node, facts: any) => void }} on
 */
export function maker(client, tree, { progress, problem, changed, read }) {
  /** Stops the current work of the page. @type {(() => void) | null} */
  let cancelWork = null;
  /** Edits by the numbers of files. @type {Map<number, History>} */
  const histories = new Map();

  /** @param {Node} node */
  async function wholeOf(node) {
    const blob = node.entry < 0 ? client.files[node.file].blob : undefined;
    return blob ?? new Blob([await client.call(`Reading ${node.name}`, "bytes", node.file, node.entry, 0, Math.min(node.size, 0xffff_ffff))]);
  }

  /** @param {Node} node */
  const saveOwn = async (node) => download(node.name, await wholeOf(node));

  /** @param {Node} node */
  async function drawn(node) {
    try {
      download(`${stem(node.name)}.png`, await client.call(`Drawing ${node.name}`, "picture", node.file, node.entry, 1024, 1024));
    } catch (error) {
      byId("panel").prepend(problem(error));
    }
  }

  /** Makes a file of another one. @param {Node} node @param {any} outputFormat @param {any} options */
  async function converted(node, outputFormat, options) {
    const own = extension(node.name), isText = /^udm-(text|compact|reference)$/.test(outputFormat.name);
    const end = outputFormat.extension || (isText ? own.replace(/_b$/i, "") : outputFormat.name === "udm-binary" && !/_b$/i.test(own) ? `${own}_b` : own);
    const same = end === extension(node.name) ? `_${outputFormat.name}` : "";
    const output = `${safeName(stem(node.name))}${same}.${end}`;
    return { output, made: await client.call(`Making ${output}`, "convert", node.file, node.entry, outputFormat.name, output, options) };
  }

  /** @param {Node} node @param {any} outputFormat @param {any} options */
  async function make(node, outputFormat, options) {
    const { output, made } = await converted(node, outputFormat, options);
    await give(made.files, output);
    const losses = made.findings.filter((/** @type {any} */ one) => one.severity !== "note" || one.kind === REPAIRED);
    if (options.repairs?.length && !made.findings.some((/** @type {any} */ one) => one.kind === REPAIRED)) byId("panel").append(el("p", { role: "status" }, "The repairs changed nothing."));
    if (losses.length) byId("panel").append(el("h2", {}, `About ${output}`), ...findingsPanel(losses));
  }

  /** Changes a value of a document. @param {Node} node @param {string} path @param {string} text */
  const change = async (node, path, text) => changeBy(node, path, await client.call("Changing the document", "set", node.file, node.entry, path, text));

  /** Takes a value out of a document. @param {Node} node @param {string} path */
  const reset = async (node, path) => changeBy(node, path, await client.call("Changing the document", "reset", node.file, node.entry, path));

  /** Gives a file its new content, which can be undone. @param {Node} node @param {string} path @param {Uint8Array<ArrayBuffer>} bytes */
  async function changeBy(node, path, bytes) {
    if (node.entry >= 0) {
      download(node.name, bytes);
      throw new Error("files in packages can't be changed; the changed file was saved as a new file");
    }
    const before = await wholeOf(node);
    if (!histories.has(node.file)) histories.set(node.file, new History());
    histories.get(node.file)?.push({ blob: before, path });
    await replace(node, new Blob([bytes]));
  }

  /** Undoes or redoes a change. Returns the path of the value. @param {Node} node @param {boolean} isBack */
  async function move(node, isBack) {
    const state = histories.get(node.file)?.move(isBack, await wholeOf(node));
    if (!state) return null;
    await replace(node, state.blob);
    return state.path;
  }

  /** @param {Node} node @param {Blob} blob */
  async function replace(node, blob) {
    await client.replace(node.file, blob);
    node.size = blob.size;
    node.mark = histories.get(node.file)?.past.length ? "edited" : "";
    await changed(node);
  }

  /** Whether changes of a file can be undone and redone. @param {Node} node */
  const may = (node) => ({ undo: Boolean(histories.get(node.file)?.past.length), redo: Boolean(histories.get(node.file)?.future.length) });

  /** Saves all below a folder or a package as a zip. @param {Node} node */
  async function zip(node) {
    const all = [...tree.all(node)].filter((one) => !one.isFolder);
    let stopped = false;
    /** The reason for a failed read: the stream only reports that it failed. @type {any} */
    let cause = null;
    cancelWork = () => { stopped = true; };
    try {
      const { downloadZip } = await import("client-zip");
      const used = new Set();
      const files = async function* () {
        let done = 0;
        for (const one of all) {
          if (stopped) throw new Stopped("stopped");
          progress(`Packing ${node.name}: ${done} of ${all.length}`, done / all.length);
          const name = one.path.slice(node.path.length + 1).split("/").filter((part) => part !== ".." && part !== ".").map(safeName).join("/");
          done += 1;
          if (used.has(name)) continue;
          used.add(name);
          const input = await wholeOf(one).catch((error) => { throw (cause = error); });
          yield { name, input, size: one.size };
        }
      };
      download(`${stem(node.name)}.zip`, await downloadZip(files()).blob());
    } catch (error) {
      if (!stopped) byId("view").replaceChildren(problem(cause ?? error));
    } finally {
      cancelWork = null;
      progress(null);
    }
  }

  /** Marks a file with its findings. Returns whether it could be checked. @param {Node} one */
  async function mark(one, isQuiet = false) {
    try {
      const facts = await client.call(isQuiet ? "" : `Checking ${one.name}`, "open", one.file, one.entry);
      read(one, facts);
      Object.assign(one, { format: facts.format, kind: kindOfFacts(facts) });
      if (one.mark !== "edited") one.mark = facts.status;
    } catch (error) {
      if (error instanceof Stopped) return false;
      one.mark = isUnknown(error) ? "" : "error";
    }
    return true;
  }

  /** Opens all files for their findings. @param {Node[]} all */
  async function checkAll(all) {
    let stopped = false;
    cancelWork = () => { stopped = true; };
    let done = 0;
    for (const one of all) {
      if (stopped) break;
      progress(`Checking ${done} of ${all.length}: ${one.name}`, done / all.length);
      await mark(one);
      done += 1;
      if (done % 20 === 0) tree.update();
    }
    cancelWork = null;
    progress(null);
    tree.update();
  }

  /** Checks files while the page is idle. Files of a server are skipped, because they would have to be downloaded. @param {Node[]} all */
  async function markQuietly(all) {
    for (const one of all.slice(0, MOST_MARKED)) {
      await client.idle();
      if (one.mark || !client.files[one.file]?.blob || one.size > LARGEST_MARKED) continue;
      if (!await mark(one, true)) return;
      tree.update();
    }
  }

  /**
   * Checks the files that weren't looked at yet, while a search asks for results.
   * @param {Node[]} all @param {() => boolean} isWanted @param {(text: string) => void} said What is being done; empty at the end.
   */
  async function markUnchecked(all, isWanted, said) {
    const left = all.filter((one) => !one.isFolder && !one.mark && (one.entry >= 0 || client.files[one.file]?.blob));
    for (const [done, one] of left.entries()) {
      if (!isWanted()) return;
      said(`checking ${done + 1} of ${left.length}`);
      await client.idle();
      if (!one.mark && !await mark(one, true)) break;
    }
    if (isWanted()) said("");
  }

  return { saveOwn, drawn, make, converted, change, reset, move, may, zip, checkAll, markQuietly, markUnchecked, cancel: () => cancelWork?.(), get isBusy() { return cancelWork !== null; } };
}
