//! Requests and answers of HTTP, as far as a page needs them: GET and HEAD, one request a connection, no body in a request.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Take, Write};

/// Bytes of the longest head: browsers send less than one KiB, and servers usually accept eight.
pub(super) const MAX_HEAD: usize = 16 << 10;
/// Lines of the longest head: browsers send about fifteen.
const MAX_LINES: usize = 64;

/// The parts of a request that count for the answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// Whether the body of the answer is left out.
    pub(super) is_head: bool,
    /// Without the query.
    pub(super) path: String,
    pub(super) host: Option<String>,
    pub(super) range: Option<String>,
}

impl Request {
    /// Parses a head; `None` if it isn't complete. A body is never read, however long it says it is.
    ///
    /// # Errors
    /// The status of a refusal.
    pub(super) fn parse(head: &[u8]) -> Result<Option<Self>, u16> {
        let mut lines = [httparse::EMPTY_HEADER; MAX_LINES];
        let mut request = httparse::Request::new(&mut lines);
        match request.parse(head) {
            Ok(httparse::Status::Complete(_)) => {}
            Ok(httparse::Status::Partial) if head.len() < MAX_HEAD => return Ok(None),
            Ok(httparse::Status::Partial) | Err(httparse::Error::TooManyHeaders) => return Err(431),
            Err(_) => return Err(400),
        }
        let is_head = match request.method {
            Some("GET") => false,
            Some("HEAD") => true,
            _ => return Err(405),
        };
        let text = |name: &str| {
            let mut found = request.headers.iter().filter(|line| line.name.eq_ignore_ascii_case(name));
            let value = found.next().map(|line| String::from_utf8_lossy(line.value).into_owned());
            // Two of them could mean one thing to a proxy and another one here.
            if found.next().is_some() { Err(400_u16) } else { Ok(value) }
        };
        let path = request.path.unwrap_or_default().split(['?', '#']).next().unwrap_or_default().to_owned();
        Ok(Some(Self { is_head, path, host: text("Host")?, range: text("Range")? }))
    }
}

/// The content of an answer.
pub(super) enum Body {
    Bytes(Cow<'static, [u8]>),
    /// A part of a file.
    File(Take<File>),
}

/// An answer. The connection is closed after it.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) kind: &'static str,
    /// First byte, last byte and size of the file of a part.
    pub(super) range: Option<(u64, u64, u64)>,
    pub(super) body: Body,
    /// Whether other pages may show it in a frame.
    pub(super) framed: bool,
}

impl Answer {
    /// An answer with a status only.
    pub(super) fn refusal(status: u16) -> Self {
        Self { status, kind: "text/plain", range: None, body: Body::Bytes(Cow::Borrowed(&[])), framed: false }
    }

    /// Returns the head: no caching, no guessed types, no access for other sites.
    pub(super) fn head(&self) -> String {
        let length = match &self.body {
            Body::Bytes(bytes) => bytes.len() as u64,
            Body::File(file) => file.limit(),
        };
        let range = self.range.map(|(first, last, size)| format!("Content-Range: bytes {first}-{last}/{size}\r\n"));
        let Self { status, kind, .. } = self;
        let frames = if self.framed { "" } else { "X-Frame-Options: DENY\r\n" };
        format!(
            "HTTP/1.1 {status} {}\r\nConnection: close\r\nContent-Length: {length}\r\nContent-Type: {kind}\r\n{}\
             Accept-Ranges: bytes\r\nCache-Control: no-store\r\nCross-Origin-Resource-Policy: same-origin\r\n\
             Referrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n{frames}\r\n",
            reason(*status),
            range.unwrap_or_default(),
        )
    }

    /// Writes the answer in pieces, each after a call of `next`, which may end it.
    pub(super) fn write(
        self,
        out: &mut impl Write,
        is_head: bool,
        mut next: impl FnMut(usize) -> io::Result<()>,
    ) -> io::Result<()> {
        const PIECE: usize = 64 << 10;
        out.write_all(self.head().as_bytes())?;
        if is_head {
            return Ok(());
        }
        match self.body {
            Body::Bytes(bytes) => bytes.chunks(PIECE).try_for_each(|piece| {
                next(piece.len())?;
                out.write_all(piece)
            }),
            Body::File(mut file) => {
                let mut piece = vec![0; PIECE];
                loop {
                    let length = file.read(&mut piece)?;
                    if length == 0 {
                        return Ok(());
                    }
                    next(length)?;
                    out.write_all(piece.get(..length).unwrap_or_default())?;
                }
            }
        }
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        206 => "Partial Content",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        416 => "Range Not Satisfiable",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_bounded_and_bodies_are_not_read() {
        let parse = |head: &str| Request::parse(head.as_bytes());
        let whole = parse("GET /a?b#c HTTP/1.1\r\nhost: x\r\nContent-Length: 9223372036854775808\r\n\r\nbody")
            .expect("a request");
        let wanted = Request { is_head: false, path: "/a".into(), host: Some("x".into()), range: None };
        assert_eq!(whole, Some(wanted));
        assert_eq!(parse("GET / HTTP/1.1\r\nHost: x\r\n"), Ok(None));
        for (head, status) in [
            ("POST / HTTP/1.1\r\n\r\n", 405),
            ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
            ("GET / HTTP/7\r\n\r\n", 400),
            ("\0", 400),
            (&format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(MAX_LINES + 1)), 431),
            (&format!("GET /{} HTTP/1.1\r\n", "a".repeat(MAX_HEAD)), 431),
        ] {
            assert_eq!(parse(head), Err(status), "{head}");
        }
    }
}
