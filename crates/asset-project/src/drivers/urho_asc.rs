//! Compiled scripts for Urho3D and U3D.

use std::borrow::Cow;

use binio::Findings;
use urho_asc::{ReadOptions, Script};

use super::opened;
use crate::convert::OutputFormat;
use crate::document::{Document, Typed};
use crate::driver::{Driver, Evidence, cause_of};
use crate::{Error, Format};

impl Format {
    /// A compiled AngelScript for Urho3D or U3D.
    pub const URHO_ASC: Self = Self::new("urho-asc", "compiled Urho3D script");
}

const ASC: OutputFormat = OutputFormat::new(Format::URHO_ASC, "asc");

pub(super) const DRIVERS: &[Driver] = &[Driver::new(
    Format::URHO_ASC,
    |head, evidence| evidence == Evidence::Identifier && head.begins_with(&[b"ASBC"]),
    |bytes, opening| {
        let options = ReadOptions::default().limits(opening.options.limits);
        opened(Format::URHO_ASC, Script::parse_with(bytes, &options))
    },
)
.written(&[], &[("asc", ASC)])
.causes(&[cause_of::<urho_asc::ErrorKind>])
.findings(&[urho_asc::kinds::ALL])];

impl Document for Script<'_> {
    fn format(&self) -> Format {
        Format::URHO_ASC
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed(self.module().map_or("opaque", |module| module.layout.version()))
    }

    fn validate(&self) -> Findings {
        self.validate()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.to_bytes().map_err(|error| Error::malformed(Format::URHO_ASC, error))
    }

    fn into_owned(self: Box<Self>) -> Box<dyn Document> {
        Box::new((*self).into_owned())
    }

    #[cfg(feature = "serde")]
    fn summary(&self, hashes: bool) -> crate::Summary<'_> {
        crate::Summary::new(self.summary(hashes))
    }

    fn typed(&self) -> Typed<'_> {
        Typed::UrhoAsc(self)
    }
}
