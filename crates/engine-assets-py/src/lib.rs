//! The compiled part of `engine_assets` for Python. It only contains classes that use the umbrella crate. See
//! `python/engine_assets` for the public API.
//!
//! A document borrows from the `bytes` object that it was read from, and arrays point to the memory of either of them.
//! Because of this, you can open a model and look at its vertices without a copy. Long operations run without the
//! interpreter's lock.

#![forbid(unsafe_code)]

mod asset;
mod clip;
mod column;
mod convert;
mod error;
mod folder;
mod json;
mod lookup;
mod motion;
mod open_package;
mod owned_scene;
mod package;
mod picture;
mod pose;
mod primitive;
mod project;
mod render;
mod scene;
mod source;
mod texts;
mod texture;
mod triggers;
mod udm;
mod vertex;

use pyo3::prelude::pymodule;

/// The compiled part of `engine_assets`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::asset::{Asset, differences, escape, merge_files, open, resolve, write_file};
    #[pymodule_export]
    use crate::clip::{Channel, Clip};
    #[pymodule_export]
    use crate::column::Column;
    #[pymodule_export]
    use crate::convert::{
        animations_beside, convert, matches_model_name, output_formats, repairs, resources_around, write_files,
    };
    #[pymodule_export]
    use crate::folder::convert_folder;
    #[pymodule_export]
    use crate::package::{Entry, Package, change_package, files_below, pack};
    #[pymodule_export]
    use crate::picture::Picture;
    #[pymodule_export]
    use crate::pose::Pose;
    #[pymodule_export]
    use crate::primitive::Primitive;
    #[pymodule_export]
    use crate::project::{References, Renaming, references, rename};
    #[pymodule_export]
    use crate::render::{apng, render, sheet};
    #[pymodule_export]
    use crate::scene::Scene;
    #[pymodule_export]
    use crate::texture::Texture;
    #[pymodule_export]
    use crate::triggers::{read_triggers, write_triggers};
    #[pymodule_export]
    use crate::udm::{Document, diff, escape_key, from_json, merge, merge_text, patch};
    #[pymodule_export]
    use crate::vertex::{IndexBuffer, VertexBuffer};

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
