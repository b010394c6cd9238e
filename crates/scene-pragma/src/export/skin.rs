//! Bones as nodes and joints.

use std::collections::HashMap;

use asset_geometry::glam::{Affine3A, Mat4, Quat, Vec3};
use binio::{Findings, Path};
use pragma_asset::{Model, Pose};

use crate::{Node, Scene, Skin, Transform, escape_name};

/// Number of the node above all others, which scales.
pub(super) const ROOT: usize = 0;

/// The bones of a model, by their places in [`pragma_asset::Skeleton::bones`].
pub(super) struct Bones {
    ids: Vec<u32>,
    places: HashMap<u32, usize>,
    /// Where they are in the model's space, as stored but for rotations, which are of unit length.
    poses: Vec<Pose>,
    /// As seen from their parents.
    locals: Vec<Pose>,
}

impl Bones {
    pub(super) fn of(model: &Model<'_>) -> Self {
        let skeleton = model.skeleton();
        let bones = skeleton.as_ref().map_or(&[][..], |skeleton| &skeleton.bones);
        let ids: Vec<u32> = bones.iter().map(|bone| bone.index).collect();
        // Of two bones of an id the first.
        let places = ids.iter().enumerate().rev().map(|(place, id)| (*id, place)).collect();
        let poses: Vec<Pose> = bones.iter().map(|bone| upright(bone.pose)).collect();
        let local = |(place, bone): (usize, &pragma_asset::model::Bone<'_>)| {
            let pose = poses.get(place).copied().unwrap_or_default();
            bone.parent.and_then(|parent| poses.get(parent)).map_or(pose, |parent| pose.relative_to(*parent))
        };
        let locals = bones.iter().enumerate().map(local).map(upright).collect();
        Self { ids, places, poses, locals }
    }

    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    /// The place of the bone of an id.
    pub(super) fn place(&self, id: u32) -> Option<usize> {
        self.places.get(&id).copied()
    }

    /// The id of the bone at a place.
    pub(super) fn id(&self, place: usize) -> Option<u32> {
        self.ids.get(place).copied()
    }

    /// The number of the node that is the bone at a place.
    pub(super) fn node(place: usize) -> usize {
        ROOT + 1 + place
    }

    /// Where a bone is in the model's space.
    pub(super) fn pose(&self, place: usize) -> Pose {
        self.poses.get(place).copied().unwrap_or_default()
    }

    /// Where a bone is, as seen from its parent.
    pub(super) fn local(&self, place: usize) -> Pose {
        self.locals.get(place).copied().unwrap_or_default()
    }
}

/// The same pose with a rotation of unit length; what isn't finite becomes what changes nothing.
pub(super) fn upright(pose: Pose) -> Pose {
    let rotation = pose.rotation;
    let turns = rotation.is_finite() && rotation.length_squared().is_normal();
    Pose {
        origin: if pose.origin.is_finite() { pose.origin } else { Vec3::ZERO },
        rotation: if turns { rotation.normalize() } else { Quat::IDENTITY },
        scale: if pose.scale.is_finite() { pose.scale } else { Vec3::ONE },
    }
}

pub(super) fn transform(pose: &Pose) -> Transform {
    Transform::Trs {
        translation: pose.origin.to_array(),
        rotation: pose.rotation.to_array(),
        scale: pose.scale.to_array(),
    }
}

/// Adds the node above all and the bones below it.
pub(super) fn add_bones(model: &Model<'_>, bones: &Bones, scene: &mut Scene<'_>, findings: &mut Findings) {
    scene.nodes.push(Node {
        name: scene.name.clone(),
        transform: Transform::from_scale(super::METRES_PER_UNIT),
        ..Node::default()
    });
    let Some(skeleton) = model.skeleton() else { return };
    for (place, bone) in skeleton.bones.iter().enumerate() {
        if !close(&upright(bone.pose), &bone.pose) {
            let path = Path::from("skeleton").name(&bone.name);
            findings.warning(path, "its pose is none: numbers that aren't finite, a rotation without direction");
        }
        scene.nodes.push(Node {
            name: escape_name(&bone.name),
            parent: Some(bone.parent.map_or(ROOT, Bones::node)),
            transform: transform(&bones.local(place)),
            ..Node::default()
        });
    }
}

/// Whether two poses are the same but for rounding.
pub(super) fn close(a: &Pose, b: &Pose) -> bool {
    let near = |a: Vec3, b: Vec3| (a - b).length() <= 1e-4 * (1.0 + a.length().max(b.length()));
    let (p, q) = (a.rotation.normalize(), b.rotation.normalize());
    // Of what isn't finite nothing is near.
    near(a.origin, b.origin) && near(a.scale, b.scale) && p.dot(q).abs() >= 1.0 - 1e-6
}

/// Adds the skin for meshes that stand at `pose`; its number.
pub(super) fn add_skin(scene: &mut Scene<'_>, bones: &Bones, pose: &Pose) -> usize {
    // Without the bone's scale, as the engine has it.
    let inverse = |bone: &Pose| {
        let bone = Affine3A::from_rotation_translation(bone.rotation, bone.origin);
        Mat4::from(bone.inverse() * pose.to_affine()).to_cols_array()
    };
    scene.skins.push(Skin {
        name: scene.name.clone(),
        joints: (0..bones.len()).map(Bones::node).collect(),
        inverse_bind: bones.poses.iter().map(inverse).collect(),
        root: Some(ROOT),
    });
    scene.skins.len() - 1
}
