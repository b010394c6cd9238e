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
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "nobody keeps assets by the thousand, and a box is in everyone's way")]
pub enum Asset<'a> {
    /// Model of Urho3D, U3D, rbfx or Atomic.
    #[cfg(feature = "urho-mdl")]
    UrhoMdl(urho_mdl::Model<'a>),
    /// Animation of Urho3D, U3D or rbfx.
    #[cfg(feature = "urho-ani")]
    UrhoAni(urho_ani::Animation<'a>),
    /// Keeps the lifetime where no format is in.
    #[doc(hidden)]
    Nothing(std::convert::Infallible, std::marker::PhantomData<&'a ()>),
}

/// What `inspect --json` prints of a document.
#[cfg(feature = "serde")]
#[derive(Clone, Debug, serde::Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Summary<'a> {
    /// Of a model.
    #[cfg(feature = "urho-mdl")]
    UrhoMdl(urho_mdl::Summary<'a>),
    /// Of an animation.
    #[cfg(feature = "urho-ani")]
    UrhoAni(urho_ani::Summary<'a>),
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
        match Format::detect(bytes, path) {
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
            #[cfg(feature = "urho-ani")]
            Format::UrhoAni => {
                let animation = urho_ani::Animation::parse(bytes).map_err(|error| Error::malformed(format, error))?;
                Ok(Self::UrhoAni(animation))
            }
            #[cfg(not(all(feature = "urho-mdl", feature = "urho-ani")))]
            other => Err(Error::FeatureOff(other)),
        }
    }

    /// Its format.
    pub fn format(&self) -> Format {
        match self {
            #[cfg(feature = "urho-mdl")]
            Self::UrhoMdl(_) => Format::UrhoMdl,
            #[cfg(feature = "urho-ani")]
            Self::UrhoAni(_) => Format::UrhoAni,
            Self::Nothing(nothing, _) => match *nothing {},
        }
    }

    /// Which version or kind of its format, in one word.
    pub fn variant(&self) -> Cow<'static, str> {
        match self {
            #[cfg(feature = "urho-mdl")]
            Self::UrhoMdl(model) => Cow::Borrowed(model.version.id().unwrap_or("2011")),
            #[cfg(feature = "urho-ani")]
            Self::UrhoAni(animation) => Cow::Borrowed(animation.version.id()),
            Self::Nothing(nothing, _) => match *nothing {},
        }
    }

    /// Everything that is odd or wrong about it.
    pub fn validate(&self) -> Findings {
        match self {
            #[cfg(feature = "urho-mdl")]
            Self::UrhoMdl(model) => model.validate(),
            #[cfg(feature = "urho-ani")]
            Self::UrhoAni(animation) => animation.validate(),
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
            #[cfg(feature = "urho-ani")]
            Self::UrhoAni(animation) => animation.to_bytes().map_err(|error| Error::malformed(Format::UrhoAni, error)),
            Self::Nothing(nothing, _) => match *nothing {},
        }
    }

    /// What `inspect --json` prints of it; with SHA-256 of every bulk block if `hashes`.
    #[cfg(feature = "serde")]
    pub fn summary(&self, hashes: bool) -> Summary<'_> {
        match self {
            #[cfg(feature = "urho-mdl")]
            Self::UrhoMdl(model) => Summary::UrhoMdl(model.summary(hashes)),
            #[cfg(feature = "urho-ani")]
            Self::UrhoAni(animation) => Summary::UrhoAni(animation.summary(hashes)),
            Self::Nothing(nothing, _) => match *nothing {},
        }
    }

    /// The same document, free of the bytes it was read from.
    pub fn into_owned(self) -> Asset<'static> {
        match self {
            #[cfg(feature = "urho-mdl")]
            Self::UrhoMdl(model) => Asset::UrhoMdl(model.into_owned()),
            #[cfg(feature = "urho-ani")]
            Self::UrhoAni(animation) => Asset::UrhoAni(animation.into_owned()),
            Self::Nothing(nothing, _) => match nothing {},
        }
    }
}
