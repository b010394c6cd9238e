// The panes at the sides: folded by a button, as wide as they are drawn.

import { byId } from "./util.js";

/** Where the files are a drawer before the view. */
const narrow = matchMedia("(max-width: 760px)");

/** @param {string} pane @param {boolean} folded */
function fold(pane, folded) {
  byId("panes").classList.toggle(`no-${pane}`, folded);
  byId(`toggle-${pane}`).setAttribute("aria-expanded", String(!folded));
}

/** Closes the drawer: a file was chosen, and is to be seen. */
export function closeDrawer() {
  if (narrow.matches) fold("files", true);
}

/** Lets people fold and resize the panes. */
export function movePanes() {
  fold("files", narrow.matches);
  narrow.addEventListener("change", () => fold("files", narrow.matches));
  byId("middle").addEventListener("pointerdown", closeDrawer);
  for (const pane of ["files", "side"]) {
    byId(`toggle-${pane}`).addEventListener("click", () => fold(pane, !byId("panes").classList.contains(`no-${pane}`)));
    const split = /** @type {HTMLElement} */ (document.querySelector(`.split[data-pane=${pane}]`));
    const set = (/** @type {number} */ width) => {
      const held = Math.round(Math.max(140, Math.min(innerWidth * 0.6, width)));
      document.documentElement.style.setProperty(`--${pane}-width`, `${held}px`);
      split.setAttribute("aria-valuenow", String(held));
    };
    const now = () => byId(pane).getBoundingClientRect().width;
    split.setAttribute("aria-valuemin", "140");
    split.setAttribute("aria-valuemax", "2000");
    split.setAttribute("aria-valuenow", pane === "files" ? "280" : "340");
    split.addEventListener("pointerdown", (event) => {
      split.setPointerCapture(event.pointerId);
      const [start, width] = [event.clientX, now()];
      split.onpointermove = (moved) => set(width + (moved.clientX - start) * (pane === "files" ? 1 : -1));
      split.onpointerup = () => { split.onpointermove = null; };
    });
    split.addEventListener("keydown", (event) => {
      const step = event.key === "ArrowRight" ? 20 : event.key === "ArrowLeft" ? -20 : 0;
      if (step) set(now() + step * (pane === "files" ? 1 : -1));
    });
  }
}
