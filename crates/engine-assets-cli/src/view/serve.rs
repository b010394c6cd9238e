//! Answers requests for the page and the named files. The client must know the address.

use std::io::{Read as _, Seek as _, SeekFrom};

use super::Listed;
use super::http::{Answer, Body, Request};
use super::page::Page;

/// The files to serve, and who is allowed to read them.
pub(super) struct Site {
    pub(super) page: Page,
    pub(super) files: Vec<Listed>,
    pub(super) token: String,
    pub(super) port: u16,
    /// This is `true` if other programs can show the page in a frame.
    pub(super) framed: bool,
}

impl Site {
    /// Checks that the client knows the address.
    ///
    /// # Errors
    /// The status to answer with, if the request is refused.
    pub(super) fn admit(&self, request: &Request) -> Result<(), u16> {
        // A name that another site leads here is not this address.
        if request.host.as_deref() != Some(format!("127.0.0.1:{}", self.port).as_str()) {
            return Err(403);
        }
        self.name(request).map(drop).ok_or(404)
    }

    /// Returns the name of the requested file, which follows the token.
    fn name<'r>(&self, request: &'r Request) -> Option<&'r str> {
        let (token, name) = request.path.strip_prefix('/')?.split_once('/')?;
        is_same(token, &self.token).then_some(name)
    }

    /// Answers a request. You must call [`admit`](Self::admit) first.
    pub(super) fn answer(&self, request: &Request) -> Answer {
        Answer { framed: self.framed, ..self.answer_to(request) }
    }

    fn answer_to(&self, request: &Request) -> Answer {
        let Some(name) = self.name(request) else { return Answer::refusal(404) };
        match name.strip_prefix("file/") {
            Some(number) => {
                let listed = number.parse().ok().and_then(|number: usize| self.files.get(number));
                listed.map_or_else(|| Answer::refusal(404), |listed| file(listed, request.range.as_deref()))
            }
            None if name == "files.json" => match serde_json::to_vec(&self.files) {
                Ok(json) => whole(json, "application/json"),
                Err(_) => Answer::refusal(500),
            },
            None => {
                self.page.get(name).map_or_else(|| Answer::refusal(404), |(bytes, kind)| whole(bytes.to_vec(), kind))
            }
        }
    }
}

/// Compares two texts in constant time, so that the time does not tell how many characters are equal.
fn is_same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

/// Returns a file, or only a part of it.
fn file(listed: &Listed, range: Option<&str>) -> Answer {
    // It may have been replaced by a pipe since it was listed.
    let opened = asset_unpack::open_regular(&listed.file).and_then(|file| Ok((file.metadata()?.len(), file)));
    let Ok((size, mut file)) = opened else { return Answer::refusal(404) };
    let Some((start, end)) = range.map_or(Some((0, size)), |range| part(range, size)) else {
        return Answer::refusal(416);
    };
    if file.seek(SeekFrom::Start(start)).is_err() {
        return Answer::refusal(500);
    }
    let status = if range.is_some() { 206 } else { 200 };
    let range = range.map(|_| (start, end.saturating_sub(1), size));
    Answer {
        status,
        kind: "application/octet-stream",
        range,
        body: Body::File(file.take(end.saturating_sub(start))),
        framed: false,
    }
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

fn whole(bytes: Vec<u8>, kind: &'static str) -> Answer {
    Answer { status: 200, kind, range: None, body: Body::Bytes(bytes.into()), framed: false }
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
