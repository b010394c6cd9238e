//! Invalid input: errors and their offsets.

use testkit::ByteBuilder;
use testkit::hostile::{truncations, with_words};
use urho_ani::binio::Fault;
use urho_ani::urho_core::VariantFault;
use urho_ani::{Animation, Error, ErrorKind, ReadOptions, VariantEncoding};

fn error(bytes: &[u8]) -> Error {
    Animation::parse(bytes).expect_err("bad bytes")
}

#[track_caller]
fn assert_error(bytes: &[u8], kind: impl Into<ErrorKind>, offset: u64, text: &str) {
    let error = error(bytes);
    assert_eq!((error.kind(), error.offset()), (&kind.into(), Some(offset)), "{error}");
    assert_eq!(error.to_string(), text);
}

fn head(tracks: u32) -> ByteBuilder {
    ByteBuilder::new().raw(b"UANI").cstr("a").f32(1.0).u32(tracks)
}

fn variants(tracks: u32) -> ByteBuilder {
    ByteBuilder::new().raw(b"UAN2").u32(4).cstr("a").f32(1.0).u32(0).u32(tracks)
}

#[test]
fn other_files_are_refused() {
    for bytes in [&b""[..], b"UAN", b"UMDL", b"UAN3\0\0\0\0"] {
        let text = "not an animation: no UANI or UAN2 at the beginning (at byte 0x0)";
        assert_error(bytes, ErrorKind::NotAnAnimation, 0, text);
    }
}

#[test]
fn counts_that_nothing_stands_behind() {
    // The engine loops over these for hours.
    for count in [u32::MAX, 2_000_000, 1] {
        let remaining = 0;
        let fault = Fault::ImpossibleCount { count: count.into(), remaining };
        let text = format!("track: expected a count that fits into the remaining 0 bytes, found {count} (at byte 0xa)");
        assert_error(&head(count).build(), fault, 10, &text);
    }
    // And crashes over these; it reads the second as negative.
    for count in [0x7fff_ffff, 0x8000_0000, u32::MAX, 2] {
        let bytes = head(1).cstr("b").u8(1).u32(count).raw(&[0; 16]).build();
        let fault = Fault::ImpossibleCount { count: count.into(), remaining: 16 };
        let text = format!(
            "track 0 > key count: expected a count that fits into the remaining 16 bytes, found {count} (at byte 0x11)"
        );
        assert_error(&bytes, fault, 17, &text);
    }
    let bytes = variants(u32::MAX).build();
    let fault = Fault::ImpossibleCount { count: u32::MAX.into(), remaining: 0 };
    let text = "variant track: expected a count that fits into the remaining 0 bytes, found 4294967295 (at byte 0x12)";
    assert_error(&bytes, fault, 18, text);
    let bytes = variants(1).cstr("v").u8(3).u8(0).f32(0.0).f32(1.0).u32(3).raw(&[0; 16]).build();
    let fault = Fault::ImpossibleCount { count: 3, remaining: 16 };
    let text =
        "variant track 0 > key count: expected a count that fits into the remaining 16 bytes, found 3 (at byte 0x22)";
    assert_error(&bytes, fault, 34, text);
}

#[test]
fn names_without_an_end() {
    assert_error(
        b"UANIWalk",
        Fault::Unterminated,
        4,
        "name: expected a NUL at the end of the text, found none (at byte 0x4)",
    );
    let bytes = head(1).raw(b"Hips with no end").build();
    assert_error(
        &bytes,
        Fault::Unterminated,
        14,
        "track 0 > name: expected a NUL at the end of the text, found none (at byte 0xe)",
    );
}

#[test]
fn missing_tangents() {
    let keys = variants(1).cstr("v").u8(3).u8(3).f32(0.0).f32(1.0).u32(2).f32s(&[0.0; 4]).f32s(&[0.0; 3]).build();
    let fault = Fault::UnexpectedEnd { needed: 16, remaining: 12 };
    let text = "variant track 0 > tangents: expected 16 bytes, found 12 (at byte 0x36)";
    assert_error(&keys, fault, 54, text);
}

#[test]
fn types_that_no_era_knows() {
    let bytes = variants(1).cstr("v").u8(77).u8(0).f32(0.0).f32(1.0).u32(0).build();
    let text = "variant track 0 > variant type: unknown variant type 77 (at byte 0x18)";
    assert_error(&bytes, VariantFault::UnknownType(77), 24, text);
}

#[test]
fn values_that_break_off() {
    // A text, in the newer numbering.
    let bytes =
        variants(1).cstr("v").u8(11).u8(0).f32(0.0).f32(1.0).u32(2).f32(0.0).cstr("a").f32(1.0).raw(b"b").build();
    let error = Animation::parse_with(&bytes, &ReadOptions::default().variant_encoding(VariantEncoding::RbfxNew))
        .expect_err("bad");
    assert_eq!((error.kind(), error.offset()), (&Fault::Unterminated.into(), Some(48)), "{error}");
}

#[test]
fn deep_values_are_refused() {
    let nest = |depth: usize| {
        let head = variants(1).cstr("v").u8(16).u8(0).f32(0.0).f32(1.0).u32(1).f32(0.0);
        // Vectors of one vector each, and one of none.
        (1..depth).fold(head, |bytes, _| bytes.u8(1).u8(16)).u8(0).build()
    };
    let options = ReadOptions::default().variant_encoding(VariantEncoding::RbfxNew);
    assert!(Animation::parse_with(&nest(128), &options).is_ok());
    let error = Animation::parse_with(&nest(129), &options).expect_err("too deep");
    assert_eq!(error.kind(), &Fault::Limit("nesting of variants").into());
    assert!(Animation::parse_with(&nest(100_000), &options).is_err());
}

#[test]
fn every_cut_is_an_error() {
    let uani = head(2).cstr("b").u8(7).u32(1).raw(&[1; 44]).cstr("c").u8(0).u32(1).f32(0.5).build();
    let uan2 = variants(1).cstr("v").u8(3).u8(3).f32(0.0).f32(1.0).u32(1).f32s(&[0.0; 4]).build();
    for bytes in [uani, uan2] {
        Animation::parse(&bytes).expect("sound");
        for cut in truncations(&bytes) {
            let error = error(cut);
            assert!(error.offset().expect("an offset") <= cut.len() as u64, "{error}");
        }
        for word in [u32::MAX, 0x8000_0000, 0x1000_0000] {
            for (_, changed) in with_words(&bytes, word) {
                let _ = Animation::parse(&changed).map(|animation| animation.validate());
            }
        }
    }
}

#[test]
fn findings_say_what_the_engine_does() {
    let track = |name: &str, times: [f32; 2], rotation: f32| {
        let keys = ByteBuilder::new().cstr(name).u8(0x82).u32(2);
        let keys = keys.f32(times[0]).f32s(&[1.0, 0.0, 0.0, 0.0]);
        keys.f32(times[1]).f32s(&[rotation, 0.0, 0.0, 0.0]).build()
    };
    let tracks = [
        track("back", [0.5, 0.25], 1.0),
        track("late", [0.0, 2.0], 1.0),
        track("late", [0.0, 0.0], 2.0),
        track("nan", [f32::NAN, 0.0], f32::NAN),
        track("LATE", [0.5, 1.0], -1.0),
    ];
    let bytes = tracks.iter().fold(head(5), |bytes, track| bytes.raw(track)).build();
    let animation = Animation::parse(&bytes).expect("well-formed");
    let said: Vec<String> = animation.validate().iter().map(ToString::to_string).collect();
    for expected in [
        "note: track 0: unknown channels 0x80",
        "warning: track 0 > time: 1 keys are before the one in front of them (first: 1)",
        "warning: track 1 > time: 1 keys are after the end (first: 1)",
        "note: track 2 > time: 1 keys are at the time of the one in front of them (first: 1)",
        "warning: track 2 > rotation: 1 keys are no unit quaternions (first: 1)",
        "warning: track 2: track 1 has the same name, \"late\"; the engine keeps only the later one",
        "warning: track 3 > time: 1 keys have no finite time (first: 0)",
        "warning: track 3 > rotation: 1 keys have a NaN or an infinity (first: 1)",
        "note: track 4 > time: the first key is at 0.5",
        "differs only in case",
    ] {
        assert!(said.iter().any(|line| line.contains(expected)), "{expected}\n{said:#?}");
    }
    let unmatched = animation.validate_for(["late", "back", "nan"]);
    let unmatched: Vec<String> = unmatched.iter().map(ToString::to_string).collect();
    assert_eq!(unmatched, ["warning: track 4: there is no bone \"LATE\"; the engine passes over the track"]);
}
