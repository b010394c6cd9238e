// The first screen: how to open files, and samples.

import { base, el, icon } from "./util.js";

/** Files of the fox and of its surroundings. */
const FOX = ["Models/Fox.mdl", "Models/Fox.txt", "Models/Fox_Trot.ani", "Materials/Fox.xml", "Techniques/DiffVCol.xml", "Textures/Fox.tga"];
const AROUND = ["Models/Island.mdl", "Models/Pine.mdl", "Models/Stone.mdl", "Materials/Painted.xml", "Techniques/NoTextureVCol.xml"];

export const SAMPLES = [
  { label: "A character", what: "Model, bones, animation, morphs", icon: "model", open: "Models/Fox.mdl", clip: "Fox_Trot", files: FOX },
  { label: "A scene", what: "Models, materials, light", icon: "scene", open: "Scenes/Clearing.xml", clip: "", files: ["Scenes/Clearing.xml", ...FOX, ...AROUND] },
  { label: "A package", what: "Files in a .pak", icon: "package", open: "Character.pak", clip: "", files: ["Character.pak"] },
  { label: "A document", what: "UDM: look inside, change a value", icon: "document", open: "Room.udm_b", clip: "", files: ["Room.udm_b"] },
];

/** What keys do. @type {[string, string][]} */
const KEYS = [["Space", "play and stop"], ["F", "frame the selection or everything"], ["R", "look from the other side"], ["H I A", "hide, isolate, show all"], ["/", "search files"], ["Enter", "open or change"], ["Delete", "close a file"], ["Ctrl+Z Ctrl+Y", "undo and redo"]];

/** A page of the project. @param {string} path @param {string} label */
const link = (path, label) => el("a", { href: `https://github.com/engine-assets/engine-assets${path ? `/blob/main/${path}` : ""}` }, label);

/** The screen. @param {string | null} wanted Path of the file that was open. @param {(sample: typeof SAMPLES[number]) => void} open */
export function welcome(wanted, open) {
  return el("div", { class: "welcome" }, el("div", {},
    el("p", { class: "lead" }, "Drop models, packages, documents or whole folders of Urho3D, U3D, rbfx, Pragma or ZED here to see, check and convert them."),
    el("p", {}, "engine-assets shows the files of these engines, checks them as the engines read them, and converts them to glTF and back. Nothing is sent anywhere: files are read by this page, in your browser."),
    wanted ? el("p", {}, `${base(wanted)} was open here: drop it again to go on.`) : null,
    el("h2", {}, "Try a sample:"),
    el("div", { class: "samples" }, ...SAMPLES.map((sample) => el("button", { onclick: () => open(sample) }, icon(sample.icon), el("strong", {}, sample.label), el("span", { class: "small" }, sample.what)))),
    el("details", { class: "small" }, el("summary", {}, "Keys"), el("dl", { class: "keys" }, ...KEYS.flatMap(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)]))),
    el("p", { class: "small" }, link("site/guide/look.md", "Guide"), " · ", link("site/formats.md", "Formats"), " · ", link("", "Source"))));
}
