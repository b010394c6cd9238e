//! Remembers how a document was stored: its form, its text layout, and the defects that were accepted.

use binio::{Bytes, Findings};

/// A document can be stored in two forms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// The binary form, which begins with `UDMB`.
    #[default]
    Binary,
    /// The text form.
    Text,
}

/// Decides how [`Document::to_bytes`](crate::Document::to_bytes) will write a document: in which form, and for text,
/// with which comments, spacing and spelling.
///
/// Two documents are equal even if they have different sources.
///
/// ```
/// use udm::{Document, Encoding, Source};
/// let text = b"$float range 12.50 // metres\n";
/// let mut document = Document::parse(text)?;
/// assert_eq!(document.source.encoding(), Encoding::Text);
/// document.set("range", 13.0_f32)?;
/// assert_eq!(document.to_bytes()?, b"$float range 13 // metres\n");
///
/// document.source = Source::BINARY;
/// assert!(document.to_bytes()?.starts_with(b"UDMB"));
/// # Ok::<(), udm::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Source<'a> {
    encoding: Encoding,
    text: Option<Bytes<'a>>,
    accepted: Findings,
}

binio::into_owned! { pub Source { text; encoding, accepted } }

impl<'a> Source<'a> {
    /// Write the binary form.
    pub const BINARY: Self = Self { encoding: Encoding::Binary, text: None, accepted: Findings::new() };

    /// Write the text form without keeping a layout, using [`Style::Pretty`](crate::Style::Pretty).
    pub const TEXT: Self = Self { encoding: Encoding::Text, text: None, accepted: Findings::new() };

    /// Write the text form, and keep the layout of `text` for all values that were not changed.
    pub fn from_text(text: impl Into<Bytes<'a>>) -> Self {
        Self { encoding: Encoding::Text, text: Some(text.into()), accepted: Findings::new() }
    }

    /// The source for a binary document that was read with these findings.
    pub(crate) fn accepted(findings: Findings) -> Self {
        Self { accepted: findings, ..Self::BINARY }
    }

    /// Returns the form to be written.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns the text whose layout will be kept. If there is none, this is `None`.
    pub fn text(&self) -> Option<&[u8]> {
        self.text.as_deref()
    }

    /// Returns the defects that were accepted because the options allowed them.
    pub(crate) fn findings(&self) -> &Findings {
        &self.accepted
    }
}

impl From<Encoding> for Source<'_> {
    fn from(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Binary => Self::BINARY,
            Encoding::Text => Self::TEXT,
        }
    }
}
