// Search terms for files: words, globs, formats and findings.

import { extension, kindOf } from "./kinds.js";
import { base } from "./util.js";

/** @typedef {import("./tree.js").Node} Node */

/** @param {string} glob */
const pattern = (glob) => new RegExp(`^${glob.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*").replaceAll("?", ".")}$`, "i");

/** Whether a file has a mark: `is:error`, `is:warning`, `is:edited`, `is:ok`. @param {string} mark @returns {(one: Node) => boolean} */
const marked = (mark) => {
  const wanted = { errors: "error", broken: "error", warning: "findings", warnings: "findings" }[mark] ?? mark;
  return (one) => one.mark === wanted;
};

/** Whether a search can only be answered by files that were looked at. @param {string} query */
export const needsChecks = (query) => /(^|\s)is:(?!edited)\S|(^|\s)format:\S*-/i.test(query);

/** Words that a search can use, for the files that are here. @param {Iterable<Node>} all @returns {string[]} */
export function offered(all) {
  const formats = new Set();
  for (const one of all) if (one.format) formats.add(`format:${one.format}`);
  return ["is:error", "is:warning", "is:ok", "is:edited", ...[...formats].sort()];
}

/**
 * Returns whether a file is looked for: each word has to be true of it. A word is a part of the path; with `*` or `?` it is a glob of the name, or
 * of the path if it has a `/`; `format:mdl`, `format:texture` or `format:urho-mdl` is the extension, the kind or the name of the format, as `validate` prints it;
 * `is:error` is the result of the check.
 * @param {string} query @returns {(one: Node) => boolean}
 */
export function matcher(query) {
  const tests = query.toLowerCase().split(/\s+/).filter(Boolean).map((word) => {
    const [, key, value] = /^(is|format):(.+)$/.exec(word) ?? [];
    if (key === "is") return marked(value);
    if (key === "format") return (/** @type {Node} */ one) => [extension(one.name), kindOf(one), one.format].includes(value);
    if (/[*?]/.test(word)) {
      const glob = pattern(word);
      return (/** @type {Node} */ one) => glob.test(word.includes("/") ? one.path : base(one.path));
    }
    return (/** @type {Node} */ one) => one.path.toLowerCase().includes(word);
  });
  return (one) => tests.every((test) => test(one));
}
