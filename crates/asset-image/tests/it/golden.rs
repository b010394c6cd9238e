//! Small files of independent encoders, with the pixels of independent decoders: Pillow for png, jpg, tga, bmp and dds, srctools for vtf,
//! texture2ddecoder in C++ for ETC; the pixels of `etc2_modes.dds` follow the specification of ETC2. Block data of BC4, BC5, BC7, ETC and EAC is by
//! etcpak. Files of Basis Universal are by its own encoder, their pixels by its own decoder; webp by libwebp in both directions.

use std::path::{Path, PathBuf};

use asset_image::{ColorSpace, ErrorKind, Image, Info, Kind, Limits, Mip, PixelFormat, decode};

fn data(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the names of all files with expected pixels.
fn names() -> Vec<String> {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data"].iter().collect();
    let files = std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> =
        files.filter_map(|name| Some(name.to_str()?.strip_suffix(".rgba")?.to_owned())).collect();
    names.sort();
    names
}

/// How far a value may be from the other decoder's: jpg is an approximation by its nature, the more where colours are stored at half the size.
fn tolerance(name: &str) -> u8 {
    match name {
        "subsampled.jpg" => 12,
        "rgb.jpg" | "progressive.jpg" | "lossy.webp" | "lossy_alpha.webp" => 3,
        _ => 1,
    }
}

#[test]
fn pixels_are_those_of_other_decoders() {
    let names = names();
    assert_eq!(names.len(), 75);
    for name in names {
        let (bytes, expected) = (data(&name), data(&format!("{name}.rgba")));
        let pixels = decode(&bytes, Mip(0), &mut Limits::default().budget());
        let pixels = pixels.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(pixels.as_bytes().len(), expected.len(), "{name}");
        let far = pixels.as_bytes().iter().zip(&expected).enumerate();
        let far = far.max_by_key(|(_, (ours, theirs))| ours.abs_diff(**theirs)).expect("pixels");
        let (index, (ours, theirs)) = far;
        assert!(ours.abs_diff(*theirs) <= tolerance(&name), "{name}: byte {index} is {ours}, not {theirs}");
    }
}

#[test]
fn headers_say_what_the_encoder_was_told() {
    let format = |name: &str| Info::of(&data(name)).unwrap_or_else(|error| panic!("{name}: {error}")).format;
    for (name, expected) in [
        ("grey.png", PixelFormat::L8),
        ("grey16.png", PixelFormat::L16),
        ("grey_alpha.png", PixelFormat::La8),
        ("bits.png", PixelFormat::L1),
        ("interlaced.png", PixelFormat::Rgba8),
        ("rgb.jpg", PixelFormat::YCbCr8),
        ("grey.jpg", PixelFormat::L8),
        ("cmyk.jpg", PixelFormat::Cmyk8),
        ("rgba_rle.tga", PixelFormat::Bgra8),
        ("palette.tga", PixelFormat::P8),
        ("rgb.bmp", PixelFormat::Bgr8),
        ("dxt1.dds", PixelFormat::Bc1),
        ("bc5_dx10.dds", PixelFormat::Bc5),
        ("bc6h.dds", PixelFormat::Bc6hUf16),
        ("bgra.dds", PixelFormat::Bgra8),
        ("luminance_alpha.dds", PixelFormat::La8),
        ("etc2a8.dds", PixelFormat::Etc2A8),
        ("eac_rg.ktx", PixelFormat::EacRg),
        ("rgb.ktx", PixelFormat::Rgb8),
        ("bc7_srgb.ktx2", PixelFormat::Bc7),
        ("etc1s.ktx2", PixelFormat::Etc1s),
        ("uastc_zstd.ktx2", PixelFormat::Uastc),
        ("lossless.webp", PixelFormat::Rgba8),
        ("lossy.webp", PixelFormat::YCbCr8),
        ("dxt5_75.vtf", PixelFormat::Bc3),
        ("ia88.vtf", PixelFormat::La8),
    ] {
        assert_eq!(format(name), expected, "{name}");
    }
    let space = |name: &str| Info::of(&data(name)).expect("sound").color_space;
    assert_eq!(space("interlaced.png"), ColorSpace::Srgb);
    assert_eq!(space("rgb.png"), ColorSpace::Unknown);
    assert_eq!(space("bc7_srgb.dds"), ColorSpace::Srgb);
    assert_eq!(space("bc7_srgb.ktx2"), ColorSpace::Srgb);
    assert_eq!(space("rgba.ktx2"), ColorSpace::Linear);
    assert_eq!(space("bc6h.dds"), ColorSpace::Linear);
    let vtf = Info::of(&data("dxt5_75.vtf")).expect("sound");
    assert_eq!((vtf.kind, vtf.width, vtf.height, vtf.mips, vtf.faces), (Kind::Vtf, 16, 8, 3, 1));
}

#[test]
fn what_cannot_be_decoded_is_refused_by_name() {
    for (name, said) in [
        ("cmyk.jpg", "pixels: CMYK, colours of a press, can't be decoded"),
        ("eac_r.ktx", "pixels: EAC_R can't be decoded"),
        ("eac_rg.ktx", "pixels: EAC_RG can't be decoded"),
    ] {
        let error = decode(&data(name), Mip(0), &mut Limits::default().budget()).expect_err("refused");
        assert!(matches!(error.kind(), ErrorKind::Unsupported(_)), "{name}");
        assert_eq!(error.to_string(), said, "{name}");
    }
}

/// Sizes of a webp in each of its headers.
#[test]
fn sizes_of_webp() {
    let extended = b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\x10\0\0\0\x0f\0\0\x07\0\0".to_vec();
    // Width and height less one, 14 bits each: 15 and 7.
    let lossless = b"RIFF\x16\0\0\0WEBPVP8L\x05\0\0\0\x2f\x0f\xc0\x01\0".to_vec();
    let lossy = b"RIFF\x16\0\0\0WEBPVP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a\x10\0\x08\0".to_vec();
    for (bytes, format) in [(extended, PixelFormat::Rgba8), (lossless, PixelFormat::Rgb8), (lossy, PixelFormat::YCbCr8)]
    {
        let info = Info::of(&bytes).expect("a header");
        assert_eq!((info.kind, info.width, info.height, info.format), (Kind::WebP, 16, 8, format));
        let error = decode(&bytes, Mip(0), &mut Limits::default().budget()).expect_err("no pixels");
        assert!(matches!(error.kind(), ErrorKind::Codec(_)), "{error}");
    }
}

/// Every mip of a vtf, which stores the smallest first.
#[test]
fn mips_are_found() {
    let bytes = data("rgba8888.vtf");
    let image = Image::parse(&bytes).expect("sound");
    for mip in (0..image.info().mips).map(Mip) {
        let pixels = image.decode(mip, &mut Limits::default().budget()).expect("a mip");
        assert_eq!(Some(pixels.as_bytes()), image.surface(mip), "plain pixels are stored as they are");
    }
    assert_eq!(image.info().mip_size(Mip(2)), Some((4, 2)));
    assert_eq!(image.info().mip_size(Mip(3)), None);
    let error = image.decode(Mip(3), &mut Limits::default().budget()).expect_err("no such mip");
    assert_eq!(error.kind(), &ErrorKind::NoSuchSurface { what: "mip", index: 3, count: 3 });
}

/// Kinds with only a header reader: files written by hand.
#[test]
fn others_are_identified() {
    let mut pvr = b"PVR\x03".to_vec();
    pvr.extend([0_u32, 2, 0, 1, 0, 8, 16].into_iter().flat_map(u32::to_le_bytes));
    let mut psd = b"8BPS\0\x01\0\0\0\0\0\0\0\x03".to_vec();
    psd.extend([0, 0, 0, 5, 0, 0, 0, 6, 0, 8, 0, 3]);
    let hdr = b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 5 +X 9\n".to_vec();
    let animated = b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\x0f\0\0\x07\0\0".to_vec();
    let gif = b"GIF89a\x03\0\x04\0".to_vec();
    for (bytes, kind, size) in [
        (pvr, Kind::Pvr, (16, 8)),
        (psd, Kind::Psd, (6, 5)),
        (hdr, Kind::Hdr, (9, 5)),
        (animated, Kind::WebP, (16, 8)),
        (gif, Kind::Gif, (3, 4)),
    ] {
        let info = Info::of(&bytes).unwrap_or_else(|error| panic!("{kind}: {error}"));
        assert_eq!((info.kind, (info.width, info.height)), (kind, size));
        let error = decode(&bytes, Mip(0), &mut Limits::default().budget()).expect_err("identified only");
        assert!(matches!(error.kind(), ErrorKind::Unsupported(_)), "{error}");
    }
}
