//! The `lsp` command: a language server for editors, using standard input and output.

mod at;
mod capabilities;
mod diagnostics;
mod edits;
mod features;
mod file_names;
mod position;
mod protocol;
mod references;
mod renames;
mod tables;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use engine_assets::graph::ReferenceCache;
use serde::Serialize;
use serde_json::{Value, json};

use crate::report::Outcome;
use at::At;
use capabilities::capabilities;
use protocol::{AboutFile, Answer, Incoming, Position};
use renames::{Abilities, Session};

/// The maximum size of a text in bytes. A text that is larger is not checked.
const MAX_TEXT: usize = 16 << 20;
/// The maximum size of all open texts together, in bytes.
const MAX_TEXTS: usize = 256 << 20;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Use standard input and output. This is the only transport, and editors pass the option
    #[arg(long, hide = true)]
    stdio: bool,
}

pub(crate) fn run(_: &Arguments) -> io::Result<Outcome> {
    let mut input = io::stdin().lock();
    let mut server = Server {
        output: io::stdout().lock(),
        texts: BTreeMap::new(),
        state: State::New,
        root: None,
        abilities: Abilities::default(),
        cache: ReferenceCache::default(),
    };
    while let Some(message) = protocol::read(&mut input)? {
        match message {
            Incoming::Request { id, method, params } => {
                // A change of a text that is sent as a request isn't applied.
                if CHANGES.contains(&&*method) {
                    server.forget(uri_of(&params))?;
                }
                let answer = server.answer(&method, params);
                protocol::respond(&mut server.output, &id, answer)?;
            }
            Incoming::Notification { method, .. } if method == "exit" => {
                // The protocol requires exit status 1 without `shutdown`.
                return Ok(if server.state == State::ShutDown { Outcome::Fine } else { Outcome::Bad });
            }
            Incoming::Notification { method, params } => server.update(&method, params)?,
            Incoming::Response => {}
            Incoming::Invalid(code, message) => {
                protocol::respond(&mut server.output, &Value::Null, Err((code, message.to_owned())))?;
                server.forget(None)?;
            }
            Incoming::TooLarge => server.forget(None)?,
        }
    }
    // The editor is gone. An empty input is no session.
    Ok(if server.state == State::Running { Outcome::Bad } else { Outcome::Fine })
}

/// The lifecycle of the protocol.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Running,
    ShutDown,
}

struct Server<W> {
    output: W,
    /// The texts of open files. The key is the URI.
    texts: BTreeMap<String, String>,
    state: State,
    /// The folder that is open in the editor.
    root: Option<PathBuf>,
    abilities: Abilities,
    /// The references in files that were already searched.
    cache: ReferenceCache,
}

impl<W: Write> Server<W> {
    fn answer(&mut self, method: &str, params: Value) -> Answer {
        match (self.state, method) {
            (State::New, "initialize") => {
                self.state = State::Running;
                self.root = references::root_of(&params);
                self.abilities = Abilities::of(&params);
                return Ok(capabilities());
            }
            (State::New, _) => return Err((protocol::NOT_INITIALIZED, "the server isn't initialized".to_owned())),
            (State::ShutDown, _) => return Err((protocol::INVALID_REQUEST, "the server is shut down".to_owned())),
            (State::Running, "initialize") => {
                return Err((protocol::INVALID_REQUEST, "the server is already initialized".to_owned()));
            }
            (State::Running, "shutdown") => {
                self.state = State::ShutDown;
                return Ok(Value::Null);
            }
            (State::Running, _) => {}
        }
        if method == "workspace/willRenameFiles" {
            return self.will_rename(&params);
        }
        let about = || serde_json::from_value::<AboutFile>(params).map_err(|error| refused(&error));
        match method {
            "textDocument/hover" => self.at(about()?, at::hover),
            "textDocument/completion" => self.at(about()?, at::completion),
            "textDocument/definition" => self.at(about()?, |At { uri, text, position, root }| {
                Some(references::definition(uri, text, position, root))
            }),
            "textDocument/references" => {
                // The cache and the texts are parts of the server.
                let mut cache = std::mem::take(&mut self.cache);
                let locations = self.at(about()?, |at| Some(references::references(at, &mut cache)));
                self.cache = cache;
                locations
            }
            "textDocument/prepareRename" => {
                let (uri, position) = position_of(about()?)?;
                result(renames::prepare(self.session(), &uri, position))
            }
            "textDocument/rename" => self.rename(about()?),
            "textDocument/documentLink" => {
                let about = about()?;
                let links = |text| file_names::links(&about.text_document.uri, text, self.root.as_deref());
                result(self.text(&about).map(links))
            }
            "textDocument/documentSymbol" => result(self.text(&about()?).and_then(features::symbols)),
            "textDocument/foldingRange" => result(self.text(&about()?).and_then(features::folding)),
            "textDocument/formatting" => result(self.text(&about()?).and_then(features::formatting)),
            method => Err((protocol::METHOD_NOT_FOUND, format!("unknown method {method}"))),
        }
    }

    /// Answers a request about a position in an open text. If the text is not open, the answer is null.
    fn at<R: Serialize>(&self, about: AboutFile, answer: impl FnOnce(At<'_>) -> Option<R>) -> Answer {
        let (uri, position) = position_of(about)?;
        let at = |text| At { uri: &uri, text, position, root: self.root.as_deref() };
        result(self.texts.get(&uri).and_then(|text| answer(at(text))))
    }

    fn session(&self) -> Session<'_> {
        Session { texts: &self.texts, root: self.root.as_deref(), abilities: self.abilities }
    }

    fn rename(&mut self, about: AboutFile) -> Answer {
        let new = about.new_name.clone().ok_or_else(|| refused(&"missing field `newName`"))?;
        let (uri, position) = position_of(about)?;
        let renamed = renames::rename(self.session(), &uri, position, &new);
        let renamed = renamed.map_err(|reason| (protocol::REQUEST_FAILED, reason))?;
        self.tell(renamed.message.as_deref());
        Ok(renamed.edit)
    }

    /// Answers with the references to change when the editor renames files. The editor will rename the files in any
    /// case, so if references can't be changed, this shows a message.
    fn will_rename(&mut self, params: &Value) -> Answer {
        match renames::will_rename(self.session(), params) {
            Ok(Some(renamed)) => {
                self.tell(renamed.message.as_deref());
                Ok(renamed.edit)
            }
            Ok(None) => Ok(Value::Null),
            Err(reason) => {
                self.tell(Some(&format!("engine-assets: references stay as they are: {reason}")));
                Ok(Value::Null)
            }
        }
    }

    /// Shows a message in the editor. Errors are ignored here, because if the editor is gone, the next answer will
    /// fail.
    fn tell(&mut self, message: Option<&str>) {
        if let Some(message) = message {
            let params = json!({ "type": 2, "message": message });
            let _ = protocol::notify(&mut self.output, "window/showMessage", &params);
        }
    }

    fn text(&self, about: &AboutFile) -> Option<&str> {
        self.texts.get(&about.text_document.uri).map(String::as_str)
    }

    /// Stores the new text of a file, and publishes its findings.
    fn update(&mut self, method: &str, params: Value) -> io::Result<()> {
        if self.state != State::Running || !CHANGES.contains(&method) {
            return Ok(());
        }
        let uri = uri_of(&params);
        let Ok(AboutFile { text_document: file, mut content_changes, .. }) = serde_json::from_value(params) else {
            return self.forget(uri);
        };
        let text = match method {
            "textDocument/didOpen" => file.text,
            // The server asks for whole texts. After a part of one, the text is unknown.
            "textDocument/didChange" => {
                let change = content_changes.pop();
                change.filter(|change| change.range.as_ref().is_none_or(Value::is_null)).map(|change| change.text)
            }
            _ => None,
        };
        self.texts.remove(&file.uri);
        let others: usize = self.texts.values().map(String::len).sum();
        let diagnostics = match text {
            Some(text) if text.len() <= MAX_TEXT && others + text.len() <= MAX_TEXTS => {
                let checked = diagnostics::of(&file.uri, &text);
                self.texts.insert(file.uri.clone(), text);
                checked
            }
            Some(_) => vec![diagnostics::too_large()],
            None => Vec::new(),
        };
        self.publish(&file.uri, file.version, &diagnostics)
    }

    fn publish(&mut self, uri: &str, version: Option<i32>, diagnostics: &[Value]) -> io::Result<()> {
        let mut params = json!({ "uri": uri, "diagnostics": diagnostics });
        if let Some(version) = version {
            params["version"] = version.into();
        }
        protocol::notify(&mut self.output, "textDocument/publishDiagnostics", &params)
    }

    /// Removes the text of a file if a message about it could not be read. If the file is not known, all texts are
    /// removed. This is necessary because the texts may be out of date: answers would change the wrong places, and
    /// formatting would undo an edit.
    fn forget(&mut self, uri: Option<String>) -> io::Result<()> {
        let uris = match uri {
            Some(uri) => vec![uri],
            None => self.texts.keys().cloned().collect(),
        };
        if uris.iter().filter(|uri| self.texts.remove(*uri).is_some()).count() == 0 {
            return Ok(());
        }
        for uri in &uris {
            self.publish(uri, None, &[])?;
        }
        let message = "engine-assets: a message can't be read, or is larger than 64 MiB; open files are not checked until they change";
        protocol::notify(&mut self.output, "window/showMessage", &json!({ "type": 2, "message": message }))
    }
}

/// The notifications that change the text of a file.
const CHANGES: [&str; 3] = ["textDocument/didOpen", "textDocument/didChange", "textDocument/didClose"];

/// Returns the file that a message is about, if it names a file.
fn uri_of(params: &Value) -> Option<String> {
    params.pointer("/textDocument/uri").and_then(Value::as_str).map(str::to_owned)
}

/// Returns the file and position of a request, or an error to send.
fn position_of(about: AboutFile) -> Result<(String, Position), (i32, String)> {
    let position = about.position.ok_or_else(|| refused(&"missing field `position`"))?;
    Ok((about.text_document.uri, position))
}

fn refused(error: &dyn std::fmt::Display) -> (i32, String) {
    (protocol::INVALID_PARAMS, error.to_string())
}

/// Converts the result to an answer. `None` becomes null.
fn result(answer: Option<impl Serialize>) -> Answer {
    serde_json::to_value(answer).map_err(|error| refused(&error))
}
