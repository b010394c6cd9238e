//! Nodes, meshes, skins, materials.

use std::fmt;
use std::str::FromStr;

use asset_geometry::glam::{Mat4, Quat, Vec3};
use asset_geometry::{Hierarchy, Topology};

use crate::{Animation, Array, Source};

/// A scene. Lists refer to each other by number; [`Scene::check`] says whether all numbers and lengths hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene<'a> {
    /// What it is called: the name of the file, mostly.
    pub name: String,
    /// Nodes in any order.
    pub nodes: Vec<Node>,
    /// Meshes, shared by any number of nodes.
    pub meshes: Vec<Mesh>,
    /// Skins, shared likewise.
    pub skins: Vec<Skin>,
    /// Materials by name.
    pub materials: Vec<Material>,
    /// What attributes, indices and keyframes are made of; one array may serve many.
    pub arrays: Vec<Array<'a>>,
    /// Animations of the nodes.
    pub animations: Vec<Animation<'a>>,
    /// What the model's own format holds beside all this.
    pub source: Option<Source<'a>>,
}

/// A place in the hierarchy: a bone, a mesh, or neither.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Its name; see [`crate::escape_name`] for names that aren't text.
    pub name: String,
    /// The node it hangs below; `None` for a root.
    pub parent: Option<usize>,
    /// Where it stands, relative to its parent.
    pub transform: Transform,
    /// The mesh it shows.
    pub mesh: Option<usize>,
    /// The skin its mesh is bound to. The node's own place then has no effect, as in glTF.
    pub skin: Option<usize>,
    /// Nodes that take its place further away, nearest first. Such nodes have no parent, and are shown only so.
    pub lods: Vec<LodLevel>,
}

/// A coarser level of detail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LodLevel {
    /// The node that shows it.
    pub node: usize,
    /// Distance of the camera at which it begins, in the scene's unit, where the format knows one.
    pub distance: Option<f32>,
}

/// Where a node stands relative to its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Transform {
    /// Scale, then rotation, then translation.
    Trs {
        /// Translation.
        translation: [f32; 3],
        /// Rotation, `x y z w`.
        rotation: [f32; 4],
        /// Scale.
        scale: [f32; 3],
    },
    /// A matrix in columns.
    Matrix([f32; 16]),
}

impl Transform {
    /// Where the parent stands.
    pub const IDENTITY: Self = Self::Trs { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [1.0; 3] };

    /// The same in all directions.
    pub const fn from_scale(scale: f32) -> Self {
        Self::Trs { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [scale; 3] }
    }

    /// The transform as a matrix.
    pub fn to_mat4(&self) -> Mat4 {
        match self {
            Self::Trs { translation, rotation, scale } => Mat4::from_scale_rotation_translation(
                Vec3::from(*scale),
                Quat::from_array(*rotation),
                Vec3::from(*translation),
            ),
            Self::Matrix(columns) => Mat4::from_cols_array(columns),
        }
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// Primitives that are shown together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Its name.
    pub name: String,
    /// Its parts, one per material.
    pub primitives: Vec<Primitive>,
    /// Names of the morph targets. Every primitive has that many.
    pub morph_names: Vec<String>,
    /// Weights of the morph targets before any animation; empty for all 0.
    pub morph_weights: Vec<f32>,
}

/// Vertices and how they are joined.
#[derive(Clone, Debug, PartialEq)]
pub struct Primitive {
    /// How indices make triangles, lines or points.
    pub topology: Topology,
    /// Whether the last vertex of a [`Topology::LineStrip`] is joined with the first.
    pub closed: bool,
    /// Vertex attributes, all of one length; at most one per semantic.
    pub attributes: Vec<Attribute>,
    /// Indices into the attributes; without them, the vertices in their order.
    pub indices: Option<usize>,
    /// The material.
    pub material: Option<usize>,
    /// What each morph target adds to the attributes: `POSITION`, `NORMAL`, `TANGENT` as three floats.
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
            targets: Vec::new(),
        }
    }
}

impl Primitive {
    /// The array of a semantic.
    pub fn attribute(&self, semantic: &Semantic) -> Option<usize> {
        find(&self.attributes, semantic)
    }

    /// The array of a semantic in a morph target.
    pub fn target_attribute(&self, target: usize, semantic: &Semantic) -> Option<usize> {
        find(self.targets.get(target)?, semantic)
    }
}

fn find(attributes: &[Attribute], semantic: &Semantic) -> Option<usize> {
    attributes.iter().find(|attribute| attribute.semantic == *semantic).map(|attribute| attribute.array)
}

/// One column of the vertices.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// What it means.
    pub semantic: Semantic,
    /// Its values.
    pub array: usize,
}

/// What a vertex attribute means. `Display` and `FromStr` are glTF's names.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Semantic {
    /// Position: three numbers.
    Position,
    /// Normal: three numbers.
    Normal,
    /// Tangent: three numbers and the sign of the bitangent, `cross(normal, tangent) * w`.
    Tangent,
    /// Texture coordinates: two numbers, from the top left.
    TexCoord(u32),
    /// Colour: red, green, blue, and perhaps alpha.
    Color(u32),
    /// Four numbers of joints, into the skin.
    Joints(u32),
    /// Weights of those four joints.
    Weights(u32),
    /// Something else; the name without glTF's leading underscore.
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
    /// The name, which is none of glTF's and doesn't begin with an underscore.
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "POSITION" => return Ok(Self::Position),
            "NORMAL" => return Ok(Self::Normal),
            "TANGENT" => return Ok(Self::Tangent),
            _ => {}
        }
        if let Some(custom) = name.strip_prefix('_') {
            return Ok(Self::Custom(custom.to_owned()));
        }
        let (kind, set) = name.rsplit_once('_').ok_or(name)?;
        // Neither a sign nor leading zeros, which `parse` alone would take.
        let set = set.parse().ok().filter(|number: &u32| number.to_string() == set).ok_or(name)?;
        match kind {
            "TEXCOORD" => Ok(Self::TexCoord(set)),
            "COLOR" => Ok(Self::Color(set)),
            "JOINTS" => Ok(Self::Joints(set)),
            "WEIGHTS" => Ok(Self::Weights(set)),
            _ => Err(name.to_owned()),
        }
    }
}

/// Nodes that move vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// Its name.
    pub name: String,
    /// The nodes, in the order that [`Semantic::Joints`] count them.
    pub joints: Vec<usize>,
    /// Of each joint, the matrix from the mesh's space into the joint's, in columns; empty if all are the identity.
    pub inverse_bind: Vec<[f32; 16]>,
    /// The node that stands above all joints, if the format says which.
    pub root: Option<usize>,
}

/// A material by name; what it looks like is the engine's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Material {
    /// The name, or the path of the material's file.
    pub name: String,
    /// Whether both sides are shown.
    pub double_sided: bool,
}

impl<'a> Scene<'a> {
    /// Adds an array; its number.
    pub fn add_array(&mut self, array: Array<'a>) -> usize {
        self.arrays.push(array);
        self.arrays.len() - 1
    }

    /// Who hangs below whom.
    pub fn hierarchy(&self) -> Hierarchy {
        Hierarchy::new(self.nodes.iter().map(|node| node.parent))
    }

    /// The same scene, free of what it was made from.
    pub fn into_owned(self) -> Scene<'static> {
        Scene {
            name: self.name,
            nodes: self.nodes,
            meshes: self.meshes,
            skins: self.skins,
            materials: self.materials,
            arrays: self.arrays.into_iter().map(Array::into_owned).collect(),
            animations: self.animations.into_iter().map(Animation::into_owned).collect(),
            source: self.source.map(Source::into_owned),
        }
    }
}
