//! Meshes, with their primitives and vertex attributes.

use std::fmt;
use std::str::FromStr;

use asset_geometry::Topology;

use crate::{ArrayId, Id, Material};

/// A mesh, which is a list of primitives to be shown together.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    /// The name, which need not be unique.
    pub name: String,
    /// The parts of the mesh, each with its own material.
    pub primitives: Vec<Primitive>,
    /// The morph target names. Every primitive must have this many targets.
    pub morph_names: Vec<String>,
    /// The morph target weights to use without an animation. Leave this empty if all should be 0.
    pub morph_weights: Vec<f32>,
}

binio::eq_by_bits! { Mesh { morph_weights; name, primitives, morph_names } }

/// The vertices of a part, and how they form triangles, lines or points.
#[derive(Clone, Debug, PartialEq)]
pub struct Primitive {
    /// What the vertices form.
    pub topology: Topology,
    /// Whether to connect the last vertex of a [`Topology::LineStrip`] to the first.
    pub closed: bool,
    /// The vertex attributes, which must all have the same length. No semantic may occur twice.
    pub attributes: Vec<Attribute>,
    /// Indices into the attributes, or `None` to use the vertices in their order.
    pub indices: Option<ArrayId>,
    /// The material, or `None` for the default material.
    pub material: Option<Id<Material>>,
    /// The materials to use in variants: the index in [`Scene::variants`](crate::Scene::variants), ascending, with the
    /// material.
    pub variants: Vec<(usize, Id<Material>)>,
    /// For each morph target, the differences to add to `POSITION`, `NORMAL` and `TANGENT`, as three floats each.
    pub targets: Vec<Vec<Attribute>>,
}

impl Default for Primitive {
    fn default() -> Self {
        Self {
            topology: Topology::Triangles,
            closed: false,
            attributes: Vec::new(),
            indices: None,
            material: None,
            variants: Vec::new(),
            targets: Vec::new(),
        }
    }
}

impl Primitive {
    /// Returns the array for a semantic, if the primitive has it.
    pub fn attribute(&self, semantic: &Semantic) -> Option<ArrayId> {
        find(&self.attributes, semantic)
    }

    /// Returns the array for a semantic in a morph target, if the target has it.
    pub fn target_attribute(&self, target: usize, semantic: &Semantic) -> Option<ArrayId> {
        find(self.targets.get(target)?, semantic)
    }
}

fn find(attributes: &[Attribute], semantic: &Semantic) -> Option<ArrayId> {
    attributes.iter().find(|attribute| attribute.semantic == *semantic).map(|attribute| attribute.array)
}

/// A vertex attribute: one column in the vertex table.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// What to use the values for.
    pub semantic: Semantic,
    /// The values, one row per vertex.
    pub array: ArrayId,
}

/// The error for an attribute name that is not defined by glTF, and doesn't begin with an underscore either.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a vertex attribute of glTF, or a name that begins with an underscore, found \"{0}\"")]
pub struct UnknownSemantic(String);

/// What a vertex attribute is used for. `Display` and `FromStr` use the names from glTF.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Semantic {
    /// The position: three numbers.
    Position,
    /// The normal: three numbers.
    Normal,
    /// The tangent: three numbers, then the sign of the bitangent, which is `cross(normal, tangent) * w`.
    Tangent,
    /// Texture coordinates, with the set number: two numbers, from the top left.
    TexCoord(u32),
    /// A colour, with the set number: red, green, blue and optionally alpha. It is linear as in glTF, unless the format
    /// says otherwise.
    Color(u32),
    /// Joints, with the set number: four indices into [`Skin::joints`](crate::Skin::joints). If a vertex has more
    /// joints, use more sets.
    Joints(u32),
    /// The weights for the four joints in the same set. In a file, they may have any sum.
    Weights(u32),
    /// Any other use. The name doesn't include the underscore that glTF adds.
    Custom(String),
}

impl fmt::Display for Semantic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position => f.write_str("POSITION"),
            Self::Normal => f.write_str("NORMAL"),
            Self::Tangent => f.write_str("TANGENT"),
            Self::TexCoord(set) => write!(f, "TEXCOORD_{set}"),
            Self::Color(set) => write!(f, "COLOR_{set}"),
            Self::Joints(set) => write!(f, "JOINTS_{set}"),
            Self::Weights(set) => write!(f, "WEIGHTS_{set}"),
            Self::Custom(name) => write!(f, "_{name}"),
        }
    }
}

impl FromStr for Semantic {
    type Err = UnknownSemantic;

    fn from_str(name: &str) -> Result<Self, UnknownSemantic> {
        let unknown = || UnknownSemantic(name.to_owned());
        match name {
            "POSITION" => return Ok(Self::Position),
            "NORMAL" => return Ok(Self::Normal),
            "TANGENT" => return Ok(Self::Tangent),
            _ => {}
        }
        if let Some(custom) = name.strip_prefix('_') {
            return Ok(Self::Custom(custom.to_owned()));
        }
        let (kind, set) = name.rsplit_once('_').ok_or_else(unknown)?;
        // Rejects signs and leading zeros, which `parse` would accept.
        let set = set.parse().ok().filter(|number: &u32| number.to_string() == set).ok_or_else(unknown)?;
        match kind {
            "TEXCOORD" => Ok(Self::TexCoord(set)),
            "COLOR" => Ok(Self::Color(set)),
            "JOINTS" => Ok(Self::Joints(set)),
            "WEIGHTS" => Ok(Self::Weights(set)),
            _ => Err(unknown()),
        }
    }
}
