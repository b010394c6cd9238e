//! Converts scenes to assets and entities.

mod spawn;

use asset_convert::PartTexts;
use asset_scene::{Id, IdMap, Node, Scene};
use bevy::asset::{Handle, LoadContext};
use bevy::math::Mat4;
use bevy::mesh::skinning::SkinnedMeshInverseBindposes;
use bevy::prelude::{AnimationClip, AnimationGraph, WorldAsset};

use crate::nodes::{Nodes, transform};
use crate::shown::Shown;
use crate::textures::Textures;
use crate::{
    EngineAsset, EngineAssetLabel, EngineAssetsError, EngineAssetsSettings, EngineMesh, EngineNode, EngineSkin,
    animations, materials, meshes,
};

/// Adds the parts of a scene, and returns the asset that lists them.
pub(crate) fn build(
    shown: &Shown,
    settings: &EngineAssetsSettings,
    context: &mut LoadContext<'_>,
) -> Result<EngineAsset, EngineAssetsError> {
    let scene = &shown.scene;
    let scene_error = |error| EngineAssetsError::Scene { file: shown.file.clone(), error };
    let mut asset = EngineAsset { format: shown.format.name().to_owned(), ..EngineAsset::default() };
    asset.findings.clone_from(&shown.findings);
    let nodes = Nodes::new(scene);
    if settings.load_animations {
        clips(scene, &nodes, &mut asset, context);
    }
    let textures = if settings.load_materials.is_empty() {
        Textures::default()
    } else {
        let textures = Textures::load(scene, settings, context)?;
        asset.materials = materials::load(scene, &textures, context);
        textures
    };
    if !settings.load_meshes.is_empty() {
        asset.meshes = meshes::load(scene, &asset.materials, settings, context).map_err(scene_error)?;
    }
    let matrices = inverse_bind_matrices(scene, settings, context);
    let is_animation_root = match settings.load_animations {
        true => animations::roots(scene, &nodes),
        false => IdMap::filled(false, scene.nodes.len()),
    };
    node_assets(scene, &nodes, &matrices, &is_animation_root, &mut asset, context);
    let graph = asset.animation_graph.clone();
    let spawner = spawn::Spawner {
        scene,
        texts: PartTexts::of(scene),
        nodes: &nodes,
        textures: &textures,
        settings,
        matrices,
        is_animation_root,
        graph,
    };
    if !scene.nodes.is_empty() {
        asset.scene = Some(spawner.scene(shown, context)?);
    }
    asset.textures = textures.into_handles();
    name_parts(scene, &mut asset);
    Ok(asset)
}

/// Adds clips and their graph.
fn clips(scene: &Scene<'_>, nodes: &Nodes, asset: &mut EngineAsset, context: &mut LoadContext<'_>) {
    for (id, animation) in scene.animations.enumerate() {
        let clip = animations::clip(scene, &animation.channels, nodes);
        let label = EngineAssetLabel::Animation(id.index()).to_string();
        asset.animations.push(context.add_labeled_asset::<AnimationClip>(label, clip));
    }
    if asset.animations.is_empty() {
        return;
    }
    let (graph, indices) = AnimationGraph::from_clips(asset.animations.iter().cloned());
    let label = EngineAssetLabel::AnimationGraph.to_string();
    asset.animation_graph = Some(context.add_labeled_asset(label, graph));
    asset.animation_nodes = indices;
}

fn inverse_bind_matrices(
    scene: &Scene<'_>,
    settings: &EngineAssetsSettings,
    context: &mut LoadContext<'_>,
) -> Vec<Handle<SkinnedMeshInverseBindposes>> {
    let skins = scene.skins.enumerate().map(|(id, skin)| {
        let of = |joint: usize| skin.inverse_bind.get(joint).map_or(Mat4::IDENTITY, Mat4::from_cols_array);
        let matrices: Vec<Mat4> = (0..skin.joints.len()).map(|joint| settings.coordinates().bind(of(joint))).collect();
        let label = EngineAssetLabel::InverseBindMatrices(id.index()).to_string();
        context.add_labeled_asset(label, SkinnedMeshInverseBindposes::from(matrices))
    });
    skins.collect()
}

/// Adds nodes and skins. They reference each other by label.
fn node_assets(
    scene: &Scene<'_>,
    nodes: &Nodes,
    matrices: &[Handle<SkinnedMeshInverseBindposes>],
    is_animation_root: &IdMap<Node, bool>,
    asset: &mut EngineAsset,
    context: &mut LoadContext<'_>,
) {
    let labels = (0..scene.nodes.len()).map(|index| EngineAssetLabel::Node(index).to_string());
    asset.nodes = labels.map(|label| context.get_label_handle::<EngineNode>(label)).collect();
    let handles = |ids: &[Id<Node>]| ids.iter().filter_map(|id| asset.nodes.get(id.index()).cloned()).collect();
    for ((id, skin), inverse_bind_matrices) in scene.skins.enumerate().zip(matrices) {
        let inverse_bind_matrices = inverse_bind_matrices.clone();
        let joints = handles(&skin.joints);
        let made = EngineSkin { index: id.index(), name: skin.name.clone(), joints, inverse_bind_matrices };
        let label = EngineAssetLabel::Skin(id.index()).to_string();
        asset.skins.push(context.add_labeled_asset(label, made));
    }
    for (id, node) in scene.nodes.enumerate() {
        let made = EngineNode {
            index: id.index(),
            name: nodes.name(scene, id),
            children: handles(nodes.children(id)),
            mesh: node.mesh.and_then(|mesh| asset.meshes.get(mesh.index()).cloned()),
            skin: node.skin.and_then(|skin| asset.skins.get(skin.index()).cloned()),
            transform: transform(&node.transform),
            is_animation_root: is_animation_root[id],
        };
        context.add_labeled_asset(EngineAssetLabel::Node(id.index()).to_string(), made);
    }
}

/// Fills the lists that are sorted by name.
fn name_parts(scene: &Scene<'_>, asset: &mut EngineAsset) {
    let nodes = scene.nodes.iter().map(|node| &node.name).zip(&asset.nodes);
    asset.named_nodes = named(nodes);
    asset.named_meshes = named::<EngineMesh>(scene.meshes.iter().map(|mesh| &mesh.name).zip(&asset.meshes));
    asset.named_materials = named(scene.materials.iter().map(|material| &material.name).zip(&asset.materials));
    asset.named_animations = named(scene.animations.iter().map(|animation| &animation.name).zip(&asset.animations));
}

fn named<'n, A: bevy::asset::Asset>(
    parts: impl Iterator<Item = (&'n String, &'n Handle<A>)>,
) -> bevy::platform::collections::HashMap<Box<str>, Handle<A>> {
    let parts = parts.filter(|(name, _)| !name.is_empty());
    parts.map(|(name, handle)| (name.as_str().into(), handle.clone())).collect()
}

/// The handle of the scene.
pub(crate) type SceneHandle = Handle<WorldAsset>;
