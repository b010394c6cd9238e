//! Reads the headers of textures. There is a file for each kind.

#![deny(clippy::arithmetic_side_effects)]

mod bmp;
mod dds;
mod gl;
mod jpeg;
mod ktx;
mod ktx2;
mod others;
mod png;
mod tga;
mod vtf;
mod webp;

#[cfg(feature = "basis")]
pub(crate) use ktx2::{alpha_channel as ktx2_alpha_channel, global as ktx2_global, level as ktx2_level};
#[cfg(feature = "webp")]
pub(crate) use webp::has_frames_of;

use binio::{Failed, Fault, Input, Within, parse, rest};
pub(crate) use ktx2::{BASIS_LZ, ZSTANDARD};

use crate::error::{Error, ErrorKind};
use crate::image::{Image, Level};
use crate::info::{Info, extent};
use crate::kind::Kind;

/// The properties of a texture, and where to find its surfaces.
type Texture = (Info, Vec<Level>);

type Read<T> = Result<T, Failed<ErrorKind>>;

impl Kind {
    /// Returns the kind of a file. You must pass the whole file. If there is no identifier but the header is valid for
    /// a tga, this is a tga.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        Self::of_identifier(bytes).or_else(|| tga::is_plausible(bytes).then_some(Self::Tga))
    }
}

impl Info {
    /// Reads the properties of a texture. This does not read any pixels, and does not copy any data.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotATexture`] if this is not a texture. You get another error if the header is truncated,
    /// if there are no pixels, or if there are more mips or more data than the file contains.
    pub fn of(bytes: &[u8]) -> Result<Self, Error> {
        texture(bytes).map(|(info, _)| info)
    }
}

impl<'a> Image<'a> {
    /// Reads the header of a texture, and checks that the file contains all of its data. The bytes are borrowed.
    ///
    /// # Errors
    /// Fails when [`Info::of`] does.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        let (info, levels) = texture(bytes)?;
        Ok(Self::new(info, levels, bytes))
    }
}

/// Reads the header of any kind of file.
fn texture(bytes: &[u8]) -> Result<Texture, Error> {
    let kind = Kind::of(bytes).ok_or_else(|| Error::new(ErrorKind::NotATexture, binio::Path::new()).at(0))?;
    let reader = match kind {
        Kind::Png => png::read,
        Kind::Jpeg => jpeg::read,
        Kind::Tga => tga::read,
        Kind::Bmp => bmp::read,
        Kind::Dds => dds::read,
        Kind::Ktx => ktx::read,
        Kind::Ktx2 => ktx2::read,
        Kind::Vtf => vtf::read,
        Kind::WebP => webp::read,
        Kind::Pvr => others::pvr,
        Kind::Psd => others::psd,
        Kind::Hdr => others::hdr,
        Kind::Gif => others::gif,
    };
    parse(Input::new(bytes), |input| {
        let texture = reader(input)?;
        Ok((rest::<ErrorKind>(input)?.0, texture))
    })
}

/// Creates a failure for the field at `offset`.
#[cold]
fn bad(offset: u64, kind: impl Into<ErrorKind>) -> Failed<ErrorKind> {
    Input::at(&[], offset).fail(kind.into())
}

/// Checks that the width, height and depth are not 0, and that there are not more mips than possible. Use `size_at` and
/// `mips_at` to pass the offsets of these fields.
fn check_size(info: &Info, size_at: u64, mips_at: u64) -> Read<()> {
    if info.width == 0 || info.height == 0 || info.depth == 0 || info.layers == 0 || info.faces == 0 {
        return Err(bad(size_at, ErrorKind::Header("no pixels: a size of 0"))).within("size");
    }
    let (mips, most) = (info.mips, info.most_mips());
    if mips > most {
        return Err(bad(mips_at, ErrorKind::TooManyMips { mips, most })).within("mip count");
    }
    Ok(())
}

/// Returns how many bytes a slice takes in each mip. If the size of the format is unknown, the result is empty.
fn slices(info: &Info, size_at: u64) -> Read<Vec<u64>> {
    if info.format.block().is_none() {
        return Ok(Vec::new());
    }
    let slice = |mip| info.format.surface_len(extent(info.width, mip), extent(info.height, mip));
    let slices: Option<Vec<u64>> = (0..info.mips).map(slice).collect();
    slices.ok_or_else(|| bad(size_at, Fault::Limit("size of a surface"))).within("size")
}

/// Checks that the file contains the data of all levels.
fn check_data(input: Input<'_>, info: &Info, levels: &[Level]) -> Read<()> {
    let length = input.len() as u64;
    let elements = u64::from(info.layers).saturating_mul(info.faces.into());
    for (mip, level) in levels.iter().enumerate() {
        let depth = u32::try_from(mip).map_or(1, |mip| extent(info.depth, mip));
        let size = level.slice.saturating_mul(depth.into());
        let behind = |element: u64| level.offset.saturating_add(level.stride.saturating_mul(element));
        if behind(elements.saturating_sub(1)).saturating_add(size) <= length {
            continue;
        }
        let whole = length.checked_sub(level.offset.saturating_add(size));
        let first = whole.and_then(|whole| whole.checked_div(level.stride)).map_or(0, |last| last.saturating_add(1));
        let start = behind(first).min(length);
        let fault = Fault::UnexpectedEnd { needed: size, remaining: length.saturating_sub(start) };
        let error = Err(bad(start, fault)).within_item("mip", mip);
        return match (info.faces > 1 || info.layers > 1, usize::try_from(first)) {
            (true, Ok(first)) => error.within_item("layer or face", first),
            _ => error,
        };
    }
    Ok(())
}

/// Floats are light or some other quantity, but never sRGB.
fn float_is_linear(info: &mut Info) {
    if info.format.sample() == Some(crate::pixel_format::Sample::Float) {
        info.color_space = crate::info::ColorSpace::Linear;
    }
}

/// Converts bytes into a number, using the given byte order.
fn word(bytes: [u8; 4], big_endian: bool) -> u32 {
    if big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
}
