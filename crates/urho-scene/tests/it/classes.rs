//! Checksums of the attributes of all classes, to detect changes of the tables, and the engine of files by them.

use std::fmt::Write as _;

use urho_scene::{Classes, Document, Engine};

/// Returns all classes and their attributes, one per line.
fn listed(engine: Engine) -> String {
    let mut text = String::new();
    for class in Classes::of(engine).iter() {
        let _ = writeln!(text, "{}", class.name());
        for own in class.attributes() {
            let (names, hash) = (own.names.join("|"), own.hash.0);
            let _ = writeln!(
                text,
                "\t{}\t{hash}\t{:?}\t{:?}\t{names}\t{:?}\t{}",
                own.name, own.kind, own.default, own.reference, own.read_only
            );
        }
    }
    text
}

/// FNV-1a.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn tables_are_as_registered() {
    for (engine, classes, lines, sum) in [
        (Engine::Urho3d, 39, 536, 0x0f0b_9017_ca72_609c),
        (Engine::U3d, 40, 542, 0x3f56_e783_ded2_5c83),
        (Engine::Rbfx, 99, 1148, 0x215b_409f_6174_d718),
    ] {
        let text = listed(engine);
        assert_eq!(Classes::of(engine).iter().count(), classes, "{engine}");
        assert_eq!((text.lines().count(), checksum(&text)), (lines, sum), "{engine}:\n{text}");
    }
}

#[test]
fn text_with_content_that_only_rbfx_has_is_of_rbfx() {
    let xml =
        |component: &str| format!(r#"<node id="2"><node id="3"><component {component}</component></node></node>"#);
    let json = |component: &str| {
        format!(
            r#"{{"id":2,"attributes":{{}},"components":[],"children":[{{"id":3,"components":[{{{component}}}]}}]}}"#
        )
    };
    let engine = |text: &str| Document::parse(text.as_bytes()).unwrap().engine();
    let cases = [
        (xml(r#"type="RenderPipeline" id="1">"#), Engine::Rbfx),
        (xml(r#"type="StaticModel" id="1"><attribute name="Bake Lightmap" value="true"/>"#), Engine::Rbfx),
        (xml(r#"type="StaticModel" id="1"><attribute name="Cast Shadows" value="true"/>"#), Engine::Urho3d),
        (xml(r#"type="Game" id="1"><attribute name="Bake Lightmap" value="true"/>"#), Engine::Urho3d),
        (json(r#""type":"RenderPipeline","id":1"#), Engine::Rbfx),
        (json(r#""type":"StaticModel","id":1,"attributes":{"Bake Lightmap":true}"#), Engine::Rbfx),
        (json(r#""type":"StaticModel","id":1,"attributes":{"Cast Shadows":true}"#), Engine::Urho3d),
    ];
    for (text, expected) in cases {
        assert_eq!(engine(&text), expected, "{text}");
    }
}
