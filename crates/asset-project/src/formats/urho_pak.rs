use std::borrow::Cow;

use binio::Findings;
use urho_pak::{Layout, Package};

use super::Document;
use crate::detect::Format;
use crate::error::Error;

impl Document for Package<binio::Bytes<'_>> {
    fn format(&self) -> Format {
        Format::UrhoPak
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed(self.kind().as_str())
    }

    fn validate(&self) -> Findings {
        self.validate()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        // A package is read in place; only its layout is parsed and written again.
        let layout = Layout::parse(self.source()).and_then(|layout| layout.to_bytes());
        layout.map_err(|error| Error::malformed(Format::UrhoPak, error))
    }
}
