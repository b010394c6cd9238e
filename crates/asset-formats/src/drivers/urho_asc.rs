//! Compiled scripts for Urho3D and U3D.

use urho_asc::{ReadOptions, Script};

use super::opened;
use crate::document::{Document, contract};
use crate::driver::{Driver, Evidence, cause_of};
use crate::{Format, OutputFormat};

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
    contract! {
        format(URHO_ASC) variant(|document| document.module().map_or("opaque", |module| module.version.number()))
        validate to_bytes into_owned summary(hashes) typed(UrhoAsc)
    }
}
