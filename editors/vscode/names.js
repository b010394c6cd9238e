// Names of files in texts: links, definitions, references, completion and renames by `engine-assets lsp`.
"use strict";

const vscode = require("vscode");

// Scripts name files too. UDM has completion and hover of its own, which contain the ones for names.
const SCRIPTS = [{ pattern: "**/*.{as,lua,txt}" }];
const NAMES = [{ language: "xml" }, { language: "json" }, ...SCRIPTS];
const FILES = [{ language: "udm" }, ...NAMES];

/** Edits of texts first, then renames of files, as the server lists them. */
function workspaceEdit(of, range) {
  const made = new vscode.WorkspaceEdit();
  for (const change of (of && of.documentChanges) || []) {
    if (change.kind === "rename") {
      made.renameFile(vscode.Uri.parse(change.oldUri), vscode.Uri.parse(change.newUri), change.options);
      continue;
    }
    const uri = vscode.Uri.parse(change.textDocument.uri);
    for (const edit of change.edits) made.replace(uri, range(edit.range), edit.newText);
  }
  return made;
}

/** The item of a file, which replaces the whole name. */
function item(of, range) {
  const made = new vscode.CompletionItem(of.label, of.kind - 1);
  made.detail = of.detail;
  if (of.textEdit) {
    made.range = range(of.textEdit.range);
    made.filterText = of.filterText;
    made.insertText = of.textEdit.newText;
  } else {
    made.insertText = of.insertText || of.label;
  }
  return made;
}

/** Renames the references to files that a person renames in the list of files. */
function willRename(server, event, range) {
  const files = event.files.map(({ oldUri, newUri }) => ({ oldUri: oldUri.toString(), newUri: newUri.toString() }));
  const edit = server.request("workspace/willRenameFiles", { files }).then((found) => workspaceEdit(found, range));
  event.waitUntil(edit);
}

/** Registers everything about names. `tools` are `range`, `place` and `whole` of the extension. */
function register(server, { range, place, whole }) {
  const location = (of) => new vscode.Location(vscode.Uri.parse(of.uri), range(of.range));
  const locations = async (method, params) => ((await server.request(method, params)) || []).map(location);
  return [
    vscode.languages.registerDefinitionProvider(FILES, {
      provideDefinition: (document, position) => locations("textDocument/definition", place(document, position)),
    }),
    vscode.languages.registerReferenceProvider(FILES, {
      provideReferences: (document, position) =>
        locations("textDocument/references", { ...place(document, position), context: { includeDeclaration: false } }),
    }),
    vscode.languages.registerDocumentLinkProvider(FILES, {
      async provideDocumentLinks(document) {
        const found = (await server.request("textDocument/documentLink", whole(document))) || [];
        return found.map((one) => new vscode.DocumentLink(range(one.range), vscode.Uri.parse(one.target)));
      },
    }),
    vscode.languages.registerHoverProvider(NAMES, {
      async provideHover(document, position) {
        const found = await server.request("textDocument/hover", place(document, position));
        return found && new vscode.Hover(new vscode.MarkdownString(found.contents.value), range(found.range));
      },
    }),
    vscode.languages.registerCompletionItemProvider(
      NAMES,
      {
        async provideCompletionItems(document, position) {
          const found = (await server.request("textDocument/completion", place(document, position))) || [];
          return found.map((one) => item(one, range));
        },
      },
      '"',
      "/",
      ";",
    ),
    vscode.languages.registerRenameProvider(FILES, {
      async prepareRename(document, position) {
        const found = await server.request("textDocument/prepareRename", place(document, position));
        if (!found) throw new Error("There is no name of a file here.");
        return { range: range(found.range), placeholder: found.placeholder };
      },
      async provideRenameEdits(document, position, newName) {
        return workspaceEdit(await server.request("textDocument/rename", { ...place(document, position), newName }), range);
      },
    }),
    vscode.workspace.onWillRenameFiles((event) => willRename(server, event, range)),
  ];
}

module.exports = { FILES, register, item };
