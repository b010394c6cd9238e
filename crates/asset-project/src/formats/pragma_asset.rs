use std::borrow::Cow;

use binio::Findings;
use pragma_asset::{Asset, Form, Kind};

use super::Document;
use crate::detect::Format;
use crate::error::Error;

impl<K: Kind> Document for Asset<'_, K> {
    fn format(&self) -> Format {
        match K::TYPES.first().copied() {
            Some("PMDL") => Format::PragmaModel,
            Some("PMAT") => Format::PragmaMaterial,
            Some("PMAP") => Format::PragmaMap,
            Some("PNAV") => Format::PragmaNavmesh,
            Some("PPTSYSCOLLECTION") => Format::PragmaParticles,
            Some("PANIMA") => Format::PragmaAnimation,
            _ => Format::Udm,
        }
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Owned(self.document.asset_type().to_text().into_owned())
    }

    fn validate(&self) -> Findings {
        self.validate()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.to_bytes().map_err(|error| Error::malformed(self.format(), error))
    }

    /// A text must also keep its values when it is laid out anew.
    fn round_trips(&self, bytes: &[u8]) -> Result<bool, Error> {
        let malformed = |error| Error::malformed(self.format(), error);
        let written = self.to_bytes().map_err(malformed)?;
        match self.form() {
            Form::Binary => Ok(written == bytes),
            Form::Text => Ok(written == bytes
                && super::udm::anew(&self.document).map_err(|error| Error::malformed(self.format(), error))?),
        }
    }
}
