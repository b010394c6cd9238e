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

/// The kind of an [`IkRig`]. Its type is `PIKC`, and text may have no type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IkRigKind {}

impl Kind for IkRigKind {
    const TYPES: &'static [&'static str] = &["PIKC"];
    const BARE: bool = true;
}

/// An IK rig. It controls the bones of a model by inverse kinematics. The files end in `.pikr` or `.pikr_b` (see [IK
/// rig](crate::format#ik-rig-pikc)).
pub type IkRig<'a> = Asset<'a, IkRigKind>;

impl Asset<'_, IkRigKind> {
    /// Returns the name of the root bone.
    pub fn root_bone(&self) -> Name<'_> {
        self.node().name("rootBone")
    }

    /// Returns the bones in the rig.
    pub fn bones(&self) -> Vec<IkBone<'_>> {
        self.node().elements("bones").into_iter().map(IkBone::read).collect()
    }

    /// Returns the controls that move bones.
    pub fn controls(&self) -> Vec<IkControl<'_>> {
        self.node().elements("controls").into_iter().map(IkControl::read).collect()
    }

    /// Returns the constraints between bones. Current rigs use these.
    pub fn constraints(&self) -> Vec<IkConstraint<'_>> {
        self.node().elements("constraints").into_iter().map(IkConstraint::read).collect()
    }

    /// Returns the joints between bones, the way the solver uses them.
    pub fn joints(&self) -> Vec<IkJoint<'_>> {
        self.node().elements("joints").into_iter().map(IkJoint::read).collect()
    }
}

/// A bone in a rig.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IkBone<'d> {
    /// The bone name.
    pub name: Name<'d>,
    /// Whether the bone is fixed.
    pub locked: bool,
    /// The radius, if it is stored.
    pub radius: Option<f32>,
    /// The length, if it is stored.
    pub length: Option<f32>,
    /// The initial pose, if it is stored.
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

/// A control that moves a bone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IkControl<'d> {
    /// The bone name.
    pub bone: Name<'d>,
    /// The kind of control: `Drag`, `State`, `OrientedDrag`, `Revolute`, `AngularPlane`, `PoleTarget` and so on. If it
    /// is stored as a number, this contains the digits.
    pub kind: Name<'d>,
    /// The maximum force. If this is `None`, there is no limit.
    pub max_force: Option<f32>,
    /// The rigidity.
    pub rigidity: Option<f32>,
    /// The first bone, if this is a pole target.
    pub base_bone: Option<Name<'d>>,
    /// The last bone, if this is a pole target.
    pub effector_bone: Option<Name<'d>>,
    /// The rotation in degrees, if this is a pole target.
    pub pole_angle: f32,
    /// The initial position.
    pub position: Option<Vec3>,
    /// The initial rotation.
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

/// A constraint between two bones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IkConstraint<'d> {
    /// The first bone.
    pub bone0: Name<'d>,
    /// The second bone.
    pub bone1: Name<'d>,
    /// The kind of constraint: `Fixed`, `Hinge` or `BallSocket`. If it is stored as a number, this contains the digits.
    pub kind: Name<'d>,
    /// The rigidity.
    pub rigidity: Option<f32>,
    /// The maximum force.
    pub max_force: Option<f32>,
    /// The axis that points along the bone, for example `X` or `-X`. If it is stored as a number, this contains the
    /// digits.
    pub axis: Name<'d>,
    /// The pose of the second bone relative to the first.
    pub offset_pose: Pose,
    /// The minimum pitch, yaw and roll, in degrees. A hinge only uses the first.
    pub min_angles: Vec3,
    /// The maximum pitch, yaw and roll, in degrees.
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

/// A joint between two bones, the way the solver uses it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IkJoint<'d> {
    /// The first bone.
    pub bone0: Name<'d>,
    /// The second bone.
    pub bone1: Name<'d>,
    /// The kind of joint: `BallSocketJoint`, `SwingLimit`, `TwistLimit` and so on. If it is stored as a number, this
    /// contains the digits.
    pub kind: Name<'d>,
    /// The rigidity.
    pub rigidity: f32,
    /// The maximum angle, in degrees.
    pub max_angle: f32,
    /// The axis of the first bone.
    pub axis_a: Option<Vec3>,
    /// The axis of the second bone.
    pub axis_b: Option<Vec3>,
    /// The reference axis to measure a twist.
    pub measurement_axis_a: Option<Vec3>,
    /// The position where the two bones meet.
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

/// Returns the text. If it is stored as a number, this contains the digits.
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
            check(Path::new().item("controls", index), control.name("bone"));
        }
        for list in ["constraints", "joints"] {
            for (index, node) in data.elements(list).into_iter().enumerate() {
                ["bone0", "bone1"].into_iter().for_each(|key| check(Path::new().item(list, index), node.name(key)));
            }
        }
    }
}
