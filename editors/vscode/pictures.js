// *Open as picture*: the page of `engine-assets view` in a panel; a still picture if the command has no page.
"use strict";

const { execFile, spawn } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const vscode = require("vscode");

/** Milliseconds until the page has to have an address. */
const PATIENCE = 20000;

/** Starts the server of the page for a file. Returns its process and its address. */
function serve(command, file) {
  return new Promise((resolve, reject) => {
    const server = spawn(command, ["view", "--no-open", "--framed", "--", file], { stdio: ["ignore", "pipe", "pipe"] });
    const timer = setTimeout(() => fail(new Error("the page didn't start")), PATIENCE);
    let printed = "";
    let told = "";
    const fail = (error) => {
      clearTimeout(timer);
      server.kill();
      reject(error);
    };
    server.on("error", fail);
    server.on("exit", () => fail(new Error(told.trim() || "the page has ended")));
    server.stderr.on("data", (data) => (told += data));
    server.stdout.on("data", (data) => {
      printed += data;
      const address = /^http:\/\/127\.0\.0\.1:\d+\/\S+/m.exec(printed);
      if (!address || !printed.includes("\n")) return;
      clearTimeout(timer);
      server.removeAllListeners("exit");
      resolve({ server, address: address[0] });
    });
  });
}

/** A still picture of a file, as the address of an image. */
function still(command, file) {
  return new Promise((resolve, reject) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "engine-assets-"));
    const picture = path.join(folder, "picture.png");
    execFile(command, ["thumbnail", "--size", "1024", "-o", picture, "--", file], (error, _, told) => {
      try {
        if (error) throw new Error(String(told).trim() || error.message);
        resolve(`data:image/png;base64,${fs.readFileSync(picture).toString("base64")}`);
      } catch (failure) {
        reject(failure);
      } finally {
        fs.rmSync(folder, { recursive: true, force: true });
      }
    });
  });
}

const document = (policy, body) => `<!DOCTYPE html>
<html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; ${policy}">
<style>html, body, iframe { margin: 0; width: 100%; height: 100%; border: 0; overflow: hidden } img { display: block; margin: auto; max-width: 100%; max-height: 100% }</style>
</head><body>${body}</body></html>`;

/** Shows a file in a panel beside the text. */
async function open(command, uri) {
  const editor = vscode.window.activeTextEditor;
  const target = uri || (editor && editor.document.uri);
  if (!target || target.scheme !== "file") {
    vscode.window.showWarningMessage("engine-assets: choose a file of this machine to open as a picture");
    return undefined;
  }
  const panel = vscode.window.createWebviewPanel("engine-assets.picture", path.basename(target.fsPath), vscode.ViewColumn.Beside, {
    enableScripts: true,
    retainContextWhenHidden: true,
  });
  try {
    const { server, address } = await serve(command, target.fsPath);
    panel.onDidDispose(() => server.kill());
    const seen = await vscode.env.asExternalUri(vscode.Uri.parse(address));
    const origin = new URL(seen.toString(true)).origin;
    panel.webview.html = document(`frame-src ${origin}`, `<iframe src="${seen.toString(true)}" allow="fullscreen"></iframe>`);
  } catch (reason) {
    try {
      panel.webview.html = document("img-src data:", `<img src="${await still(command, target.fsPath)}" alt="">`);
    } catch (failure) {
      panel.dispose();
      vscode.window.showWarningMessage(`engine-assets: ${failure.message || reason.message}`);
      return undefined;
    }
  }
  return panel;
}

module.exports = { open };
