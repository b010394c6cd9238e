//! Joints. There is code in the engine that reads them from a chunk, but this code is not used.

use asset_geometry::Hierarchy;
use asset_geometry::glam::{Quat, Vec3};

use crate::container::Token;
use crate::order::ByteOrder;

/// The size of a joint, in bytes.
pub(crate) const JOINT_LEN: usize = 29;

/// The parent number of a joint that has no parent.
pub const NO_PARENT: u8 = 255;

/// A joint as in the code of the engine. This code is not called, so the engine is not able to load a file with joints
/// (see [Joints](crate::format#joints)).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// The orientation. It is not defined whether this is relative to the parent or to the model.
    pub orientation: Quat,
    /// The position.
    pub position: Vec3,
    /// The number of the parent, or [`NO_PARENT`] if there is none.
    pub parent: u8,
}

/// The joints in a chunk, which are read in place.
#[derive(Clone, Copy, Debug)]
pub struct Joints<'a> {
    data: &'a [u8],
    order: ByteOrder,
}

impl<'a> Joints<'a> {
    /// Reads the content of a chunk as joints. If there is an incomplete joint, or no joint at all, this is `None`.
    pub fn new(content: &'a [u8], order: ByteOrder) -> Option<Self> {
        (!content.is_empty() && content.len() % JOINT_LEN == 0).then_some(Self { data: content, order })
    }

    /// Returns the joints in a chunk, if its type can have joints.
    pub(crate) fn of_chunk(token: Token, content: &'a [u8], order: ByteOrder) -> Option<Self> {
        if matches!(token, Token::SKELETON | Token::ANIMATION) { Self::new(content, order) } else { None }
    }

    /// Returns the number of joints.
    pub fn len(&self) -> usize {
        self.data.len() / JOINT_LEN
    }

    /// Returns `false`, because there is always at least one joint. This method only exists because there is a `len`.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// Iterates over the joints in file order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Joint> + use<'a> {
        let order = self.order;
        self.data.chunks_exact(JOINT_LEN).map(move |joint| {
            let mut words = joint.chunks_exact(4).filter_map(<[u8]>::first_chunk).map(|word| order.word(*word));
            let mut float = || f32::from_bits(words.next().unwrap_or_default());
            Joint {
                orientation: Quat::from_array(core::array::from_fn(|_| float())),
                position: Vec3::from_array(core::array::from_fn(|_| float())),
                parent: joint.last().copied().unwrap_or(NO_PARENT),
            }
        })
    }

    /// Returns the joint hierarchy. It may contain cycles and missing parents.
    pub fn hierarchy(&self) -> Hierarchy {
        Hierarchy::new(self.iter().map(|joint| (joint.parent != NO_PARENT).then_some(usize::from(joint.parent))))
    }
}
