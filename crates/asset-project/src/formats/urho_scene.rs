use std::borrow::Cow;

use binio::Findings;
use urho_scene::{Document, Kind};

use crate::detect::Format;
use crate::error::Error;

impl super::Document for Document<'_> {
    fn format(&self) -> Format {
        match self.kind() {
            Kind::Prefab => Format::UrhoPrefab,
            _ => Format::UrhoScene,
        }
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed(self.form().name())
    }

    fn validate(&self) -> Findings {
        self.validate()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.to_bytes().map_err(|error| Error::malformed(super::Document::format(self), error))
    }
}
