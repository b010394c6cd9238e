//! Hashes whose name can be known.

use binio::Name;
use core::fmt;

use crate::hash::{HashAlgorithm, StringHash, hash_of};

/// A hash together with its name, when the name is known. This is used for the type of a resource, or for the key of a
/// map.
///
/// In a binary file there is only the hash, but a side file usually has the name. Two values are equal when their
/// hashes are equal; the name is not compared.
#[derive(Clone, Default)]
pub struct HashedName<'a> {
    /// The hash of the name, as stored.
    pub hash: StringHash,
    /// The name. If it is unknown, this is empty.
    pub name: Name<'a>,
}

binio::into_owned! { pub HashedName { name; hash } }

impl<'a> HashedName<'a> {
    /// Creates a value from a name and computes the hash. The hash of the empty name is 0 in every algorithm.
    pub fn of(algorithm: HashAlgorithm, name: impl Into<Name<'a>>) -> Self {
        let name = name.into();
        // An empty type or key has the hash 0; so it does in SDBM, but not in FNV.
        let hash = if name.is_empty() { StringHash(0) } else { hash_of(algorithm, &name) };
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

/// The resource types that the engines register. A [`ResourceRef`](crate::ResourceRef) has one of these types.
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

/// Looks for the resource type with this hash in [`RESOURCE_TYPES`]. Use this to show a name to the user when a binary
/// file has only the hash.
///
/// ```
/// use urho_core::{HashAlgorithm, hash_of, resource_type_name};
/// let hash = hash_of(HashAlgorithm::Urho18, b"Model");
/// assert_eq!(resource_type_name(HashAlgorithm::Urho18, hash), Some("Model"));
/// ```
pub fn resource_type_name(algorithm: HashAlgorithm, hash: StringHash) -> Option<&'static str> {
    RESOURCE_TYPES.into_iter().find(|name| hash_of(algorithm, name.as_bytes()) == hash)
}
