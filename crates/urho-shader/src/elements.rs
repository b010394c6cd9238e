//! Inputs of a vertex shader, as one word in the file.

use core::fmt;

/// Word that identifies the vertex elements of a Direct3D 11 vertex shader ([Vertex elements](crate::format#vertex-elements)).
///
/// A hash of the semantics since 1.6, the legacy element mask in 1.4 and 1.5. Only the input signature of the bytecode determines
/// which one it is, see [`reading`](Self::reading).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct VertexElements(pub u32);

impl fmt::Debug for VertexElements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#010x}", self.0)
    }
}

/// Meaning of a [`VertexElements`] for a given input signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementsReading {
    /// The hash of the signature: Urho3D 1.6 and later.
    Hash,
    /// The mask of the signature: Urho3D 1.4 and 1.5.
    Mask,
    /// Both are the same number: no input is known to the engine.
    Either,
    /// Neither of the two readings fits the bytecode.
    Neither,
}

/// Semantics known to the engine, at their numbers.
const SEMANTICS: [&str; 9] =
    ["POSITION", "NORMAL", "BINORMAL", "TANGENT", "TEXCOORD", "COLOR", "BLENDWEIGHT", "BLENDINDICES", "OBJECTINDEX"];

/// Bits of the legacy mask: name, semantic, index. In these versions the instance matrix is TEXCOORD 2 to 4.
const BITS: [(&str, &str, u32); 14] = [
    ("Position", "POSITION", 0),
    ("Normal", "NORMAL", 0),
    ("Color", "COLOR", 0),
    ("TexCoord1", "TEXCOORD", 0),
    ("TexCoord2", "TEXCOORD", 1),
    ("CubeTexCoord1", "TEXCOORD", 0),
    ("CubeTexCoord2", "TEXCOORD", 1),
    ("Tangent", "TANGENT", 0),
    ("BlendWeights", "BLENDWEIGHT", 0),
    ("BlendIndices", "BLENDINDICES", 0),
    ("InstanceMatrix1", "TEXCOORD", 2),
    ("InstanceMatrix2", "TEXCOORD", 3),
    ("InstanceMatrix3", "TEXCOORD", 4),
    ("ObjectIndex", "OBJECTINDEX", 0),
];

impl VertexElements {
    /// Returns the hash of `inputs`, semantic names with their indices in signature order. Names unknown to the engine, for example
    /// `SV_InstanceID`, and names in another case are ignored.
    ///
    /// ```
    /// use urho_shader::VertexElements;
    /// let inputs = [("POSITION", 0), ("NORMAL", 0), ("TEXCOORD", 0)];
    /// let inputs = inputs.map(|(name, index)| (name.as_bytes(), index));
    /// assert_eq!(VertexElements::hash_of(inputs), VertexElements(0x330B_50CB));
    /// assert_eq!(VertexElements::mask_of(inputs), VertexElements(0b1011));
    /// ```
    pub fn hash_of<'n>(inputs: impl IntoIterator<Item = (&'n [u8], u32)>) -> Self {
        let hash = inputs.into_iter().fold(0, |hash, (name, index)| {
            match SEMANTICS.iter().zip(0_u32..).find(|(known, _)| known.as_bytes() == name) {
                Some((_, semantic)) => combine(combine(hash, semantic), index),
                None => hash,
            }
        });
        Self(hash)
    }

    /// Returns the legacy mask of `inputs`; each sets the lowest bit with its semantic and index.
    pub fn mask_of<'n>(inputs: impl IntoIterator<Item = (&'n [u8], u32)>) -> Self {
        let bit = |(name, index): (&[u8], u32)| {
            let bits = BITS.iter().zip(0_u32..);
            bits.filter(|((_, known, at), _)| known.as_bytes() == name && *at == index).map(|(_, bit)| 1 << bit).next()
        };
        Self(inputs.into_iter().filter_map(bit).fold(0, |mask, bit: u32| mask | bit))
    }

    /// Returns the meaning of the word for the inputs of the bytecode.
    pub fn reading<'n>(self, inputs: impl IntoIterator<Item = (&'n [u8], u32)> + Clone) -> ElementsReading {
        match (self == Self::hash_of(inputs.clone()), self == Self::mask_of(inputs)) {
            (true, true) => ElementsReading::Either,
            (true, false) => ElementsReading::Hash,
            (false, true) => ElementsReading::Mask,
            (false, false) => ElementsReading::Neither,
        }
    }

    /// Returns whether the word can be a legacy mask: only the 14 known bits are set. This is true for one of 262 144 hashes.
    pub const fn may_be_mask(self) -> bool {
        self.0 >> BITS.len() == 0
    }

    /// Iterates over the names of the elements in the legacy mask. Meaningless if the word is a hash.
    pub fn mask_names(self) -> impl Iterator<Item = &'static str> {
        BITS.iter().zip(0_u32..).filter(move |(_, bit)| self.0 >> bit & 1 != 0).map(|((name, _, _), _)| *name)
    }
}

/// Computes one step of the engine's hash.
const fn combine(hash: u32, value: u32) -> u32 {
    hash ^ value.wrapping_add(0x9e37_79b9).wrapping_add(hash << 6).wrapping_add(hash >> 2)
}
