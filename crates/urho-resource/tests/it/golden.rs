//! Documents and what comes of them, kind by kind.

use urho_resource::{Condition, Document, Encoding, Engine, ErrorKind, Kind, Place, detect};

fn place(text: &str) -> Place {
    text.parse().unwrap()
}

fn kinds(document: &Document<'_>) -> Vec<String> {
    let findings = document.validate();
    findings.iter().map(|one| one.kind.as_str().trim_start_matches("urho-resource/").to_owned()).collect()
}

/// A document of a kind, and the kinds of its findings with their offsets.
fn findings(name: &str, text: &str) -> Vec<(String, u64)> {
    let document = Document::parse(text.as_bytes(), Some(name)).unwrap();
    let findings = document.validate();
    findings.iter().map(|one| (one.kind.as_str().replace("urho-resource/", ""), one.offset.unwrap())).collect()
}

#[test]
fn the_root_the_members_or_the_first_bytes_tell_the_kind() {
    let cases: &[(&str, &str, Option<Kind>)] = &[
        ("a.xml", "<?xml version=\"1.0\"?>\n<!-- > -->\n<particleemitter>", Some(Kind::ParticleEffect)),
        ("a.xml", "<font><pages/></font>", Some(Kind::BitmapFont)),
        ("a.xml", "<font><absoluteoffset x=\"1\"/></font>", Some(Kind::FontParameters)),
        ("a.xml", "<map><a/></map>", None),
        ("a.tmx", "<map>", Some(Kind::TileMap)),
        ("a.xml", "<map tilewidth=\"1\">", Some(Kind::TileMap)),
        ("a.tsx", "const a = <b/>;", None),
        (
            "a.plist",
            "<!DOCTYPE plist PUBLIC \"a\" \"b\">\n<plist><dict><key>frames</key></dict></plist>",
            Some(Kind::PropertyListSheet),
        ),
        ("a.plist", "<plist><dict><key>angle</key></dict></plist>", None),
        ("a.xml", "<material/>", None),
        ("a.xml", "<animation/>", Some(Kind::AnimationParameters)),
        ("a.xml", "<animation length=\"2\">", Some(Kind::XmlAnimation)),
        ("a.xml", "<model/>", Some(Kind::ModelParameters)),
        ("Scenes/A.xml.d/GI.bin", "\u{2}", Some(Kind::BakedLight)),
        ("Scenes/A.xml.d/Binary/LightProbeGroup-0.bin", "\u{1}", Some(Kind::BakedLight)),
        ("other.bin", "\u{2}", None),
        ("a.json", "{\"subtextures\": []}", Some(Kind::SpriteSheet)),
        ("a.json", "// a\n{\"hello\": {\"en\": \"a\", \"de\": \"b\"}}", Some(Kind::Strings)),
        ("a.json", "{\"hello\": {\"zh_Hans_CN\": \"a\"}}", Some(Kind::Strings)),
        ("package.json", "{\"dependencies\": {\"left-pad\": \"1\"}}", None),
        ("a.json", "{\"hello\": \"a\"}", None),
        ("StringsEn.json", "{\"hello\": \"a\"}", Some(Kind::Strings)),
        ("a.json", "{\"techniques\": []}", None),
        ("X.glb.d/ModelImporter.json", "{}", Some(Kind::ModelImporter)),
        ("1-RetargetAnimations.json", "{}", Some(Kind::TransformerTasks)),
        ("a.inputmap", "{}", Some(Kind::InputMap)),
        ("a.fnt", "info face=\"f\"", Some(Kind::BitmapFont)),
        ("a.txt", "info face=\"f\"", None),
        ("a", "OTTO", Some(Kind::OutlineFont)),
        ("a", "true story", None),
        ("a", "OggS", Some(Kind::Sound)),
        ("a.rml", "<rml>", Some(Kind::RmlDocument)),
        ("a.glsl", "void main() {}", Some(Kind::ShaderSource)),
        ("a.xml", "", None),
        ("a.xml", "<", None),
    ];
    for (name, text, expected) in cases {
        assert_eq!(detect(text.as_bytes(), Some(name)), *expected, "{name}: {text}");
    }
    for kind in Kind::ALL {
        assert_eq!(Kind::from_name(kind.name()), Some(*kind));
    }
}

#[test]
fn a_document_type_declares_nothing() {
    let sheet = "<?xml version=\"1.0\"?>\n<!DOCTYPE plist PUBLIC \"-//A\" \"http://b\">\n<plist version=\"1.0\"><dict><key>frames</key><dict/>\
                 <key>metadata</key><dict><key>realTextureFileName</key><string>a.png</string></dict></dict></plist>";
    let mut document = Document::parse(sheet.as_bytes(), Some("a.plist")).unwrap();
    assert_eq!(document.to_bytes().unwrap(), sheet.as_bytes());
    assert_eq!(document.references(None)[0].candidates("Urho2D/a.plist", Engine::Urho3d), ["Urho2D/a.png"]);
    document.set(&place("dict/dict[1]/string"), "b & c.png").unwrap();
    assert_eq!(document.text(), sheet.replace("a.png", "b &amp; c.png").as_bytes());
    // The engine skips declarations, so that no entity grows.
    let declared = sheet.replace("\"http://b\">", "\"http://b\" [<!ENTITY a \"b.png\">]>").replace("a.png", "&a;");
    let document = Document::parse(declared.as_bytes(), Some("a.plist")).unwrap();
    assert_eq!(document.references(None)[0].name, "&a;");
}

#[test]
fn values_are_read_and_set_by_place() {
    let text = "<element>\n\t<attribute name=\"Size\" value='1 2' /> <!-- a -->\n\t<element type=\"Text\" index=\"0\"/>\n</element>";
    let mut document = Document::parse(text.as_bytes(), None).unwrap();
    let size = place("attribute[name=Size]@value");
    let value = document.get(&size).unwrap().unwrap();
    assert_eq!(value.variant(), urho_resource::urho_core::Variant::IntVector2([1, 2]));
    document.set(&size, "3 4").unwrap();
    assert_eq!(document.text(), text.replace("1 2", "3 4").as_bytes());
    document.set(&place("element@style"), "none").unwrap();
    assert_eq!(document.get(&place("element@style")).unwrap().unwrap().text, "none");
    for (at, text) in [("attribute[name=Size]@value", "3"), ("element@index", "-1"), ("element@internal", "maybe")] {
        let error = document.set(&place(at), text).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::WrongType { .. }), "{at}: {error}");
    }
    for at in ["element[1]@type", "attribute[name=No]@value", "element@unheard", "element"] {
        assert!(matches!(document.set(&place(at), "1").unwrap_err().kind(), ErrorKind::NoSuch(_)), "{at}");
    }
    assert_eq!(document.get(&place("element@popup")).unwrap(), None);
    assert_eq!(document.describe(&place("element@index")).unwrap().name, "index");
}

#[test]
fn values_of_json_keep_their_type() {
    let text = "{\n\t\"scale\": 0.01, // small\n\t\"skipTag\": [\"a\"],\n}";
    let mut document = Document::parse(text.as_bytes(), Some("ModelImporter.json")).unwrap();
    document.set(&place("@scale"), "2").unwrap();
    assert_eq!(document.text(), text.replace("0.01", "2").as_bytes());
    document.set(&place("@mirrorX"), "true").unwrap();
    document.set(&place("@rotation"), "1 0 0 0").unwrap();
    document.set(&place("@skipTag"), "[\"b\"]").unwrap();
    for (at, text) in
        [("@scale", "\"2\""), ("@scale", "x"), ("@mirrorX", "1"), ("@rotation", "1 0"), ("@skipTag", "[1]")]
    {
        let error = document.set(&place(at), text).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::WrongType { .. }), "{at} {text}: {error}");
    }
    assert_eq!(kinds(&document), [""; 0]);
    let wrong = Document::parse(b"{\"scale\": \"2\"}", Some("ModelImporter.json")).unwrap();
    assert_eq!(kinds(&wrong), ["settings-type"]);
}

#[test]
fn places_are_written_as_they_are_read() {
    for text in ["a", "a@b", "@b", "a[2]/b@c", "a[k=v]@c", "\"a b\"[\"k=\"=\"]\"]@\"\\\"\\\\\"", ""] {
        assert_eq!(place(text).to_string(), text);
    }
    for text in ["/", "a/", "a[", "a[x]", "a[1", "a@", "a@b@c", "\"a", "a]", "a[k=]"] {
        assert!(text.parse::<Place>().is_err(), "{text}");
    }
}

#[test]
fn ignored_names_and_wrong_values_are_findings() {
    /// File name, text, and kinds and offsets of the findings.
    type Case = (&'static str, &'static str, &'static [(&'static str, u64)]);
    let cases: &[Case] = &[
        (
            "a.xml",
            "<particleeffect><a/><colour/></particleeffect>",
            &[("element-unknown", 16), ("element-unknown", 20)],
        ),
        ("a.xml", "<particleeffect><Material name=\"a\"/></particleeffect>", &[("name-case", 16)]),
        ("a.xml", "<particleeffect><color Value=\"1\"/></particleeffect>", &[("name-case", 30)]),
        (
            "a.xml",
            "<particleeffect><color/><color/>x</particleeffect>",
            &[("stray-text", 0), ("element-duplicate", 24)],
        ),
        (
            "a.xml",
            "<particleeffect><scaled enable=\"maybe\" b=\"\"/></particleeffect>",
            &[("value-invalid", 32), ("attribute-unknown", 42)],
        ),
        (
            "a.xml",
            "<particleeffect><emittertype value=\"Cube\"/></particleeffect><b/>",
            &[("value-unknown", 36), ("extra-element", 60)],
        ),
        (
            "a.xml",
            "<particleeffect><scaled enable=\"1\" enable=\"0\"/></particleeffect>",
            &[("attribute-duplicate", 43)],
        ),
        ("a.xml", "<particleeffect><numparticles value=\"-1\"/></particleeffect>", &[("particle-count", 16)]),
        ("a.xml", "<particleeffect><velocity min=\"2\" max=\"1\"/></particleeffect>", &[("range-order", 31)]),
        ("a.xml", "<particleeffect><texanim uv=\"0 0 2 1\" time=\"0\"/></particleeffect>", &[("texture-range", 16)]),
        (
            "a.xml",
            "<TextureAtlas imagePath=\"a\"><SubTexture name=\"b\"/><SubTexture name=\"b\" frameWidth=\"1\"/></TextureAtlas>",
            &[("sprite-duplicate", 50), ("range-half", 83)],
        ),
        ("a.xml", "<TextureAtlas/>", &[("item-missing", 0)]),
        (
            "a.xml",
            "<renderpath><command type=\"quad\" output=\"x\" face=\"6\"/></renderpath>",
            &[("target-face", 12), ("target-unknown", 41)],
        ),
        ("a.fnt", "<font><common pages=\"2\"/><pages><page file=\"a\"/></pages><chars/></font>", &[("font-pages", 21)]),
        (
            "a.fnt",
            "<font><common pages=\"1\"/><pages><page file=\"a\"/></pages><chars/><kernings><kerning first=\"65536\" second=\"1\"/></kernings></font>",
            &[("kerning-range", 74)],
        ),
        ("a.xml", "<sound><loop start=\"8\"/><format/></sound>", &[("sound-order", 7), ("loop-half", 20)]),
        ("a.xml", "<elements><element type=\"A\" style=\"A\"/></elements>", &[]),
        (
            "a.xml",
            "<elements><element type=\"A\" style=\"B\"/><element type=\"B\" style=\"C\"/><element type=\"C\" style=\"B\"/></elements>",
            &[("style-cycle", 39)],
        ),
        ("a.xml", "<element><element type=\"Button\" popup=\"1\"/></element>", &[("popup-invalid", 9)]),
        (
            "a.tmx",
            "<map version=\"2\" orientation=\"round\" width=\"1\" height=\"1\" tilewidth=\"1\" tileheight=\"1\"/>",
            &[("map-version", 14), ("value-unknown", 30)],
        ),
        (
            "a.tmx",
            "<map version=\"1.0\" orientation=\"isometric\" width=\"99999\" height=\"99999\" tilewidth=\"1\" tileheight=\"1\"/>",
            &[("map-size", 0)],
        ),
        ("a.json", "\u{feff}{\"subtextures\": [], \"imagePath\": 5}", &[("byte-order-mark", 0), ("value-invalid", 36)]),
        ("a.json", "{\"imagePath\": \"a\", \"subtextures\": 5}", &[("value-invalid", 34)]),
        (
            "a.json",
            "{\"a\": {\"en\": \"x\", \"de\": \"\"}, \"b\": {\"en\": \"y\", \"de\": \"z\"}, \"c\": {\"en\": \"y\"}}",
            &[("text-invalid", 24), ("text-missing", 63)],
        ),
        ("a.renderpath", "{\"passes\": [{\"type\": \"MyPass\", \"value\": {}}]}", &[("class-unknown", 21)]),
        (
            "a.xml",
            "<xr_manifest><actionset name=\"a\"><actions><action name=\"b\" type=\"c\"/></actions></actionset></xr_manifest>",
            &[("value-unknown", 65)],
        ),
    ];
    let mut wrong = Vec::new();
    for (name, text, expected) in cases {
        let found = findings(name, text);
        let found: Vec<(&str, u64)> = found.iter().map(|(kind, offset)| (&**kind, *offset)).collect();
        if found != *expected {
            wrong.push(format!("{text}: {found:?} instead of {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn graphs_name_classes_pins_and_nodes_that_exist() {
    let graph = |nodes: &str| {
        format!(
            "<particleGraphEffect><layers><layer><emit><nodes>{nodes}</nodes></emit></layer></layers></particleGraphEffect>"
        )
    };
    let constant = r#"<node id="1" name="Constant"><properties><property name="Value" type="Float" value="1"/></properties><out><pin name="out"/></out></node>"#;
    let emit = r#"<node id="2" name="Emit"><in><pin name="count" node="1" pin="out"/></in></node>"#;
    assert_eq!(findings("a.xml", &graph(&format!("{constant}{emit}"))), []);
    for changed in [
        format!("{constant}{}", emit.replace("Emit", "EmitMore")),
        format!("{constant}{}", emit.replace("count", "amount")),
        format!("{constant}{}", emit.replace("pin=\"out\"", "pin=\"x\"")),
        format!("{constant}{}", emit.replace("node=\"1\"", "node=\"7\"")),
        format!("{constant}{}", emit.replace("id=\"2\"", "id=\"1\"").replace("node=\"1\"", "value=\"1\"")),
        format!("{}{emit}", constant.replace("\"Value\"", "\"Number\"")),
        "<node id=\"1\" name=\"Negate\"><in><pin name=\"x\" node=\"1\" pin=\"out\"/></in><out><pin name=\"out\"/></out></node>".to_owned(),
    ] {
        let found = findings("a.xml", &graph(&changed));
        assert!(!found.is_empty() && found.iter().all(|(kind, _)| kind == "graph-node"), "{changed}: {found:?}");
    }
}

#[test]
fn references_follow_the_rule_of_their_place() {
    let references = |name: &str, text: &str| -> Vec<(String, Vec<String>)> {
        let document = Document::parse(text.as_bytes(), Some(name)).unwrap();
        let all = document.references(Some(name)).into_iter();
        all.map(|one| (one.resource.clone(), one.candidates(name, Engine::Urho3d))).collect()
    };
    let one = |kind: &str, names: &[&str]| (kind.to_owned(), names.iter().map(|name| (*name).to_owned()).collect());
    assert_eq!(
        references("P/a.xml", "<particleeffect><material name=\"M/a.xml\"/></particleeffect>"),
        [one("Material", &["M/a.xml"])]
    );
    assert_eq!(
        references("U/a.pex", "<particleEmitterConfig><texture name=\"b.png\"/></particleEmitterConfig>"),
        [one("Sprite2D", &["U/b.png"])]
    );
    assert_eq!(
        references(
            "R/a.xml",
            "<renderpath><rendertarget name=\"t\"/><command type=\"quad\" vs=\"A\" ps=\"A\"><texture name=\"T\"/><texture name=\"T/b.png\"/></command></renderpath>"
        ),
        [
            one("Shader", &["Shaders/GLSL/A.glsl", "Shaders/HLSL/A.hlsl"]),
            one("Shader", &["Shaders/GLSL/A.glsl", "Shaders/HLSL/A.hlsl"]),
            one("Texture", &["T/b.png"]),
        ]
    );
    assert_eq!(
        references(
            "U/a.xml",
            "<element><attribute name=\"No\" value=\"Font;x\"/><element type=\"Text\"><attribute name=\"Font\" value=\"Font;F/a.ttf\"/></element><element type=\"Cursor\"><attribute name=\"Shapes\"><variant type=\"VariantVector\"><variant type=\"ResourceRef\" value=\"Image;T/c.png\"/></variant></attribute></element></element>"
        ),
        [one("Font", &["F/a.ttf"]), one("Image", &["T/c.png"])]
    );
    assert_eq!(
        references(
            "U/a.scml",
            "<spriter_data scml_version=\"1\"><folder><file name=\"p/a.png\"/></folder></spriter_data>"
        ),
        [one("Image", &["U/p/a.png"]), one("SpriteSheet2D", &["U/a.xml"]), one("SpriteSheet2D", &["U/a.plist"])]
    );
    assert_eq!(
        references("Shaders/GLSL/a.glsl", "#include \"b.glsl\"\n #include \"c.glsl\"\n/*\n#include \"sub/d.glsl\"\n*/"),
        [one("Shader source", &["Shaders/GLSL/b.glsl"]), one("Shader source", &["Shaders/GLSL/sub/d.glsl"])]
    );
    let rml = "<rml><head><link type=\"text/rcss\" href=\"../a.rcss\"/><!-- <img src=\"no.png\"/> --><style>p { decorator: image(b.png); /* url(c.png) */ }\
               @spritesheet s { src: /T/d.png; x: 0 0 1 1; }</style></head><body><img src='e.png'/><p data-if=\"a < b && c\" \
               onclick=\"sound:20% S/a.wav; event:X {'a;b'}\" >{{text}}</p><img src=\"{{binding}}\"/></body></rml>";
    let mut found = references("UI/sub/a.rml", rml);
    found.sort();
    assert_eq!(
        found,
        [
            one("RCSS style", &["UI/a.rcss"]),
            one("Sound", &["S/a.wav"]),
            one("Texture2D", &["T/d.png"]),
            one("Texture2D", &["UI/sub/b.png"]),
            one("Texture2D", &["UI/sub/e.png"]),
        ]
    );
    let document =
        Document::parse(b"<spriter_data><folder><file name=\"a.png\"/></folder></spriter_data>", None).unwrap();
    let conditions: Vec<Condition> = document.references(Some("a.scml")).iter().map(|one| one.condition).collect();
    assert_eq!(conditions, [Condition::Otherwise, Condition::IfExists, Condition::IfExists]);
}

#[test]
fn patches_are_applied_and_kept() {
    let base = "<element type=\"Window\">\n\t<element type=\"Text\"><attribute name=\"Name\" value=\"a\"/></element>\n\t<element/>\n</element>";
    let steps = [
        ("<add sel=\"/element\"><element type=\"Button\"/></add>", "<element type=\"Button\"/></element>"),
        ("<add sel=\"/element/element[2]\"><a/><b/></add>", "<element><a/><b/></element>"),
        ("<add sel=\"/element/element[1]\" pos=\"before\"><a/></add>", "<a/><element type=\"Text\">"),
        ("<add sel=\"//attribute[@name='Name']\" type=\"@more\">x</add>", "value=\"a\" more=\"x\"/>"),
        (
            "<replace sel=\"/element/element[./attribute[@name='Name' and @value='a']]/attribute/@value\">b</replace>",
            "value=\"b\"",
        ),
        ("<replace sel=\"element/element[last()]\"><c/></replace>", "<c/>"),
        ("<remove sel=\"/element/element[not(@type)]\"/>", "</element>\n</element>"),
        ("<remove sel=\"//element[contains(@type,'ex')]/attribute/@name\"/>", "<attribute value=\"a\"/>"),
    ];
    for (step, expected) in steps {
        let patch = format!("<element inherit=\"UI/Base.xml\">{step}</element>");
        let document = Document::parse(patch.as_bytes(), None).unwrap();
        assert_eq!(document.references(None)[0].name, "UI/Base.xml");
        let applied = document.applied(Some("UI/a.xml"), |name| (name == "UI/Base.xml").then(|| base.into())).unwrap();
        let text = String::from_utf8(applied.document.to_bytes().unwrap()).unwrap();
        assert!(applied.findings.is_empty() && text.contains(expected), "{step}: {text} {:?}", applied.findings);
        assert_eq!(document.to_bytes().unwrap(), patch.as_bytes());
    }
    for (step, kind) in [
        ("<add sel=\"/no\"><a/></add>", "patch-step"),
        ("<add><a/></add>", "patch-step"),
        ("<move sel=\"/element\"/>", "patch-step"),
        ("<add sel=\"/element\" type=\"x\"/>", "patch-step"),
        ("<add sel=\"/element\" type=\"@type\">x</add>", "patch-step"),
        ("<add sel=\"/element\" pos=\"x\"><a/></add>", "patch-step"),
        ("<remove sel=\"/element\"/>", "patch-step"),
        ("<remove sel=\"/element[\"/>", "patch-selector"),
        ("<remove sel=\"/element/following::a\"/>", "patch-unchecked"),
    ] {
        let patch = format!("<element inherit=\"UI/Base.xml\">{step}</element>");
        let document = Document::parse(patch.as_bytes(), None).unwrap();
        let applied = document.applied(None, |_| Some(base.into())).unwrap();
        let found: Vec<_> =
            applied.findings.iter().map(|one| one.kind.as_str().replace("urho-resource/", "")).collect();
        assert_eq!(found, [kind], "{step}");
        assert_eq!(applied.document.text(), base.as_bytes());
    }
    let cycle = Document::parse(b"<element inherit=\"a.xml\"/>", None).unwrap();
    assert!(cycle.applied(Some("a.xml"), |_| Some(base.into())).is_err());
    assert!(cycle.applied(None, |_| Some(b"<element inherit=\"a.xml\"/>".to_vec())).is_err());
    assert!(cycle.applied(None, |_| None).is_err());
}

#[test]
fn shaders_that_include_each_other_are_a_cycle() {
    let load = |name: &str| match name {
        "S/a.glsl" => Some(b"#include \"b.glsl\"\n#include \"c.glsl\"".to_vec()),
        "S/b.glsl" => Some(b"".to_vec()),
        "S/c.glsl" => Some(b"#include \"a.glsl\"".to_vec()),
        _ => None,
    };
    let a = load("S/a.glsl").unwrap();
    let shader = Document::parse(&a, Some("a.glsl")).unwrap();
    assert_eq!(shader.include_cycle("S/a.glsl", load).unwrap(), ["S/a.glsl", "S/c.glsl"]);
    let other = Document::parse(b"#include \"b.glsl\"\n#include \"b.glsl\"", Some("d.glsl")).unwrap();
    assert_eq!(other.include_cycle("S/d.glsl", load), None);
}

/// A sound with these chunks.
fn wave(chunks: &[(&[u8], &[u8])]) -> Vec<u8> {
    let mut bytes = b"RIFF\0\0\0\0WAVE".to_vec();
    for (tag, content) in chunks {
        bytes.extend_from_slice(tag);
        bytes.extend_from_slice(&(content.len() as u32).to_le_bytes());
        bytes.extend_from_slice(content);
        bytes.resize(bytes.len().next_multiple_of(2), 0);
    }
    bytes
}

#[test]
fn heads_of_sounds_are_read_as_the_engine_reads_them() {
    let format = |tag: u16, channels: u16, bits: u16| {
        let mut bytes = [tag.to_le_bytes(), channels.to_le_bytes()].concat();
        bytes.extend_from_slice(&44_100_u32.to_le_bytes());
        bytes.extend_from_slice(&[0; 6]);
        bytes.extend_from_slice(&bits.to_le_bytes());
        bytes
    };
    let samples = [0; 8];
    let of = |chunks: &[(&[u8], &[u8])]| {
        let bytes = wave(chunks);
        let document = Document::parse(&bytes, None).unwrap();
        assert_eq!((document.kind(), document.encoding()), (Kind::Sound, Encoding::Binary));
        assert_eq!(document.to_bytes().unwrap(), bytes);
        kinds(&document)
    };
    let pcm = format(1, 1, 16);
    assert_eq!(of(&[(b"fmt ", &pcm), (b"data", &samples)]), [""; 0]);
    assert_eq!(of(&[(b"LIST", b"ab"), (b"fmt ", &pcm), (b"data", &samples)]), [""; 0]);
    assert_eq!(of(&[(b"LIST", b"abc"), (b"fmt ", &pcm), (b"data", &samples)]), ["sound-chunk"]);
    assert_eq!(of(&[(b"fmt ", &format(3, 1, 32)), (b"data", &samples)]), ["sound-format"]);
    assert_eq!(of(&[(b"fmt ", &format(1, 6, 24)), (b"data", &samples)]), ["sound-format", "sound-format"]);
    assert_eq!(of(&[(b"fmt ", &pcm), (b"data", b"")]), ["sound-data"]);
    assert_eq!(of(&[(b"fmt ", &pcm)]), ["sound-data"]);
    assert_eq!(of(&[]), ["sound-data"]);
}

#[test]
fn tables_of_outline_fonts_lie_in_the_file() {
    let font = |offset: u32| {
        let mut bytes = b"\0\x01\0\0\0\x01\0\0\0\0\0\0head\0\0\0\0".to_vec();
        bytes.extend_from_slice(&offset.to_be_bytes());
        bytes.extend_from_slice(&4_u32.to_be_bytes());
        bytes.extend_from_slice(b"abcd");
        bytes
    };
    for (bytes, expected) in
        [(font(28), &[][..]), (font(29), &["font-table"][..]), (b"OTTO\0\x02".to_vec(), &["font-table"])]
    {
        let document = Document::parse(&bytes, Some("a.ttf")).unwrap();
        assert_eq!(document.kind(), Kind::OutlineFont);
        assert_eq!(kinds(&document), expected);
    }
}

#[test]
fn other_encodings_are_refused() {
    for (kind, text) in [
        (Kind::Sound, "RIFF"),
        (Kind::OutlineFont, "text"),
        (Kind::SpriteSheet, "text"),
        (Kind::BitmapFont, "text"),
        (Kind::Strings, "<a/>"),
        (Kind::ParticleEffect, "{}"),
    ] {
        let error = Document::parse_as(kind, text.as_bytes()).unwrap_err();
        assert!(error.offset().is_some_and(|offset| offset <= text.len() as u64), "{error}");
    }
    assert_eq!(*Document::parse(b"text", None).unwrap_err().kind(), ErrorKind::UnknownKind);
}

#[test]
fn sheets_and_animations_are_written_in_the_other_encoding_and_back() {
    let sheet = "<TextureAtlas imagePath=\"a.png\"><SubTexture name=\"b\" x=\"1\" y=\"2\" width=\"3\" height=\"4\" frameX=\"-1\" frameWidth=\"5\" frameHeight=\"6\"/></TextureAtlas>";
    let animation = "<objectanimation><attributeanimation name=\"Position\" interpolationmethod=\"Spline\" splinetension=\"0.7\" wrapmode=\"Once\" speed=\"2\">\
                     <keyframe time=\"0.1\" type=\"Vector3\" value=\"0 0.5 1\"/><keyframe time=\"1\" type=\"Vector3\" value=\"1 2 3\"/></attributeanimation>\
                     <attributeanimation name=\"@Light/Brightness\" speed=\"1\"><keyframe time=\"0\" type=\"Float\" value=\"0.1\"/><keyframe time=\"1\" type=\"Bool\" value=\"true\"/>\
                     </attributeanimation></objectanimation>";
    let value = "<valueanimation interpolationmethod=\"Linear\"><keyframe time=\"0\" type=\"Int\" value=\"-5\"/></valueanimation>";
    let content = |document: &Document<'_>| -> Vec<String> {
        let mut all: Vec<String> =
            document.values().iter().map(|(place, value)| format!("{place}={:?}", value.variant())).collect();
        all.sort();
        all
    };
    for text in [sheet, animation, value] {
        let original = Document::parse(text.as_bytes(), Some("a.xml")).unwrap();
        let json = original.converted().unwrap();
        let json = Document::parse_as(original.kind(), &json).unwrap();
        assert_eq!((json.encoding(), kinds(&json)), (Encoding::Json, Vec::new()));
        assert_eq!(detect(json.text(), Some("a.json")), Some(original.kind()));
        let back = json.converted().unwrap();
        let back = Document::parse(&back, Some("a.xml")).unwrap();
        assert_eq!(content(&back), content(&original));
    }
    for text in [
        "<particleeffect/>",
        "<TextureAtlas inherit=\"a.xml\"/>",
        "<valueanimation><eventframe time=\"1\"/></valueanimation>",
        "<valueanimation><keyframe type=\"VariantVector\"><variant type=\"Int\" value=\"1\"/></keyframe></valueanimation>",
    ] {
        let error = Document::parse(text.as_bytes(), None).unwrap().converted().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::NotConvertible(_)), "{text}: {error}");
    }
}
