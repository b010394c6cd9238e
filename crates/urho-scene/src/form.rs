//! The forms in which scenes and prefabs are stored.

use std::fmt;

/// A form in which a scene or prefab is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// XML of Urho3D and U3D, with `scene` or `node` outermost; rbfx reads it too.
    Xml,
    /// JSON of Urho3D and U3D.
    Json,
    /// Binary of Urho3D, U3D or rbfx's `Scene::Save`, without names or types.
    Binary,
    /// Archive of rbfx in XML, with `resource` outermost.
    ArchiveXml,
    /// Archive of rbfx in JSON.
    ArchiveJson,
    /// Archive of rbfx in binary, which begins `\0BIN`.
    ArchiveBinary,
}

impl Form {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Xml, Self::Json, Self::Binary, Self::ArchiveXml, Self::ArchiveJson, Self::ArchiveBinary];

    /// The name of the form in one word: `xml`, `archive-binary`.
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

    /// The form of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }

    /// Whether it is an archive of rbfx.
    pub const fn is_archive(self) -> bool {
        matches!(self, Self::ArchiveXml | Self::ArchiveJson | Self::ArchiveBinary)
    }

    /// Whether it is text.
    pub const fn is_text(self) -> bool {
        !matches!(self, Self::Binary | Self::ArchiveBinary)
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
