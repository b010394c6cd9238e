// A flat picture that the library draws: an interface, sprites, a tile map, or particles, which move.

import { el } from "./util.js";

/** Pixels of a side at most: larger pictures take long to draw. */
const MOST = 1024;
/** Seconds of an effect that are shown before it begins again. */
const LENGTH = 5;
/** The moment of a rig that is shown first. */
const FIRST = 1;

/** Draws the pictures of a file. @typedef {(width: number, height: number, look: { seconds: number, background: string }) => Promise<Uint8Array<ArrayBuffer>>} Draw */

/**
 * The picture, as large as its room. Particles have a time line.
 * @param {string} name @param {Draw} picture @param {{ moves: boolean, isDark: boolean, usualTime: () => Promise<number> }} how Whether it depends on the time, whether it is seen on dark only, and the time that shows most, if not 0. @param {(error: any) => HTMLElement} problem
 */
export function drawing(name, picture, { moves, isDark, usualTime }, problem) {
  const image = el("img", { alt: `Picture of ${name}` });
  const element = el("div", { class: "picture drawing", tabIndex: 0, role: "region", "aria-label": "Picture" }, image);
  const state = { seconds: moves ? FIRST : 0, isPlaying: false, last: 0, isKnown: !moves };
  /** One picture at a time is asked for; the next one has the newest time. */
  let isAsked = false, isStale = false, drawn = 0;

  async function draw() {
    isStale = true;
    if (isAsked) return;
    isAsked = true;
    while (isStale && element.isConnected) {
      isStale = false;
      if (!state.isKnown) {
        state.isKnown = true;
        state.seconds = await usualTime().catch(() => 0) || state.seconds;
        show();
      }
      const [width, height] = [element.clientWidth, element.clientHeight].map((one) => Math.max(64, Math.min(MOST, Math.floor(one))));
      try {
        const png = await picture(width, height, { seconds: state.seconds, background: isDark ? "dark" : "auto" });
        const old = image.src;
        image.src = URL.createObjectURL(new Blob([png], { type: "image/png" }));
        await image.decode().catch(() => {});
        image.hidden = false;
        if (old) URL.revokeObjectURL(old);
        element.dataset.drawn = String(++drawn);
      } catch (error) {
        // A flash is over, and comes again.
        if (drawn > 0) {
          image.hidden = true;
          continue;
        }
        state.isPlaying = false;
        element.replaceChildren(problem(error));
        break;
      }
    }
    isAsked = false;
    if (state.isPlaying && element.isConnected) requestAnimationFrame(step);
  }

  /** @param {number} now */
  function step(now) {
    if (!state.isPlaying || !element.isConnected) return;
    state.seconds = (state.seconds + Math.min(0.25, (now - state.last) / 1000)) % LENGTH;
    state.last = now;
    show();
    draw();
  }

  const time = el("input", { type: "range", min: "0", max: String(LENGTH), step: "0.01", "aria-label": "Time", oninput: () => { Object.assign(state, { seconds: Number(time.value), isKnown: true }); show(); draw(); } });
  const play = el("button", { "aria-label": "Play", onclick: () => {
    Object.assign(state, { isPlaying: !state.isPlaying, last: performance.now() });
    show();
    if (state.isPlaying) step(performance.now());
  } }, "▶");
  const said = el("output", { class: "soft" });

  function show() {
    time.value = String(state.seconds);
    said.textContent = `${state.seconds.toFixed(2)} s`;
    play.textContent = state.isPlaying ? "❚❚" : "▶";
    play.setAttribute("aria-label", state.isPlaying ? "Stop" : "Play");
  }
  show();
  new ResizeObserver(() => { if (element.isConnected && element.clientWidth > 0) draw(); }).observe(element);
  return moves ? [el("div", { class: "tools" }, play, time, said), element] : [element];
}
