//! This module reads the beginning of a file once, so that each driver can look at it.

mod udm;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::path::Path;

use urho_core::tree::XmlEncoding;

use crate::Format;

/// Everything that drivers can use to detect a format: the first and last bytes, the file length and name, and what the
/// text begins with. Each part is computed when the first driver asks for it, and then kept.
#[derive(Debug)]
pub struct FileHead<'h> {
    start: &'h [u8],
    length: u64,
    end: &'h [u8],
    path: Option<&'h Path>,
    extension: String,
    text: OnceCell<Cow<'h, [u8]>>,
    udm_type: OnceCell<Option<&'h [u8]>>,
    shared: OnceCell<Option<Format>>,
}

impl<'h> FileHead<'h> {
    /// Creates the head of a file, given the first bytes, the file length in bytes, the last bytes and the name.
    pub fn new(start: &'h [u8], length: u64, end: &'h [u8], path: Option<&'h Path>) -> Self {
        let extension = path.and_then(Path::extension).and_then(|extension| extension.to_str());
        let extension = extension.map(str::to_ascii_lowercase).unwrap_or_default();
        let (text, udm_type, shared) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { start, length, end, path, extension, text, udm_type, shared }
    }

    /// Returns the first bytes.
    pub const fn start(&self) -> &'h [u8] {
        self.start
    }

    /// Returns the last bytes.
    pub const fn end(&self) -> &'h [u8] {
        self.end
    }

    /// Returns the file length.
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Returns whether [`start`](Self::start) is the whole file.
    pub const fn is_whole(&self) -> bool {
        self.start.len() as u64 == self.length
    }

    /// Returns the file name, or `None` if it is not UTF-8 or not known.
    pub fn name(&self) -> Option<&'h str> {
        self.path.and_then(Path::to_str)
    }

    /// Returns whether the file begins with one of these identifiers.
    pub fn begins_with(&self, identifiers: &[&[u8]]) -> bool {
        identifiers.iter().any(|identifier| self.start.starts_with(identifier))
    }

    /// Returns the extension in lower case, without the dot. It is empty if there is none.
    pub fn extension(&self) -> &str {
        &self.extension
    }

    /// Returns whether the file has one of these extensions, which must be in lower case and without the dot.
    pub fn has_extension(&self, extensions: &[&str]) -> bool {
        extensions.contains(&self.extension())
    }

    /// Returns the first bytes as UTF-8, but without the byte order mark and any white space before the text. Only XML
    /// in UTF-16 is decoded; all other bytes stay as they are.
    pub fn text(&self) -> &[u8] {
        let text = self.text.get_or_init(|| match XmlEncoding::of(self.start) {
            XmlEncoding::Utf8 | XmlEncoding::Latin1 => Cow::Borrowed(self.start),
            wide => Cow::Owned(wide.decode_start(self.start).0),
        });
        text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start()
    }

    /// Returns the name of the XML root element, after any declarations, comments and document type. This is `None` if
    /// the text is not XML, or if it is cut off before the root.
    pub fn root(&self) -> Option<&[u8]> {
        let [b'<', name @ ..] = urho_core::tree::before_root(self.text())? else { return None };
        let len = name.iter().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'))?;
        name.get(..len)
    }

    /// Returns whether the text is JSON and contains one of these keys, anywhere in the known bytes.
    pub fn has_key(&self, keys: &[&str]) -> bool {
        let text = self.text();
        text.first() == Some(&b'{') && keys.iter().any(|key| find(text, format!("\"{key}\"").as_bytes()).is_some())
    }

    /// Returns the asset type at the root of a binary UDM document, or `None` if it is not in the first bytes.
    pub fn udm_type(&self) -> Option<&'h [u8]> {
        *self.udm_type.get_or_init(|| udm::root_type(self.start))
    }

    /// Returns an answer that several drivers share. Use this when only the whole file can tell two formats apart: the
    /// first driver computes the answer, and the others get a copy.
    pub(crate) fn shared(&self, find: impl FnOnce(&Self) -> Option<Format>) -> Option<Format> {
        *self.shared.get_or_init(|| find(self))
    }
}

/// Returns the index of some bytes in the text.
pub(crate) fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}

#[cfg(test)]
mod tests {
    use super::FileHead;

    #[test]
    fn roots_are_read_after_declarations() {
        let root = |text: &str| FileHead::new(text.as_bytes(), 99, &[], None).root().map(<[u8]>::to_vec);
        for text in [
            "<a>",
            "\u{feff}\n <a/>",
            "<?xml version=\"1.0\"?>\n<!-- > -->\n<a b=\"c\">",
            "<!DOCTYPE a [<!ENTITY x \"<y>\">]> <a>",
        ] {
            assert_eq!(root(text).as_deref(), Some(&b"a"[..]), "{text}");
        }
        for text in ["<!DOCTYPE a [", "<a", "<!-- without an end", "<?xml?> text", ""] {
            assert_eq!(root(text), None, "{text}");
        }
        let wide: Vec<u8> = "\u{feff}<?xml version=\"1.0\"?><a/>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(FileHead::new(&wide, 99, &[], None).root(), Some(&b"a"[..]));
        assert_eq!(FileHead::new(&wide[2..wide.len() - 1], 99, &[], None).root(), Some(&b"a"[..]), "cut off");
    }
}
