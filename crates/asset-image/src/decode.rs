//! Surfaces to RGBA8: which decoder decodes which texture, and limits of size.

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

/// Result of a decoder.
type Decoded = Result<(), String>;

/// Who decodes a texture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Decoder {
    Png,
    Jpeg,
    WebP,
    Tga,
    Bmp,
    /// Plain and BC surfaces.
    Surfaces,
    /// ETC and PVRTC surfaces.
    Etc,
    /// ETC1S and UASTC.
    Basis,
}

impl Decoder {
    /// The decoder of a texture.
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

    /// Its feature, if that is off.
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

    /// Returns the maximum number of pixels per byte of the file; unlimited for surfaces, whose data is complete, and for webp and Basis, where a colour
    /// of a whole picture takes no bits per pixel.
    fn most_pixels(self) -> u64 {
        match self {
            // Deflate makes at most 1032 bytes of one, and a byte is at most 8 pixels.
            Self::Png => 1032 * 8,
            // A block of 64 pixels takes at least a bit.
            Self::Jpeg => 64 * 8,
            Self::Tga | Self::Bmp | Self::Surfaces | Self::Etc | Self::WebP | Self::Basis => u64::MAX,
        }
    }

    /// Decodes all pixels, `length` bytes of them, and keeps none; `None` if this decoder needs room for all of them.
    #[allow(unused_variables, reason = "for decoders whose feature is off")]
    fn try_out(self, image: &Image<'_>, length: u64) -> Option<Decoded> {
        match self {
            #[cfg(feature = "png")]
            Self::Png => Some(png::check(image.as_bytes(), length)),
            _ => None,
        }
    }

    /// The stored bytes of a surface, for decoders that don't read the file.
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

    /// Decodes into `out`, which is zeros, four bytes a pixel, from the bytes that [`data`](Self::data) returned.
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

/// Whether a texture can be decoded, without doing it.
pub(crate) fn check(info: &Info) -> Result<(), Error> {
    let decoder = Decoder::of(info)?;
    let packed = info.supercompression.is_some() && !cfg!(feature = "basis");
    match decoder.feature_off().or(packed.then_some("basis")) {
        Some(feature) => Err(Error::new(ErrorKind::FeatureOff(feature), "pixels")),
        None => Ok(()),
    }
}

impl Image<'_> {
    /// Decodes a surface to RGBA8: `decode(Mip(0), …)`, `decode(Mip(1).face(2), …)`. FORMAT.md, section 2, specifies the conversion of other channels
    /// and numbers.
    ///
    /// Spends 4 bytes a pixel of `budget` before anything is reserved, and holds at most twice as much, but for progressive
    /// jpg, which take up to 10 bytes a pixel. If several threads decode pictures of more than 1 GiB together, they wait for each other.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchSurface`], [`ErrorKind::Unsupported`], [`ErrorKind::FeatureOff`], [`ErrorKind::Bomb`], the budget, or an error of the
    /// decoder.
    pub fn decode(&self, surface: impl Into<Surface>, budget: &mut Budget) -> Result<Pixels, Error> {
        decode_surface(self, surface.into(), budget)
    }

    /// Decodes a png of 16 bits a channel to RGBA without the loss of the lower 8 bits; `None` for all other images. Use it to compare height maps, for
    /// example.
    ///
    /// Spends 16 bytes a pixel of `budget`.
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
    #[cfg(feature = "png")]
    pub fn decode_wide(&self, budget: &mut Budget) -> Result<Option<Vec<[u16; 4]>>, Error> {
        let info = self.info();
        if info.kind != Kind::Png || !matches!(info.format, P::L16 | P::La16 | P::Rgb16 | P::Rgba16) {
            return Ok(None);
        }
        let (_, size, length) = prepare(self, crate::Mip(0).into(), budget)?;
        budget.spend(length.saturating_mul(3)).map_err(|fault| Error::new(fault, "pixels"))?;
        let _turn = gate::enter(length.saturating_mul(4));
        let count = u64::from(size.0).saturating_mul(size.1.into());
        png::decode_wide(self.as_bytes(), count).map(Some).map_err(codec)
    }

    /// Returns a file for glTF and browsers, and its media type: png and jpg unchanged, other kinds decoded and written as png.
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
    #[cfg(feature = "png")]
    pub fn to_web(&self, budget: &mut Budget) -> Result<(Cow<'_, [u8]>, &'static str), Error> {
        match self.info().kind.media_type() {
            Some(media_type) if self.info().format != P::Cmyk8 => Ok((Cow::Borrowed(self.as_bytes()), media_type)),
            _ => Ok((Cow::Owned(self.decode(crate::Mip(0), budget)?.to_png_quickly()?), "image/png")),
        }
    }
}

/// Decodes a surface of a texture file to RGBA8; as [`Image::decode`], for a single look.
///
/// # Errors
/// As [`Info::of`] and [`Image::decode`].
pub fn decode(bytes: &[u8], surface: impl Into<Surface>, budget: &mut Budget) -> Result<Pixels, Error> {
    Image::parse(bytes)?.decode(surface, budget)
}

/// Decodes a surface.
fn decode_surface(image: &Image<'_>, surface: Surface, budget: &mut Budget) -> Result<Pixels, Error> {
    let (decoder, size, length) = prepare(image, surface, budget)?;
    let _turn = gate::enter(length);
    decode_prepared(image, surface, (decoder, size, length))
}

/// Decodes a surface whose pixels are spent. The memory for them is reserved as late as possible: after the data was unpacked, and, of a png that may
/// be a bomb, after it was decoded to its end once.
fn decode_prepared(
    image: &Image<'_>,
    surface: Surface,
    (decoder, size, length): (Decoder, (u32, u32), u64),
) -> Result<Pixels, Error> {
    if length > (image.as_bytes().len() as u64).saturating_mul(SUSPICIOUS) {
        decoder.try_out(image, length).transpose().map_err(codec)?;
    }
    let data = decoder.data(image, surface).map_err(codec)?;
    let mut pixels = Pixels::filled(size.0, size.1, [0; 4])?.with_color_space(image.info().color_space);
    decoder.run(image, &data, surface, size, pixels.data_mut()).map_err(codec)?;
    Ok(pixels)
}

/// Bytes of pixels per byte of a file that only pictures of one colour have.
const SUSPICIOUS: u64 = 256;

/// Decodes the first surface to see whether its data is whole. The pixels of a png take no more memory than a row.
pub(crate) fn check_pixels(image: &Image<'_>, budget: &mut Budget) -> Result<(), Error> {
    let surface = crate::Mip(0).into();
    let (decoder, size, length) = prepare(image, surface, budget)?;
    match decoder.try_out(image, length) {
        Some(tried) => tried.map_err(codec),
        None => {
            let _turn = gate::enter(length);
            decode_prepared(image, surface, (decoder, size, length)).map(|_| ())
        }
    }
}

/// Spends the pixels of a surface. Returns its decoder, its size, and the bytes of its pixels.
fn prepare(image: &Image<'_>, surface: Surface, budget: &mut Budget) -> Result<(Decoder, (u32, u32), u64), Error> {
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
    Ok((decoder, size, length))
}

/// The error of a decoder.
fn codec(message: String) -> Error {
    Error::new(ErrorKind::Codec(message), "pixels")
}

/// The bytes of a surface.
#[cfg(any(feature = "dds", feature = "basis", all(feature = "etc", target_endian = "little")))]
fn data<'i>(image: &'i Image<'_>, surface: Surface) -> Result<Cow<'i, [u8]>, String> {
    #[cfg(feature = "basis")]
    if image.info().supercompression == Some(ZSTANDARD) {
        return basis::unpack(image, surface).map(Cow::Owned);
    }
    image.surface(surface).map(Cow::Borrowed).ok_or_else(|| String::from("no data"))
}

/// Error for an unsupported pixel format, with its name.
fn unsupported(what: impl Into<Cow<'static, str>>) -> Error {
    Error::new(ErrorKind::Unsupported(what.into()), "pixels")
}
