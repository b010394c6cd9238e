//! Finds the part of a prefab that a component shows.

use std::collections::HashMap;

use urho_scene::{Engine, Kind};

/// Returns whether the outermost node of a file becomes a node in the scene.
pub(super) fn has_own_node(level: &urho_scene::Scene<'_>) -> bool {
    level.kind == Kind::Prefab && level.engine != Engine::Rbfx
}

/// Returns the path of the node that a component shows in its prefab. If empty, this is the root.
pub(super) fn path_of(component: &urho_scene::Component<'_>) -> String {
    let path = component.get("Path");
    path.and_then(|value| value.as_name().map(|path| path.to_text().into_owned())).unwrap_or_default()
}

/// Returns the node of a prefab that is shown with everything below it. A prefab for rbfx can also contain nodes that
/// are only shown in the preview.
pub(super) fn top_of(file: &urho_scene::Scene<'_>, path: &str) -> Option<usize> {
    if has_own_node(file) { file.find(path) } else { file.find(&format!("#0/{path}")) }
}

/// Returns the part of a prefab at a path, as a prefab.
pub(super) fn part_of<'a>(file: &urho_scene::Scene<'a>, path: &str) -> urho_scene::Scene<'a> {
    let outermost = usize::from(!has_own_node(file));
    let Some(top) = top_of(file, path) else {
        return urho_scene::Scene { nodes: Vec::new(), ..file.clone() };
    };
    let mut places: HashMap<usize, u32> = HashMap::new();
    let mut nodes: Vec<urho_scene::Node<'a>> = file.nodes.iter().take(outermost).cloned().collect();
    for (index, node) in file.nodes.iter().enumerate().skip(top) {
        let parent = node.parent.and_then(|parent| places.get(&(parent as usize)).copied());
        if index != top && parent.is_none() {
            continue;
        }
        let mut own = node.clone();
        own.parent = if index == top { (outermost == 1).then_some(0) } else { parent };
        places.insert(index, u32::try_from(nodes.len()).unwrap_or(u32::MAX));
        nodes.push(own);
    }
    urho_scene::Scene { nodes, ..*file }
}
