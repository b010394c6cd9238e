//! Conversion of maps with their models, materials, lights and cameras to neutral scenes, and back.
//!
//! [`to_scene`] puts models, materials, lights and cameras where the entities of a map are; a [`ResourceReader`](scene_adapter::ResourceReader) finds the files. [`create()`] makes a map of any
//! neutral scene, and the models and materials that its entities name.
//!
//! | Pragma | scene |
//! |---|---|
//! | entity | a node without parent; its name is the key value `name`, otherwise the class and a number: `prop_physics_12` |
//! | `pose`, overridden by the key values `origin`, `angles`, `scale` | its transform, in metres |
//! | key value `model` (world, brushes, props) | a child node with a scale and a mesh per mesh group, shared by all entities with the same model and skin; bones for each entity |
//! | key value `skin` | the materials of that skin |
//! | `env_light_point`, `env_light_spot`, `env_light_environment` | a light; of those components of other classes too |
//! | `env_camera`, component `camera` | a camera |
//! | everything else (sounds, triggers, probes …), outputs, components | the source of the node, which keeps it |
//! | BSP tree, visibility, list of materials | the source of the scene |
//! | second texture coordinates of the world | `TEXCOORD_1`; the image that they are for is named in the source of the scene |
//!
//! Lights and cameras face +Z in the engine and −Z in scenes: their nodes are turned around if they show nothing else; otherwise they get a child
//! node.
//!
//! **Light.** Candela and lux stay, lumens are divided by the solid angle (for a spot, the solid angle of its cone). Factors of colours above 1 are
//! moved to the brightness. Angles of cones are halved: the key value `outerconeangle` is the whole angle, `outercutoff` half of it.
//!
//! **Models** show the mesh groups that are seen when nothing is chosen, the finest level, at rest. Their animations aren't in the scene.
//!
//! # Stored source
//! [`Source::layout`](asset_scene::Source::layout) of the scene, with the format [`MAP_FORMAT`], contains `layout` 1, `text` (whether the file was
//! text), the map without its entities as UDM text in `document`, or in Base64 in `binary` if text can't store it, and `lightmap`. The block `file`
//! is the whole file. The layout of a node, with the format [`ENTITY_FORMAT`], contains:
//!
//! | key | holds |
//! |---|---|
//! | `layout` | 1 |
//! | `entity` | the number of the entity in the map, from 0 |
//! | `document` | the entity as UDM text, which may be edited; or `binary` |
//! | `map` | of the first entity: a copy of the scene's source, because other programs keep only `extras` of nodes |
//! | `turned` | whether the node looks back, because it is a light or a camera itself |
//! | `made` | of a node that is no entity: its purpose (`model`, `mesh`, `light`, `camera`, `collision`, `navmesh`) |
//! | `model` | of a node for a model: the model name in the entity |

mod camera;
mod class;
mod create;
mod entity;
mod export;
mod light;
mod options;
mod restore;
mod stored;
mod write;

pub use create::{CreatedMap, create};
pub use export::to_scene;
pub use options::CreateMapOptions;

/// Name of the format of maps in [`Source::format`](asset_scene::Source::format).
pub const MAP_FORMAT: &str = "pragma-map";

/// Name of the format of their entities in [`Source::format`](asset_scene::Source::format).
pub const ENTITY_FORMAT: &str = "pragma-entity";

/// Metres in a unit of the engine, in full.
const METRES: f64 = 0.025;

/// Half a turn about Y: turns +Z to −Z.
const TURN: [f32; 4] = [0.0, 1.0, 0.0, 0.0];
