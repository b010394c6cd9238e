use std::borrow::Cow;

use binio::Findings;
use urho_mdl::Model;

use super::Document;
use crate::detect::Format;
use crate::error::Error;

impl Document for Model<'_> {
    fn format(&self) -> Format {
        Format::UrhoMdl
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed(self.version.id().unwrap_or("2011"))
    }

    fn validate(&self) -> Findings {
        self.validate()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.to_bytes().map_err(|error| Error::malformed(Format::UrhoMdl, error))
    }
}
