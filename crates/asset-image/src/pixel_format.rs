//! How pixels are stored.

use std::borrow::Cow;
use std::fmt;

/// The width, height and bytes of a block. In a plain format, this is a single pixel. In a packed stream (png, jpg and
/// so on), a block has no bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) bytes: u32,
    /// How many blocks a surface must have at least, in both directions.
    pub(crate) least: u32,
}

/// The number type of the channels in a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Sample {
    /// Integers that represent 0 to 1.
    Unorm,
    /// Integers that represent −1 to 1.
    Snorm,
    /// Floats, which may share an exponent. They are linear light or any other quantity.
    Float,
}

/// Name, block, channels, and number type.
struct Row(&'static str, Block, &'static str, Sample);

const fn pixel(bytes: u32) -> Block {
    Block { width: 1, height: 1, bytes, least: 1 }
}

const fn block(bytes: u32) -> Block {
    Block { width: 4, height: 4, bytes, least: 1 }
}

const fn pvrtc(width: u32) -> Block {
    Block { width, height: 4, bytes: 8, least: 2 }
}

const STREAM: Block = pixel(0);

macro_rules! formats {
    ($($variant:ident $name:literal $block:expr, $channels:literal $sample:ident $doc:literal;)*) => {
        /// How the pixels of a texture are stored. For a table, see FORMAT.md, section 1.
        ///
        /// This does not include the colour space. To get this, use [`Info::color_space`](crate::Info::color_space).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum PixelFormat {
            $(#[doc = $doc] $variant,)*
            /// A format that this crate is not able to decode, with the code from the file.
            Other(FormatCode),
        }

        impl PixelFormat {
            /// All formats that have a name.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            fn row(self) -> Option<Row> {
                match self {
                    $(Self::$variant => Some(Row($name, $block, $channels, Sample::$sample)),)*
                    Self::Other(_) => None,
                }
            }
        }
    };
}

formats! {
    L1 "L1" STREAM, "L" Unorm "Grey, one bit.";
    L2 "L2" STREAM, "L" Unorm "Grey, two bits.";
    L4 "L4" STREAM, "L" Unorm "Grey, four bits.";
    L8 "L8" pixel(1), "L" Unorm "Grey, one byte.";
    L16 "L16" pixel(2), "L" Unorm "Grey, two bytes.";
    La8 "LA8" pixel(2), "LA" Unorm "Grey and alpha, a byte each.";
    La16 "LA16" STREAM, "LA" Unorm "Grey and alpha, two bytes each.";
    P1 "P1" STREAM, "RGB" Unorm "Palette, one bit.";
    P2 "P2" STREAM, "RGB" Unorm "Palette, two bits.";
    P4 "P4" STREAM, "RGB" Unorm "Palette, four bits.";
    P8 "P8" STREAM, "RGB" Unorm "Palette, one byte.";
    Rgb16 "RGB16" STREAM, "RGB" Unorm "Two bytes a channel.";
    YCbCr8 "YCbCr8" STREAM, "RGB" Unorm "Luminance and two colour differences, as jpg has it.";
    Cmyk8 "CMYK8" STREAM, "CMYK" Unorm "Inks of a press, as some jpg have it. Not decoded: only a profile defines their colours.";
    R8 "R8" pixel(1), "R" Unorm "One byte.";
    A8 "A8" pixel(1), "A" Unorm "Alpha, one byte.";
    Rg8 "RG8" pixel(2), "RG" Unorm "A byte each.";
    Rgb8 "RGB8" pixel(3), "RGB" Unorm "A byte each, red first.";
    Bgr8 "BGR8" pixel(3), "RGB" Unorm "A byte each, blue first.";
    Rgba8 "RGBA8" pixel(4), "RGBA" Unorm "A byte each, red first.";
    Bgra8 "BGRA8" pixel(4), "RGBA" Unorm "A byte each, blue first.";
    Rgbx8 "RGBX8" pixel(4), "RGB" Unorm "A byte each, red first, the last unused.";
    Bgrx8 "BGRX8" pixel(4), "RGB" Unorm "A byte each, blue first, the last unused.";
    Gbar8 "GBAR8" pixel(4), "RGBA" Unorm "A byte each: green, blue, alpha, red. A vtf calls it ARGB8888.";
    Abgr8 "ABGR8" pixel(4), "RGBA" Unorm "A byte each, alpha first, then blue.";
    Bgr565 "BGR565" pixel(2), "RGB" Unorm "16 bits, blue lowest.";
    Rgb565 "RGB565" pixel(2), "RGB" Unorm "16 bits, red lowest.";
    Bgr5A1 "BGR5A1" pixel(2), "RGBA" Unorm "16 bits, blue lowest, one of alpha.";
    Bgr5X1 "BGR5X1" pixel(2), "RGB" Unorm "16 bits, blue lowest, one unused.";
    Bgra4 "BGRA4" pixel(2), "RGBA" Unorm "16 bits, blue lowest.";
    Rgb10A2 "RGB10A2" pixel(4), "RGBA" Unorm "32 bits, red lowest.";
    R8Snorm "R8_SNORM" pixel(1), "R" Snorm "One signed byte.";
    Rg8Snorm "RG8_SNORM" pixel(2), "RG" Snorm "A signed byte each.";
    Rgba8Snorm "RGBA8_SNORM" pixel(4), "RGBA" Snorm "A signed byte each.";
    R16 "R16" pixel(2), "R" Unorm "Two bytes.";
    Rg16 "RG16" pixel(4), "RG" Unorm "Two bytes each.";
    Rgba16 "RGBA16" pixel(8), "RGBA" Unorm "Two bytes each.";
    R16Snorm "R16_SNORM" pixel(2), "R" Snorm "Two signed bytes.";
    Rg16Snorm "RG16_SNORM" pixel(4), "RG" Snorm "Two signed bytes each.";
    Rgba16Snorm "RGBA16_SNORM" pixel(8), "RGBA" Snorm "Two signed bytes each.";
    R16F "R16F" pixel(2), "R" Float "A half.";
    Rg16F "RG16F" pixel(4), "RG" Float "Halves.";
    Rgba16F "RGBA16F" pixel(8), "RGBA" Float "Halves.";
    R32F "R32F" pixel(4), "R" Float "A float.";
    Rg32F "RG32F" pixel(8), "RG" Float "Floats.";
    Rgb32F "RGB32F" pixel(12), "RGB" Float "Floats.";
    Rgba32F "RGBA32F" pixel(16), "RGBA" Float "Floats.";
    Rg11B10F "RG11B10F" pixel(4), "RGB" Float "32 bits of small floats without sign.";
    Rgb9E5 "RGB9E5" pixel(4), "RGB" Float "32 bits: three mantissas, one exponent.";
    Bc1 "BC1" block(8), "RGBA" Unorm "Block compression 1, DXT1: colour, and one bit of alpha.";
    Bc1Rgb "BC1_RGB" block(8), "RGB" Unorm "Block compression 1 without alpha.";
    Bc2 "BC2" block(16), "RGBA" Unorm "Block compression 2, DXT3: colour, and four bits of alpha.";
    Bc3 "BC3" block(16), "RGBA" Unorm "Block compression 3, DXT5: colour, and alpha of its own.";
    Bc3Rxgb "BC3_RXGB" block(16), "RGB" Unorm "BC3 with red where alpha is; decoding puts it back.";
    Bc4 "BC4" block(8), "R" Unorm "Block compression 4, ATI1: one channel.";
    Bc4Snorm "BC4_SNORM" block(8), "R" Snorm "Block compression 4, signed.";
    Bc5 "BC5" block(16), "RG" Unorm "Block compression 5, ATI2: two channels, as a rule of normals.";
    Bc5Snorm "BC5_SNORM" block(16), "RG" Snorm "Block compression 5, signed.";
    Bc6hUf16 "BC6H_UF16" block(16), "RGB" Float "Block compression 6, halves without sign.";
    Bc6hSf16 "BC6H_SF16" block(16), "RGB" Float "Block compression 6, halves with sign.";
    Bc7 "BC7" block(16), "RGBA" Unorm "Block compression 7.";
    Etc1 "ETC1" block(8), "RGB" Unorm "Ericsson texture compression 1.";
    Etc2 "ETC2" block(8), "RGB" Unorm "Ericsson texture compression 2, colour.";
    Etc2A1 "ETC2_A1" block(8), "RGBA" Unorm "Ericsson texture compression 2, colour and one bit of alpha.";
    Etc2A8 "ETC2_A8" block(16), "RGBA" Unorm "Ericsson texture compression 2, colour and alpha.";
    EacR "EAC_R" block(8), "R" Unorm "One channel of 11 bits.";
    EacRSnorm "EAC_R_SNORM" block(8), "R" Snorm "One signed channel of 11 bits.";
    EacRg "EAC_RG" block(16), "RG" Unorm "Two channels of 11 bits.";
    EacRgSnorm "EAC_RG_SNORM" block(16), "RG" Snorm "Two signed channels of 11 bits.";
    Etc1s "Basis ETC1S" STREAM, "RGBA" Unorm "Basis Universal: a subset of ETC1 with codebooks, always in BasisLZ.";
    Uastc "Basis UASTC" block(16), "RGBA" Unorm "Basis Universal: a subset of ASTC.";
    Pvrtc2 "PVRTC2" pvrtc(8), "RGBA" Unorm "PowerVR texture compression 1, two bits a pixel.";
    Pvrtc4 "PVRTC4" pvrtc(4), "RGBA" Unorm "PowerVR texture compression 1, four bits a pixel.";
}

/// A format, using the code from the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FormatCode {
    /// The four-character code in a dds. This can also be a number that Direct3D 9 stores there.
    FourCc([u8; 4]),
    /// The number of bits in a pixel, and the masks for red, green, blue and alpha, in a dds.
    Masks(u32, [u32; 4]),
    /// The number of a DXGI format.
    Dxgi(u32),
    /// The `glInternalFormat` in a ktx.
    Gl(u32),
    /// The `vkFormat` in a ktx2.
    Vk(u32),
    /// The number of a format in a vtf.
    Vtf(u32),
    /// The name of the format.
    Named(&'static str),
}

impl fmt::Display for FormatCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FourCc(code) if code.iter().all(|byte| byte.is_ascii_graphic() || *byte == b' ') => {
                code.iter().try_for_each(|byte| write!(f, "{}", char::from(*byte)))
            }
            Self::FourCc(code) => write!(f, "D3DFORMAT {}", u32::from_le_bytes(*code)),
            Self::Masks(bits, [red, green, blue, alpha]) => {
                write!(f, "{bits} bits, masks {red:#x} {green:#x} {blue:#x} {alpha:#x}")
            }
            Self::Dxgi(number) => write!(f, "DXGI format {number}"),
            Self::Gl(number) => write!(f, "GL format {number:#06x}"),
            Self::Vk(number) => write!(f, "Vulkan format {number}"),
            Self::Vtf(number) => write!(f, "VTF format {number}"),
            Self::Named(name) => f.write_str(name),
        }
    }
}

impl PixelFormat {
    /// Returns the name, for example `BC3`, `RGBA8` or `DXGI format 107`.
    pub fn name(self) -> Cow<'static, str> {
        match (self, self.row()) {
            (_, Some(row)) => Cow::Borrowed(row.0),
            (Self::Other(code), None) => Cow::Owned(code.to_string()),
            (_, None) => Cow::Borrowed(""),
        }
    }

    /// Returns the channels: `L` for grey, `RG`, `RGBA` and so on. If they are not known, this is empty.
    pub fn channels(self) -> &'static str {
        self.row().map_or("", |row| row.2)
    }

    /// Returns the number type. If this is unknown, returns `None`.
    pub fn sample(self) -> Option<Sample> {
        self.row().map(|row| row.3)
    }

    /// Returns `true` if the pixels are compressed in blocks.
    pub fn is_block(self) -> bool {
        self.block().is_some_and(|block| block.height > 1)
    }

    /// Returns the block, if the format is used to store surfaces.
    pub(crate) fn block(self) -> Option<Block> {
        self.row().map(|row| row.1).filter(|block| block.bytes > 0)
    }

    /// Returns how many bytes a surface of `width` x `height` pixels takes. If this is unknown, or more than a file can
    /// have, returns `None`.
    pub fn surface_len(self, width: u32, height: u32) -> Option<u64> {
        let block = self.block()?;
        let across = u64::from(width.div_ceil(block.width).max(block.least));
        let down = u64::from(height.div_ceil(block.height).max(block.least));
        across.checked_mul(down)?.checked_mul(block.bytes.into())
    }
}

impl fmt::Display for PixelFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name())
    }
}
