//! IK rigs (PIKC).

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;

use asset_geometry::glam::{Quat, Vec3};
use binio::{Findings, Name, Path};

use crate::asset::{Asset, Kind, sealed};
use crate::kinds;
use crate::node::Node;
use crate::pose::Pose;

/// The kind of [`IkRig`]: `PIKC`, and text that doesn't say what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IkRigKind {}

impl Kind for IkRigKind {
    const TYPES: &'static [&'static str] = &["PIKC"];
    const BARE: bool = true;
}

/// How the bones of a model reach for targets: `.pikr`, `.pikr_b` ([IK rig](crate::format#ik-rig-pikc)).
pub type IkRig<'a> = Asset<'a, IkRigKind>;

impl Asset<'_, IkRigKind> {
    /// The bone at the top.
    pub fn root_bone(&self) -> Name<'_> {
        self.node().name("rootBone")
    }

    /// The bones that take part.
    pub fn bones(&self) -> Vec<IkBone<'_>> {
        self.node().elements("bones").into_iter().map(IkBone::read).collect()
    }

    /// What bones are moved with.
    pub fn controls(&self) -> Vec<IkControl<'_>> {
        self.node().elements("controls").into_iter().map(IkControl::read).collect()
    }

    /// What holds bones together, as rig configurations of today write it.
    pub fn constraints(&self) -> Vec<IkConstraint<'_>> {
        self.node().elements("constraints").into_iter().map(IkConstraint::read).collect()
    }

    /// What holds bones together, in terms of the solver.
    pub fn joints(&self) -> Vec<IkJoint<'_>> {
        self.node().elements("joints").into_iter().map(IkJoint::read).collect()
    }
}

/// A bone that takes part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IkBone<'d> {
    /// Name of the bone.
    pub name: Name<'d>,
    /// Whether it stays where it is.
    pub locked: bool,
    /// How thick it is, if that is said.
    pub radius: Option<f32>,
    /// How long it is, if that is said.
    pub length: Option<f32>,
    /// How it stands before it is moved, if that is said.
    pub ik_pose: Option<Pose>,
}

impl<'d> IkBone<'d> {
    fn read(node: Node<'d>) -> Self {
        Self {
            name: node.name("name"),
            locked: node.bool("locked").unwrap_or_default(),
            radius: node.f32("radius"),
            length: node.f32("length"),
            ik_pose: node.find_pose("ikPose"),
        }
    }
}

/// What a bone is moved with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IkControl<'d> {
    /// Name of the bone.
    pub bone: Name<'d>,
    /// `Drag`, `State`, `OrientedDrag`, `Revolute`, `AngularPlane`, `PoleTarget` …; a number as its digits.
    pub kind: Name<'d>,
    /// The most force; none for any.
    pub max_force: Option<f32>,
    /// How stiff it is.
    pub rigidity: Option<f32>,
    /// Of a pole target: the first bone.
    pub base_bone: Option<Name<'d>>,
    /// Of a pole target: the last bone.
    pub effector_bone: Option<Name<'d>>,
    /// Of a pole target: how far it is turned, in degrees.
    pub pole_angle: f32,
    /// Where it is at first.
    pub position: Option<Vec3>,
    /// How it is turned at first.
    pub rotation: Option<Quat>,
}

impl<'d> IkControl<'d> {
    fn read(node: Node<'d>) -> Self {
        Self {
            bone: node.name("bone"),
            kind: kind(node, "Drag"),
            max_force: node.f32("maxForce"),
            rigidity: node.f32("rigidity"),
            base_bone: node.text("baseBone"),
            effector_bone: node.text("effectorBone"),
            pole_angle: node.f32("poleAngle").unwrap_or_default(),
            position: node.vec3("position"),
            rotation: node.quat("rotation"),
        }
    }
}

/// What holds two bones together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IkConstraint<'d> {
    /// The first bone.
    pub bone0: Name<'d>,
    /// The second bone.
    pub bone1: Name<'d>,
    /// `Fixed`, `Hinge` or `BallSocket`; a number as its digits.
    pub kind: Name<'d>,
    /// How stiff it is.
    pub rigidity: Option<f32>,
    /// The most force.
    pub max_force: Option<f32>,
    /// The axis along the bone: `X`, `-X` …; a number as its digits.
    pub axis: Name<'d>,
    /// How the second stands to the first.
    pub offset_pose: Pose,
    /// The least angles in degrees: pitch, yaw, roll. Of a hinge the first.
    pub min_angles: Vec3,
    /// The greatest angles in degrees.
    pub max_angles: Vec3,
}

impl<'d> IkConstraint<'d> {
    fn read(node: Node<'d>) -> Self {
        let angles = |one: &str, all: &str| {
            node.vec3(all).unwrap_or_else(|| Vec3::new(node.f32(one).unwrap_or_default(), 0.0, 0.0))
        };
        Self {
            bone0: node.name("bone0"),
            bone1: node.name("bone1"),
            kind: kind(node, "Fixed"),
            rigidity: node.f32("rigidity"),
            max_force: node.f32("maxForce"),
            axis: word(node, "axis").unwrap_or_else(|| Name::from("Z")),
            offset_pose: node.pose("offsetPose"),
            min_angles: angles("minAngle", "minAngles"),
            max_angles: angles("maxAngle", "maxAngles"),
        }
    }
}

/// What holds two bones together, in terms of the solver.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IkJoint<'d> {
    /// The first bone.
    pub bone0: Name<'d>,
    /// The second bone.
    pub bone1: Name<'d>,
    /// `BallSocketJoint`, `SwingLimit`, `TwistLimit` …; a number as its digits.
    pub kind: Name<'d>,
    /// How stiff it is.
    pub rigidity: f32,
    /// The greatest angle, in degrees.
    pub max_angle: f32,
    /// The axis of the first bone.
    pub axis_a: Option<Vec3>,
    /// The axis of the second bone.
    pub axis_b: Option<Vec3>,
    /// The axis that twists are measured from.
    pub measurement_axis_a: Option<Vec3>,
    /// Where the two meet.
    pub anchor_position: Option<Vec3>,
}

impl<'d> IkJoint<'d> {
    fn read(node: Node<'d>) -> Self {
        Self {
            bone0: node.name("bone0"),
            bone1: node.name("bone1"),
            kind: kind(node, "BallSocketJoint"),
            rigidity: node.f32("rigidity").unwrap_or(1.0),
            max_angle: node.f32("maxAngle").unwrap_or_default(),
            axis_a: node.vec3("axisA"),
            axis_b: node.vec3("axisB"),
            measurement_axis_a: node.vec3("measurementAxisA"),
            anchor_position: node.vec3("anchorPosition"),
        }
    }
}

fn kind<'d>(node: Node<'d>, default: &'static str) -> Name<'d> {
    word(node, "type").unwrap_or_else(|| Name::from(default))
}

/// A text, or a number as its digits.
fn word<'d>(node: Node<'d>, key: &str) -> Option<Name<'d>> {
    node.text(key).or_else(|| node.int::<i64>(key).map(|number| Name::from(format!("{number}"))))
}

impl sealed::Check for IkRigKind {
    fn check(asset: &Asset<'_, Self>, findings: &mut Findings) {
        let data = asset.node();
        if data.get("bones").is_none() {
            findings.error(kinds::IK_BONES_MISSING, "bones", "missing: the engine refuses the file");
            return;
        }
        let bones = asset.bones();
        let bones: BTreeSet<&[u8]> = bones.iter().map(|bone| bone.name.as_bytes()).collect();
        let mut check = |path: Path, name: Name<'_>| {
            if !bones.contains(name.as_bytes()) {
                findings.warning(kinds::IK_BONE_UNUSED, path, format!("the bone \"{name}\" doesn't take part"));
            }
        };
        for (index, control) in data.elements("controls").into_iter().enumerate() {
            check(Path::new().item("control", index), control.name("bone"));
        }
        for (part, list) in [("constraint", "constraints"), ("joint", "joints")] {
            for (index, node) in data.elements(list).into_iter().enumerate() {
                ["bone0", "bone1"].into_iter().for_each(|key| check(Path::new().item(part, index), node.name(key)));
            }
        }
    }
}
