//! Shows bones as nodes and joints.

use std::collections::HashMap;

use asset_geometry::glam::{Affine3A, Mat4, Quat, Vec3};
use asset_scene::influences::joints_fit;
use asset_scene::{Error, Id, IdMap, Node, Scene, Skin, Transform, escape_name};
use binio::{Findings, Path};
use pragma_asset::{Model, Pose};

use crate::kinds;

/// The number of the node that is above all other nodes. It has the scale.
pub(crate) const ROOT: Id<Node> = Id::new(0);

/// A bone, given by its index in [`pragma_asset::Skeleton::bones`].
#[derive(Debug)]
pub(crate) enum Bone {}

/// The bones of a model.
pub(crate) struct Bones {
    places: HashMap<u32, Id<Bone>>,
    /// The poses in model space, as stored. Only rotations have been normalised.
    poses: IdMap<Bone, Pose>,
    /// The poses relative to the parent.
    locals: IdMap<Bone, Pose>,
}

impl Bones {
    pub(crate) fn of(model: &Model<'_>) -> Self {
        let skeleton = model.skeleton();
        let bones = skeleton.as_ref().map_or(&[][..], |skeleton| &skeleton.bones);
        // Of two bones of an id the first.
        let places = bones.iter().enumerate().rev().map(|(place, bone)| (bone.index, Id::new(place))).collect();
        let poses: Vec<Pose> = bones.iter().map(|bone| normalized(bone.pose)).collect();
        let local = |(pose, bone): (&Pose, &pragma_asset::model::Bone<'_>)| {
            bone.parent.and_then(|parent| poses.get(parent)).map_or(*pose, |parent| pose.relative_to(*parent))
        };
        let locals = IdMap::new(poses.iter().zip(bones).map(local).map(normalized).collect());
        Self { places, poses: IdMap::new(poses), locals }
    }

    pub(crate) fn len(&self) -> usize {
        self.poses.as_slice().len()
    }

    /// Returns the index of the bone with this id.
    pub(crate) fn place(&self, id: u32) -> Option<Id<Bone>> {
        self.places.get(&id).copied()
    }

    /// Returns the node for a bone. These nodes come after the root, in the same order as the bones.
    pub(crate) fn node(place: Id<Bone>) -> Id<Node> {
        Id::new(place.index().saturating_add(1))
    }

    /// Returns the pose of a bone in model space.
    pub(crate) fn pose(&self, place: Id<Bone>) -> Pose {
        self.poses[place]
    }

    /// Returns the pose of a bone, relative to its parent.
    pub(crate) fn local(&self, place: Id<Bone>) -> Pose {
        self.locals[place]
    }
}

/// Returns the same pose with a normalised rotation. If a part is not finite, it is replaced by the identity.
pub(crate) fn normalized(pose: Pose) -> Pose {
    let rotation = pose.rotation;
    let turns = rotation.is_finite() && rotation.length_squared().is_normal();
    Pose {
        origin: if pose.origin.is_finite() { pose.origin } else { Vec3::ZERO },
        rotation: if turns { rotation.normalize() } else { Quat::IDENTITY },
        scale: if pose.scale.is_finite() { pose.scale } else { Vec3::ONE },
    }
}

pub(crate) fn transform(pose: &Pose) -> Transform {
    Transform::Trs {
        translation: pose.origin.to_array(),
        rotation: pose.rotation.to_array(),
        scale: pose.scale.to_array(),
    }
}

/// Adds the root node, and the bones below it.
pub(crate) fn add_bones(
    model: &Model<'_>,
    bones: &Bones,
    scene: &mut Scene<'_>,
    findings: &mut Findings,
) -> Result<(), Error> {
    joints_fit(bones.len())?;
    scene.nodes.push(Node {
        name: scene.name.clone(),
        transform: Transform::from_scale(crate::METRES_PER_UNIT),
        ..Node::default()
    });
    let Some(skeleton) = model.skeleton() else { return Ok(()) };
    for (place, bone) in skeleton.bones.iter().enumerate() {
        if !close(&normalized(bone.pose), &bone.pose) {
            let path = Path::from("skeleton").name(&bone.name);
            findings.warning(
                kinds::POSE_NOT_FINITE,
                path,
                "the pose isn't finite or has no rotation; the bone gets its parent's position",
            );
        }
        scene.nodes.push(Node {
            name: escape_name(&bone.name),
            parent: Some(parent_node(bone)),
            transform: transform(&bones.local(Id::new(place))),
            ..Node::default()
        });
    }
    Ok(())
}

/// Returns whether two poses are the same, apart from rounding.
pub(crate) fn close(a: &Pose, b: &Pose) -> bool {
    let near = |a: Vec3, b: Vec3| (a - b).length() <= 1e-4 * (1.0 + a.length().max(b.length()));
    // Infinite and NaN values are near no value.
    near(a.origin, b.origin) && near(a.scale, b.scale) && turned(a.rotation, b.rotation) <= 1e-3
}

/// Returns half of the angle between two rotations in radians, if it is small. This is the distance between their unit
/// quaternions, where both signs are possible. The product of two quaternions is less precise, because in `f32` it is 1
/// for any angle below 0.0005.
pub(crate) fn turned(a: Quat, b: Quat) -> f32 {
    let (a, b) = (a.normalize(), b.normalize());
    (a - b).length().min((a + b).length())
}

/// Returns the node to use as the parent of a bone.
pub(crate) fn parent_node(bone: &pragma_asset::model::Bone<'_>) -> Id<Node> {
    bone.parent.map_or(ROOT, |parent| Bones::node(Id::new(parent)))
}

/// Adds the skin to use for a mesh with this `pose`.
pub(crate) fn add_skin(scene: &mut Scene<'_>, bones: &Bones, pose: &Pose) -> Id<Skin> {
    // Without the bone's scale, as the engine has it.
    let inverse = |bone: &Pose| {
        let bone = Affine3A::from_rotation_translation(bone.rotation, bone.origin);
        Mat4::from(bone.inverse() * pose.to_affine()).to_cols_array()
    };
    scene.skins.push(Skin {
        // Blender calls the skeleton so; a mesh of the same name would get another one.
        name: format!("{}_Skeleton", scene.name),
        joints: bones.poses.enumerate().map(|(place, _)| Bones::node(place)).collect(),
        inverse_bind: bones.poses.as_slice().iter().map(inverse).collect(),
        root: Some(ROOT),
    })
}
