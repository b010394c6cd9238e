// Undo and redo of edited files.

/** Edits that are kept for each file: each keeps the content before it. */
const MOST = 100;

/** A content, and the path of the value that the next edit changes. @typedef {{ blob: Blob, path: string }} State */

export class History {
  /** @type {State[]} */
  past = [];
  /** @type {State[]} */
  future = [];

  /** Remembers the content before an edit. @param {State} state */
  push(state) {
    this.past = [...this.past, state].slice(-MOST);
    this.future = [];
  }

  /** Returns the state before the last edit, or after the last undone one. @param {boolean} isBack @param {Blob} now The current content. */
  move(isBack, now) {
    const [from, to] = isBack ? [this.past, this.future] : [this.future, this.past];
    const state = from.pop();
    if (!state) return null;
    to.push({ blob: now, path: state.path });
    return state;
  }
}
