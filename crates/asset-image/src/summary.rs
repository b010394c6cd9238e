//! The summary of a texture, which is the output of `inspect --json`.

use std::borrow::Cow;

use binio::summary::Block;
use serde::Serialize;

use crate::decode;
use crate::image::Image;
use crate::info::Mip;

/// A texture without its pixels.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// The kind of file, for example `png` or `dds`.
    pub kind: &'static str,
    /// The width of the largest mip, in pixels.
    pub width: u32,
    /// The height of the largest mip, in pixels.
    pub height: u32,
    /// The number of slices in the largest mip.
    pub depth: u32,
    /// The number of mips.
    pub levels: u32,
    /// The number of elements in an array, or of frames.
    pub layers: u32,
    /// The number of faces, which is 6 for a cube map and otherwise 1.
    pub faces: u32,
    /// How pixels are stored, for example `BC3` or `RGBA8`.
    pub pixel_format: Cow<'static, str>,
    /// The channels: `L`, `RG`, `RGB`, `RGBA` and so on. If they are not known, this is omitted.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub channels: &'static str,
    /// Either `srgb`, `linear` or `unknown`.
    pub color_space: &'static str,
    /// Whether the colours have been multiplied by alpha.
    pub premultiplied: bool,
    /// How normals are stored, if the header tells us that this is a normal map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normals: Option<&'static str>,
    /// How all of the data is compressed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supercompression: Option<&'static str>,
    /// Whether this build is able to decode the pixels.
    pub decodable: bool,
    /// The stored bytes of every mip, for the first face and layer. Only used if this kind of file stores surfaces.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mips: Vec<MipSummary>,
}

/// A mip in the output of `inspect --json`.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MipSummary {
    /// The width, in pixels.
    pub width: u32,
    /// The height, in pixels.
    pub height: u32,
    /// The stored bytes.
    #[serde(flatten)]
    pub block: Block,
}

impl Image<'_> {
    /// Returns the output of `inspect --json`. Set `hashes` to get the SHA-256 of the stored mips.
    pub fn summary(&self, hashes: bool) -> Summary {
        let info = self.info();
        let mips = (0..info.mips).filter_map(|mip| {
            let ((width, height), data) = (info.mip_size(Mip(mip))?, self.surface(Mip(mip))?);
            Some(MipSummary { width, height, block: Block::new(data, hashes) })
        });
        Summary {
            kind: info.kind.name(),
            width: info.width,
            height: info.height,
            depth: info.depth,
            levels: info.mips,
            layers: info.layers,
            faces: info.faces,
            pixel_format: info.format.name(),
            channels: info.format.channels(),
            color_space: info.color_space.name(),
            premultiplied: info.premultiplied,
            normals: info.normals.map(crate::NormalPacking::name),
            supercompression: info.supercompression,
            decodable: decode::check(info).is_ok(),
            mips: mips.collect(),
        }
    }
}
