//! A document of any format.

use std::borrow::Cow;
use std::path::Path;

use binio::Findings;

use crate::detect::{Detection, Format};
use crate::error::Error;

/// Reads a file, whatever it is.
///
/// The document owns its data. To borrow it instead, read the bytes and call [`Asset::parse`].
///
/// # Errors
/// What the system says, or as [`Asset::parse`].
pub fn open(path: impl AsRef<Path>) -> Result<Asset<'static>, Error> {
    let path = path.as_ref();
    let bytes = std::fs::read(path)?;
    Ok(Asset::parse(&bytes, Some(path))?.into_owned())
}

/// A document of any format.
#[derive(Debug)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "nobody keeps assets by the thousand, and a box is in everyone's way")]
pub enum Asset<'a> {
    /// Model of Urho3D, U3D, rbfx or Atomic.
    #[cfg(feature = "urho-mdl")]
    UrhoMdl(urho_mdl::Model<'a>),
    /// Package of Urho3D, U3D or rbfx.
    #[cfg(feature = "urho-pak")]
    UrhoPak(urho_pak::Package<binio::Bytes<'a>>),
    /// Shader cache of Urho3D, U3D or rbfx.
    #[cfg(feature = "urho-shader")]
    UrhoShader(urho_shader::Shader<'a>),
    /// Keeps the lifetime where no format is in.
    #[doc(hidden)]
    Nothing(std::convert::Infallible, std::marker::PhantomData<&'a ()>),
}

/// What `inspect --json` prints of a document.
#[cfg(feature = "serde")]
#[derive(Clone, Debug, serde::Serialize)]
#[serde(untagged)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum Summary<'a> {
    /// Of a model.
    #[cfg(feature = "urho-mdl")]
    UrhoMdl(urho_mdl::Summary<'a>),
    /// Of a package.
    #[cfg(feature = "urho-pak")]
    UrhoPak(urho_pak::Summary<'a>),
    /// Of a shader cache.
    #[cfg(feature = "urho-shader")]
    UrhoShader(urho_shader::Summary<'a>),
    /// Keeps the lifetime where no format is in.
    #[doc(hidden)]
    Nothing(std::marker::PhantomData<&'a ()>),
}

impl<'a> Asset<'a> {
    /// Reads a document, whatever it is. `path` helps to tell formats apart; it is not opened.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::LookAlike`], [`Error::FeatureOff`], or what the format crate says.
    pub fn parse(bytes: &'a [u8], path: Option<&Path>) -> Result<Self, Error> {
        match Format::detect(bytes, bytes.len() as u64, bytes, path) {
            Detection::Known(format) => Self::parse_as(format, bytes),
            Detection::LookAlike(what) => Err(Error::LookAlike(what)),
            Detection::Unknown(hint) => Err(Error::Unknown { hint }),
        }
    }

    /// Reads a document of a known format.
    ///
    /// # Errors
    /// [`Error::FeatureOff`], or what the format crate says.
    pub fn parse_as(format: Format, bytes: &'a [u8]) -> Result<Self, Error> {
        match format {
            #[cfg(feature = "urho-mdl")]
            Format::UrhoMdl => {
                let model = urho_mdl::Model::parse(bytes).map_err(|error| Error::malformed(format, error))?;
                Ok(Self::UrhoMdl(model))
            }
            #[cfg(feature = "urho-pak")]
            Format::UrhoPak => {
                let package = urho_pak::Package::open(binio::Bytes::from(bytes));
                Ok(Self::UrhoPak(package.map_err(|error| Error::malformed(format, error))?))
            }
            #[cfg(feature = "urho-shader")]
            Format::UrhoShader => {
                let shader = urho_shader::Shader::parse(bytes).map_err(|error| Error::malformed(format, error))?;
                Ok(Self::UrhoShader(shader))
            }
            #[cfg(not(all(feature = "urho-mdl", feature = "urho-pak", feature = "urho-shader")))]
            other => Err(Error::FeatureOff(other)),
        }
    }

    /// Its format.
    pub fn format(&self) -> Format {
        match self {
            #[cfg(feature = "urho-mdl")]
            Self::UrhoMdl(_) => Format::UrhoMdl,
            #[cfg(feature = "urho-pak")]
            Self::UrhoPak(_) => Format::UrhoPak,
            #[cfg(feature = "urho-shader")]
            Self::UrhoShader(_) => Format::UrhoShader,
            Self::Nothing(nothing, _) => match *nothing {},
        }
    }

    /// Which version or kind of its format, in one word.
    pub fn variant(&self) -> Cow<'static, str> {
        match self {
            #[cfg(feature = "urho-mdl")]
            Self::UrhoMdl(model) => Cow::Borrowed(model.version.id().unwrap_or("2011")),
            #[cfg(feature = "urho-pak")]
            Self::UrhoPak(package) => Cow::Borrowed(package.kind().as_str()),
            #[cfg(feature = "urho-shader")]
            Self::UrhoShader(shader) => Cow::Borrowed(shader.era().name()),
            Self::Nothing(nothing, _) => match *nothing {},
        }
    }

    /// Everything that is odd or wrong about it.
    pub fn validate(&self) -> Findings {
        match self {
            #[cfg(feature = "urho-mdl")]
            Self::UrhoMdl(model) => model.validate(),
            #[cfg(feature = "urho-pak")]
            Self::UrhoPak(package) => package.validate(),
            #[cfg(feature = "urho-shader")]
            Self::UrhoShader(shader) => shader.validate(),
            Self::Nothing(nothing, _) => match *nothing {},
        }
    }

    /// Its bytes: those it was read from, if it wasn't changed.
    ///
    /// # Errors
    /// What the format can't hold.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        match self {
            #[cfg(feature = "urho-mdl")]
            Self::UrhoMdl(model) => model.to_bytes().map_err(|error| Error::malformed(Format::UrhoMdl, error)),
            #[cfg(feature = "urho-pak")]
            Self::UrhoPak(package) => {
                // A package is read in place; its layout is what is taken apart and put together again.
                let layout = urho_pak::Layout::parse(package.source()).and_then(|layout| layout.to_bytes());
                layout.map_err(|error| Error::malformed(Format::UrhoPak, error))
            }
            #[cfg(feature = "urho-shader")]
            Self::UrhoShader(shader) => shader.to_bytes().map_err(|error| Error::malformed(Format::UrhoShader, error)),
            Self::Nothing(nothing, _) => match *nothing {},
        }
    }

    /// What `inspect --json` prints of it; with SHA-256 of every bulk block if `hashes`.
    #[cfg(feature = "serde")]
    pub fn summary(&self, hashes: bool) -> Summary<'_> {
        match self {
            #[cfg(feature = "urho-mdl")]
            Self::UrhoMdl(model) => Summary::UrhoMdl(model.summary(hashes)),
            #[cfg(feature = "urho-pak")]
            Self::UrhoPak(package) => Summary::UrhoPak(package.summary(hashes)),
            #[cfg(feature = "urho-shader")]
            Self::UrhoShader(shader) => Summary::UrhoShader(shader.summary(hashes)),
            Self::Nothing(nothing, _) => match *nothing {},
        }
    }

    /// The same document, free of the bytes it was read from.
    pub fn into_owned(self) -> Asset<'static> {
        match self {
            #[cfg(feature = "urho-mdl")]
            Self::UrhoMdl(model) => Asset::UrhoMdl(model.into_owned()),
            #[cfg(feature = "urho-pak")]
            Self::UrhoPak(package) => Asset::UrhoPak(package.map_source(binio::Bytes::into_owned)),
            #[cfg(feature = "urho-shader")]
            Self::UrhoShader(shader) => Asset::UrhoShader(shader.into_owned()),
            Self::Nothing(nothing, _) => match nothing {},
        }
    }
}
