//! Invalid input of every kind, with the kind and the offset of the error.

mod corpus;

use crate::vectors::{Golden, VERSIONS, bone, bone_bytes, full, head, nothing, unit_box};
use fuzzkit::mdl::Mdl;
use testkit::hostile::{sample, truncations, with_word};
use testkit::{ByteBuilder, laws};
use urho_mdl::binio::{Fault, Severity};
use urho_mdl::{Error, ErrorKind, Model, ReadOptions, Version};

fn parse(bytes: &[u8], version: Version) -> Result<Model<'_>, Error> {
    Model::parse_with(bytes, &ReadOptions::default().bare_2011(version == Version::Bare2011))
}

/// Checks all laws, and returns the error.
#[track_caller]
fn told(bytes: &[u8], version: Version) -> Error {
    laws::all::<Mdl<true>>(bytes);
    parse(bytes, version).expect_err("hostile bytes are refused")
}

const fn count_fault(count: u64, remaining: usize) -> ErrorKind {
    ErrorKind::Data(Fault::ImpossibleCount { count, remaining: remaining as u64 })
}

const fn end_fault(needed: u64, remaining: usize) -> ErrorKind {
    ErrorKind::Data(Fault::UnexpectedEnd { needed, remaining: remaining as u64 })
}

/// Up to the end of the box every prefix of a file is an error within the remaining bytes; after it only the tail is shorter.
#[test]
fn cut_off_anywhere() {
    for version in VERSIONS {
        let Golden { bytes, model, .. } = full(version);
        let mut short = model.clone();
        short.tail = urho_mdl::Tail::default();
        let required = short.to_bytes().unwrap().len();
        for cut in truncations(&bytes) {
            laws::all::<Mdl<true>>(cut);
            match parse(cut, version) {
                Ok(read) => {
                    assert!(cut.len() >= required, "{version:?}: {} bytes are read as a model", cut.len());
                    assert_eq!(Model { tail: Default::default(), ..read }, short);
                }
                Err(error) => assert_cut(&error, cut.len(), required),
            }
        }
    }
}

/// Errors of a truncated file report missing bytes.
#[track_caller]
fn assert_cut(error: &Error, length: usize, required: usize) {
    let offset = error.offset().unwrap();
    assert!(length < required && offset <= length as u64, "{error}");
    match *error.kind() {
        ErrorKind::NotAModel => assert!(length < 4 && offset == 0, "{error}"),
        ErrorKind::Data(Fault::UnexpectedEnd { needed, remaining }) => {
            assert!(needed > remaining && offset + remaining == length as u64, "{error}");
        }
        ErrorKind::Data(Fault::ImpossibleCount { count, remaining }) => {
            assert!(count > 0 && offset + 4 + remaining == length as u64, "{error}");
        }
        ErrorKind::Data(Fault::Unterminated) => assert!(offset <= length as u64, "{error}"),
        ref other => panic!("{other:?} of a file that is cut off"),
    }
}

#[test]
fn every_count_at_its_greatest() {
    for version in VERSIONS {
        let golden = full(version);
        for count in &golden.counts {
            let bytes = with_word(&golden.bytes, count.offset, u32::MAX);
            let error = told(&bytes, version);
            let (kind, offset, text) = match count.block {
                None => {
                    let remaining = bytes.len() - count.offset - 4;
                    let text =
                        format!("expected a count that fits into the remaining {remaining} bytes, found 4294967295");
                    (count_fault(0xffff_ffff, remaining), count.offset, text)
                }
                Some((begin, size)) => {
                    let (needed, remaining) = (0xffff_ffff * size, bytes.len() - begin);
                    let text = format!("expected {needed} bytes, found {remaining}");
                    (end_fault(needed, remaining), begin, text)
                }
            };
            assert_eq!((error.kind(), error.offset()), (&kind, Some(offset as u64)), "{version:?}: {error}");
            assert_eq!(error.to_string(), format!("{}: {text} (at byte {offset:#x})", count.part));
        }
    }
}

/// One item too many is as impossible as the largest count.
#[test]
fn a_count_one_too_great() {
    let bytes = head(Version::Umd2).u32(2).raw(&[0; 31]).build();
    let error = told(&bytes, Version::Umd2);
    assert_eq!((error.kind(), error.offset()), (&count_fault(2, 31), Some(4)));
    let bytes = head(Version::Umd2).u32(2).raw(&[0; 32]).build();
    let error = told(&bytes, Version::Umd2);
    assert_eq!((error.kind(), error.offset()), (&end_fault(4, 0), Some(40)));
    assert_eq!(error.to_string(), "index buffer: expected 4 bytes, found 0 (at byte 0x28)");
}

#[test]
fn element_types_of_unknown_size() {
    for kind in [7, 8, 255] {
        for version in [Version::Umd2, Version::Umd3(2), Version::Amd2] {
            let bytes = head(version).u32(1).u32(3).u32(2).u32(0x0000_0003);
            let offset = bytes.position() as u64;
            let bytes = bytes.u32(0x0102_0300 | kind).u32(0).u32(0).raw(&[0; 200]).build();
            let error = told(&bytes, version);
            let expected = ErrorKind::UnknownElementType(kind as u8);
            assert_eq!((error.kind(), error.offset()), (&expected, Some(offset)));
            let text = format!(
                "vertex buffer 0 > element 1: expected an element type that is known, found {kind} (at byte {offset:#x})"
            );
            assert_eq!(error.to_string(), text);
        }
    }
}

/// Products that are small or zero when truncated to 32 bits.
#[test]
fn products_that_wrap() {
    // 0x1000_0000 deltas of 16 bytes.
    let bytes = head(Version::Umdl).u32s(&[0; 3]).u32(1).cstr("m").u32(1).u32(0).u32(1).u32(0x1000_0000);
    let offset = bytes.position();
    let bytes = bytes.raw(&[0; 64]).build();
    let error = told(&bytes, Version::Umdl);
    assert_eq!((error.kind(), error.offset()), (&end_fault(1 << 32, 64), Some(offset as u64)));
    assert_eq!(error.path().to_string(), "morph 0 > buffer 0 > deltas");
    // 0x8020_0000 vertices of 12 bytes, 0x4000_0000 of 4.
    for (count, mask, needed) in [(0x8020_0000, 1, 0x6_0180_0000), (0x4000_0000, 4, 1 << 32)] {
        let bytes = head(Version::Umdl).u32(1).u32(count).u32(mask).u32(0).u32(0).raw(&[0; 72]).build();
        let error = told(&bytes, Version::Umdl);
        assert_eq!((error.kind(), error.offset()), (&end_fault(needed, 72), Some(24)));
    }
    // Indices: the engine's own product is 64 bits wide at 0xffff_fffe_0000_0001.
    for (count, size, needed) in [
        (0x8000_0000, 2, 1 << 32),
        (0x1_0000, 0x1_0000, 1 << 32),
        (u32::MAX, u32::MAX, 0xffff_fffe_0000_0001),
        (1, u32::MAX, 0xffff_ffff),
    ] {
        let bytes = head(Version::Umdl).u32(0).u32(1).u32(count).u32(size).raw(&[0; 40]).build();
        let error = told(&bytes, Version::Umdl);
        assert_eq!((error.kind(), error.offset()), (&end_fault(needed, 40), Some(20)));
    }
}

/// No file that fits into memory has a stride above 32 bits; a large stride times a large count can.
#[test]
fn a_large_stride() {
    let elements = 1000;
    let bytes = head(Version::Umd2).u32(1).u32(u32::MAX).u32(elements);
    let bytes = (0..elements).fold(bytes, |bytes, _| bytes.u32(4)).u32(0).u32(0);
    let offset = bytes.position() as u64;
    let error = told(&bytes.raw(&[0; 100]).build(), Version::Umd2);
    assert_eq!((error.kind(), error.offset()), (&end_fault(0xffff_ffff * 16_000, 100), Some(offset)));
}

#[test]
fn names_without_end() {
    let morph = head(Version::Umd2).u32s(&[0; 3]).u32(1);
    let bone = head(Version::Umd2).u32s(&[0; 4]).u32(1);
    for (bytes, part) in [(morph, "morph 0 > name"), (bone, "bone 0 > name")] {
        let offset = bytes.position() as u64;
        let error = told(&bytes.raw(&[b'x'; 200]).build(), Version::Umd2);
        assert_eq!((error.kind(), error.offset()), (&ErrorKind::Data(Fault::Unterminated), Some(offset)));
        assert_eq!(error.path().to_string(), part);
    }
}

#[test]
fn other_files() {
    for bytes in [&b""[..], b"UMD", b"UMD4\0\0\0\0", b"umdl\0\0\0\0", b"UANI\0\0\0\0", b"IDPO\x06\0\0\0", b"UMDA"] {
        let error = told(bytes, Version::Umdl);
        assert_eq!((error.kind(), error.offset()), (&ErrorKind::NotAModel, Some(0)), "{bytes:?}");
        assert!(error.path().is_empty());
    }
    let error = told(b"UMD3\x02\0", Version::Umd3(2));
    assert_eq!(error.to_string(), "version: expected 4 bytes, found 2 (at byte 0x4)");
}

#[test]
fn skeletons_that_go_round() {
    let collision = urho_mdl::Collision::default();
    let skeleton = |parents: &[u32]| {
        let mut model = nothing(Version::Umd2);
        let bytes = head(Version::Umd2).u32s(&[0; 4]).u32(parents.len() as u32);
        let bytes = parents.iter().fold(bytes, |bytes, parent| bone_bytes(bytes, "b", *parent).u8(0));
        model.skeleton.bones = parents.iter().map(|parent| bone("b", *parent, collision.clone())).collect();
        let bytes = unit_box(bytes).build();
        laws::all::<Mdl<true>>(&bytes);
        assert_eq!(Model::parse(&bytes).unwrap(), model);
        let found = model.validate().into_iter().find(|finding| finding.kind == urho_mdl::kinds::SKELETON_CYCLE);
        found.map(|finding| {
            assert_eq!(finding.path.to_string(), "skeleton");
            assert!(finding.severity >= Severity::Warning);
            finding.message
        })
    };
    assert_eq!(skeleton(&[0, 0, 1]), None);
    assert_eq!(skeleton(&[9, 9, 9]), None);
    assert_eq!(skeleton(&[1, 0]).unwrap(), "2 bones (first: 0) are their own ancestors; the engine never places them");
    assert_eq!(
        skeleton(&[0, 2, 3, 1, 1]).unwrap(),
        "3 bones (first: 1) are their own ancestors; the engine never places them"
    );
    // Enough for a stack overflow in a recursive reader.
    let chain: Vec<u32> = (0..100_000).map(|bone| (bone + 1) % 100_000).collect();
    let bytes = chain
        .iter()
        .fold(head(Version::Umd2).u32s(&[0; 4]).u32(100_000), |bytes, parent| bytes.u8(0).u32(*parent).raw(&[0; 89]));
    laws::total::<Mdl<true>>(&unit_box(bytes).build());
}

/// Words of a full model at their maximum, and at zero (each of them in `cargo xtask soak`): the laws always hold.
#[test]
fn every_word_changed() {
    for version in [Version::Umdl, Version::Umd3(2), Version::Amd2, Version::Bare2011] {
        let bytes = full(version).bytes;
        for word in [0, 1, 0x7fff_ffff, u32::MAX] {
            for offset in (0..bytes.len() - 3).step_by(sample(bytes.len(), 100)) {
                laws::all::<Mdl<true>>(&with_word(&bytes, offset, word));
            }
        }
    }
}

/// A file that is cut in the middle of a number.
#[test]
fn the_box_is_required() {
    let bytes = ByteBuilder::new().raw(b"UMDL").u32s(&[0; 5]).raw(&[0; 23]).build();
    let error = told(&bytes, Version::Umdl);
    assert_eq!(error.to_string(), "bounding box: expected 24 bytes, found 23 (at byte 0x18)");
}

/// Half a megabyte of elements and half a megabyte of morphs that change them: work proportional to their product would take
/// minutes.
#[test]
fn many_elements_and_many_morphs() {
    let elements = 120_000;
    let bytes = head(Version::Umd2).u32(1).u32(0).u32(elements);
    let bytes = (0..elements).fold(bytes, |bytes, _| bytes.u32(0x0003)).u32(0).u32(0).u32(0).u32(0);
    let morphs = 40_000;
    let bytes = bytes.u32(1).cstr("m").u32(morphs);
    let bytes = (0..morphs).fold(bytes, |bytes, _| bytes.u32(0).u32(1).u32(0)).u32(0);
    laws::total::<Mdl<false>>(&unit_box(bytes).build());
}
