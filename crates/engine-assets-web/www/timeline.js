// The animation: which, and when.

import { el, shownName } from "./util.js";

/** Triggers of an animation file in the model's folder. @param {import("./client.js").Client} client @param {import("./tree.js").Node} model @param {string} name */
export async function triggersOf(client, model, name) {
  const siblings = model.parent?.children?.values() ?? [];
  const file = [...siblings].find((one) => one.name.toLowerCase() === `${name}.ani`.toLowerCase());
  if (!file) return [];
  const facts = await client.call("Reading triggers", "open", file.file, file.entry).catch(() => null);
  return facts?.summary?.triggers ?? [];
}

/**
 * Shows the timeline of a viewer.
 * @param {HTMLElement} element
 * @param {import("./viewer.js").Viewer} viewer
 * @param {{ changed: () => void, triggers: (name: string) => Promise<{ time: number, type: string, value: string }[]> }} on
 */
export function timeline(element, viewer, on) {
  const clips = viewer.shown?.animations ?? [];
  element.hidden = clips.length === 0;
  if (clips.length === 0) return { update() {}, choose() {}, toggle() {} };
  const length = () => viewer.action?.getClip().duration ?? 0;
  const list = el("select", { "aria-label": "Animation", onchange: () => choose(list.value) },
    el("option", { value: "" }, "Rest pose"),
    ...clips.map((/** @type {any} */ clip) => el("option", { value: clip.name }, shownName(clip.name || "unnamed"))));
  const play = el("button", { title: "Play or pause (space)", "aria-label": "Play", onclick: () => toggle() }, "▶");
  const range = el("input", { type: "range", min: "0", max: "1", step: "any", value: "0", "aria-label": "Time",
    oninput: () => { viewer.play(false); viewer.seek(Number(range.value)); update(); on.changed(); } });
  const marks = el("span", { "aria-hidden": "true" });
  const time = el("output", { "aria-label": "Time of length" });
  const speed = el("select", { "aria-label": "Speed", onchange: () => { viewer.speed = Number(speed.value); } },
    ...[0.1, 0.25, 0.5, 1, 1.5, 2].map((one) => el("option", { value: String(one), selected: one === viewer.speed }, `${one}×`)));
  const loop = el("button", { "aria-pressed": String(viewer.loops), title: "Play over and over", onclick: () => {
    viewer.loops = !viewer.loops;
    loop.setAttribute("aria-pressed", String(viewer.loops));
  } }, "Loop");

  function update() {
    range.max = String(length() || 1);
    range.value = String(viewer.time);
    range.setAttribute("aria-valuetext", `${viewer.time.toFixed(2)} seconds`);
    time.textContent = `${viewer.time.toFixed(2)} / ${length().toFixed(2)} s`;
    play.textContent = viewer.isPlaying ? "❚❚" : "▶";
    play.setAttribute("aria-label", viewer.isPlaying ? "Pause" : "Play");
    for (const one of [play, range, speed, loop]) one.disabled = !viewer.action;
  }

  /** @param {string} name @param {number} [at] */
  async function choose(name, at = 0) {
    viewer.choose(name || null);
    list.value = viewer.action ? name : "";
    viewer.seek(at);
    marks.replaceChildren();
    update();
    on.changed();
    if (!viewer.action) return;
    const triggers = await on.triggers(name);
    if (list.value !== name) return;
    marks.replaceChildren(...triggers.map((one) => el("span", {
      class: "trigger", style: `left:${100 * one.time / (length() || 1)}%`, title: `${one.time} s: ${one.type} ${one.value}`,
    })));
  }

  function toggle() {
    if (!viewer.action && clips.length > 0) choose(clips[0].name);
    viewer.play(!viewer.isPlaying);
    update();
    on.changed();
  }

  element.replaceChildren(list, play, el("span", { class: "track" }, marks, range), time, speed, loop);
  update();
  return { update, choose, toggle };
}
