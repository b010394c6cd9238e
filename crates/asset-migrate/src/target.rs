//! This module contains [`Target`].

use std::fmt;

use serde::{Serialize, Serializer};

use super::Engine;

/// What to migrate a project to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target {
    /// An engine in the Urho3D family.
    Engine(Engine),
    /// Any engine that can read glTF.
    Gltf,
}

impl Target {
    /// Returns the name in one word, for example `rbfx` or `gltf`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Engine(engine) => engine.name(),
            Self::Gltf => "gltf",
        }
    }
}

impl From<Engine> for Target {
    fn from(engine: Engine) -> Self {
        Self::Engine(engine)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
