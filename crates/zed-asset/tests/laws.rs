//! The laws over generated files.

use fuzzkit::zed::{ZedAnimation, ZedFont, ZedModel, animation, font, model};
use proptest::prelude::*;
use testkit::laws;
use zed_asset::{Animation, Font, Model};

proptest! {
    #[test]
    fn models_read_back(model in model()) {
        laws::inverse::<ZedModel>(&model);
        if let Ok(bytes) = model.to_bytes() {
            laws::all::<ZedModel>(&bytes);
        }
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
        if let Ok(bytes) = font.to_bytes() {
            laws::all::<ZedFont>(&bytes);
        }
    }

    #[test]
    fn changed_models_are_safe(model in model(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        if let Ok(mut bytes) = model.to_bytes() {
            let at = at.index(bytes.len());
            bytes[at] = byte;
            laws::all::<ZedModel>(&bytes);
        }
    }

    #[test]
    fn animations_read_back(animation in animation()) {
        laws::inverse::<ZedAnimation>(&animation);
        if let Ok(bytes) = animation.to_bytes() {
            laws::all::<ZedAnimation>(&bytes);
        }
    }
}

#[test]
fn documents_are_sendable() {
    fn assert<T: Send + Sync + 'static>() {}
    assert::<Model<'static>>();
    assert::<Animation<'static>>();
    assert::<Font<'static>>();
    assert::<zed_asset::Error>();
}
