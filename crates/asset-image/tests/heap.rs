//! Law 4, metered: a test binary of its own with a single test, since the meter counts for the whole process.

use asset_image::{Image, Limits, Mip, PixelFormat};
use testkit::ByteBuilder;
use testkit::corpus::Selection;
use testkit::meter::{Meter, peak_of};

#[global_allocator]
static HEAP: Meter = Meter;

/// Memory of decoders in addition to pixels: windows, tables, rows.
const BESIDES: usize = 384 * 1024;

/// Headers cost next to no memory, decoding at most twice its output; progressive jpg and lossy webp four times.
fn check(name: &str, bytes: &[u8]) {
    let peak = peak_of(&HEAP, || Image::parse(bytes));
    assert!(peak <= 4096, "{name}: {peak} bytes of heap for a header");
    let Ok(image) = Image::parse(bytes) else { return };
    let largest = image.info().decoded_len(Mip(0)).expect("there is a first mip") as usize;
    let progressive = image.info().format == PixelFormat::YCbCr8 && bytes.windows(2).any(|two| two == [0xff, 0xc2]);
    let progressive = progressive || bytes.get(8..12) == Some(b"WEBP");
    let most = if progressive { 4 } else { 2 } * largest + BESIDES;
    let peak = peak_of(&HEAP, || image.decode(Mip(0), &mut Limits::default().budget()));
    assert!(peak <= most, "{name}: {peak} bytes of heap for {largest} bytes of pixels, {most} are allowed");
}

/// A ktx2 of 16384 x 16384 pixels in Zstandard, whose only block is empty.
fn empty_ktx2() -> Vec<u8> {
    let data = b"\x28\xb5\x2f\xfd\x20\0\x01\0\0";
    let head = ByteBuilder::new().raw(b"\xabKTX 20\xbb\r\n\x1a\n").u32s(&[37, 1, 16_384, 16_384, 0, 0, 1, 1, 2]);
    head.raw(&[0; 32]).u64(104).u64(data.len() as u64).u64(1 << 30).raw(data).build()
}

/// A png of one colour, 8192 x 8192 pixels of a bit, with all but its end.
fn cut_png() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 8_192, 8_192);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&vec![0; 8_192 * 1_024]).expect("pixels");
    writer.finish().expect("an end");
    bytes.truncate(bytes.len() * 3 / 4);
    bytes
}

/// Pixels that a file only promises take no heap.
fn check_promises() {
    for (name, bytes) in [("empty.ktx2", empty_ktx2()), ("cut.png", cut_png())] {
        let image = Image::parse(&bytes).expect(name);
        let decode = || image.decode(Mip(0), &mut Limits::default().budget());
        assert!(decode().is_err(), "{name}");
        let peak = peak_of(&HEAP, || drop(decode()));
        assert!(peak <= 4 << 20, "{name}: {peak} bytes of heap for {} bytes", bytes.len());
    }
}

#[test]
fn decoding_takes_heap_in_proportion_to_its_pixels() {
    check_promises();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    for entry in std::fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        check(&path.display().to_string(), &std::fs::read(&path).expect("a file"));
    }
    for (folder, extensions, count) in
        [("urho-scene", &["dds", "png", "jpg"][..], 81), ("pragma-scene", &["dds", "ktx", "png"][..], 65)]
    {
        for file in Selection::new(folder, extensions, count).files().into_iter().flatten() {
            check(file.name(), &file.bytes());
        }
    }
}
