// Puts the page together: `node build.mjs PACKAGES BOUND OUT`. PACKAGES is the folder with `node_modules`, BOUND that with the wasm and its
// JavaScript.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/** Bytes of the wasm, gzipped. */
const LARGEST = 1_750_000;

const [packages, bound, out] = process.argv.slice(2);
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

const wasm = join(bound, "engine_assets_bg.wasm");
const small = join(out, "engine_assets_bg.wasm");
const features = ["bulk-memory", "mutable-globals", "nontrapping-float-to-int", "sign-ext", "reference-types", "multivalue"];
const options = ["-Os", ...features.map((feature) => `--enable-${feature}`)];
execFileSync(process.execPath, [join(packages, "node_modules/binaryen/bin/wasm-opt"), ...options, wasm, "-o", small], { stdio: "inherit" });
const packed = gzipSync(readFileSync(small), { level: 9 }).length;
const licence = { three: "LICENSE", "client-zip": "LICENSE.txt" };
const notices = Object.entries(licence).map(([name, file]) => `${name}\n\n${readFileSync(join(packages, "node_modules", name, file), "utf8")}`);
writeFileSync(join(out, "LICENSES.txt"), notices.join("\n\n"));
console.log(`${out}: wasm of ${readFileSync(small).length} bytes, ${packed} gzipped`);
if (packed > LARGEST) {
  console.error(`expected a wasm of at most ${LARGEST} bytes gzipped`);
  process.exit(1);
}
