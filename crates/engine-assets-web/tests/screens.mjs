// Makes the pictures of the page in `docs/pictures`: `node tests/screens.mjs PACKAGES PAGE - - OUT`. PACKAGES and PAGE are as for the tests, OUT is the folder.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { browser, close, dragFolder, dropInto, fresh, server, settled } from "./browser.mjs";

const samples = join(resolve(process.argv[3]), "samples");
const out = resolve(process.argv[6]);
const [light, dark] = ["light", "dark"].map((colorScheme) => ({ viewport: { width: 1120, height: 700 }, colorScheme }));
const phone = { viewport: { width: 400, height: 800 }, colorScheme: "light" };

/** Writes the page as WebP. */
async function shot(page, name) {
  await page.waitForTimeout(800);
  const png = (await page.screenshot()).toString("base64");
  const webp = await page.evaluate(async (png) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d").drawImage(image, 0, 0);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp", quality: 0.86 })).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  }, png);
  writeFileSync(join(out, `${name}.webp`), Buffer.from(webp, "base64"));
  console.log(name);
}

/** A page with a sample of the first screen. */
async function sample(name, options) {
  const page = await fresh("", options);
  await page.click(`text=${name}`);
  await settled(page);
  return page;
}

/** Opens a file that is on the page. */
async function open(page, end) {
  await page.evaluate((end) => {
    engineAssets.measured.first = 0;
    engineAssets.open.facts = engineAssets.open.error = null;
    const node = [...engineAssets.tree.all()].find((one) => !one.isFolder && one.path.endsWith(end));
    engineAssets.tree.reveal(node);
    engineAssets.tree.on.open(node);
  }, end);
  await settled(page);
}

/** @type {Record<string, () => Promise<any>>} */
const screens = {
  "page-empty-light": () => fresh("", light),
  "page-fox-light": async () => {
    const page = await sample("A character", light);
    await page.click("role=tab[name=Parts]");
    return page;
  },
  "page-fox-phone": () => sample("A character", phone),
  "page-clearing-dark": () => sample("A scene", dark),
  "page-package-phone": () => sample("A package", phone),
  "page-udm-light": () => sample("A document", light),
  "page-broken-dark": async () => {
    const file = join(mkdtempSync(join(tmpdir(), "engine-assets-web-")), "Broken.mdl");
    writeFileSync(file, readFileSync(join(samples, "Character.mdl")).subarray(0, 3000));
    const page = await fresh("", dark);
    await dropInto(page, "Broken", [file]);
    return page;
  },
  "page-material-light": async () => {
    const page = await sample("A scene", light);
    await open(page, "Materials/Fox.xml");
    return page;
  },
  "page-folder-dark": async () => {
    const page = await fresh("", dark);
    await dragFolder(page, samples);
    await page.waitForFunction(() => engineAssets.tree.files > 20 && engineAssets.client.waiting.size === 0);
    await page.click("#tree .row >> nth=0");
    await page.click(".kinds button:has-text('Models')");
    await page.waitForSelector(".cell img");
    await page.waitForTimeout(8000);
    return page;
  },
};

const only = process.env.ONLY?.split("|");
for (const [name, show] of Object.entries(screens)) {
  if (only && !only.includes(name)) continue;
  const page = await show();
  await shot(page, name);
  await close(page);
}
await browser.close();
server.close();
