//! Shader caches for Urho3D, U3D and rbfx.

use std::borrow::Cow;

use binio::Findings;
use urho_shader::Shader;

use super::opened;
use crate::convert::OutputFormat;
use crate::document::{Document, Typed};
use crate::driver::{Driver, Evidence, cause_of};
use crate::{Error, Format};

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
    fn format(&self) -> Format {
        Format::URHO_SHADER
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed(self.version().name())
    }

    fn validate(&self) -> Findings {
        self.validate()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.to_bytes().map_err(|error| Error::malformed(Format::URHO_SHADER, error))
    }

    fn into_owned(self: Box<Self>) -> Box<dyn Document> {
        Box::new((*self).into_owned())
    }

    #[cfg(feature = "serde")]
    fn summary(&self, hashes: bool) -> crate::Summary<'_> {
        crate::Summary::new(self.summary(hashes))
    }

    fn typed(&self) -> Typed<'_> {
        Typed::UrhoShader(self)
    }
}
