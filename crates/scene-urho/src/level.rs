//! Conversion of scenes and prefabs with their models, materials, animations and lights to neutral scenes, and back.
//!
//! [`to_scene`] puts models, materials, animations, lights, cameras, terrains and prefabs where a scene refers to them; a [`ResourceReader`](scene_adapter::ResourceReader) finds the
//! files. [`create()`] makes a scene or prefab of any neutral scene, and the models, animations and materials that it refers to.
//!
//! | Urho3D, U3D, rbfx | scene |
//! |---|---|
//! | node | node: x of positions and y and z of rotations change their signs, as in models |
//! | the outermost node of a scene, or of a prefab of rbfx | no node: it is in the source of the scene |
//! | `StaticModel` | a mesh per model and list of materials, shared; without joints and morphs. Levels of detail are [`Node::lods`](asset_scene::Node::lods) |
//! | `StaticModelGroup` | the mesh at each of its instance nodes |
//! | `AnimatedModel` | mesh and skin, at a node without parent; bones are child nodes, or the file's nodes with their names |
//! | `AnimationController`, `Animation States` | one animation per file, with channels for every model that plays it |
//! | `Light` | a light, see [`Light`](asset_scene::Light); but for points at a node of its own, which is turned around: lights shine along +Z |
//! | `Camera` | a camera, at a node of its own, turned likewise |
//! | `Terrain` | a mesh of its height map, which is included as an image if glTF supports its type |
//! | `Zone` | [`Environment`](asset_scene::Environment): ambient colour and fog of the zone with the highest priority, of several the largest |
//! | `Skybox` | the sky of the environment: the cube map of its material, or its model with a flat texture |
//! | `PrefabReference` | the prefab's content, as child nodes; a prefab that contains itself, or is nested deeper than 16, isn't shown. Edits are written to the prefab's file, or to a copy |
//! | variables with a name: Bool, Int, Float, String, vectors, colours | [`Node::extras`](asset_scene::Node::extras), which glTF stores in `extras`; edits are written back, and extras of new nodes become variables |
//! | everything else, and all attributes of the components above | the source of the node, and the original file; one note per class |
//! | disabled nodes and components | nodes that show nothing |
//!
//! **Light.** Urho3D shows `albedo × brightness`, glTF `albedo / π × illuminance`: a directional light has π lux per brightness. Points and spots are
//! as bright as in the engine at half their range, where its usual ramp gives ¾ (rbfx ¼): `π × brightness × ¾ × range² / 4` candela. Colours are
//! sRGB; factors above 1 are moved to the brightness. Physical values are 0.0064 per lumen, coloured by the temperature.
//!
//! **Camera.** The field of view includes the zoom; the aspect ratio is set if it differs from the window.
//!
//! # Stored source
//! [`Source::layout`](asset_scene::Source::layout) of the scene, with the format [`SCENE_FORMAT`], contains `layout` 1, `engine`, `kind`, `form`,
//! `mirror` (`x`), the root node as text in `node`, and the file in `original`, compressed: [`create()`] applies the scene's edits to it. The layout of
//! a node, with the format [`NODE_FORMAT`], contains:
//!
//! | key | holds |
//! |---|---|
//! | `layout` | 1 |
//! | `node` | the node as the engine's JSON, without its children |
//! | `made` | of a node that the file doesn't have: its purpose (`light`, `camera`, `mesh`, `bone`, `lod`, `instance`, `prefab`) |
//! | `component` | of such a node: the number of the component in the parent node |
//! | `view` | of such a node: the place of the component's node in the file, the node's own name, and which of several nodes of the component it is |
//! | `place` | of a node of the file: its place in the file |
//! | `views` | of a node of the file: its components that have nodes of their own, and how many |
//! | `variables` | of a node of the file: the names of its variables among the extras |
//! | `mesh`, `light` | the number of the component whose mesh or light it is |
//! | `group` | whether the mesh is shown by a `StaticModelGroup` elsewhere |

mod camera;
mod controller;
mod create;
mod environment;
mod export;
mod held;
mod light;
mod models;
mod options;
mod parts;
mod prefab;
mod side;
mod stored;
mod terrain;
mod unmoved;
mod unwritten;
mod variables;
mod write;

pub use create::{CreatedLevel, create};
pub use export::{edit_of, to_scene};
pub use options::CreateLevelOptions;
pub use stored::{stored_engine, stored_form, stored_kind};

/// Name of the format of scenes and prefabs in [`Source::format`](asset_scene::Source::format).
pub const SCENE_FORMAT: &str = "urho-scene";

/// Name of the format of their nodes in [`Source::format`](asset_scene::Source::format).
pub const NODE_FORMAT: &str = "urho-node";

/// Name of the format of images that are resources of their own in [`Source::format`](asset_scene::Source::format).
pub const RESOURCE_FORMAT: &str = "urho-resource";

/// Name of the format of animations with tracks that move no node of the scene, in [`Source::format`](asset_scene::Source::format): `layout` 1, and
/// `tracks` as in [`ANIMATION_FORMAT`](crate::ANIMATION_FORMAT), each with its keyframes.
pub const TRACKS_FORMAT: &str = "urho-tracks";

/// Half a turn about Y: turns +Z to −Z.
const TURN: [f32; 4] = [0.0, 1.0, 0.0, 0.0];
