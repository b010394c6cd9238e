//! The assets that files are loaded as.

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

/// A loaded file, with the handles of its parts. The indices in the lists are those in the
/// [labels](crate::EngineAssetLabel).
#[derive(Asset, Debug, Default, TypePath)]
#[non_exhaustive]
pub struct EngineAsset {
    /// The name of the format, for example `urho-mdl`. If the file belongs to another program, this is `unknown`.
    pub format: String,
    /// The scene with all nodes, ready to spawn. For a material or texture, this is `None`.
    pub scene: Option<Handle<WorldAsset>>,
    /// All nodes.
    pub nodes: Vec<Handle<EngineNode>>,
    /// Nodes by name. If several nodes have the same name, this is the last of them.
    pub named_nodes: HashMap<Box<str>, Handle<EngineNode>>,
    /// All meshes.
    pub meshes: Vec<Handle<EngineMesh>>,
    /// Meshes by name. If several meshes have the same name, this is the last of them.
    pub named_meshes: HashMap<Box<str>, Handle<EngineMesh>>,
    /// The skins that nodes use.
    pub skins: Vec<Handle<EngineSkin>>,
    /// All materials.
    pub materials: Vec<Handle<StandardMaterial>>,
    /// Materials by name. If several materials have the same name, this is the last of them.
    pub named_materials: HashMap<Box<str>, Handle<StandardMaterial>>,
    /// All textures.
    pub textures: Vec<Handle<Image>>,
    /// All animation clips.
    pub animations: Vec<Handle<AnimationClip>>,
    /// Clips by name. If several clips have the same name, this is the last of them.
    pub named_animations: HashMap<Box<str>, Handle<AnimationClip>>,
    /// A graph with all clips. The `AnimationPlayer` in the scene already uses it. If there are no clips, this is
    /// `None`.
    pub animation_graph: Option<Handle<AnimationGraph>>,
    /// The graph node of each clip, in the order of [`animations`](Self::animations). Use it to play a clip.
    pub animation_nodes: Vec<AnimationNodeIndex>,
    /// Differences between the file and the loaded asset, for example missing materials or changed values. Each has a
    /// stable kind, a severity, the part of the file and a message. To find those that matter to you, compare the kind:
    /// `finding.kind == bevy_engine_assets::kinds::NOT_SHOWN`.
    pub findings: Findings,
}

/// A node of a loaded file.
#[derive(Asset, Clone, Debug, TypePath)]
#[non_exhaustive]
pub struct EngineNode {
    /// The index of the node.
    pub index: usize,
    /// The name. If the node has no name, this is `Node{}` with its index.
    pub name: String,
    /// The child nodes.
    pub children: Vec<Handle<EngineNode>>,
    /// The mesh that the node shows.
    pub mesh: Option<Handle<EngineMesh>>,
    /// The skin that the mesh uses.
    pub skin: Option<Handle<EngineSkin>>,
    /// The transform relative to the parent.
    pub transform: Transform,
    /// This is `true` if the node gets an `AnimationPlayer`.
    pub is_animation_root: bool,
}

/// A mesh of a loaded file.
#[derive(Asset, Clone, Debug, TypePath)]
#[non_exhaustive]
pub struct EngineMesh {
    /// The index of the mesh.
    pub index: usize,
    /// The name of the mesh.
    pub name: String,
    /// The parts of the mesh. Each has only one material.
    pub primitives: Vec<EnginePrimitive>,
}

/// A part of a mesh with one material.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EnginePrimitive {
    /// The vertices and indices.
    pub mesh: Handle<Mesh>,
    /// The material, or `None` for the default material.
    pub material: Option<Handle<StandardMaterial>>,
}

/// A skin of a loaded file.
#[derive(Asset, Clone, Debug, TypePath)]
#[non_exhaustive]
pub struct EngineSkin {
    /// The index of the skin.
    pub index: usize,
    /// The name of the skin.
    pub name: String,
    /// The nodes of the joints.
    pub joints: Vec<Handle<EngineNode>>,
    /// The matrices from the space of the mesh to the space of each joint.
    pub inverse_bind_matrices: Handle<SkinnedMeshInverseBindposes>,
}

/// Additional data from the file about a node, as JSON. To use this data, query the component.
#[derive(Clone, Component, Debug, Default, Reflect)]
#[reflect(Clone, Component, Debug, Default)]
pub struct EngineExtras {
    /// The data as JSON.
    pub value: String,
}

/// Additional data from the file, as JSON. This component is added to the root of a scene.
#[derive(Clone, Component, Debug, Default, Reflect)]
#[reflect(Clone, Component, Debug, Default)]
pub struct EngineSceneExtras {
    /// The data as JSON.
    pub value: String,
}

/// Additional data from the file about a material, as JSON. This component is added to each entity with the material.
#[derive(Clone, Component, Debug, Default, Reflect)]
#[reflect(Clone, Component, Debug, Default)]
pub struct EngineMaterialExtras {
    /// The data as JSON.
    pub value: String,
}

/// The name of the mesh that an entity shows.
#[derive(Clone, Component, Debug, Default, Reflect)]
#[reflect(Clone, Component, Debug, Default)]
pub struct EngineMeshName(pub String);

/// The name of the material that an entity shows.
#[derive(Clone, Component, Debug, Default, Reflect)]
#[reflect(Clone, Component, Debug, Default)]
pub struct EngineMaterialName(pub String);

/// Marks an entity that is a coarser level of detail of another entity.
#[derive(Clone, Component, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Clone, Component, Debug, Default)]
pub struct LevelOfDetail(pub usize);
