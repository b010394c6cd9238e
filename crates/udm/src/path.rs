//! Paths to values, for example `meshGroups/reference/meshes[0]/subMeshes[0]`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind, no_place};

/// A single step in a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Key(Vec<u8>),
    Index(usize),
    /// Go from the data to the root. This can only be the first step.
    Up,
}

/// Returns the steps in a path, which starts at the asset data.
pub(crate) fn parse(path: &str) -> Result<Vec<Step>, Error> {
    let bad = |problem| no_place(ErrorKind::BadPath(problem));
    let mut steps = Vec::new();
    let mut rest = path.as_bytes();
    if let Some(behind) = rest.strip_prefix(b"../") {
        steps.push(Step::Up);
        rest = behind;
        if rest.is_empty() {
            return Err(bad("expected a key of the root after '../'"));
        }
    }
    while !rest.is_empty() {
        let (key, named, behind) = parse_key(rest)?;
        if key.is_empty() && !named {
            return Err(bad("expected a key, found none; an empty key is written \\."));
        }
        steps.push(Step::Key(key));
        rest = behind;
        while let Some(behind) = rest.strip_prefix(b"[") {
            let (index, behind) = parse_index(behind).ok_or_else(|| bad("expected a number and ']' after '['"))?;
            steps.push(Step::Index(index));
            rest = behind;
        }
        match rest.split_first() {
            None => break,
            Some((b'/', [])) => return Err(bad("expected a key after '/', found the end")),
            Some((b'/', behind)) => rest = behind,
            Some(_) => return Err(bad("expected '/' or '[' after ']'")),
        }
    }
    Ok(steps)
}

/// Reads a key. Also returns whether it takes any text, and the rest of the text.
fn parse_key(text: &[u8]) -> Result<(Vec<u8>, bool, &[u8]), Error> {
    let bad = |problem| no_place(ErrorKind::BadPath(problem));
    // Unescaped bytes, which nearly always are all.
    let length = text.iter().position(|byte| matches!(byte, b'/' | b'[' | b']' | b'\\')).unwrap_or(text.len());
    let (plain, mut rest) = text.split_at_checked(length).unwrap_or_default();
    let mut key = plain.to_vec();
    loop {
        rest = match rest {
            [] | [b'/' | b'[', ..] => return Ok((key, rest.len() < text.len(), rest)),
            [b']', ..] => return Err(bad("found ']' without '['; in a key it is written \\]")),
            [b'\\', b'.', behind @ ..] => behind,
            [b'\\', b'x', behind @ ..] => {
                let (digits, behind) =
                    behind.split_at_checked(2).ok_or_else(|| bad("expected two hexadecimal digits after \\x"))?;
                let digits = core::str::from_utf8(digits).unwrap_or_default();
                key.push(u8::from_str_radix(digits, 16).map_err(|_| bad("expected two hexadecimal digits after \\x"))?);
                behind
            }
            [b'\\', byte @ (b'/' | b'[' | b']' | b'\\'), behind @ ..] => {
                key.push(*byte);
                behind
            }
            [b'\\', ..] => return Err(bad("expected one of / [ ] \\ . x after \\")),
            [byte, behind @ ..] => {
                key.push(*byte);
                behind
            }
        };
    }
}

fn parse_index(text: &[u8]) -> Option<(usize, &[u8])> {
    let end = text.iter().position(|byte| *byte == b']')?;
    let (digits, behind) = text.split_at_checked(end)?;
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some((core::str::from_utf8(digits).ok()?.parse().ok()?, behind.get(1..)?))
}

/// Escapes a key so that you can use it in a path. `/`, `[`, `]` and `\` get a backslash, bytes that are not UTF-8
/// become `\xff`, and an empty key becomes `\.`.
///
/// ```
/// assert_eq!(udm::escape_key(b"a/b[0]"), r"a\/b\[0\]");
/// assert_eq!(udm::escape_key(b""), r"\.");
/// ```
pub fn escape_key(key: &[u8]) -> String {
    if key.is_empty() {
        return "\\.".to_string();
    }
    if key == b".." {
        return "\\x2e.".to_string();
    }
    let mut text = String::with_capacity(key.len());
    for chunk in key.utf8_chunks() {
        for character in chunk.valid().chars() {
            if matches!(character, '/' | '[' | ']' | '\\') {
                text.push('\\');
            }
            text.push(character);
        }
        for byte in chunk.invalid() {
            text += &format!("\\x{byte:02x}");
        }
    }
    text
}

/// Writes the steps as a path.
pub(crate) fn write(steps: &[Step]) -> String {
    steps.iter().fold(String::new(), |path, step| match step {
        Step::Key(key) if path == ".." => format!("../{}", escape_key(key)),
        Step::Key(key) => child_path(&path, key),
        Step::Index(index) => format!("{path}[{index}]"),
        Step::Up => "..".to_string(),
    })
}

/// Returns the path to a value, given the path to its element and its key.
///
/// ```
/// assert_eq!(udm::child_path("lights", b"a/b"), r"lights/a\/b");
/// assert_eq!(udm::child_path("", b"lights"), "lights");
/// ```
pub fn child_path(path: &str, key: &[u8]) -> String {
    let key = escape_key(key);
    if path.is_empty() { key } else { format!("{path}/{key}") }
}

/// Converts a document path into a path for findings.
pub(crate) fn to_finding_path(path: &str) -> binio::Path {
    let mut converted = binio::Path::new();
    for step in parse(path).unwrap_or_default() {
        match step {
            Step::Key(key) => converted = converted.name(&binio::Name::from(key)),
            Step::Index(index) => converted.push(binio::Segment::Index(index as u64)),
            Step::Up => {}
        }
    }
    converted
}

/// Returns the steps in a reference, where escapes have no meaning.
pub(crate) fn reference_steps(reference: &[u8]) -> Result<Vec<Step>, Error> {
    let bad = || no_place(ErrorKind::BadPath("expected keys with '/' between them and [index] after arrays"));
    let mut steps = Vec::new();
    for component in reference.split(|byte| *byte == b'/') {
        let end = component.iter().position(|byte| *byte == b'[').unwrap_or(component.len());
        let (key, mut indices) = component.split_at_checked(end).ok_or_else(bad)?;
        steps.push(Step::Key(key.to_vec()));
        while let Some(rest) = indices.strip_prefix(b"[") {
            let (index, behind) = parse_index(rest).ok_or_else(bad)?;
            steps.push(Step::Index(index));
            indices = behind;
        }
    }
    Ok(steps)
}
