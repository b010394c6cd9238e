//! Finding kinds of this crate.

use binio::FindingKind;

/// Bytes after the last mip level.
pub const TRAILING_BYTES: &FindingKind =
    &FindingKind::new("asset-image/trailing-bytes", "Bytes after the last mip level.")
        .with_engine("The engine ignores them.")
        .with_advice("Nothing needs to be done.");
/// The pixel format can't be decoded.
pub const UNDECODABLE: &FindingKind =
    &FindingKind::new("asset-image/undecodable", "The pixel format can't be decoded.")
        .with_engine("Engines that know the pixel format show the image; conversions and pictures lack it.")
        .with_advice("If you need to convert the image, save it as png or dds in the program that made it.");
/// A dds has a FourCC that names no known pixel format.
pub const FOUR_CC_UNKNOWN: &FindingKind =
    &FindingKind::new("asset-image/four-cc-unknown", "A dds has a FourCC that names no known pixel format.")
        .with_engine("The engine loads no picture.")
        .with_advice("Save the image as png, or as dds with BC1, BC3, BC5 or BC7, in the program that made it.");
/// The image is too large for its pixels to be checked.
pub const TOO_LARGE_TO_CHECK: &FindingKind =
    &FindingKind::new("asset-image/too-large-to-check", "The image is too large for its pixels to be checked.")
        .with_engine("Damaged pixels of this image would go unnoticed.")
        .with_advice("Open the image in an image editor to check it, or make it smaller.");
/// The pixel data is damaged.
pub const DAMAGED: &FindingKind = &FindingKind::new("asset-image/damaged", "The pixel data is damaged.")
    .with_engine("The engine shows wrong pixels or no texture.")
    .with_advice("Save the image again, or get it again if it was damaged in transit.");
/// The image is larger than graphics cards allow.
pub const SIZE_TOO_LARGE: &FindingKind =
    &FindingKind::new("asset-image/size-too-large", "The image is larger than graphics cards allow.")
        .with_engine("Graphics cards can't load the texture.")
        .with_advice("Make the image smaller, for example with --max-size when you convert the model or image.");
/// The faces of a cube map are not square.
pub const CUBE_NOT_SQUARE: &FindingKind =
    &FindingKind::new("asset-image/cube-not-square", "The faces of a cube map are not square.")
        .with_engine("Graphics cards can't load the cube map.")
        .with_advice("Make all six faces square and of the same size.");
/// The cube map doesn't have six faces.
pub const FACE_COUNT: &FindingKind =
    &FindingKind::new("asset-image/face-count", "The cube map doesn't have six faces.")
        .with_engine("Engines expect six faces, and don't show the cube map correctly.")
        .with_advice("Export the cube map with all six faces.");
/// The size of a block-compressed image is not a multiple of 4.
pub const SIZE_NOT_MULTIPLE_OF_4: &FindingKind = &FindingKind::new(
    "asset-image/size-not-multiple-of-4",
    "The size of a block-compressed image is not a multiple of 4.",
)
.with_engine("Direct3D refuses it.")
.with_advice("Resize the image to multiples of 4, or pass --power-of-two when you convert it.");
/// Smaller mip levels are missing.
pub const MIPS_MISSING: &FindingKind = &FindingKind::new("asset-image/mips-missing", "Smaller mip levels are missing.")
    .with_engine("The texture flickers far away, because its smallest mip level is too large there.")
    .with_advice("Convert the image to dds, which writes all mip levels.");
/// The image has 16 bits per channel.
pub const SIXTEEN_BIT: &FindingKind =
    &FindingKind::new("asset-image/sixteen-bit", "The image has 16 bits per channel.")
        .with_engine("Urho3D keeps the upper 8 bits.")
        .with_advice("Nothing needs to be done. With 8 bits per channel, the file would be smaller.");
/// The mip count is 0.
pub const MIP_COUNT_ZERO: &FindingKind = &FindingKind::new("asset-image/mip-count-zero", "The mip count is 0.")
    .with_engine("The engine treats it as 1.")
    .with_advice("Nothing needs to be done.");
/// The DX10 header declares an sRGB format.
pub const SRGB_UNSUPPORTED: &FindingKind =
    &FindingKind::new("asset-image/srgb-unsupported", "The DX10 header declares an sRGB format.")
        .with_engine("Urho3D and U3D refuse it.")
        .with_advice(
            "Save the image as dds without sRGB, or convert it to png. The texture's side file decides about \
            sRGB.",
        );
/// The DX10 header declares a format that engines misread.
pub const FORMAT_MISTAKEN: &FindingKind =
    &FindingKind::new("asset-image/format-mistaken", "The DX10 header declares a format that engines misread.")
        .with_engine("Urho3D and U3D read it as sRGB RGBA8.")
        .with_advice("Save the image as RGBA8, BC1 or BC3 for these engines.");
/// The image format is not supported by every engine.
pub const UNSUPPORTED_BY_URHO3D: &FindingKind =
    &FindingKind::new("asset-image/unsupported-by-urho3d", "The image format is not supported by every engine.")
        .with_engine("Urho3D and U3D refuse it.")
        .with_advice("Nothing needs to be done for rbfx. For Urho3D and U3D, convert the image to png or dds.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    TRAILING_BYTES,
    UNDECODABLE,
    FOUR_CC_UNKNOWN,
    TOO_LARGE_TO_CHECK,
    DAMAGED,
    SIZE_TOO_LARGE,
    CUBE_NOT_SQUARE,
    FACE_COUNT,
    SIZE_NOT_MULTIPLE_OF_4,
    MIPS_MISSING,
    SIXTEEN_BIT,
    MIP_COUNT_ZERO,
    SRGB_UNSUPPORTED,
    FORMAT_MISTAKEN,
    UNSUPPORTED_BY_URHO3D,
];
