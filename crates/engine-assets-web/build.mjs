// Puts the page together: `node build.mjs PACKAGES BOUND OUT [quick]`. PACKAGES is the folder with `node_modules`, BOUND that with the wasm and its
// JavaScript. With `quick` the wasm stays as it is: for tests.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

import { named, withoutUnused, withoutPlaces } from "./shrink.mjs";

/** Bytes of the wasm, gzipped: what is downloaded. */
const LARGEST = 1_500_000;

const [packages, bound, out, effort] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(join(resolve(packages), "package.json"));
const esbuild = require("esbuild");

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await esbuild.build({
  absWorkingDir: here,
  entryPoints: ["www/main.js", "www/worker.js"],
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  outdir: resolve(out),
  nodePaths: [join(resolve(packages), "node_modules")],
  alias: { "engine-assets-wasm": join(resolve(bound), "engine_assets.js") },
  logLevel: "warning",
});
for (const file of ["index.html", "style.css"]) cpSync(join(here, "www", file), join(out, file));
cpSync(join(here, "../engine-assets-cli/samples"), join(out, "samples"), { recursive: true });

const raw = join(bound, "engine_assets_bg.wasm");
const wasm = readFileSync(effort === "quick" ? raw : await shrink());
// Packed here and unpacked by the page, whatever the server does; zopfli finds what gzip doesn't.
const packed = effort === "quick" ? gzipSync(wasm) : await require("@gfx/zopfli").gzipAsync(wasm, { numiterations: 10 });
writeFileSync(join(out, "engine_assets.wasm.gz"), packed);
const licence = { three: "LICENSE", "client-zip": "LICENSE.txt" };
const notices = Object.entries(licence).map(([name, file]) => `${name}\n\n${readFileSync(join(packages, "node_modules", name, file), "utf8")}`);
writeFileSync(join(out, "LICENSES.txt"), notices.join("\n\n"));
console.log(`${out}: wasm of ${wasm.length} bytes, ${packed.length} gzipped`);
if (effort !== "quick" && packed.length > LARGEST) {
  console.error(`expected a wasm of at most ${LARGEST} bytes gzipped`);
  process.exit(1);
}

/** The compiler has made the code small; what is left is to make it compress well. Returns the file. */
async function shrink() {
  const small = join(bound, "engine_assets_small.wasm");
  const features = ["bulk-memory", "mutable-globals", "nontrapping-float-to-int", "sign-ext", "reference-types", "multivalue"];
  const optimizer = join(packages, "node_modules/binaryen/bin/wasm-opt");
  const optimize = (/** @type {string[]} */ ...passes) =>
    execFileSync(process.execPath, [optimizer, ...features.map((feature) => `--enable-${feature}`), small, ...passes, "-o", small], { stdio: "inherit" });
  const { default: binaryen } = await import(pathToFileURL(require.resolve("binaryen")).href);
  withoutUnused(binaryen, raw, small);
  optimize("--dae-optimizing", "--remove-unused-module-elements", "--duplicate-function-elimination", "--merge-similar-functions",
    "--coalesce-locals", "--reorder-locals", "--vacuum", "--duplicate-function-elimination", "--remove-unused-module-elements");
  withoutPlaces(small);
  named(small);
  optimize("--reorder-functions-by-name", "--strip-debug");
  return small;
}
