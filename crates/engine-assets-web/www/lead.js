// From a finding to its places: in the view, the document, the text, the bytes, the facts.

import { showAbout, showPart } from "./panels.js";
import { partOf, showPartInView } from "./places.js";
import { byId } from "./util.js";

/** @typedef {import("./viewer.js").Viewer} Viewer */

/** The part that a finding is about, by its numbers. @param {any} finding @returns {string} */
const partPath = (finding) => finding.part ?? finding.path;

/**
 * @param {any} open The open file.
 * @param {{ showAt: (mode: string, at: { mark?: number | null, value?: string | null }) => Promise<void>, showFacts: () => Promise<void>, viewer: () => Viewer | null }} on
 */
export function leads(open, { showAt, showFacts, viewer }) {
  /** Shows the bytes of a place. @param {any} place */
  const goTo = (place) => showAt("bytes", { mark: place.offset ?? 0 });

  /** Shows the part of the facts that a finding is about. @param {any} finding */
  async function showFact(finding) {
    await showFacts();
    const part = partPath(finding);
    if (!showPart(byId("panel"), part)) showAbout(byId("panel"), part);
  }

  /** @param {any} finding */
  async function showInView(finding) {
    if (open.mode !== "scene") await showAt("scene", {});
    const shown = viewer();
    const part = shown && partOf(shown, open.facts.summary, partPath(finding));
    if (shown && part) showPartInView(shown, part);
  }

  /** The places of a finding, the most telling first. @param {any} finding @returns {import("./findings.js").Place[]} */
  function placesOf(finding) {
    const { facts } = open;
    // A file that can't be read is shown from its beginning.
    const offset = finding.offset ?? (facts ? null : 0);
    const shown = facts?.shows.scene && open.sceneOf === open.node ? viewer() : null;
    return [
      { id: "view", label: "View", title: "Show the part in the view", go: () => showInView(finding), is: shown && partOf(shown, facts.summary, partPath(finding)) },
      { id: "document", label: "Document", title: "Show the value in the document", go: () => showAt("document", { value: finding.value }), is: finding.value && facts?.shows.document },
      { id: "text", label: "Text", title: "Show the line in the text", go: () => showAt("text", { mark: offset }), is: offset !== null && (facts?.shows.text || open.isText) },
      { id: "bytes", label: "Bytes", title: "Show the bytes", go: () => goTo(finding), is: offset !== null },
      { id: "facts", label: "Facts", title: "Show the part in the facts", go: () => showFact(finding), is: facts },
    ].filter(({ is }) => is);
  }

  return { goTo, placesOf };
}
