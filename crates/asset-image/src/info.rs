//! Properties of a texture, without its pixels.

use crate::error::{Error, ErrorKind};
use crate::kind::Kind;
use crate::pixel_format::PixelFormat;

/// Properties of a texture.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Info {
    /// Which kind of file it is in.
    pub kind: Kind,
    /// Width of the largest mip, in pixels.
    pub width: u32,
    /// Height of the largest mip, in pixels.
    pub height: u32,
    /// Slices of the largest mip: 1, but for volumes.
    pub depth: u32,
    /// How many sizes of it there are, at least 1: a header that says 0 means 1.
    pub mips: u32,
    /// Elements of an array, or frames of an animation; at least 1.
    pub layers: u32,
    /// 6 for a cube map, fewer for an incomplete cube map, otherwise 1.
    pub faces: u32,
    /// How its pixels are stored.
    pub format: PixelFormat,
    /// Whether they are sRGB.
    pub color_space: ColorSpace,
    /// Whether colours are multiplied by alpha already.
    pub premultiplied: bool,
    /// How normals are stored, where the header says that it is a normal map.
    pub normals: Option<NormalPacking>,
    /// Compression of the whole data, in addition to its format (ktx2).
    pub supercompression: Option<&'static str>,
}

impl Info {
    /// Creates the properties of a flat texture with one mip; readers change the differences.
    pub(crate) fn new(kind: Kind, width: u32, height: u32, format: PixelFormat) -> Self {
        Self {
            kind,
            width,
            height,
            depth: 1,
            mips: 1,
            layers: 1,
            faces: 1,
            format,
            color_space: ColorSpace::Unknown,
            premultiplied: false,
            normals: None,
            supercompression: None,
        }
    }

    /// Whether it is a cube map.
    pub fn is_cube(&self) -> bool {
        self.faces > 1
    }

    /// Width and height of a mip, in pixels; `None` if there is no such mip.
    pub fn mip_size(&self, mip: Mip) -> Option<(u32, u32)> {
        (mip.0 < self.mips).then(|| (extent(self.width, mip.0), extent(self.height, mip.0)))
    }

    /// Slices of a mip; `None` if there is no such mip.
    pub fn mip_depth(&self, mip: Mip) -> Option<u32> {
        (mip.0 < self.mips).then(|| extent(self.depth, mip.0))
    }

    /// Bytes of a mip as [`decode`](crate::decode) gives it: 4 a pixel; `None` if there is no such mip.
    pub fn decoded_len(&self, mip: Mip) -> Option<u64> {
        let (width, height) = self.mip_size(mip)?;
        u64::from(width).checked_mul(height.into())?.checked_mul(4)
    }

    /// The most mips that a texture of this size has.
    pub(crate) fn most_mips(&self) -> u32 {
        u32::BITS - self.width.max(self.height).max(self.depth).leading_zeros()
    }

    /// Whether there is such a surface.
    pub(crate) fn check(&self, surface: Surface) -> Result<(), Error> {
        let all = [
            ("mip", surface.mip, self.mips),
            ("layer", surface.layer, self.layers),
            ("face", surface.face, self.faces),
            ("slice", surface.slice, extent(self.depth, surface.mip)),
        ];
        match all.into_iter().find(|(_, index, count)| index >= count) {
            Some((what, index, count)) => Err(Error::new(ErrorKind::NoSuchSurface { what, index, count }, what)),
            None => Ok(()),
        }
    }
}

/// Width, height or depth of a mip.
pub(crate) fn extent(largest: u32, mip: u32) -> u32 {
    largest.checked_shr(mip).unwrap_or(0).max(1)
}

/// Whether colours are stored as sRGB, as far as the file says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum ColorSpace {
    /// Colours in sRGB.
    Srgb,
    /// In proportion to light; of all float formats.
    Linear,
    /// The file doesn't say it: whoever uses the texture knows.
    #[default]
    Unknown,
}

impl ColorSpace {
    /// `srgb`, `linear` or `unknown`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Srgb => "srgb",
            Self::Linear => "linear",
            Self::Unknown => "unknown",
        }
    }
}

/// How a normal map holds its normals. FORMAT.md, section 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NormalPacking {
    /// X, Y and Z in red, green and blue.
    Rgb,
    /// X in alpha, Y in green: DXT5nm, Urho3D's `PACKEDNORMAL`. Red and blue are unused.
    AlphaGreen,
    /// X in red, Y in green: BC5.
    RedGreen,
}

impl NormalPacking {
    /// `rgb`, `alpha-green` or `red-green`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rgb => "rgb",
            Self::AlphaGreen => "alpha-green",
            Self::RedGreen => "red-green",
        }
    }
}

/// A size of the texture: 0 is the largest, each further one half of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Mip(pub u32);

impl Mip {
    /// This mip of a face, in the order +X −X +Y −Y +Z −Z.
    pub fn face(self, face: u32) -> Surface {
        Surface::from(self).face(face)
    }

    /// This mip of an element of an array, or of a frame.
    pub fn layer(self, layer: u32) -> Surface {
        Surface::from(self).layer(layer)
    }

    /// A slice of this mip of a volume.
    pub fn slice(self, slice: u32) -> Surface {
        Surface::from(self).slice(slice)
    }
}

/// One picture of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Surface {
    /// Which size: 0 is the largest.
    pub mip: u32,
    /// Which element of an array, or frame.
    pub layer: u32,
    /// Face of a cube map, in the order +X −X +Y −Y +Z −Z of the existing faces.
    pub face: u32,
    /// Which slice of a volume.
    pub slice: u32,
}

impl Surface {
    /// The same of another face.
    #[must_use]
    pub fn face(self, face: u32) -> Self {
        Self { face, ..self }
    }

    /// The same of another layer.
    #[must_use]
    pub fn layer(self, layer: u32) -> Self {
        Self { layer, ..self }
    }

    /// The same of another slice.
    #[must_use]
    pub fn slice(self, slice: u32) -> Self {
        Self { slice, ..self }
    }
}

impl From<Mip> for Surface {
    fn from(mip: Mip) -> Self {
        Self { mip: mip.0, ..Self::default() }
    }
}
