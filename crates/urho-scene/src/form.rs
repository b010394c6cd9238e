//! Encodings of scenes and prefabs.

use std::fmt;

/// Encoding of a scene or prefab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// XML of Urho3D and U3D, with the root `scene` or `node`; rbfx reads it too.
    Xml,
    /// JSON of Urho3D and U3D.
    Json,
    /// Binary of Urho3D, U3D or rbfx's `Scene::Save`, without names or types.
    Binary,
    /// XML archive of rbfx, with the root `resource`.
    ArchiveXml,
    /// JSON archive of rbfx.
    ArchiveJson,
    /// Binary archive of rbfx, which begins with `\0BIN`.
    ArchiveBinary,
}

impl Form {
    /// All encodings.
    pub const ALL: [Self; 6] =
        [Self::Xml, Self::Json, Self::Binary, Self::ArchiveXml, Self::ArchiveJson, Self::ArchiveBinary];

    /// Returns the name in one word: `xml`, `archive-binary`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xml => "xml",
            Self::Json => "json",
            Self::Binary => "binary",
            Self::ArchiveXml => "archive-xml",
            Self::ArchiveJson => "archive-json",
            Self::ArchiveBinary => "archive-binary",
        }
    }

    /// Returns the encoding with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }

    /// Returns whether it is an archive of rbfx.
    pub const fn is_archive(self) -> bool {
        matches!(self, Self::ArchiveXml | Self::ArchiveJson | Self::ArchiveBinary)
    }

    /// Returns whether it is text.
    pub const fn is_text(self) -> bool {
        !matches!(self, Self::Binary | Self::ArchiveBinary)
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
