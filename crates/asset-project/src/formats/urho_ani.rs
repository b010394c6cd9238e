use std::borrow::Cow;

use binio::Findings;
use urho_ani::Animation;

use super::Document;
use crate::detect::Format;
use crate::error::Error;

impl Document for Animation<'_> {
    fn format(&self) -> Format {
        Format::UrhoAni
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed(self.version.id())
    }

    fn validate(&self) -> Findings {
        self.validate()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.to_bytes().map_err(|error| Error::malformed(Format::UrhoAni, error))
    }
}
