// Shared functions of the page's tests: a web server with the page, a browser, ways to drop files, pictures that are compared.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, readSync, statSync, truncateSync, writeSync, closeSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join, resolve } from "node:path";

const [packages, page_] = process.argv.slice(2);
export const [, , , , command, form] = process.argv;
/** Some files of each sort, and bounds in milliseconds for a machine that others use too. */
export const isShort = form === "short";
export const shots = process.env.SCREENSHOTS;
export const corpus = process.env.ENGINE_ASSETS_CORPUS;
const require = createRequire(join(resolve(packages), "package.json"));
const { chromium } = require("playwright-core");
const axe = require.resolve("axe-core/axe.min.js");

// ---- A web server, with the page in a subfolder
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
/** Files that tests put behind the address, by their names there, and how many bytes of each were asked for. */
export const given = new Map();
export const sent = new Map();
export const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
  const name = path.startsWith("/some/folder/") ? path.slice(13) || "index.html" : "";
  const file = given.get(name) ?? join(resolve(page_), name);
  if (!name || !(given.has(name) || file.startsWith(resolve(page_))) || !existsSync(file)) return response.writeHead(404).end();
  const size = statSync(file).size;
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
  const headers = { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream", "Access-Control-Allow-Origin": "*" };
  const [start, last] = range ? [Number(range[1]), Math.min(Number(range[2]), size - 1)] : [0, size - 1];
  sent.set(name, (sent.get(name) ?? 0) + last + 1 - start);
  const part = Buffer.alloc(last + 1 - start);
  const opened = openSync(file);
  readSync(opened, part, 0, part.length, start);
  closeSync(opened);
  if (!range) return response.writeHead(200, headers).end(part);
  response.writeHead(206, { ...headers, "Content-Range": `bytes ${start}-${last}/${size}` }).end(part);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
export const address = `http://127.0.0.1:${server.address().port}/some/folder/`;

// ---- The browser
export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  // Without a graphics card, the page itself is put together faster on the processor than by SwiftShader, which only draws the 3D view.
  args: [
    "--no-sandbox", "--enable-precise-memory-info", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
    "--disable-gpu-compositing",
  ],
});
export const complaints = [];
/** A page of its own. @param {string} [query] @param {any} [options] @param {string} [base] Where the page is served. */
export async function fresh(query = "", options = {}, base = address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, serviceWorkers: "block", ...options });
  // How long a test waits says nothing about the page: figures are judged by tests that measure them.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`page: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(base) && !url.startsWith("blob:") && !url.startsWith("data:")) complaints.push(`request: ${url}`);
  });
  await page.goto(base + query);
  await page.waitForFunction(() => window.engineAssets);
  return page;
}
export const close = (page) => page.context().close();
/** Waits until all requests are answered and the view is complete. */
export const settled = (page) => page.waitForFunction(() => engineAssets.client.waiting.size === 0 && (engineAssets.open.facts || engineAssets.open.error || engineAssets.open.node?.isFolder) && engineAssets.measured.first > 0);
export async function drop(page, files) {
  await page.evaluate(() => { engineAssets.measured.first = 0; engineAssets.open.facts = engineAssets.open.error = null; });
  await page.setInputFiles("#pick-files", files);
  await settled(page);
}
/** The same in a separate folder, without other files. */
export async function dropInto(page, folder, files) {
  await page.evaluate(() => {
    engineAssets.measured.first = 0;
    engineAssets.open.facts = engineAssets.open.error = null;
    document.getElementById("test-files")?.remove();
    const input = document.createElement("input");
    document.body.append(Object.assign(input, { id: "test-files", type: "file", multiple: true, hidden: true }));
  });
  await page.setInputFiles("#test-files", files);
  await page.evaluate((folder) => {
    const files = [...document.getElementById("test-files").files];
    engineAssets.addAndShow(files.map((file) => ({ path: `${folder}/${file.name}`, blob: file, size: file.size })));
  }, folder);
  await settled(page);
}
/** Drops for real: a DataTransfer with the files. */
export async function dropReally(page, files) {
  const contents = files.map((file) => ({ name: basename(file), content: readFileSync(file).toString("base64") }));
  const transfer = await page.evaluateHandle((contents) => {
    const transfer = new DataTransfer();
    for (const { name, content } of contents) transfer.items.add(new File([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))], name));
    return transfer;
  }, contents);
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  await settled(page);
}
/** Drags a folder of this machine onto the page, as a file manager does. */
export async function dragFolder(page, folder) {
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await browser.send("Input.dispatchDragEvent", { type, x: 400, y: 300, data });
}
export async function shot(page, name) {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`) });
}
export async function accessible(page, what) {
  await page.evaluate(readFileSync(axe, "utf8"));
  const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  const serious = found.violations.filter((one) => ["serious", "critical"].includes(one.impact));
  assert.deepEqual(serious.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).slice(0, 3).join(" ")}`), [], `axe on ${what}`);
}

/** How many times longer than its processor time something takes here: 1 on a machine that is at rest, more where others want it too. At most eight, where nothing can be said any more. */
function contention() {
  const [since, before] = [performance.now(), process.cpuUsage()];
  const used = () => { const { user, system } = process.cpuUsage(before); return (user + system) / 1000; };
  while (used() < 150);
  return Math.min(8, Math.max(1, (performance.now() - since) / used()));
}

/**
 * What bounds in milliseconds are multiplied by. They are for a machine at rest, where the long form runs. The short form runs on machines of any
 * speed next to other work: four times a bound still shows work that grows faster than its file.
 */
export const slower = () => contention() * (isShort ? 4 : 1);

/** The least of the milliseconds that something takes, each over how much slower the machine was then: of three in the long form. @param {() => Promise<number>} measure */
export async function least(measure) {
  const found = [];
  for (let time = 0; time < (isShort ? 1 : 3); time++) {
    const before = slower();
    const taken = await measure();
    const stretched = (before + slower()) / 2;
    found.push({ taken, stretched, atRest: taken / stretched });
  }
  return found.sort((a, b) => a.atRest - b.atRest)[0];
}

// ---- Pictures
/** Covered pixels of a picture: of the viewer, and of the renderer without a graphics card. */
export const compare = (page) => page.evaluate(async () => {
  const { client, open } = engineAssets;
  const viewer = engineAssets.viewer;
  if (viewer.action) viewer.choose(null);
  // Shadows on the ground are no part of outlines.
  const { plane } = viewer.ground;
  const wasVisible = plane.visible;
  plane.visible = false;
  viewer.draw();
  const mask = async (image, isEmpty) => {
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
    const set = new Uint8Array(width * height);
    let [left, right, top, bottom, count] = [width, -1, height, -1, 0];
    for (let at = 0; at < set.length; at++) {
      // Backgrounds are even from the left to the right, and may be darker at the lower edge.
      const row = (at - at % width) * 4;
      const is = !isEmpty(data.subarray(at * 4, at * 4 + 4), data.subarray(row, row + 4));
      set[at] = Number(is);
      if (!is) continue;
      count += 1;
      const [x, y] = [at % width, Math.floor(at / width)];
      left = Math.min(left, x); right = Math.max(right, x); top = Math.min(top, y); bottom = Math.max(bottom, y);
    }
    return { set, width, height, left, right, top, bottom, count };
  };
  const own = await mask(viewer.canvas, (pixel) => pixel[3] < 8);
  plane.visible = wasVisible;
  const png = await client.call("", "picture", open.node.file, open.node.entry, 512, 512);
  const bitmap = await createImageBitmap(new Blob([png], { type: "image/png" }));
  const drawn = await mask(bitmap, (pixel, ground) => pixel.every((one, index) => Math.abs(one - ground[index]) < 3));
  // Both outlines scaled to one box. A cell is covered if a pixel in it is: lines would be missed between the middles of cells.
  // Of lines, which are a pixel wide in one and a little more in the other, cells are larger: by a pixel they are in one or in the next.
  const GRID = viewer.lines.length > 0 ? 32 : 96;
  const cells = ({ set, width, left, right, top, bottom }) => {
    const edges = (first, last) => Array.from({ length: GRID + 1 }, (_, edge) => Math.floor(first + edge * (last + 1 - first) / GRID));
    const [columns, rows] = [edges(left, right), edges(top, bottom)];
    const some = (from, to, is) => { for (let at = from; at < Math.max(to, from + 1); at++) if (is(at)) return true; return false; };
    return Array.from({ length: GRID * GRID }, (_, cell) => {
      const [column, row] = [cell % GRID, Math.floor(cell / GRID)];
      return some(rows[row], rows[row + 1], (y) => some(columns[column], columns[column + 1], (x) => set[y * width + x] === 1));
    });
  };
  const [a, b] = [cells(own), cells(drawn)];
  const both = a.filter((is, cell) => is && b[cell]).length;
  const any = a.filter((is, cell) => is || b[cell]).length;
  return { count: own.count, drawn: drawn.count, overlap: any ? both / any : 1 };
});
export const pixels = (page) => page.evaluate(() => { engineAssets.viewer.draw(); return engineAssets.viewer.canvas.toDataURL(); });

// ---- Files
/** The sample model with a bounding box that is wrong: it is behind the parts, before the middles of two geometries. */
export function wrongBounds(samples) {
  const bytes = Buffer.from(readFileSync(join(samples, "Character.mdl")));
  bytes.writeFloatLE(-9, bytes.length - 48);
  return bytes;
}
/** The same with a triangle that leads to a missing vertex. */
export function wrongTriangle(samples) {
  const bytes = wrongBounds(samples);
  const sizes = [4, 4, 8, 12, 16, 4, 4];
  let at = 8;
  for (let buffer = bytes.readUInt32LE(4); buffer > 0; buffer--) {
    const [count, elements] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
    const types = Array.from({ length: elements }, (_, index) => bytes[at + 8 + 4 * index]);
    at += 8 + 4 * elements + 8 + count * types.reduce((sum, type) => sum + sizes[type], 0);
  }
  bytes.writeUInt16LE(60_000, at + 12);
  return bytes;
}
/** Output of the command line for files, one line each. */
export function validate(...paths) {
  const made = spawnSync(command, ["validate", "--json", "--quiet", ...paths], { maxBuffer: 1 << 28, encoding: "utf8" });
  return made.stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}
/** Its output for the corpus. */
export function known() {
  const some = ["urho/engine", "urho/pak", "urho/synth", "urho/crafted", "urho/asc/as-2.31.2", "urho/shader-from-spec", "udm/synth", "zed", "rbfx-written/animations", "urho-scene/engine-written", "pragma-scene/materials"];
  const folders = (isShort ? some : ["urho", "udm/pragma", "udm/synth", "zed", "gltf/valid", "rbfx-written", "urho-scene", "pragma-scene"]).map((folder) => join(corpus, folder)).filter(existsSync);
  return validate(...folders);
}
/** The same files, each alone with its side files in a folder, out of their projects: what they name is then looked for by neither. */
export function alone(lines) {
  const folder = mkdtempSync(join(tmpdir(), "engine-assets-web-"));
  const copies = lines.map(({ file }, index) => {
    const own = join(folder, String(index));
    mkdirSync(own);
    for (const one of withSide(file)) copyFileSync(one, join(own, basename(one)));
    return join(own, basename(file));
  });
  const said = new Map(validate(folder).map((line) => [line.file, line]));
  return copies.map((file, index) => ({ ...said.get(file), file, from: lines[index].file }));
}
/** The side files of a file, which go along. */
export const withSide = (file) => [file, ...["xml", "json"].map((end) => file.replace(/\.[^.]*$/, `.${end}`)).filter((side) => side !== file && existsSync(side))];
/** A package of many entries whose data is nothing. */
export function large(path, count, bytes) {
  const parts = [];
  const names = Array.from({ length: count }, (_, index) => `Data/Folder${String(index % 400).padStart(3, "0")}/Entry_${String(index).padStart(6, "0")}.xml\0`);
  const directory = 12 + names.reduce((sum, name) => sum + name.length + 12, 0);
  const head = Buffer.alloc(12);
  head.write("UPAK");
  head.writeUInt32LE(count, 4);
  parts.push(head);
  names.forEach((name, index) => {
    const record = Buffer.alloc(name.length + 12);
    record.write(name, "latin1");
    record.writeUInt32LE(directory + index * bytes, name.length);
    record.writeUInt32LE(bytes, name.length + 4);
    parts.push(record);
  });
  const file = openSync(path, "w");
  writeSync(file, Buffer.concat(parts));
  closeSync(file);
  truncateSync(path, directory + count * bytes);
}

