//! Hashes that may know what they are the hash of.

use binio::Name;
use core::fmt;

use crate::hash::{HashEra, StringHash, hash_of};

/// A hash and, where it is known, the name it is of: the type of a resource, the key of a map.
///
/// Binary files store the hash alone, side files usually the name. Two are equal if their hashes are: the name is what
/// it is called, not what it is.
#[derive(Clone, Default)]
pub struct HashedName<'a> {
    /// Hash of the name, as stored.
    pub hash: StringHash,
    /// The name; empty if it isn't known.
    pub name: Name<'a>,
}

impl<'a> HashedName<'a> {
    /// `name` and its hash; of the empty name 0 in every era.
    pub fn of(era: HashEra, name: impl Into<Name<'a>>) -> Self {
        let name = name.into();
        // An empty type or key has the hash 0; SDBM gives that too, FNV doesn't.
        let hash = if name.is_empty() { StringHash(0) } else { hash_of(era, &name) };
        Self { hash, name }
    }

    /// The same, free of what it was read from.
    pub fn into_owned(self) -> HashedName<'static> {
        HashedName { hash: self.hash, name: self.name.into_owned() }
    }
}

impl From<StringHash> for HashedName<'_> {
    fn from(hash: StringHash) -> Self {
        Self { hash, name: Name::default() }
    }
}

impl PartialEq for HashedName<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
    }
}

impl Eq for HashedName<'_> {}

impl fmt::Debug for HashedName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_empty() { write!(f, "{}", self.hash) } else { write!(f, "{} {:?}", self.hash, self.name) }
    }
}

/// The types of resources that the engines register, by which a [`ResourceRef`](crate::ResourceRef) may say what it refers to.
pub const RESOURCE_TYPES: [&str; 28] = [
    "Animation",
    "AnimationSet2D",
    "Font",
    "Image",
    "JSONFile",
    "LuaFile",
    "Material",
    "Model",
    "ObjectAnimation",
    "PListFile",
    "ParticleEffect",
    "ParticleEffect2D",
    "PrefabResource",
    "ScriptFile",
    "Shader",
    "Sound",
    "Sprite2D",
    "SpriteSheet2D",
    "Technique",
    "Texture",
    "Texture2D",
    "Texture2DArray",
    "Texture3D",
    "TextureCube",
    "TmxFile2D",
    "UIElement",
    "ValueAnimation",
    "XMLFile",
];

/// Which of the [`RESOURCE_TYPES`] has this hash.
///
/// ```
/// use urho_core::{HashEra, hash_of, resource_type_name};
/// let hash = hash_of(HashEra::Urho18, b"Model");
/// assert_eq!(resource_type_name(HashEra::Urho18, hash), Some("Model"));
/// ```
pub fn resource_type_name(era: HashEra, hash: StringHash) -> Option<&'static str> {
    RESOURCE_TYPES.into_iter().find(|name| hash_of(era, name.as_bytes()) == hash)
}
