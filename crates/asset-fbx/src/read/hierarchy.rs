//! Reads nodes and their transforms.

use asset_scene::{Node, Transform};

use super::{Reader, named};
use crate::kinds;

/// The properties that contain pivots.
const PIVOTS: [&str; 4] = ["RotationPivot", "ScalingPivot", "RotationOffset", "ScalingOffset"];

impl Reader<'_> {
    /// Reads all nodes except the root in the file, because this is the space of the scene.
    pub(super) fn hierarchy(&mut self) {
        let file = self.file;
        for node in (&file.nodes).into_iter().filter(|node| !node.is_root) {
            let transform = self.transform(&node.local_transform);
            let (name, source) = (name(node), self.properties(&node.element));
            let made = Node { name, transform, hidden: is_hidden(node), source, ..Node::default() };
            let id = self.scene.nodes.push(made);
            if let Some(place) = self.nodes.get_mut(node.element.typed_id as usize) {
                *place = Some(id);
            }
        }
        for node in &file.nodes {
            let parent = node.parent.as_ref().and_then(|parent| self.node(parent));
            if let Some(id) = self.node(node) {
                self.scene[id].parent = parent;
            }
        }
        self.report_nodes();
    }

    pub(super) fn transform(&mut self, transform: &ufbx::Transform) -> Transform {
        Transform::Trs {
            translation: self.numbers.three(transform.translation),
            rotation: self.numbers.rotation(transform.rotation),
            scale: self.numbers.three(transform.scale),
        }
    }

    /// Reports transforms that a scene can't contain.
    fn report_nodes(&mut self) {
        let file = self.file;
        let nodes = || (&file.nodes).into_iter();
        let count = |is: &dyn Fn(&ufbx::Node) -> bool| nodes().filter(|node| is(node)).count();
        let is_pivoted = |node: &ufbx::Node| {
            PIVOTS.iter().any(|pivot| {
                let value = node.element.props.find_prop(pivot).map(|prop| prop.value_vec4);
                value.is_some_and(|value| [value.x, value.y, value.z].iter().any(|axis| axis.abs() > 1e-9))
            })
        };
        let pivots = count(&is_pivoted);
        if pivots > 0 {
            let message = format!("nodes whose pivots became part of their transforms: {pivots}");
            self.note(kinds::PIVOTS_BAKED, "nodes", message);
        }
        let helpers = count(&|node| node.is_geometry_transform_helper);
        if helpers > 0 {
            let message = format!(
                "nodes that transform their geometry alone, and share it with other nodes, got helper nodes: {helpers}"
            );
            self.note(kinds::GEOMETRY_TRANSFORM, "nodes", message);
        }
        let unusual = count(&|node| node.original_inherit_mode != ufbx::InheritMode::Normal);
        // Without any scale nothing changes.
        let (compensated, helpers) =
            (count(&|node| node.is_scale_compensate_parent), count(&|node| node.is_scale_helper));
        if unusual > 0 && (compensated > 0 || helpers > 0) {
            let message = format!(
                "nodes whose scale isn't inherited as usual: {unusual}; scales are compensated below {compensated} nodes, and {helpers} helper nodes were added"
            );
            self.note(kinds::SCALE_INHERITANCE, "nodes", message);
        }
        let others = nodes().filter(|node| node.all_attribs.len() > 1);
        for node in others {
            let message = format!("has {} parts; the first of each type is read", node.all_attribs.len());
            self.findings.loss(kinds::PARTS_LEFT_OUT, named("node", &node.element.name), message);
        }
    }
}

/// Returns true if a node is invisible. Some old files use a number for this, which the library does not understand.
fn is_hidden(node: &ufbx::Node) -> bool {
    let stored = node.element.props.find_prop("Visibility").map(|prop| (prop.value_vec4.x, prop.value_int));
    !node.visible && stored.is_none_or(|(number, integer)| number == 0.0 && integer == 0)
}

/// Returns the name of a node. For a helper node, use the name of the node that it was created for.
fn name(node: &ufbx::Node) -> String {
    let parent = || node.parent.as_ref().map_or("", |parent| &*parent.element.name);
    if node.is_geometry_transform_helper {
        format!("{} geometry", parent())
    } else if node.is_scale_helper {
        format!("{} scale", parent())
    } else {
        node.element.name.to_string()
    }
}
