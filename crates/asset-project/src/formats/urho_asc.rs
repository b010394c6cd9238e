use std::borrow::Cow;

use binio::Findings;
use urho_asc::Script;

use super::Document;
use crate::detect::Format;
use crate::error::Error;

impl Document for Script<'_> {
    fn format(&self) -> Format {
        Format::UrhoAsc
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed(self.module().map_or("opaque", |module| module.layout.version()))
    }

    fn validate(&self) -> Findings {
        self.validate()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.to_bytes().map_err(|error| Error::malformed(Format::UrhoAsc, error))
    }
}
