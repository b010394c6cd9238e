// Changes of animations that are made as a file is saved: speed, direction, a part, a closed loop.

import { el, shownName } from "./util.js";

/** An animation: its name and its length in seconds. @typedef {{ name: string, length: number }} Clip */

/** @param {any[]} animations Animations as three.js has them. @returns {Clip[]} */
export const clipsOf = (animations) => animations.map(({ name, duration }) => ({ name, length: duration }));

/** The number in a field; `null` if it is empty. @param {any} field */
const number = (field) => field.value === "" || !Number.isFinite(field.valueAsNumber) ? null : field.valueAsNumber;

/**
 * The choices for the animations of a file, and the options of a conversion that they stand for.
 * @param {Clip[]} clips
 */
export function motionSection(clips) {
  if (clips.length === 0) return { element: null, chosen: () => ({}) };
  const field = (/** @type {string} */ id, /** @type {any} */ properties) => el("input", { id, type: "number", step: "any", ...properties });
  const which = el("select", { id: "motion-which", onchange: () => showLength() }, el("option", { value: "" }, "all animations"), ...clips.map(({ name }) => el("option", { value: name }, shownName(name))));
  const speed = field("motion-speed", { min: "0.01", placeholder: "1" }), fps = field("motion-fps", { min: "1", placeholder: "as they are" }), loop = field("motion-loop", { min: "1", step: "1", placeholder: "0" });
  const from = field("motion-from", { min: "0", placeholder: "0" }), to = field("motion-to", { min: "0" });
  const flags = Object.entries({ reverse: "Backwards", mirror: "Left and right swapped", in_place: "In place: without the way over the ground" }).map(([name, label]) => ({ name, label, box: el("input", { type: "checkbox", id: `motion-${name}` }) }));
  const line = (/** @type {any} */ input, /** @type {string} */ label) => el("div", { class: "line" }, el("label", { for: input.id, style: "min-width:9em" }, label), input);
  const part = el("div", { class: "lines" }, line(from, "From second"), line(to, "To second"));

  /** A part is taken of one animation. */
  function showLength() {
    const clip = clips.length === 1 ? clips[0] : clips.find(({ name }) => name === which.value);
    part.hidden = !clip;
    if (clip) to.placeholder = clip.length.toFixed(2);
    else from.value = to.value = "";
  }
  showLength();

  function chosen() {
    const clip = clips.length === 1 ? clips[0] : clips.find(({ name }) => name === which.value);
    const [start, end] = [number(from), number(to)];
    const motion = {
      speed: number(speed), fps: number(fps), close_loop: number(loop), ...Object.fromEntries(flags.map(({ name, box }) => [name, box.checked])),
      clip: clip && (start !== null || end !== null) ? { name: clip.name, from: start ?? 0, to: end ?? clip.length } : null,
    };
    return { animation: which.value, motion };
  }

  const element = el("details", { class: "motion" }, el("summary", {}, "Changes of animations"), el("div", { class: "lines" }, line(which, "Include"), line(speed, "Speed"), line(fps, "Frames per second"), line(loop, "Close the loop over frames"),
    ...flags.map(({ label, box }) => el("div", { class: "line" }, box, el("label", { for: box.id }, label)))), part);
  return { element, chosen };
}
