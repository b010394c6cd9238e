//! Writes strings and keys, which can be bare or in quotation marks.

use super::write::Writer;

impl Writer<'_> {
    /// Writes the key of a property, without quotation marks if possible.
    pub(super) fn key(&mut self, key: &[u8]) {
        if self.is_reference() {
            let quote = key.iter().any(|byte| super::scan::is_end(*byte) || *byte == b'/');
            if quote {
                self.quoted(key);
            } else {
                self.put(key);
            }
        } else if is_bare(key) {
            self.put(key);
        } else {
            self.string(key);
        }
    }

    pub(super) fn block_key(&mut self, key: &[u8]) {
        if self.is_compact() && is_bare(key) {
            self.put(key);
        } else {
            self.string(key);
        }
    }

    /// Writes a string so that the engine will read the same string, if this is possible. It can be bare or in
    /// quotation marks.
    pub(super) fn string(&mut self, text: &[u8]) {
        if self.is_reference() {
            return self.quoted(text);
        }
        let raw = !text.contains(&b'"') && text.last() != Some(&b'\\');
        if !raw && can_be_bare(text) {
            return self.put(text);
        }
        self.out.push(b'"');
        if raw {
            self.put(text);
        } else {
            self.escaped(text);
        }
        self.out.push(b'"');
    }

    /// Writes a string that the engine can't represent: quotation marks get a backslash, and backslashes before them
    /// are doubled.
    #[cold]
    fn escaped(&mut self, text: &[u8]) {
        let mut parts = text.split(|byte| *byte == b'"').peekable();
        while let Some(part) = parts.next() {
            self.put(part);
            let backslashes = super::scan::trailing_backslashes(part);
            let more = backslashes.saturating_add(usize::from(parts.peek().is_some()));
            self.out.extend(core::iter::repeat_n(b'\\', more));
            if parts.peek().is_some() {
                self.out.push(b'"');
            }
        }
    }

    /// Writes a string in the form used by the engine: backslashes are doubled, and quotation marks are not escaped.
    fn quoted(&mut self, text: &[u8]) {
        self.out.push(b'"');
        for (index, part) in text.split(|byte| *byte == b'\\').enumerate() {
            if index > 0 {
                self.put(b"\\\\");
            }
            self.put(part);
        }
        self.out.push(b'"');
    }
}

/// Returns `true` if any reader will accept `text` without quotation marks.
fn can_be_bare(text: &[u8]) -> bool {
    let comment = text.starts_with(b"//") || text.starts_with(b"/*");
    !comment && text.first().is_some_and(|byte| *byte != b'"') && !text.iter().any(|byte| super::scan::is_end(*byte))
}

/// Returns `true` if any reader will accept this key without quotation marks.
pub(super) fn is_bare(key: &[u8]) -> bool {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'+');
    !key.is_empty() && key.iter().all(plain)
}
