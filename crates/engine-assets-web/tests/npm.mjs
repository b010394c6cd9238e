// Installs the package of npm from its file into an empty folder and uses it as another program does: `node npm.mjs engine-assets-VERSION.tgz`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const file = resolve(process.argv[2]);
const samples = join(dirname(fileURLToPath(import.meta.url)), "../../engine-assets-cli/samples");
const work = mkdtempSync(join(tmpdir(), "engine-assets-npm-"));
writeFileSync(join(work, "package.json"), JSON.stringify({ name: "use", private: true, type: "module" }));
execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", "--offline", file], { cwd: work, stdio: "inherit", shell: process.platform === "win32" });

const program = `
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { AssetError, Assets, inspect, toGltf, validate } from "engine-assets";
const sample = (name) => new Uint8Array(readFileSync(process.argv[2] + "/" + name));
const model = sample("Character.mdl");
const about = await inspect(model, "Character.mdl");
assert.deepEqual([about.format, about.title, about.file_size], ["urho-mdl", "Urho3D model", model.length]);
assert.ok(about.output_formats.some((one) => one.name === "glb"));
assert.ok((await validate(model, "Character.mdl")).every((one) => one.severity !== "error"));
const glb = await toGltf(model, "Character.mdl");
assert.equal(new TextDecoder().decode(glb.subarray(0, 4)), "glTF");
const assets = await Assets.create();
assets.add("Models/Character.mdl", model).add("game.pak", sample("Character.pak"));
const [first] = assets.entries("game.pak");
assert.equal(assets.inspect("game.pak:" + first.name).file, first.name);
const made = assets.convert("Models/Character.mdl", "glb", "Character.glb");
assets.add("back.glb", made.files.at(-1).bytes);
const back = assets.convert("back.glb", "mdl", "Back.mdl");
assert.deepEqual(Buffer.from(back.files.at(-1).bytes), Buffer.from(model), "an unedited model comes back byte for byte");
assert.equal(new TextDecoder("latin1").decode(assets.picture("Models/Character.mdl", 64).subarray(1, 4)), "PNG");
assert.throws(() => assets.inspect("nothing.mdl"), AssetError);
await assert.rejects(inspect(model.subarray(0, 3000), "cut.mdl"), (error) => error instanceof AssetError && error.finding.offset !== null);
assets.free();
console.log("ok: inspect, validate, toGltf, convert, packages, pictures, errors");
`;
writeFileSync(join(work, "use.mjs"), program);
execFileSync(process.execPath, ["use.mjs", samples], { cwd: work, stdio: "inherit" });

// Every function of the types is a function of the package.
const types = readFileSync(join(work, "node_modules/engine-assets/index.d.ts"), "utf8");
const code = readFileSync(join(work, "node_modules/engine-assets/index.js"), "utf8");
for (const [, name] of types.matchAll(/^(?:export (?:function|class)|  (?:static )?)\s*(\w+)\(?/gm)) {
  if (name === "readonly" || name === "constructor") continue;
  if (new RegExp(`^(export function|export class|  (static )?)\\s*${name}\\(`, "m").test(types)) assert.match(code, new RegExp(`\\b${name}\\b`), name);
}
assert.ok(!readFileSync(join(work, "node_modules/engine-assets/README.md"), "utf8").includes("@SIZE@"), "the size is stated");
console.log("ok: types and README");
rmSync(work, { recursive: true, force: true });
