//! Source of a document: its encoding, the layout of its text, and its accepted defects.

use binio::{Bytes, Findings};

/// The two forms of a document in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// The binary form, which begins with `UDMB`.
    #[default]
    Binary,
    /// The text form.
    Text,
}

/// Source of a document: the encoding that [`Document::to_bytes`](crate::Document::to_bytes) writes, and the comments, spacing and spelling of a
/// text, which it keeps.
///
/// Two documents that differ only in this are equal.
///
/// ```
/// use udm::{Document, Form, Source};
/// let text = b"$float range 12.50 // metres\n";
/// let mut document = Document::parse(text)?;
/// assert_eq!(document.source.form(), Form::Text);
/// document.set("range", 13.0_f32)?;
/// assert_eq!(document.to_bytes()?, b"$float range 13 // metres\n");
///
/// document.source = Source::BINARY;
/// assert!(document.to_bytes()?.starts_with(b"UDMB"));
/// # Ok::<(), udm::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Source<'a> {
    form: Form,
    text: Option<Bytes<'a>>,
    accepted: Findings,
}

binio::into_owned! { pub Source { text; form, accepted } }

impl<'a> Source<'a> {
    /// The binary form.
    pub const BINARY: Self = Self { form: Form::Binary, text: None, accepted: Findings::new() };

    /// The text form, laid out anew: [`Style::Pretty`](crate::Style::Pretty).
    pub const TEXT: Self = Self { form: Form::Text, text: None, accepted: Findings::new() };

    /// The text form, laid out as `text` wherever the values are still the same.
    pub fn from_text(text: impl Into<Bytes<'a>>) -> Self {
        Self { form: Form::Text, text: Some(text.into()), accepted: Findings::new() }
    }

    /// The source of a binary document that was read with these findings.
    pub(crate) fn accepted(findings: Findings) -> Self {
        Self { accepted: findings, ..Self::BINARY }
    }

    /// Returns the form that is written.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Returns the text that gives the layout, if there is one.
    pub fn text(&self) -> Option<&[u8]> {
        self.text.as_deref()
    }

    /// Returns the defects that the reader's options accepted.
    pub(crate) fn findings(&self) -> &Findings {
        &self.accepted
    }
}

impl From<Form> for Source<'_> {
    fn from(form: Form) -> Self {
        match form {
            Form::Binary => Self::BINARY,
            Form::Text => Self::TEXT,
        }
    }
}
