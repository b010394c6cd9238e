//! What property tests, fuzz targets and samples have in common.
//!
//! There is a module for each format. It contains the [`testkit::Format`], a strategy to generate valid documents,
//! seeds, and the body of the fuzz target.

pub mod ani;
pub mod asc;
pub mod builders;
pub mod changes;
pub mod common;
#[cfg(feature = "convert")]
pub mod convert;
#[cfg(feature = "convert")]
pub mod convert_back;
pub mod documents;
#[cfg(feature = "fbx")]
pub mod fbx;
pub mod gltf;
pub mod image;
pub mod looks;
pub mod material;
pub mod mdl;
#[cfg(feature = "convert")]
pub mod open;
pub mod pak;
pub mod pragma;
pub mod resource;
pub mod samples;
pub mod scene;
pub mod shader;
pub mod udm;
pub mod udm_serde;
pub mod urho_scene;
pub mod zed;

/// A fuzz target. It has a name, a body, and seeds from which the fuzzer can start.
#[derive(Clone, Copy)]
pub struct Target {
    /// The name of the target, and of the folder for its seeds.
    pub name: &'static str,
    /// The function to run on each input. It panics if a law is violated.
    pub body: fn(&[u8]),
    /// Returns the inputs to start with.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All fuzz targets.
pub const TARGETS: &[Target] = &[
    ani::TARGET,
    asc::TARGET,
    builders::TARGET,
    #[cfg(feature = "convert")]
    convert::TARGET,
    #[cfg(feature = "convert")]
    convert::CHANGED_GLTF,
    #[cfg(feature = "convert")]
    convert_back::TARGET,
    documents::TARGET,
    #[cfg(feature = "fbx")]
    fbx::TARGET,
    gltf::TARGET,
    gltf::STREAMS,
    gltf::DRACO,
    gltf::QUANTIZED,
    image::TARGET,
    image::BASIS,
    material::TARGET,
    mdl::TARGET,
    #[cfg(feature = "convert")]
    open::TARGET,
    pak::TARGET,
    pragma::TARGET,
    pragma::WMI_TARGET,
    resource::TARGET,
    urho_scene::TARGET,
    shader::TARGET,
    udm::TARGET,
    udm::EDIT_TARGET,
    udm::TEXT_TARGET,
    udm_serde::TARGET,
    zed::ANIMATION,
    zed::FONT,
    zed::IMAGE,
    zed::MODEL,
];
