//! Bones.

use alloc::vec::Vec;
use asset_geometry::glam::{Affine3A, Quat, Vec3};
use asset_geometry::{Bounds, Hierarchy};
use binio::{Name, same_bits};

/// Bones of a model. Parents may follow their children.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton<'a> {
    /// The bones; blend indices and bone mappings reference them by number.
    pub bones: Vec<Bone<'a>>,
}

/// A bone of a skeleton.
#[derive(Clone, Debug)]
pub struct Bone<'a> {
    /// Name; animations find the bone by the hash of its name.
    pub name: Name<'a>,
    /// Number of the parent; its own number for a root. The engine attaches a bone with an invalid parent to the
    /// model's node.
    pub parent: u32,
    /// Bind pose, relative to the parent: position.
    pub position: Vec3,
    /// Bind pose, relative to the parent: rotation.
    pub rotation: Quat,
    /// Bind pose, relative to the parent: scale.
    pub scale: Vec3,
    /// Inverse bind matrix, model space to bone space: 3 rows of 4, the translation in the last column.
    pub offset_matrix: [f32; 12],
    /// Shapes for the bounds of the model in the engine.
    pub collision: Collision,
}

impl PartialEq for Bone<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
            && self.parent == other.parent
            && same_bits(self.position.as_ref(), other.position.as_ref())
            && same_bits(self.rotation.as_ref(), other.rotation.as_ref())
            && same_bits(self.scale.as_ref(), other.scale.as_ref())
            && same_bits(&self.offset_matrix, &other.offset_matrix)
            && self.collision == other.collision
    }
}

/// Sphere and box around the vertices of a bone, in the bone's space.
#[derive(Clone, Debug, Default)]
pub struct Collision {
    /// 1: has a sphere, 2: has a box. Other bits are kept and have no data.
    pub mask: u8,
    /// Radius of the sphere, if the mask bit is set.
    pub radius: Option<f32>,
    /// The box, if the mask bit is set.
    pub bounds: Option<Bounds>,
}

impl Collision {
    /// Mask bit of the sphere.
    pub const SPHERE: u8 = 1;
    /// Mask bit of the box.
    pub const BOX: u8 = 2;
}

binio::eq_by_bits! { Collision { radius; mask, bounds } }

binio::into_owned! { pub Bone { name; parent, position, rotation, scale, offset_matrix, collision } }

impl Bone<'_> {
    /// Returns the bind pose relative to the parent.
    pub fn local_transform(&self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(self.scale, self.rotation, self.position)
    }

    /// Returns the inverse bind matrix.
    pub fn inverse_bind(&self) -> Affine3A {
        let [xx, yx, zx, x, xy, yy, zy, y, xz, yz, zz, z] = self.offset_matrix;
        Affine3A::from_cols_array(&[xx, xy, xz, yx, yy, yz, zx, zy, zz, x, y, z])
    }
}

binio::into_owned! { pub Skeleton { bones } }

impl Skeleton<'_> {
    /// Returns the number of the first bone with this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.bones.iter().position(|bone| bone.name == *name)
    }

    /// Returns the number of the `bone`-th bone's parent; `None` for a root: its parent is itself or out of bounds.
    pub fn parent(&self, bone: usize) -> Option<usize> {
        let parent = usize::try_from(self.bones.get(bone)?.parent).ok()?;
        (parent != bone && parent < self.bones.len()).then_some(parent)
    }

    /// Returns the bone hierarchy. Handles cycles, parents after their children, and several roots.
    pub fn hierarchy(&self) -> Hierarchy {
        Hierarchy::new((0..self.bones.len()).map(|bone| self.parent(bone)))
    }

    /// Returns the engine's root bone: the last bone that is its own parent.
    pub fn root(&self) -> Option<usize> {
        (0..self.bones.len()).rev().find(|bone| self.bones.get(*bone).is_some_and(|b| b.parent as usize == *bone))
    }
}
