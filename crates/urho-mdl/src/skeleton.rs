//! Bones and skeletons.

use alloc::vec::Vec;
use asset_geometry::glam::{Affine3A, Quat, Vec3};
use asset_geometry::{Bounds, Hierarchy};
use binio::{Name, same_bits};

/// The bones of a model. Note that a parent may come after its children.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton<'a> {
    /// The bones. Blend indices and bone mappings refer to them by index.
    pub bones: Vec<Bone<'a>>,
}

/// A bone with its bind pose. An animation moves it relative to the parent.
#[derive(Clone, Debug)]
pub struct Bone<'a> {
    /// The name. Animations use its hash to find the bone.
    pub name: Name<'a>,
    /// The index of the parent, or of the bone itself if it is a root. If the parent is not valid, the engine attaches
    /// the bone to the node of the model.
    pub parent: u32,
    /// The position in the bind pose, relative to the parent.
    pub position: Vec3,
    /// The rotation in the bind pose, relative to the parent.
    pub rotation: Quat,
    /// The scale in the bind pose, relative to the parent.
    pub scale: Vec3,
    /// The inverse bind matrix, which converts from model space to bone space. It has 3 rows of 4, with the translation
    /// in the last column.
    pub offset_matrix: [f32; 12],
    /// The shapes that the engine uses to compute the bounds of an animated model.
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

/// A sphere and a box around the vertices that this bone moves, in bone space.
#[derive(Clone, Debug, Default)]
pub struct Collision {
    /// 1 if there is a sphere, plus 2 if there is a box. Other bits are kept, but have no data.
    pub mask: u8,
    /// The radius of the sphere. It must be set exactly if the mask has the bit.
    pub radius: Option<f32>,
    /// The box. It must be set exactly if the mask has the bit.
    pub bounds: Option<Bounds>,
}

impl Collision {
    /// The mask bit for the sphere.
    pub const SPHERE: u8 = 1;
    /// The mask bit for the box.
    pub const BOX: u8 = 2;
}

binio::eq_by_bits! { Collision { radius; mask, bounds } }

binio::into_owned! { pub Bone { name; parent, position, rotation, scale, offset_matrix, collision } }

impl Bone<'_> {
    /// Returns the transform in the bind pose, relative to the parent.
    pub fn local_transform(&self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(self.scale, self.rotation, self.position)
    }

    /// Returns the inverse bind matrix, which converts from model space to bone space.
    pub fn inverse_bind(&self) -> Affine3A {
        let [xx, yx, zx, x, xy, yy, zy, y, xz, yz, zz, z] = self.offset_matrix;
        Affine3A::from_cols_array(&[xx, xy, xz, yx, yy, yz, zx, zy, zz, x, y, z])
    }
}

binio::into_owned! { pub Skeleton { bones } }

impl Skeleton<'_> {
    /// Returns the index of the first bone with this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.bones.iter().position(|bone| bone.name == *name)
    }

    /// Returns the index of the parent. For a root this is `None`, because the stored parent is the bone itself or out
    /// of bounds.
    pub fn parent(&self, bone: usize) -> Option<usize> {
        let parent = usize::try_from(self.bones.get(bone)?.parent).ok()?;
        (parent != bone && parent < self.bones.len()).then_some(parent)
    }

    /// Returns the hierarchy, which you can use to go through all bones safely. It handles cycles, parents that come
    /// after their children, and several roots.
    pub fn hierarchy(&self) -> Hierarchy {
        Hierarchy::new((0..self.bones.len()).map(|bone| self.parent(bone)))
    }

    /// Returns the root bone that the engine uses: the last bone that is its own parent.
    pub fn root(&self) -> Option<usize> {
        (0..self.bones.len()).rev().find(|bone| self.bones.get(*bone).is_some_and(|b| b.parent as usize == *bone))
    }
}
