//! Shared parts of the property tests, fuzz targets and samples of all formats.
//!
//! One module per format: its [`testkit::Format`], a strategy of valid documents, seeds, and the body of its fuzz target.

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

/// A fuzz target: its name, its body, and where the fuzzer may begin.
#[derive(Clone, Copy)]
pub struct Target {
    /// Name of the target, and of its folder of seeds.
    pub name: &'static str,
    /// Function that runs on each input. Panics if a law is broken.
    pub body: fn(&[u8]),
    /// Inputs to begin with.
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
