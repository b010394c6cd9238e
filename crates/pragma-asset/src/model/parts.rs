//! The smaller parts of models.

use alloc::vec::Vec;

use asset_geometry::Bounds;
use asset_geometry::glam::Vec3;
use binio::{Budget, Name, Path};
use udm::Element;

use crate::error::Error;
use crate::node::{Node, bulk};
use crate::pose::Pose;

/// Returns the child elements of `node`, sorted by their `index`.
pub(crate) fn by_index<'d, T>(node: Node<'d>, read: impl Fn(Name<'d>, Node<'d>) -> T) -> Vec<T> {
    let mut children: Vec<_> = node.children().collect();
    children.sort_by_key(|(_, child)| child.int::<u32>("index").unwrap_or_default());
    children.into_iter().map(|(name, child)| read(name, child)).collect()
}

/// A level of detail.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lod {
    /// The level of detail, where 0 is the finest.
    pub lod: u32,
    /// The smallest distance to use it for.
    pub distance: f32,
    /// The mesh groups to replace.
    pub replacements: Vec<Replacement>,
}

/// A mesh group to be replaced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replacement {
    /// The index of the group to replace.
    pub source: u32,
    /// The index of the group to use instead.
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

/// A part of a model for which you can choose between mesh groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodyGroup<'d> {
    /// The name of the body group.
    pub name: Name<'d>,
    /// The indices of the mesh groups to choose from.
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
    /// The material number to use for each [`material_index`](super::Mesh::material_index).
    pub materials: Vec<u32>,
}

impl Skin {
    pub(crate) fn read(node: Node<'_>) -> Self {
        Self { materials: node.ints("materials") }
    }
}

/// A controller that uses a number to blend animations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlendController<'d> {
    /// The name, for example `move_yaw` or `aim_pitch`.
    pub name: Name<'d>,
    /// The minimum value.
    pub min: i32,
    /// The maximum value.
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
    /// The attachment name.
    pub name: Name<'d>,
    /// The bone id.
    pub bone: u32,
    /// The pose, relative to the bone.
    pub pose: Pose,
}

impl<'d> Attachment<'d> {
    pub(crate) fn read(node: Node<'d>) -> Self {
        Self { name: node.name("name"), bone: node.int("bone").unwrap_or_default(), pose: node.pose("pose") }
    }
}

/// A model or particle system attached to the model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectAttachment<'d> {
    /// The name of the object attachment.
    pub name: Name<'d>,
    /// The index of the attachment, or −1 if there is none.
    pub attachment: i32,
    /// Either `Model` or `ParticleSystem`.
    pub kind: Name<'d>,
    /// The key values.
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

/// A hit box, to be used in hit tests instead of the meshes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HitBox<'d> {
    /// The hit group: `Generic`, `Head`, `Chest`, `Stomach`, `LeftArm` and so on.
    pub group: Name<'d>,
    /// The bone id.
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
    /// The kind of joint: `Fixed`, `BallSocket`, `Hinge`, `Slider`, `ConeTwist` or `DOF`.
    pub kind: Name<'d>,
    /// The id of the parent bone.
    pub parent_bone: u32,
    /// The id of the child bone.
    pub child_bone: u32,
    /// Whether the two bones can collide with each other.
    pub enable_collisions: bool,
    /// The limits and other arguments, as text.
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

/// A chain for inverse kinematics. Note that the engine will crash when it reads this (see
/// [Model](crate::format#model-pmdl)).
#[derive(Clone, Debug)]
pub struct IkController<'d> {
    /// The bone at the end of the chain.
    pub effector: Name<'d>,
    /// The kind of chain, for example `foot`.
    pub kind: Name<'d>,
    /// The number of bones.
    pub chain_length: u32,
    /// The solver to use.
    pub method: Name<'d>,
    /// Additional settings, by name.
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

    /// Returns the element. This can be used to read a value that has no method here.
    pub fn element(&self) -> &'d Element<'d> {
        self.node.0
    }

    /// Returns the uuid as text. An older file does not have this.
    pub fn uuid(&self) -> Option<Name<'d>> {
        self.node.text("uuid")
    }

    /// Returns the id of the bone that moves the mesh. If the mesh is not moved, this is `None`.
    pub fn bone(&self) -> Option<u32> {
        self.node.int("bone")
    }

    /// Returns the pose, relative to the bone. Note that the engine only uses the origin.
    pub fn pose(&self) -> Pose {
        self.node.pose("pose")
    }

    /// Returns the surface material, to be used for sound and friction.
    pub fn surface_material(&self) -> Name<'d> {
        self.node.name("surfaceMaterial")
    }

    /// Returns the bounding box.
    pub fn bounds(&self) -> Bounds {
        self.node.bounds("bounds")
    }

    /// Returns the volume. If this is negative, the triangles have the wrong winding.
    pub fn volume(&self) -> f64 {
        self.node.f64("volume").unwrap_or_default()
    }

    /// Returns the center of mass.
    pub fn center_of_mass(&self) -> Vec3 {
        self.node.vec3("centerOfMass").unwrap_or_default()
    }

    /// Returns its part of the mass.
    pub fn mass(&self) -> f32 {
        self.node.f32("mass").unwrap_or_default()
    }

    /// Returns `true` if this is the convex hull of its vertices.
    pub fn is_convex(&self) -> bool {
        self.node.node("flags").bool("convex").unwrap_or_default()
    }

    /// Returns the vertices.
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongType`](crate::ErrorKind::WrongType) if the array has another type, or an error if the
    /// data can't be decompressed.
    pub fn vertices(&self, budget: &mut Budget) -> Result<Vec<Vec3>, Error> {
        let Some(array) = self.node.array("vertices") else { return Ok(Vec::new()) };
        let vertices = bulk::<[f32; 3]>(array, "vec3", &self.path("vertices"), budget)?;
        Ok(vertices.into_iter().map(Vec3::from_array).collect())
    }

    /// Returns the number of vertices. Nothing has to be decompressed for this.
    pub fn vertex_count(&self) -> usize {
        self.node.array("vertices").map_or(0, udm::Array::len)
    }

    /// Returns the indices of all triangles. For a convex mesh, the result will be empty.
    ///
    /// # Errors
    /// Fails when [`vertices`](Self::vertices) does.
    pub fn triangles(&self, budget: &mut Budget) -> Result<Vec<[u16; 3]>, Error> {
        let Some(array) = self.node.array("triangles") else { return Ok(Vec::new()) };
        let indices = bulk::<u16>(array, "uint16", &self.path("triangles"), budget)?;
        Ok(indices.chunks_exact(3).filter_map(|triangle| triangle.try_into().ok()).collect())
    }

    /// Returns the soft body, if this is one.
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

/// A collision mesh that can be deformed.
#[derive(Clone, Copy, Debug)]
pub struct SoftBody<'d> {
    /// The index of the mesh group whose sub mesh will be deformed too.
    pub mesh_group: u32,
    /// The index of the mesh in this group.
    pub mesh: u32,
    /// The index of the sub mesh in this mesh.
    pub sub_mesh: u32,
    /// The settings, for example stiffness, damping and anchors.
    pub settings: &'d Element<'d>,
}
