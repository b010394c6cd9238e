//! `lsp`, and the extension for VS Code: a client without a window.

use crate::common;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use common::{folder, path, text};
use serde_json::{Value, json};

fn extension() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors/vscode")
}

fn read_json(path: &Path) -> Value {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_slice(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A client of the protocol.
struct Client {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    answered: i64,
    diagnostics: Vec<Value>,
}

impl Client {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_engine-assets"));
        let mut child = command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
        let (to, from) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        Self { child, to, from: BufReader::new(from), answered: 0, diagnostics: Vec::new() }
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{body}", body.len()).and_then(|()| self.to.flush()).expect("sent");
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).expect("a line") > 0, "the server has ended");
            match line.trim_end().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.parse().expect("a number")
                }
                _ if line.trim_end().is_empty() => break,
                _ => {}
            }
        }
        let mut body = vec![0; length];
        self.from.read_exact(&mut body).expect("a message");
        serde_json::from_slice(&body).expect("JSON")
    }

    /// Sends a request and returns its whole answer.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.answered += 1;
        let id = self.answered;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.receive();
            if message["method"] == "textDocument/publishDiagnostics" {
                self.diagnostics.push(message["params"].clone());
                continue;
            }
            assert_eq!(message["id"], id, "{message}");
            return message;
        }
    }

    fn result(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    fn open(&mut self, uri: &str, language: &str, text: &str) -> Vec<Value> {
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
        self.published(uri)
    }

    /// The next findings about a file.
    fn published(&mut self, uri: &str) -> Vec<Value> {
        let message = self.receive();
        assert_eq!(message["method"], "textDocument/publishDiagnostics", "{message}");
        assert_eq!(message["params"]["uri"], uri);
        message["params"]["diagnostics"].as_array().expect("findings").clone()
    }
}

const LAMP: &str = "// lamps
// of the house
$string assetType LAMP
$uint32 assetVersion 1
assetData
{
\thall
\t{
\t\t$float watts 5
\t\t$uint8 small 300
\t}
}
";
const SCHEMA: &str = "schema { types { Lamp { format { $string type LAMP $uint32 version 1 }
    children { range { $float default 5.0 } name { $string type string } } } } }";

#[test]
fn twelve_requests_are_answered() {
    let material = "<material><technique name=\"Techniques/Diff.xml\" /><cull value=\"sideways\" /></material>";
    let folder =
        folder(&[("lamp.udm", LAMP.as_bytes()), ("lamp.udms", SCHEMA.as_bytes()), ("a.xml", material.as_bytes())]);
    let uri = |name: &str| format!("file://{}", text(&path(&folder, name)));
    let (lamp, xml) = (uri("lamp.udm"), uri("a.xml"));
    let of = |uri: &str| json!({ "textDocument": { "uri": uri } });
    let at = |line: u32, character: u32| json!({ "textDocument": { "uri": lamp }, "position": { "line": line, "character": character } });
    let mut client = Client::start();
    let started = client.result("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
    assert_eq!(started["capabilities"]["hoverProvider"], true, "{started}");
    client.notify("initialized", json!({}));

    let found = client.open(&lamp, "udm", LAMP);
    let finding = found.iter().find(|one| one["code"] == "udm/number-reading").unwrap_or_else(|| panic!("{found:?}"));
    assert_eq!((&finding["range"]["start"]["line"], &finding["severity"]), (&json!(9), &json!(2)));
    assert!(found.iter().any(|one| one["code"] == "udm-tools/key-unknown"), "the schema beside it: {found:?}");

    let hover = client.result("textDocument/hover", at(8, 10));
    assert_eq!(hover["contents"]["value"], "`hall/watts`\n\nfloat 5");
    assert_eq!(client.result("textDocument/hover", at(2, 9))["contents"]["value"], "`../assetType`\n\nstring \"LAMP\"");
    assert_eq!(client.result("textDocument/hover", at(0, 3)), Value::Null, "a comment");
    let keys = client.result("textDocument/completion", at(11, 0));
    assert_eq!((&keys[0]["label"], &keys[0]["insertText"]), (&json!("range"), &json!("$float range 5")), "{keys}");
    let symbols = client.result("textDocument/documentSymbol", of(&lamp));
    assert_eq!(symbols[2]["children"][0]["children"][1]["name"], "small", "{symbols}");
    let folds = client.result("textDocument/foldingRange", of(&lamp));
    let folds: Vec<_> = folds
        .as_array()
        .expect("ranges")
        .iter()
        .map(|one| (&one["startLine"], &one["endLine"], &one["kind"]))
        .collect();
    assert_eq!(folds[0], (&json!(0), &json!(1), &json!("comment")), "{folds:?}");
    assert_eq!(folds.len(), 3, "{folds:?}");
    assert_eq!(
        client.result(
            "textDocument/formatting",
            json!({ "textDocument": { "uri": lamp }, "options": { "tabSize": 4, "insertSpaces": false } })
        ),
        json!([])
    );

    let change =
        |text: &str| json!({ "textDocument": { "uri": lamp, "version": 2 }, "contentChanges": [{ "text": text }] });
    client.notify("textDocument/didChange", change("a {   $int8 b 1 } $"));
    let broken = client.published(&lamp);
    assert_eq!(broken[0]["severity"], 1, "{broken:?}");
    let types = client.result("textDocument/completion", at(0, 19));
    assert!(types.as_array().expect("types").iter().any(|one| one["label"] == "arrayLz4"), "{types}");
    client.notify("textDocument/didChange", change("a {   $int8 b 1 }"));
    assert_eq!(client.published(&lamp).iter().filter(|one| one["severity"] == 1).count(), 0);
    let edits = client.result(
        "textDocument/formatting",
        json!({ "textDocument": { "uri": lamp }, "options": { "tabSize": 4, "insertSpaces": false } }),
    );
    assert_eq!(edits[0]["newText"], "a\n{\n\t$int8 b 1\n}\n");

    let found = client.open(&xml, "xml", material);
    assert!(found.iter().any(|one| one["source"] == "engine-assets"), "a finding of the material: {found:?}");
    let unknown = client.ask("textDocument/unknown", of(&lamp));
    assert_eq!(unknown["error"]["code"], -32601, "{unknown}");
    client.notify("textDocument/didClose", of(&lamp));
    assert!(client.published(&lamp).is_empty());
    assert_eq!(client.result("shutdown", Value::Null), Value::Null);
    assert_eq!(client.answered, 12);
    client.notify("exit", Value::Null);
    assert!(client.child.wait().expect("it ends").success());
}

#[test]
fn the_extension_is_complete() {
    let package = read_json(&extension().join("package.json"));
    let contributes = &package["contributes"];
    assert!(extension().join(package["main"].as_str().expect("a file")).is_file());
    let language = &contributes["languages"][0];
    read_json(&extension().join(language["configuration"].as_str().expect("a file")));
    let grammar = read_json(&extension().join(contributes["grammars"][0]["path"].as_str().expect("a file")));
    assert_eq!(grammar["scopeName"], contributes["grammars"][0]["scopeName"]);
    // Each part that is included exists, and every type of the format is known.
    let mut pending = vec![&grammar];
    let mut count = 0;
    while let Some(value) = pending.pop() {
        if let Some(name) = value.get("include").and_then(Value::as_str) {
            assert!(grammar["repository"].get(name.trim_start_matches('#')).is_some(), "{name}");
            count += 1;
        }
        pending.extend(value.as_array().into_iter().flatten());
        pending.extend(value.as_object().into_iter().flat_map(|map| map.values()));
    }
    assert!(count > 10, "{count}");
    let property = grammar["repository"]["property"]["match"].as_str().expect("a pattern");
    let known: Vec<&str> = property.split(['(', ')', '|']).collect();
    for ty in engine_assets::udm::Type::all().filter_map(engine_assets::udm::Type::name) {
        assert!(known.contains(&ty), "{ty}");
    }
    for extension in [".udm", ".udms", ".pmat", ".pmdl"] {
        assert!(language["extensions"].as_array().expect("a list").contains(&json!(extension)), "{extension}");
    }
}
