//! Joints, which the engine's unused code reads from a chunk.

use asset_geometry::Hierarchy;
use asset_geometry::glam::{Quat, Vec3};

use crate::container::Token;
use crate::order::ByteOrder;

/// Size of a joint in bytes.
pub const JOINT_LEN: usize = 29;

/// Parent number of a root.
pub const NO_PARENT: u8 = 255;

/// A joint in the engine's code. That code is never called, so no file with joints loads ([Joints](crate::format#joints)).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// Orientation. It is undefined whether it is relative to its parent or to the model.
    pub orientation: Quat,
    /// Position of the joint.
    pub position: Vec3,
    /// Number of its parent; [`NO_PARENT`] for a root.
    pub parent: u8,
}

/// The joints of a chunk, in place.
#[derive(Clone, Copy, Debug)]
pub struct Joints<'a> {
    data: &'a [u8],
    order: ByteOrder,
}

impl<'a> Joints<'a> {
    /// Reads the content of a chunk as joints; `None` unless it is a whole number of them.
    pub fn new(content: &'a [u8], order: ByteOrder) -> Option<Self> {
        (!content.is_empty() && content.len() % JOINT_LEN == 0).then_some(Self { data: content, order })
    }

    /// Returns the joints of a chunk of a type that can have joints.
    pub(crate) fn of_chunk(token: Token, content: &'a [u8], order: ByteOrder) -> Option<Self> {
        if matches!(token, Token::SKELETON | Token::ANIMATION) { Self::new(content, order) } else { None }
    }

    /// Returns the number of joints.
    pub fn len(&self) -> usize {
        self.data.len() / JOINT_LEN
    }

    /// Returns `false`: there is at least one joint. By convention, for `len`.
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

    /// Returns the joint hierarchy; cycles and missing parents are allowed.
    pub fn hierarchy(&self) -> Hierarchy {
        Hierarchy::new(self.iter().map(|joint| (joint.parent != NO_PARENT).then_some(usize::from(joint.parent))))
    }
}
