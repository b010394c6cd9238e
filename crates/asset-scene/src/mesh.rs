//! Meshes: primitives and their attributes.

use std::fmt;
use std::str::FromStr;

use asset_geometry::Topology;

use crate::{ArrayId, Id, Material};

/// Primitives that are shown together.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    /// Name; need not be unique.
    pub name: String,
    /// The parts, each with one material.
    pub primitives: Vec<Primitive>,
    /// Names of the morph targets. Every primitive has the same number of targets.
    pub morph_names: Vec<String>,
    /// Weights of the morph targets before any animation; empty for all 0.
    pub morph_weights: Vec<f32>,
}

binio::eq_by_bits! { Mesh { morph_weights; name, primitives, morph_names } }

/// Vertices and their primitives.
#[derive(Clone, Debug, PartialEq)]
pub struct Primitive {
    /// Primitive type.
    pub topology: Topology,
    /// Whether the last vertex of a [`Topology::LineStrip`] is connected to the first.
    pub closed: bool,
    /// Vertex attributes, all of one length; at most one per semantic.
    pub attributes: Vec<Attribute>,
    /// Indices into the attributes; without them, the vertices in their order.
    pub indices: Option<ArrayId>,
    /// The material; `None` for the default material.
    pub material: Option<Id<Material>>,
    /// Materials in variants: the variant's index in [`Scene::variants`](crate::Scene::variants), ascending, and the material.
    pub variants: Vec<(usize, Id<Material>)>,
    /// Deltas of each morph target: `POSITION`, `NORMAL`, `TANGENT` as three floats.
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
    /// Returns the array of a semantic.
    pub fn attribute(&self, semantic: &Semantic) -> Option<ArrayId> {
        find(&self.attributes, semantic)
    }

    /// Returns the array of a semantic in a morph target.
    pub fn target_attribute(&self, target: usize, semantic: &Semantic) -> Option<ArrayId> {
        find(self.targets.get(target)?, semantic)
    }
}

fn find(attributes: &[Attribute], semantic: &Semantic) -> Option<ArrayId> {
    attributes.iter().find(|attribute| attribute.semantic == *semantic).map(|attribute| attribute.array)
}

/// One column of the vertices.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Meaning of the values.
    pub semantic: Semantic,
    /// The values, one row per vertex.
    pub array: ArrayId,
}

/// A name of a vertex attribute that glTF doesn't define and that doesn't begin with an underscore.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a vertex attribute of glTF, or a name that begins with an underscore, found \"{0}\"")]
pub struct UnknownSemantic(String);

/// Meaning of a vertex attribute. `Display` and `FromStr` use glTF's names.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Semantic {
    /// Position: three numbers.
    Position,
    /// Normal: three numbers.
    Normal,
    /// Tangent: three numbers and the sign of the bitangent, `cross(normal, tangent) * w`.
    Tangent,
    /// Texture coordinates of a set: two numbers, from the top left.
    TexCoord(u32),
    /// Colour of a set: red, green, blue and optionally alpha, linear as in glTF unless the format says otherwise.
    Color(u32),
    /// Joints of a set: four indices into [`Skin::joints`](crate::Skin::joints). Vertices with more joints have further sets.
    Joints(u32),
    /// Weights of the four joints of the same set. A file may have any sum.
    Weights(u32),
    /// Any other meaning; the name without glTF's leading underscore.
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
