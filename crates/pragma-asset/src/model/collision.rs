//! Collision meshes, hit boxes, and the joints between bones.

use alloc::vec::Vec;

use asset_geometry::Bounds;
use asset_geometry::glam::Vec3;
use binio::{Budget, Name, Path};
use udm::Element;

use crate::error::Error;
use crate::node::{Node, bulk};
use crate::pose::Pose;

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
