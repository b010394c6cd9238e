//! Skeletons (PSKEL).

use alloc::vec::Vec;

use asset_geometry::Hierarchy;
use binio::Name;

use crate::node::Node;
use crate::pose::Pose;

/// A bone in a skeleton.
#[derive(Clone, Debug, PartialEq)]
pub struct Bone<'d> {
    /// The bone name.
    pub name: Name<'d>,
    /// The id in the file. This is used by weights, hit boxes and animations to refer to the bone. If the engine
    /// accepts the skeleton, this is the same as the index in [`Skeleton::bones`].
    pub index: u32,
    /// The index of the parent in [`Skeleton::bones`].
    pub parent: Option<usize>,
    /// The reference pose that the stored meshes are bound to. Note that this is **in model space**, and not
    /// relative to the parent (see [Skeleton](crate::format#skeleton-pskel)).
    pub pose: Pose,
}

/// The bones of a model, sorted by id.
#[derive(Clone, Debug, PartialEq)]
pub struct Skeleton<'d> {
    /// The bones. A parent may come after its children.
    pub bones: Vec<Bone<'d>>,
    /// The bone hierarchy.
    pub hierarchy: Hierarchy,
}

impl<'d> Skeleton<'d> {
    /// Reads nested bones.
    pub(crate) fn read(data: Node<'d>) -> Self {
        let mut found: Vec<Bone<'d>> = Vec::new();
        let mut pending: Vec<_> = data.node("bones").children().rev().map(|(name, bone)| (name, bone, None)).collect();
        while let Some((name, bone, parent)) = pending.pop() {
            let place = Some(found.len());
            let index = bone.int("index").unwrap_or_default();
            found.push(Bone { name, index, parent, pose: bone.pose("pose") });
            pending.extend(bone.node("children").children().rev().map(|(name, child)| (name, child, place)));
        }
        Self::sorted(found)
    }

    /// Sorts the bones, and sets the index of each parent.
    fn sorted(found: Vec<Bone<'d>>) -> Self {
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by_key(|place| found.get(*place).map(|bone| bone.index));
        let mut places = alloc::vec![0; found.len()];
        for (new, old) in order.iter().enumerate() {
            if let Some(place) = places.get_mut(*old) {
                *place = new;
            }
        }
        let mut bones: Vec<(usize, Bone<'d>)> = places.iter().copied().zip(found).collect();
        bones.sort_by_key(|(place, _)| *place);
        let moved = |bone: Bone<'d>| Bone { parent: bone.parent.and_then(|old| places.get(old).copied()), ..bone };
        let bones: Vec<Bone<'d>> = bones.into_iter().map(|(_, bone)| moved(bone)).collect();
        let hierarchy = Hierarchy::new(bones.iter().map(|bone| bone.parent));
        Self { bones, hierarchy }
    }

    /// Returns the number of bones.
    pub fn len(&self) -> usize {
        self.bones.len()
    }

    /// Returns `true` if this contains no bones.
    pub fn is_empty(&self) -> bool {
        self.bones.is_empty()
    }

    /// Returns the index of the bone with the given name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.bones.iter().position(|bone| bone.name == name)
    }

    /// Returns `true` if the ids go 0, 1, 2 and so on, as required by the engine.
    pub fn is_dense(&self) -> bool {
        self.bones.iter().enumerate().all(|(place, bone)| bone.index as usize == place)
    }

    /// Returns the reference poses from the file, in model space.
    pub fn reference_poses(&self) -> Vec<Pose> {
        self.bones.iter().map(|bone| bone.pose).collect()
    }

    /// Returns the reference poses, relative to the parent. An animation will replace these.
    pub fn local_poses(&self) -> Vec<Pose> {
        let local = |bone: &Bone<'_>| match bone.parent.and_then(|parent| self.bones.get(parent)) {
            Some(parent) => bone.pose.relative_to(parent.pose),
            None => bone.pose,
        };
        self.bones.iter().map(local).collect()
    }
}
