//! Written dds files: formats, mips, and the distance of decoded pixels.

use asset_image::{DdsOptions, Image, Kind, Limits, Mip, PixelFormat, Pixels, TextureUse, decode};

/// A picture with a smooth change of colours.
fn picture(width: u32, height: u32, alpha: impl Fn(u32) -> u8) -> Pixels {
    let pixel = |x: u32, y: u32| [(x * 3) as u8, (y * 5) as u8, ((x + y) * 2) as u8, alpha(x)];
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    Pixels::new(width, height, pixels.flat_map(|(x, y)| pixel(x, y)).collect()).expect("pixels")
}

fn budget() -> asset_image::Budget {
    Limits::default().budget()
}

/// The mean distance of two pictures' bytes.
fn distance(a: &Pixels, b: &Pixels) -> f64 {
    assert_eq!(a.size(), b.size());
    let sum: u64 = a.as_bytes().iter().zip(b.as_bytes()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / a.as_bytes().len() as f64
}

#[test]
fn formats_and_mips() {
    for (usage, alpha, format, most) in [
        (TextureUse::Color, 255, PixelFormat::Bc1, 2.0),
        (TextureUse::Data, 255, PixelFormat::Bc1, 2.0),
        (TextureUse::Color, 100, PixelFormat::Bc3, 2.0),
    ] {
        let pixels = picture(40, 28, |x| if x < 20 { alpha } else { 255 });
        let dds = pixels.clone().to_dds(&DdsOptions::default().usage(usage)).expect("a dds");
        let image = Image::parse(&dds).expect("our own");
        let info = image.info();
        assert_eq!((info.kind, info.format, info.mips, info.width), (Kind::Dds, format, 6, 40));
        assert!(image.validate().iter().all(|finding| finding.severity < asset_image::binio::Severity::Warning));
        for (mip, expected) in (0..).zip(pixels.mips_for(usage).expect("mips")) {
            let found = image.decode(Mip(mip), &mut budget()).expect("a mip");
            let far = distance(&found, &expected);
            // Blocks of small mips have many colours.
            assert!(far <= most + 4.0 * f64::from(mip), "{usage:?} {mip}: {far}");
        }
    }
}

#[test]
fn normals_take_two_channels() {
    let normal = Pixels::filled(8, 8, [218, 128, 218, 255]).expect("pixels");
    let options = DdsOptions::default().usage(TextureUse::Normals).mips(false);
    let dds = normal.clone().to_dds(&options).expect("a dds");
    let found = decode(&dds, Mip(0), &mut budget()).expect("BC5");
    assert_eq!(found.get(3, 3), Some([218, 128, 0, 255]));
    assert_eq!(Image::parse(&dds).expect("our own").info().mips, 1);
    let three = normal.to_dds(&options.format(PixelFormat::Bc1)).expect("a dds");
    let [red, green, blue, _] = decode(&three, Mip(0), &mut budget()).expect("BC1").get(3, 3).expect("a pixel");
    assert!(red.abs_diff(218) < 4 && green.abs_diff(128) < 4 && blue.abs_diff(218) < 4, "{red} {green} {blue}");
}

#[test]
fn sizes_and_refusals() {
    let dds = picture(100, 30, |_| 255).to_dds(&DdsOptions::default().max_size(32)).expect("a dds");
    let info = Image::parse(&dds).expect("our own").info().clone();
    assert_eq!((info.width, info.height, info.mips), (25, 7, 5));
    let one = picture(1, 1, |_| 255).to_dds(&DdsOptions::default()).expect("a dds");
    assert_eq!(one.len(), 128 + 8);
    let error = picture(4, 4, |_| 255).to_dds(&DdsOptions::default().format(PixelFormat::Bc2)).expect_err("BC2");
    assert_eq!(error.to_string(), "dds: dds in BC2 can't be written; expected BC1, BC3, BC5 or BC7");
}

/// Peak signal to noise ratio in decibels.
#[cfg(feature = "bc7")]
fn psnr(a: &Pixels, b: &Pixels) -> f64 {
    let squares: u64 = a.as_bytes().iter().zip(b.as_bytes()).map(|(a, b)| u64::from(a.abs_diff(*b)).pow(2)).sum();
    let mean = squares as f64 / a.as_bytes().len() as f64;
    10.0 * (255.0 * 255.0 / mean).log10()
}

#[cfg(feature = "bc7")]
#[test]
fn bc7_is_nearer_than_bc3() {
    // A gradient with alpha, of a size that isn't whole blocks.
    let pixels = picture(61, 30, |x| (x * 4) as u8);
    let ratio = |format| {
        let options = DdsOptions::default().usage(TextureUse::Data).format(format);
        let dds = pixels.clone().to_dds(&options).expect("a dds");
        let image = Image::parse(&dds).expect("our own");
        let info = image.info();
        assert_eq!((info.format, info.width, info.height, info.mips), (format, 61, 30, 6));
        assert!(image.validate().iter().all(|finding| finding.severity < asset_image::binio::Severity::Warning));
        let last = image.decode(Mip(5), &mut budget()).expect("the last mip");
        assert_eq!(last.size(), (1, 1));
        psnr(&image.decode(Mip(0), &mut budget()).expect("a mip"), &pixels)
    };
    let (short, long) = (ratio(PixelFormat::Bc3), ratio(PixelFormat::Bc7));
    assert!(long > short + 1.5 && long > 41.0, "BC3 {short:.1} dB, BC7 {long:.1} dB");
}

#[cfg(not(feature = "bc7"))]
#[test]
fn bc7_needs_its_feature() {
    let error = picture(4, 4, |_| 255).to_dds(&DdsOptions::default().format(PixelFormat::Bc7)).expect_err("BC7");
    assert_eq!(error.to_string(), "dds: pixels of this format need the feature `bc7`");
}
