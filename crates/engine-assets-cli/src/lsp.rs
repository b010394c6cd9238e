//! `lsp`: a language server over standard input and output, for editors.

mod features;
mod position;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use engine_assets::binio::{Finding, Severity};
use engine_assets::udm::Document;
use engine_assets::{Asset, udm_tools::schema::Schema};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    Completion, DocumentSymbolRequest, FoldingRangeRequest, Formatting, HoverRequest, Request as _,
};
use lsp_types::{
    CompletionOptions, Diagnostic, DiagnosticSeverity, FoldingRangeProviderCapability, HoverProviderCapability,
    NumberOrString, OneOf, PublishDiagnosticsParams, ServerCapabilities, TextDocumentSyncCapability,
    TextDocumentSyncKind, Uri,
};
use serde::{Serialize, de::DeserializeOwned};

use crate::report::Outcome;
use position::Lines;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Standard input and output; editors pass it, and nothing else exists
    #[arg(long, hide = true)]
    stdio: bool,
}

pub(crate) fn run(_: &Arguments) -> io::Result<Outcome> {
    let (connection, threads) = Connection::stdio();
    let capabilities = ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec!["$".to_owned()]),
            ..CompletionOptions::default()
        }),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    };
    let capabilities = serde_json::to_value(capabilities)?;
    match connection.initialize(capabilities) {
        // The input ends before an editor has said anything.
        Err(error) if error.channel_is_disconnected() => return Ok(Outcome::Fine),
        started => drop(started.map_err(io::Error::other)?),
    }
    let mut server = Server { connection: &connection, texts: BTreeMap::new() };
    server.serve()?;
    drop(connection);
    threads.join()?;
    Ok(Outcome::Fine)
}

struct Server<'c> {
    connection: &'c Connection,
    /// The texts of open files, by their URIs.
    texts: BTreeMap<String, String>,
}

impl Server<'_> {
    fn serve(&mut self) -> io::Result<()> {
        for message in &self.connection.receiver {
            match message {
                Message::Request(request) => {
                    if self.connection.handle_shutdown(&request).map_err(io::Error::other)? {
                        return Ok(());
                    }
                    let response = self.answer(request);
                    self.send(Message::Response(response))?;
                }
                Message::Notification(notification) => self.take(notification)?,
                Message::Response(_) => {}
            }
        }
        Ok(())
    }

    fn send(&self, message: Message) -> io::Result<()> {
        self.connection.sender.send(message).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    }

    fn answer(&self, request: Request) -> Response {
        match request.method.as_str() {
            HoverRequest::METHOD => self.reply(request, |server, params: lsp_types::HoverParams| {
                let at = params.text_document_position_params;
                features::hover(server.text(&at.text_document.uri)?, at.position)
            }),
            Completion::METHOD => self.reply(request, |server, params: lsp_types::CompletionParams| {
                let at = params.text_document_position;
                let text = server.text(&at.text_document.uri)?;
                Some(features::completion(text, at.position, schema(&at.text_document.uri).as_ref()))
            }),
            DocumentSymbolRequest::METHOD => self.reply(request, |server, params: lsp_types::DocumentSymbolParams| {
                features::symbols(server.text(&params.text_document.uri)?)
            }),
            FoldingRangeRequest::METHOD => self.reply(request, |server, params: lsp_types::FoldingRangeParams| {
                features::folding(server.text(&params.text_document.uri)?)
            }),
            Formatting::METHOD => self.reply(request, |server, params: lsp_types::DocumentFormattingParams| {
                features::formatting(server.text(&params.text_document.uri)?)
            }),
            method => {
                let message = format!("unknown method {method}");
                Response::new_err(request.id, ErrorCode::MethodNotFound as i32, message)
            }
        }
    }

    /// Answers a request, with null if there is nothing.
    fn reply<P: DeserializeOwned, R: Serialize>(
        &self,
        request: Request,
        answer: impl FnOnce(&Self, P) -> Option<R>,
    ) -> Response {
        match serde_json::from_value(request.params) {
            Ok(params) => Response::new_ok(request.id, answer(self, params)),
            Err(error) => Response::new_err(request.id, ErrorCode::InvalidParams as i32, error.to_string()),
        }
    }

    fn text(&self, uri: &Uri) -> Option<&str> {
        self.texts.get(uri.as_str()).map(String::as_str)
    }

    fn take(&mut self, notification: Notification) -> io::Result<()> {
        let Notification { method, params } = notification;
        let opened = match method.as_str() {
            DidOpenTextDocument::METHOD => serde_json::from_value::<lsp_types::DidOpenTextDocumentParams>(params)
                .map(|params| (params.text_document.uri, Some(params.text_document.text))),
            DidChangeTextDocument::METHOD => serde_json::from_value::<lsp_types::DidChangeTextDocumentParams>(params)
                .map(|mut params| (params.text_document.uri, params.content_changes.pop().map(|change| change.text))),
            DidCloseTextDocument::METHOD => serde_json::from_value::<lsp_types::DidCloseTextDocumentParams>(params)
                .map(|params| (params.text_document.uri, None)),
            _ => return Ok(()),
        };
        let Ok((uri, text)) = opened else { return Ok(()) };
        let diagnostics = text.as_ref().map_or_else(Vec::new, |text| diagnostics(&uri, text));
        match text {
            Some(text) => self.texts.insert(uri.as_str().to_owned(), text),
            None => self.texts.remove(uri.as_str()),
        };
        let params = PublishDiagnosticsParams { uri, diagnostics, version: None };
        let method = PublishDiagnostics::METHOD.to_owned();
        self.send(Message::Notification(Notification::new(method, params)))
    }
}

/// The path of a file's URI.
fn path_of(uri: &Uri) -> PathBuf {
    PathBuf::from(uri.path().as_estr().decode().into_string_lossy().into_owned())
}

/// The findings of `validate` about a file, and of the schema beside it.
fn diagnostics(uri: &Uri, text: &str) -> Vec<Diagnostic> {
    let (path, lines) = (path_of(uri), Lines::of(text));
    match Asset::parse(text.as_bytes(), Some(&path)) {
        Ok(asset) => {
            let mut findings = asset.validate();
            if let (Some(document), Some(schema)) = (asset.as_udm(), schema(uri)) {
                let mut of_schema = schema.check(document);
                document.locate(&mut of_schema);
                findings.extend(of_schema);
            }
            findings.iter().map(|finding| of_finding(finding, &lines)).collect()
        }
        Err(engine_assets::Error::Unknown { .. }) => Vec::new(),
        Err(error) => {
            let (part, message, offset) = error.to_parts();
            let message = if part.to_string().is_empty() { message } else { format!("{part}: {message}") };
            let range = lines.line_at(usize::try_from(offset.unwrap_or(0)).unwrap_or(0));
            vec![diagnostic(range, DiagnosticSeverity::ERROR, None, message)]
        }
    }
}

fn of_finding(finding: &Finding, lines: &Lines<'_>) -> Diagnostic {
    let severity = match finding.severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        _ => DiagnosticSeverity::INFORMATION,
    };
    let path = finding.path.to_string();
    let message = if path.is_empty() { finding.message.clone() } else { format!("{path}: {}", finding.message) };
    let range = lines.line_at(usize::try_from(finding.offset.unwrap_or(0)).unwrap_or(0));
    diagnostic(range, severity, Some(finding.kind.as_str()), message)
}

fn diagnostic(
    range: lsp_types::Range,
    severity: DiagnosticSeverity,
    kind: Option<&str>,
    message: String,
) -> Diagnostic {
    Diagnostic {
        range,
        severity: Some(severity),
        code: kind.map(|kind| NumberOrString::String(kind.to_owned())),
        source: Some("engine-assets".to_owned()),
        message,
        ..Diagnostic::default()
    }
}

/// The schema for a document: the first `.udms` file in its folder, in the order of the names.
fn schema(uri: &Uri) -> Option<Schema> {
    let path = path_of(uri);
    let is_schema = |path: &Path| path.extension().is_some_and(|extension| extension == "udms");
    if is_schema(&path) {
        return None;
    }
    let folder = std::fs::read_dir(path.parent()?).ok()?;
    let mut schemas: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).filter(|path| is_schema(path)).collect();
    schemas.sort();
    crate::udm::read_schema(schemas.first()?).ok()
}

/// The document of a text, if it is one.
fn document(text: &str) -> Option<Document<'_>> {
    Document::parse_text(text.as_bytes()).ok()
}
