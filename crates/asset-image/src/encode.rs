//! Encodes pixels to dds, using `texpresso`, or `block_compression` for BC7.

use texpresso::{Algorithm, COLOUR_WEIGHTS_PERCEPTUAL, COLOUR_WEIGHTS_UNIFORM, Format, Params};

use crate::error::{Error, ErrorKind};
use crate::mips::TextureUse;
use crate::pixel_format::PixelFormat as P;
use crate::pixels::Pixels;

binio::options! {
    /// Options to use with [`Pixels::to_dds`].
    #[derive(Clone, Copy, Debug)]
    pub struct DdsOptions {
        /// What the pixels are used for. By default, they are colours.
        pub(crate) usage: TextureUse = TextureUse::Color,
        /// The format to write: [`PixelFormat::Bc1`](crate::PixelFormat::Bc1), `Bc3` or `Bc5`, and with the feature
        /// `bc7` also `Bc7`. By default, this is BC5 for normals, BC1 for opaque pixels, and BC3 for any other pixels.
        #[setter(into)]
        pub(crate) format: Option<P> = None,
        /// Whether to store mips. This is the default.
        pub(crate) mips: bool = true,
        /// The longest side, in pixels. If the image is larger, it will be halved until it fits. By default, there is
        /// no limit.
        #[setter(into)]
        pub(crate) max_size: Option<u32> = None,
    }
}

impl Pixels {
    /// Encodes the pixels to dds in blocks. The header will be the header of Direct3D 9, because all engines can read
    /// this. BC7 needs the header of Direct3D 10. Note that rbfx and Pragma can read this, but Urho3D and U3D can't.
    ///
    /// # Errors
    /// Fails if there are no pixels, or if it is not possible to write this format.
    pub fn to_dds(self, options: &DdsOptions) -> Result<Vec<u8>, Error> {
        let usage = options.usage;
        let pixels = match options.max_size {
            Some(most) => self.limited(most, usage)?,
            None => self,
        };
        let format = options.format.unwrap_or(match usage {
            TextureUse::Normals => P::Bc5,
            _ if pixels.is_opaque() => P::Bc1,
            _ => P::Bc3,
        });
        let blocks = match format {
            P::Bc1 => Blocks::Short(Format::Bc1, *b"DXT1"),
            P::Bc3 => Blocks::Short(Format::Bc3, *b"DXT5"),
            P::Bc5 => Blocks::Short(Format::Bc5, *b"ATI2"),
            #[cfg(feature = "bc7")]
            P::Bc7 => Blocks::Bc7,
            #[cfg(not(feature = "bc7"))]
            P::Bc7 => return Err(Error::new(ErrorKind::FeatureOff("bc7"), "dds")),
            other => {
                let message = format!("dds in {other} can't be written; expected BC1, BC3, BC5 or BC7");
                return Err(Error::new(ErrorKind::Codec(message), "dds"));
            }
        };
        let mips = if options.mips { pixels.mips_for(usage)? } else { vec![pixels] };
        let mut file = header(&mips, blocks);
        for mip in &mips {
            match blocks {
                Blocks::Short(encoder, _) => append(&mut file, mip, encoder, usage),
                #[cfg(feature = "bc7")]
                Blocks::Bc7 => append_bc7(&mut file, mip),
            }
        }
        Ok(file)
    }
}

/// The blocks to write to a file.
#[derive(Clone, Copy)]
enum Blocks {
    /// Blocks that have a four-character code in Direct3D 9.
    Short(Format, [u8; 4]),
    /// Blocks that need the header of Direct3D 10.
    #[cfg(feature = "bc7")]
    Bc7,
}

impl Blocks {
    /// Returns how many bytes a surface takes.
    fn size(self, width: u32, height: u32) -> usize {
        match self {
            Self::Short(encoder, _) => encoder.compressed_size(width as usize, height as usize),
            #[cfg(feature = "bc7")]
            Self::Bc7 => (width.div_ceil(4) as usize) * (height.div_ceil(4) as usize) * 16,
        }
    }

    fn characters(self) -> [u8; 4] {
        match self {
            Self::Short(_, characters) => characters,
            #[cfg(feature = "bc7")]
            Self::Bc7 => *b"DX10",
        }
    }
}

/// Appends the blocks of a mip.
fn append(file: &mut Vec<u8>, mip: &Pixels, encoder: Format, usage: TextureUse) {
    let (width, height) = (mip.width() as usize, mip.height() as usize);
    let is_color = usage == TextureUse::Color;
    let params = Params {
        // Cluster fit is 40 times as slow: 18 seconds for 2048 x 2048 pixels.
        algorithm: Algorithm::RangeFit,
        weights: if is_color { COLOUR_WEIGHTS_PERCEPTUAL } else { COLOUR_WEIGHTS_UNIFORM },
        weigh_colour_by_alpha: is_color && encoder == Format::Bc3,
    };
    let start = file.len();
    file.resize(start + encoder.compressed_size(width, height), 0);
    if let Some(blocks) = file.get_mut(start..) {
        encoder.compress(mip.as_bytes(), width, height, params, blocks);
    }
}

/// Appends the blocks of a mip. If a block is not complete, the last rows and columns will be repeated.
#[cfg(feature = "bc7")]
fn append_bc7(file: &mut Vec<u8>, mip: &Pixels) {
    use block_compression::encode::compress_rgba8;
    use block_compression::{BC7Settings, CompressionVariant};

    let (width, height) = (mip.width().next_multiple_of(4), mip.height().next_multiple_of(4));
    let last = |side: u32| side.saturating_sub(1);
    let whole = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let pixel = |(x, y): (u32, u32)| mip.get(x.min(last(mip.width())), y.min(last(mip.height()))).unwrap_or_default();
    let pixels: Vec<u8> = whole.flat_map(pixel).collect();
    let settings = if mip.is_opaque() { BC7Settings::opaque_fast() } else { BC7Settings::alpha_fast() };
    let start = file.len();
    file.resize(start + Blocks::Bc7.size(width, height), 0);
    if let Some(blocks) = file.get_mut(start..) {
        compress_rgba8(CompressionVariant::BC7(settings), &pixels, blocks, width, height, width * 4);
    }
}

/// Returns the identifier and the header (see FORMAT.md, section 3.5).
fn header(mips: &[Pixels], blocks: Blocks) -> Vec<u8> {
    const HEADER: u32 = 124;
    // Capabilities, height, width, format, and the length of the first mip.
    const FLAGS: u32 = 0x0008_1007;
    const MIP_COUNT: u32 = 0x0002_0000;
    const FOUR_CC: u32 = 4;
    const TEXTURE: u32 = 0x1000;
    const MIPS: u32 = 0x0040_0008;
    let (width, height) = mips.first().map_or((0, 0), Pixels::size);
    let length = blocks.size(width, height);
    let count = u32::try_from(mips.len()).unwrap_or(u32::MAX);
    let (flags, capabilities) = if count > 1 { (FLAGS | MIP_COUNT, TEXTURE | MIPS) } else { (FLAGS, TEXTURE) };
    let mut file = b"DDS ".to_vec();
    let length = u32::try_from(length).unwrap_or(u32::MAX);
    file.extend([HEADER, flags, height, width, length, 0, count].into_iter().flat_map(u32::to_le_bytes));
    file.extend([0; 44]);
    file.extend([32, FOUR_CC].into_iter().flat_map(u32::to_le_bytes));
    file.extend(blocks.characters());
    file.extend([0; 20]);
    file.extend(capabilities.to_le_bytes());
    file.extend([0; 16]);
    #[cfg(feature = "bc7")]
    if matches!(blocks, Blocks::Bc7) {
        // BC7 without a colour space, as the other formats; two dimensions, one layer.
        file.extend([98, 3, 0, 1, 0].into_iter().flat_map(u32::to_le_bytes));
    }
    file
}
