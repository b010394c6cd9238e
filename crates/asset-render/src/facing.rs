//! Finds out in which direction a model looks.

use std::collections::HashSet;

use asset_scene::glam::DVec3;
use asset_scene::{Id, Node, Pose, Scene};

use crate::camera::{View, ViewAngles};
use crate::geometry::Geometry;
use crate::kinds;

/// Returns how far the front of a scene is turned, in degrees. This is 0 for a scene that looks to +Z, and 90 for +X.
/// To find out, the code looks for feet, because the toes must be in front. Without toes, the result is 0.
pub(crate) fn of(scene: &Scene<'_>, pose: &Pose) -> f64 {
    let position = |id| {
        let columns = pose.world(id).to_cols_array();
        DVec3::new(columns[12].into(), columns[13].into(), columns[14].into())
    };
    let is_toe = |node: &Node| node.name.to_ascii_lowercase().contains("toe");
    let toes = scene.nodes.enumerate().filter(|(_, node)| is_toe(node));
    let steps = toes.filter_map(|(id, node)| Some(position(id) - position(node.parent?)));
    let DVec3 { x, z, .. } = steps.filter(|step| step.is_finite()).sum();
    match (x.abs() > 1.5 * z.abs(), z.abs() > 1.5 * x.abs()) {
        (true, _) if x > 0.0 => 90.0,
        (true, _) => -90.0,
        (_, true) if z < 0.0 => 180.0,
        _ => 0.0,
    }
}

/// Returns `true` if the head of a scene is in front of its feet, at the same height. This is so in files whose up axis
/// is Z. Feet that are far behind each other could be those of an animal that crawls.
pub(crate) fn is_lying(scene: &Scene<'_>, pose: &Pose) -> bool {
    let position = |id| {
        let columns = pose.world(id).to_cols_array();
        DVec3::new(columns[12].into(), columns[13].into(), columns[14].into())
    };
    let joints: HashSet<Id<Node>> = scene.skins.iter().flat_map(|skin| &skin.joints).copied().collect();
    let named = |part: &str| -> Vec<DVec3> {
        let is_meant = |name: &str| name.to_ascii_lowercase().contains(part);
        let nodes = scene.nodes.enumerate().filter(|(id, node)| joints.contains(id) && is_meant(&node.name));
        nodes.map(|(id, _)| position(id)).filter(|place| place.is_finite()).collect()
    };
    let (heads, feet) = (named("head"), named("foot"));
    let middle = |places: &[DVec3]| places.iter().sum::<DVec3>() / places.len() as f64;
    if heads.is_empty() || feet.is_empty() {
        return false;
    }
    let away = middle(&heads) - middle(&feet);
    let ends =
        feet.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |ends, foot| [ends[0].min(foot.z), ends[1].max(foot.z)]);
    let is_along = away.z > 2.0 * away.x.abs() && away.z > 2.0 * away.y.abs();
    is_along && ends[1] - ends[0] < away.z * 0.25
}

/// Reports that a scene is lying.
pub(crate) fn report_lying(geometry: &mut Geometry) {
    let message = "the head is in front of the feet, and not above them: the up axis of the file could be Z";
    geometry.findings.note(kinds::LYING, "picture", message);
}

/// Turns a view, so that the front is where the model looks to. This does not change angles or views from above and
/// below.
pub(crate) fn turned(view: View, facing: f64) -> View {
    match view {
        View::Turned { .. } | View::Top | View::Bottom => view,
        _ if facing == 0.0 => view,
        _ => {
            let ViewAngles { yaw, pitch } = view.angles();
            View::Turned { yaw: yaw + facing, pitch }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use asset_scene::Transform;

    use super::*;

    #[test]
    fn toes_are_in_front() {
        let looks = |step: [f32; 3]| {
            let mut scene = Scene::default();
            let foot = scene.nodes.push(Node { name: "Foot".into(), ..Node::default() });
            let transform = Transform::Trs { translation: step, rotation: [0.0, 0.0, 0.0, 1.0], scale: [1.0; 3] };
            scene.nodes.push(Node { name: "L_Toe0".into(), parent: Some(foot), transform, ..Node::default() });
            of(&scene, &scene.rest_pose().unwrap())
        };
        assert_eq!([[0.0, -0.1, 1.0], [0.1, 0.0, -1.0]].map(looks), [0.0, 180.0]);
        assert_eq!([[1.0, 0.0, 0.1], [-1.0, 0.0, 0.0], [1.0, 0.0, 1.0]].map(looks), [90.0, -90.0, 0.0]);
    }

    #[test]
    fn heads_are_above_feet() {
        let is_lying = |head: [f32; 3], feet: [[f32; 3]; 2]| {
            let mut scene = Scene::default();
            let mut bone = |name: &str, place| {
                let transform = Transform::from_translation(place);
                scene.nodes.push(Node { name: name.into(), transform, ..Node::default() })
            };
            let joints = vec![bone("Bip01_Head", head), bone("L_Foot", feet[0]), bone("R_Foot", feet[1])];
            scene.skins.push(asset_scene::Skin { joints, ..Default::default() });
            super::is_lying(&scene, &scene.rest_pose().unwrap())
        };
        assert!(is_lying([0.0, -0.1, 1.7], [[0.2, 0.0, 0.1], [-0.2, 0.0, 0.1]]));
        assert!(!is_lying([0.0, 1.7, 0.1], [[0.2, 0.1, 0.0], [-0.2, 0.1, 0.0]]));
        assert!(!is_lying([0.0, 0.2, 1.7], [[0.2, 0.0, -1.0], [-0.2, 0.0, 1.0]]), "a lizard");
    }

    #[test]
    fn named_views_turn_with_the_model() {
        assert_eq!(turned(View::Front, 180.0).angles(), ViewAngles { yaw: 180.0, pitch: 0.0 });
        assert_eq!(turned(View::Top, 180.0), View::Top);
        let exact = View::Turned { yaw: 10.0, pitch: 5.0 };
        assert_eq!(turned(exact, 180.0), exact);
    }
}
