//! The properties of a texture, without its pixels.

use crate::error::{Error, ErrorKind};
use crate::kind::Kind;
use crate::pixel_format::PixelFormat;

/// The properties of a texture. To read them from a file, use [`Info::of`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Info {
    /// The kind of file.
    pub kind: Kind,
    /// The width of the largest mip, in pixels.
    pub width: u32,
    /// The height of the largest mip, in pixels.
    pub height: u32,
    /// The number of slices in the largest mip. This is 1 except for volumes.
    pub depth: u32,
    /// The number of mips, which is at least 1. If the header contains 0, this is 1 too.
    pub mips: u32,
    /// The number of elements in an array, or of frames in an animation. This is at least 1.
    pub layers: u32,
    /// The number of faces. This is 6 for a cube map, less if the cube map is not complete, and otherwise 1.
    pub faces: u32,
    /// How the pixels are stored.
    pub format: PixelFormat,
    /// Whether the pixels are sRGB.
    pub color_space: ColorSpace,
    /// Whether the colours have been multiplied by alpha.
    pub premultiplied: bool,
    /// How normals are stored, if the header tells us that this is a normal map.
    pub normals: Option<NormalPacking>,
    /// How all of the data is compressed, in addition to the format. Only ktx2 can have this.
    pub supercompression: Option<&'static str>,
}

impl Info {
    /// Creates the properties of a flat texture that has a single mip. A reader then has to set what is different.
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

    /// Returns `true` for a cube map.
    pub fn is_cube(&self) -> bool {
        self.faces > 1
    }

    /// Returns the width and height of a mip, in pixels. If there is no such mip, returns `None`.
    pub fn mip_size(&self, mip: Mip) -> Option<(u32, u32)> {
        (mip.0 < self.mips).then(|| (extent(self.width, mip.0), extent(self.height, mip.0)))
    }

    /// Returns the number of slices in a mip. If there is no such mip, returns `None`.
    pub fn mip_depth(&self, mip: Mip) -> Option<u32> {
        (mip.0 < self.mips).then(|| extent(self.depth, mip.0))
    }

    /// Returns how many bytes you will get from [`decode`](crate::decode), which uses 4 for each pixel. If there is no
    /// such mip, returns `None`.
    pub fn decoded_len(&self, mip: Mip) -> Option<u64> {
        let (width, height) = self.mip_size(mip)?;
        u64::from(width).checked_mul(height.into())?.checked_mul(4)
    }

    /// Returns how many mips a texture with this size can have.
    pub(crate) fn most_mips(&self) -> u32 {
        u32::BITS - self.width.max(self.height).max(self.depth).leading_zeros()
    }

    /// Checks that there is such a surface.
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

/// Returns the width, height or depth of a mip.
pub(crate) fn extent(largest: u32, mip: u32) -> u32 {
    largest.checked_shr(mip).unwrap_or(0).max(1)
}

/// The colour space, if the file tells us.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum ColorSpace {
    /// The colours are sRGB.
    Srgb,
    /// The values are proportional to light. This is true for any float format.
    Linear,
    /// The file does not tell us, so it depends on what you use the texture for.
    #[default]
    Unknown,
}

impl ColorSpace {
    /// Returns `srgb`, `linear` or `unknown`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Srgb => "srgb",
            Self::Linear => "linear",
            Self::Unknown => "unknown",
        }
    }
}

/// How normals are stored in a normal map (see FORMAT.md, section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NormalPacking {
    /// X, Y and Z are stored in red, green and blue.
    Rgb,
    /// X is stored in alpha and Y in green. This is known as DXT5nm, or as `PACKEDNORMAL` in Urho3D. Red and blue are
    /// not used.
    AlphaGreen,
    /// X is stored in red and Y in green, as in BC5.
    RedGreen,
}

impl NormalPacking {
    /// Returns `rgb`, `alpha-green` or `red-green`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rgb => "rgb",
            Self::AlphaGreen => "alpha-green",
            Self::RedGreen => "red-green",
        }
    }
}

/// A mip level. 0 is the largest, and the next is always half as large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Mip(pub u32);

impl Mip {
    /// Selects a face of this mip. The order is +X −X +Y −Y +Z −Z.
    pub fn face(self, face: u32) -> Surface {
        Surface::from(self).face(face)
    }

    /// Selects an element of an array, or a frame, in this mip.
    pub fn layer(self, layer: u32) -> Surface {
        Surface::from(self).layer(layer)
    }

    /// Selects a slice of this mip, if the texture is a volume.
    pub fn slice(self, slice: u32) -> Surface {
        Surface::from(self).slice(slice)
    }
}

/// Selects a single surface of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Surface {
    /// The mip level, where 0 is the largest.
    pub mip: u32,
    /// The element of an array, or the frame.
    pub layer: u32,
    /// The face of a cube map. The order is +X −X +Y −Y +Z −Z, without the faces that do not exist.
    pub face: u32,
    /// The slice of a volume.
    pub slice: u32,
}

impl Surface {
    /// Selects another face.
    #[must_use]
    pub fn face(self, face: u32) -> Self {
        Self { face, ..self }
    }

    /// Selects another layer.
    #[must_use]
    pub fn layer(self, layer: u32) -> Self {
        Self { layer, ..self }
    }

    /// Selects another slice.
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
