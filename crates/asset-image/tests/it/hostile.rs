//! Invalid input: messages and byte offsets.

use asset_image::binio::Fault;
use asset_image::{Error, ErrorKind, Image, Info, Kind, Limits, Mip, decode};
use testkit::ByteBuilder;
use testkit::hostile::{truncations, with_word, with_words};

fn data(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn error(bytes: &[u8]) -> Error {
    Info::of(bytes).expect_err("bad bytes")
}

#[track_caller]
fn assert_error(bytes: &[u8], kind: impl Into<ErrorKind>, offset: u64, text: &str) {
    let error = error(bytes);
    assert_eq!((error.kind(), error.offset()), (&kind.into(), Some(offset)), "{error}");
    assert_eq!(error.to_string(), text);
}

fn fault(needed: u64, remaining: u64) -> Fault {
    Fault::UnexpectedEnd { needed, remaining }
}

/// A dds of one BC1 block in every mip.
fn dds(width: u32, height: u32, mips: u32) -> Vec<u8> {
    let head = ByteBuilder::new().raw(b"DDS ").u32s(&[124, 0x1007, height, width, 0, 0, mips]).raw(&[0; 44]);
    head.u32s(&[32, 4]).raw(b"DXT1").raw(&[0; 40]).raw(&[0; 24]).build()
}

#[test]
fn other_files_are_refused() {
    for bytes in
        [&b""[..], b"D", b"DDX \0\0\0\0", b"UMDL", b"\x89PNX\r\n\x1a\n", b"BM", b"hello, this is a line of text"]
    {
        let text = "expected the identifier of a texture, found other bytes (at byte 0x0)";
        assert_error(bytes, ErrorKind::NotATexture, 0, text);
    }
}

#[test]
fn sizes_that_no_file_holds() {
    let text = "mip 0: expected 2305843009213693952 bytes, found 24 (at byte 0x80)";
    assert_error(&dds(1 << 31, 1 << 31, 1), fault(1 << 61, 24), 128, text);
    let remaining = "mip 0: expected 34359738368 bytes, found 24 (at byte 0x80)";
    assert_error(&dds(u32::MAX, 13, 1), fault(1 << 35, 24), 128, remaining);
    let text = "size: no pixels: a size of 0 (at byte 0xc)";
    assert_error(&dds(0, 4, 1), ErrorKind::Header("no pixels: a size of 0"), 12, text);
    // 16 bytes a pixel, and more of them than 64 bits count.
    let float = with_word(&with_word(&dds(u32::MAX, u32::MAX, 1), 84, 116), 80, 4);
    let text = "size: exceeded the limit of size of a surface (at byte 0xc)";
    assert_error(&float, Fault::Limit("size of a surface"), 12, text);
}

#[test]
fn mip_counts() {
    assert_eq!(Info::of(&dds(4, 4, 0)).expect("0 counts as 1").mips, 1);
    assert_eq!(Info::of(&dds(4, 4, 3)).expect("4, 2, 1").mips, 3);
    for mips in [4, u32::MAX] {
        let text = format!("mip count: expected at most 3 mips, found {mips} (at byte 0x1c)");
        assert_error(&dds(4, 4, mips), ErrorKind::TooManyMips { mips, most: 3 }, 28, &text);
    }
    let cut = &dds(4, 4, 3)[..128 + 20];
    assert_error(cut, fault(8, 4), 144, "mip 2: expected 8 bytes, found 4 (at byte 0x90)");
    let findings = Image::parse(&dds(4, 4, 0)).expect("sound").validate();
    let said: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "note: mip count: 0; it counts as 1 (at byte 0x1c)",
            "note: end: 16 bytes after the last mip are ignored (at byte 0x88)"
        ]
    );
}

#[test]
fn faces_that_are_cut_off() {
    // A cube with three of six faces.
    let cube = with_word(&dds(4, 4, 1), 112, 0xfe00);
    let text = "layer or face 3 > mip 0: expected 8 bytes, found 0 (at byte 0x98)";
    assert_error(&cube, fault(8, 0), 152, text);
    let mut whole = cube;
    whole.extend([0; 24]);
    let image = Image::parse(&whole).expect("six faces");
    assert!(image.surface(Mip(0).face(5)).is_some_and(|face| face.len() == 8));
    assert!(image.surface(Mip(0).face(6)).is_none());
    let error = image.decode(Mip(0).face(6), &mut Limits::default().budget()).expect_err("no seventh");
    assert_eq!(error.to_string(), "face: expected a face below 6, found 6");
}

/// A png of a few bytes whose header claims a billion pixels: refused before they are reserved, with any budget.
#[test]
fn bombs() {
    let mut png = data("rgba.png");
    png[16..20].copy_from_slice(&30_000_u32.to_be_bytes());
    png[20..24].copy_from_slice(&30_000_u32.to_be_bytes());
    let error = decode(&png, Mip(0), &mut Limits::default().budget()).expect_err("3.6 GB");
    assert_eq!(error.to_string(), "pixels: exceeded the limit of expanded bytes");
    let error = decode(&png, Mip(0), &mut Limits::UNLIMITED.budget()).expect_err("a bomb");
    assert!(matches!(error.kind(), ErrorKind::Bomb { width: 30_000, height: 30_000, .. }), "{error}");
    png[16..24].copy_from_slice(&[0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]);
    assert!(decode(&png, Mip(0), &mut Limits::UNLIMITED.budget()).is_err());
    let mut jpg = data("grey.jpg");
    let frame = jpg.windows(2).position(|two| two == [0xff, 0xc0]).expect("a frame");
    jpg[frame + 5..frame + 9].copy_from_slice(&[0xff; 4]);
    let error = decode(&jpg, Mip(0), &mut Limits::UNLIMITED.budget()).expect_err("a bomb");
    assert!(matches!(error.kind(), ErrorKind::Bomb { .. }), "{error}");
    // Run-length encoded: 128 pixels at most of a packet.
    let mut tga = data("rgba_rle.tga");
    tga[12..16].copy_from_slice(&[0xff; 4]);
    assert!(matches!(error_kind(&tga), ErrorKind::Data(Fault::UnexpectedEnd { .. })));
}

/// A lossy frame that claims more pixels than the picture: the library would reserve them.
#[test]
fn frames_of_webp_have_the_size_of_the_picture() {
    let mut webp = data("lossy_alpha.webp");
    let frame = webp.windows(4).position(|four| four == b"VP8 ").expect("a frame") + 8;
    assert!(decode(&webp, Mip(0), &mut Limits::default().budget()).is_ok());
    webp[frame + 6..frame + 10].copy_from_slice(&[0xff, 0x3f, 0xff, 0x3f]);
    let error = decode(&webp, Mip(0), &mut Limits::default().budget()).expect_err("another size");
    assert_eq!(error.to_string(), "pixels: a frame of another size than the picture");
}

/// Lengths in ktx2 of Basis Universal and Zstandard that the data doesn't have.
#[test]
fn lengths_in_compressed_ktx2() {
    let said = |bytes: &[u8]| {
        decode(bytes, Mip(0), &mut Limits::default().budget()).map_or_else(|error| error.to_string(), |_| String::new())
    };
    let etc1s = data("etc1s.ktx2");
    let global = u32::from_le_bytes(etc1s[64..68].try_into().expect("four bytes")) as usize;
    for at in [global + 4, global + 8, global + 12, 32] {
        assert_eq!(said(&with_word(&etc1s, at, 0x7fff_ffff)), "pixels: codebooks that end after their data", "{at}");
    }
    assert_eq!(said(&with_word(&etc1s, 64, u32::MAX)), "pixels: no codebooks");
    // The library would read the key values.
    assert_eq!(said(&with_word(&with_word(&etc1s, 56, u32::MAX), 60, u32::MAX)), "");
    let zstd = data("uastc_zstd.ktx2");
    // The decoder ignores the uncompressed length in the header.
    assert_eq!(said(&with_word(&zstd, 100, u32::MAX)), "");
    assert_eq!(said(&with_word(&zstd, 32, 5)), "", "the first layer");
    let fifth = Image::parse(&with_word(&zstd, 32, 5)).map(|image| {
        let error = image.decode(Mip(0).layer(4), &mut Limits::default().budget()).expect_err("no such data");
        error.to_string()
    });
    assert_eq!(fifth.as_deref(), Ok("pixels: data that ends early"));
    let budget = Limits::default().max_expanded_bytes(1 << 16);
    let large = with_word(&with_word(&zstd, 20, 0xffff), 24, 0xffff);
    let error = decode(&large, Mip(0), &mut budget.budget()).expect_err("17 GB");
    assert_eq!(error.kind(), &Fault::Limit("expanded bytes").into());
}

fn error_kind(bytes: &[u8]) -> ErrorKind {
    error(bytes).into_kind()
}

#[test]
fn budgets_are_kept() {
    let bytes = data("rgba.png");
    let limits = Limits::default().max_expanded_bytes(16 * 8 * 4);
    let mut budget = limits.budget();
    assert!(decode(&bytes, Mip(0), &mut budget).is_ok());
    assert_eq!(budget.left(), 0);
    assert_eq!(decode(&bytes, Mip(0), &mut budget).expect_err("spent").kind(), &Fault::Limit("expanded bytes").into());
}

#[test]
fn broken_headers() {
    let ktx = data("bc7.ktx");
    let said = |bytes: &[u8]| error(bytes).to_string();
    assert_eq!(said(&with_word(&ktx, 12, 7)), "header: neither order of bytes (at byte 0xc)");
    assert_eq!(said(&with_word(&ktx, 52, 7)), "header: neither 1 face nor 6 (at byte 0x34)");
    assert_eq!(said(&with_word(&ktx, 60, u32::MAX)), "key values: expected 4294967295 bytes, found 132 (at byte 0x40)");
    assert_eq!(said(&with_word(&ktx, 64, 9)), "mip 0: expected 128 bytes of data, found 9 (at byte 0x40)");
    let ktx2 = data("rgba.ktx2");
    assert_eq!(said(&with_word(&ktx2, 80, u32::MAX)), format!("mip 0: expected 512 bytes, found 0 (at byte 0x50)"));
    assert_eq!(said(&with_word(&ktx2, 88, 9)), "mip 0: expected 512 bytes of data, found 9 (at byte 0x50)");
    assert_eq!(
        said(&with_word(&ktx2, 40, u32::MAX)),
        "mip count: expected at most 5 mips, found 4294967295 (at byte 0x28)"
    );
    let vtf = data("bgr888_75.vtf");
    assert_eq!(said(&with_word(&vtf, 8, 9)), "header: a vtf of another version than 7.0 to 7.6 (at byte 0x4)");
    assert!(
        said(&with_word(&vtf, 68, u32::MAX)).starts_with("resources: "),
        "{}",
        said(&with_word(&vtf, 68, u32::MAX))
    );
    let jpg = data("rgb.jpg");
    assert_eq!(said(b"\xff\xd8\xff\xd9"), "marker: no frame before the pixels (at byte 0x2)");
    assert_eq!(said(&[&jpg[..2], b"\xff\xe0\0\x02zz"].concat()), "marker: no marker where one has to be (at byte 0x6)");
    let png = data("rgb.png");
    assert_eq!(said(&with_word(&png, 8, 0)), "header: no IHDR chunk of 13 bytes at the beginning (at byte 0x8)");
    assert_eq!(Kind::of(&png[..8]), Some(Kind::Png));
}

/// Cut anywhere, and with any word changed: an error at a byte of the file, or something that decodes or is refused; never more.
#[test]
fn every_cut_and_every_word() {
    let names = [
        "interlaced.png",
        "progressive.jpg",
        "grey.jpg",
        "rgba_rle.tga",
        "palette.tga",
        "palette.bmp",
        "bc7.dds",
        "etc2a8.dds",
        "padded.ktx",
        "bc7_srgb.ktx2",
        "etc1s_alpha.ktx2",
        "uastc_zstd.ktx2",
        "zstd.ktx2",
        "lossless.webp",
        "lossy.webp",
        "lossy_alpha.webp",
        "dxt5_75.vtf",
    ];
    for name in names {
        let bytes = data(name);
        let whole = Image::parse(&bytes).expect("sound").info().clone();
        for cut in truncations(&bytes) {
            match Image::parse(cut) {
                Err(error) => assert!(error.offset().expect("an offset") <= cut.len() as u64, "{name}: {error}"),
                Ok(image) => drop(image.decode(Mip(0), &mut small_budget())),
            }
        }
        for word in [u32::MAX, 0, 0x7fff_ffff] {
            for (_, changed) in with_words(&bytes, word) {
                if let Ok(image) = Image::parse(&changed) {
                    let last = Mip(image.info().mips - 1);
                    let _ = (image.decode(Mip(0), &mut small_budget()), image.decode(last, &mut small_budget()));
                }
            }
        }
        assert!(whole.width >= 11);
    }
}

fn small_budget() -> asset_image::Budget {
    let limits = Limits::default().max_expanded_bytes(1 << 22);
    limits.budget()
}

/// Pixels that are cut off are found by looking at them.
#[test]
fn damaged_streams_are_errors() {
    for name in ["rgba.png", "rgb.jpg", "rgba_rle.tga", "lossless.webp", "etc1s.ktx2", "uastc_zstd.ktx2"] {
        let bytes = data(name);
        let cut = &bytes[..bytes.len() * 3 / 4];
        let told = Image::parse(cut)
            .map(|image| image.validate().iter().any(|finding| finding.kind == asset_image::kinds::DAMAGED));
        assert!(told.unwrap_or(true), "{name}");
    }
    let mut spoilt = data("rgb.png");
    let at = spoilt.len() - 20;
    spoilt[at] ^= 0x55;
    assert!(decode(&spoilt, Mip(0), &mut Limits::default().budget()).is_err(), "the checksum is wrong");
}
