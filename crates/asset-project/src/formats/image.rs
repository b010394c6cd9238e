use std::borrow::Cow;

use asset_image::Image;
use binio::Findings;

use super::Document;
use crate::detect::Format;
use crate::error::Error;

impl Document for Image<'_> {
    fn format(&self) -> Format {
        Format::Image
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed(self.info().kind.name())
    }

    fn validate(&self) -> Findings {
        self.validate()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.to_bytes().map_err(|error| Error::malformed(Format::Image, error))
    }
}
