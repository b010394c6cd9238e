use std::borrow::Cow;

use binio::Findings;
use urho_resource::Document as Resource;

use super::Document;
use crate::detect::Format;
use crate::error::Error;

impl Document for Resource<'_> {
    fn format(&self) -> Format {
        Format::UrhoResource
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed(self.kind().name())
    }

    fn validate(&self) -> Findings {
        self.validate()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.to_bytes().map_err(|error| Error::malformed(Format::UrhoResource, error))
    }
}
