//! The smaller parts of models.

use alloc::vec::Vec;

use asset_geometry::Bounds;
use asset_geometry::glam::Vec3;
use binio::{Budget, Name, Path};
use udm::Element;

use crate::error::Error;
use crate::node::{Node, bulk};
use crate::pose::Pose;

/// Returns the child elements of `node` in the order of their `index`.
pub(crate) fn by_index<'d, T>(node: Node<'d>, read: impl Fn(Name<'d>, Node<'d>) -> T) -> Vec<T> {
    let mut children: Vec<_> = node.children().collect();
    children.sort_by_key(|(_, child)| child.int::<u32>("index").unwrap_or_default());
    children.into_iter().map(|(name, child)| read(name, child)).collect()
}

/// A level of detail.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lod {
    /// Level of detail; 0 is the finest.
    pub lod: u32,
    /// Smallest distance.
    pub distance: f32,
    /// Replaced mesh groups.
    pub replacements: Vec<Replacement>,
}

/// Replacement of a mesh group, by index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replacement {
    /// The replaced group.
    pub source: u32,
    /// The replacement.
    pub target: u32,
}

impl Lod {
    pub(crate) fn read(node: Node<'_>) -> Self {
        let replacement = |node: Node<'_>| Replacement {
            source: node.int("source").unwrap_or_default(),
            target: node.int("target").unwrap_or_default(),
        };
        Self {
            lod: node.int("lod").unwrap_or_default(),
            distance: node.f32("distance").unwrap_or_default(),
            replacements: node.elements("meshGroupReplacements").into_iter().map(replacement).collect(),
        }
    }
}

/// A model part with alternative mesh groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodyGroup<'d> {
    /// Name of the body group.
    pub name: Name<'d>,
    /// The mesh groups to choose from, by index.
    pub mesh_groups: Vec<u32>,
}

impl<'d> BodyGroup<'d> {
    pub(crate) fn read((name, node): (Name<'d>, Node<'d>)) -> Self {
        Self { name, mesh_groups: node.ints("meshGroups") }
    }
}

/// A skin: another set of materials for the same meshes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skin {
    /// Number of the model's material for each [`material_index`](super::Mesh::material_index).
    pub materials: Vec<u32>,
}

impl Skin {
    pub(crate) fn read(node: Node<'_>) -> Self {
        Self { materials: node.ints("materials") }
    }
}

/// A controller that blends animations by a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlendController<'d> {
    /// Name: `move_yaw`, `aim_pitch` …
    pub name: Name<'d>,
    /// Minimum value.
    pub min: i32,
    /// Maximum value.
    pub max: i32,
    /// Whether values wrap around.
    pub loops: bool,
}

impl<'d> BlendController<'d> {
    pub(crate) fn read(node: Node<'d>) -> Self {
        Self {
            name: node.name("name"),
            min: node.int("min").unwrap_or_default(),
            max: node.int("max").unwrap_or_default(),
            loops: node.bool("loop").unwrap_or_default(),
        }
    }
}

/// An attachment point on a bone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attachment<'d> {
    /// Name of the attachment.
    pub name: Name<'d>,
    /// The bone, by id.
    pub bone: u32,
    /// Pose relative to the bone.
    pub pose: Pose,
}

impl<'d> Attachment<'d> {
    pub(crate) fn read(node: Node<'d>) -> Self {
        Self { name: node.name("name"), bone: node.int("bone").unwrap_or_default(), pose: node.pose("pose") }
    }
}

/// A model or particle system on an attachment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectAttachment<'d> {
    /// Name of the object attachment.
    pub name: Name<'d>,
    /// Index of the attachment; −1 for none.
    pub attachment: i32,
    /// `Model` or `ParticleSystem`.
    pub kind: Name<'d>,
    /// Key values.
    pub key_values: Vec<(Name<'d>, Name<'d>)>,
}

impl<'d> ObjectAttachment<'d> {
    pub(crate) fn read(node: Node<'d>) -> Self {
        Self {
            name: node.name("name"),
            attachment: node.int("attachment").unwrap_or(-1),
            kind: node.name("type"),
            key_values: node.node("keyValues").texts(),
        }
    }
}

/// A hit box, which replaces the meshes in hit tests.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HitBox<'d> {
    /// `Generic`, `Head`, `Chest`, `Stomach`, `LeftArm` …
    pub group: Name<'d>,
    /// The bone, by id.
    pub bone: u32,
    /// The box, relative to the bone.
    pub bounds: Bounds,
}

impl<'d> HitBox<'d> {
    pub(crate) fn read(node: Node<'d>) -> Self {
        Self { group: node.name("hitGroup"), bone: node.int("bone").unwrap_or_default(), bounds: node.bounds("bounds") }
    }
}

/// A joint between the collision meshes of two bones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Joint<'d> {
    /// `Fixed`, `BallSocket`, `Hinge`, `Slider`, `ConeTwist`, `DOF`.
    pub kind: Name<'d>,
    /// The parent bone, by id.
    pub parent_bone: u32,
    /// The child bone, by id.
    pub child_bone: u32,
    /// Whether the two collide with each other.
    pub enable_collisions: bool,
    /// Limits and other arguments, as text.
    pub args: Vec<(Name<'d>, Name<'d>)>,
}

impl<'d> Joint<'d> {
    pub(crate) fn read(node: Node<'d>) -> Self {
        Self {
            kind: node.name("type"),
            parent_bone: node.int("parentBone").unwrap_or_default(),
            child_bone: node.int("childBone").unwrap_or_default(),
            enable_collisions: node.bool("enableCollisions").unwrap_or_default(),
            args: node.node("args").texts(),
        }
    }
}

/// An inverse kinematic chain. The engine crashes when it reads one ([Model](crate::format#model-pmdl)).
#[derive(Clone, Debug)]
pub struct IkController<'d> {
    /// The bone at the end of the chain.
    pub effector: Name<'d>,
    /// Kind of the chain: `foot` …
    pub kind: Name<'d>,
    /// Number of bones.
    pub chain_length: u32,
    /// Solver.
    pub method: Name<'d>,
    /// Further settings, by their names.
    pub key_values: &'d Element<'d>,
}

impl<'d> IkController<'d> {
    pub(crate) fn read(node: Node<'d>) -> Self {
        Self {
            effector: node.name("effectorName"),
            kind: node.name("type"),
            chain_length: node.int("chainLength").unwrap_or_default(),
            method: node.name("method"),
            key_values: node.node("keyValues").0,
        }
    }
}

/// A collision mesh (PCOL).
#[derive(Clone, Debug)]
pub struct CollisionMesh<'d> {
    index: usize,
    node: Node<'d>,
}

impl<'d> CollisionMesh<'d> {
    pub(crate) fn read(index: usize, node: Node<'d>) -> Self {
        Self { index, node }
    }

    fn path(&self, part: &'static str) -> Path {
        Path::new().item("collisionMeshes", self.index).part(part)
    }

    /// Returns its element, for values without an accessor.
    pub fn element(&self) -> &'d Element<'d> {
        self.node.0
    }

    /// Returns the uuid as text; older files have none.
    pub fn uuid(&self) -> Option<Name<'d>> {
        self.node.text("uuid")
    }

    /// Returns the bone that moves it, by id; `None` if it isn't moved.
    pub fn bone(&self) -> Option<u32> {
        self.node.int("bone")
    }

    /// Returns the pose relative to the bone. The engine only uses the origin.
    pub fn pose(&self) -> Pose {
        self.node.pose("pose")
    }

    /// Returns the surface material, which determines sound and friction.
    pub fn surface_material(&self) -> Name<'d> {
        self.node.name("surfaceMaterial")
    }

    /// Returns the bounding box.
    pub fn bounds(&self) -> Bounds {
        self.node.bounds("bounds")
    }

    /// Returns the volume; negative if the triangles have the opposite winding.
    pub fn volume(&self) -> f64 {
        self.node.f64("volume").unwrap_or_default()
    }

    /// Returns the centre of mass.
    pub fn center_of_mass(&self) -> Vec3 {
        self.node.vec3("centerOfMass").unwrap_or_default()
    }

    /// Returns its part of the mass.
    pub fn mass(&self) -> f32 {
        self.node.f32("mass").unwrap_or_default()
    }

    /// Returns whether it is the convex hull of its vertices.
    pub fn is_convex(&self) -> bool {
        self.node.node("flags").bool("convex").unwrap_or_default()
    }

    /// Returns the vertices.
    ///
    /// # Errors
    /// A decompression error; [`ErrorKind::WrongType`](crate::ErrorKind::WrongType) for an array of another type.
    pub fn vertices(&self, budget: &mut Budget) -> Result<Vec<Vec3>, Error> {
        let Some(array) = self.node.array("vertices") else { return Ok(Vec::new()) };
        let vertices = bulk::<[f32; 3]>(array, "vec3", &self.path("vertices"), budget)?;
        Ok(vertices.into_iter().map(Vec3::from_array).collect())
    }

    /// Returns the number of vertices without decompression.
    pub fn vertex_count(&self) -> usize {
        self.node.array("vertices").map_or(0, udm::Array::len)
    }

    /// Returns the triangles, three indices each; empty for a convex mesh.
    ///
    /// # Errors
    /// As [`vertices`](Self::vertices).
    pub fn triangles(&self, budget: &mut Budget) -> Result<Vec<[u16; 3]>, Error> {
        let Some(array) = self.node.array("triangles") else { return Ok(Vec::new()) };
        let indices = bulk::<u16>(array, "uint16", &self.path("triangles"), budget)?;
        Ok(indices.chunks_exact(3).filter_map(|triangle| triangle.try_into().ok()).collect())
    }

    /// Returns the soft body, if it is one.
    pub fn soft_body(&self) -> Option<SoftBody<'d>> {
        let node = self.node.find("softBody")?;
        Some(SoftBody {
            mesh_group: node.int("meshGroup").unwrap_or_default(),
            mesh: node.int("mesh").unwrap_or_default(),
            sub_mesh: node.int("subMesh").unwrap_or_default(),
            settings: node.node("settings").0,
        })
    }
}

/// A deformable collision mesh.
#[derive(Clone, Copy, Debug)]
pub struct SoftBody<'d> {
    /// Group of the sub mesh that is deformed with it, by index.
    pub mesh_group: u32,
    /// The mesh in that group.
    pub mesh: u32,
    /// The sub mesh in that mesh.
    pub sub_mesh: u32,
    /// Stiffness, damping, anchors …
    pub settings: &'d Element<'d>,
}
