//! The laws over generated scenes, and conversion there and back.

use fuzzkit::urho_scene::{Any, Packed, scene};
use proptest::prelude::*;
use testkit::laws;
use urho_scene::{Document, Encoding, Engine, ReadOptions, Scene, Value, Variant, WriteOptions};

fn engine() -> impl Strategy<Value = Engine> {
    prop_oneof![Just(Engine::Urho3d), Just(Engine::U3d), Just(Engine::Rbfx)]
}

fn any_scene() -> impl Strategy<Value = Scene<'static>> {
    engine().prop_flat_map(scene)
}

/// The scene with the entries of every map sorted by name.
fn with_sorted_maps(mut scene: Scene<'static>) -> Scene<'static> {
    for node in &mut scene.nodes {
        let components = node.components.iter_mut().map(|component| &mut component.attributes);
        for attributes in components.chain([&mut node.attributes]) {
            for attribute in attributes.to_list().expect("made of known classes") {
                if let Value::Variant(value) = &mut attribute.value {
                    sort_maps(value);
                }
            }
        }
    }
    scene
}

fn sort_maps(value: &mut Variant<'_>) {
    match value {
        Variant::VariantVector(items) => items.iter_mut().for_each(sort_maps),
        Variant::VariantMap(entries) => {
            entries.sort_by_key(|(key, _)| key.hash.to_string());
            entries.iter_mut().for_each(|(_, item)| sort_maps(item));
        }
        Variant::StringVariantMap(entries) => {
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            entries.iter_mut().for_each(|(_, item)| sort_maps(item));
        }
        _ => {}
    }
}

/// The bytes of a scene in an encoding, if it can store the scene.
fn bytes(scene: &Scene<'_>, encoding: Encoding) -> Option<Vec<u8>> {
    let (document, _) = Document::from_scene(scene.clone(), encoding, &WriteOptions::default()).ok()?;
    Some(document.to_bytes().expect("what was made can be written"))
}

proptest! {
    #[test]
    fn what_is_written_reads_back(scene in any_scene()) {
        for bytes in Encoding::ALL.into_iter().filter_map(|encoding| bytes(&scene, encoding)) {
            laws::all::<Any>(&bytes);
        }
    }

    /// Bytes store everything; their text, and the bytes of that text, are stable.
    #[test]
    fn text_holds_what_bytes_hold(scene in any_scene()) {
        let options = ReadOptions::default().engine(scene.engine);
        // rbfx sorts the members of a JSON object, and the entries of a map are members.
        let scene = if scene.engine == Engine::Rbfx { with_sorted_maps(scene) } else { scene };
        let Some(packed) = bytes(&scene, Encoding::Binary) else { return Ok(()) };
        let document = Document::parse_with(&packed, &options).expect("what was written");
        for encoding in [Encoding::Xml, Encoding::Json] {
            let Ok((text, lost)) = document.convert(encoding, &WriteOptions::default()) else { continue };
            prop_assert!(lost.is_empty(), "{:?}", lost);
            let text = text.to_bytes().expect("text");
            let read = Document::parse_with(&text, &options).expect("what was written");
            let (back, lost) = read.convert(Encoding::Binary, &WriteOptions::default()).expect("it came from bytes");
            prop_assert!(lost.is_empty(), "{:?}\n{}", lost, String::from_utf8_lossy(&text));
            prop_assert_eq!(back.to_bytes().expect("bytes"), packed.clone(), "{}", String::from_utf8_lossy(&text));
        }
    }

    /// Archives have the same content in their three encodings.
    #[test]
    fn archives_hold_the_same(scene in scene(Engine::Rbfx)) {
        let Some(packed) = bytes(&scene, Encoding::ArchiveBinary) else { return Ok(()) };
        let document = Document::parse(&packed).expect("what was written");
        for encoding in [Encoding::ArchiveXml, Encoding::ArchiveJson] {
            let Ok((text, _)) = document.convert(encoding, &WriteOptions::default()) else { continue };
            let text = text.to_bytes().expect("text");
            let read = Document::parse(&text).expect("what was written");
            prop_assert_eq!(read.kind(), document.kind());
            let (back, _) = read.convert(Encoding::ArchiveBinary, &WriteOptions::default()).expect("it came from bytes");
            prop_assert_eq!(back.to_bytes().expect("bytes"), packed.clone(), "{}", String::from_utf8_lossy(&text));
        }
    }

    #[test]
    fn any_bytes_are_safe(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        laws::all::<Any>(&bytes);
        laws::all::<Packed>(&bytes);
    }

    #[test]
    fn changed_bytes_are_safe(scene in any_scene(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        for mut bytes in Encoding::ALL.into_iter().filter_map(|encoding| bytes(&scene, encoding)) {
            let at = at.index(bytes.len());
            bytes[at] = byte;
            (fuzzkit::urho_scene::TARGET.body)(&bytes);
        }
    }
}

#[test]
fn documents_are_sendable() {
    fn assert<T: Send + Sync + 'static>() {}
    assert::<Document<'static>>();
    assert::<Scene<'static>>();
    assert::<urho_scene::Error>();
}
