use std::borrow::Cow;

use binio::Findings;
use udm::{Form, Style};

use super::Document;
use crate::detect::Format;
use crate::error::Error;

impl Document for udm::Document<'_> {
    fn format(&self) -> Format {
        Format::Udm
    }

    fn variant(&self) -> Cow<'static, str> {
        match self.asset_type().to_text() {
            kind if kind.is_empty() => Cow::Borrowed("udm"),
            kind => Cow::Owned(kind.into_owned()),
        }
    }

    fn validate(&self) -> Findings {
        self.validate()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.to_bytes().map_err(|error| Error::malformed(Format::Udm, error))
    }

    /// A text must also keep its values when it is laid out anew.
    fn round_trips(&self, bytes: &[u8]) -> Result<bool, Error> {
        let malformed = |error| Error::malformed(Format::Udm, error);
        let same = self.to_bytes().map_err(malformed)? == bytes;
        Ok(same && (self.form() == Form::Binary || anew(self).map_err(malformed)?))
    }
}

/// Whether a document laid out anew as text has the same values.
pub(super) fn anew(document: &udm::Document<'_>) -> Result<bool, udm::Error> {
    let text = document.to_text(Style::Pretty)?;
    Ok(udm::Document::parse_text(&text)?.root == document.root)
}
