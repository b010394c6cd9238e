use std::borrow::Cow;

use binio::Findings;
use udm::Style;

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

    /// Text has many forms: what counts is that the values come back.
    fn comes_back_as(&self, bytes: &[u8]) -> Result<bool, Error> {
        let malformed = |error| Error::malformed(Format::Udm, error);
        if udm::Document::is_binary(bytes) {
            return Ok(self.to_bytes().map_err(malformed)? == bytes);
        }
        let text = self.to_text(Style::Pretty).map_err(malformed)?;
        Ok(udm::Document::parse_text(&text).map_err(malformed)? == *self)
    }
}
