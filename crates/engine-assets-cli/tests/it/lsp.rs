//! `lsp`, asked by a client without a window.

use crate::common;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use common::{folder, path, text};
use serde_json::{Value, json};

/// A client of the protocol.
pub(crate) struct Client {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    answered: i64,
    diagnostics: Vec<Value>,
    /// Messages to the person.
    pub(crate) messages: Vec<String>,
}

impl Client {
    pub(crate) fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_engine-assets"));
        let mut child = command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
        let (to, from) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        Self { child, to, from: BufReader::new(from), answered: 0, diagnostics: Vec::new(), messages: Vec::new() }
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let body = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{body}", body.len()).and_then(|()| self.to.flush()).expect("sent");
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).expect("a line") > 0, "the server has ended");
            match line.trim_end().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.parse().expect("a number");
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
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        self.answered += 1;
        let id = self.answered;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.receive();
            if message["method"] == "textDocument/publishDiagnostics" {
                self.diagnostics.push(message["params"].clone());
                continue;
            }
            if message["method"] == "window/showMessage" {
                self.messages.extend(message["params"]["message"].as_str().map(str::to_owned));
                continue;
            }
            assert_eq!(message["id"], id, "{message}");
            return message;
        }
    }

    pub(crate) fn result(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    pub(crate) fn initialize(&mut self) -> Value {
        let started = self.result("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
        self.notify("initialized", json!({}));
        started
    }

    /// Ends the session as an editor does.
    pub(crate) fn end(mut self) {
        assert_eq!(self.result("shutdown", Value::Null), Value::Null);
        self.notify("exit", Value::Null);
        assert!(self.child.wait().expect("it ends").success());
    }

    pub(crate) fn open(&mut self, uri: &str, language: &str, text: &str) -> Vec<Value> {
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
    let uri = |name: &str| {
        format!("file://{}{}", if cfg!(windows) { "/" } else { "" }, text(&path(&folder, name)).replace('\\', "/"))
    };
    let (lamp, xml) = (uri("lamp.udm"), uri("a.xml"));
    let of = |uri: &str| json!({ "textDocument": { "uri": uri } });
    let at = |line: u32, character: u32| json!({ "textDocument": { "uri": lamp }, "position": { "line": line, "character": character } });
    let mut client = Client::start();
    let started = client.initialize();
    assert_eq!(started["capabilities"]["hoverProvider"], true, "{started}");

    let found = client.open(&lamp, "udm", LAMP);
    let finding = found.iter().find(|one| one["code"] == "udm/number-reading").unwrap_or_else(|| panic!("{found:?}"));
    assert_eq!((&finding["range"]["start"]["line"], &finding["severity"]), (&json!(9), &json!(2)));
    assert!(found.iter().any(|one| one["code"] == "udm-tools/key-unknown"), "the schema beside it: {found:?}");

    let hover = client.result("textDocument/hover", at(8, 10));
    assert_eq!(hover["contents"]["value"], "```udm\n// hall/watts\nfloat 5\n```");
    let hover = client.result("textDocument/hover", at(2, 9));
    assert_eq!(hover["contents"]["value"], "```udm\n// ../assetType\nstring \"LAMP\"\n```");
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
    assert_eq!(client.answered, 11, "the twelfth is `shutdown`");
    client.end();
}

/// Sends bytes, closes the input and returns the exit status with all that the server wrote.
fn status_after(messages: &[&Value], bytes: &[u8]) -> (Option<i32>, String) {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_engine-assets"));
    let frame = |message: &&Value| format!("Content-Length: {}\r\n\r\n{message}", message.to_string().len());
    let mut input: Vec<u8> = messages.iter().map(frame).collect::<String>().into();
    input.extend(bytes);
    let output = command.arg("lsp").write_stdin(input).output().expect("it runs");
    (output.status.code(), common::stdout(&output) + &common::stderr(&output))
}

#[test]
fn exit_status_follows_the_protocol() {
    let request = |id: u32, method: &str| json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": {} });
    let notify = |method: &str| json!({ "jsonrpc": "2.0", "method": method });
    let (start, shutdown, exit) = (request(1, "initialize"), request(2, "shutdown"), notify("exit"));
    let hover = request(3, "textDocument/hover");
    let cases: [(&[&Value], &[u8], i32, &str); 11] = [
        (&[], b"", 0, ""),
        (&[&hover], b"", 0, "-32002"),
        (&[&exit], b"", 1, ""),
        (&[&start], b"", 1, "hoverProvider"),
        (&[&start, &exit], b"", 1, ""),
        (&[&start, &shutdown], b"", 0, ""),
        (&[&start, &shutdown, &hover, &exit], b"", 0, "-32600"),
        (&[&start, &start, &shutdown, &exit], b"", 0, "already initialized"),
        (&[&start, &hover], b"", 1, "-32602"),
        (&[&start], b"Content-Length: 1\r\n\r\n{", 1, "-32700"),
        (&[&start], b"Content-Length: 99999999999999\r\n\r\n{", 2, "the input ends within a message"),
    ];
    for (messages, bytes, status, said) in cases {
        let (code, text) = status_after(messages, bytes);
        assert_eq!(code, Some(status), "{messages:?}: {text}");
        assert!(text.contains(said) && !text.contains("panicked"), "{messages:?}: {text}");
    }
}

/// Nobody writes to a pipe that is named as a schema: whoever opens it waits for ever.
#[cfg(unix)]
#[test]
fn a_pipe_is_no_schema() {
    let folder = folder(&[("lamp.udm", LAMP.as_bytes())]);
    let output = Command::new("mkfifo").arg(path(&folder, "a.udms")).status().expect("mkfifo runs");
    assert!(output.success());
    let mut client = Client::start();
    client.initialize();
    let uri = format!("file://{}", text(&path(&folder, "lamp.udm")));
    assert!(!client.open(&uri, "udm", LAMP).is_empty());
    client.end();
}

/// A text of one line must not take quadratic time, and a deep one no stack.
#[test]
fn hostile_texts_are_answered() {
    let uri = "file:///nowhere/%zz/a.udm";
    let of = json!({ "textDocument": { "uri": uri } });
    let mut client = Client::start();
    client.initialize();
    let line = "$uint8 a 300 ".repeat(40_000);
    let found = client.open(uri, "udm", &line);
    assert_eq!(found.len(), 1001, "as many are shown, and their number");
    assert!(found[1000]["message"].as_str().is_some_and(|text| text.contains("findings")), "{}", found[1000]);
    let symbols = client.result("textDocument/documentSymbol", of.clone());
    assert_eq!(symbols.as_array().map(Vec::len), Some(20_000));
    let deep = "a{".repeat(100_000);
    assert_eq!(client.open(uri, "udm", &deep)[0]["severity"], 1);
    assert_eq!(client.result("textDocument/foldingRange", of.clone()), Value::Null);
    // A part of a text isn't the text: the server forgets it instead of answering about another one.
    let part = json!({ "text": "b", "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 1 } } });
    client.open(uri, "udm", "a {   $int8 b 1 }");
    client.notify(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [part] }),
    );
    assert!(client.published(uri).is_empty());
    assert_eq!(client.result("textDocument/formatting", of.clone()), Value::Null);
    let found = client.open(uri, "udm", &" ".repeat((16 << 20) + 1));
    assert!(found[0]["message"].as_str().is_some_and(|text| text.contains("16 MiB")), "{found:?}");
    // Positions beyond the text, pictures in hovers.
    client.open(uri, "udm", "$string a \"![x](http://x/)`\"");
    let far = json!({ "textDocument": { "uri": uri }, "position": { "line": 4_294_967_295_u32, "character": 4_294_967_295_u32 } });
    assert_eq!(client.result("textDocument/hover", far.clone()), Value::Null);
    assert_eq!(client.result("textDocument/completion", far), json!([]));
    let near = json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 1 } });
    let hover = client.result("textDocument/hover", near);
    assert_eq!(hover["contents"]["value"], "```udm\n// a\nstring \"![x](http://x/)`\"\n```");
    // The server ignores files of other programs.
    assert!(client.open("file:///a/package.json", "json", "{ \"name\": \"x\" }").is_empty());
    assert!(client.open("file:///a/pom.xml", "xml", "<project><a/></project>").is_empty());
    client.end();
}

/// After a message that can't be read, the text of the editor is another one: to format the old one would undo an edit.
#[test]
fn after_an_unreadable_change_the_text_is_unknown() {
    let (uri, other) = ("file:///nowhere/a.udm", "file:///nowhere/b.udm");
    let of = |uri: &str| json!({ "textDocument": { "uri": uri } });
    let change = |version: &str, text: &str, params: &str| {
        format!(
            r#"{{"jsonrpc":"2.0",{params}"method":"textDocument/didChange","params":{{"textDocument":{{"uri":"{uri}","version":{version}}},"contentChanges":[{{"text":"{text}"}}]}}}}"#
        )
    };
    let requests = ["formatting", "hover", "documentSymbol", "foldingRange"].map(|name| format!("textDocument/{name}"));
    // A lone surrogate, a version of another type, no text, no JSON; a notification that is sent as a request.
    let unreadable = [
        (change("2", r"\ud800", ""), true),
        ("[1]".to_owned(), true),
        (r#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{}}"#.to_owned(), true),
        (change("2147483648", "b", ""), false),
        (change("\"2\"", "b", ""), false),
        (change("2", "b", r#""id":"x","#), false),
    ];
    for (message, is_about_all) in unreadable {
        let mut client = Client::start();
        client.initialize();
        for uri in [uri, other] {
            client.open(uri, "udm", "a {   $int8 b 1 }");
            assert!(client.result("textDocument/formatting", of(uri)).is_array());
        }
        write!(client.to, "Content-Length: {}\r\n\r\n{message}", message.len()).expect("sent");
        client.notify("textDocument/didSave", of(uri));
        // The answers to the message and its consequences come first.
        client.answered += 1;
        let (id, params) =
            (client.answered, json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 8 } }));
        client.send(&json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/formatting", "params": params }));
        let answer = loop {
            let message = client.receive();
            if message["id"] == id {
                break message;
            }
        };
        assert_eq!(answer["result"], Value::Null, "{message}");
        for request in &requests {
            assert_eq!(client.result(request, params.clone()), Value::Null, "{request} {message}");
        }
        assert_eq!(client.result("textDocument/formatting", of(other)).is_null(), is_about_all, "{message}");
        // The next text counts again.
        client.open(uri, "udm", "a {   $int8 b 1 }");
        assert!(client.result("textDocument/formatting", of(uri)).is_array());
        client.end();
    }
}

#[test]
fn names_of_files_lead_to_them_and_back() {
    let material = "<material>\n  <texture unit=\"diffuse\" name=\"Textures/Größe.png\" />\n</material>\n";
    let script = "// \u{1f9f1}\nauto a = \"\u{1f9f1}\"; Load(\"Textures/Größe.png\");\n";
    let folder = folder(&[
        ("Data/Materials/A.xml", material.as_bytes()),
        ("Data/Textures/Größe.png", b"png"),
        ("Data/Scripts/a.as", script.as_bytes()),
    ]);
    let root = text(folder.path()).replace('\\', "/");
    let root = format!("file://{}{root}", if cfg!(windows) { "/" } else { "" });
    let uri = |name: &str| format!("{root}/{name}");
    let mut client = Client::start();
    client.result("initialize", json!({ "processId": null, "rootUri": root, "capabilities": {} }));
    client.notify("initialized", json!({}));
    let at = |line: u32, character: u32| {
        json!({
            "textDocument": { "uri": uri("Data/Materials/A.xml") },
            "position": { "line": line, "character": character },
            "context": { "includeDeclaration": false },
        })
    };
    let opened = json!({ "uri": uri("Data/Materials/A.xml"), "languageId": "xml", "version": 1, "text": material });
    client.notify("textDocument/didOpen", json!({ "textDocument": opened }));

    let found = client.result("textDocument/definition", at(1, 40));
    let file = found[0]["uri"].as_str().expect("a file");
    assert!(file.ends_with("/Data/Textures/Gr%C3%B6%C3%9Fe.png"), "{found}");
    assert_eq!(client.result("textDocument/definition", at(1, 4)), json!([]));

    let users = client.result("textDocument/references", at(1, 40));
    let places: Vec<_> = users.as_array().expect("a list").iter().map(|one| one["range"].clone()).collect();
    let range = |line: u32, start: u32, end: u32| {
        json!({
            "start": { "line": line, "character": start }, "end": { "line": line, "character": end },
        })
    };
    assert_eq!(places, [range(1, 32, 50), range(1, 21, 39)], "{users}");
    // Away from a name, the question is about the file itself.
    assert_eq!(client.result("textDocument/references", at(0, 0)), json!([]));
    assert_eq!(client.ask("textDocument/definition", json!({}))["error"]["code"], -32602);
}
