//! Textures.

use asset_image::{ErrorKind, Image, Info, Kind, Mip, PixelFormat};
use binio::{Error, Findings, Limits};
use proptest::collection::vec;
use proptest::prelude::*;
use testkit::{ByteBuilder, Format, laws};

use crate::Target;

/// The fuzz target for textures.
pub const TARGET: Target = Target { name: "image", body, seeds };

/// The fuzz target for Basis Universal and Zstandard in ktx2.
pub const BASIS: Target = Target { name: "image_basis", body, seeds: basis_seeds };

/// Applies the laws to `asset-image`.
pub struct Texture;

impl Format for Texture {
    testkit::contract!(Image, ErrorKind);

    fn parse(bytes: &[u8]) -> Result<Image<'_>, Error<ErrorKind>> {
        Image::parse(bytes)
    }

    /// Creates the same image from its bytes, because nothing else is public.
    fn rebuild(image: Image<'static>) -> Image<'static> {
        Image::parse(image.as_bytes()).expect("was parsed before").into_owned()
    }

    /// Validates, but does not decode, because a decoder needs its own stack.
    fn validate(image: &Image<'_>) -> Findings {
        let small = image.info().decoded_len(Mip(0)).is_some_and(|length| length < 1 << 20);
        if small { image.validate() } else { Findings::new() }
    }

    fn blocks<'d>(image: &'d Image<'_>) -> Vec<&'d [u8]> {
        vec![image.as_bytes()]
    }
}

/// The largest surface to decode while fuzzing, in bytes of RGBA8.
const LARGEST: u64 = 1 << 22;

/// Decodes every surface of a texture, but only the first few if there are many. The output must have the size in the
/// header.
pub fn decode_all(image: &Image<'_>, largest: u64) -> usize {
    const MOST: u32 = 8;
    let (info, mut decoded) = (image.info(), 0);
    for mip in (0..info.mips.min(MOST)).map(Mip) {
        let depth = info.mip_depth(mip).unwrap_or(1);
        for layer in 0..info.layers.min(2) {
            for face in 0..info.faces.min(MOST) {
                let surface = mip.layer(layer).face(face).slice(depth - 1);
                let Ok(pixels) = image.decode(surface, &mut budget(largest)) else { continue };
                assert_eq!(Some(pixels.size()), info.mip_size(mip), "size of {surface:?}");
                assert_eq!(pixels.pixels().len() as u64 * 4, info.decoded_len(mip).expect("was decoded"));
                decoded += 1;
            }
        }
    }
    decoded
}

fn budget(largest: u64) -> binio::Budget {
    let limits = Limits::default().max_expanded_bytes(largest);
    limits.budget()
}

/// Checks all laws, decodes every surface, and writes the smallest to a png.
fn body(bytes: &[u8]) {
    laws::all::<Texture>(bytes);
    let Ok(image) = Image::parse(bytes) else { return };
    let _ = image.summary(true);
    decode_all(&image, LARGEST);
    let last = Mip(image.info().mips - 1);
    if let Ok(pixels) = image.decode(last, &mut budget(1 << 16)) {
        let png = pixels.to_png().expect("pixels");
        let again = asset_image::decode(&png, Mip(0), &mut budget(1 << 16)).expect("our own");
        assert_eq!(again.pixels(), pixels.pixels(), "png holds all pixels");
    }
}

/// Files that were written by other encoders.
macro_rules! written {
    ($($name:literal)*) => { &[$(include_bytes!(concat!("../../asset-image/tests/data/", $name)).as_slice(),)*] };
}

const WRITTEN: &[&[u8]] = written!(
    "bits.png" "grey16.png" "interlaced.png" "palette_alpha.png" "rgb.jpg" "progressive.jpg" "subsampled.jpg" "cmyk.jpg"
    "rgba_rle.tga" "palette.tga" "rgba.bmp" "palette.bmp" "bc7.dds" "bc6h.dds" "etc2a8.dds" "eac_rg.ktx" "padded.ktx"
    "bc7_srgb.ktx2" "etc1s.ktx2" "etc1s_alpha.ktx2" "uastc.ktx2" "uastc_zstd.ktx2" "zstd.ktx2" "dxt5_75.vtf" "bgr888.vtf"
    "lossless.webp" "lossy.webp" "lossy_alpha.webp"
);

fn seeds() -> Vec<Vec<u8>> {
    files(16)
}

/// Returns files in both encodings, with or without Zstandard, followed by generated ktx2 containers.
fn basis_seeds() -> Vec<Vec<u8>> {
    files(64).into_iter().filter(|bytes| bytes.starts_with(b"\xabKTX 20")).collect()
}

/// Returns files of all kinds, and the given number of generated containers.
fn files(generated: usize) -> Vec<Vec<u8>> {
    let written = WRITTEN.iter().map(|bytes| bytes.to_vec());
    written.chain(crate::common::examples(texture(), generated).into_iter().map(|texture| texture.bytes)).collect()
}

/// A generated texture, and the properties that it should have.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The kind of file.
    pub kind: Kind,
    /// The pixel format.
    pub format: PixelFormat,
    /// The width and height.
    pub size: (u32, u32),
    /// The number of mips.
    pub mips: u32,
    /// The number of faces.
    pub faces: u32,
    /// The file.
    pub bytes: Vec<u8>,
}

impl Drawn {
    /// Returns `true` if the header has the same properties.
    pub fn is(&self, info: &Info) -> bool {
        let drawn = (self.kind, self.format, self.size, self.mips, self.faces);
        drawn == (info.kind, info.format, (info.width, info.height), info.mips, info.faces)
    }
}

/// The numbers that a format has in DXGI, in `glInternalFormat`, in `glType` and in Vulkan.
const FORMATS: [(PixelFormat, u32, u32, u32, u32); 14] = [
    (PixelFormat::R8, 61, 0x8229, 0x1401, 9),
    (PixelFormat::Rgba8, 28, 0x8058, 0x1401, 37),
    (PixelFormat::Rg16, 35, 0x822c, 0x1403, 77),
    (PixelFormat::Rgba16F, 10, 0x881a, 0x140b, 97),
    (PixelFormat::Rgb32F, 6, 0x8815, 0x1406, 106),
    (PixelFormat::Rgb9E5, 67, 0x8c3d, 0x8c3e, 123),
    (PixelFormat::Rg8Snorm, 51, 0x8f95, 0x1400, 17),
    (PixelFormat::Bc1, 71, 0x83f1, 0, 133),
    (PixelFormat::Bc3, 77, 0x83f3, 0, 137),
    (PixelFormat::Bc4Snorm, 81, 0x8dbc, 0, 140),
    (PixelFormat::Bc5, 83, 0x8dbd, 0, 141),
    (PixelFormat::Bc6hSf16, 96, 0x8e8e, 0, 144),
    (PixelFormat::Bc6hUf16, 95, 0x8e8f, 0, 143),
    (PixelFormat::Bc7, 98, 0x8e8c, 0, 145),
];

/// Generates containers whose surfaces contain arbitrary bytes. They can be dds, ktx, ktx2 or vtf, flat or a cube, with
/// or without mips.
pub fn texture() -> impl Strategy<Value = Drawn> {
    let format = proptest::sample::select(FORMATS.to_vec());
    let kind = proptest::sample::select(vec![Kind::Dds, Kind::Ktx, Kind::Ktx2, Kind::Vtf]);
    (kind, format, 1..20_u32, 1..20_u32, 1..4_u32, any::<bool>(), vec(any::<u8>(), 1..64)).prop_map(
        |(kind, numbers, width, height, mips, cube, noise)| {
            let most = u32::BITS - width.max(height).leading_zeros();
            let mut drawn = Drawn {
                kind,
                format: if kind == Kind::Vtf { PixelFormat::Bc3 } else { numbers.0 },
                size: (width, height),
                mips: mips.min(most),
                faces: if cube { 6 } else { 1 },
                bytes: Vec::new(),
            };
            drawn.bytes = match kind {
                Kind::Dds => dds(&drawn, numbers.1, &noise),
                Kind::Ktx => ktx(&drawn, (numbers.2, numbers.3), &noise),
                Kind::Ktx2 => ktx2(&drawn, numbers.4, &noise),
                _ => vtf(&drawn, &noise),
            };
            drawn
        },
    )
}

/// Returns the size of a mip, and how many bytes a face takes in it.
fn mip(drawn: &Drawn, mip: u32) -> ((u32, u32), usize) {
    let (width, height) = ((drawn.size.0 >> mip).max(1), (drawn.size.1 >> mip).max(1));
    let length = drawn.format.surface_len(width, height).expect("a format of surfaces");
    ((width, height), length as usize)
}

/// Returns `length` bytes of noise.
fn filled(noise: &[u8], length: usize) -> Vec<u8> {
    noise.iter().copied().cycle().take(length).collect()
}

fn dds(drawn: &Drawn, dxgi: u32, noise: &[u8]) -> Vec<u8> {
    let head = ByteBuilder::new().raw(b"DDS ").u32s(&[124, 0x1007, drawn.size.1, drawn.size.0, 0, 0, drawn.mips]);
    let head = head.raw(&[0; 44]).u32s(&[32, 4]).raw(b"DX10").raw(&[0; 20]).u32s(&[0x1000, 0, 0, 0, 0]);
    let head = head.u32s(&[dxgi, 3, if drawn.faces == 6 { 4 } else { 0 }, 1, 0]);
    let face: usize = (0..drawn.mips).map(|level| mip(drawn, level).1).sum();
    head.raw(&filled(noise, face * drawn.faces as usize)).build()
}

fn ktx(drawn: &Drawn, (internal, ty): (u32, u32), noise: &[u8]) -> Vec<u8> {
    let head = ByteBuilder::new().raw(b"\xabKTX 11\xbb\r\n\x1a\n").u32s(&[0x0403_0201, ty, 1, 0, internal, 0]);
    let head = head.u32s(&[drawn.size.0, drawn.size.1, 0, 0, drawn.faces, drawn.mips, 0]);
    let levels = (0..drawn.mips).map(|level| {
        let ((_, height), length) = mip(drawn, level);
        let rows = if drawn.format.is_block() { 1 } else { height as usize };
        (length / rows).next_multiple_of(4) * rows
    });
    levels
        .fold(head, |bytes, length| bytes.u32(length as u32).raw(&filled(noise, length * drawn.faces as usize)))
        .build()
}

fn ktx2(drawn: &Drawn, vk: u32, noise: &[u8]) -> Vec<u8> {
    let head = ByteBuilder::new().raw(b"\xabKTX 20\xbb\r\n\x1a\n");
    let head = head.u32s(&[vk, 1, drawn.size.0, drawn.size.1, 0, 0, drawn.faces, drawn.mips, 0]).raw(&[0; 32]);
    let lengths: Vec<usize> = (0..drawn.mips).map(|level| mip(drawn, level).1 * drawn.faces as usize).collect();
    let mut offset = 80 + 24 * lengths.len();
    let index = lengths.iter().fold(head, |bytes, length| {
        let at = offset as u64;
        offset += length;
        bytes.u64(at).u64(*length as u64).u64(*length as u64)
    });
    index.raw(&filled(noise, lengths.iter().sum())).build()
}

/// Creates a vtf of version 7.2, using BC3 and without a thumbnail.
fn vtf(drawn: &Drawn, noise: &[u8]) -> Vec<u8> {
    let (flags, first) = if drawn.faces == 6 { (0x4000, [0xff; 2]) } else { (0, [0; 2]) };
    let size = [drawn.size.0, drawn.size.1].map(|size| (size as u16).to_le_bytes()).concat();
    let head = ByteBuilder::new().raw(b"VTF\0").u32s(&[7, 2, 80]).raw(&size).u32(flags).raw(&[1, 0]).raw(&first);
    let head = head.raw(&[0; 24]).u32(15).u8(drawn.mips as u8).u32(u32::MAX).raw(&[0, 0, 1, 0]).raw(&[0; 15]);
    let face: usize = (0..drawn.mips).map(|level| mip(drawn, level).1).sum();
    head.raw(&filled(noise, face * drawn.faces as usize)).build()
}
