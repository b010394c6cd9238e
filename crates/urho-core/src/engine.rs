//! This module contains [`Engine`].

use core::fmt;

use crate::hash::HashAlgorithm;

/// An engine in the Urho3D family. Use this to choose whose files to read, check or write. What only differs between
/// versions of an engine, such as the numbers of variant types, has a type of its own.
///
/// ```
/// use urho_core::Engine;
/// assert_eq!(Engine::from_name("rbfx"), Some(Engine::Rbfx));
/// assert_eq!((Engine::Urho3d.name(), Engine::Urho3d.title()), ("urho3d", "Urho3D"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Urho3D 1.6 and later.
    #[default]
    Urho3d,
    /// U3D, the fork that the community of Urho3D maintains. It has the classes of Urho3D, another component, and another
    /// attribute in `Text3D`.
    U3d,
    /// rbfx, which has classes and files of its own.
    Rbfx,
}

impl Engine {
    /// All engines, for example to list them.
    pub const ALL: [Self; 3] = [Self::Urho3d, Self::U3d, Self::Rbfx];

    /// Returns the name of the engine as an identifier: `urho3d`, `u3d` or `rbfx`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Urho3d => "urho3d",
            Self::U3d => "u3d",
            Self::Rbfx => "rbfx",
        }
    }

    /// Returns the name of the engine as its authors write it: `Urho3D`, `U3D` or `rbfx`.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Urho3d => "Urho3D",
            Self::U3d => "U3D",
            Self::Rbfx => "rbfx",
        }
    }

    /// Returns the engine with this [name](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.name() == name)
    }

    /// Returns the hash algorithm that this engine uses for names.
    pub const fn hashes(self) -> HashAlgorithm {
        match self {
            Self::Urho3d | Self::U3d => HashAlgorithm::Urho18,
            Self::Rbfx => HashAlgorithm::Rbfx,
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
