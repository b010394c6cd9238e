//! The part of HTTP that the page needs: GET and HEAD, one request per connection, and no body in a request.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Take, Write};

/// The maximum size of a request head in bytes. Browsers send less than one KiB, and servers usually accept eight.
pub(super) const MAX_HEAD: usize = 16 << 10;
/// The maximum number of lines in a request head. Browsers send about fifteen.
const MAX_LINES: usize = 64;

/// The parts of a request that are needed to answer it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// This is `true` if the answer must not have a body.
    pub(super) is_head: bool,
    /// The path, without the query.
    pub(super) path: String,
    pub(super) host: Option<String>,
    pub(super) range: Option<String>,
}

impl Request {
    /// Parses a request head, or returns `None` if it is not complete. The body is never read, even if the head gives a
    /// length.
    ///
    /// # Errors
    /// The status to answer with, if the request is refused.
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
            let mut values = request.headers.iter().filter(|line| line.name.eq_ignore_ascii_case(name));
            let value = values.next().map(|line| String::from_utf8_lossy(line.value).into_owned());
            // Two of them could mean one thing to a proxy and another one here.
            if values.next().is_some() { Err(400_u16) } else { Ok(value) }
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

/// An answer to a request. The connection is closed after it.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) kind: &'static str,
    /// The first byte, the last byte and the size of the file, if only a part is sent.
    pub(super) range: Option<(u64, u64, u64)>,
    pub(super) body: Body,
    /// This is `true` if other pages can show it in a frame.
    pub(super) framed: bool,
}

impl Answer {
    /// Creates an answer with only a status.
    pub(super) fn refusal(status: u16) -> Self {
        Self { status, kind: "text/plain", range: None, body: Body::Bytes(Cow::Borrowed(&[])), framed: false }
    }

    /// Returns the head, which forbids caching, guessing of types, and access from other sites.
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

    /// Writes the answer in pieces. `next` is called before each piece, and can stop it.
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
