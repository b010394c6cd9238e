// Puts the page together: `node build.mjs PACKAGES BOUND OUT [FORM]`. PACKAGES is the folder with `node_modules`, BOUND the folder with the wasm and its
// JavaScript. FORM `plain` leaves out the optimizer, which takes minutes: for tests.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const [packages, bound, out, form = "optimized"] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(join(resolve(packages), "package.json"));
const esbuild = require("esbuild");

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const built = join(bound, "engine_assets_bg.wasm");

/** The wasm, smaller. */
function optimized() {
  const smaller = join(bound, "engine_assets_optimized.wasm");
  const features = ["bulk-memory", "mutable-globals", "nontrapping-float-to-int", "sign-ext", "reference-types", "multivalue"];
  const optimizer = join(packages, "node_modules/binaryen/bin/wasm-opt");
  const options = [...features.map((feature) => `--enable-${feature}`), "-Os", "--strip-debug", built, "-o", smaller];
  execFileSync(process.execPath, [optimizer, ...options], { stdio: "inherit" });
  return smaller;
}

const wasm = readFileSync(form === "plain" ? built : optimized());
// The package of npm, which the page is made with.
const packed = gzipSync(wasm, { level: 9 });
const npm = resolve(out, "../package");
rmSync(npm, { recursive: true, force: true });
cpSync(join(here, "npm"), npm, { recursive: true });
cpSync(join(bound, "engine_assets.js"), join(npm, "engine_assets.js"));
writeFileSync(join(npm, "engine_assets_bg.wasm"), wasm);
for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(join(here, "../..", file), join(npm, file));
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
const readme = readFileSync(join(npm, "README.md"), "utf8");
writeFileSync(join(npm, "README.md"), readme.replace("@SIZE@", megabytes(wasm.length)).replace("@PACKED@", megabytes(packed.length)));

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
  alias: { "engine-assets/session": join(npm, "session.js") },
  logLevel: "warning",
});
for (const file of ["index.html", "policy.js", "clearing.webp"]) cpSync(join(here, "www", file), join(out, file));
// The page has the colours of the reports of the command.
writeFileSync(join(out, "style.css"), ["../engine-assets-cli/src/style/palette.css", "www/style.css"].map((file) => readFileSync(join(here, file), "utf8")).join(""));
cpSync(join(here, "../engine-assets-cli/samples"), join(out, "samples"), { recursive: true });

// Compressed here and decompressed by the page, whether the server compresses or not.
writeFileSync(join(out, "engine_assets.wasm.gz"), packed);
const licence = { three: "LICENSE", "client-zip": "LICENSE.txt" };
const notices = Object.entries(licence).map(([name, file]) => `${name}\n\n${readFileSync(join(packages, "node_modules", name, file), "utf8")}`);
writeFileSync(join(out, "LICENSES.txt"), notices.join("\n\n"));
// Files that the browser keeps, so that the page opens without a network; a change of any of them is a new version.
const kept = readdirSync(out, { recursive: true }).map((name) => String(name).replaceAll("\\", "/")).filter((name) => statSync(join(out, name)).isFile()).sort();
const version = createHash("sha256");
for (const name of kept) version.update(`${name}\0`).update(readFileSync(join(out, name)));
const constants = `const VERSION = ${JSON.stringify(version.digest("hex").slice(0, 16))};\nconst FILES = ${JSON.stringify(kept)};\n`;
writeFileSync(join(out, "sw.js"), constants + readFileSync(join(here, "www/sw.js"), "utf8"));
console.log(`${out}: wasm of ${wasm.length} bytes, ${packed.length} gzipped`);
