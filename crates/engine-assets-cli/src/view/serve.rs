//! Answers of the server: the page and the files that were named, to who has the address.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek as _, SeekFrom};
use std::num::NonZero;

use tiny_http::{Header, Method, Request, Response, Server, StatusCode};

use super::Listed;
use super::page::Page;

/// Requests that are answered at once.
const THREADS: usize = 4;

/// The served files, and the allowed clients.
pub(super) struct Site {
    pub(super) page: Page,
    pub(super) files: Vec<Listed>,
    pub(super) token: String,
    pub(super) port: u16,
}

type Body = Response<Box<dyn Read + Send>>;

impl Site {
    /// Answers for as long as the program runs.
    pub(super) fn serve(&self, server: &Server) {
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get).min(THREADS);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    for request in server.incoming_requests() {
                        let answer = self.answer(&request);
                        // Who doesn't wait for an answer needs none.
                        let _ = request.respond(answer);
                    }
                });
            }
        });
    }

    fn answer(&self, request: &Request) -> Body {
        let header = |name: &str| {
            let found =
                request.headers().iter().find(|header| header.field.as_str().as_str().eq_ignore_ascii_case(name));
            found.map(|header| header.value.as_str())
        };
        // A name that another site leads here is not this address.
        if header("Host") != Some(format!("127.0.0.1:{}", self.port).as_str()) {
            return refuse(403);
        }
        if !matches!(request.method(), Method::Get | Method::Head) {
            return refuse(405);
        }
        let path = request.url().split(['?', '#']).next().unwrap_or_default();
        let Some((token, name)) = path.strip_prefix('/').and_then(|path| path.split_once('/')) else {
            return refuse(404);
        };
        if !is_same(token, &self.token) {
            return refuse(404);
        }
        match name.strip_prefix("file/") {
            Some(number) => {
                let listed = number.parse().ok().and_then(|number: usize| self.files.get(number));
                listed.map_or_else(|| refuse(404), |listed| file(listed, header("Range")))
            }
            None if name == "files.json" => match serde_json::to_vec(&self.files) {
                Ok(json) => whole(json, "application/json"),
                Err(_) => refuse(500),
            },
            None => self.page.get(name).map_or_else(|| refuse(404), |(bytes, kind)| whole(bytes.to_vec(), kind)),
        }
    }
}

/// Compares without telling by the time it takes how far they are the same.
fn is_same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

/// A part of a file, or all of it.
fn file(listed: &Listed, range: Option<&str>) -> Body {
    let opened = File::open(&listed.file).and_then(|file| Ok((file.metadata()?.len(), file)));
    let Ok((size, mut file)) = opened else { return refuse(404) };
    let Some((start, end)) = range.map_or(Some((0, size)), |range| part(range, size)) else { return refuse(416) };
    if file.seek(SeekFrom::Start(start)).is_err() {
        return refuse(500);
    }
    let length = end.saturating_sub(start);
    let mut headers = headers("application/octet-stream");
    if range.is_some() {
        headers.extend(header("Content-Range", &format!("bytes {start}-{}/{size}", end.saturating_sub(1))));
    }
    let status = if range.is_some() { 206 } else { 200 };
    let body: Box<dyn Read + Send> = Box::new(file.take(length));
    Response::new(StatusCode(status), headers, body, usize::try_from(length).ok(), None)
}

/// Returns the first byte of a range and the byte after its last, or `None` if the range is out of bounds.
fn part(range: &str, size: u64) -> Option<(u64, u64)> {
    let (start, last) = range.strip_prefix("bytes=")?.split_once('-')?;
    let start: u64 = start.trim().parse().ok()?;
    let end = match last.trim() {
        "" => size,
        last => last.parse::<u64>().ok()?.saturating_add(1).min(size),
    };
    (start < end).then_some((start, end))
}

fn whole(bytes: Vec<u8>, kind: &str) -> Body {
    let length = bytes.len();
    Response::new(StatusCode(200), headers(kind), Box::new(Cursor::new(bytes)), Some(length), None)
}

fn refuse(status: u16) -> Body {
    Response::new(StatusCode(status), headers("text/plain"), Box::new(io::empty()), Some(0), None)
}

/// Returns the headers of every answer: no caching, no guessed types, no access for other sites.
fn headers(kind: &str) -> Vec<Header> {
    let all = [
        ("Content-Type", kind),
        ("Accept-Ranges", "bytes"),
        ("Cache-Control", "no-store"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
    ];
    all.into_iter().filter_map(|(name, value)| header(name, value)).collect()
}

fn header(name: &str, value: &str) -> Option<Header> {
    Header::from_bytes(name, value).ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn ranges_end_with_the_file() {
        let cases = [("bytes=0-3", Some((0, 4))), ("bytes=8-", Some((8, 10))), ("bytes=4-99", Some((4, 10)))];
        for (range, wanted) in cases {
            assert_eq!(super::part(range, 10), wanted, "{range}");
        }
        for range in ["bytes=10-", "bytes=5-4", "bytes=-3", "bytes=a-b", "5-6", "bytes=1-2,4-5"] {
            assert_eq!(super::part(range, 10), None, "{range}");
        }
    }
}
