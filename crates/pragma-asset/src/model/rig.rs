//! Meta rigs (PMRIG): roles of bones.

use alloc::vec::Vec;

use asset_geometry::Bounds;
use asset_geometry::glam::Quat;
use binio::Name;

use crate::node::Node;

/// Roles of a skeleton's bones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MetaRig<'d> {
    /// Kind of the rig: `Biped` …
    pub rig_type: Name<'d>,
    /// Forward axis of the model: `X`, `-X` …
    pub forward_axis: Name<'d>,
    /// Up axis.
    pub up_axis: Name<'d>,
    /// Rotation of the model to its forward direction.
    pub forward_facing_rotation_offset: Quat,
    /// The box around the model.
    pub bounds: Bounds,
    /// Bones of the rig, each with its role.
    pub bones: Vec<MetaBone<'d>>,
    /// The flex controllers.
    pub blend_shapes: Vec<MetaBlendShape<'d>>,
}

/// Role of a bone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MetaBone<'d> {
    /// `head`, `hips`, `left_hand` …
    pub kind: Name<'d>,
    /// The bone of the skeleton.
    pub bone: Name<'d>,
    /// Rotation of the bone to its orientation in the rig.
    pub normalized_rotation_offset: Quat,
    /// Radius.
    pub radius: f32,
    /// Length.
    pub length: f32,
    /// Bounding box of its vertices.
    pub bounds: Bounds,
}

/// Role of a flex controller.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MetaBlendShape<'d> {
    /// Expression of the face: `eye_blink_left` …
    pub kind: Name<'d>,
    /// The flex controller, by index.
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
