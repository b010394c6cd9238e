use std::borrow::Cow;

use binio::Findings;
use zed_asset::{Animation, Font, Image, Model};

use super::Document;
use crate::detect::Format;
use crate::error::Error;

impl Document for Animation<'_> {
    fn format(&self) -> Format {
        Format::ZedAnimation
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed("A")
    }

    fn validate(&self) -> Findings {
        self.validate()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.to_bytes().map_err(|error| Error::malformed(Format::ZedAnimation, error))
    }
}

impl Document for Font<'_> {
    fn format(&self) -> Format {
        Format::ZedFont
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Engine(_) => "ZEDF",
            Self::Document(_) => "F",
        })
    }

    fn validate(&self) -> Findings {
        self.validate()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.to_bytes().map_err(|error| Error::malformed(Format::ZedFont, error))
    }
}

impl Document for Image<'_> {
    fn format(&self) -> Format {
        Format::ZedImage
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed("I")
    }

    fn validate(&self) -> Findings {
        self.validate()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.to_bytes().map_err(|error| Error::malformed(Format::ZedImage, error))
    }
}

impl Document for Model<'_> {
    fn format(&self) -> Format {
        Format::ZedModel
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed("M")
    }

    fn validate(&self) -> Findings {
        self.validate()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.to_bytes().map_err(|error| Error::malformed(Format::ZedModel, error))
    }
}
