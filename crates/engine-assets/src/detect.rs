//! What a file is.

use std::fmt;
use std::path::Path;

/// A format that this library knows, whether or not its feature is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Format {
    /// Model of Urho3D, U3D, rbfx or Atomic.
    UrhoMdl,
    /// Animation of Urho3D, U3D or rbfx.
    UrhoAni,
}

impl Format {
    /// The name by which the command line and its JSON call the format; also the name of the feature.
    pub const fn name(self) -> &'static str {
        match self {
            Self::UrhoMdl => "urho-mdl",
            Self::UrhoAni => "urho-ani",
        }
    }

    /// What it is in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Self::UrhoMdl => "Urho3D model",
            Self::UrhoAni => "Urho3D animation",
        }
    }

    /// What a file is, from its first bytes.
    pub fn detect(head: &[u8], path: Option<&Path>) -> Detection {
        let id = head.first_chunk::<4>();
        match id {
            Some(b"UMDL" | b"UMD2" | b"UMD3" | b"AMDL" | b"AMD2") => Detection::Known(Self::UrhoMdl),
            Some(b"UANI" | b"UAN2") => Detection::Known(Self::UrhoAni),
            Some(id) => look_alike(id, head).map_or(Detection::Unknown(hint(path)), Detection::LookAlike),
            None => Detection::Unknown(hint(path)),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What [`Format::detect`] finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Detection {
    /// A format that this library knows.
    Known(Format),
    /// A format of somebody else that has the same file name ending: what it is.
    LookAlike(&'static str),
    /// Nothing that is known; with a hint, if the name suggests one.
    Unknown(Option<&'static str>),
}

/// Files of other engines whose names end like those of a format here.
fn look_alike(id: &[u8; 4], head: &[u8]) -> Option<&'static str> {
    match id {
        b"IDPO" => Some("a Quake model"),
        // The version number that follows tells the engines apart.
        b"IDST" | b"IDSQ" if head.get(4) == Some(&10) => Some("a Half-Life model"),
        b"IDST" | b"IDSQ" => Some("a Source engine model"),
        b"MDLX" => Some("a Warcraft III model"),
        b"PACK" => Some("a Quake package"),
        b"GDPC" => Some("a Godot package"),
        _ => None,
    }
}

/// What a file of this name could be all the same.
fn hint(path: Option<&Path>) -> Option<&'static str> {
    let extension = path?.extension()?;
    extension
        .eq_ignore_ascii_case("mdl")
        .then_some("models from before March 2011 have no identifier and are read on request only")
}
