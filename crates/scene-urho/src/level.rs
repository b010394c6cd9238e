//! Converts scenes and prefabs to neutral scenes, with their models, materials, animations and lights, and back.
//!
//! Use [`to_scene`] to show a scene or prefab. It also loads the models, materials, animations, terrains and prefabs
//! that the scene uses; a [`ResourceReader`](scene_adapter::ResourceReader) must find these files. Use [`create()`] to
//! create a scene or prefab from any neutral scene, including the models, animations and materials that it needs.
//!
//! | Urho3D, U3D, rbfx | scene |
//! |---|---|
//! | node | a node. The signs of x in positions, and of y and z in rotations, are changed, as in models |
//! | the outermost node of a scene, or of an rbfx prefab | not a node: it is stored in the source of the scene |
//! | `StaticModel` | a mesh without joints and morphs. Components with the same model and materials share it. Levels of detail become [`Node::lods`](asset_scene::Node::lods) |
//! | `StaticModelGroup` | the mesh, at each of the instance nodes |
//! | `AnimatedModel` | a mesh and a skin, at a node without a parent. Bones become child nodes, unless the file has nodes with their names |
//! | `AnimationController`, `Animation States` | one animation per file, with channels for every model that plays it |
//! | `Light` | a [`Light`](asset_scene::Light). Because lights shine along +Z in the engine, it gets a node of its own that is turned around, unless it is a point light |
//! | `Camera` | a camera, at a node of its own that is turned around in the same way |
//! | `Terrain` | a mesh from the height map. The height map is included as an image if glTF supports this image type |
//! | `Zone` | the [`Environment`](asset_scene::Environment): ambient colour and fog. If there is more than one zone, the highest priority is used, then the largest zone |
//! | `Skybox` | the sky in the environment: the cube map of the material, or the model if the texture is flat |
//! | `PrefabReference` | the content of the prefab, as child nodes. It is not shown if a prefab contains itself, or is nested deeper than 16. Edits are written to the file of the prefab, or to a copy |
//! | variables that have a name, if they are Bool, Int, Float, String, vectors or colours | [`Node::extras`](asset_scene::Node::extras), which glTF stores in `extras`. Edits are written back, and the extras of new nodes become variables |
//! | `BillboardSet`, `ParticleEmitter`, `StaticSprite2D`, `AnimatedSprite2D`, `TileMap2D`, `Text3D`, `ParticleEmitter2D`; materials that add, multiply, mirror, blend layers or are water; shadows; light masks; all zones | for a picture ([`ShowOptions::picture_time`](crate::ShowOptions::picture_time)), the [`Staging`](asset_scene::Staging) |
//! | everything else, and all attributes of these components | stored in the source of the node and in the original file. There is one note per class |
//! | disabled nodes and components | nodes that show nothing |
//!
//! **Light.** Urho3D shows `albedo × brightness`, but glTF shows `albedo / π × illuminance`. So a directional light has
//! π lux per brightness. Point and spot lights will look the same as in the engine at half of their range, because the
//! usual ramp is ¾ there (¼ in rbfx): `π × brightness × ¾ × range² / 4` candela. Colours are sRGB. If a factor is above
//! 1, this moves it to the brightness. Physical values use 0.0064 per lumen, with the colour of the temperature.
//!
//! **Camera.** The field of view includes the zoom. The aspect ratio is only set if it is not that of the window.
//!
//! # Stored source
//! [`Source::layout`](asset_scene::Source::layout) of the scene has the format [`SCENE_FORMAT`]. It contains `layout`
//! 1, `engine`, `kind`, `encoding`, `mirror` (`x`), and the root node as text in `node`. The file is in `original`, and is
//! compressed. [`create()`] will write edits to this file. The layout of a node has the format [`NODE_FORMAT`], and
//! contains:
//!
//! | key | value |
//! |---|---|
//! | `layout` | 1 |
//! | `node` | the node as JSON, as the engine writes it, but without its children |
//! | `made` | if the node is not in the file, what it is for: `light`, `camera`, `mesh`, `bone`, `lod`, `instance` or `prefab` |
//! | `component` | for such a node, the number of the component in the parent node |
//! | `view` | for such a node, the place of the component's node in the file, its own name, and a number if the component has several nodes |
//! | `place` | if the node is in the file, its place there |
//! | `views` | if the node is in the file, its components that have nodes of their own, and how many |
//! | `variables` | if the node is in the file, the names of the variables that are in the extras |
//! | `mesh`, `light` | the number of the component that has the mesh or light |
//! | `group` | whether a `StaticModelGroup` elsewhere shows the mesh |

mod apply;
mod camera;
mod controller;
mod decals;
mod environment;
mod export;
mod light;
mod models;
mod node_texts;
mod options;
mod parts;
mod pipeline;
mod prefab;
mod probes;
mod project_model;
mod shadows;
mod side;
mod sprites;
mod stored;
mod terrain;
mod texts;
mod unmoved;
mod unwritten;
mod variables;
mod write;

pub use apply::{CreatedLevel, create};
pub use export::{edit_of, to_scene};
pub use node_texts::NodeTexts;
pub use options::CreateLevelOptions;
pub use stored::{stored_encoding, stored_engine, stored_kind};

/// The format name to use in [`Source::format`](asset_scene::Source::format) for scenes and prefabs.
pub const SCENE_FORMAT: &str = "urho-scene";

/// The format name to use in [`Source::format`](asset_scene::Source::format) for their nodes.
pub const NODE_FORMAT: &str = "urho-node";

/// The format name to use in [`Source::format`](asset_scene::Source::format) for images that are separate resources.
pub const RESOURCE_FORMAT: &str = "urho-resource";

/// The format name to use in [`Source::format`](asset_scene::Source::format) for an animation that has tracks which
/// don't move any node in the scene. The layout has `layout` 1, and `tracks` as in
/// [`ANIMATION_FORMAT`](crate::ANIMATION_FORMAT), each with its keyframes.
pub const TRACKS_FORMAT: &str = "urho-tracks";

/// Half a turn about Y, from +Z to −Z.
const TURN: [f32; 4] = [0.0, 1.0, 0.0, 0.0];
