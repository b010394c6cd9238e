// Connects VS Code to `engine-assets lsp`. Plain JavaScript without dependencies: nothing has to be built.
"use strict";

const { spawn } = require("child_process");
const vscode = require("vscode");
const names = require("./names");
const pictures = require("./pictures");

/** A connection to the server: requests with their answers, and notifications. */
class Server {
  constructor(command, onNotification, onExit) {
    this.next = 1;
    this.pending = new Map();
    this.buffer = Buffer.alloc(0);
    this.ended = null;
    this.process = spawn(command, ["lsp"], { stdio: ["pipe", "pipe", "ignore"] });
    this.process.on("error", (error) => this.end(error, onExit));
    this.process.on("exit", () => this.end(new Error("the server has ended"), onExit));
    this.process.stdin.on("error", () => {});
    this.process.stdout.on("data", (data) => this.read(data, onNotification));
  }

  end(error, onExit) {
    if (this.ended) return;
    this.ended = error;
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
    onExit(error);
  }

  read(data, onNotification) {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const head = this.buffer.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = /Content-Length: (\d+)/i.exec(this.buffer.toString("ascii", 0, head));
      const begin = head + 4;
      const end = begin + Number(length ? length[1] : 0);
      if (this.buffer.length < end) return;
      const message = JSON.parse(this.buffer.toString("utf8", begin, end));
      this.buffer = this.buffer.subarray(end);
      const waiting = this.pending.get(message.id);
      if (waiting && !message.method) {
        this.pending.delete(message.id);
        if (message.error) waiting.reject(new Error(message.error.message));
        else waiting.resolve(message.result);
      } else if (message.method) {
        onNotification(message.method, message.params);
      }
    }
  }

  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }), "utf8");
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  request(method, params) {
    if (this.ended) return Promise.reject(this.ended);
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  notify(method, params) {
    if (!this.ended) this.send({ method, params });
  }
}

const range = (of) => new vscode.Range(of.start.line, of.start.character, of.end.line, of.end.character);
const place = (document, position) => ({
  textDocument: { uri: document.uri.toString() },
  position: { line: position.line, character: position.character },
});
const whole = (document) => ({ textDocument: { uri: document.uri.toString() } });

function symbol(of) {
  const made = new vscode.DocumentSymbol(of.name, of.detail || "", of.kind - 1, range(of.range), range(of.selectionRange));
  made.children = (of.children || []).map(symbol);
  return made;
}

let server;

async function activate(context) {
  const collection = vscode.languages.createDiagnosticCollection("engine-assets");
  context.subscriptions.push(collection);
  const command = vscode.workspace.getConfiguration("engine-assets").get("command");
  context.subscriptions.push(vscode.commands.registerCommand("engine-assets.openAsPicture", (uri) => pictures.open(command, uri)));
  const started = new Server(
    command,
    (method, params) => {
      if (method === "window/showMessage") vscode.window.showWarningMessage(params.message);
      if (method !== "textDocument/publishDiagnostics") return;
      const found = params.diagnostics.map((one) => {
        const made = new vscode.Diagnostic(range(one.range), one.message, one.severity - 1);
        made.source = one.source;
        made.code = one.code;
        return made;
      });
      collection.set(vscode.Uri.parse(params.uri), found);
    },
    (error) => {
      if (server) vscode.window.showWarningMessage(`engine-assets: ${error.message}; the setting engine-assets.command is ${command}`);
      server = undefined;
    },
  );
  server = started;
  try {
    const [folder] = vscode.workspace.workspaceFolders || [];
    const workspaceEdit = { documentChanges: true, resourceOperations: ["rename"] };
    await started.request("initialize", {
      processId: process.pid,
      rootUri: folder ? folder.uri.toString() : null,
      capabilities: { workspace: { workspaceEdit } },
    });
  } catch {
    // The message about the end of the server is shown; highlighting works without it.
    return;
  }
  started.notify("initialized", {});

  const is = (document) => vscode.languages.match(names.FILES, document) > 0 && document.uri.scheme === "file";
  const open = (document) => {
    if (!is(document)) return;
    const { languageId, version } = document;
    const textDocument = { uri: document.uri.toString(), languageId, version, text: document.getText() };
    started.notify("textDocument/didOpen", { textDocument });
  };
  vscode.workspace.textDocuments.forEach(open);
  context.subscriptions.push(
    ...names.register(started, { range, place, whole }),
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidCloseTextDocument((document) => is(document) && started.notify("textDocument/didClose", whole(document))),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (!is(document)) return;
      const textDocument = { uri: document.uri.toString(), version: document.version };
      started.notify("textDocument/didChange", { textDocument, contentChanges: [{ text: document.getText() }] });
    }),
    vscode.languages.registerHoverProvider("udm", {
      async provideHover(document, position) {
        const found = await started.request("textDocument/hover", place(document, position));
        return found && new vscode.Hover(new vscode.MarkdownString(found.contents.value), range(found.range));
      },
    }),
    vscode.languages.registerCompletionItemProvider(
      "udm",
      {
        async provideCompletionItems(document, position) {
          const found = await started.request("textDocument/completion", place(document, position));
          return (found || []).map((one) => names.item(one, range));
        },
      },
      "$",
      '"',
      "/",
    ),
    vscode.languages.registerDocumentSymbolProvider("udm", {
      async provideDocumentSymbols(document) {
        return ((await started.request("textDocument/documentSymbol", whole(document))) || []).map(symbol);
      },
    }),
    vscode.languages.registerFoldingRangeProvider("udm", {
      async provideFoldingRanges(document) {
        const found = (await started.request("textDocument/foldingRange", whole(document))) || [];
        const kind = (one) => (one.kind === "comment" ? vscode.FoldingRangeKind.Comment : undefined);
        return found.map((one) => new vscode.FoldingRange(one.startLine, one.endLine, kind(one)));
      },
    }),
    vscode.languages.registerDocumentFormattingEditProvider("udm", {
      async provideDocumentFormattingEdits(document) {
        const options = { tabSize: 4, insertSpaces: false };
        const found = await started.request("textDocument/formatting", { ...whole(document), options });
        return (found || []).map((one) => vscode.TextEdit.replace(range(one.range), one.newText));
      },
    }),
  );
}

async function deactivate() {
  const ending = server;
  server = undefined;
  if (ending) {
    await ending.request("shutdown", null).catch(() => {});
    ending.notify("exit", null);
  }
}

module.exports = { activate, deactivate };
