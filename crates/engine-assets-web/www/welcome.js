// The first screen: what this is, how to open files, and samples.

import { keys, links } from "./help.js";
import { icon } from "./kinds.js";
import { base, el } from "./util.js";

/** Files of the fox and of its surroundings. */
const FOX = ["Models/Fox.mdl", "Models/Fox.txt", "Models/Fox_Trot.ani", "Materials/Fox.xml", "Techniques/DiffVCol.xml", "Textures/Fox.tga"];
const AROUND = ["Models/Island.mdl", "Models/Pine.mdl", "Models/Stone.mdl", "Materials/Painted.xml", "Techniques/NoTextureVCol.xml"];

export const SAMPLES = [
  { label: "A character", what: "Model, bones, animation, morphs", icon: "model", open: "Models/Fox.mdl", clip: "Fox_Trot", files: FOX },
  { label: "A scene", what: "Models, materials, light", icon: "scene", open: "Scenes/Clearing.xml", clip: "", files: ["Scenes/Clearing.xml", ...FOX, ...AROUND] },
  { label: "A package", what: "Files in a .pak", icon: "package", open: "Character.pak", clip: "", files: ["Character.pak"] },
  { label: "A document", what: "UDM: look inside, change a value", icon: "document", open: "Room.udm_b", clip: "", files: ["Room.udm_b"] },
];

/** The screen. @param {string | null} wanted Path of the file that was open. @param {(sample: typeof SAMPLES[number]) => void} open */
export function welcome(wanted, open) {
  const [, scene] = SAMPLES;
  const picture = el("button", { class: "quiet welcome-picture", title: "Open this scene", onclick: () => open(scene) }, el("img", { src: "clearing.webp", width: 480, height: 320, alt: "A scene of the samples: a fox among pines" }));
  return el("div", { class: "welcome" }, el("div", {}, picture, el("div", { class: "welcome-text" },
    el("p", { class: "lead" }, "Drop models, packages, documents or whole folders of Urho3D, U3D, rbfx, Pragma or ZED here to see, check and convert them."),
    el("p", {}, "engine-assets shows the files of these engines, checks them as the engines read them, and converts them to glTF and back. Nothing is sent anywhere: files are read by this page, in your browser."),
    wanted ? el("p", {}, `${base(wanted)} was open here: drop it again to go on.`) : null,
    el("h2", {}, "Try a sample:"),
    el("div", { class: "samples" }, ...SAMPLES.map((sample) => el("button", { onclick: () => open(sample) }, icon(sample.icon), el("span", {}, el("strong", {}, sample.label), el("span", { class: "small" }, sample.what))))),
    el("details", { class: "small" }, el("summary", {}, "Keys"), keys()),
    links())));
}
