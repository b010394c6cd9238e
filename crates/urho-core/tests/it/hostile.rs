//! Hostile variants.

use binio::{Fault, MAX_DEPTH};
use urho_core::{ErrorKind, Variant, VariantEncoding};

const ERAS: [VariantEncoding; 3] = [VariantEncoding::Urho, VariantEncoding::RbfxOld, VariantEncoding::RbfxNew];

/// Runs `test` on the small stack of a plugin thread.
fn on_a_small_stack(test: fn()) {
    std::thread::Builder::new().stack_size(512 << 10).spawn(test).unwrap().join().unwrap();
}

/// `depth` nested vectors; the innermost is empty.
fn nested(depth: usize) -> Vec<u8> {
    let mut bytes = b"\x0e\x01".repeat(depth);
    bytes.push(0);
    bytes
}

#[test]
fn values_nest_as_deep_as_allowed_and_no_deeper() {
    on_a_small_stack(|| {
        let depth = usize::from(MAX_DEPTH);
        let bytes = nested(depth);
        let value = Variant::parse(&bytes, VariantEncoding::Urho).unwrap();
        assert_eq!(value.to_bytes(VariantEncoding::Urho).unwrap(), bytes);
        assert_eq!(value.clone(), value);
        assert!(format!("{value:?}").len() > depth);
        drop(value.into_owned());

        for bytes in [nested(depth + 1), nested(1 << 20)] {
            let error = Variant::parse(&bytes, VariantEncoding::Urho).unwrap_err();
            assert_eq!(*error.kind(), ErrorKind::Fault(Fault::Limit("nesting of variants")));
            assert_eq!(error.offset(), Some(2 * u64::from(MAX_DEPTH) + 1));
        }

        let deep = (0..=depth).fold(Variant::None, |inner, _| Variant::VariantVector(vec![inner]));
        let error = deep.to_bytes(VariantEncoding::Urho).unwrap_err();
        assert_eq!(*error.kind(), ErrorKind::Fault(Fault::Limit("nesting of variants")));
    });
}

#[test]
fn maps_nest_as_vectors_do() {
    on_a_small_stack(|| {
        let mut bytes = b"\x1f\x01k\0".repeat(usize::from(MAX_DEPTH) + 1);
        bytes.push(0);
        let error = Variant::parse(&bytes, VariantEncoding::RbfxNew).unwrap_err();
        assert_eq!(*error.kind(), ErrorKind::Fault(Fault::Limit("nesting of variants")));
    });
}

#[test]
fn a_value_cut_anywhere_is_an_error_inside_it() {
    let whole: &[u8] = b"\x0e\x03\x09hi\0\x0f\x02\x05\0\0\0\x05\0\0\0\0\0\0\0\0\0\0\0\0\x06\0\0\0\x0a\x02\x01\x02\x0d\x01\0\0\0\x01a\0";
    assert!(Variant::parse(whole, VariantEncoding::Urho).is_ok());
    for length in 0..whole.len() {
        let error = Variant::parse(&whole[..length], VariantEncoding::Urho).unwrap_err();
        assert!(error.offset().is_some_and(|offset| offset <= length as u64), "{error}");
        let kind = error.kind();
        assert!(
            matches!(
                kind,
                ErrorKind::Fault(Fault::UnexpectedEnd { .. } | Fault::ImpossibleCount { .. } | Fault::Unterminated)
            ),
            "{kind:?}"
        );
    }
}

#[test]
fn counts_are_checked_before_anything_is_reserved() {
    // Buffer, list of references, values, map, texts: each with the largest count.
    for (kind, head) in [(0x0a, 0), (0x0d, 4), (0x0e, 0), (0x0f, 0), (0x17, 0)] {
        let mut bytes = vec![kind];
        bytes.resize(1 + head, 0);
        bytes.extend_from_slice(b"\xff\xff\xff\xff12345678");
        let error = Variant::parse(&bytes, VariantEncoding::Urho).unwrap_err();
        let count = ErrorKind::Fault(Fault::ImpossibleCount { count: (1 << 29) - 1, remaining: 8 });
        assert_eq!((error.kind(), error.offset()), (&count, Some(1 + head as u64)));
    }
    let error = Variant::parse(b"\x0c\xff\xff\xff\xff\x0f12345678", VariantEncoding::RbfxNew).unwrap_err();
    let count = ErrorKind::Fault(Fault::ImpossibleCount { count: u32::MAX.into(), remaining: 8 });
    assert_eq!((error.kind(), error.offset()), (&count, Some(1)));
}

#[test]
fn every_type_number_is_a_value_or_an_error() {
    for encoding in ERAS {
        for number in 0..=255 {
            for fill in [0, 0xff] {
                let mut bytes = vec![number];
                bytes.resize(100, fill);
                if let Err(error) = Variant::parse(&bytes, encoding) {
                    assert!(error.offset().is_some_and(|offset| offset <= 100), "{error}");
                }
            }
        }
    }
}
