// Names from files as the page prints and saves them, without a browser: node names.mjs

import assert from "node:assert/strict";
import { safeName, shownName, shownText } from "../www/util.js";
import { unpacked } from "../www/unzip.js";

/** Names that lead elsewhere, are no files on some system, or mislead a reader. */
const HOSTILE = ["C:/Windows/Temp/Box.mdl", "CON", "NUL.mdl", "COM1.txt", "lpt9", "com\u00b2.png", "a:b", "x:Zone.Identifier", "x.", "x ", "a?b*",
  "x\u0002.mdl", "x\u202eldm.exe", ".git", ".ssh", "..", "../../x.mdl", "a\\..\\b", "\u001b]0;x\u0007", "a\nerror: b", "a\u009b2J", "a\u200bb", ""];

/** Whether a name is one of a file on every system. @param {string} name */
function isOrdinary(name) {
  const device = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³]) *(\.|$)/i;
  return name !== "" && !/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e<>:"/\\|?*]/.test(name) && !/^\.|[. ]$/.test(name) && !device.test(name);
}

for (const name of HOSTILE) {
  assert.ok(isOrdinary(safeName(name)), `${JSON.stringify(name)} is saved as ${JSON.stringify(safeName(name))}`);
  assert.doesNotMatch(shownName(name), /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e]/, JSON.stringify(name));
}
for (const name of ["Jack.mdl", "My model (2).glb", "äö-日本.txt", "console.txt", "COM10"]) {
  assert.equal(safeName(name), name);
  assert.equal(shownName(name), name);
}

// Lines of most of the engines' own files end with CR and LF. A CR elsewhere isn't hidden.
assert.equal(shownText("<a>\r\n\t<b/>\r\n</a>\r"), "<a>\n\t<b/>\n</a>");
assert.equal(shownText("a\rb\u202ec"), "a\\u{d}b\\u{202e}c");

/** A zip of stored files without content. @param {string[]} names */
function zip(names) {
  const [parts, directory] = [/** @type {Buffer[]} */ ([]), /** @type {Buffer[]} */ ([])];
  let offset = 0;
  for (const name of names.map((name) => Buffer.from(name))) {
    const local = Buffer.alloc(30), entry = Buffer.alloc(46);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(local, name);
    directory.push(entry, name);
    offset += 30 + name.length;
  }
  const end = Buffer.alloc(22), list = Buffer.concat(directory);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Blob([...parts, list, end]);
}

const blob = zip(["a/fine.txt", "../out.txt", "/etc/passwd", "a/../../b", "a\\..\\..\\c", ".."]);
const files = await unpacked([{ path: "x.zip", blob, size: blob.size }], () => {});
assert.deepEqual(files.map((file) => file.path), ["x.zip/a/fine.txt", "x.zip/Skipped files.txt"]);
assert.equal((await files[1].blob.text()).split("\n").length, 5);
console.log("names: ok");
