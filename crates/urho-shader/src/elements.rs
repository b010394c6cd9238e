//! The inputs of a vertex shader, as a single word in the file.

use core::fmt;

/// A word that says which vertex elements a Direct3D 11 vertex shader needs ([Vertex
/// elements](crate::format#vertex-elements)).
///
/// Since 1.6 this is a hash of the semantics, but in 1.4 and 1.5 it is the legacy mask. There is nothing in the file to
/// tell you which. To find out, pass the input signature from the bytecode to [`reading`](Self::reading).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct VertexElements(pub u32);

impl fmt::Debug for VertexElements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#010x}", self.0)
    }
}

/// What a [`VertexElements`] means for a given input signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementsReading {
    /// The hash of the signature, so the file is from Urho3D 1.6 or later.
    Hash,
    /// The mask of the signature, so the file is from Urho3D 1.4 or 1.5.
    Mask,
    /// Both of them, because the engine does not know any of the inputs and both are then the same number.
    Either,
    /// Neither of them, so this word does not belong to the bytecode.
    Neither,
}

/// The semantics that the engine knows, by number.
const SEMANTICS: [&str; 9] =
    ["POSITION", "NORMAL", "BINORMAL", "TANGENT", "TEXCOORD", "COLOR", "BLENDWEIGHT", "BLENDINDICES", "OBJECTINDEX"];

/// The bits of the legacy mask with name, semantic and index. In these versions the instance matrix is TEXCOORD 2 to 4.
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
    /// Returns the hash for the given inputs. You must pass the semantic names with their indices, in signature order.
    /// When the engine does not know a name, such as `SV_InstanceID`, it is ignored; this is also true for a name in
    /// another case.
    ///
    /// ```
    /// use urho_shader::VertexElements;
    /// let inputs = [("POSITION", 0), ("NORMAL", 0), ("TEXCOORD", 0)];
    /// let inputs = inputs.map(|(name, index)| (name.as_bytes(), index));
    /// assert_eq!(VertexElements::hash_of(inputs), VertexElements(0x330B_50CB));
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

    /// Returns the legacy mask for `inputs`. Each sets the lowest bit that has its semantic and index.
    pub(crate) fn mask_of<'n>(inputs: impl IntoIterator<Item = (&'n [u8], u32)>) -> Self {
        let bit = |(name, index): (&[u8], u32)| {
            let bits = BITS.iter().zip(0_u32..);
            bits.filter(|((_, known, at), _)| known.as_bytes() == name && *at == index).map(|(_, bit)| 1 << bit).next()
        };
        Self(inputs.into_iter().filter_map(bit).fold(0, |mask, bit: u32| mask | bit))
    }

    /// Returns what the word means, given the inputs from the bytecode.
    pub fn reading<'n>(self, inputs: impl IntoIterator<Item = (&'n [u8], u32)> + Clone) -> ElementsReading {
        match (self == Self::hash_of(inputs.clone()), self == Self::mask_of(inputs)) {
            (true, true) => ElementsReading::Either,
            (true, false) => ElementsReading::Hash,
            (false, true) => ElementsReading::Mask,
            (false, false) => ElementsReading::Neither,
        }
    }

    /// Returns whether this may be a legacy mask, because only the 14 known bits are set. This will also be true for
    /// one of 262 144 hashes.
    pub const fn may_be_mask(self) -> bool {
        self.0 >> BITS.len() == 0
    }

    /// Iterates over the names of the elements in the legacy mask. If the word is a hash, these names have no meaning.
    pub fn mask_names(self) -> impl Iterator<Item = &'static str> {
        BITS.iter().zip(0_u32..).filter(move |(_, bit)| self.0 >> bit & 1 != 0).map(|((name, _, _), _)| *name)
    }
}

/// Computes a step of the hash as the engine does.
const fn combine(hash: u32, value: u32) -> u32 {
    hash ^ value.wrapping_add(0x9e37_79b9).wrapping_add(hash << 6).wrapping_add(hash >> 2)
}
