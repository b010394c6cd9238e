//! What the server can do.

use serde_json::{Value, json};

/// Returns the capabilities of the server. Positions are in UTF-16 units, which is the default of the protocol. The
/// editor must send whole texts (`textDocumentSync` 1).
pub(super) fn capabilities() -> Value {
    json!({
        "capabilities": {
            "textDocumentSync": { "openClose": true, "change": 1 },
            "hoverProvider": true,
            "completionProvider": { "triggerCharacters": ["$", "\"", "/", ";", "<"] },
            "definitionProvider": true,
            "referencesProvider": true,
            "renameProvider": { "prepareProvider": true },
            "documentLinkProvider": { "resolveProvider": false },
            "workspace": { "fileOperations": { "willRename": { "filters": [{ "pattern": { "glob": "**/*" } }] } } },
            "documentSymbolProvider": true,
            "foldingRangeProvider": true,
            "documentFormattingProvider": true,
        },
        "serverInfo": { "name": "engine-assets", "version": env!("CARGO_PKG_VERSION") },
    })
}
