//! Law 4, metered: a test binary of its own with a single test, since the meter counts for the whole process.

use asset_image::{Image, Limits, Mip, PixelFormat};
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

#[test]
fn decoding_takes_heap_in_proportion_to_its_pixels() {
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
