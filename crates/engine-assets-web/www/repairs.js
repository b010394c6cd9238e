// Repairs: chosen by their findings or by their names, compared before they are saved.

import { counted, el, shownName } from "./util.js";

/** Changes of a repair that are listed. */
const MOST = 5;

/** @typedef {{ name: string, description: string, changes: import("./client.js").Finding[], fixes: number[] }} Repair */
/** @typedef {{ save: (repairs: string[]) => void, compare: (repairs: string[]) => void }} On */

/** Buttons that save or compare with the chosen repairs; without any they do nothing. @param {Set<string>} chosen @param {On} on */
function actions(chosen, on) {
  const count = el("span", { class: "soft", role: "status" });
  const compare = el("button", { onclick: () => on.compare([...chosen]) }, "Compare");
  const save = el("button", { onclick: () => on.save([...chosen]) }, "Repaired file");
  const update = () => {
    save.disabled = compare.disabled = chosen.size === 0;
    count.textContent = chosen.size === 0 ? "No repair is chosen" : `${counted(chosen.size, "repair")} chosen`;
  };
  update();
  return { element: el("div", { class: "line repair-line" }, save, compare, count), update };
}

/** @param {Set<string>} chosen @param {string[]} names @param {boolean} isChosen */
const choose = (chosen, names, isChosen) => names.forEach((name) => isChosen ? chosen.add(name) : chosen.delete(name));

/** The repairs that change the file, with their changes. @param {any} facts @param {Set<string>} chosen @param {On} on */
export function repairSection(facts, chosen, on) {
  const /** @type {Repair[]} */ repairs = facts.repairs ?? [];
  if (repairs.length === 0) return facts.format === "urho-mdl" ? [el("h2", {}, "Repairs"), el("p", { class: "soft" }, "Nothing in this file needs a repair.")] : [];
  const bar = actions(chosen, on);
  const lines = repairs.map((repair) => {
    const box = el("input", { type: "checkbox", id: `repair-${repair.name}`, checked: chosen.has(repair.name), onchange: () => { choose(chosen, [repair.name], box.checked); bar.update(); } });
    const changes = repair.changes.slice(0, MOST).map((one) => el("li", {}, shownName(`${one.path}: ${one.message}`)));
    const more = repair.changes.length > MOST ? el("li", {}, `${counted(repair.changes.length - MOST, "more change")}`) : null;
    return el("div", { class: "line" }, box, el("div", { class: "text" }, el("label", { for: box.id }, repair.name, el("span", { class: "soft" }, ` ${repair.description}`)), el("ul", { class: "changes soft" }, ...changes, more)));
  });
  return [el("h2", {}, "Repairs that change this file"), el("div", { class: "lines" }, ...lines), bar.element];
}

/** Boxes that choose the repairs of findings, and the actions below them. @param {any} facts @param {Set<string>} chosen @param {On} on */
export function repairChoices(facts, chosen, on) {
  const /** @type {Repair[]} */ repairs = facts?.repairs ?? [];
  if (!repairs.some((one) => one.fixes?.length)) return { fix: () => null, bar: [] };
  const bar = actions(chosen, on);
  /** @type {{ box: any, names: string[] }[]} */
  const boxes = [];
  const fix = (/** @type {any} */ finding) => {
    const names = repairs.filter((one) => one.fixes.includes(facts.findings.indexOf(finding))).map((one) => one.name).slice(0, 1);
    if (names.length === 0) return null;
    const box = el("input", { type: "checkbox", checked: chosen.has(names[0]), onchange: () => {
      choose(chosen, names, box.checked);
      for (const other of boxes) other.box.checked = other.names.every((name) => chosen.has(name));
      bar.update();
    } });
    boxes.push({ box, names });
    return el("label", { class: "fix" }, box, " Repair", el("span", { class: "soft" }, ` ${names[0]}`));
  };
  return { fix, bar: [bar.element] };
}
