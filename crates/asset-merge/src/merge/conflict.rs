//! Writes and reads conflicts, which are comments in the document.

use binio::Name;

use super::item::Syntax;

/// What a side did to an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side<'a> {
    /// It has this text.
    Text(&'a [u8]),
    Removed,
    /// It has been moved into the item with this path.
    Inside(&'a str),
}

/// How many characters of a value to show in a message.
const SHOWN: usize = 60;

impl Side<'_> {
    /// Returns the text for messages, in one line. For an attribute, this is only the value.
    pub(super) fn shown(self) -> String {
        match self {
            Self::Removed => "removed".to_owned(),
            Self::Inside(path) => format!("inside of {}", if path.is_empty() { "the scene" } else { path }),
            Self::Text(text) => {
                let value = text.strip_prefix(b"value=").unwrap_or(text);
                let lines = Name::from(value).to_string();
                match lines.char_indices().nth(SHOWN) {
                    Some((at, _)) => format!("{}…", lines.get(..at).unwrap_or_default()),
                    None => lines,
                }
            }
        }
    }
}

/// A conflict, to be written before its item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark<'a> {
    pub(super) path: String,
    pub(super) ours: Side<'a>,
    pub(super) theirs: Side<'a>,
}

/// A conflict comment begins with this.
const TITLE: &[u8] = b" conflict: ";

impl Mark<'_> {
    /// Writes the comment, and then the white space before the item.
    pub(super) fn write(&self, syntax: Syntax, indent: &[u8], out: &mut Vec<u8>) {
        let (open, close) = brackets(syntax);
        let newline = line_end(indent);
        out.extend_from_slice(open);
        out.extend_from_slice(TITLE);
        escape(syntax, self.path.as_bytes(), out);
        for (name, side) in [(&b"ours"[..], self.ours), (b"theirs", self.theirs)] {
            match side {
                Side::Removed => out.extend_from_slice(&[newline, name, b" removed"].concat()),
                Side::Inside(path) => {
                    out.extend_from_slice(&[newline, name, b" inside: "].concat());
                    escape(syntax, path.as_bytes(), out);
                }
                Side::Text(text) => {
                    for line in lines(text) {
                        out.extend_from_slice(&[newline, name, b": "].concat());
                        escape(syntax, line, out);
                    }
                }
            }
        }
        out.extend_from_slice(newline);
        out.extend_from_slice(close);
        out.extend_from_slice(indent);
    }
}

/// Returns the line ending that most lines have.
pub(super) fn line_end(text: &[u8]) -> &'static [u8] {
    let all = text.iter().filter(|byte| **byte == b'\n').count();
    let long = text.windows(2).filter(|pair| pair == b"\r\n").count();
    if long * 2 > all { b"\r\n" } else { b"\n" }
}

/// Returns the lines without line endings, because git and editors change those.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line))
}

/// Returns how a comment begins and ends.
fn brackets(syntax: Syntax) -> (&'static [u8], &'static [u8]) {
    match syntax {
        Syntax::Xml => (b"<!--", b"-->"),
        Syntax::Json => (b"/*", b"*/"),
    }
}

/// Writes a text that must not end the comment, so a backslash is put inside each comment end.
fn escape(syntax: Syntax, text: &[u8], out: &mut Vec<u8>) {
    let mut before = 0;
    for byte in text {
        let ends = match syntax {
            Syntax::Xml => before == b'-' && *byte == b'-',
            Syntax::Json => before == b'*' && *byte == b'/',
        };
        if ends || *byte == b'\\' {
            out.push(b'\\');
        }
        out.push(*byte);
        before = *byte;
    }
}

fn unescape(text: &[u8]) -> Vec<u8> {
    let mut bytes = text.iter();
    let mut plain = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        plain.push(if *byte == b'\\' { bytes.next().copied().unwrap_or(b'\\') } else { *byte });
    }
    plain
}

/// A side of a conflict, as it was read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    Text(Vec<u8>),
    Removed,
    Inside(String),
}

/// A conflict in the white space and comments before an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) path: String,
    pub(super) ours: Stored,
    pub(super) theirs: Stored,
    /// The range of the comment, including the white space after it.
    pub(super) range: std::ops::Range<usize>,
}

/// Returns the conflicts in white space and comments. The lines of their texts will end with `newline`.
pub(super) fn found(syntax: Syntax, lead: &[u8], newline: &[u8]) -> Vec<Found> {
    let (open, close) = brackets(syntax);
    let (title, end) = ([open, TITLE].concat(), [b"\n", close].concat());
    let (mut all, mut at) = (Vec::new(), 0);
    while let Some(start) = lead.get(at..).and_then(|rest| super::item::memchr_of(rest, &title)).map(|start| at + start)
    {
        let text = lead.get(start + title.len()..).unwrap_or_default();
        let Some(length) = super::item::memchr_of(text, &end) else { break };
        let after = start + title.len() + length + end.len();
        let blank = lead.get(after..).unwrap_or_default();
        at = after + blank.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        all.extend(read(text.get(..length).unwrap_or_default(), start..at, newline));
    }
    all
}

fn read(text: &[u8], range: std::ops::Range<usize>, newline: &[u8]) -> Option<Found> {
    let mut lines = lines(text);
    let path = String::from_utf8_lossy(&unescape(lines.next()?)).into_owned();
    let (mut ours, mut theirs) = (None, None);
    for line in lines {
        let (side, rest) = match line.strip_prefix(b"ours") {
            Some(rest) => (&mut ours, rest),
            None => (&mut theirs, line.strip_prefix(b"theirs")?),
        };
        match (rest.strip_prefix(b": "), &mut *side) {
            (Some(line), Some(Stored::Text(text))) => {
                text.extend_from_slice(newline);
                text.append(&mut unescape(line));
            }
            (Some(line), _) => *side = Some(Stored::Text(unescape(line))),
            (None, _) => match rest.strip_prefix(b" inside: ") {
                Some(path) => *side = Some(Stored::Inside(String::from_utf8_lossy(&unescape(path)).into_owned())),
                None => *side = rest.starts_with(b" removed").then_some(Stored::Removed),
            },
        }
    }
    Some(Found { path, ours: ours?, theirs: theirs?, range })
}

impl Stored {
    /// Returns the text for messages.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Text(text) => Side::Text(text).shown(),
            Self::Removed => Side::Removed.shown(),
            Self::Inside(path) => Side::Inside(path).shown(),
        }
    }
}
