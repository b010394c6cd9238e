//! Shader caches for Urho3D, U3D and rbfx.

use urho_shader::Shader;

use super::opened;
use crate::document::{Document, contract};
use crate::driver::{Driver, Evidence, cause_of};
use crate::{Format, OutputFormat};

impl Format {
    /// A shader cache for Urho3D, U3D or rbfx.
    pub const URHO_SHADER: Self = Self::new("urho-shader", "Urho3D shader cache").without_references();
}

const SHADER: OutputFormat = OutputFormat::new(Format::URHO_SHADER, "vs2");

pub(super) const DRIVERS: &[Driver] = &[Driver::new(
    Format::URHO_SHADER,
    |head, evidence| evidence == Evidence::Identifier && head.begins_with(&[b"USHD"]),
    |bytes, _| opened(Format::URHO_SHADER, Shader::parse(bytes)),
)
.written(
    &[],
    &[
        ("vs2", SHADER),
        ("ps2", SHADER),
        ("vs3", SHADER),
        ("ps3", SHADER),
        ("vs4", SHADER),
        ("ps4", SHADER),
        ("gs4", SHADER),
        ("hs5", SHADER),
        ("ds5", SHADER),
        ("cs5", SHADER),
    ],
)
.causes(&[cause_of::<urho_shader::ErrorKind>])
.findings(&[urho_shader::kinds::ALL])];

impl Document for Shader<'_> {
    contract! {
        format(URHO_SHADER) variant(|document| document.version().name())
        validate to_bytes into_owned summary(hashes) typed(UrhoShader)
    }
}
