//! Converts maps to neutral scenes, with their models, materials, lights and cameras, and back.
//!
//! Use [`to_scene`] to show a map. It also loads the models and materials of the entities; a
//! [`ResourceReader`](scene_adapter::ResourceReader) must find these files. Use [`create()`] to create a map from any
//! neutral scene, including the models and materials that its entities need.
//!
//! | Pragma | scene |
//! |---|---|
//! | entity | a node without a parent. It is named by the key value `name`; without this, it gets the class and a number, for example `prop_physics_12` |
//! | `pose`, unless the key values `origin`, `angles` and `scale` override it | the transform, in metres |
//! | key value `model` (world, brushes, props) | a child node with a scale, and a mesh per mesh group. Entities with the same model and skin share the meshes, but each has its own bones |
//! | key value `skin` | the materials of this skin |
//! | `env_light_point`, `env_light_spot`, `env_light_environment` | a light. Other classes get one too if they have these components |
//! | `env_camera`, component `camera` | a camera |
//! | everything else (sounds, triggers, probes …), outputs, components | stored in the source of the node |
//! | BSP tree, visibility, list of materials | stored in the source of the scene |
//! | second texture coordinates of the world | `TEXCOORD_1`. The image to use with them is named in the source of the scene |
//!
//! In the engine, lights and cameras face +Z, but in scenes they face −Z. If their node doesn't show anything else, it
//! is turned around; otherwise they get a child node.
//!
//! **Light.** Candela and lux don't change. To convert lumens, this divides them by the solid angle, using the cone for
//! a spot light. If a colour factor is above 1, it is moved to the brightness. This halves cone angles: the key value
//! `outerconeangle` is the whole angle, but `outercutoff` is half of it.
//!
//! **Models** show the mesh groups that you see when nothing is selected, with the finest level, in the rest pose. The
//! scene does not include their animations.
//!
//! # Stored source
//! [`Source::layout`](asset_scene::Source::layout) of the scene has the format [`MAP_FORMAT`]. It contains `layout` 1,
//! `text` (whether the file was text), `lightmap`, and the map without its entities. This is UDM text in `document`, or
//! Base64 in `binary` if it can't be stored as text. The block `file` is the whole file. The layout of a node has the
//! format [`ENTITY_FORMAT`], and contains:
//!
//! | key | value |
//! |---|---|
//! | `layout` | 1 |
//! | `entity` | the number of the entity in the map, starting at 0 |
//! | `document` | the entity as UDM text, which you may edit; or `binary` |
//! | `map` | only in the first entity: a copy of the scene's source, because other programs only keep the `extras` of nodes |
//! | `turned` | whether the node is turned around, because it is a light or a camera |
//! | `made` | if the node is not an entity, what it is for: `model`, `mesh`, `light`, `camera`, `collision` or `navmesh` |
//! | `model` | for the node of a model, the model name in the entity |

mod apply;
mod camera;
mod class;
mod entity;
mod entity_texts;
mod export;
mod light;
mod options;
mod restore;
mod stored;
mod write;

pub use apply::{CreatedMap, create};
pub use entity_texts::EntityTexts;
pub use export::to_scene;
pub use options::CreateMapOptions;

/// The format name to use in [`Source::format`](asset_scene::Source::format) for maps.
pub const MAP_FORMAT: &str = "pragma-map";

/// The format name to use in [`Source::format`](asset_scene::Source::format) for their entities.
pub const ENTITY_FORMAT: &str = "pragma-entity";

/// The engine's unit in metres, with double precision.
const METRES: f64 = 0.025;

/// Half a turn about Y, from +Z to −Z.
const TURN: [f32; 4] = [0.0, 1.0, 0.0, 0.0];
