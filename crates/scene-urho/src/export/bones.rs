//! Shows bones as nodes.

use asset_scene::influences::joints_fit;
use asset_scene::{Error, Id, Node, Scene, Skin, Transform, escape_name};
use binio::{Findings, Path};
use urho_mdl::{Bone, Skeleton};

use crate::kinds;
use crate::mirror;

/// Adds a node for each bone, and a skin with all bones.
pub(crate) fn add_bones(skeleton: &Skeleton<'_>, scene: &mut Scene<'_>, findings: &mut Findings) -> Result<(), Error> {
    if skeleton.bones.is_empty() {
        return Ok(());
    }
    joints_fit(skeleton.bones.len())?;
    let hierarchy = skeleton.hierarchy();
    let first = scene.nodes.len();
    let node = |bone: usize| Id::<Node>::new(first.saturating_add(bone));
    for (index, bone) in skeleton.bones.iter().enumerate() {
        let path = || Path::from([("bone", index)]);
        if hierarchy.is_cyclic(index) {
            findings.warning(kinds::BONE_CYCLE, path(), "its parents form a cycle; made a root");
        } else if hierarchy.parent(index).is_none() && bone.parent as usize != index {
            findings.note(
                kinds::BONE_PARENT_MISSING,
                path(),
                format!("there is no parent {}; it becomes a root", bone.parent),
            );
        }
        scene.nodes.push(Node {
            name: escape_name(&bone.name),
            parent: hierarchy.parent(index).map(node),
            transform: transform(bone),
            ..Node::default()
        });
    }
    // glTF wants one node above all joints of a skin.
    if let [_, _, ..] = hierarchy.roots() {
        let above = scene.nodes.push(Node { name: scene.name.clone(), ..Node::default() });
        hierarchy.roots().iter().for_each(|root| scene[node(*root)].parent = Some(above));
    }
    scene.skins.push(Skin {
        // Blender calls the skeleton so; a mesh of the same name would get another one.
        name: format!("{}_Skeleton", scene.name),
        joints: (0..skeleton.bones.len()).map(node).collect(),
        inverse_bind: skeleton.bones.iter().map(|bone| mirror::columns(&bone.offset_matrix)).collect(),
        root: None,
    });
    Ok(())
}

fn transform(bone: &Bone<'_>) -> Transform {
    Transform::Trs {
        translation: mirror::vector(bone.position.to_array()),
        rotation: mirror::rotation(bone.rotation.to_array()),
        scale: bone.scale.to_array(),
    }
}
