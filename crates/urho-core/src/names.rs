//! Hashes with optional names.

use binio::Name;
use core::fmt;

use crate::hash::{HashEra, StringHash, hash_of};

/// A hash and, if known, its name: the type of a resource, the key of a map.
///
/// Binary files store only the hash, side files usually the name. Two values are equal if their hashes are; the name is
/// ignored.
#[derive(Clone, Default)]
pub struct HashedName<'a> {
    /// Hash of the name, as stored.
    pub hash: StringHash,
    /// The name, or an empty name if it is unknown.
    pub name: Name<'a>,
}

binio::into_owned! { pub HashedName { name; hash } }

impl<'a> HashedName<'a> {
    /// Returns `name` and its hash. The hash of the empty name is 0 in every era.
    pub fn of(era: HashEra, name: impl Into<Name<'a>>) -> Self {
        let name = name.into();
        // An empty type or key has the hash 0; so it does in SDBM, but not in FNV.
        let hash = if name.is_empty() { StringHash(0) } else { hash_of(era, &name) };
        Self { hash, name }
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

/// Resource types that the engines register: the possible types of a [`ResourceRef`](crate::ResourceRef).
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

/// Returns the name in [`RESOURCE_TYPES`] with this hash.
///
/// ```
/// use urho_core::{HashEra, hash_of, resource_type_name};
/// let hash = hash_of(HashEra::Urho18, b"Model");
/// assert_eq!(resource_type_name(HashEra::Urho18, hash), Some("Model"));
/// ```
pub fn resource_type_name(era: HashEra, hash: StringHash) -> Option<&'static str> {
    RESOURCE_TYPES.into_iter().find(|name| hash_of(era, name.as_bytes()) == hash)
}
