//! Converts assets to other versions and formats, to glTF and back.
//!
//! [`convert`] creates the files in memory, and doesn't write them. To write all of them or none, call
//! [`Converted::write_below`] next. If the files are large, use [`ConvertOptions::sink`]: you will get each file as it
//! is created, and large files will never be in memory as a whole.

mod beside;
pub(crate) mod broken;
mod carried;
mod carry;
mod companions;
mod converted;
mod encoding;
mod engine;
mod from_scene;
pub(crate) mod gltf_scene;
mod gltf_textures;
mod input;
mod lod;
mod material;
mod mesh_care;
mod misread;
mod motion;
mod named_files;
mod names;
mod options;
mod original;
mod output;
mod output_format;
pub(crate) mod picture;
mod prepare;
mod repaired;
mod run;
mod selection;
pub(crate) mod shown;
pub(crate) mod side;
mod sink;
mod to_gltf;
pub(crate) mod unshown;
mod words;
mod write;

pub use crate::drivers::convert_package;
pub use asset_scene::UpAxis;
pub use asset_unpack::SafeName;
pub use beside::{OutputPath, animations_beside};
#[cfg(feature = "fs")]
pub(crate) use beside::{animations_in, is_animation, models_in};
pub use converted::{Converted, OutputFile};
pub use encoding::Encoding;
pub use gltf_scene::gltf_scene;
pub use input::Input;
pub(crate) use lod::check_lod;
pub(crate) use material::convert as convert_material;
pub use motion::{Motion, Onto};
pub use names::resource_root;
pub use options::ConvertOptions;
pub use original::Original;
pub(crate) use output_format::{ARCHIVE, BINARY, TEXT, named_by};
pub use output_format::{OutputFormat, Scenes};
pub use run::convert;
pub use scene_adapter::surface::Tangents;
pub use scene_urho::adapter::matches_model_name;
pub use sink::{Sink, Writing};
pub use urho_scene::Engine;
pub use words::folded;
pub use write::Overwrite;
