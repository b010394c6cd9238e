//! Output of `inspect --json` for a texture.

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
    /// Kind of file: `png`, `dds` …
    pub kind: &'static str,
    /// Width of the largest mip, in pixels.
    pub width: u32,
    /// Height of the largest mip, in pixels.
    pub height: u32,
    /// Slices of the largest mip.
    pub depth: u32,
    /// Number of mips.
    pub levels: u32,
    /// Elements of an array, or frames.
    pub layers: u32,
    /// Number of faces: 6 for a cube map, otherwise 1.
    pub faces: u32,
    /// How pixels are stored: `BC3`, `RGBA8` …
    pub pixel_format: Cow<'static, str>,
    /// `L`, `RG`, `RGB`, `RGBA` …; left out if nobody knows.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub channels: &'static str,
    /// `srgb`, `linear` or `unknown`.
    pub color_space: &'static str,
    /// Whether colours are multiplied by alpha already.
    pub premultiplied: bool,
    /// How normals are packed, where the header says that it is a normal map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normals: Option<&'static str>,
    /// Compression of the whole data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supercompression: Option<&'static str>,
    /// Whether its pixels can be decoded here.
    pub decodable: bool,
    /// The stored bytes of every mip of the first face and layer, of kinds that store surfaces.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mips: Vec<MipSummary>,
}

/// A mip, as `inspect --json` prints it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MipSummary {
    /// Width, in pixels.
    pub width: u32,
    /// Height, in pixels.
    pub height: u32,
    /// Its stored bytes.
    #[serde(flatten)]
    pub block: Block,
}

impl Image<'_> {
    /// Returns the output of `inspect --json`; with SHA-256 of the stored mips if `hashes`.
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
