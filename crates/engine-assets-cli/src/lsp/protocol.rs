//! Reads and writes messages of the Language Server Protocol: a header followed by JSON-RPC.
//!
//! The crate `lsp-server` (0.9) is not used, because it allocates the length in a header, panics if the editor closes
//! its end, and stops at a message that is not JSON. `lsp-types` is not used, because it takes 10.6 seconds of one core
//! to build. There are only a few messages here, so both are not needed.

use std::io::{self, BufRead, Read as _, Write};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The maximum size of a message in bytes. In JSON, a text can become up to six times as large, but usually it does not
/// grow much.
const MAX_MESSAGE: u64 = 64 << 20;
/// The maximum size of a header line in bytes.
const MAX_HEADER: u64 = 1024;
/// The maximum number of header lines. The protocol only defines two.
const MAX_HEADERS: usize = 16;

const PARSE_ERROR: i32 = -32700;
pub(super) const INVALID_REQUEST: i32 = -32600;
pub(super) const METHOD_NOT_FOUND: i32 = -32601;
pub(super) const INVALID_PARAMS: i32 = -32602;
pub(super) const NOT_INITIALIZED: i32 = -32002;
pub(super) const REQUEST_FAILED: i32 = -32803;

/// A message from the editor.
pub(super) enum Incoming {
    Request {
        id: Value,
        method: String,
        params: Value,
    },
    Notification {
        method: String,
        params: Value,
    },
    /// An answer, which is ignored because the server does not send requests.
    Response,
    /// The content is not a message. This has the error code and the message to send.
    Invalid(i32, &'static str),
    /// The message is larger than [`MAX_MESSAGE`]. Its content was skipped.
    TooLarge,
}

/// Reads the next message. Returns `None` if there are no more messages.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let Some(length) = read_header(input)? else { return Ok(None) };
    let mut content = input.take(length);
    if length > MAX_MESSAGE {
        let skipped = io::copy(&mut content, &mut io::sink())?;
        return if skipped == length { Ok(Some(Incoming::TooLarge)) } else { Err(cut_off()) };
    }
    // Grows with the content that arrives: the header alone allocates nothing.
    let mut bytes = Vec::new();
    content.read_to_end(&mut bytes)?;
    if bytes.len() as u64 != length {
        return Err(cut_off());
    }
    Ok(Some(parse(&bytes)))
}

fn cut_off() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "the input ends within a message")
}

fn invalid(message: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// Reads a header and returns the length of the content. Returns `None` at the end of the input.
fn read_header(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    for index in 0..MAX_HEADERS {
        let mut line = Vec::new();
        input.take(MAX_HEADER).read_until(b'\n', &mut line)?;
        match line.as_slice() {
            [] if index == 0 => return Ok(None),
            [.., b'\n'] => {}
            _ if line.len() as u64 == MAX_HEADER => return Err(invalid("a header line is longer than 1024 bytes")),
            _ => return Err(cut_off()),
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            return length.map(Some).ok_or_else(|| invalid("the header has no Content-Length"));
        }
        let text = std::str::from_utf8(line).map_err(|_| invalid("a header line is no text"))?;
        let (name, value) = text.split_once(':').ok_or_else(|| invalid("a header line has no colon"))?;
        if name.eq_ignore_ascii_case("Content-Length") {
            length = Some(value.trim().parse().map_err(|_| invalid("Content-Length is no number"))?);
        }
    }
    Err(invalid("a header has more than 16 lines"))
}

fn parse(bytes: &[u8]) -> Incoming {
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else {
        return Incoming::Invalid(PARSE_ERROR, "the content is no JSON");
    };
    let Value::Object(mut message) = value else {
        return Incoming::Invalid(INVALID_REQUEST, "the content is no JSON object");
    };
    let params = message.remove("params").unwrap_or_default();
    match (message.remove("id"), message.remove("method")) {
        (Some(id), Some(Value::String(method))) => Incoming::Request { id, method, params },
        (None, Some(Value::String(method))) => Incoming::Notification { method, params },
        (Some(_), None) => Incoming::Response,
        _ => Incoming::Invalid(INVALID_REQUEST, "the message has no method"),
    }
}

/// Writes a message.
fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let content = serde_json::to_vec(message)?;
    write!(output, "Content-Length: {}\r\n\r\n", content.len())?;
    output.write_all(&content)?;
    output.flush()
}

/// The result of a request, or the error code and message to send.
pub(super) type Answer = Result<Value, (i32, String)>;

pub(super) fn respond(output: &mut impl Write, id: &Value, answer: Answer) -> io::Result<()> {
    let message = match answer {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err((code, message)) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
        }
    };
    write(output, &message)
}

pub(super) fn notify(output: &mut impl Write, method: &str, params: &Value) -> io::Result<()> {
    write(output, &json!({ "jsonrpc": "2.0", "method": method, "params": params }))
}

/// A line and a UTF-16 unit in this line, both starting at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Position {
    pub(super) line: u32,
    pub(super) character: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Range {
    pub(super) start: Position,
    pub(super) end: Position,
}

#[derive(Deserialize)]
pub(super) struct Identifier {
    pub(super) uri: String,
    #[serde(default)]
    pub(super) version: Option<i32>,
    /// The text of a file that was opened.
    #[serde(default)]
    pub(super) text: Option<String>,
}

/// The parameters that all messages about a file have.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AboutFile {
    pub(super) text_document: Identifier,
    #[serde(default)]
    pub(super) position: Option<Position>,
    /// The new name, if this is a request to rename.
    #[serde(default)]
    pub(super) new_name: Option<String>,
    #[serde(default)]
    pub(super) content_changes: Vec<Change>,
}

/// A new text. If there is a range, only this part of the text has changed.
#[derive(Deserialize)]
pub(super) struct Change {
    pub(super) text: String,
    #[serde(default)]
    pub(super) range: Option<Value>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(mut bytes: &[u8]) -> Result<Vec<Incoming>, String> {
        let mut messages = Vec::new();
        while let Some(message) = read(&mut bytes).map_err(|error| error.to_string())? {
            messages.push(message);
        }
        Ok(messages)
    }

    #[test]
    fn frames_are_read_and_refused() {
        let frames =
            b"content-length:2\r\nContent-Type: x\r\n\r\n{}Content-Length: 1\r\n\r\n[Content-Length: 33\r\n\r\n\
            {\"id\":1,\"method\":\"a\",\"params\":{}}";
        let messages = read_all(frames).unwrap();
        assert!(matches!(messages[..2], [Incoming::Invalid(INVALID_REQUEST, _), Incoming::Invalid(PARSE_ERROR, _)]));
        assert!(matches!(&messages[2..], [Incoming::Request { method, .. }] if method == "a"));
        assert!(read_all(b"").unwrap().is_empty());
        let long = [b"A: ".as_slice(), &[b'b'; 2000]].concat();
        let many = b"A: b\r\n".repeat(20);
        for (bytes, message) in [
            (b"Content-Length: 5\r\n\r\n{}".as_slice(), "the input ends within a message"),
            (b"Content-Length: 5\r\n", "the input ends within a message"),
            (b"Content-Length: 99999999999999\r\n\r\n{}", "the input ends within a message"),
            (b"Content-Length: -1\r\n\r\n", "Content-Length is no number"),
            (b"A: b\r\n\r\n", "the header has no Content-Length"),
            (b"A\r\n\r\n", "a header line has no colon"),
            (b"\xff: b\r\n", "a header line is no text"),
            (&long, "a header line is longer than 1024 bytes"),
            (&many, "a header has more than 16 lines"),
        ] {
            assert_eq!(read_all(bytes).err().as_deref(), Some(message));
        }
    }

    #[test]
    fn a_message_that_is_too_large_is_skipped() {
        let head = format!("Content-Length: {}\r\n\r\n", MAX_MESSAGE + 1);
        let after = b"Content-Length: 2\r\n\r\n{}".as_slice();
        let mut input = io::BufReader::new(head.as_bytes().chain(io::repeat(b' ').take(MAX_MESSAGE + 1)).chain(after));
        assert!(matches!(read(&mut input), Ok(Some(Incoming::TooLarge))));
        assert!(matches!(read(&mut input), Ok(Some(Incoming::Invalid(..)))));
        assert!(matches!(read(&mut input), Ok(None)));
    }
}
