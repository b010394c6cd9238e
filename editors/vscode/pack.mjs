// Packs the extension: `node pack.mjs [FOLDER]` writes engine-assets-VERSION.vsix. A .vsix is a zip with two lists; nothing has to be downloaded.

import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateRawSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? ".");
const about = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
/** What belongs to the extension: not its tests and not this script. */
const FILES = ["package.json", "README.md", "icon.png", "extension.js", "names.js", "pictures.js", "language-configuration.json", "syntaxes"];
const TYPES = { ".json": "application/json", ".js": "application/javascript", ".md": "text/markdown", ".png": "image/png", ".txt": "text/plain", ".vsixmanifest": "text/xml" };

const escaped = (text) => text.replace(/[&<>"]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[letter]);

function list(path) {
  return statSync(path).isDirectory() ? readdirSync(path).sort().flatMap((name) => list(join(path, name))) : [path];
}

const property = (id, value) => `<Property Id="Microsoft.VisualStudio.${id}" Value="${escaped(value)}"/>`;
const manifest = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011" xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escaped(about.name)}" Version="${escaped(about.version)}" Publisher="${escaped(about.publisher)}"/>
    <DisplayName>${escaped(about.displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(about.description)}</Description>
    <Tags>${escaped(about.keywords.join(","))}</Tags>
    <Categories>${escaped(about.categories.join(","))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      ${property("Code.Engine", about.engines.vscode)}
      ${property("Code.ExtensionDependencies", "")}
      ${property("Code.ExtensionPack", "")}
      ${property("Code.ExtensionKind", "workspace")}
      ${property("Code.LocalizedLanguages", "")}
      ${property("Services.Links.Source", about.repository.url)}
      ${property("Services.Links.GitHub", about.repository.url)}
      ${property("Services.Links.Support", about.bugs.url)}
      ${property("Services.GitHubFlavoredMarkdown", "true")}
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/icon.png</Icon>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/icon.png" Addressable="true"/>
  </Assets>
</PackageManifest>
`;

const entries = [["extension.vsixmanifest", Buffer.from(manifest)]];
for (const path of FILES.flatMap((name) => list(join(here, name)))) {
  const name = `extension/${relative(here, path).replaceAll("\\", "/")}`;
  let bytes = readFileSync(path);
  // Links of the page lead to the repository: the folder isn't in the package.
  if (name.endsWith("README.md")) bytes = Buffer.from(bytes.toString("utf8").replaceAll("](../../", "](https://github.com/engine-assets/engine-assets/tree/main/"));
  entries.push([name, bytes]);
}
entries.push(["extension/LICENSE.txt", readFileSync(join(here, "../../LICENSE-MIT"))]);
const ends = [...new Set(entries.map(([name]) => extname(name)))];
const types = ends.map((end) => `<Default Extension="${end}" ContentType="${TYPES[end]}"/>`).join("");
entries.unshift(["[Content_Types].xml", Buffer.from(`<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${types}</Types>\n`)]);

/** The same bytes for the same files: all have the first date of zip. */
function zip(files) {
  const [local, central] = [[], []];
  let offset = 0;
  for (const [name, bytes] of files) {
    const [title, packed] = [Buffer.from(name), deflateRawSync(bytes, { level: 9 })];
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt16LE(0x21, 8);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(title.length, 22);
    local.push(Buffer.from("PK\x03\x04", "latin1"), fields, title, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), fields, rest, title);
    offset += 30 + title.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

mkdirSync(out, { recursive: true });
const file = join(out, `${about.name}-${about.version}.vsix`);
const packed = zip(entries);
writeFileSync(file, packed);
console.log(`${file}: ${entries.length} files, ${packed.length} bytes`);
