//! Handwritten bytes from the specification, read and written.

mod branches;
mod refused;

use crate::vectors::{VERSIONS, full, head, nothing, unit_box};
use fuzzkit::mdl::Mdl;
use testkit::{assert_bytes, laws};
use urho_mdl::{ErrorKind, Model, ReadOptions, Version};

/// The bytes read as the model, and the model is written as the bytes.
#[track_caller]
fn both_ways(bytes: &[u8], model: &Model<'_>) {
    let options = ReadOptions::default().bare_2011(model.version == Version::Bare2011);
    let read = Model::parse_with(bytes, &options).expect("golden bytes are a model");
    assert_eq!(read, *model);
    assert_bytes(&model.to_bytes().expect("a golden model can be encoded"), bytes);
    laws::all::<Mdl<true>>(bytes);
}

#[test]
fn a_full_model_of_every_version_is_read_and_written() {
    for version in VERSIONS {
        let golden = full(version);
        both_ways(&golden.bytes, &golden.model);
    }
}

/// Bones are found by hashes of their names; rbfx uses another algorithm than Urho3D.
#[cfg(feature = "serde")]
#[test]
fn hashes_of_bones_are_the_engine_s_own() {
    for (version, hash) in [(Version::Umdl, "29C6309B"), (Version::Umd2, "29C6309B"), (Version::Umd3(2), "3A1EA398")] {
        let mut model = full(version).model;
        model.skeleton.bones[0].name = urho_mdl::Name::from("Tip");
        let summary = serde_json::to_value(model.summary(false)).expect("JSON");
        assert_eq!(summary["bones"][0]["name_hash"], hash, "{version:?}");
    }
}

#[test]
fn nothing_in_every_version() {
    for version in VERSIONS {
        both_ways(&unit_box(head(version).u32s(&[0; 5])).build(), &nothing(version));
    }
}

#[test]
fn bare_files_are_read_on_request_only() {
    let bytes = full(Version::Bare2011).bytes;
    let error = Model::parse(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (&ErrorKind::NotAModel, Some(0)));
    assert!(error.path().is_empty());
}

#[test]
fn an_identifier_goes_before_the_request() {
    let golden = full(Version::Umdl);
    let read = Model::parse_with(&golden.bytes, &ReadOptions::default().bare_2011(true)).unwrap();
    assert_eq!(read, golden.model);
}

/// Documents are equal if their contents are, floats by their bits.
#[test]
fn equality_is_by_bits() {
    let model = full(Version::Umd3(2)).model;
    let changed = |change: fn(&mut Model<'_>)| {
        let mut other = model.clone();
        change(&mut other);
        other
    };
    assert_ne!(model, changed(|model| model.geometries[0].lods[0].distance = -0.0));
    assert_ne!(model, changed(|model| model.morphs[1].weight = Some(0.0)));
    assert_ne!(model, changed(|model| model.skeleton.bones[0].offset_matrix[1] = -0.0));
    assert_ne!(model, changed(|model| model.skeleton.bones[1].collision.radius = Some(f32::NAN)));
    assert_ne!(model, changed(|model| model.tail.centers[0].x = f32::NAN));
    let nan = changed(|model| model.bounds.min.x = f32::from_bits(0x7fc0_1234));
    assert_eq!(nan, nan.clone());
}

/// Offsets of the counts that hostile files change, as in the vectors.
#[test]
fn counts_are_in_their_places() {
    for version in VERSIONS {
        let golden = full(version);
        for count in &golden.counts {
            let word = golden.bytes[count.offset..][..4].try_into().map(u32::from_le_bytes).unwrap();
            assert!(word <= 4, "{version:?}: {} is {word}", count.part);
            let behind = count.block.map_or(count.offset, |(begin, size)| begin + word as usize * size as usize);
            assert!(behind < golden.bytes.len());
        }
    }
}
