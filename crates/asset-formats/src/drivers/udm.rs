//! UDM documents that are not of a kind with its own format.

mod write;

use std::borrow::Cow;

use binio::Findings;
use udm::{Document as Udm, Encoding, ReadOptions, Style};

use super::opened;
use crate::document::{Document, contract};
use crate::driver::{Driver, Evidence, cause_of};
use crate::head::FileHead;
use crate::output_format::{BINARY, TEXT};
use crate::references::{self, Reference};
use crate::{Error, Format, OutputFormat, UdmValues, WriteOptions};

pub(super) use write::write;

impl Format {
    /// A UDM document, text or binary, that is not of a kind with its own format.
    pub const UDM: Self = Self::new("udm", "UDM document");

    /// Returns whether documents in this format are UDM documents.
    pub fn is_udm(self) -> bool {
        self == Self::UDM || self.is_pragma()
    }
}

impl UdmValues {
    /// Returns the default for files in this format.
    pub fn default_for(format: Format) -> Self {
        if format == Format::UDM { Self::Any } else { Self::Engine }
    }
}

impl OutputFormat {
    /// UDM text with a property on each line.
    pub const UDM_TEXT: Self =
        Self::SAME.encoded(TEXT).named("udm-text", "UDM documents as text, one property per line");
    /// UDM text with as little white space as possible.
    pub const UDM_COMPACT: Self =
        Self::SAME.encoded("compact").named("udm-compact", "UDM documents as text with minimal white space");
    /// UDM text as the reference implementation writes it: floats are rounded, and packed arrays stay packed.
    pub const UDM_REFERENCE: Self = Self::SAME
        .encoded("reference")
        .named("udm-reference", "UDM documents as text in the reference layout: rounded floats, packed arrays");
    /// Binary UDM.
    pub const UDM_BINARY: Self = Self::SAME.encoded(BINARY).named("udm-binary", "Binary UDM documents");
    /// The data in a UDM document, as JSON without types.
    pub const JSON_PLAIN: Self =
        Self::new(PLAIN_DATA, "json").encoded("json-plain").named("json-plain", "UDM documents as JSON without types");
}

/// JSON without types, which can't be read back. Without the feature `serde`, it can't be written either.
const PLAIN_DATA: Format = Format::new("json", "JSON");

const DOCUMENT_TEXT: OutputFormat = OutputFormat::new(Format::UDM, "udm").encoded(TEXT);
const DOCUMENT_BINARY: OutputFormat = OutputFormat::new(Format::UDM, "udm_b").encoded(BINARY);

pub(super) const DRIVERS: &[Driver] = &[Driver::new(Format::UDM, detect, |bytes, opening| {
    let options = ReadOptions::default().limits(opening.options.limits);
    opened(Format::UDM, Udm::parse_with(bytes, &options))
})
.written(
    &[
        OutputFormat::UDM_TEXT,
        OutputFormat::UDM_COMPACT,
        OutputFormat::UDM_REFERENCE,
        OutputFormat::UDM_BINARY,
        OutputFormat::JSON,
        OutputFormat::JSON_PLAIN,
    ],
    &[("udm", DOCUMENT_TEXT), ("udm_b", DOCUMENT_BINARY), ("udms", DOCUMENT_TEXT), ("udms_b", DOCUMENT_BINARY)],
)
.becomes(is_encoding)
.causes(&[cause_of::<udm::ErrorKind>])
.findings(&[udm::kinds::ALL, udm_tools::kinds::ALL])];

fn detect(head: &FileHead<'_>, evidence: Evidence) -> bool {
    match evidence {
        Evidence::General => head.begins_with(&[b"UDMB"]),
        Evidence::Name => head.has_extension(&["udm", "udms", "pfmp", "pikc", "pikr"]),
        _ => false,
    }
}

/// Returns whether every UDM document, in any format, can be written in this encoding.
pub(super) fn is_encoding(output_format: OutputFormat) -> bool {
    let is_json = matches!(output_format, OutputFormat::JSON | OutputFormat::JSON_PLAIN);
    let is_own = output_format.format().is_none() && !output_format.encoding().is_empty();
    is_own || matches!(output_format, DOCUMENT_TEXT | DOCUMENT_BINARY) || is_json && cfg!(feature = "serde")
}

impl Document for Udm<'_> {
    contract! { format(UDM) validate to_bytes into_owned summary(hashes) typed(Udm) }

    fn variant(&self) -> Cow<'static, str> {
        match self.asset_type().to_text() {
            kind if kind.is_empty() => Cow::Borrowed("udm"),
            kind => Cow::Owned(kind.into_owned()),
        }
    }

    fn references(&self, own: Option<&str>) -> Vec<Reference> {
        let mut references = references::of_schema(self, own);
        references.extend(crate::references::pragma::references(self, own));
        references
    }

    fn write(&self, output_format: OutputFormat, _: &WriteOptions) -> Result<(Vec<u8>, Findings), Error> {
        write(self, Format::UDM, output_format)
    }

    /// Compares the bytes. A text must also keep all values when it is formatted anew.
    fn round_trips(&self, bytes: &[u8]) -> Result<bool, Error> {
        let malformed = |error| Error::malformed(Format::UDM, error);
        let same = self.to_bytes().map_err(malformed)? == bytes;
        Ok(same && (self.encoding() == Encoding::Binary || anew(self).map_err(malformed)?))
    }
}

/// Returns whether a document still has the same values after it is formatted anew as text.
pub(super) fn anew(document: &Udm<'_>) -> Result<bool, udm::Error> {
    let text = document.to_text(Style::Pretty)?;
    Ok(Udm::parse_text(&text)?.root == document.root)
}
