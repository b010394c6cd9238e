//! Bones.

use alloc::vec::Vec;
use asset_geometry::glam::{Affine3A, Quat, Vec3};
use asset_geometry::{Bounds, Hierarchy};
use binio::{Name, same_bits};

/// The bones of a model. Parents may stand behind their children.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton<'a> {
    /// The bones; blend indices and bone mappings refer to them by number.
    pub bones: Vec<Bone<'a>>,
}

/// A bone of a skeleton.
#[derive(Clone, Debug)]
pub struct Bone<'a> {
    /// Its name; animations find it by the hash of it.
    pub name: Name<'a>,
    /// Number of its parent; its own number if it is a root. Out of range, the engine hangs it on the model's node.
    pub parent: u32,
    /// Bind pose, relative to the parent: position.
    pub position: Vec3,
    /// Bind pose, relative to the parent: rotation.
    pub rotation: Quat,
    /// Bind pose, relative to the parent: scale.
    pub scale: Vec3,
    /// Inverse bind matrix, model space to bone space: 3 rows of 4, the translation in the last column.
    pub offset_matrix: [f32; 12],
    /// What the engine bounds the model with.
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

/// Sphere and box that bound what a bone moves, in the bone's space.
#[derive(Clone, Debug, Default)]
pub struct Collision {
    /// 1: there is a sphere, 2: there is a box. Other bits are kept and carry no data.
    pub mask: u8,
    /// Radius of the sphere, if the mask says so.
    pub radius: Option<f32>,
    /// The box, if the mask says so.
    pub bounds: Option<Bounds>,
}

impl Collision {
    /// Bit of the mask: there is a sphere.
    pub const SPHERE: u8 = 1;
    /// Bit of the mask: there is a box.
    pub const BOX: u8 = 2;
}

impl PartialEq for Collision {
    fn eq(&self, other: &Self) -> bool {
        self.mask == other.mask
            && same_bits(self.radius.as_slice(), other.radius.as_slice())
            && self.bounds == other.bounds
    }
}

impl Bone<'_> {
    /// The bind pose relative to the parent.
    pub fn local_transform(&self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(self.scale, self.rotation, self.position)
    }

    /// The inverse bind matrix.
    pub fn inverse_bind(&self) -> Affine3A {
        let [xx, yx, zx, x, xy, yy, zy, y, xz, yz, zz, z] = self.offset_matrix;
        Affine3A::from_cols_array(&[xx, xy, xz, yx, yy, yz, zx, zy, zz, x, y, z])
    }

    /// The bone, free of the bytes it was read from.
    pub fn into_owned(self) -> Bone<'static> {
        let Self { name, parent, position, rotation, scale, offset_matrix, collision } = self;
        Bone { name: name.into_owned(), parent, position, rotation, scale, offset_matrix, collision }
    }
}

impl Skeleton<'_> {
    /// Number of the first bone of this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.bones.iter().position(|bone| bone.name == *name)
    }

    /// Number of the parent of the `bone`-th bone; `None` if it is a root, by its own number or by one out of range.
    pub fn parent(&self, bone: usize) -> Option<usize> {
        let parent = usize::try_from(self.bones.get(bone)?.parent).ok()?;
        (parent != bone && parent < self.bones.len()).then_some(parent)
    }

    /// Who is whose child. Safe on cycles, on parents behind their children, on several roots.
    pub fn hierarchy(&self) -> Hierarchy {
        Hierarchy::new((0..self.bones.len()).map(|bone| self.parent(bone)))
    }

    /// The bone that the engine starts at: the last one that is its own parent.
    pub fn root(&self) -> Option<usize> {
        (0..self.bones.len()).rev().find(|bone| self.bones.get(*bone).is_some_and(|b| b.parent as usize == *bone))
    }

    /// The skeleton, free of the bytes it was read from.
    pub fn into_owned(self) -> Skeleton<'static> {
        Skeleton { bones: self.bones.into_iter().map(Bone::into_owned).collect() }
    }
}
