//! Shared parts of the property tests, fuzz targets and samples of all formats.
//!
//! One module and one feature per format: its [`testkit::Format`], a strategy of valid documents, seeds, and the body of its fuzz target.

#[cfg(feature = "ani")]
pub mod ani;
#[cfg(feature = "asc")]
pub mod asc;
#[cfg(feature = "all")]
pub mod builders;
#[cfg(feature = "scene")]
pub mod changes;
pub mod common;
#[cfg(feature = "convert")]
pub mod convert;
#[cfg(feature = "convert")]
pub mod convert_back;
#[cfg(feature = "all")]
pub mod documents;
#[cfg(feature = "fbx")]
pub mod fbx;
#[cfg(feature = "gltf")]
pub mod gltf;
#[cfg(feature = "image")]
pub mod image;
#[cfg(feature = "looks")]
pub mod looks;
#[cfg(feature = "material")]
pub mod material;
#[cfg(feature = "mdl")]
pub mod mdl;
#[cfg(feature = "convert")]
pub mod open;
#[cfg(feature = "pak")]
pub mod pak;
#[cfg(feature = "pragma")]
pub mod pragma;
#[cfg(feature = "resource")]
pub mod resource;
#[cfg(feature = "samples")]
pub mod samples;
#[cfg(feature = "scene")]
pub mod scene;
#[cfg(feature = "shader")]
pub mod shader;
#[cfg(feature = "udm")]
pub mod udm;
#[cfg(feature = "udm-serde")]
pub mod udm_serde;
#[cfg(feature = "urho-scene")]
pub mod urho_scene;
#[cfg(feature = "zed")]
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
    #[cfg(feature = "ani")]
    ani::TARGET,
    #[cfg(feature = "asc")]
    asc::TARGET,
    #[cfg(feature = "all")]
    builders::TARGET,
    #[cfg(feature = "convert")]
    convert::TARGET,
    #[cfg(feature = "convert")]
    convert::CHANGED_GLTF,
    #[cfg(feature = "convert")]
    convert_back::TARGET,
    #[cfg(feature = "all")]
    documents::TARGET,
    #[cfg(feature = "fbx")]
    fbx::TARGET,
    #[cfg(feature = "gltf")]
    gltf::TARGET,
    #[cfg(feature = "gltf")]
    gltf::STREAMS,
    #[cfg(feature = "gltf")]
    gltf::DRACO,
    #[cfg(feature = "gltf")]
    gltf::QUANTIZED,
    #[cfg(feature = "image")]
    image::TARGET,
    #[cfg(feature = "image")]
    image::BASIS,
    #[cfg(feature = "material")]
    material::TARGET,
    #[cfg(feature = "mdl")]
    mdl::TARGET,
    #[cfg(feature = "convert")]
    open::TARGET,
    #[cfg(feature = "pak")]
    pak::TARGET,
    #[cfg(feature = "pragma")]
    pragma::TARGET,
    #[cfg(feature = "pragma")]
    pragma::WMI_TARGET,
    #[cfg(feature = "resource")]
    resource::TARGET,
    #[cfg(feature = "urho-scene")]
    urho_scene::TARGET,
    #[cfg(feature = "shader")]
    shader::TARGET,
    #[cfg(feature = "udm")]
    udm::TARGET,
    #[cfg(feature = "udm")]
    udm::EDIT_TARGET,
    #[cfg(feature = "udm")]
    udm::TEXT_TARGET,
    #[cfg(feature = "udm-serde")]
    udm_serde::TARGET,
    #[cfg(feature = "zed")]
    zed::ANIMATION,
    #[cfg(feature = "zed")]
    zed::FONT,
    #[cfg(feature = "zed")]
    zed::IMAGE,
    #[cfg(feature = "zed")]
    zed::MODEL,
];
