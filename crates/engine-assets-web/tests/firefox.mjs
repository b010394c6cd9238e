// Tests of the page in Firefox: `node tests/firefox.mjs PAGE`. PAGE is the built page, FIREFOX the browser. No driver is needed: the page tells this server what it shows.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";

const page = resolve(process.argv[2]);
const firefox = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
/** Milliseconds until everything has to be told, also on a machine that others use. */
const LONGEST = 240_000;

/** What the page does, in the browser: it can use nothing from here. */
async function scenario() {
  const until = async (/** @type {() => any} */ is) => {
    for (const since = performance.now(); !is(); await new Promise((done) => setTimeout(done, 50))) if (performance.now() - since > 100_000) throw new Error(`waited too long for ${is}`);
  };
  const { engineAssets } = /** @type {any} */ (window);
  const click = (/** @type {string} */ label) => /** @type {HTMLElement} */ ([...document.querySelectorAll("button")].find((one) => one.textContent?.includes(label))).click();
  const told = { samples: document.querySelectorAll(".samples button").length };
  click("A character");
  await until(() => engineAssets.measured.first > 0 && document.querySelector("#glance dt, .drawn img"));
  Object.assign(told, { format: engineAssets.open.facts.format, facts: document.getElementById("glance")?.textContent ?? "", hasView: Boolean(engineAssets.viewer) });
  if (engineAssets.viewer) {
    const { viewer } = engineAssets;
    viewer.draw();
    const canvas = new OffscreenCanvas(64, 64);
    const context = /** @type {any} */ (canvas.getContext("2d"));
    context.drawImage(viewer.canvas, 0, 0, 64, 64);
    Object.assign(told, { covered: context.getImageData(0, 0, 64, 64).data.filter((/** @type {number} */ one, /** @type {number} */ at) => at % 4 === 3 && one > 200).length });
  }
  const png = await engineAssets.client.call("", "picture", engineAssets.open.node.file, -1, 64, 64);
  Object.assign(told, { png: String.fromCharCode(...png.subarray(1, 4)) });
  engineAssets.tree.on.open(engineAssets.tree.find("Materials/Fox.xml"));
  await until(() => engineAssets.open.facts?.format === "urho-material");
  return told;
}

const script = `const wait = setInterval(async () => {
  if (!window.engineAssets) return;
  clearInterval(wait);
  const told = await (${scenario})().catch((error) => ({ error: String(error) }));
  await fetch("told", { method: "POST", body: JSON.stringify(told) });
}, 50);
addEventListener("error", (event) => fetch("told", { method: "POST", body: JSON.stringify({ error: event.message }) }));`;

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".webp": "image/webp" };
const profile = mkdtempSync(join(tmpdir(), "engine-assets-firefox-"));
let /** @type {(told: any) => void} */ tell = () => {};
const answer = new Promise((done, failed) => {
  tell = done;
  setTimeout(() => failed(new Error(`nothing was told within ${LONGEST / 1000} seconds`)), LONGEST).unref();
});
const server = createServer((request, response) => {
  const name = decodeURIComponent(new URL(request.url ?? "", "http://x").pathname).slice(1) || "index.html";
  if (name === "told") {
    let text = "";
    request.on("data", (part) => { text += part; });
    return request.on("end", () => { response.end(); tell(JSON.parse(text)); });
  }
  const file = join(page, name);
  const content = name === "scenario.js" ? script : name === "index.html" ? readFileSync(file, "utf8").replace("</head>", '<script type="module" src="scenario.js"></script></head>')
    : file.startsWith(page) && existsSync(file) ? readFileSync(file) : null;
  if (content === null) return response.writeHead(404).end();
  response.writeHead(200, { "Content-Type": TYPES[/** @type {keyof typeof TYPES} */ (extname(name))] ?? "application/octet-stream" }).end(content);
});
await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
const address = /** @type {any} */ (server.address());
const browser = spawn(firefox, ["--headless", "--no-remote", "--profile", profile, `http://127.0.0.1:${address.port}/`], { stdio: "ignore" });
const told = await answer.finally(async () => {
  const ended = new Promise((done) => browser.once("exit", done));
  browser.kill();
  await ended;
  server.close();
  server.closeAllConnections();
  rmSync(profile, { recursive: true, force: true });
});
assert.equal(told.error, undefined);
assert.equal(told.samples, 4);
assert.equal(told.format, "urho-mdl");
assert.equal(told.png, "PNG");
// Without a graphics card Firefox may have no WebGL: the library draws then.
if (told.hasView) {
  assert.match(told.facts, /Triangles4,236.*Bones17.*Fox_Trot/);
  assert.ok(told.covered > 300, `${told.covered} of 4,096 pixels are covered`);
}
console.log(`firefox: ok, ${told.hasView ? "with" : "without"} WebGL`);
