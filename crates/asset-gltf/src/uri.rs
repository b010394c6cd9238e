//! Parses URIs of buffers. The data can be in the URI itself, or in a file next to the `.gltf`.

use crate::error::{Error, ErrorKind, error, shown};

/// What a URI refers to.
#[derive(Debug, PartialEq)]
pub(crate) enum Uri<'u> {
    /// Data that is encoded as base64.
    Base64(&'u str),
    /// Data as text, which can be percent-encoded.
    Plain(Vec<u8>),
    /// A path relative to the folder of the file. It can only have `..` at the beginning.
    File(String),
}

/// The media types that are allowed for data in a URI.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Media {
    /// The bytes of a buffer.
    Buffer,
    /// An image. Its format is detected from the bytes.
    Image,
}

impl<'u> Uri<'u> {
    /// Parses the URI of a buffer. Returns an error if it is not allowed.
    pub(crate) fn new(uri: &'u str, above: usize) -> Result<Self, Error> {
        Self::of(uri, Media::Buffer, above)
    }

    /// Parses a URI. Returns an error if it is not allowed. A path can go up by at most `above` folders.
    pub(crate) fn of(uri: &'u str, media: Media, above: usize) -> Result<Self, Error> {
        if scheme(uri).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data")) {
            return data(uri, media);
        }
        let refused = |why: &str| Err(refuse(uri, why));
        if scheme(uri).is_some() {
            return refused("only files in this folder are read");
        }
        if uri.contains(['?', '#']) {
            return refused("it has a query or a fragment");
        }
        match decode(uri).and_then(|path| String::from_utf8(path).ok()) {
            Some(path) => match check(&path, above) {
                Ok(()) if above > 0 => Ok(Self::File(joined(&path))),
                Ok(()) => Ok(Self::File(path)),
                Err(why) => refused(&why),
            },
            None => refused("its percent encoding is invalid"),
        }
    }
}

/// Use this to find the files that belong to a `.gltf` without reading them. It returns the path that a URI refers to,
/// relative to the folder of the `.gltf`. For embedded data, other locations and invalid URIs it returns `None`.
///
/// ```
/// assert_eq!(asset_gltf::external_file("My%20Box.bin").as_deref(), Some("My Box.bin"));
/// assert_eq!(asset_gltf::external_file("data:application/octet-stream;base64,AAAA"), None);
/// ```
pub fn external_file(uri: &str) -> Option<String> {
    match Uri::new(uri, usize::MAX).ok()? {
        Uri::File(path) => Some(path),
        _ => None,
    }
}

/// Returns `true` if a URI is neither embedded data nor a file next to the `.gltf`, but another location.
pub(crate) fn is_foreign(uri: &str) -> bool {
    scheme(uri).is_some_and(|scheme| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic()) && !scheme.eq_ignore_ascii_case("data")
    })
}

/// Returns the scheme of an absolute URI. Drive letters count as schemes too.
fn scheme(uri: &str) -> Option<&str> {
    let (scheme, _) = uri.split_once(':')?;
    let good = |character: char| character.is_ascii_alphanumeric() || "+-.".contains(character);
    scheme.chars().all(good).then_some(scheme)
}

fn data(uri: &str, kind: Media) -> Result<Uri<'_>, Error> {
    let (head, data) = uri.split_once(',').ok_or_else(|| refuse(uri, "a data URI without data"))?;
    let media = head.get("data:".len()..).unwrap_or_default();
    let (media, encoded) = media.strip_suffix(";base64").map_or((media, false), |media| (media, true));
    if kind == Media::Buffer && !matches!(media, "application/octet-stream" | "application/gltf-buffer") {
        return Err(refuse(uri, "data of a buffer are application/octet-stream or application/gltf-buffer"));
    }
    if encoded {
        return Ok(Uri::Base64(data));
    }
    decode(data).map(Uri::Plain).ok_or_else(|| refuse(uri, "its percent encoding is invalid"))
}

/// Creates an error with the beginning of the URI, because embedded data can be very long.
pub(crate) fn refuse(uri: &str, why: &str) -> Error {
    error(ErrorKind::Uri { uri: shown(uri), why: why.to_owned() })
}

/// Decodes percent escapes.
fn decode(uri: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        let mut byte = *first;
        if byte == b'%' {
            let (digits, after) = rest.split_first_chunk::<2>()?;
            let digits =
                std::str::from_utf8(digits).ok().filter(|digits| digits.bytes().all(|c| c.is_ascii_hexdigit()))?;
            byte = u8::from_str_radix(digits, 16).ok()?;
            rest = after;
        }
        bytes.push(byte);
    }
    Some(bytes)
}

/// Resolves `.` and `..` in a path, except for `..` at the beginning.
fn joined(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| *part != ".") {
        match parts.last() {
            Some(last) if part == ".." && *last != ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns an error if a path leads out of the folder on any system. It can go up by at most `above` folders.
fn check(path: &str, above: usize) -> Result<(), String> {
    let wrong = |why: &str| Err(why.to_owned());
    if path.is_empty() {
        return wrong("it is empty");
    }
    if path.contains(['\\', ':']) || path.chars().any(char::is_control) {
        return wrong("it holds a backslash, a colon or a control character");
    }
    let mut left = above;
    for part in path.split('/') {
        left = match part {
            ".." if above == 0 => {
                return wrong("`..` leads out of the folder");
            }
            ".." => left.checked_sub(1).ok_or("`..` leads out of the root folder")?,
            "" => return wrong("it is absolute or has an empty part"),
            "." => left,
            _ => left.saturating_add(1),
        };
    }
    Ok(())
}

/// Encodes a name as a URI. [`Uri::new`] returns the same name for it.
pub(crate) fn encode(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    name.bytes().fold(String::new(), |mut uri, byte| {
        if plain(byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
        uri
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn files_below_the_folder_are_taken() {
        for (uri, path) in [
            ("a.bin", "a.bin"),
            ("./x/a.bin", "./x/a.bin"),
            ("a%20b.bin", "a b.bin"),
            ("%C3%A9", "é"),
            ("é.bin", "é.bin"),
        ] {
            assert_eq!(Uri::new(uri, 0).unwrap(), Uri::File(path.to_owned()), "{uri}");
        }
        assert_eq!(Uri::new(&encode("50% é.bin"), 0).unwrap(), Uri::File("50% é.bin".to_owned()));
    }

    #[test]
    fn what_leads_elsewhere_is_refused() {
        let bad = [
            "",
            "/etc/passwd",
            "//host/a.bin",
            "http://host/a.bin",
            "HTTPS://host/a",
            "file:///a",
            "C:/a.bin",
            "c:a",
            "../a.bin",
            "x/../../a",
            "%2e%2e/a",
            "x%2F..%2Fa",
            "x\\a",
            "x%5Ca",
            "a%00",
            "a%0A",
            "a%",
            "a%2",
            "a%zz",
            "%ff",
            "a.bin?x",
            "a.bin#x",
            "x//a",
            "a:b",
            "data:;base64,AA==",
            "data:text/plain;base64,AA==",
            "data:application/octet-stream,%A",
            "data:application/octet-stream;base64",
        ];
        for uri in bad {
            assert!(Uri::new(uri, 0).is_err(), "{uri}");
        }
    }

    #[test]
    fn folders_above_are_allowed_by_their_number() {
        for (uri, above, path) in [
            ("../a.bin", 1, Some("../a.bin")),
            ("../../a.bin", 1, None),
            ("x/../../a.bin", 1, Some("../a.bin")),
            ("%2e%2e/./x/../a.bin", 2, Some("../a.bin")),
            ("x/../../../a", 1, None),
            ("../../x/../../a", 3, Some("../../../a")),
            ("../..//a", 2, None),
            ("..%2F..%5Ca", 3, None),
        ] {
            let parsed = Uri::of(uri, Media::Image, above).ok();
            assert_eq!(parsed, path.map(|path| Uri::File(path.to_owned())), "{uri} {above}");
        }
    }
}
