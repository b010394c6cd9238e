//! The laws over generated scenes.

use std::sync::Arc;

use asset_gltf::asset_scene::SharedRead;
use asset_gltf::{NoFiles, ReadOptions, WriteOptions, parse, parse_at, write_glb, write_gltf};
use fuzzkit::gltf::{Gltf, TARGET, any_scene, assert_settles, scene};
use proptest::prelude::*;
use testkit::{Format, laws};

/// Reading a file in parts has the same result as reading it whole: the same scene and findings, or the same error.
#[track_caller]
fn is_the_same_in_parts(bytes: &[u8]) {
    let file: SharedRead = Arc::new(bytes.to_vec());
    for later in [false, true] {
        let options = ReadOptions::default().check(later).images_later(later);
        match (parse(bytes, &options, &NoFiles), parse_at(&file, &options, &NoFiles)) {
            (Ok((whole, told)), Ok((parts, also_told))) => {
                assert!(whole == parts, "another scene:\n{whole:?}\n{parts:?}");
                assert_eq!(format!("{told:?}"), format!("{also_told:?}"));
            }
            (Err(whole), Err(parts)) => assert_eq!(whole.to_string(), parts.to_string()),
            (whole, parts) => panic!("{:?}, but in parts {:?}", whole.err(), parts.err()),
        }
    }
}

proptest! {
    #[test]
    fn read_in_parts_it_is_the_same(scene in any_scene(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let (mut bytes, _) = write_glb(&scene, &WriteOptions::default()).expect("it can be written");
        is_the_same_in_parts(&bytes);
        let at = at.index(bytes.len());
        is_the_same_in_parts(&bytes[..at]);
        bytes[at] = byte;
        is_the_same_in_parts(&bytes);
    }

    /// Content that glTF allows round-trips bit for bit.
    #[test]
    fn what_is_admitted_comes_back(scene in scene()) {
        Gltf::to_bytes(&scene).expect("generated scenes are admitted");
        laws::inverse::<Gltf>(&scene);
    }

    /// In two files as well as in one.
    #[test]
    fn in_two_files_too(scene in scene()) {
        let (written, _) = write_gltf(&scene, &WriteOptions::default(), "50% é.bin").expect("it can be written");
        let files = |name: &str, most: u64| {
            if let Some(image) = written.images.iter().find(|image| image.name == name) {
                return Ok(image.bytes.clone());
            }
            assert_eq!((name, most), ("50% é.bin", written.bin.len() as u64));
            Ok(written.bin.clone())
        };
        let (back, _) = parse(&written.json, &ReadOptions::default(), &files).expect("it reads back");
        prop_assert!(back == scene);
    }

    /// Content that glTF forbids is changed once.
    #[test]
    fn what_is_refused_is_changed_once(scene in any_scene()) {
        assert_settles(&scene);
        laws::inverse::<Gltf>(&scene);
    }

    #[test]
    fn changed_bytes_are_safe(scene in scene(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = Gltf::to_bytes(&scene).expect("generated scenes are admitted");
        let at = at.index(bytes.len());
        bytes[at] = byte;
        (TARGET.body)(&bytes);
    }

    #[test]
    fn any_bytes_are_safe(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        (TARGET.body)(&bytes);
        (TARGET.body)(&[b"{\"asset\":{\"version\":\"2.0\"},", bytes.as_slice(), b"}"].concat());
    }
}

#[test]
fn scenes_and_errors_are_sendable() {
    fn assert<T: Send + Sync + 'static>() {}
    assert::<asset_gltf::asset_scene::Scene<'static>>();
    assert::<asset_gltf::Error>();
}
