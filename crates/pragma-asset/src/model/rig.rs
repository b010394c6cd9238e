//! Meta rigs (PMRIG), which define the role of a bone.

use alloc::vec::Vec;

use asset_geometry::Bounds;
use asset_geometry::glam::Quat;
use binio::Name;

use crate::node::Node;

/// The roles of the bones in a skeleton.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MetaRig<'d> {
    /// The kind of rig, for example `Biped`.
    pub rig_type: Name<'d>,
    /// The axis that is forward for the model, for example `X` or `-X`.
    pub forward_axis: Name<'d>,
    /// The axis that is up for the model.
    pub up_axis: Name<'d>,
    /// The rotation to apply to the model so that it looks forward.
    pub forward_facing_rotation_offset: Quat,
    /// The box around the model.
    pub bounds: Bounds,
    /// The bones and their roles.
    pub bones: Vec<MetaBone<'d>>,
    /// The flex controllers and their roles.
    pub blend_shapes: Vec<MetaBlendShape<'d>>,
}

/// The role of a bone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MetaBone<'d> {
    /// The role of the bone, for example `head`, `hips` or `left_hand`.
    pub kind: Name<'d>,
    /// The bone in the skeleton.
    pub bone: Name<'d>,
    /// The rotation to apply to the bone to get its orientation in the rig.
    pub normalized_rotation_offset: Quat,
    /// The radius.
    pub radius: f32,
    /// The length.
    pub length: f32,
    /// The bounding box of the vertices that the bone moves.
    pub bounds: Bounds,
}

/// The role of a flex controller.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MetaBlendShape<'d> {
    /// The expression of the face, for example `eye_blink_left`.
    pub kind: Name<'d>,
    /// The index of the flex controller.
    pub flex_controller: u32,
}

impl<'d> MetaRig<'d> {
    pub(crate) fn read(node: Node<'d>) -> Self {
        let shape = |node: Node<'d>| MetaBlendShape {
            kind: node.name("type"),
            flex_controller: node.int("flexControllerId").unwrap_or_default(),
        };
        Self {
            rig_type: node.name("rigType"),
            forward_axis: node.name("forwardAxis"),
            up_axis: node.name("upAxis"),
            forward_facing_rotation_offset: node.quat("forwardFacingRotationOffset").unwrap_or_default(),
            bounds: node.bounds("bounds"),
            bones: node.elements("bones").into_iter().map(MetaBone::read).collect(),
            blend_shapes: node.elements("blendShapes").into_iter().map(shape).collect(),
        }
    }
}

impl<'d> MetaBone<'d> {
    fn read(node: Node<'d>) -> Self {
        Self {
            kind: node.name("type"),
            bone: node.name("bone"),
            normalized_rotation_offset: node.quat("normalizedRotationOffset").unwrap_or_default(),
            radius: node.f32("radius").unwrap_or_default(),
            length: node.f32("length").unwrap_or_default(),
            bounds: node.bounds("bounds"),
        }
    }
}
