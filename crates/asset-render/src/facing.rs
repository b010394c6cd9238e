//! Finds out in which direction a model looks.

use asset_scene::glam::DVec3;
use asset_scene::{Node, Pose, Scene};

use crate::camera::View;

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

/// Turns a view, so that the front is where the model looks to. This does not change angles or views from above and
/// below.
pub(crate) fn turned(view: View, facing: f64) -> View {
    match view {
        View::Turned { .. } | View::Top | View::Bottom => view,
        _ if facing == 0.0 => view,
        _ => {
            let (yaw, pitch) = view.angles();
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
    fn named_views_turn_with_the_model() {
        assert_eq!(turned(View::Front, 180.0).angles(), (180.0, 0.0));
        assert_eq!(turned(View::Top, 180.0), View::Top);
        let exact = View::Turned { yaw: 10.0, pitch: 5.0 };
        assert_eq!(turned(exact, 180.0), exact);
    }
}
