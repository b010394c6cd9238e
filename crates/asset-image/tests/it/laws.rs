//! The laws over generated textures, and the guarantees of decoding.

use asset_image::{Channel, Image, Kind, Limits, Mip, NormalPacking, Pixels, Source};
use fuzzkit::image::{Texture, decode_all, texture};
use proptest::prelude::*;
use testkit::laws;

proptest! {
    #[test]
    fn textures_keep_the_laws_and_every_surface_decodes(drawn in texture()) {
        laws::all::<Texture>(&drawn.bytes);
        let image = Image::parse(&drawn.bytes).expect("a sound texture");
        prop_assert!(drawn.is(image.info()), "{:?}\n{:?}", drawn, image.info());
        prop_assert_eq!(decode_all(&image, u64::MAX), (drawn.mips * drawn.faces) as usize);
        if matches!(drawn.kind, Kind::Dds | Kind::Ktx) {
            prop_assert!(!image.validate().iter().any(|finding| finding.kind == asset_image::kinds::TRAILING_BYTES));
        }
    }

    #[test]
    fn any_bytes_are_safe(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        laws::all::<Texture>(&bytes);
    }

    #[test]
    fn changed_bytes_are_safe(drawn in texture(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = drawn.bytes;
        let at = at.index(bytes.len());
        bytes[at] = byte;
        laws::all::<Texture>(&bytes);
        if let Ok(image) = Image::parse(&bytes) {
            decode_all(&image, 1 << 22);
        }
    }

    /// Channels that are taken apart and put together again are the same pixels; png holds them all.
    #[test]
    fn channels_and_png(data in proptest::collection::vec(any::<[u8; 4]>(), 12)) {
        let pixels = Pixels::new(4, 3, data.concat()).expect("twelve pixels");
        let sources = Channel::ALL.map(|channel| Source::from(pixels.channel(channel)));
        prop_assert_eq!(&Pixels::combine(sources).expect("of equal size"), &pixels);
        let mut turned = pixels.clone();
        turned.swizzle([Channel::A, Channel::B, Channel::G, Channel::R]);
        turned.invert(Channel::G);
        turned.flip_green();
        turned.swizzle([Channel::A, Channel::B, Channel::G, Channel::R]);
        prop_assert_eq!(&turned, &pixels);
        let png = pixels.to_png().expect("pixels");
        let read = asset_image::decode(&png, Mip(0), &mut Limits::default().budget()).expect("our own");
        prop_assert_eq!(read.pixels(), pixels.pixels());
    }

    /// Unit vectors with Z up survive both packings.
    #[test]
    fn normals(x in -0.7_f32..0.7, y in -0.7_f32..0.7) {
        let byte = |value: f32| ((value + 1.0) * 127.5).round() as u8;
        let z = byte((1.0 - x * x - y * y).max(0.0).sqrt());
        let (x, y) = (byte(x), byte(y));
        for (packing, packed) in
            [(NormalPacking::AlphaGreen, [0, y, 0, x]), (NormalPacking::RedGreen, [x, y, 0, 255]), (NormalPacking::Rgb, [x, y, z, 7])]
        {
            let plain = Pixels::filled(1, 1, packed).expect("a pixel").unpack_normals(packing).get(0, 0);
            let [r, g, b, a] = plain.expect("a pixel");
            prop_assert_eq!((r, g, a), (x, y, 255));
            // Steep slopes make much of the rounding of X and Y.
            prop_assert!(b.abs_diff(z) <= 4, "{} for {}", b, z);
        }
    }
}

#[test]
fn sizes_and_mips() {
    let mut pixels = Pixels::filled(4, 2, [0, 100, 255, 255]).expect("eight pixels");
    pixels.pixels_mut()[0] = [200; 4];
    let mips = pixels.mips().expect("pixels");
    let sizes: Vec<(u32, u32)> = mips.iter().map(Pixels::size).collect();
    assert_eq!(sizes, [(4, 2), (2, 1), (1, 1)]);
    assert_eq!(mips[0].resized(2, 1).expect("pixels"), mips[1]);
    let [left, right] = [0, 1].map(|x| mips[1].get(x, 0).expect("two pixels"));
    assert!((25..=75).contains(&left[0]) && right[0] < left[0], "{left:?} {right:?}");
    assert!(mips[0].resized(0, 1).is_err());
}

#[test]
fn channels_of_different_sizes_are_refused() {
    let (small, large) = (Pixels::filled(1, 1, [1; 4]).unwrap(), Pixels::filled(2, 1, [2; 4]).unwrap());
    let [red, green] = [small.channel(Channel::R), large.channel(Channel::G)];
    let error = Pixels::combine([red.into(), green.into(), 0.into(), 255.into()]).expect_err("different");
    assert_eq!(error.to_string(), "channels: expected 1 x 1 pixels, found 2 x 1");
    assert!(Pixels::new(2, 2, vec![0; 15]).is_err());
    assert_eq!((red.constant(), large.channel(Channel::A).constant()), (Some(1), Some(2)));
}

/// More pixels than are combined at once, and a last part that isn't whole.
#[test]
fn large_images_are_combined_from_their_channels() {
    let data: Vec<[u8; 4]> = (0..5003_u32).map(|pixel| (pixel.wrapping_mul(0x9e37_79b9)).to_le_bytes()).collect();
    let pixels = Pixels::new(5003, 1, data.concat()).expect("a row");
    let [red, alpha] = [Channel::R, Channel::A].map(|channel| Source::from(pixels.channel(channel)));
    let mut combined = Pixels::combine([alpha, 7.into(), red, red]).expect("of equal size");
    let expected: Vec<[u8; 4]> = data.iter().map(|[red, _, _, alpha]| [*alpha, 7, *red, *red]).collect();
    assert_eq!(combined.pixels(), expected);
    combined.set_channel(Channel::G, pixels.channel(Channel::B)).expect("of equal size");
    let expected: Vec<[u8; 4]> = data.iter().map(|[red, _, blue, alpha]| [*alpha, *blue, *red, *red]).collect();
    assert_eq!(combined.pixels(), expected);
}

#[test]
fn factors_and_strengths_are_rounded() {
    let row = || Pixels::new(5, 1, [0, 1, 100, 200, 255].map(|red| [red, 9, 9, 9]).concat()).expect("a row");
    let reds = |pixels: Pixels| pixels.channel(Channel::R).iter().collect::<Vec<_>>();
    let multiplied = |factor: f32| {
        let mut pixels = row();
        pixels.multiply(Channel::R, factor);
        assert!(pixels.channel(Channel::G).iter().all(|green| green == 9));
        reds(pixels)
    };
    assert_eq!(multiplied(0.5), [0, 1, 50, 100, 128]);
    assert_eq!(multiplied(2.0), [0, 2, 200, 255, 255]);
    assert_eq!(multiplied(1.0), [0, 1, 100, 200, 255]);
    assert_eq!(multiplied(f32::NAN), [0; 5]);
    let mut faded = row();
    faded.fade(Channel::R, 0.5);
    assert_eq!(reds(faded), [128, 128, 178, 228, 255]);
}

#[test]
fn web_files_pass_untouched() {
    let png = Pixels::filled(3, 1, [1, 2, 3, 255]).unwrap().to_png().unwrap();
    let image = Image::parse(&png).unwrap();
    let (bytes, media_type) = image.to_web(&mut Limits::default().budget()).unwrap();
    assert_eq!((&*bytes, media_type), (&png[..], "image/png"));
    assert!(matches!(bytes, std::borrow::Cow::Borrowed(_)));
}

#[test]
fn documents_are_sendable() {
    fn assert<T: Send + Sync + 'static>() {}
    assert::<Image<'static>>();
    assert::<Pixels>();
    assert::<asset_image::Error>();
}
