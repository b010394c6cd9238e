// Installs the extension from its .vsix into an empty folder and runs it against the command: `node test/run.mjs ENGINE_ASSETS FILE.vsix`.
// `vscode` is replaced by a stub that keeps what the extension registers: no editor has to be downloaded.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { inflateRawSync } from "node:zlib";

const [command, package_] = process.argv.slice(2).map((path) => resolve(path));
const work = mkdtempSync(join(tmpdir(), "engine-assets-"));
const installed = join(work, "installed");
const project = join(work, "Data");

/** Unpacks a zip by its directory, as an editor does. */
function unpack(zip, folder) {
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [length, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const name = zip.toString("utf8", at + 46, at + 46 + length);
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = inflateRawSync(zip.subarray(begin, begin + zip.readUInt32LE(at + 20)));
    assert.equal(bytes.length, zip.readUInt32LE(at + 24), name);
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
    at += 46 + length + extra + comment;
  }
}

unpack(readFileSync(package_), installed);
const extension = join(installed, "extension");
const about = JSON.parse(readFileSync(join(extension, "package.json"), "utf8"));
const manifest = readFileSync(join(installed, "extension.vsixmanifest"), "utf8");
const types = readFileSync(join(installed, "[Content_Types].xml"), "utf8");

for (const folder of ["Models", "Materials", "Techniques", "Textures", "Scenes"]) mkdirSync(join(project, folder), { recursive: true });
const material = join(project, "Materials/Stone.xml");
const text = '<material>\n  <technique name="Techniques/Diff.xml"/>\n  <texture unit="diffuse" name="Textures/Stone.png"/>\n  <wrong/>\n</material>\n';
writeFileSync(material, text);
writeFileSync(join(project, "Techniques/Diff.xml"), '<technique vs="LitSolid" ps="LitSolid"><pass name="base"/></technique>\n');
// One pixel.
writeFileSync(join(project, "Textures/Stone.png"), Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64"));

class Range {
  constructor(startLine, startCharacter, endLine, endCharacter) {
    Object.assign(this, { start: { line: startLine, character: startCharacter }, end: { line: endLine, character: endCharacter } });
  }
}
class Uri {
  static parse(value) {
    return new Uri(value);
  }
  static file(path) {
    return new Uri(pathToFileURL(path).href);
  }
  constructor(value) {
    this.value = value;
    this.scheme = value.split(":")[0];
  }
  get fsPath() {
    return decodeURIComponent(new URL(this.value).pathname);
  }
  toString() {
    return this.value;
  }
}
const value = (...names) => class { constructor(...all) { names.forEach((name, number) => (this[name] = all[number])); } };
const registered = {};
const events = {};
const panels = [];
const warnings = [];
let published = () => {};
const disposable = { dispose() {} };
const on = (name) => (work) => ((events[name] = work), disposable);
const provider = (name) => (...all) => ((registered[name] ??= []).push(all.find((one) => one && typeof one === "object" && Object.values(one).some((part) => typeof part === "function"))), disposable);
const vscode = {
  Range,
  Uri,
  Diagnostic: value("range", "message", "severity"),
  DocumentLink: value("range", "target"),
  Location: value("uri", "range"),
  Hover: value("contents", "range"),
  MarkdownString: value("value"),
  CompletionItem: value("label", "kind"),
  DocumentSymbol: value("name", "detail", "kind", "range", "selectionRange"),
  FoldingRange: value("start", "end", "kind"),
  FoldingRangeKind: { Comment: 1 },
  TextEdit: { replace: (range, newText) => ({ range, newText }) },
  ViewColumn: { Beside: -2 },
  WorkspaceEdit: class {
    constructor() { this.replaced = []; this.renamed = []; }
    replace(uri, range, newText) { this.replaced.push({ uri, range, newText }); }
    renameFile(from, to) { this.renamed.push([from.toString(), to.toString()]); }
  },
  env: { asExternalUri: async (uri) => uri },
  commands: { registerCommand: (name, work) => ((registered[name] = work), disposable) },
  languages: {
    match: () => 1,
    createDiagnosticCollection: () => ({ set: (uri, found) => published({ uri, found }), dispose() {} }),
    registerDefinitionProvider: provider("definition"),
    registerReferenceProvider: provider("references"),
    registerDocumentLinkProvider: provider("links"),
    registerHoverProvider: provider("hover"),
    registerCompletionItemProvider: provider("completion"),
    registerRenameProvider: provider("rename"),
    registerDocumentSymbolProvider: provider("symbols"),
    registerFoldingRangeProvider: provider("folding"),
    registerDocumentFormattingEditProvider: provider("formatting"),
  },
  window: {
    showWarningMessage: (message) => warnings.push(message),
    createWebviewPanel: () => {
      const panel = { webview: { html: "" }, ended: [], onDidDispose: (work) => panel.ended.push(work), dispose: () => panel.ended.forEach((work) => work()) };
      panels.push(panel);
      return panel;
    },
  },
  workspace: {
    textDocuments: [],
    workspaceFolders: [{ uri: Uri.file(project) }],
    getConfiguration: () => ({ get: () => command }),
    onDidOpenTextDocument: on("open"),
    onDidCloseTextDocument: on("close"),
    onDidChangeTextDocument: on("change"),
    onWillRenameFiles: on("rename"),
  },
};
const resolveName = Module._resolveFilename;
Module._resolveFilename = (name, ...rest) => (name === "vscode" ? "vscode" : resolveName(name, ...rest));
const loadModule = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : loadModule(name, ...rest));

const document = { uri: Uri.file(material), languageId: "xml", version: 1, getText: () => text };
const position = { line: 2, character: text.split("\n")[2].indexOf("Stone.png") };
const tests = {
  "the package is complete": () => {
    for (const path of [about.main, about.icon, about.contributes.grammars[0].path, "README.md", "LICENSE.txt"]) readFileSync(join(extension, path));
    assert.ok(manifest.includes(`Id="${about.name}" Version="${about.version}" Publisher="${about.publisher}"`));
    for (const end of ["json", "js", "md", "png", "txt", "vsixmanifest"]) assert.ok(types.includes(`Extension=".${end}"`), end);
    for (const end of [".panima", ".pikr", ".pikc", ".pfmp"]) assert.ok(about.contributes.languages[0].extensions.includes(end), end);
    assert.ok(!readFileSync(join(extension, "README.md"), "utf8").includes("](../"));
  },
  "findings are at their lines": async () => {
    const found = new Promise((done) => (published = done));
    vscode.workspace.textDocuments.push(document);
    await createRequire(join(extension, "package.json"))(`./${about.main.replace("./", "")}`).activate({ subscriptions: [] });
    const { uri, found: diagnostics } = await found;
    assert.equal(uri.toString(), document.uri.toString());
    assert.ok(diagnostics.some((one) => one.code === "urho-material/element-unknown" && one.range.start.line === 3), JSON.stringify(diagnostics));
  },
  "names are links": async () => {
    const links = await registered.links[0].provideDocumentLinks(document);
    assert.deepEqual(links.map((one) => one.target.toString()).sort(), ["Techniques/Diff.xml", "Textures/Stone.png"].map((name) => Uri.file(join(project, name)).toString()));
  },
  "a name has a hover with a picture": async () => {
    const hovers = await Promise.all(registered.hover.map((one) => one.provideHover(document, position)));
    const told = hovers.filter(Boolean).map((one) => one.contents.value).join();
    assert.ok(told.includes("Stone.png") && told.includes("data:image/png;base64,"), told.slice(0, 300));
  },
  "definition and references": async () => {
    const [definition] = await registered.definition[0].provideDefinition(document, position);
    assert.equal(definition.uri.toString(), Uri.file(join(project, "Textures/Stone.png")).toString());
    const references = await registered.references[0].provideReferences(document, position);
    assert.deepEqual(references.map((one) => one.uri.toString()), [document.uri.toString()]);
  },
  "a rename changes the name and the file": async () => {
    const edit = await registered.rename[0].provideRenameEdits(document, position, "Textures/Rock.png");
    // Only the part that differs is replaced.
    assert.deepEqual(edit.replaced.map((one) => one.newText), ["Rock"]);
    assert.deepEqual(edit.renamed, [["Stone.png", "Rock.png"].map((name) => Uri.file(join(project, "Textures", name)).toString())]);
  },
  "open as picture": async () => {
    const panel = await registered["engine-assets.openAsPicture"](Uri.file(join(project, "Textures/Stone.png")));
    // A frame with the page, or a picture if the command has no page.
    assert.match(panel.webview.html, /<iframe src="http:\/\/127\.0\.0\.1:\d+\/|<img src="data:image\/png;base64,iVBOR/);
    const source = /<iframe src="([^"]+)"/.exec(panel.webview.html);
    if (source) {
      const answer = await fetch(source[1].replace(/\?.*/, "files.json"));
      assert.equal(answer.headers.get("x-frame-options"), null);
      assert.equal((await answer.json())[0].path, "Stone.png");
    }
    panel.dispose();
  },
  "a file that is no asset is a message": async () => {
    writeFileSync(join(project, "notes.mdl"), "nothing");
    assert.equal(await registered["engine-assets.openAsPicture"](Uri.file(join(project, "notes.mdl"))) === undefined || panels.at(-1).webview.html.includes("<iframe"), true);
    panels.at(-1).dispose();
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  const timer = setTimeout(() => { console.error(`failed: ${name}: no answer`); process.exit(1); }, 60000);
  try {
    await test();
    console.log(`ok: ${name}`);
  } catch (error) {
    console.error(`failed: ${name}: ${error.stack}`);
    failed = 1;
  }
  clearTimeout(timer);
}
await createRequire(join(extension, "package.json"))("./extension.js").deactivate();
rmSync(work, { recursive: true, force: true });
process.exit(failed);
