//! The encodings of scenes and prefabs.

use std::fmt;

/// The encoding of a scene or prefab. To convert a file to another encoding, use
/// [`Document::convert`](crate::Document::convert).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// XML from Urho3D and U3D. The root is `scene` or `node`, and rbfx can read it too.
    Xml,
    /// JSON from Urho3D and U3D.
    Json,
    /// Binary from Urho3D, U3D, or `Scene::Save` in rbfx. It has no names and no types, so the classes must be known.
    Binary,
    /// An XML archive from rbfx. The root is `resource`.
    ArchiveXml,
    /// A JSON archive from rbfx.
    ArchiveJson,
    /// A binary archive from rbfx. It begins with `\0BIN`.
    ArchiveBinary,
}

impl Encoding {
    /// All encodings, for example to list them.
    pub const ALL: [Self; 6] =
        [Self::Xml, Self::Json, Self::Binary, Self::ArchiveXml, Self::ArchiveJson, Self::ArchiveBinary];

    /// Returns the name in a single word, for example `xml` or `archive-binary`.
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

    /// Returns the encoding with this [name](Self::name), for example `archive-binary`. Returns `None` for any other
    /// text; upper-case letters are not accepted.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.name() == name)
    }

    /// Returns whether this is an archive, which only rbfx can read.
    pub const fn is_archive(self) -> bool {
        matches!(self, Self::ArchiveXml | Self::ArchiveJson | Self::ArchiveBinary)
    }

    /// Returns whether this is a text encoding.
    pub const fn is_text(self) -> bool {
        !matches!(self, Self::Binary | Self::ArchiveBinary)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
