//! Attachments: places that move with a bone, and the objects at them.

use alloc::vec::Vec;

use binio::Name;

use crate::node::Node;
use crate::pose::Pose;

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
