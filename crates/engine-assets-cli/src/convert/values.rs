//! The values that can be used for the options of `convert`.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use engine_assets::asset_gltf::Compression;
use engine_assets::asset_image::{TextureFiles, TextureUse};
use engine_assets::convert::{Center, OutputFormat, Tangents, UdmValues};
use engine_assets::urho_mdl::Repair;

/// The axis that points up.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Axis {
    Y,
    Z,
}

/// The direction of a model's front.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Facing {
    /// Keep the direction in the file
    Front,
    /// Turn the model around
    Back,
}

/// The point of a model that is moved to the origin.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum CenterPoint {
    /// The middle
    Middle,
    /// The middle of the lower side, so that the model stands on the ground
    Bottom,
}

impl CenterPoint {
    pub(super) fn center(self) -> Center {
        match self {
            Self::Middle => Center::Middle,
            Self::Bottom => Center::Bottom,
        }
    }
}

/// The compression to use in glTF.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Compress {
    /// Don't compress
    None,
    /// EXT_meshopt_compression for vertices, indices and keys; lossless
    Meshopt,
    /// KHR_mesh_quantization: store vertices in fewer bits; the largest errors are reported
    Quantize,
}

impl Compress {
    /// Returns the compression to use. If both `none` and `meshopt` are given, the last one is used.
    pub(super) fn compression(all: &[Self]) -> Compression {
        all.iter().fold(Compression::None, |last, one| match one {
            Self::None => Compression::None,
            Self::Meshopt => Compression::Meshopt,
            Self::Quantize => last,
        })
    }
}

/// The file format to use for textures.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TextureKind {
    /// Keep files, and write new pixels as png
    Keep,
    /// png
    Png,
    /// dds with mips: BC1, or BC3 with alpha
    Dds,
    /// dds with mips in BC7, for rbfx and Pragma
    Bc7,
    /// To glTF: lossless webp, if it is smaller
    Webp,
}

impl TextureKind {
    pub(super) fn files(self) -> TextureFiles {
        match self {
            Self::Keep => TextureFiles::Keep,
            Self::Png => TextureFiles::Png,
            Self::Dds => TextureFiles::Dds,
            Self::Bc7 => TextureFiles::Bc7,
            Self::Webp => TextureFiles::Webp,
        }
    }
}

/// How the pixels of a texture will be used.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Usage {
    /// Colours: BC1, or BC3 with alpha; mips are computed in linear light
    Color,
    /// Numbers, such as roughness: BC1, or BC3 with alpha
    Data,
    /// Normals: BC5; mips have unit length
    Normals,
}

impl Usage {
    pub(super) fn texture_use(self) -> TextureUse {
        match self {
            Self::Color => TextureUse::Color,
            Self::Data => TextureUse::Data,
            Self::Normals => TextureUse::Normals,
        }
    }
}

/// The meshes to generate tangents for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TangentMeshes {
    /// Meshes with a normal map in the material, because other shaders do not read tangents, which take 16 bytes per
    /// vertex
    Auto,
    /// All meshes
    Always,
    /// No meshes
    Never,
}

impl TangentMeshes {
    pub(super) fn tangents(self) -> Tangents {
        match self {
            Self::Auto => Tangents::ForNormalMaps,
            Self::Always => Tangents::Always,
            Self::Never => Tangents::Never,
        }
    }
}

pub(super) fn angle(text: &str) -> Result<f32, &'static str> {
    let angle = text.parse().ok().filter(|angle: &f32| (0.0..=180.0).contains(angle));
    angle.ok_or("expected degrees from 0 to 180")
}

pub(super) fn factor(text: &str) -> Result<f32, &'static str> {
    let factor = text.parse().ok().filter(|factor: &f32| factor.is_finite() && *factor > 0.0);
    factor.ok_or("expected a number above 0")
}

/// The styles for UDM text.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TextStyle {
    /// One property per line, with the shortest floats
    Pretty,
    /// As little white space as possible
    Compact,
    /// The layout of the reference implementation: rounded floats, packed arrays
    Reference,
}

/// The values that are allowed in UDM text.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum AllowedValues {
    /// Only values that the engine reads correctly; other values are errors
    Engine,
    /// All values, with a warning for each value that the engine will misread
    Any,
}

impl AllowedValues {
    pub(super) fn values(self) -> UdmValues {
        match self {
            Self::Engine => UdmValues::Engine,
            Self::Any => UdmValues::Any,
        }
    }
}

/// An output format, as it is named on the command line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Target(pub(super) OutputFormat);

impl ValueEnum for Target {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: std::sync::OnceLock<Vec<Target>> = std::sync::OnceLock::new();
        ALL.get_or_init(|| OutputFormat::all().map(Target).collect())
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.description()))
    }
}

pub(super) fn repair(name: &str) -> Result<Repair, String> {
    Repair::from_name(name).ok_or_else(|| {
        let known = Repair::ALL.map(|repair| format!("\n  {:22} {}", repair.name(), repair.description()));
        format!("expected one of{}", known.concat())
    })
}
