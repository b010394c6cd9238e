//! The laws over generated files.

use crate::engine_walk;

use fuzzkit::zed::{
    ZedAnimation, ZedFont, ZedImage, ZedModel, animation, builder, encoding, files, font, image, model, seal,
};
use proptest::prelude::*;
use testkit::laws;
use zed_asset::binio::Limits;
use zed_asset::{Animation, Encoding, Error, ErrorKind, Font, Image, ImageFile, Model};

/// The bytes of a generated document. Some would read back as another document, since the file doesn't contain its encoding; they are
/// rejected for that reason only, and proptest generates others instead.
fn written(bytes: Result<Vec<u8>, Error>) -> Result<Vec<u8>, TestCaseError> {
    bytes.map_err(|error| match error.kind() {
        ErrorKind::Contradiction(why) => TestCaseError::reject(*why),
        _ => TestCaseError::fail(error.to_string()),
    })
}

proptest! {
    #[test]
    fn models_read_back(model in model()) {
        laws::inverse::<ZedModel>(&model);
        laws::all::<ZedModel>(&written(model.to_bytes())?);
    }

    #[test]
    fn any_bytes_are_safe(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for kind in [&b"ZEDM"[..], b"ZEDA", b"ZEDF\x01\0\0\0\x03\0\0\0", b"ZEDF", b""] {
            let bytes = [kind, &bytes].concat();
            laws::all::<ZedModel>(&bytes);
            laws::all::<ZedAnimation>(&bytes);
            laws::all::<ZedFont>(&bytes);
        }
    }

    #[test]
    fn fonts_read_back(font in font()) {
        laws::inverse::<ZedFont>(&font);
        laws::all::<ZedFont>(&written(font.to_bytes())?);
    }

    #[test]
    fn changed_models_are_safe(model in model(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = written(model.to_bytes())?;
        let at = at.index(bytes.len());
        bytes[at] = byte;
        laws::all::<ZedModel>(&bytes);
    }

    #[test]
    fn animations_read_back(animation in animation()) {
        laws::inverse::<ZedAnimation>(&animation);
        laws::all::<ZedAnimation>(&written(animation.to_bytes())?);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn image_files_read_back(image in image()) {
        laws::inverse::<ZedImage>(&image);
        let bytes = image.to_bytes().expect("generated image files can be encoded");
        laws::all::<ZedImage>(&bytes);
    }

    #[test]
    fn changed_image_files_are_safe(image in image(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = image.to_bytes().expect("generated image files can be encoded");
        let at = at.index(bytes.len());
        bytes[at] = byte;
        laws::all::<ZedImage>(&bytes);
        seal(&mut bytes);
        laws::all::<ZedImage>(&bytes);
    }

    /// All files round-trip, and the same files give the same bytes: in memory, streamed, in any order.
    #[test]
    fn files_survive(files in files(), packed in any::<bool>(), names in any::<bool>()) {
        let bytes = builder(&files, packed, names).build().unwrap().to_bytes().unwrap();
        let mut streamed = std::io::Cursor::new(Vec::new());
        builder(&files, packed, names).write_to(&mut streamed).unwrap();
        testkit::assert_bytes(&streamed.into_inner(), &bytes);
        let mut once = files.clone();
        once.sort();
        once.dedup_by(|a, b| a.0 == b.0);
        let mut reversed: Vec<_> = files.iter().rev().cloned().collect();
        reversed.retain(|file| files.iter().find(|first| first.0 == file.0) == Some(file));
        prop_assert_eq!(&builder(&reversed, packed, names).build().unwrap().to_bytes().unwrap(), &bytes);

        let image = Image::parse(&bytes).unwrap();
        let opened = ImageFile::open(bytes.as_slice()).unwrap();
        for (name, content) in &reversed {
            let entry = image.get(name).expect("it was put in");
            prop_assert_eq!(&image.read(entry, &mut Limits::default().budget()).unwrap(), content);
            prop_assert_eq!(&opened.get(name).unwrap().read().unwrap(), content);
        }
        prop_assert!(image.verify(&mut Limits::default().budget()).is_empty());
    }
}

proptest! {
    /// A conversion keeps the triangles; a lossy one reports its losses; models for the engine pass the engine's own reading.
    #[test]
    fn encodings_convert(model in model(), encoding in encoding()) {
        let losses = model.losses_in(encoding);
        prop_assert_eq!(model.to_encoding(encoding).is_ok(), losses.is_empty());
        let (converted, told) = model.to_encoding_lossy(encoding);
        prop_assert_eq!(told, losses);
        prop_assert_eq!(converted.encoding, encoding);
        let triangles = |model: &Model<'_>| -> Vec<Vec<[u32; 3]>> {
            model.meshes().map(|mesh| mesh.triangles().collect()).collect()
        };
        prop_assert_eq!(triangles(&converted), triangles(&model));
        for (a, b) in model.meshes().zip(converted.meshes()) {
            let bits = |mesh: zed_asset::MeshView<'_>| -> Vec<[u32; 3]> {
                mesh.positions().iter().map(|position| position.map(f32::to_bits)).collect()
            };
            prop_assert_eq!(bits(a), bits(b));
        }
        let lists = model.to_lists();
        let solid = |model: &Model<'_>| -> Vec<Vec<[u32; 3]>> {
            let is_solid = |corners: &[u32; 3]| !zed_asset::asset_geometry::is_degenerate(*corners);
            model.meshes().map(|mesh| mesh.triangles().filter(is_solid).collect()).collect()
        };
        prop_assert_eq!(solid(&lists), solid(&model));
        prop_assert!(lists.meshes().all(|mesh| mesh.mesh().strips.is_empty() && mesh.mesh().fans.is_empty()));

        let (engine, lost) = model.for_engine_lossy();
        prop_assert_eq!(model.for_engine().is_ok(), lost.is_empty());
        prop_assert_eq!(engine.encoding, Encoding::ENGINE);
        prop_assert_eq!(solid(&engine), solid(&model));
        // Indices out of range may make it look like another encoding.
        let bytes = written(engine.to_bytes())?;
        engine_walk::walk(&bytes).expect("the engine reads it");
    }
}

#[test]
fn documents_are_sendable() {
    fn assert<T: Send + Sync + 'static>() {}
    assert::<Model<'static>>();
    assert::<Animation<'static>>();
    assert::<Font<'static>>();
    assert::<Image<'static>>();
    assert::<ImageFile<std::fs::File>>();
    assert::<zed_asset::Error>();
}

/// Most generated documents can be written; otherwise the laws would test little.
#[test]
fn most_generated_files_can_be_written() {
    let share = |written: usize, of: usize| assert!(written * 10 >= of * 6, "{written} of {of}");
    let models = fuzzkit::common::examples(model(), 300);
    share(models.iter().filter(|model| model.to_bytes().is_ok()).count(), 300);
    let engine = models.iter().map(|model| model.for_engine_lossy().0.to_bytes());
    share(engine.filter(Result::is_ok).count(), 300);
    let fonts = fuzzkit::common::examples(font(), 300);
    share(fonts.iter().filter(|font| font.to_bytes().is_ok()).count(), 300);
    let animations = fuzzkit::common::examples(animation(), 300);
    share(animations.iter().filter(|animation| animation.to_bytes().is_ok()).count(), 300);
}
