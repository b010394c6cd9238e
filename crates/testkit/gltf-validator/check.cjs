// Reads names of files from stdin, one per line, and prints at once what the Khronos validator objects to: per file one line of JSON.
const fs = require("fs");
const path = require("path");
const readline = require("readline");
const validator = require("gltf-validator");

async function check(file) {
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
    uri: path.basename(file),
    maxIssues: 0,
    externalResourceFunction: async (uri) =>
      new Uint8Array(fs.readFileSync(path.join(path.dirname(file), decodeURIComponent(uri)))),
  });
  // 0 is an error, 1 a warning; the rest is advice.
  const issues = report.issues.messages.filter((issue) => issue.severity < 2);
  return { file, errors: report.issues.numErrors, warnings: report.issues.numWarnings, issues: issues.slice(0, 20) };
}

async function main() {
  for await (const file of readline.createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(await check(file)));
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
