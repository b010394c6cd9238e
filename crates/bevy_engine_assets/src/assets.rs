//! What files become.

use bevy::asset::{Asset, Handle};
use bevy::ecs::component::Component;
use bevy::ecs::reflect::ReflectComponent;
use bevy::image::Image;
use bevy::mesh::Mesh;
use bevy::mesh::skinning::SkinnedMeshInverseBindposes;
use bevy::pbr::StandardMaterial;
use bevy::platform::collections::HashMap;
use bevy::prelude::{AnimationClip, AnimationGraph, AnimationNodeIndex, Transform, WorldAsset};
use bevy::reflect::prelude::ReflectDefault;
use bevy::reflect::{Reflect, TypePath};
use binio::Findings;

/// A loaded file: handles of its parts. Lists have the numbers of the [labels](crate::EngineAssetLabel).
#[derive(Asset, Debug, Default, TypePath)]
#[non_exhaustive]
pub struct EngineAsset {
    /// Name of the format: `urho-mdl`; `unknown` of a file of another program.
    pub format: String,
    /// All nodes, ready to spawn; `None` of a material or texture.
    pub scene: Option<Handle<WorldAsset>>,
    /// Nodes.
    pub nodes: Vec<Handle<EngineNode>>,
    /// Nodes by name; the last of several.
    pub named_nodes: HashMap<Box<str>, Handle<EngineNode>>,
    /// Meshes.
    pub meshes: Vec<Handle<EngineMesh>>,
    /// Meshes by name; the last of several.
    pub named_meshes: HashMap<Box<str>, Handle<EngineMesh>>,
    /// Skins that nodes use.
    pub skins: Vec<Handle<EngineSkin>>,
    /// Materials.
    pub materials: Vec<Handle<StandardMaterial>>,
    /// Materials by name; the last of several.
    pub named_materials: HashMap<Box<str>, Handle<StandardMaterial>>,
    /// Textures.
    pub textures: Vec<Handle<Image>>,
    /// Clips.
    pub animations: Vec<Handle<AnimationClip>>,
    /// Clips by name; the last of several.
    pub named_animations: HashMap<Box<str>, Handle<AnimationClip>>,
    /// A graph with all clips, which the `AnimationPlayer` of the scene has already; `None` without clips.
    pub animation_graph: Option<Handle<AnimationGraph>>,
    /// The node of each clip in the graph, in the order of [`animations`](Self::animations).
    pub animation_nodes: Vec<AnimationNodeIndex>,
    /// Differences between the file and the loaded asset: missing materials, changed values … Each has a stable kind, a severity, the part of the file
    /// and a message. Find out by kind what matters to you: `finding.kind == bevy_engine_assets::kinds::NOT_SHOWN`.
    pub findings: Findings,
}

/// A node.
#[derive(Asset, Clone, Debug, TypePath)]
#[non_exhaustive]
pub struct EngineNode {
    /// Number of the node.
    pub index: usize,
    /// Name; `Node{}` with its number if it has none.
    pub name: String,
    /// Child nodes.
    pub children: Vec<Handle<EngineNode>>,
    /// Mesh of the node.
    pub mesh: Option<Handle<EngineMesh>>,
    /// Skin of the mesh.
    pub skin: Option<Handle<EngineSkin>>,
    /// Transform relative to the parent.
    pub transform: Transform,
    /// Whether an `AnimationPlayer` is at this node.
    pub is_animation_root: bool,
}

/// A mesh.
#[derive(Asset, Clone, Debug, TypePath)]
#[non_exhaustive]
pub struct EngineMesh {
    /// Number of the mesh.
    pub index: usize,
    /// Name.
    pub name: String,
    /// The parts, each with one material.
    pub primitives: Vec<EnginePrimitive>,
}

/// A part of a mesh.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EnginePrimitive {
    /// Vertices and indices.
    pub mesh: Handle<Mesh>,
    /// The material; `None` for the default material.
    pub material: Option<Handle<StandardMaterial>>,
}

/// A skin.
#[derive(Asset, Clone, Debug, TypePath)]
#[non_exhaustive]
pub struct EngineSkin {
    /// Number of the skin.
    pub index: usize,
    /// Name.
    pub name: String,
    /// Nodes of the joints.
    pub joints: Vec<Handle<EngineNode>>,
    /// Matrices from the space of the mesh to the space of each joint.
    pub inverse_bind_matrices: Handle<SkinnedMeshInverseBindposes>,
}

/// Additional data of a node in its file, as JSON.
#[derive(Clone, Component, Debug, Default, Reflect)]
#[reflect(Clone, Component, Debug, Default)]
pub struct EngineExtras {
    /// The JSON.
    pub value: String,
}

/// Additional data of the file, as JSON, at the root of a scene.
#[derive(Clone, Component, Debug, Default, Reflect)]
#[reflect(Clone, Component, Debug, Default)]
pub struct EngineSceneExtras {
    /// The JSON.
    pub value: String,
}

/// Additional data of a material in its file, as JSON, at the entities that show it.
#[derive(Clone, Component, Debug, Default, Reflect)]
#[reflect(Clone, Component, Debug, Default)]
pub struct EngineMaterialExtras {
    /// The JSON.
    pub value: String,
}

/// Name of the mesh that an entity shows.
#[derive(Clone, Component, Debug, Default, Reflect)]
#[reflect(Clone, Component, Debug, Default)]
pub struct EngineMeshName(pub String);

/// Name of the material that an entity shows.
#[derive(Clone, Component, Debug, Default, Reflect)]
#[reflect(Clone, Component, Debug, Default)]
pub struct EngineMaterialName(pub String);

/// An entity that is a coarser level of detail of another one.
#[derive(Clone, Component, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Clone, Component, Debug, Default)]
pub struct LevelOfDetail(pub usize);
