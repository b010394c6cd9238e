// Which file uses which, of the files that were read so far.

/** A file that names another, and the part of it that does. @typedef {{ path: string, part: string }} User */

export class Uses {
  constructor() {
    /** Users by the path of the named file. @type {Map<string, Map<string, string>>} */
    this.users = new Map();
    /** Named files by the path of their user. @type {Map<string, string[]>} */
    this.named = new Map();
  }

  /** Notes what a file names, by its facts. @param {string} path @param {any} facts */
  note(path, facts) {
    this.forget(path);
    const /** @type {string[]} */ named = [];
    for (const { found, place: part } of facts.references ?? []) {
      if (!found || found === path) continue;
      if (!this.users.has(found)) this.users.set(found, new Map());
      const users = /** @type {Map<string, string>} */ (this.users.get(found));
      if (!users.has(path)) users.set(path, part);
      named.push(found);
    }
    this.named.set(path, named);
  }

  /** Forgets what a file names: it is closed, or will be read again. @param {string} path */
  forget(path) {
    for (const named of this.named.get(path) ?? []) this.users.get(named)?.delete(path);
    this.named.delete(path);
  }

  /** The files that use one, by name. @param {string} path @returns {User[]} */
  of(path) {
    return [...this.users.get(path) ?? []].map(([path, part]) => ({ path, part })).sort((a, b) => a.path.localeCompare(b.path));
  }
}
