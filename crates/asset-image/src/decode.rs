//! Decodes surfaces to RGBA8. This module selects the decoder to use for a texture, and limits the size.

#[cfg(feature = "basis")]
mod basis;
#[cfg(feature = "dds")]
mod blocks;
#[cfg(feature = "bmp")]
mod bmp;
#[cfg(all(feature = "etc", target_endian = "little"))]
mod etc;
mod gate;
#[cfg(feature = "jpeg")]
mod jpeg;
#[cfg(any(feature = "dds", feature = "tga", feature = "bmp"))]
mod numbers;
#[cfg(feature = "dds")]
mod plain;
#[cfg(feature = "png")]
mod png;
#[cfg(feature = "dds")]
mod surfaces;
#[cfg(feature = "tga")]
mod tga;
#[cfg(feature = "webp")]
mod webp;

use std::borrow::Cow;

use binio::{Budget, Fault};

use crate::error::{Error, ErrorKind};
use crate::image::Image;
use crate::info::{Info, Surface};
use crate::kind::Kind;
use crate::pixel_format::PixelFormat as P;
use crate::pixels::Pixels;
use crate::read::{BASIS_LZ, ZSTANDARD};

/// What a decoder returns.
type Decoded = Result<(), String>;

/// The decoder to use for a texture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Decoder {
    Png,
    Jpeg,
    WebP,
    Tga,
    Bmp,
    /// To be used for plain and BC surfaces.
    Surfaces,
    /// To be used for ETC and PVRTC surfaces.
    Etc,
    /// To be used for ETC1S and UASTC.
    Basis,
}

impl Decoder {
    /// Returns the decoder to use for a texture.
    fn of(info: &Info) -> Result<Self, Error> {
        match (info.supercompression, info.format) {
            (Some(BASIS_LZ), P::Etc1s) | (Some(ZSTANDARD) | None, P::Uastc) => return Ok(Self::Basis),
            (None, P::Etc1s) => return Err(unsupported("Basis ETC1S without BasisLZ")),
            (Some(scheme), _) if scheme != ZSTANDARD => {
                return Err(unsupported(format!("data compressed by {scheme}")));
            }
            _ => {}
        }
        match (info.kind, info.format) {
            (_, P::Other(_)) => Err(unsupported(info.format.name())),
            (_, P::Cmyk8) => Err(unsupported("CMYK, colours of a press,")),
            (Kind::Png, _) => Ok(Self::Png),
            (Kind::Jpeg, _) => Ok(Self::Jpeg),
            (Kind::WebP, _) => Ok(Self::WebP),
            (Kind::Tga, _) => Ok(Self::Tga),
            (Kind::Bmp, _) => Ok(Self::Bmp),
            // The available library reads their words in the wrong byte order, and truncates alpha words on 32-bit hosts.
            (_, P::EacR | P::EacRSnorm | P::EacRg | P::EacRgSnorm) => Err(unsupported(info.format.name())),
            (_, P::Etc2A8) if cfg!(target_pointer_width = "32") => Err(unsupported("ETC2_A8 on a 32-bit host")),
            (_, P::Etc1 | P::Etc2 | P::Etc2A1 | P::Etc2A8) => Ok(Self::Etc),
            (_, P::Pvrtc2 | P::Pvrtc4) => Ok(Self::Etc),
            _ => Ok(Self::Surfaces),
        }
    }

    /// Returns the feature that this decoder needs, if it is off.
    fn feature_off(self) -> Option<&'static str> {
        let (feature, on) = match self {
            Self::Png => ("png", cfg!(feature = "png")),
            Self::Jpeg => ("jpeg", cfg!(feature = "jpeg")),
            Self::WebP => ("webp", cfg!(feature = "webp")),
            Self::Tga => ("tga", cfg!(feature = "tga")),
            Self::Bmp => ("bmp", cfg!(feature = "bmp")),
            Self::Surfaces => ("dds", cfg!(feature = "dds")),
            // Its library compiles for little-endian machines only.
            Self::Etc => ("etc", cfg!(all(feature = "etc", target_endian = "little"))),
            Self::Basis => ("basis", cfg!(feature = "basis")),
        };
        (!on).then_some(feature)
    }

    /// Returns how many pixels there may be for each byte in the file. There is no limit for surfaces, because all of
    /// their data is in the file. There is also none for webp and Basis, because an image with only a single colour
    /// needs no bits for its pixels.
    fn most_pixels(self) -> u64 {
        match self {
            // Deflate makes at most 1032 bytes of one, and a byte is at most 8 pixels.
            Self::Png => 1032 * 8,
            // A block of 64 pixels takes at least a bit.
            Self::Jpeg => 64 * 8,
            Self::Tga | Self::Bmp | Self::Surfaces | Self::Etc | Self::WebP | Self::Basis => u64::MAX,
        }
    }

    /// Decodes all pixels, which take `length` bytes, without keeping them. If this decoder needs memory for all of
    /// them, returns `None`.
    #[allow(unused_variables, reason = "for decoders whose feature is off")]
    fn try_out(self, image: &Image<'_>, length: u64) -> Option<Decoded> {
        match self {
            #[cfg(feature = "png")]
            Self::Png => Some(png::check(image.as_bytes(), length)),
            _ => None,
        }
    }

    /// Returns the stored bytes of a surface, to be used by decoders that do not read the file.
    #[allow(unused_variables, reason = "for decoders whose feature is off")]
    fn data<'i>(self, image: &'i Image<'_>, surface: Surface) -> Result<Cow<'i, [u8]>, String> {
        match self {
            #[cfg(any(feature = "dds", all(feature = "etc", target_endian = "little")))]
            Self::Surfaces | Self::Etc => data(image, surface),
            #[cfg(feature = "basis")]
            Self::Basis if image.info().format == P::Uastc => data(image, surface),
            _ => Ok(Cow::Borrowed(&[])),
        }
    }

    /// Decodes a surface to `out`, which must be all zeros and uses four bytes for a pixel. `data` is what
    /// [`data`](Self::data) returned.
    #[allow(unreachable_patterns, unused_variables, reason = "the last arm is for decoders whose feature is off")]
    fn run(self, image: &Image<'_>, data: &[u8], surface: Surface, size: (u32, u32), out: &mut [u8]) -> Decoded {
        match self {
            #[cfg(feature = "png")]
            Self::Png => png::decode(image.as_bytes(), out),
            #[cfg(feature = "jpeg")]
            Self::Jpeg => jpeg::decode(image.as_bytes(), size, out),
            #[cfg(feature = "webp")]
            Self::WebP => webp::decode(image.as_bytes(), size, out),
            #[cfg(feature = "tga")]
            Self::Tga => tga::decode(image.as_bytes(), (size.0 as usize, size.1 as usize), out),
            #[cfg(feature = "bmp")]
            Self::Bmp => bmp::decode(image.as_bytes(), (size.0 as usize, size.1 as usize), out),
            #[cfg(feature = "dds")]
            Self::Surfaces => surfaces::decode(image.info().format, data, size, out),
            #[cfg(all(feature = "etc", target_endian = "little"))]
            Self::Etc => etc::decode(image.info().format, data, size, out),
            #[cfg(feature = "basis")]
            Self::Basis => basis::decode(image, data, surface, size, out),
            _ => Err(String::from("off")),
        }
    }
}

/// Checks if it is possible to decode a texture, without doing so.
pub(crate) fn check(info: &Info) -> Result<(), Error> {
    let decoder = Decoder::of(info)?;
    let packed = info.supercompression.is_some() && !cfg!(feature = "basis");
    match decoder.feature_off().or(packed.then_some("basis")) {
        Some(feature) => Err(Error::new(ErrorKind::FeatureOff(feature), "pixels")),
        None => Ok(()),
    }
}

impl Image<'_> {
    /// Decodes a surface to RGBA8. For example, use `decode(Mip(0), …)` or `decode(Mip(1).face(2), …)`. To learn how
    /// other channels and numbers are converted, see FORMAT.md, section 2.
    ///
    /// This function takes 4 bytes for each pixel from your `budget` before it reserves any memory. It may use up to
    /// twice as much memory, or up to 10 bytes for each pixel in a progressive jpg. If several threads decode images
    /// that take more than 1 GiB together, they have to wait for each other.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NoSuchSurface`] if there is no such surface, [`ErrorKind::Unsupported`] or
    /// [`ErrorKind::FeatureOff`] if this crate or this build can't decode the format, [`ErrorKind::Bomb`] if the file
    /// is too small for so many pixels, or an error if the budget is not enough or the decoder fails.
    pub fn decode(&self, surface: impl Into<Surface>, budget: &mut Budget) -> Result<Pixels, Error> {
        decode_surface(self, surface.into(), budget)
    }

    /// Decodes a png that has 16 bits for each channel to RGBA, without losing the lower 8 bits. For any other image,
    /// returns `None`. You can use this to compare height maps, for example.
    ///
    /// This function takes 16 bytes for each pixel from your `budget`.
    ///
    /// # Errors
    /// Fails when [`decode`](Self::decode) does.
    #[cfg(feature = "png")]
    pub fn decode_wide(&self, budget: &mut Budget) -> Result<Option<Vec<[u16; 4]>>, Error> {
        let info = self.info();
        if info.kind != Kind::Png || !matches!(info.format, P::L16 | P::La16 | P::Rgb16 | P::Rgba16) {
            return Ok(None);
        }
        let Prepared { size, length, .. } = prepare(self, crate::Mip(0).into(), budget)?;
        budget.spend(length.saturating_mul(3)).map_err(|fault| Error::new(fault, "pixels"))?;
        let _turn = gate::enter(length.saturating_mul(4));
        let count = u64::from(size.0).saturating_mul(size.1.into());
        png::decode_wide(self.as_bytes(), count).map(Some).map_err(codec)
    }

    /// Returns a file that you can use in glTF and in browsers, and its media type. If this is a png or a jpg, the file
    /// will not be changed. Any other image will be decoded and written as png.
    ///
    /// # Errors
    /// Fails when [`decode`](Self::decode) does.
    #[cfg(feature = "png")]
    pub fn to_web(&self, budget: &mut Budget) -> Result<(Cow<'_, [u8]>, &'static str), Error> {
        match self.info().kind.media_type() {
            Some(media_type) if self.info().format != P::Cmyk8 => Ok((Cow::Borrowed(self.as_bytes()), media_type)),
            _ => Ok((Cow::Owned(self.decode(crate::Mip(0), budget)?.to_png_quickly()?), "image/png")),
        }
    }
}

/// Decodes a surface of a texture file to RGBA8. Use [`Image::decode`] instead if you need more than one surface from
/// the same file.
///
/// # Errors
/// Fails when [`Info::of`] or [`Image::decode`] does.
pub fn decode(bytes: &[u8], surface: impl Into<Surface>, budget: &mut Budget) -> Result<Pixels, Error> {
    Image::parse(bytes)?.decode(surface, budget)
}

/// Decodes a surface.
fn decode_surface(image: &Image<'_>, surface: Surface, budget: &mut Budget) -> Result<Pixels, Error> {
    let prepared = prepare(image, surface, budget)?;
    let _turn = gate::enter(prepared.length);
    decode_prepared(image, surface, prepared)
}

/// Decodes a surface whose pixels have been taken from the budget. To be safe, we reserve the memory as late as
/// possible: after the data was unpacked, and for a png that could be a bomb, after it was decoded to its end once.
fn decode_prepared(
    image: &Image<'_>,
    surface: Surface,
    Prepared { decoder, size, length }: Prepared,
) -> Result<Pixels, Error> {
    if length > (image.as_bytes().len() as u64).saturating_mul(SUSPICIOUS) {
        decoder.try_out(image, length).transpose().map_err(codec)?;
    }
    let data = decoder.data(image, surface).map_err(codec)?;
    let mut pixels = Pixels::filled(size.0, size.1, [0; 4])?.with_color_space(image.info().color_space);
    decoder.run(image, &data, surface, size, pixels.data_mut()).map_err(codec)?;
    Ok(pixels)
}

/// If there are more bytes of pixels than this for each byte in the file, the image can only have a single colour.
const SUSPICIOUS: u64 = 256;

/// Decodes the first surface to find out if the data is complete. For a png, this only needs memory for a single row.
pub(crate) fn check_pixels(image: &Image<'_>, budget: &mut Budget) -> Result<(), Error> {
    let surface = crate::Mip(0).into();
    let prepared = prepare(image, surface, budget)?;
    match prepared.decoder.try_out(image, prepared.length) {
        Some(tried) => tried.map_err(codec),
        None => {
            let _turn = gate::enter(prepared.length);
            decode_prepared(image, surface, prepared).map(|_| ())
        }
    }
}

/// How to decode a surface.
struct Prepared {
    decoder: Decoder,
    size: (u32, u32),
    /// How many bytes the pixels take.
    length: u64,
}

/// Takes the pixels of a surface from the budget. Returns how to decode it.
fn prepare(image: &Image<'_>, surface: Surface, budget: &mut Budget) -> Result<Prepared, Error> {
    let info = image.info();
    info.check(surface)?;
    check(info)?;
    let decoder = Decoder::of(info)?;
    let mip = crate::Mip(surface.mip);
    let (Some(size), Some(length)) = (info.mip_size(mip), info.decoded_len(mip)) else {
        return Err(Error::new(Fault::Limit("size of a surface"), "pixels"));
    };
    budget.spend(length).map_err(|fault| Error::new(fault, "pixels"))?;
    let bytes = image.as_bytes().len() as u64;
    if length / 4 > bytes.saturating_mul(decoder.most_pixels()) {
        let kind = ErrorKind::Bomb { width: size.0, height: size.1, length: bytes };
        return Err(Error::new(kind, "pixels").at(0));
    }
    Ok(Prepared { decoder, size, length })
}

/// Creates the error to return when a decoder fails.
fn codec(message: String) -> Error {
    Error::new(ErrorKind::Codec(message), "pixels")
}

/// Returns the bytes of a surface.
#[cfg(any(feature = "dds", feature = "basis", all(feature = "etc", target_endian = "little")))]
fn data<'i>(image: &'i Image<'_>, surface: Surface) -> Result<Cow<'i, [u8]>, String> {
    #[cfg(feature = "basis")]
    if image.info().supercompression == Some(ZSTANDARD) {
        return basis::unpack(image, surface).map(Cow::Owned);
    }
    image.surface(surface).map(Cow::Borrowed).ok_or_else(|| String::from("no data"))
}

/// Creates the error for a pixel format that is not supported. `what` is its name.
fn unsupported(what: impl Into<Cow<'static, str>>) -> Error {
    Error::new(ErrorKind::Unsupported(what.into()), "pixels")
}
