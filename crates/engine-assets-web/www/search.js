// Search terms for files: words, globs, formats and findings.

import { base, extension, kind } from "./util.js";

/** @typedef {import("./tree.js").Node} Node */

/** @param {string} glob */
const pattern = (glob) => new RegExp(`^${glob.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*").replaceAll("?", ".")}$`, "i");

/** Whether a file has a mark: `is:error`, `is:warning`, `is:edited`, `is:ok`. @param {string} mark @returns {(one: Node) => boolean} */
const marked = (mark) => {
  const wanted = { errors: "error", broken: "error", warning: "findings", warnings: "findings" }[mark] ?? mark;
  return (one) => one.mark === wanted;
};

/**
 * Returns whether a file is looked for: each word has to be true of it. A word is a part of the path; with `*` or `?` it is a glob of the name, or
 * of the path if it has a `/`; `format:mdl` or `format:texture` is the extension or kind; `is:error` is the result of the check.
 * @param {string} query @returns {(one: Node) => boolean}
 */
export function matcher(query) {
  const tests = query.toLowerCase().split(/\s+/).filter(Boolean).map((word) => {
    const [, key, value] = /^(is|format):(.+)$/.exec(word) ?? [];
    if (key === "is") return marked(value);
    if (key === "format") return (/** @type {Node} */ one) => extension(one.name) === value || kind(one.name) === value;
    if (/[*?]/.test(word)) {
      const glob = pattern(word);
      return (/** @type {Node} */ one) => glob.test(word.includes("/") ? one.path : base(one.path));
    }
    return (/** @type {Node} */ one) => one.path.toLowerCase().includes(word);
  });
  return (one) => tests.every((test) => test(one));
}
